"""Placing a domino in a kingdom.

Dominoes used: 1 wheat-wheat, 3 forest-forest, 7 lake-lake, 12 swamp-swamp, 13 wheat-forest,
14 wheat-lake, 19 wheat with a crown-forest, 48 wheat-mine with three crowns.
"""

import itertools

import pytest

import kingdomino as kd
from tests.rulebook.table import (
    SETUPS,
    Cell,
    drawn,
    finished,
    lands,
    opened,
    pairs,
    turned,
    turns,
)

both_ways = pytest.mark.parametrize("upright", [False, True], ids=["flat", "upright"])


def refuses(kingdom: kd.Kingdom, domino: int, a: Cell, b: Cell) -> bool:
    """Whether the placement is neither offered nor accepted; a refusal must leave no trace."""
    # Cells that no domino ever covers, in any kingdom, need not even make a placement.
    apart = abs(a[0] - b[0]) + abs(a[1] - b[1]) != 1
    unreachable = max(map(abs, a + b)) > 6
    before = dict(kingdom.cells)
    with pytest.raises(ValueError if apart or unreachable else kd.IllegalAction) as refusal:
        kingdom.place(kd.Place(domino, a, b))
    assert len(str(refusal.value).split()) > 3
    assert "  " not in str(refusal.value), "a word is missing"
    assert kingdom.cells == before
    return frozenset((a, b)) not in lands(kingdom, domino)


# The two squares take two neighbouring free cells.


@pytest.mark.parametrize("grid", [5, 7])
def test_a_first_domino_lies_beside_the_castle_in_24_ways(grid: int) -> None:
    for domino in kd.DOMINOES:
        if domino.a != domino.b:
            assert len(kd.Kingdom(grid=grid).placements(domino.number)) == 24


@pytest.mark.parametrize("grid", [5, 7])
def test_a_first_domino_of_like_halves_lies_beside_the_castle_in_12_ways(grid: int) -> None:
    for number in range(1, 13):
        placements = kd.Kingdom(grid=grid).placements(number)
        assert len(placements) == 12
        assert all(place.a < place.b for place in placements)


def test_the_twelve_ways_are_three_on_each_side_of_the_castle() -> None:
    assert pairs(kd.Kingdom(), 1) == {
        ((1, 0), (2, 0)),
        ((1, 0), (1, 1)),
        ((1, -1), (1, 0)),
        ((-2, 0), (-1, 0)),
        ((-1, 0), (-1, 1)),
        ((-1, -1), (-1, 0)),
        ((0, 1), (0, 2)),
        ((0, 1), (1, 1)),
        ((-1, 1), (0, 1)),
        ((0, -2), (0, -1)),
        ((0, -1), (1, -1)),
        ((-1, -1), (0, -1)),
    }


@pytest.mark.parametrize("second", [(2, 0), (1, 1), (1, -1)])
def test_a_domino_lies_horizontally_or_vertically_either_way_round(second: Cell) -> None:
    for a, b in [((1, 0), second), (second, (1, 0))]:
        kingdom = kd.Kingdom()
        kingdom.place(kd.Place(13, a=a, b=b))
        assert kingdom.cells == {a: ("wheat", 0), b: ("forest", 0)}


@pytest.mark.parametrize("second", [(2, 1), (3, 0), (1, 0), (-1, 0), (1, 2)])
def test_the_two_squares_must_be_neighbours(second: Cell) -> None:
    assert refuses(kd.Kingdom(), 13, (1, 0), second)


def test_the_castle_is_not_a_free_cell() -> None:
    assert refuses(kd.Kingdom(), 13, (0, 0), (1, 0))
    assert refuses(kd.Kingdom(), 13, (1, 0), (0, 0))


def test_a_domino_does_not_cover_another() -> None:
    kingdom = kd.Kingdom()
    kingdom.place(kd.Place(13, (1, 0), (2, 0)))
    assert refuses(kingdom, 1, (1, 0), (1, 1))
    assert refuses(kingdom, 1, (1, 1), (1, 0))
    assert refuses(kingdom, 14, (1, 0), (2, 0))


# At least one square must share an edge with the castle or with its own terrain.


def test_any_terrain_joins_the_castle() -> None:
    for domino in kd.DOMINOES:
        for a, b in itertools.permutations([(0, 1), (0, 2)]):
            kingdom = kd.Kingdom()
            kingdom.place(kd.Place(domino.number, a, b))
            assert kingdom.cells == {a: domino.a, b: domino.b}


