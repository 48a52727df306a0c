"""Actions as objects, as text and as the kernel's numbers."""

import dataclasses

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
        assert game.number_action(action) == game.number_action(str(action)) == number
        assert game.read_actions([number]) == [action]


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
