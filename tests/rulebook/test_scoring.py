"""Scoring: territories, crowns, and who wins."""

import pytest

import kingdomino as kd
from tests.rulebook.table import SETUPS, drawn, finished, turned


def territories(kingdom: kd.Kingdom) -> list[tuple[str, int, int]]:
    """The territories of a kingdom: terrain, squares, crowns."""
    return sorted((t.terrain, t.squares, t.crowns) for t in kingdom.score().territories)


def score(total: int, largest: int, crowns: int) -> kd.Score:
    return kd.Score(total=total, territories=(), bonuses={}, largest=largest, crowns=crowns)


def test_a_lone_castle_scores_nothing() -> None:
    lone = kd.Kingdom().score()
    assert (lone.total, lone.largest, lone.crowns) == (0, 0, 0)
    assert lone.territories == ()


def test_a_territory_is_worth_its_squares_times_its_crowns() -> None:
    kingdom = kd.Kingdom.from_text("C w1 w / . w w1")
    assert territories(kingdom) == [("wheat", 4, 2)]
    assert kingdom.score().total == 4 * 2


def test_a_territory_without_crowns_scores_nothing() -> None:
    kingdom = kd.Kingdom.from_text("C l l l / . l l l")
    assert territories(kingdom) == [("lake", 6, 0)]
    assert kingdom.score().total == 0


def test_the_crowns_of_a_territory_count_together_wherever_they_stand() -> None:
    kingdom = kd.Kingdom.from_text("C m2 m / . m m3")
    assert kingdom.score().total == 4 * 5


def test_the_same_terrain_may_form_several_territories_and_each_counts_by_itself() -> None:
    kingdom = kd.Kingdom.from_text("w w1 f C w2 / . . . . w / . . . . w")
    assert territories(kingdom) == [("forest", 1, 0), ("wheat", 2, 1), ("wheat", 3, 2)]
    assert kingdom.score().total == 2 * 1 + 3 * 2


def test_crowns_of_one_territory_do_not_help_another_of_the_same_terrain() -> None:
    kingdom = kd.Kingdom.from_text("w w C w2 f")
    assert kingdom.score().total == 1 * 2


def test_squares_that_meet_at_a_corner_are_not_joined() -> None:
    kingdom = kd.Kingdom.from_text("C g1 w / . w g1")
    assert territories(kingdom) == [
        ("grassland", 1, 1),
        ("grassland", 1, 1),
        ("wheat", 1, 0),
        ("wheat", 1, 0),
    ]
    assert kingdom.score().total == 2


def test_different_terrains_are_different_territories() -> None:
    kingdom = kd.Kingdom.from_text("C w1 f1")
    assert territories(kingdom) == [("forest", 1, 1), ("wheat", 1, 1)]


def test_the_castle_joins_no_territories() -> None:
    kingdom = kd.Kingdom.from_text(". s2 . / s C s / . s .")
    assert territories(kingdom) == [
        ("swamp", 1, 0),
        ("swamp", 1, 0),
        ("swamp", 1, 0),
        ("swamp", 1, 2),
    ]
    assert kingdom.score().total == 2


def test_the_castle_is_not_a_square_of_any_territory() -> None:
    kingdom = kd.Kingdom.from_text("s s s / s C s / s s s1")
    assert territories(kingdom) == [("swamp", 8, 1)]
    assert kingdom.score().largest == 8
    assert (0, 0) not in kingdom.cells


def test_a_gap_joins_nothing() -> None:
    kingdom = kd.Kingdom.from_text("w1 . w / w C w")
    assert territories(kingdom) == [("wheat", 2, 0), ("wheat", 2, 1)]


def test_a_territory_may_wind_through_the_whole_kingdom() -> None:
    kingdom = kd.Kingdom.from_text(
        "l l l l l / f f f f l / l l C f l / l f f f l / l l l l l1", grid=5
    )
    assert territories(kingdom) == [("forest", 8, 0), ("lake", 16, 1)]
    assert kingdom.score().total == 16


@pytest.mark.parametrize("upright", [False, True], ids=["flat", "upright"])
@pytest.mark.parametrize("west", range(-6, 1))
@pytest.mark.parametrize("step", [-1, 0, 1])
def test_the_two_ends_of_a_seven_wide_kingdom_are_different_territories(
    step: int, west: int, upright: bool
) -> None:
    east = west + 6
    squares = {(x, y): "s" for x in range(west, east + 1) for y in range(-1, 4) if (x, y) != (0, 0)}
    squares |= {(east, 2): "w2", (west, 2 + step): "w"}
    kingdom = drawn({turned(cell, upright): square for cell, square in squares.items()}, 7)
    assert territories(kingdom) == [("swamp", 32, 0), ("wheat", 1, 0), ("wheat", 1, 2)]
    assert kingdom.score().total == 2