def test_the_castle_joins_any_terrain_at_any_time() -> None:
    kingdom = kd.Kingdom.from_text("f f / C f")
    assert ((-1, 0), (-2, 0)) in pairs(kingdom, 14)
    assert ((0, -1), (0, -2)) in pairs(kingdom, 48)


def test_away_from_the_castle_a_domino_must_join_its_own_terrain() -> None:
    kingdom = kd.Kingdom.from_text("C w f")
    assert ((3, 0), (4, 0)) in pairs(kingdom, 3)
    assert refuses(kingdom, 7, (3, 0), (4, 0))
    assert refuses(kingdom, 1, (3, 0), (4, 0))


def test_a_square_joins_by_its_own_terrain_and_not_by_that_of_its_other_half() -> None:
    kingdom = kd.Kingdom.from_text("C w f")
    assert ((1, 1), (2, 1)) in pairs(kingdom, 13)
    assert ((2, 1), (1, 1)) not in pairs(kingdom, 13)
    with pytest.raises(kd.IllegalAction):
        kingdom.place(kd.Place(13, (2, 1), (1, 1)))
    kingdom.place(kd.Place(13, (1, 1), (2, 1)))


def test_the_other_square_may_touch_anything() -> None:
    kingdom = kd.Kingdom.from_text("C w f")
    kingdom.place(kd.Place(14, (1, 1), (2, 1)))
    assert kingdom.cells[2, 1] == ("lake", 0)


def test_either_square_may_be_the_one_that_joins() -> None:
    kingdom = kd.Kingdom.from_text("C w f")
    assert ((2, 1), (3, 1)) not in pairs(kingdom, 13)
    assert ((3, 1), (2, 1)) in pairs(kingdom, 13)
    assert ((4, 0), (3, 0)) in pairs(kingdom, 13)


def test_corners_do_not_join() -> None:
    kingdom = kd.Kingdom.from_text("C w f")
    assert refuses(kingdom, 1, (2, 1), (2, 2))
    assert refuses(kd.Kingdom(), 1, (1, 1), (2, 1))


def test_a_domino_does_not_join_itself() -> None:
    assert refuses(kd.Kingdom.from_text("C w f"), 1, (3, 1), (4, 1))


def test_crowns_make_no_difference_to_joining() -> None:
    kingdom = kd.Kingdom.from_text("C f1 w1")
    assert ((3, 0), (4, 0)) in pairs(kingdom, 1)
    assert ((3, 0), (4, 0)) in pairs(kingdom, 19)


# The whole kingdom, castle included, stays inside a square frame.


@both_ways
@pytest.mark.parametrize("grid", [5, 7])
def test_a_kingdom_of_full_width_grows_no_wider(grid: int, upright: bool) -> None:
    for west in range(1 - grid, 1):
        row = {(x, 0): "w" for x in range(west, west + grid) if x}
        kingdom = drawn({turned(cell, upright): "w" for cell in row}, grid)
        for place in kingdom.placements(1):
            for cell in place.a, place.b:
                assert west <= turned(cell, upright)[0] < west + grid
        for outside in (west - 1, west + grid):
            assert refuses(kingdom, 1, turned((outside, 0), upright), turned((outside, 1), upright))


@both_ways
def test_the_frame_is_not_fixed_until_the_kingdom_has_its_full_width(upright: bool) -> None:
    def pair(first: int) -> tuple[Cell, Cell]:
        return turned((first, 0), upright), turned((first + 1, 0), upright)

    squares = {turned((x, 0), upright): "w" for x in (1, 2)}
    kingdom = drawn(squares, 5)
    assert {pair(-2), pair(3)} <= pairs(kingdom, 1)

    grown_west = kingdom.copy()
    grown_west.place(kd.Place(1, *pair(-2)))
    assert refuses(grown_west, 2, *pair(3))
    assert refuses(grown_west, 2, turned((3, 0), upright), turned((3, 1), upright))

    grown_east = kingdom.copy()
    grown_east.place(kd.Place(1, *pair(3)))
    assert refuses(grown_east, 2, *pair(-2))
    assert refuses(grown_east, 2, turned((-1, 0), upright), turned((-1, 1), upright))


@both_ways
@pytest.mark.parametrize("grid", [5, 7])
def test_one_short_of_full_width_there_is_room_for_one_column_more_on_either_side(
    grid: int, upright: bool
) -> None:
    def at(*cells: Cell) -> list[Cell]:
        return [turned(cell, upright) for cell in cells]

    squares = [(x, 0) for x in range(1, grid - 1)] + [(0, -1)]
    kingdom = drawn({turned(cell, upright): "w" for cell in squares}, grid)
    east = grid - 1
    assert frozenset(at((east, 0), (east, 1))) in lands(kingdom, 1)
    assert frozenset(at((-1, 0), (-1, 1))) in lands(kingdom, 1)
    assert frozenset(at((east - 1, 1), (east, 1))) in lands(kingdom, 1)
    assert refuses(kingdom, 1, *at((east, 0), (east + 1, 0)))
    assert refuses(kingdom, 1, *at((-2, 0), (-1, 0)))


