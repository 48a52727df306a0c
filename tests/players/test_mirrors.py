"""Mirror images: found where sets of cells find them, judged nearly alike, and thought of once."""

from collections.abc import Callable
from random import Random

import numpy as np
import pytest

import kingdomino as kd
from kingdomino.players.judgement import look_at_table, new_bench, sit_down, value_kingdom
from kingdomino.players.mirrors import MOST_SQUARES, is_mirrored, symmetries_of
from kingdomino.players.shipped import shipped_network
from kingdomino.players.tree import BREADTH, Tree
from kingdomino.rules import kernel
from kingdomino.rules.dominoes import DOMINOES, TERRAINS
from kingdomino.rules.torus import index_of
from tests.players.table import random_position

Kind = frozenset[frozenset[tuple[tuple[int, int], kd.Square]]]

TURNS: list[Callable[[int, int], tuple[int, int]]] = [
    lambda x, y: (x, y),
    lambda x, y: (-x, y),
    lambda x, y: (x, -y),
    lambda x, y: (-x, -y),
    lambda x, y: (y, x),
    lambda x, y: (-y, x),
    lambda x, y: (y, -x),
    lambda x, y: (-y, -x),
]


def kind_of(kingdom: kd.Kingdom, place: kd.Place) -> Kind:
    """What a placement puts where, from all sides and in the mirrors that leave the kingdom alone:
    equal for placements that come to the same."""
    cells = kingdom.cells
    _, first, second = DOMINOES[place.domino - 1]
    return frozenset(
        frozenset([(turn(*place.a), first), (turn(*place.b), second)])
        for turn in TURNS
        if {turn(*cell): square for cell, square in cells.items()} == cells
    )


def words_of(kingdom: kd.Kingdom) -> np.ndarray:
    """A kingdom as the kernel keeps it."""
    words = np.zeros(kernel.KINGDOM_WORDS, dtype=np.int64)
    kernel.found_kingdom(words, 0)
    for cell, square in kingdom.cells.items():
        terrain = TERRAINS.index(square.terrain)
        kernel.put_square(words, 0, index_of(*cell), terrain, square.crowns)
    return words


def listed_places(kingdom: kd.Kingdom, domino: int) -> list[kd.Place]:
    """The placements of a domino, one of each kind."""
    symmetries = symmetries_of(words_of(kingdom), 0)
    return [
        place
        for place in kingdom.placements(domino)
        if not is_mirrored(kingdom.check_placement(place), domino, symmetries)
    ]


@pytest.mark.parametrize(("domino", "kinds"), [(1, 2), (13, 4), (48, 4)])
def test_beside_a_lone_castle_placements_are_of_few_kinds(domino: int, kinds: int) -> None:
    assert len(listed_places(kd.Kingdom(), domino)) == kinds


def test_two_dominoes_in_a_row_can_be_mirrored_along_it() -> None:
    kingdom = kd.Kingdom()
    kingdom.place(kd.Place(1, a=(1, 0), b=(2, 0)))
    kingdom.place(kd.Place(13, a=(-1, 0), b=(-2, 0)))
    assert symmetries_of(words_of(kingdom), 0).bit_count() == 1
    assert 2 * len(listed_places(kingdom, 48)) == len(kingdom.placements(48))


def test_a_kingdom_that_differs_in_its_crowns_alone_is_no_mirror_image() -> None:
    plain, crowned = kd.Kingdom(), kd.Kingdom()
    for kingdom, dominoes in ((plain, (1, 2)), (crowned, (13, 19))):  # 19 is 13 with a crown
        for domino, x in zip(dominoes, (1, -1), strict=True):
            kingdom.place(kd.Place(domino, a=(x, 0), b=(2 * x, 0)))
    assert symmetries_of(words_of(plain), 0).bit_count() == 3
    assert symmetries_of(words_of(crowned), 0).bit_count() == 1


@pytest.mark.parametrize("grid", [5, 7])
def test_one_placement_stands_for_each_kind(grid: int) -> None:
    chance = Random(grid)
    symmetrical = 0
    for _ in range(400):
        kingdom = kd.Kingdom(grid=grid)
        for domino in chance.sample(range(1, 49), chance.randrange(5)):
            kingdom.place(chance.choice(kingdom.placements(domino)))
        domino = chance.randrange(1, 49)
        kinds = [kind_of(kingdom, place) for place in listed_places(kingdom, domino)]
        every = [kind_of(kingdom, place) for place in kingdom.placements(domino)]
        assert set(kinds) == set(every)
        assert len(kinds) == len(set(kinds))
        symmetrical += len(kinds) < len(every)
    assert symmetrical > 40


def test_older_kingdoms_are_not_looked_at() -> None:
    cross = kd.Kingdom(grid=7)
    for domino, (x, y) in zip((1, 2, 3, 4), ((1, 0), (-1, 0), (0, 1), (0, -1)), strict=True):
        cross.place(kd.Place(domino, (x, y), (2 * x, 2 * y)))
    assert len(cross.cells) + 1 == MOST_SQUARES
    assert symmetries_of(words_of(cross), 0).bit_count() == 3
    cross.place(kd.Place(13, (3, 0), (4, 0)))
    assert symmetries_of(words_of(cross), 0) == 0


@pytest.mark.compiled_only
@pytest.mark.parametrize("text", ["classic 2p middle harmony", "classic 4p", "duel 2p harmony"])
def test_mirror_images_are_judged_nearly_alike(text: str) -> None:
    rules = kd.Rules.from_text(text)
    layers, bench = shipped_network(rules).layers, new_bench()
    for seed in range(5):
        game = random_position(rules, rules.kings, seed)
        domino, seat = kernel.acting_domino(game.state), game.acting_seat
        available = look_at_table(game.state, layers, bench)
        sit_down(game.state, seat, bench)
        worths: dict[Kind, list[float]] = {}
        for number, action in zip(game.legal_numbers(), game.legal_actions(), strict=True):
            after = game.state.copy()
            kernel.apply(after, number)
            worth, _ = value_kingdom(
                after, kernel.kingdom_of(seat), rules.grid, available, 0.0, layers, bench
            )
            assert isinstance(action, kd.Place)
            worths.setdefault(kind_of(kd.Kingdom(rules.grid), action), []).append(worth)
        assert len(worths) == len(listed_places(kd.Kingdom(rules.grid), domino))
        for alike in worths.values():
            assert alike == pytest.approx([alike[0]] * len(alike), abs=0.5)


@pytest.mark.compiled_only
@pytest.mark.parametrize("text", ["classic 2p middle harmony", "classic 4p"])
def test_a_first_placement_is_tried_with_every_claim_and_on_all_sides(text: str) -> None:
    rules = kd.Rules.from_text(text)
    game = random_position(rules, rules.kings, seed=3)
    tree = Tree(1, shipped_network(rules), new_bench())
    listed = tree.list_branches(game.state, BREADTH, most=16)
    line = {kernel.CLAIM + slot.domino for slot in game.next_line}
    domino = kernel.acting_domino(game.state)
    kinds = len(listed_places(kd.Kingdom(), domino))
    assert {branch.claim for branch in listed} == line
    assert len({branch.first for branch in listed}) == kinds
