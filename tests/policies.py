"""Ways to play that lead random games to the edges of the rules."""

import random
from collections.abc import Callable

from tests.oracle import CASTLE, Action, Cell, Oracle, span

Policy = Callable[[Oracle, list[Action], random.Random], Action]


def extent(oracle: Oracle, *more: Cell) -> tuple[int, int]:
    """Width and height of the acting seat's kingdom, castle and these cells included."""
    cells = [CASTLE, *oracle.kingdoms[oracle.seat or 0], *more]
    return span(x for x, _ in cells), span(y for _, y in cells)


def by_shape(liking: Callable[[int, int, int], int]) -> Policy:
    """Play at random, but place where the kingdom's width and height are liked best."""

    def play(oracle: Oracle, actions: list[Action], chance: random.Random) -> Action:
        chance.shuffle(actions)
        if oracle.phase != "place":
            return actions[0]
        grid = oracle.setup.grid
        return max(actions, key=lambda action: liking(*extent(oracle, *action[2:]), grid))

    return play


def first(oracle: Oracle, actions: list[Action], chance: random.Random) -> Action:
    """The lowest domino, as far to the south-west as it goes."""
    return min(actions)


def last(oracle: Oracle, actions: list[Action], chance: random.Random) -> Action:
    """The highest domino, as far to the north-east as it goes."""
    return max(actions)


POLICIES: dict[str, Policy] = {
    "random": by_shape(lambda width, height, grid: 0),
    "sprawling": by_shape(lambda width, height, grid: width + height),
    "compact": by_shape(lambda width, height, grid: -width - height),
    "wide": by_shape(lambda width, height, grid: width - height),
    "tall": by_shape(lambda width, height, grid: height - width),
    # One column and one row short of full size: in the duel both seams of the torus stay open.
    "one short": by_shape(lambda w, h, grid: -abs(grid - 1 - w) - abs(grid - 1 - h)),
    "first": first,
    "last": last,
}
