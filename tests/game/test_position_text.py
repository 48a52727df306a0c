"""The one-line text of a position."""

import random
import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import kingdomino as kd
from tests import strategies
from tests.conftest import as_many_as
from tests.strategies import ALL_RULES

UNSEEN = "1-2,4-5,7-9,11-14,17-35,37-44,47-48"
OPENED = f"classic-2p-harmony PG 1 G10,P16,P45,G46 3,6,15,36 C C {UNSEEN}"
LAST = "revised-2p PY 12 P1,Y2,Y3,P4 - C C -"


@given(strategies.games())
def test_a_position_survives_the_way_through_text(game: kd.Game) -> None:
    text = str(game)
    position = kd.Position.from_text(text)
    assert position == game
    assert str(position) == text
    assert position.legal_actions() == game.legal_actions()
    assert position.scores() == game.scores()
    assert "\n" not in text


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_every_moment_of_a_game_survives_the_way_through_text(rules: kd.Rules) -> None:
    game = strategies.play(kd.Game.new(rules, seed=1), 200, random.Random(1))
    for position in game.positions()[:: as_many_as(1, 9)]:
        assert kd.Position.from_text(str(position)) == position


def test_a_position_is_written_as_in_the_example() -> None:
    position = kd.Position.from_text(OPENED)
    assert str(position) == OPENED
    assert position.rules == kd.Rules(players=2, harmony=True)
    assert position.colours == (kd.Colour.PINK, kd.Colour.GREEN)
    assert (position.round, position.phase, position.seat, position.domino) == (1, "place", 1, 10)
    assert position.line == ((10, 1), (16, 0), (45, 0), (46, 1))
    assert position.next_line == ((3, None), (6, None), (15, None), (36, None))


@pytest.mark.parametrize(
    ("field", "text", "reason"),
    [
        (0, "chess", "'chess' is no word for a rule"),
        (0, "classic", "do not say how many play"),
        (1, "P", "the letters of 2 players should stand here"),
        (1, "PP", "the letters of 2 players should stand here"),
        (1, "PX", "'X' is no player's letter: they are P, Y, G and B"),
        (2, "7", "the round is a number from 0 to 6"),
        (2, "x", "the round is a number from 0 to 6"),
        (3, "-", "between 1 and 4 kings have yet to move in this round"),
        (3, "G1,G2,P4,P5,P7", "between 1 and 4 kings have yet to move"),
        (3, "G10,P16,45,G46", "every king has its player's letter"),
        (3, "G10,P45,P16,G46", "the kings stand in ascending order of their dominoes"),
        (3, "G10,P16,P16,G46", "the kings stand in ascending order of their dominoes"),
        (3, "G10,P,P45,G46", "only the first king can be in hand"),
        (3, "G10,,P45,G46", "'' is no king or domino: write G10, G or 10"),
        (3, "g10,P16,P45,G46", "'g10' is no king or domino"),
        (3, "B10,P16,P45,G46", "'B' is not the letter of a player here"),
        (3, "G10,P16,P45,G49", "there is no domino 49"),
        (3, "G0,P16,P45,G46", "there is no domino 0"),
        (4, "3,6,15", "the line of this round has 4 dominoes"),
        (4, "3,6,15,P", "the line of this round has 4 dominoes"),
        (4, "3,6,36,15", "the line is in ascending order"),
        (4, "P3,6,15,36", "0 kings have moved, but 1 stand on the line"),
        (4, "3,6,10,36", "a domino on which a king stands is not in the line"),
        (5, "X", "'X' is no square"),
        (5, "wC", "1 squares: dominoes would make an even number"),
        (5, "wwC", "Pink has not received that many dominoes yet"),
        (7, "1-2,x", "'x' is no domino or range of dominoes: write 3 or 3-7"),
        (7, "2-1", "'2-1' is no range within 1 to 48"),
        (7, "0-3", "'0-3' is no range within 1 to 48"),
        (7, "40-49", "'40-49' is no range within 1 to 48"),
        (7, "-", "40 dominoes are unseen in this round, not 0"),
        (7, "1-40", "an open domino is listed as unseen"),
    ],
)
def test_a_field_that_is_wrong_is_refused_with_its_column(
    field: int, text: str, reason: str
) -> None:
    fields = OPENED.split()
    fields[field] = text
    with pytest.raises(kd.NotationError, match=re.escape(reason)) as refusal:
        kd.Position.from_text(" ".join(fields))
    column = len(" ".join(fields[:field])) + (2 if field else 1)
    assert (refusal.value.line, refusal.value.column) == (1, column)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "the fields are rules, letters, round, kings"),
        ("classic-2p", "the fields are"),
        ("classic-2p PG 1", "the fields are"),
        (f"{OPENED} more", "the fields are"),
        ("classic-2p PG 0 P1,G,G,P 3,6,15,36 C C -", "in round 0 all kings are in hand"),
        ("classic-2p PG 6 P,G2,G3,P4 - C C -", "in the last round no king is in hand"),
        (LAST.replace("Y3", "P3"), "each player has 2 kings"),
        (LAST.replace("P4", "P4,P5"), "between 1 and 4 kings"),
        (LAST.replace("-", "1,2,3,4", 2).replace("revised1,2,3,4", "revised-"), "0 dominoes"),
        ("classic-3p PYG 12 P1,P2 - C C C -", "each player has 1 kings"),
        ("revised-2p PY 0 P,Y,P,Y 3,6,15,36 C C 1", "one player claims a domino, the other two"),
        ("revised-2p PY 0 Y,Y 3,P6,P15,36 C C 1", "one player claims a domino, the other two"),
        ("revised-2p PY 0 P,Y,P Y3,6,15,36 C C 1", "one player claims a domino, the other two"),
        (OPENED.replace("P45", "G45"), "each player has 2 kings"),
        ("classic-2p PG 6 - - C C 1-23", "24 dominoes are unseen in this round, not 23"),
        (
            "classic-2p PG 6 - - w1w1C C 1-22,24-25",
            "the kingdoms have 2 squares of wheat with 1 crown, "
            "the dominoes gone from the lines only 1",
        ),
    ],
)
def test_fields_that_do_not_fit_together_are_refused(text: str, reason: str) -> None:
    with pytest.raises(kd.NotationError, match=re.escape(reason)):
        kd.Position.from_text(text)


@pytest.mark.parametrize("kings", ["P,Y,Y,P", "Y,P,P,Y"])
def test_in_the_revised_game_for_two_one_claims_then_the_other_twice(kings: str) -> None:
    text = f"revised-2p PY 0 {kings} 3,6,15,36 C C 1-2,4-5,7-14,16-35,37-48"
    assert str(kd.Position.from_text(text)) == text


@given(st.text() | strategies.mutated(strategies.games().map(str)))
@example(OPENED)
@example(LAST)
def test_any_text_is_a_position_or_refused_with_its_place(text: str) -> None:
    try:
        position = kd.Position.from_text(text)
    except kd.NotationError as error:
        refusal = error
    else:
        # Whatever is accepted can be asked everything a position knows.
        assert kd.Position.from_text(str(position)) == position
        assert bool(position.legal_actions()) != position.over
        assert len(position.scores()) == position.rules.players
        return
    assert refusal.reason
    assert refusal.line == 1
    assert 1 <= refusal.column <= max(len(text), 1)
