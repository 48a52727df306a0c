"""Why an action is not legal in a position, in a sentence."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING

from kingdomino.errors import Phrase
from kingdomino.game.actions import Claim, Discard, Place
from kingdomino.game.errors import IllegalAction
from kingdomino.game.kingdom import name_placements
from kingdomino.rules import kernel

if TYPE_CHECKING:
    from kingdomino.game.actions import Action
    from kingdomino.game.position import Position


def read_number(number: object) -> int:
    """The whole number that something is meant to be; ``IllegalAction`` if it is none."""
    try:
        if isinstance(number, bool):
            raise TypeError
        return index(number)  # type: ignore[arg-type]  # what has no index raises
    except TypeError:
        raise IllegalAction(
            "an action is a whole number from 0 to {last}, not {thing}",
            last=kernel.ACTIONS - 1,
            thing=repr(number),
        ) from None


def refuse_action(position: Position, action: Action) -> IllegalAction:
    """The error that says why this action is not legal."""
    if position.over:
        return IllegalAction("the game is over")
    acting = position.colours[position.acting_seat]
    if isinstance(action, Claim):
        return _refuse_claim(position, action)
    domino = position.domino
    if domino is None:
        return IllegalAction("{colour} has to claim a domino, not to place one", colour=acting)
    if action.domino != domino:
        return IllegalAction(
            "{colour} has to place domino {domino}, not {other}",
            colour=acting,
            domino=domino,
            other=action.domino,
        )
    kingdom = position.kingdom(position.acting_seat)
    try:
        if isinstance(action, Place):
            kingdom.check_placement(action)
        else:
            kingdom.check_discard(action)
    except IllegalAction as error:
        return error
    raise AssertionError(action)  # pragma: no cover  # else it would have been among the legal


def _refuse_claim(position: Position, claim: Claim) -> IllegalAction:
    if position.phase != "claim":
        return IllegalAction(
            "{colour} has to place domino {domino} first",
            colour=position.colours[position.acting_seat],
            domino=position.domino,
        )
    for domino, seat in position.claim_line:
        if domino == claim.domino and seat is not None:
            return IllegalAction(
                "{colour} has claimed domino {domino} already",
                colour=position.colours[seat],
                domino=domino,
            )
    return IllegalAction(
        "domino {domino} is not in the line: free to claim: {free}",
        domino=claim.domino,
        free=", ".join(str(domino) for domino, seat in position.claim_line if seat is None),
    )


def refuse_number(position: Position, number: int) -> IllegalAction:
    """The error that says why the action with this number is not legal."""
    if not 0 <= number < kernel.ACTIONS:
        return IllegalAction(
            "there is no action {number}: actions are numbered 0 to {last}",
            number=number,
            last=kernel.ACTIONS - 1,
        )
    try:
        legal = position.number_action(_guess_action(position, number))
        # One that is listed the other way round, its halves being alike.
        reason = Phrase("it is listed as {number}", number=legal)
    except IllegalAction as error:
        reason = error.phrase
    return IllegalAction("action {number} is not legal: {reason}", number=number, reason=reason)


def _guess_action(position: Position, number: int) -> Action:
    """The action that a number would be, were it legal."""
    if number > kernel.DISCARD:
        return Claim(number - kernel.CLAIM)
    domino = None if position.over else position.domino
    if number == kernel.DISCARD or domino is None:
        return Discard(domino or 1)
    words = position.kingdom(position.acting_seat).words
    columns, rows = words.item(kernel.COLUMNS), words.item(kernel.ROWS)
    return name_placements(domino, columns, rows, [number])[0]
