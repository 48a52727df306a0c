"""Scores, winners and ranks."""

import pytest

import kingdomino as kd


def score(total: int, largest: int = 0, crowns: int = 0) -> kd.Score:
    return kd.Score(total=total, largest=largest, crowns=crowns)


def test_a_territory_is_worth_squares_times_crowns() -> None:
    assert kd.Territory(kd.Terrain.WHEAT, squares=4, crowns=3).points == 12
    assert kd.Territory(kd.Terrain.LAKE, squares=9, crowns=0).points == 0


@pytest.mark.parametrize(
    ("scores", "ranks"),
    [
        ([score(30), score(20)], [1, 2]),
        ([score(20), score(30), score(20)], [2, 1, 2]),
        ([score(20, 5), score(20, 6)], [2, 1]),
        ([score(20, 5, 3), score(20, 5, 2), score(19, 9, 9)], [1, 2, 3]),
        ([score(20, 5, 3), score(20, 5, 3), score(19, 9, 9), score(19, 9, 9)], [1, 1, 3, 3]),
    ],
)
def test_ranks_go_by_points_then_the_largest_territory_then_crowns(
    scores: list[kd.Score], ranks: list[int]
) -> None:
    assert kd.rank(scores) == ranks
    assert kd.winners(scores) == [seat for seat, rank in enumerate(ranks) if rank == 1]
