"""Datasets: what is in them, how they are taken up again, how they are read."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import polars
import pytest
from pyarrow import parquet

import kingdomino as kd
from kingdomino.env.dataset import Recipe, make_schema, read_recipe, stream_dataset, write_dataset
from kingdomino.env.errors import SettingError
from kingdomino.env.observation import Observer
from kingdomino.env.valuation import Valuer
from kingdomino.players.registry import PlayerError, UnknownPlayer
from kingdomino.rules import chance
from tests.cli.command import refuse, run
from tests.conftest import as_many_as

RECIPE = Recipe("random", "classic 2p harmony", games=5, playouts=as_many_as(2, 0), games_a_part=2)


def digest(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.glob("*.parquet"))}


def test_a_dataset_holds_whole_games_with_what_came_of_them(tmp_path: Path) -> None:
    told: list[int] = []
    assert write_dataset(tmp_path, RECIPE, jobs=1, report=told.append) == 5
    assert told == [0, 2, 4, 5]
    rules = kd.Rules.from_text(RECIPE.rules)
    observer, rows = Observer(2), 0
    batches = list(stream_dataset(tmp_path, batch_size=30))
    assert all(len(batch.actions) <= 30 for batch in batches)
    columns = [np.concatenate(column) for column in zip(*batches, strict=True)]
    whole = type(batches[0])(*columns)
    for number in range(5):
        picked = whole.games == number
        assert whole.steps[picked].tolist() == list(range(48))
        outcomes = {}
        for row in np.flatnonzero(picked):
            state, seat, action = whole.states[row], int(whole.seats[row]), whole.actions[row]
            position = kd.Position(rules, state)
            assert position.seat == seat
            assert action in position.legal_numbers()
            np.testing.assert_array_equal(whole.observations[row], observer.observe(state, seat))
            np.testing.assert_array_equal(whole.action_masks[row], observer.mask(state))
            outcomes[seat] = (whole.outcomes[row], whole.margins[row], whole.points[row])
            rows += 1
        assert outcomes[0][0] == -outcomes[1][0]
        assert outcomes[0][1] == -outcomes[1][1] == outcomes[0][2] - outcomes[1][2]
        if outcomes[0][1]:
            assert outcomes[0][0] == np.sign(outcomes[0][1])
    assert rows == len(whole.actions) == 5 * 48
    assert (np.abs(whole.values) <= 1).all()


def test_an_interrupted_dataset_is_taken_up_and_comes_out_the_same(tmp_path: Path) -> None:
    write_dataset(tmp_path / "whole", RECIPE, jobs=1)
    broken = tmp_path / "broken"
    write_dataset(broken, RECIPE, jobs=1)
    (broken / "part-00001.parquet").unlink()
    (broken / "part-00001.7.unfinished").write_bytes(b"half of it")
    told: list[int] = []
    assert write_dataset(broken, RECIPE, jobs=1, report=told.append) == 2
    assert told == [3, 5]
    assert digest(broken) == digest(tmp_path / "whole")
    assert not list(broken.glob("*.unfinished"))
    assert write_dataset(broken, RECIPE, jobs=1) == 0


def test_more_games_are_added_to_those_that_are_there(tmp_path: Path) -> None:
    longer = Recipe("random", RECIPE.rules, 6, RECIPE.seed, RECIPE.playouts, 2)
    write_dataset(tmp_path / "grown", RECIPE, jobs=1)
    write_dataset(tmp_path / "grown", longer, jobs=1)
    write_dataset(tmp_path / "whole", longer, jobs=1)
    assert digest(tmp_path / "grown") == digest(tmp_path / "whole")
    assert read_recipe(tmp_path / "grown") == (longer, kd.__version__)


@pytest.mark.compiled_only
def test_many_processes_write_what_one_writes(tmp_path: Path) -> None:
    write_dataset(tmp_path / "one", RECIPE, jobs=1)
    write_dataset(tmp_path / "two", RECIPE, jobs=2)
    assert digest(tmp_path / "one") == digest(tmp_path / "two")


def test_shuffled_it_holds_the_same_rows(tmp_path: Path) -> None:
    write_dataset(tmp_path, RECIPE, jobs=1)

    def rows(seed: int | None) -> list[tuple[int, int]]:
        return [
            pair
            for batch in stream_dataset(tmp_path, 50, shuffle=seed)
            for pair in zip(batch.games.tolist(), batch.steps.tolist(), strict=True)
        ]

    assert rows(None) == sorted(rows(None))
    assert rows(1) != rows(None)
    assert rows(1) == rows(1) != rows(2)
    assert sorted(rows(1)) == rows(None)


def test_whoever_reads_parquet_reads_a_dataset(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    write_dataset(folder, RECIPE, jobs=1)
    (folder / "_part-00009.7.unfinished").write_bytes(b"half of it")
    games = parquet.read_table(folder)
    assert games.schema.equals(make_schema(kd.Rules.from_text(RECIPE.rules)))
    assert set(games["game"].to_pylist()) == set(range(RECIPE.games))
    frame = polars.read_parquet(folder / "*.parquet")
    assert frame.shape == (games.num_rows, games.num_columns)
    assert frame["points"].to_list() == games["points"].to_pylist()
    whole = polars.scan_parquet(folder, hidden_file_prefix="_").collect()
    assert whole.equals(frame)


def test_a_dataset_by_an_older_version_is_read_and_gone_on_with(tmp_path: Path) -> None:
    write_dataset(tmp_path, RECIPE, jobs=1)
    (tmp_path / "_dataset.json").rename(tmp_path / "dataset.json")
    assert read_recipe(tmp_path)[0] == RECIPE
    assert write_dataset(tmp_path, RECIPE, jobs=1) == 0
    assert sorted(path.name for path in tmp_path.glob("*.json")) == ["_dataset.json"]


def test_what_is_no_dataset_or_another_one_is_refused(tmp_path: Path) -> None:
    write_dataset(tmp_path / "there", RECIPE, jobs=1)
    other = Recipe("random", "classic 2p", 5, 1, RECIPE.playouts, 2)
    with pytest.raises(SettingError, match="another rules and seed"):
        write_dataset(tmp_path / "there", other)
    fewer = Recipe("random", RECIPE.rules, 4, RECIPE.seed, RECIPE.playouts, 2)
    with pytest.raises(SettingError, match="is to hold 5 games already"):
        write_dataset(tmp_path / "there", fewer)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "letter.txt").write_text("Dear Ann")
    with pytest.raises(SettingError, match="not empty, and not a dataset"):
        write_dataset(tmp_path / "other", RECIPE)
    with pytest.raises(SettingError, match=r"no readable _dataset\.json"):
        next(stream_dataset(tmp_path / "other"))
    with pytest.raises(SettingError, match="1 row or more"):
        next(stream_dataset(tmp_path / "there", 0))
    with pytest.raises(SettingError, match="the number of jobs"):
        write_dataset(tmp_path / "there", RECIPE, jobs=0)
    (tmp_path / "there" / "part-00000.parquet").write_bytes(b"rubbish")
    with pytest.raises(SettingError, match="cannot be read"):
        next(stream_dataset(tmp_path / "there"))
    told = json.loads((tmp_path / "there" / "_dataset.json").read_text())
    (tmp_path / "there" / "_dataset.json").write_text(json.dumps(told | {"schema": 9}))
    with pytest.raises(SettingError, match="schema 9"):
        next(stream_dataset(tmp_path / "there"))


@pytest.mark.parametrize(
    ("setting", "error", "reason"),
    [
        ({"player": "nobody"}, UnknownPlayer, "there is no player"),
        ({"player": "random@x"}, PlayerError, "no budget"),
        ({"rules": "classic 5p"}, kd.RulesError, "not 5"),
        ({"games": 0}, SettingError, "games: 1 or more, not 0"),
        ({"playouts": -1}, SettingError, "playouts: 0 or more"),
        ({"seed": -1}, SettingError, "seed: 0 or more"),
    ],
)
def test_recipes_that_cannot_be_are_refused(
    tmp_path: Path, setting: dict[str, object], error: type[Exception], reason: str
) -> None:
    with pytest.raises(error, match=reason):
        write_dataset(tmp_path, Recipe(**({"player": "random"} | setting)))
    assert not list(tmp_path.iterdir())


class Own:
    """A player of one's own, that answers with texts."""

    def choose(self, view: kd.View, rng: random.Random) -> str:
        return str(view.legal_actions()[0])


