"""An observation written down naively from a position's public names, to disagree with ours."""

from itertools import chain

import numpy as np
from numpy.typing import NDArray

import kingdomino as kd
from tests.conftest import as_many_as
from tests.rulebook.table import SETUPS

TERRAINS = ["wheat", "forest", "lake", "grassland", "swamp", "mine"]

SETTINGS = [
    {
        "players": setup.players,
        "edition": setup.edition,
        "mighty_duel": setup.mighty_duel,
        "middle_kingdom": bonuses,
        "harmony": bonuses,
    }
    for setup in SETUPS
    for bonuses in (False, True)
][:: as_many_as(1, 4)]
"""Every number of players, edition and grid, with the bonuses and without; not compiled, some."""


def name_setting(setting: dict[str, object]) -> str:
    return str(kd.Rules(**setting))


def describe(position: kd.Position, seat: int) -> NDArray[np.uint8]:
    """What a seat may know, by the words of docs/environments.md."""
    players = position.rules.players
    order = [(seat + place) % players for place in range(players)]
    planes = [plane for other in order for plane in describe_kingdom(position.kingdoms[other])]
    planes.append(paint({(0, 0): 1}))
    table = describe_kings(position, order) + describe_claims(position, order)
    table += [int(number in position.unseen) for number in range(1, 49)]
    table += [
        position.round,
        position.rules.rounds - position.round,
        position.phase == "place",
        position.phase == "claim",
        position.rules.grid == 7,
        position.rules.middle_kingdom,
        position.rules.harmony,
        players,
    ]
    for place in range(4):
        table += describe_seat(position, order[place]) if place < players else [0] * 8
    return np.concatenate([np.ravel(planes), np.array(table)]).astype(np.uint8)


def paint(numbers: dict[tuple[int, int], int]) -> NDArray[np.int64]:
    plane = np.zeros((8, 8), dtype=np.int64)
    for (x, y), number in numbers.items():
        plane[y % 8, x % 8] = number
    return plane


def describe_kingdom(kingdom: kd.Kingdom) -> list[NDArray[np.int64]]:
    cells = kingdom.cells
    planes = [
        paint({cell: 1 for cell, square in cells.items() if square.terrain == terrain})
        for terrain in TERRAINS
    ]
    planes.append(paint({cell: square.crowns for cell, square in cells.items()}))
    squares, crowns = {}, {}
    for cell, square in cells.items():
        territory, edge = {cell}, [cell]
        while edge:
            x, y = edge.pop()
            for other in [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]:
                if other in cells and cells[other].terrain == square.terrain:
                    if other in territory:
                        continue
                    territory.add(other)
                    edge.append(other)
        squares[cell] = len(territory)
        crowns[cell] = sum(cells[each].crowns for each in territory)
    planes += [paint(squares), paint(crowns)]
    (west, south), (east, north) = kingdom.frame
    xs, ys = [0, *(x for x, _ in cells)], [0, *(y for _, y in cells)]
    reach_x = range(max(west, min(xs) - 2), min(east, max(xs) + 2) + 1)
    reach_y = range(max(south, min(ys) - 2), min(north, max(ys) + 2) + 1)
    taken = {(0, 0), *cells}
    planes.append(paint({(x, y): 1 for x in reach_x for y in reach_y if (x, y) not in taken}))
    return planes


def describe_half(number: int | None, half: int) -> list[int]:
    if number is None:
        return [0] * 8
    square = kd.domino(number)[1 + half]
    terrain = [int(square.terrain == each) for each in TERRAINS]
    return [*terrain, square.crowns, number if half == 0 else 0]


def describe_slot(number: int | None, owner: int | None, mark: bool) -> list[int]:
    kings = [int(owner == place) for place in range(4)]
    return [*describe_half(number, 0), *describe_half(number, 1), *kings, int(mark), 0, 0, 0]


def describe_kings(position: kd.Position, order: list[int]) -> list[int]:
    slots = [
        describe_slot(number, order.index(seat), number is None)
        for seat, number in position.waiting
    ]
    slots += [describe_slot(None, None, False)] * (4 - len(slots))
    return list(chain.from_iterable(slots))


def describe_claims(position: kd.Position, order: list[int]) -> list[int]:
    slots = [
        describe_slot(slot.domino, None if slot.seat is None else order.index(slot.seat), free)
        for slot in position.claim_line
        for free in [slot.seat is None]
    ]
    slots += [describe_slot(None, None, False)] * (4 - len(slots))
    return list(chain.from_iterable(slots))


def describe_seat(position: kd.Position, seat: int) -> list[int]:
    kingdom, score = position.kingdoms[seat], position.scores()[seat]
    reach = position.rules.grid // 2
    centred = all(max(abs(x), abs(y)) <= reach for x, y in kingdom.cells)
    points = min(score.total, 255)
    return [points, kingdom.discards, int(centred), score.crowns, score.largest, 1, 0, 0]
