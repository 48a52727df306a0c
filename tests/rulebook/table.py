"""What the rulebook's examples share: every set-up, and somebody to play it."""

import random
from collections.abc import Iterator

import kingdomino as kd

Cell = tuple[int, int]

SETUPS = [
    kd.Rules(players=2),
    kd.Rules(players=3),
    kd.Rules(players=4),
    kd.Rules(players=2, mighty_duel=True),
    kd.Rules(players=2, edition="revised"),
    kd.Rules(players=3, edition="revised"),
    kd.Rules(players=4, edition="revised"),
]


def turns(game: kd.Game, seed: int = 0) -> Iterator[kd.Action]:
    """Play a game to its end at random; each action is shown just before it is played."""
    chance = random.Random(seed)
    while not game.over:
        action = chance.choice(game.legal_actions())
        yield action
        game.play(action)


def finished(rules: kd.Rules, seed: int = 0) -> kd.Game:
    """A game played to its end at random."""
    game = kd.Game.new(rules, seed=seed)
    for _ in turns(game, seed):
        pass
    return game


def opened(rules: kd.Rules, seed: int = 0) -> kd.Game:
    """A game whose first line has just been claimed."""
    game = kd.Game.new(rules, seed=seed)
    for _ in range(rules.kings):
        game.play(game.legal_actions()[0])
    return game


def pairs(kingdom: kd.Kingdom, domino: int) -> set[tuple[Cell, Cell]]:
    """Where the two halves of a domino may lie."""
    return {(place.a, place.b) for place in kingdom.placements(domino)}


def lands(kingdom: kd.Kingdom, domino: int) -> set[frozenset[Cell]]:
    """The two cells a domino may cover, either way round."""
    return {frozenset(pair) for pair in pairs(kingdom, domino)}


def drawn(squares: dict[Cell, str], grid: int) -> kd.Kingdom:
    """A kingdom with these squares, each given as in the text of a kingdom: `w`, `m2`."""
    picture = {**squares, (0, 0): "C"}
    columns = sorted(x for x, _ in picture)
    rows = sorted(y for _, y in picture)
    return kd.Kingdom.from_text(
        "/".join(
            " ".join(picture.get((x, y), ".") for x in range(columns[0], columns[-1] + 1))
            for y in range(rows[-1], rows[0] - 1, -1)
        ),
        grid=grid,
    )


def turned(cell: Cell, upright: bool) -> Cell:
    """The cell, or its mirror image in the diagonal: what lies flat here stands upright there."""
    return cell[::-1] if upright else cell