def test_a_whole_kingdom() -> None:
    kingdom = kd.Kingdom.from_text(
        """
        w  w1 f  f  f1
        w  l  l1 f  g
        s  l  C  m2 g2
        s1 s  m1 m  g
        w  w  w1 f1 g
        """
    )
    assert territories(kingdom) == [
        ("forest", 1, 1),
        ("forest", 4, 1),
        ("grassland", 4, 2),
        ("lake", 3, 1),
        ("mine", 3, 3),
        ("swamp", 3, 1),
        ("wheat", 3, 1),
        ("wheat", 3, 1),
    ]
    whole = kingdom.score()
    assert whole.total == 1 + 4 + 8 + 3 + 9 + 3 + 3 + 3 == 34
    assert whole.largest == 4
    assert whole.crowns == 11
    assert kingdom.score(middle_kingdom=True, harmony=True).total == 34 + 10 + 5


def test_every_territory_knows_its_cells_and_its_points() -> None:
    kingdom = kd.Kingdom.from_text("C w1 w / . f f")
    found = {territory.terrain: territory for territory in kingdom.score().territories}
    assert found["wheat"].cells == {(1, 0), (2, 0)}
    assert found["wheat"].points == 2
    assert found["forest"].cells == {(1, -1), (2, -1)}
    assert found["forest"].points == 0


@pytest.mark.parametrize("rules", SETUPS, ids=str)
def test_every_square_belongs_to_one_territory(rules: kd.Rules) -> None:
    game = finished(rules)
    for kingdom, result in zip(game.kingdoms, game.scores(), strict=True):
        cells = [cell for territory in result.territories for cell in territory.cells]
        assert len(cells) == len(set(cells))
        assert set(cells) == set(kingdom.cells)
        assert result.total == sum(territory.points for territory in result.territories)
        assert result.crowns == sum(square.crowns for square in kingdom.cells.values())


# Who wins.


def test_the_highest_total_wins() -> None:
    assert kd.winners([score(30, 9, 9), score(31, 1, 1), score(12, 5, 5)]) == [1]


def test_a_tie_goes_to_the_largest_single_territory() -> None:
    assert kd.winners([score(30, 6, 9), score(30, 7, 1)]) == [1]


def test_the_largest_territory_counts_with_crowns_or_without() -> None:
    crowned = kd.Kingdom.from_text("C w1 w w").score()
    plain = kd.Kingdom.from_text("C l l l l / . g3 . . .").score()
    assert (crowned.total, crowned.largest) == (3, 3)
    assert (plain.total, plain.largest) == (3, 4)
    assert kd.winners([crowned, plain]) == [1]


def test_one_large_territory_beats_two_smaller_ones_of_the_same_terrain() -> None:
    divided = kd.Kingdom.from_text("l l C l l").score()
    whole = kd.Kingdom.from_text("C l l l f").score()
    assert divided.total == whole.total == 0
    assert kd.winners([divided, whole]) == [1]


def test_a_second_tie_goes_to_the_most_crowns() -> None:
    assert kd.winners([score(30, 6, 5), score(30, 6, 4)]) == [0]
    few = kd.Kingdom.from_text("C w1 w w w").score()
    many = kd.Kingdom.from_text("C f f f f / s1 s m2 . .").score()
    assert (few.total, few.largest) == (many.total, many.largest) == (4, 4)
    assert kd.winners([few, many]) == [1]


def test_a_third_tie_shares_the_victory() -> None:
    assert kd.winners([score(30, 6, 5), score(30, 6, 5)]) == [0, 1]
    assert kd.winners([score(30, 6, 5), score(29, 9, 9), score(30, 6, 5)]) == [0, 2]
    assert kd.winners([score(0, 0, 0)] * 4) == [0, 1, 2, 3]


def test_a_tie_concerns_only_those_who_lead() -> None:
    assert kd.winners([score(30, 6, 1), score(30, 5, 9), score(20, 24, 24)]) == [0]
    assert kd.winners([score(30, 6, 1), score(30, 6, 1), score(30, 5, 9), score(2, 2, 2)]) == [0, 1]


def test_before_anything_is_placed_everybody_is_level() -> None:
    assert list(kd.Game.new(kd.Rules(players=3), seed=1).winners()) == [0, 1, 2]


@pytest.mark.parametrize("rules", SETUPS, ids=str)
def test_a_game_is_won_by_its_scores(rules: kd.Rules) -> None:
    for seed in range(10):
        game = finished(rules, seed)
        assert list(game.winners()) == list(kd.winners(game.scores()))
