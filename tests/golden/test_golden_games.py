"""Golden games: they load, replay, and are written again byte for byte, for ever."""

from pathlib import Path

import pytest

import kingdomino as kd
from tests.game.test_against_oracle import (
    as_tuple,
    assert_same_position,
    assert_same_scores,
    seat_at_the_same_table,
)
from tests.golden.make import games
from tests.rulebook.table import SETUPS

FILES = sorted(Path(__file__).parent.glob("*.txt"))


def read(path: Path) -> str:
    return path.read_bytes().decode()


def load(path: Path) -> kd.Game:
    return kd.Game.from_record(read(path), seed=0)


golden = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


@golden
def test_a_golden_game_is_written_as_it_was_read(path: Path) -> None:
    game = load(path)
    assert str(game.record()) == read(path)
    assert game.over != path.stem.endswith("unfinished")


@golden
def test_a_golden_game_was_dealt_as_was_committed_to(path: Path) -> None:
    game = load(path)
    if game.over:
        pile, opening = game.deal.shuffle(game.rules)
        assert game.tags["Commitment"] == game.deal.commitment
        assert game.opening == opening
        *lines, last = [round_.dominoes for round_ in game.record().rounds]
        assert last == ()
        length = game.rules.line_length
        for number, line in enumerate(lines):
            assert list(line) == sorted(pile[length * number : length * (number + 1)])
    else:
        assert game.deal is None
        assert len(game.tags["Commitment"]) == 64


@golden
def test_the_referee_agrees_on_every_step_of_a_golden_game(path: Path) -> None:
    game = load(path)
    actions = [action for _, action in game.history]
    while game.history:
        game.undo()
    oracle = seat_at_the_same_table(game)
    for action in actions:
        assert {as_tuple(action) for action in game.legal_actions()} == oracle.legal_actions()
        game.play(action)
        oracle.play(as_tuple(action))
        assert_same_position(game, oracle)
    assert_same_scores(game, oracle)
    record = kd.Record.parse(read(path))
    assert record.scores == (
        tuple(score.total for score in oracle.scores()) if oracle.over else None
    )


def test_every_setup_and_bonus_has_a_finished_golden_game() -> None:
    finished = {str(game.rules) for game in map(load, FILES) if game.over}
    expected = {
        str(setup).replace("dynasty", "") + bonuses
        for setup in SETUPS
        for bonuses in ("", " middle", " harmony", " harmony middle")
    }
    assert expected <= finished
    assert any("dynasty" in rules for rules in finished)
    assert len(FILES) >= 24


def test_some_kingdoms_are_complete_and_some_dominoes_are_thrown_away() -> None:
    kingdoms = [kingdom for game in map(load, FILES) if game.over for kingdom in game.kingdoms]
    assert {0, 1, 2} <= {kingdom.discards for kingdom in kingdoms}


@pytest.mark.compiled_only
def test_the_script_writes_the_golden_games_as_they_are() -> None:
    made = {name: str(game.record()) for name, game in games().items()}
    assert made == {path.stem: read(path) for path in FILES}
