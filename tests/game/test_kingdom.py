"""Kingdoms as objects and as text. What fits where is in tests/rulebook."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kingdomino as kd
from tests import strategies


def test_a_lone_castle() -> None:
    kingdom = kd.Kingdom()
    assert kingdom.cells == {}
    assert str(kingdom) == "C"
    assert kingdom.score() == kd.Score(total=0)
    assert repr(kingdom) == "<Kingdom C on 5×5>"


@pytest.mark.parametrize("grid", [0, 4, 6, 8, None])
def test_the_grid_is_5_or_7(grid: object) -> None:
    with pytest.raises(ValueError, match="the grid is 5 or 7, not"):
        kd.Kingdom(grid)


def test_a_copy_goes_its_own_way() -> None:
    kingdom = kd.Kingdom()
    twin = kingdom.copy()
    twin.place(kd.Place(1, (1, 0), (2, 0)))
    assert kingdom.cells == {}
    assert twin != kingdom
    assert kingdom.copy() == kingdom


def test_kingdoms_are_equal_when_grid_and_squares_are() -> None:
    assert kd.Kingdom(5) == kd.Kingdom(5)
    assert kd.Kingdom(5) != kd.Kingdom(7)
    assert kd.Kingdom(5) != "C"
    with pytest.raises(TypeError, match="unhashable"):
        hash(kd.Kingdom())


def test_the_frame_closes_in_as_the_kingdom_grows() -> None:
    kingdom = kd.Kingdom()
    assert kingdom.frame == ((-4, -4), (4, 4))
    kingdom.place(kd.Place(1, (1, 0), (2, 0)))
    assert kingdom.frame == ((-2, -4), (4, 4))
    kingdom.place(kd.Place(2, (-1, 0), (-2, 0)))
    assert kingdom.frame == ((-2, -4), (2, 4))
    kingdom.place(kd.Place(3, (0, -1), (0, -2)))
    assert kingdom.frame == ((-2, -4), (2, 2))


@pytest.mark.parametrize(
    ("place", "reason"),
    [
        ((13, (1, 0), (3, 0)), "its squares take two neighbouring cells"),
        ((13, (0, 0), (0, 1)), "does not fit at g7-g8: g7 is taken"),
        ((13, (1, 0), (2, 0)), "h7 and i7 are taken"),
        ((13, (9, 0), (10, 0)), "the kingdom would outgrow its 5×5 grid"),
        ((13, (-2, 3), (-2, 4)), "no wheat or forest beside it, nor the castle"),
        ((13, (-3, 0), (-2, 0)), "the kingdom would outgrow its 5×5 grid"),
        ((13, (1, 1), (1, 2)), "no wheat or forest beside it, nor the castle"),
        ((1, (1, 1), (1, 2)), "no wheat beside it, nor the castle"),
        ((13, (-6, 0), (-6, 1)), "does not fit at a7-a8"),
    ],
)
def test_a_placement_that_is_not_legal_is_refused_with_the_reason(
    place: tuple[int, tuple[int, int], tuple[int, int]], reason: str
) -> None:
    kingdom = kd.Kingdom()
    kingdom.place(kd.Place(7, (1, 0), (2, 0)))
    before = kingdom.copy()
    with pytest.raises(kd.IllegalAction, match=re.escape(reason)):
        kingdom.place(kd.Place(*place))
    assert kingdom == before


def test_a_cell_beyond_the_frame_is_not_called_taken() -> None:
    # On the torus column -2 is the image of column 6.
    kingdom = kd.Kingdom(7)
    for x in (1, 3, 5):
        kingdom.place(kd.Place((x + 13) // 2, (x, 0), (x + 1, 0)))
    with pytest.raises(kd.IllegalAction, match="outgrow its 7×7 grid"):
        kingdom.place(kd.Place(10, (-2, 0), (-1, 0)))


@pytest.mark.parametrize("number", [0, 49])
def test_a_domino_that_is_not_in_the_box_cannot_be_used(number: int) -> None:
    kingdom = kd.Kingdom()
    for attempt in (
        lambda: kingdom.place(kd.Place(number, (1, 0), (2, 0))),
        lambda: kingdom.placements(number),
        lambda: kingdom.discard(number),
    ):
        with pytest.raises(kd.IllegalAction, match=f"there is no domino {number}"):
            attempt()


def test_a_domino_that_fits_may_not_be_thrown_away() -> None:
    kingdom = kd.Kingdom()
    with pytest.raises(kd.IllegalAction, match="domino 7 may not be thrown away: it fits, as 7:"):
        kingdom.discard(7)
    assert kingdom.discards == 0


def test_a_domino_that_fits_nowhere_is_thrown_away() -> None:
    kingdom = kd.Kingdom.from_text("fffff/fffff/ffCff/fffff/fff..")
    assert kingdom.discards == 1
    kingdom.discard(48)
    assert kingdom.discards == 2


def test_like_halves_are_placed_either_way_round() -> None:
    one, other = kd.Kingdom(), kd.Kingdom()
    one.place(kd.Place(1, (1, 0), (2, 0)))
    other.place(kd.Place(1, (2, 0), (1, 0)))
    assert one == other


@given(strategies.games())
def test_a_kingdom_survives_the_way_through_text(game: kd.Game) -> None:
    for kingdom in game.kingdoms:
        read = kd.Kingdom.from_text(str(kingdom), kingdom.grid)
        assert read.cells == kingdom.cells
        assert str(read) == str(kingdom)
        assert read.doubts() == []
        if game.over:  # what is missing was thrown away
            assert read == kingdom


@given(strategies.games())
def test_territories_divide_the_squares_of_a_kingdom_among_them(game: kd.Game) -> None:
    for kingdom, score in zip(game.kingdoms, game.scores(), strict=True):
        cells = [cell for territory in score.territories for cell in territory.cells]
        assert sorted(cells) == sorted(kingdom.cells)
        points = sum(territory.points for territory in score.territories)
        assert score.total == points + sum(score.bonuses.values())
        assert score.largest == max((t.squares for t in score.territories), default=0)
        assert score.crowns == sum(square.crowns for square in kingdom.cells.values())


def test_a_kingdom_is_typed_as_it_lies_on_the_table() -> None:
    kingdom = kd.Kingdom.from_text(
        """
        w1 w  .
        .  C  f
        """
    )
    assert str(kingdom) == "w1w./.Cf"
    assert kingdom.cells == {
        (-1, 1): kd.Square(kd.Terrain.WHEAT, 1),
        (0, 1): kd.Square(kd.Terrain.WHEAT, 0),
        (1, 0): kd.Square(kd.Terrain.FOREST, 0),
    }


@pytest.mark.parametrize("text", ["w w C / f .", "..wwC../..f....", "/wwC/f.\n\n", "wwC\nf..\n/"])
def test_empty_cells_around_a_kingdom_do_not_matter(text: str) -> None:
    assert str(kd.Kingdom.from_text(text)) == "wwC/f.."


@pytest.mark.parametrize(
    ("text", "reason", "place"),
    [
        ("", "there is no castle: write C where it stands", (1, 1)),
        ("ww\nw", "there is no castle", (2, 2)),
        ("wCC", "a second castle", (1, 3)),
        ("w\nC q", "'q' is no square: write w f l g s m", (2, 3)),
        ("\n\n  qC", "'q' is no square", (3, 3)),
        ("1C", "'1' is no number of crowns here", (1, 1)),
        ("w4C", "'4' is no number of crowns here", (1, 2)),
        ("w12C", "'2' is no number of crowns here", (1, 3)),
        (".1C", "'1' is no number of crowns here", (1, 2)),
        ("C1", "'1' is no number of crowns here", (1, 2)),
        ("w0C", "'0' is no number of crowns here", (1, 2)),
        ("w²C", "'²' is no number of crowns here", (1, 2)),
    ],
)
def test_what_is_no_kingdom_is_refused_with_line_and_column(
    text: str, reason: str, place: tuple[int, int]
) -> None:
    with pytest.raises(kd.NotationError, match=re.escape(reason)) as refusal:
        kd.Kingdom.from_text(text)
    assert (refusal.value.line, refusal.value.column) == place
    assert str(refusal.value).startswith(f"line {place[0]}, column {place[1]}: ")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("wwwwwC", "the kingdom is 6×1: too large for 5×5"),
        ("C/w/w/w/w/w", "the kingdom is 1×6: too large for 5×5"),
        ("w.C", "there is an empty row or column between squares of the kingdom"),
        ("w/./C", "there is an empty row or column"),
    ],
)
def test_a_kingdom_that_cannot_lie_on_its_grid_is_refused(text: str, reason: str) -> None:
    with pytest.raises(kd.NotationError, match=re.escape(reason)):
        kd.Kingdom.from_text(text)


@pytest.mark.parametrize(
    ("text", "doubts"),
    [
        ("wwC", []),
        ("wC", ["1 squares: dominoes would make an even number"]),
        ("w./fC/.f", ["3 squares: dominoes would make an even number"]),
        ("w../..f/.Cf/w..", ["cut off from the castle: f6, f9"]),
        ("m3m3C", ["2 squares of mine with 3 crowns: the box holds 1"]),
        ("mm/mC/mm/m.", ["6 squares of mine without crowns: the box holds 1"]),
    ],
)
def test_what_could_not_come_about_by_play_is_doubted(text: str, doubts: list[str]) -> None:
    assert list(map(str, kd.Kingdom.from_text(text).doubts())) == doubts


@given(
    st.text()
    | st.text(alphabet="wflgsmC123./ \n")
    | strategies.mutated(strategies.games().map(lambda game: str(game.kingdoms[0]))),
    st.sampled_from([5, 7]),
)
def test_any_text_is_a_kingdom_or_refused(text: str, grid: int) -> None:
    try:
        kingdom = kd.Kingdom.from_text(text, grid)
    except kd.NotationError:
        return
    again = kd.Kingdom.from_text(str(kingdom), grid)
    assert (again, str(again)) == (kingdom, str(kingdom))
    for doubt in kingdom.doubts():
        assert doubt