def test_a_player_that_is_given_makes_the_same_dataset_as_one_that_is_named(
    tmp_path: Path,
) -> None:
    name = f"{__name__}:Own"
    for folder, player, jobs in (("a", Own, 1), ("b", Own(), 2), ("c", name, 1)):
        recipe = Recipe(player, games=2, playouts=0, games_a_part=1)
        assert write_dataset(tmp_path / folder, recipe, jobs=jobs) == 2
        assert read_recipe(tmp_path / folder)[0].player == name
    a, b, c = (
        [row.actions.tolist() for row in stream_dataset(tmp_path / folder)] for folder in "abc"
    )
    assert a == b == c


def test_whoever_reads_a_dataset_loads_nobodys_player(tmp_path: Path) -> None:
    write_dataset(tmp_path, RECIPE, jobs=1)
    told = json.loads((tmp_path / "_dataset.json").read_text())
    (tmp_path / "_dataset.json").write_text(json.dumps(told | {"player": "nowhere:Nobody"}))
    assert read_recipe(tmp_path)[0].player == "nowhere:Nobody"
    assert next(stream_dataset(tmp_path)).actions.size


@pytest.mark.compiled_only
def test_a_value_says_who_is_ahead_and_does_not_know_the_pile() -> None:
    rules = kd.Rules(players=2)
    game = kd.Game.new(rules, 5)
    while game.round < rules.rounds:
        game.play(game.legal_actions()[0])
    valuer = Valuer(2, 64)
    values = valuer.value(game.state, chance.stream(1))
    assert values == valuer.value(game.state, chance.stream(1))
    assert sum(values) == pytest.approx(0, abs=1e-6)
    assert Valuer(2, 0).value(game.state, chance.stream(1)) == [0, 0]
    points = [score.total for score in game.scores()]
    assert points[0] != points[1]
    assert (values[0] > values[1]) == (points[0] > points[1])


