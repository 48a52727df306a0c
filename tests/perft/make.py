"""Write the perft tables: ``python -m tests.perft.make``.

Perft counts the ways to play the next few actions of a game with a known pile. A table has a line
for each count: the seed of the deal, how many actions were played before, how deep, and the count.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

import kingdomino as kd
from kingdomino.rules import playout
from tests.rulebook.table import SETUPS

FOLDER = Path(__file__).parent

# Seed, actions played before, greatest depth.
STARTS = [(1, 0, 8), (2, 0, 6), (1, 7, 4), (2, 20, 5), (3, 31, 5), (3, 45, 4), (4, 46, 4)]

HEAD = """\
# {rules}: how many ways there are to play the next actions.
#
# A game is dealt from the seed; then so many actions are played, of which action number n (from 0)
# is the one in place (7 n + 3) mod m of the m legal ones. Counted are all sequences of `depth`
# further actions; a game that ends earlier has none.
#
# seed  played  depth         count
"""


class Row(NamedTuple):
    seed: int
    played: int
    depth: int
    count: int


def start(rules: kd.Rules, seed: int, played: int) -> kd.Game:
    """The position that a row of the table counts from."""
    game = kd.Game.new(rules, seed=seed)
    for number in range(played):
        actions = game.legal_actions()
        game.play(actions[(7 * number + 3) % len(actions)])
    return game


def count(game: kd.Game, depth: int) -> int:
    """The kernel's count."""
    states = np.zeros((depth + 1, len(game.state)), dtype=np.int64)
    states[0] = game.state
    pile = np.array([*game.pile, 0], dtype=np.int64)
    return playout.perft(states, np.zeros((depth + 1, 256), dtype=np.int64), pile, 0, depth)


def path_of(rules: kd.Rules) -> Path:
    """The file of these rules' table."""
    return FOLDER / f"{str(rules).replace(' ', '-')}.txt"


def read(rules: kd.Rules) -> Iterator[Row]:
    """The rows of a table."""
    for line in path_of(rules).read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            yield Row(*map(int, line.split()))


def main() -> None:
    """Write all tables anew."""
    for rules in SETUPS:
        lines = [HEAD.format(rules=rules)]
        for seed, played, deepest in STARTS:
            game = start(rules, seed, played)
            lines += [
                f"{seed:6}{played:8}{depth:7}{count(game, depth):14}\n"
                for depth in range(1, deepest + 1)
            ]
        path_of(rules).write_text("".join(lines), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