@pytest.mark.parametrize("grid", [5, 7])
def test_width_and_height_are_fixed_one_by_one(grid: int) -> None:
    kingdom = drawn({(x, 0): "w" for x in range(1, grid)}, grid)
    east = grid - 1
    assert frozenset([(east, 1), (east, 2)]) in lands(kingdom, 1)
    assert frozenset([(east, -2), (east, -1)]) in lands(kingdom, 1)
    assert refuses(kingdom, 1, (east + 1, 0), (east + 1, 1))


@pytest.mark.parametrize("grid", [5, 7])
def test_the_castle_may_end_up_anywhere_in_the_frame(grid: int) -> None:
    frame, top = list(itertools.product(range(grid), repeat=2)), grid - 1
    for castle in frame:
        # A kingdom of lakes that fills its frame but for two cells in a corner, or in
        # another corner if the castle stands there.
        gap = [(0, 0), (1, 0)] if castle not in [(0, 0), (1, 0)] else [(0, top), (1, top)]
        moved = [(x - castle[0], y - castle[1]) for x, y in gap]
        squares = {
            (x - castle[0], y - castle[1]): "l"
            for x, y in frame
            if (x, y) != castle and (x, y) not in gap
        }
        kingdom = drawn(squares, grid)
        assert lands(kingdom, 7) == {frozenset(moved)}
        kingdom.place(kd.Place(7, *moved))
        assert len(kingdom.cells) == grid * grid - 1
        assert all(kingdom.placements(number) == [] for number in range(1, 49))


@pytest.mark.parametrize("rules", SETUPS, ids=str)
def test_no_kingdom_ever_outgrows_the_frame(rules: kd.Rules) -> None:
    game = kd.Game.new(rules, seed=7)
    for _ in turns(game):
        for kingdom in game.kingdoms:
            cells = [(0, 0), *kingdom.cells]
            for ways in zip(*cells, strict=True):
                assert max(ways) - min(ways) < rules.grid


# The far side of a kingdom is far away, wherever in the frame its castle stands.


@both_ways
@pytest.mark.parametrize("west", range(-6, 1))
def test_the_two_ends_of_a_seven_wide_kingdom_are_not_neighbours(west: int, upright: bool) -> None:
    east = west + 6
    squares = {(x, y): "s" for x in range(west, east + 1) for y in (0, 1) if (x, y) != (0, 0)}
    squares |= {(east, 1): "w", (east, 2): "w"}
    kingdom = drawn({turned(cell, upright): square for cell, square in squares.items()}, 7)
    # Wheat joins the two free cells beside the wheat, and the one free cell beside the castle.
    expected = set()
    for x, y in [(east - 1, 2), (east, 3), (0, -1)]:
        for beside in [(x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)]:
            if west <= beside[0] <= east and beside not in {(0, 0), *squares}:
                expected.add(frozenset([turned((x, y), upright), turned(beside, upright)]))
    assert lands(kingdom, 1) == expected


@both_ways
@pytest.mark.parametrize("west", range(-5, 1))
def test_a_six_wide_duel_kingdom_takes_no_domino_across_the_seam(west: int, upright: bool) -> None:
    def at(*cells: Cell) -> list[Cell]:
        return [turned(cell, upright) for cell in cells]

    east = west + 5
    row = [(x, 0) for x in range(west, east + 1) if x]
    kingdom = drawn({turned(cell, upright): "w" for cell in [*row, (0, -1)]}, 7)
    assert refuses(kingdom, 1, *at((east + 1, 0), (east + 2, 0)))
    assert refuses(kingdom, 1, *at((west - 2, 0), (west - 1, 0)))
    assert refuses(kingdom, 1, *at((east + 1, 0), (west - 1, 0)))
    assert frozenset(at((east + 1, 0), (east + 1, 1))) in lands(kingdom, 1)
    assert frozenset(at((west - 1, 0), (west - 1, 1))) in lands(kingdom, 1)
    for number in range(1, 49):
        for a, b in pairs(kingdom, number):
            assert abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1
            columns = [turned(cell, upright)[0] for cell in (a, b)]
            assert max(east, *columns) - min(west, *columns) < 7


