"""Actions as objects, as text and as the kernel's numbers."""

import dataclasses

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kingdomino as kd
from kingdomino.game.actions import check_domino
from kingdomino.game.cells import WAYS
from tests import strategies

claims = st.builds(kd.Claim, strategies.numbers)
discards = st.builds(kd.Discard, strategies.numbers)
places = st.builds(
    lambda domino, cell, step: kd.Place(domino, cell, (cell[0] + step[0], cell[1] + step[1])),
    strategies.numbers,
    strategies.cells,
    st.sampled_from(list(WAYS.values())),
)


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (kd.Claim(15), "-15"),
        (kd.Discard(10), "10x"),
        (kd.Place(10, (0, -1), (0, -2)), "10:g6s"),
        (kd.Place(10, (1, 0), (2, 0)), "10:h7e"),
        (kd.Place(10, (-1, 0), (-2, 0)), "10:f7w"),
        (kd.Place(10, (0, 1), (0, 2)), "10:g8n"),
    ],
)
def test_actions_are_written_as_at_the_table(action: kd.Action, text: str) -> None:
    assert str(action) == text
    assert kd.parse_action(text) == action


def test_a_claim_may_be_written_without_its_dash() -> None:
    assert kd.parse_action("15") == kd.Claim(15)


@given(claims | discards | places)
def test_actions_survive_the_way_through_text(action: kd.Action) -> None:
    assert kd.parse_action(str(action)) == action


@given(strategies.games(finished=False))
def test_objects_numbers_and_texts_of_legal_actions_mean_the_same(game: kd.Game) -> None:
    actions, numbers = game.legal_actions(), game.legal_numbers()
    assert len(actions) == len(numbers) == len({str(action) for action in actions})
    assert game.read_actions(numbers) == actions
    for action, number in zip(actions, numbers, strict=True):
        for form in (action, str(action), number, np.int64(number)):
            assert game.number_action(form) == number
            assert game.find(form) == action
        assert game.read_actions([number]) == [action]


@given(strategies.games(finished=False))
def test_a_game_is_played_by_objects_texts_and_numbers(game: kd.Game) -> None:
    number, action = game.legal_numbers()[-1], game.legal_actions()[-1]
    played = []
    for form in (action, str(action), number):
        twin = game.copy()
        twin.play(form)
        played.append(twin)
    twin = game.copy()
    twin.play_number(np.int64(number))
    played.append(twin)
    assert all(each == played[0] for each in played)
    assert {each.history for each in played} == {(*game.history, (game.seat, action))}


@given(strategies.games(), st.integers(-10, 320))
def test_a_number_that_is_not_legal_is_refused_wherever_it_is_taken(
    game: kd.Game, number: int
) -> None:
    if number in game.legal_numbers():
        return
    before = game.copy()
    for take in (
        game.play, game.play_number, game.find, game.number_action, game.view(0).find,
        lambda number: game.read_actions([number]),
    ):  # fmt: skip
        with pytest.raises(kd.IllegalAction, match=f"action {number}( is not legal: .|: actions)"):
            take(number)
    assert (game, game.history) == (before, before.history)


def test_a_number_is_refused_with_the_reason() -> None:
    game = kd.Game.new(kd.Rules(players=2), seed=2026)
    with pytest.raises(kd.IllegalAction, match=r"action 257 is not legal: .* free to claim: 5, 9"):
        game.play(257)
    with pytest.raises(kd.IllegalAction, match="action 7 is not legal: Pink has to claim"):
        game.play(7)
    for action in ("-46", "-24", "-9", "-5"):
        game.play(action)
    with pytest.raises(
        kd.IllegalAction, match=r"action 213 is not legal: domino 5 does not fit at"
    ):
        game.read_actions([213])
    with pytest.raises(kd.IllegalAction, match=r"action 256 .* may not be thrown away: it fits"):
        game.play(256)
    with pytest.raises(kd.IllegalAction, match=r"action 300 .* has to place domino 5 first"):
        game.play(300)
    with pytest.raises(kd.IllegalAction, match="there is no action 305: actions are numbered 0 to"):
        game.play(305)
    assert game.read_actions([]) == []


def test_a_domino_of_like_halves_has_each_placement_once() -> None:
    game = kd.Game(kd.Rules(players=2), range(1, 25), (0, 1, 0, 1))
    for domino in (1, 2, 3, 4):
        game.play(kd.Claim(domino))
    with pytest.raises(kd.IllegalAction, match="action 136 is not legal: it is listed as 8"):
        game.play(128 + 8)


@pytest.mark.parametrize("thing", [None, 1.5, True, [3], kd.Rules(), b"-15"])
def test_what_is_no_action_at_all_is_refused(thing: object) -> None:
    game = kd.Game.new(kd.Rules(players=2), seed=1)
    with pytest.raises(kd.IllegalAction, match=r"an action is .*, not|an action is .*: not"):
        game.play(thing)
    with pytest.raises(kd.IllegalAction, match="an action is a whole number from 0 to 304, not"):
        game.play_number(thing)


def test_a_placement_of_cells_that_lie_apart_names_both() -> None:
    assert str(kd.Place(3, (0, 1), (2, 2))) == "3:g8-i9"


def test_a_turned_placement_takes_the_same_cells() -> None:
    place = kd.Place(3, (0, 1), (0, 2))
    assert place.turned == kd.Place(3, (0, 2), (0, 1))
    assert place.turned.turned == place


def test_actions_do_not_change() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        kd.Claim(3).domino = 4
    assert len({kd.Claim(3), kd.Claim(3), kd.Discard(3)}) == 2


@pytest.mark.parametrize(
    "text", ["", "x", "-", "a", "1.5", "10:g6", "10:g6q", "10:n1e", "-1x", "-x"]
)
def test_what_is_no_action_is_refused_with_the_right_forms(text: str) -> None:
    with pytest.raises(kd.NotationError, match="is no action: write a claim as -15") as refusal:
        kd.parse_action(text)
    assert (refusal.value.line, refusal.value.column) == (None, None)


@pytest.mark.parametrize("text", ["-0", "-49", "00x", "99:g8n"])
def test_there_are_48_dominoes_to_name(text: str) -> None:
    with pytest.raises(kd.NotationError, match="they are numbered 1 to 48"):
        kd.parse_action(text)


def test_a_row_beyond_13_is_refused() -> None:
    with pytest.raises(kd.NotationError, match="the rows are 1 to 13"):
        kd.parse_action("10:g14s")


@pytest.mark.parametrize("number", [0, 49])
def test_a_domino_that_is_not_in_the_box_is_illegal(number: int) -> None:
    with pytest.raises(kd.IllegalAction, match=f"there is no domino {number}"):
        check_domino(number)


@given(st.text() | strategies.mutated((claims | discards | places).map(str)))
def test_any_text_is_an_action_or_refused(text: str) -> None:
    try:
        action = kd.parse_action(text)
    except kd.NotationError:
        return
    assert kd.parse_action(str(action)) == action