def test_the_command_writes_a_dataset_and_goes_on_with_it(tmp_path: Path) -> None:
    out = str(tmp_path / "games")
    words = ("dataset", "random", "--games", "3", "--playouts", "0", "--jobs", "1", "--out", out)
    first = run(*words, "--json")
    assert first.code == 0, first.err
    assert first.json["played_now"] == 3
    assert run(*words, "--json").json["played_now"] == 0
    assert run(*words).out.strip() == out
    assert sum(len(batch.actions) for batch in stream_dataset(out)) == 3 * 48


@pytest.mark.compiled_only
@pytest.mark.skipif(os.name != "posix", reason="sends signals")
def test_ctrl_c_stops_the_command_without_a_traceback(tmp_path: Path) -> None:
    out = tmp_path / "games"
    words = ("dataset", "random", "--games", "100000", "--jobs", "2", "--out", str(out))
    command = subprocess.Popen(
        [sys.executable, "-W", "error", "-m", "kingdomino", *words],
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    deadline = time.monotonic() + 120
    while not list(out.glob("*.parquet")) and time.monotonic() < deadline:
        time.sleep(0.05)
    os.killpg(command.pid, signal.SIGINT)
    _, said = command.communicate(timeout=60)
    assert command.returncode == 130, said
    assert "Traceback" not in said
    rows = sum(len(batch.actions) for batch in stream_dataset(out))
    assert rows == len(list(out.glob("*.parquet"))) * 50 * 48 > 0


def test_the_command_refuses_with_a_sentence(tmp_path: Path) -> None:
    out = str(tmp_path / "games")
    assert "no player 'nobody'" in refuse("dataset", "nobody", "--out", out)
    assert "not 5" in refuse("dataset", "random", "--rules", "5p", "--out", out)
    assert "games: 1 or more" in refuse("dataset", "random", "--games", "0", "--out", out)
