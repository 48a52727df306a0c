import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import kingdomino as kd
from tests.arena.contests import HERE
from tests.cli.command import refuse, run


@pytest.fixture(autouse=True)
def _cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def test_players_play_each_other():
    outcome = run("arena", "full-greedy", "random", "--games", "6", "--jobs", "1")
    assert outcome.code == 0
    assert outcome.err == ""
    assert outcome.out.startswith("classic 2p, round robin: games 6, deals 3")
    assert re.search(r"full-greedy +100\.0 \[", outcome.out)


def test_one_against_a_field_as_json():
    found = run(
        "arena", "full-greedy", "random", "--rules", "classic 4p middle harmony",
        "--one-against-field", "--games", "8", "--seed", "5", "--jobs", "1", "--json",
    ).json  # fmt: skip
    assert found["rules"] == "classic 4p harmony middle"
    assert (found["mode"], found["games"], found["deals"]) == ("one against field", 8, 2)
    one, field = found["players"]
    assert (one["name"], one["seats"], field["seats"]) == ("full-greedy", 8, 24)
    assert one["win_rate"] + 3 * field["win_rate"] == pytest.approx(1)


def test_the_same_seed_gives_the_same_results():
    def play(seed: str) -> list[object]:
        found = run("arena", "random", "--games", "3", "--seed", seed, "--jobs", "1", "--json").json
        return [player["score_counts"] for player in found["players"]]

    assert play("1") == play("1") != play("2")


def test_your_own_player_enters_from_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "my_arena_player.py").write_text(
        "class Miser:\n    def choose(self, view, rng):\n        return view.legal_actions()[0]\n",
        encoding="utf-8",
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    found = run(
        "arena", "random", "--player", "my_arena_player:Miser", "--games", "4", "--jobs", "2",
        "--json",
    ).json  # fmt: skip
    assert [player["name"] for player in found["players"]] == ["random", "my_arena_player:Miser"]
    assert found["games"] == 4


def test_files_are_written(tmp_path: Path):
    outcome = run(
        "arena", "random", "greedy-placement", "--games", "4", "--jobs", "1", "--rules", "2p",
        "--csv", str(tmp_path / "results.csv"), "--plot", str(tmp_path / "results.svg"),
        "--records", str(tmp_path / "records"),
    )  # fmt: skip
    assert outcome.code == 0, outcome.err
    assert (tmp_path / "results.csv").read_text().startswith("name,")
    assert "<svg" in (tmp_path / "results.svg").read_text()
    records = sorted((tmp_path / "records").iterdir())
    assert len(records) == 4
    assert kd.Game.from_record(records[0].read_text()).over


def test_a_player_that_fails_is_reported_and_the_rest_goes_on():
    outcome = run("arena", f"{HERE}:Crasher", "random", "--games", "4", "--jobs", "1", "--json")
    assert outcome.code == 1
    assert outcome.json["games"] == 4
    assert outcome.json["players"][0]["failures"] == 4
    assert "Crasher crashes (ZeroDivisionError: no crowns left) in deal 1, round 3" in outcome.err
    assert outcome.err.count("Traceback (most recent call last):") == 1
    assert 'raise ZeroDivisionError("no crowns left")' in outcome.err
    assert "contests.py" in outcome.json["faults"][0]["traceback"]


def test_the_arena_stops_on_failure_if_told_so(tmp_path: Path):
    outcome = run(
        "arena", f"{HERE}:Cheat", "random", "--games", "4", "--jobs", "1", "--json",
        "--stop-on-failure", "--out", str(tmp_path / "out"),
    )  # fmt: skip
    assert outcome.code == 1
    assert outcome.json["games"] == 1
    assert outcome.json["finished"] is False
    assert len((tmp_path / "out" / "games.jsonl").read_text().splitlines()) == 1
    assert (
        f"What was played is kept in {tmp_path / 'out'}: run the same command again to go on."
        in outcome.err
    )


def test_the_arena_says_where_games_are_kept_that_were_not_given_a_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    outcome = run(
        "arena", f"{HERE}:Cheat", "random", "--games", "4", "--jobs", "1", "--stop-on-failure"
    )
    (folder,) = (tmp_path / "kingdomino" / "arena").iterdir()
    sentence = (
        f"What was played is kept in {folder}: run the same command again with --resume to go on."
    )
    assert sentence in outcome.err.replace("\n", "")


def test_the_arena_plays_by_the_rules_that_are_usual_everywhere():
    plain = str(kd.Rules())
    played = run("arena", "random", "--games", "2", "--jobs", "1", "--json").json
    assert played["rules"] == plain
    for command in ("arena", "new", "perft", "dataset"):
        assert f"[default: {plain}]" in " ".join(run(command, "--help").out.split())


def test_a_dataset_finds_your_own_player_in_the_current_folder_as_the_arena_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "my_dataset_player.py").write_text(
        "class Miser:\n    def choose(self, view, rng):\n        return view.legal_actions()[0]\n",
        encoding="utf-8",
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [path for path in sys.path if path])
    found = run(
        "dataset", "my_dataset_player:Miser", "--games", "2", "--out", "games", "--playouts", "0",
        "--json",
    )  # fmt: skip
    assert found.code == 0, found.err
    assert found.json["played_now"] == 2
    refused = run("dataset", "full-greedy@5", "--games", "2", "--out", "more")
    assert refused.code == 2
    assert "'full-greedy' decides without a budget: leave out '@5'." in refused.err