@both_ways
@pytest.mark.parametrize("west", range(-4, 1))
def test_a_five_wide_duel_kingdom_may_grow_by_two_on_either_side_but_not_on_both(
    west: int, upright: bool
) -> None:
    def at(*cells: Cell) -> list[Cell]:
        return [turned(cell, upright) for cell in cells]

    east = west + 4
    row = [(x, 0) for x in range(west, east + 1) if x]
    kingdom = drawn({turned(cell, upright): "w" for cell in row}, 7)
    to_the_east = at((east + 1, 0), (east + 2, 0))
    to_the_west = at((west - 2, 0), (west - 1, 0))
    for grown, refused in [(to_the_east, to_the_west), (to_the_west, to_the_east)]:
        wider = kingdom.copy()
        wider.place(kd.Place(1, *grown))
        assert set(wider.cells) == set(kingdom.cells) | set(grown)
        assert refuses(wider, 2, *refused)


# Who can place must place; who cannot throws the domino away.


def test_who_can_place_must_place() -> None:
    kingdom = kd.Kingdom()
    with pytest.raises(kd.IllegalAction):
        kingdom.discard(13)
    assert kingdom.discards == 0
    game = opened(kd.Rules(players=2))
    with pytest.raises(kd.IllegalAction):
        game.play(kd.Discard(game.domino))


def test_who_can_place_must_place_even_to_their_harm() -> None:
    # The swamp grows to the east only, and there it takes the castle out of the middle.
    kingdom = kd.Kingdom.from_text(". w w w / w C w s / . w . w")
    assert lands(kingdom, 12) == {frozenset([(3, 0), (3, 1)]), frozenset([(3, -1), (3, 0)])}
    with pytest.raises(kd.IllegalAction):
        kingdom.discard(12)
    before = kingdom.score(middle_kingdom=True).total
    kingdom.place(kingdom.placements(12)[0])
    assert kingdom.score(middle_kingdom=True).total == before - 10


def test_a_domino_that_fits_nowhere_is_thrown_away() -> None:
    kingdom = kd.Kingdom.from_text("l l l l l / l l l l l / l l C l l / l l l l l / l l l . .")
    before = kingdom.discards
    assert kingdom.placements(13) == []
    kingdom.discard(13)
    assert kingdom.discards == before + 1
    with pytest.raises(kd.IllegalAction):
        kingdom.discard(14)


def test_two_free_cells_that_are_not_neighbours_hold_no_domino() -> None:
    kingdom = kd.Kingdom.from_text("w w w w . / w w w w w / w w C w w / w w w w w / . w w w w")
    assert kingdom.placements(1) == []


def test_a_domino_thrown_away_scores_nothing() -> None:
    kingdom = kd.Kingdom.from_text("l l l l l / l l l l l / l l C l l / l l l l l / l l l1 . .")
    before = kingdom.score()
    kingdom.discard(48)
    assert kingdom.score() == before
    assert before.total == 22


@pytest.mark.parametrize("rules", SETUPS, ids=str)
def test_a_discard_is_legal_only_when_nothing_fits_and_then_nothing_else_is(
    rules: kd.Rules,
) -> None:
    discards = 0
    for seed in range(6):
        game = kd.Game.new(rules, seed=seed)
        for _ in turns(game, seed):
            if game.phase != "place":
                continue
            places = game.kingdoms[game.seat].placements(game.domino)
            if places:
                assert set(game.legal_actions()) == set(places)
                with pytest.raises(kd.IllegalAction):
                    game.play(kd.Discard(game.domino))
            else:
                assert game.legal_actions() == [kd.Discard(game.domino)]
                discards += 1
    assert discards > 0


@pytest.mark.parametrize("rules", SETUPS, ids=str)
def test_a_discard_is_counted_and_the_king_still_claims(rules: kd.Rules) -> None:
    for seed in range(40):
        game = kd.Game.new(rules, seed=seed)
        for action in turns(game, seed):
            if isinstance(action, kd.Discard) and game.next_line:
                seat, before = game.seat, game.kingdoms[game.seat]
                game.play(action)
                after = game.kingdoms[seat]
                assert after.discards == before.discards + 1
                assert after.cells == before.cells
                assert (game.phase, game.seat) == ("claim", seat)
                return
    pytest.fail("no domino was thrown away before the last round")


def test_twelve_dominoes_and_the_castle_fill_the_small_grid_and_24_the_large_one() -> None:
    complete = 0
    for rules in SETUPS:
        for seed in range(12):
            for kingdom in finished(rules, seed).kingdoms:
                full = len(kingdom.cells) + 1 == rules.grid**2
                assert full == (kingdom.discards == 0)
                complete += full
    assert complete > 0
