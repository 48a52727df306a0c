"""The proof of a record: is the game legal, are the scores right, was the deal fair?"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kingdomino.cli.console import knows_unicode, make_console, print_json
from kingdomino.cli.palette import ASCII, UNICODE
from kingdomino.cli.sources import read_records
from kingdomino.errors import Phrase
from kingdomino.game.errors import IllegalAction, NotationError
from kingdomino.words import t, tell

if TYPE_CHECKING:
    from kingdomino.game.game import Game
    from kingdomino.game.record import Record


ACTIONS, SCORES = Phrase("actions"), Phrase("scores")
LINES, KINGS = Phrase("lines"), Phrase("kings")
COMMITMENT, CONTRIBUTIONS = Phrase("commitment"), Phrase("contributions")
"""What is checked."""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was checked: ``passed`` is ``None`` if it cannot be, and ``detail`` why."""

    name: Phrase
    passed: bool | None
    detail: Phrase


def verify(source: str, *, as_json: bool) -> bool:
    """Check all games of a file and print each check; whether nothing is wrong."""
    records = read_records(source)
    results = [check_record(record) for record in records]
    verified = all(check.passed is not False for checks in results for check in checks)
    if as_json:
        games = [
            [{"check": str(c.name), "passed": c.passed, "detail": str(c.detail)} for c in checks]
            for checks in results
        ]
        print_json({"verified": verified, "games": games})
        return verified
    console = make_console()
    glyphs = UNICODE if knows_unicode(console) else ASCII
    signs = {True: (glyphs.yes, "green"), False: (glyphs.no, "red"), None: (glyphs.dash, "dim")}
    for number, checks in enumerate(results, start=1):
        if len(results) > 1:
            console.print(t("Game {number}", number=number), style="bold")
        for check in checks:
            sign, style = signs[check.passed]
            sentence = f"{sign} {tell(check.name)}: {tell(check.detail)}"
            console.print(sentence, style=style, soft_wrap=True)
    return verified


def check_record(record: Record) -> list[Check]:
    """All checks of one record, none of which depends on another."""
    actions, game = _check_actions(record)
    return [
        actions,
        _check_scores(record, game),
        *_check_deal(record),
        _check_commitment(record),
        *_check_contributions(record),
    ]


def _check_actions(record: Record) -> tuple[Check, Game | None]:
    try:
        game = replace(record, deal=None, scores=None).replay(seed=0)
    except (IllegalAction, NotationError) as error:
        return Check(ACTIONS, False, error.phrase), None
    so_far = Phrase("the game is over") if game.over else Phrase("the game is not over yet")
    detail = Phrase.counted(
        "{n} action, all legal; {state}",
        "{n} actions, all legal; {state}",
        len(game.history),
        state=so_far,
    )
    return Check(ACTIONS, True, detail), game


def _check_scores(record: Record, game: Game | None) -> Check:
    if record.scores is None:
        return Check(SCORES, None, Phrase("the record gives none"))
    if game is None:
        return Check(SCORES, None, Phrase("the game cannot be replayed"))
    if not game.over:
        return Check(
            SCORES, False, Phrase("the record gives final scores, but its game is not over")
        )
    totals = tuple(score.total for score in game.scores())
    said, counted = (" ".join(map(str, numbers)) for numbers in (record.scores, totals))
    if totals != record.scores:
        return Check(
            SCORES, False, Phrase("they are {scores}, not {said}", scores=counted, said=said)
        )
    return Check(SCORES, True, Phrase("{scores} as counted anew", scores=counted))


def _check_deal(record: Record) -> list[Check]:
    if record.deal is None:
        return [
            Check(name, None, Phrase("the record does not reveal the seed"))
            for name in (LINES, KINGS)
        ]
    pile, opening = record.deal.shuffle(record.rules)
    length = record.rules.line_length
    lines = Check(LINES, True, Phrase("those that the seed deals"))
    for number, round_ in enumerate(record.rounds[: record.rules.rounds]):
        dealt = sorted(pile[number * length : (number + 1) * length])
        if list(round_.dominoes) != dealt:
            expected = ",".join(map(str, dealt))
            lines = Check(
                LINES,
                False,
                Phrase(
                    "in round {round} the seed deals {dominoes}", round=number, dominoes=expected
                ),
            )
            break
    drawn = tuple(turn.seat for turn in record.rounds[0].turns)
    letters = " ".join(record.colours[seat].letter for seat in opening)
    if drawn == opening:
        return [
            lines,
            Check(KINGS, True, Phrase("drawn as the seed draws them: {letters}", letters=letters)),
        ]
    return [
        lines,
        Check(KINGS, False, Phrase("the seed draws them in the order {letters}", letters=letters)),
    ]


def _check_commitment(record: Record) -> Check:
    commitment = record.tags.get("Commitment")
    if commitment is None:
        return Check(COMMITMENT, None, Phrase("the record names none"))
    if record.deal is None:
        return Check(COMMITMENT, None, Phrase("the record does not reveal the seed"))
    found = hashlib.sha256(record.deal.secret.encode()).hexdigest()
    if commitment.strip().lower() == found:
        return Check(COMMITMENT, True, Phrase("the SHA-256 of the seed"))
    return Check(COMMITMENT, False, Phrase("the SHA-256 of the seed is {digest}", digest=found))


def _check_contributions(record: Record) -> list[Check]:
    """Whether the players contributed what they had committed to; none if nobody contributed."""
    commitments = record.tags.get("Commitments", "").lower().split()
    contributions = record.deal.contributions if record.deal is not None else ()
    if not commitments and not contributions:
        return []
    if not commitments:
        return [Check(CONTRIBUTIONS, None, Phrase("the record names no commitments"))]
    if record.deal is None:
        return [Check(CONTRIBUTIONS, None, Phrase("the record does not reveal the seed"))]
    found = [hashlib.sha256(contribution.encode()).hexdigest() for contribution in contributions]
    if found == commitments:
        return [Check(CONTRIBUTIONS, True, Phrase("those that were committed to"))]
    return [Check(CONTRIBUTIONS, False, Phrase("not those that were committed to"))]
