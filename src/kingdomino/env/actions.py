"""The one space of actions, the kernel's numbers 0 to 304, and why one of them is not legal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingdomino.game.actions import Claim, Discard
from kingdomino.game.errors import IllegalAction
from kingdomino.game.position import Position
from kingdomino.rules.kernel import ACTIONS, CLAIM, DISCARD

if TYPE_CHECKING:
    from kingdomino.game.actions import Action
    from kingdomino.rules.compiled import Words
    from kingdomino.rules.ruleset import Rules


def read_action(position: Position, number: int) -> Action:
    """The action that a number stands for in a position; ``IllegalAction`` if it is not legal."""
    if number in position.legal_numbers():
        return position.read_actions([number])[0]
    raise IllegalAction(_find_reason(position, number))


def explain_illegal(rules: Rules, state: Words, number: int) -> str:
    """Why an action is not legal in a state, in a sentence."""
    return _find_reason(Position(rules, state), number)


def _find_reason(position: Position, number: int) -> str:
    if isinstance(number, bool) or not 0 <= number < ACTIONS:
        return f"there is no action {number}: actions are numbered 0 to {ACTIONS - 1}"
    try:
        position.number_action(_guess_action(position, number))
    except IllegalAction as error:
        return f"action {number} is not legal: {error}"
    legal = ", ".join(map(str, position.legal_numbers()))
    return f"action {number} is not legal: the legal ones here are {legal}"


def _guess_action(position: Position, number: int) -> Action:
    """The action that a number would be, were it legal."""
    if number > DISCARD:
        return Claim(number - CLAIM)
    domino = position.domino
    if number == DISCARD or domino is None:
        return Discard(domino or 1)
    return position.read_actions([number])[0]