def test_a_results_folder_is_gone_on_with(tmp_path: Path):
    def play(folder: str, games: int) -> tuple[object, str]:
        outcome = run(
            "arena", "random", "greedy-placement", "--games", str(games), "--jobs", "1",
            "--json", "--out", str(tmp_path / folder),
        )  # fmt: skip
        found = outcome.json
        for player in found["players"]:
            del player["decision_seconds"]
        del found["seconds"]
        return found, outcome.err

    play("parts", 4)
    found, said = play("parts", 8)
    assert "Games played before: 4 of 8." in said
    assert found == play("whole", 8)[0]


SLOW = """
import time

class Slow:
    def choose(self, view, rng):
        time.sleep(0.004)
        return rng.choice(view.legal_actions())
"""


@pytest.mark.compiled_only
@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is something else there")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_keeps_what_was_played_and_resume_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jobs: str
):
    (tmp_path / "slow_arena_player.py").write_text(SLOW, encoding="utf-8")
    monkeypatch.setattr(sys, "path", list(sys.path))
    command = ["arena", "random", "slow_arena_player:Slow", "--games", "16", "--json"]
    process = subprocess.Popen(
        [sys.executable, "-m", "kingdomino", *command, "--jobs", jobs],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    deadline = time.monotonic() + 120
    while not any(path.stat().st_size for path in tmp_path.glob("cache/**/games.jsonl")):
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert "Traceback" not in err
    assert "run the same command again with --resume" in err
    before = json.loads(out)["games"]
    assert 0 < before < 16
    resumed = run(*command, "--jobs", jobs, "--resume")
    assert f"Games played before: {before} of 16." in resumed.err
    found, expected = resumed.json, run(*command, "--jobs", "1").json
    assert found["finished"]
    for one, other in zip(found["players"], expected["players"], strict=True):
        for measured in ("decision_seconds",):
            del one[measured], other[measured]
        assert one == other
    assert not list(tmp_path.glob("cache/**/games.jsonl"))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "Who plays?"),
        (["nobody"], "there is no player 'nobody'"),
        (["random@soon"], "'soon' is no budget for random"),
        (["random", "--rules", "5p"], "Kingdomino is for 2, 3 or 4 players, not 5"),
        (["random", "--games", "0"], "at least 1 game"),
        (["random", "--games", "many"], "--games"),
        (["random", "--time", "0"], "positive number of seconds"),
        (["random", "--time", "nan"], "positive number of seconds"),
        (["random", "--work", "0"], "at least 1, not 0"),
        (["random", "--seed", "lucky"], "--seed"),
        (["random", "--jobs", "0"], "--jobs is 1 or more"),
        (["random", "--one-against-field"], "takes two players"),
        (["random", "--plot", "results.gif"], ".png or .svg"),
        (["random", "--csv", "no/such/folder/results.csv"], "there is no folder"),
        (["random", "--csv", "."], "is a directory"),
        (["random", "--records", __file__], "is a file, not a directory"),
        (["random", "--out", __file__], "cannot be used"),
        (["no_such_module:Player"], "cannot be loaded"),
        ([f"{HERE}:NoPlayer"], "no method choose"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_sentence(arguments: list[str], sentence: str):
    assert sentence in refuse("arena", *arguments)


def test_a_folder_of_another_contest_is_refused(tmp_path: Path):
    run("arena", "random", "--games", "1", "--jobs", "1", "--out", str(tmp_path))
    assert "another contest, with other seed" in refuse(
        "arena", "random", "--games", "1", "--jobs", "1", "--out", str(tmp_path), "--seed", "1"
    )


@pytest.mark.parametrize(("option", "module"), [("--ray", "ray"), ("--plot=a.png", "matplotlib")])
def test_a_missing_extra_is_named(option: str, module: str, monkeypatch: pytest.MonkeyPatch):
    import importlib.util

    found = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == module else found(name)
    )
    assert f"needs {module}: install kingdomino[" in refuse("arena", "random", option)
