"""Game records: written, read, and refused with the place and the reason."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import kingdomino as kd
from kingdomino.game.deal import Deal
from tests import strategies
from tests.rulebook.table import finished

RECORD = """\
[Rules "classic 2p harmony middle"]
[Pink "Ann"]
[Green "bot:greedy"]
[Event "At the table"]

0. 10,16,45,46 G-16 P-46 P-45 G-10
1. 3,6,15,36 G10:g5n-15 G16:h7e-36 P45:f7w-3
"""

ROUNDS = RECORD[RECORD.index("0. ") :]

names = st.text(max_size=12).filter(str.isprintable)


def test_a_record_reads_as_in_the_example() -> None:
    game = kd.Game.from_record(RECORD, seed=1)
    assert game.rules == kd.Rules(players=2, harmony=True, middle_kingdom=True)
    assert game.colours == (kd.Colour.PINK, kd.Colour.GREEN)
    assert game.names == ("Ann", "bot:greedy")
    assert game.tags == {"Event": "At the table"}
    assert (game.round, game.seat, game.domino) == (1, 0, 46)
    assert [move.action for move in game.history[4:6]] == [
        kd.Place(10, (0, -2), (0, -1)),
        kd.Claim(15),
    ]
    assert str(game.record()) == RECORD


@given(strategies.games(), st.booleans(), st.data())
def test_a_record_survives_the_way_through_text(
    game: kd.Game, reveal: bool, data: st.DataObject
) -> None:
    game.names = tuple(data.draw(names) for _ in game.names)
    game.tags = {"Event": data.draw(names)}
    text = str(game.record(reveal=reveal))
    again = kd.Game.from_record(text, seed=1)
    assert str(again.record(reveal=reveal)) == text
    assert again == game
    assert (again.history, again.names, again.tags) == (game.history, game.names, game.tags)
    assert (again.deal == game.deal) == (reveal or game.over)
    assert text.isascii() or not "".join([*game.names, *game.tags.values()]).isascii()


@given(strategies.games(finished=True))
def test_a_finished_record_carries_seed_and_scores(game: kd.Game) -> None:
    record = kd.Record.parse(str(game.record()))
    assert record.deal == game.deal
    assert record.scores == tuple(score.total for score in game.scores())


def test_an_unfinished_record_keeps_the_seed_to_itself() -> None:
    game = kd.Game.new(kd.Rules(players=2), seed=4711)
    assert "4711" not in str(game.record())
    assert '[Seed "4711"]' in str(game.record(reveal=True))


def test_contributions_are_part_of_the_record() -> None:
    deal = Deal("1", ("00ff", "ab"))
    text = str(kd.Game.from_deal(kd.Rules(players=2), deal).record(reveal=True))
    assert '[Contributions "00ff ab"]' in text
    assert kd.Game.from_record(text).deal == deal


@pytest.mark.parametrize(
    "changed",
    [
        RECORD.replace("\n", "\r\n"),
        RECORD.replace("\n\n", "\n"),
        RECORD.replace("]\n[", "] ["),
        RECORD.replace("\n1. ", "\n\n  1.\n").replace(" G-16", "\n  G-16"),
        RECORD.rstrip(),
        RECORD.replace("harmony middle", "middle  HARMONY"),
        RECORD.replace("g5n", "g6s"),  # like halves, named the other way round
        "\n" + RECORD,
        "  " + RECORD,
    ],
)
def test_a_record_may_be_laid_out_freely(changed: str) -> None:
    assert str(kd.Game.from_record(changed, seed=1).record()) == RECORD


def test_quotes_and_backslashes_are_escaped() -> None:
    game = kd.Game.new(kd.Rules(players=2), seed=1, names=['An"n', "B\\n"])
    text = str(game.record())
    assert r'[Pink "An\"n"]' in text
    assert r'[Yellow "B\\n"]' in text
    assert kd.Game.from_record(text).names == game.names


@pytest.mark.parametrize(
    ("old", "new", "place", "reason"),
    [
        (RECORD, "", (1, 1), 'the tag [Rules "classic 2p"] or the like is missing'),
        ("[Rules", "(Rules", (1, 1), 'the tag [Rules "classic 2p"] or the like is missing'),
        ("[Rules ", "[Regeln ", (1, 1), "the tag [Rules"),
        ("[Rules ", "[rules ", (1, 1), 'a tag is written [Name "value"]'),
        ('"Ann"]', '"Ann"', (2, 1), 'a tag is written [Name "value"]'),
        ('"Ann"]', '"Ann"] x', (2, 14), 'a tag is written [Name "value"]'),
        ('"Ann"', '"A\\n"', (2, 1), 'a tag is written [Name "value"]'),
        ('"Ann"', '"A\tn"', (2, 1), "a tag is of printable characters"),
        ('"At the table"', '"At\x0bhome"', (4, 1), "a tag is of printable characters"),
        ('[Green "', '[Pink "', (3, 1), "a second tag Pink"),
        ("classic 2p", "chess 2p", (1, 1), "'chess' is no word for a rule"),
        ("classic 2p", "classic 3p", (1, 1), "2 players are named, but 3 play"),
        ("[Event", '[Seed "x1"]\n[Event', (4, 1), "'x1' is no seed"),
        ("[Event", '[Contributions "00"]\n[Event', (4, 1), "contributions without a seed"),
        ("[Event", '[Seed "1"] [Contributions "A"]\n[Event', (4, 1), "'A' is no contribution"),
        ("[Event", '[Scores "1"]\n[Event', (4, 1), "the scores are 2 numbers, one for each player"),
        ("[Event", '[Scores "1 b"]\n[Event', (4, 1), "the scores are 2 numbers"),
        ("[Event", '[Scores "1 2"]\n[Event', (4, 1), "final scores, but its game is not over"),
        ("[Event", '[Seed "0"]\n[Event', (7, 1), "the kings were not drawn as the record's seed"),
        ("[Event", '[Seed "1"]\n[Event', (7, 1), "the line of round 0 is not the one"),
        ("0. 10", "1. 10", (6, 1), "0. should stand here, not '1.'"),
        ("0. 10", "10", (6, 1), "0. should stand here, not '10,16,45,46'"),
        ("1. 3", "2. 3", (7, 1), "1. should stand here, not '2.'"),
        ("10,16,45,46", "10;16", (6, 4), "a line is written as numbers with commas, not '10;16'"),
        ("10,16,45,46", "10,16,45", (6, 4), "a line has 4 dominoes, not 3"),
        ("10,16,45,46", "10,45,16,46", (6, 4), "a line is in ascending order"),
        ("10,16,45,46", "0,10,16,46", (6, 4), "there is no domino 0"),
        ("3,6,15,36", "3,6,15,49", (7, 4), "there is no domino 49"),
        ("3,6,15,36", "3,6,10,36", (7, 4), "domino 10 was in a line before"),
        ("G-16", "G-6-", (6, 16), "'G-6-' is no turn: write the player's letter"),
        ("G-16", "Y-16", (6, 16), "Yellow does not play"),
        ("G-16", "G-99", (6, 16), "there is no domino 99"),
        (" G-10\n", " G-10 G-3\n", (6, 1), "round 0 names each player 2 times"),
        (" G-10\n", "\n", (6, 1), "round 0 names each player 2 times"),
        (ROUNDS, "", (6, 1), "there is no round 0 with the first line"),
        ("f7w-3\n", "f7w-3\n2. 1,2,4,5\n", (8, 1), "round 2 begins before round 1 is complete"),
        ("P45:f7w-3\n", "P45:f7w-3 P46:e8e-6\n", (7, 1), "the line of round 2 is missing"),
        ("P45:f7w-3\n", "P45:f7w-3\n2.\n", (8, 1), "round 2 has no line"),
    ],
)  # fmt: skip
def test_a_malformed_record_is_refused_with_line_and_column(
    old: str, new: str, place: tuple[int, int], reason: str
) -> None:
    assert old in RECORD
    with pytest.raises(kd.NotationError, match=re.escape(reason)) as refusal:
        kd.Game.from_record(RECORD.replace(old, new, 1), seed=1)
    assert (refusal.value.line, refusal.value.column) == place
    assert str(refusal.value).startswith(f"line {place[0]}, column {place[1]}: ")


def test_with_one_king_each_round_0_names_everyone_once() -> None:
    text = str(kd.Game.new(kd.Rules(players=3), seed=1).record())
    with pytest.raises(kd.NotationError, match="round 0 names each player once"):
        kd.Game.from_record(text.replace(" P", " G", 1))


def test_in_the_revised_game_for_two_one_claims_then_the_other_twice() -> None:
    text = RECORD.replace("classic", "revised")
    with pytest.raises(kd.NotationError, match="one player claims a domino, the other two") as no:
        kd.Game.from_record(text.replace("P-46 P-45 G-10", "P-46 G-10 P-45"))
    assert (no.value.line, no.value.column) == (6, 1)
    assert kd.Game.from_record(text, seed=1).round == 1


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("P-46", "P-16", "round 0, Pink (line 6): Green has claimed domino 16 already"),
        ("P-46", "P-15", "round 0, Pink (line 6): domino 15 is not in the line"),
        ("G10:g5n-15", "P46:g6s-15", "round 1, Pink (line 7): it is Green's turn"),
        ("G10:g5n", "G10x", "round 1, Green (line 7): domino 10 may not be thrown away"),
        ("G10:g5n", "G10:g7s", "round 1, Green (line 7): domino 10 does not fit at g6-g7: g7 is"),
        ("G10:g5n", "G10:a1s", "round 1, Green (line 7): domino 10 does not fit at (-6,-7)-a1"),
        ("G10:g5n", "G11:g6s", "round 1, Green (line 7): Green has to place domino 10, not 11"),
        ("G10:g5n-15", "G-15", "round 1, Green (line 7): Green has to place domino 10 first"),
        ("G10:g5n-15", "G10:g5n", "round 1, Green (line 7): Green has to claim a domino"),
    ],
)
def test_an_illegal_action_is_refused_with_round_seat_and_reason(
    old: str, new: str, reason: str
) -> None:
    with pytest.raises(kd.IllegalAction, match=re.escape(reason)):
        kd.Game.from_record(RECORD.replace(old, new, 1), seed=1)


def test_nobody_acts_when_the_game_is_over() -> None:
    text = str(finished(kd.Rules(players=2)).record())
    turn = text.split()[-1]
    with pytest.raises(kd.IllegalAction, match=r"round 6, .*: it is nobody's turn"):
        kd.Game.from_record(f"{text.rstrip()} {turn}\n")


def test_a_finished_game_has_no_further_rounds() -> None:
    text = str(finished(kd.Rules(players=2)).record())
    with pytest.raises(kd.NotationError, match="the game has only 6 rounds"):
        kd.Game.from_record(f"{text}7. 1,2,3,4\n")


def test_scores_that_are_not_those_of_the_game_are_refused() -> None:
    game = finished(kd.Rules(players=2))
    scores = " ".join(str(score.total) for score in game.scores())
    text = str(game.record()).replace(f'[Scores "{scores}"]', '[Scores "1 2"]')
    with pytest.raises(kd.NotationError, match=f"the scores are {scores}, not 1 2") as refusal:
        kd.Game.from_record(text)
    assert refusal.value.line == text.split("\n").index('[Scores "1 2"]') + 1


def test_a_record_made_by_hand_has_no_place_in_a_text() -> None:
    record = finished(kd.Rules(players=2)).record()
    record.scores = (0, 0)
    with pytest.raises(kd.NotationError, match=r"^the scores are") as refusal:
        record.replay()
    assert (refusal.value.line, refusal.value.column) == (None, None)


@given(st.text() | strategies.mutated(strategies.games().map(lambda game: str(game.record()))))
@example(RECORD)
def test_any_text_is_a_record_or_refused_with_the_place_and_the_reason(text: str) -> None:
    try:
        game = kd.Game.from_record(text, seed=1)
    except kd.NotationError as error:
        place = f"line {error.line}, column {error.column}: "
        message, lines = str(error), text.count("\n") + 1
        in_text = error.line is not None and 1 <= error.line <= lines
    except kd.IllegalAction as error:
        place, message, in_text = "round ", str(error), True
    else:
        written = str(game.record(reveal=game.deal is not None))
        again = kd.Game.from_record(written, seed=1)
        assert again == game
        assert str(again.record(reveal=game.deal is not None)) == written
        return
    assert message.startswith(place)
    assert in_text
    assert len(message) > len(place)


@given(strategies.mutated(strategies.games(finished=True).map(lambda game: str(game.record()))))
def test_a_finished_record_that_was_tampered_with_shows(text: str) -> None:
    try:
        game = kd.Game.from_record(text)
    except (kd.NotationError, kd.IllegalAction):
        return
    assert game == kd.Game.from_record(str(game.record(reveal=game.deal is not None)), seed=1)


def test_a_record_read_back_equals_the_one_written() -> None:
    record = kd.Game.new(kd.Rules(3), seed=3).record(reveal=True)
    assert kd.Record.parse(str(record)) == record
