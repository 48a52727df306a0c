import numpy as np
import numpy.typing as npt
import pytest

from kingdomino.arena.statistics import (
    Sample,
    mean_interval,
    rate_interval,
    student_quantile,
    wilson_interval,
)

Games = npt.NDArray[np.float64]

ARENAS = 1000


@pytest.mark.parametrize(
    ("freedom", "quantile"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (9, 2.262), (30, 2.042), (1000, 1.962)],
)
def test_students_quantiles_are_those_of_the_table(freedom: int, quantile: float) -> None:
    assert student_quantile(freedom) == pytest.approx(quantile, rel=0.002)


def test_wilsons_interval_is_that_of_the_textbook() -> None:
    assert wilson_interval(0.1, 50, 1.96) == pytest.approx((0.0435, 0.2136), abs=1e-3)


def test_a_sample_sums_up_deals() -> None:
    sample = Sample.of([(1, 1.0), (2, 0.0), (1, 0.5), (2, 0.0), (5, 1.0)])
    assert (sample.size, sample.deals, sample.mean) == (5, 3, 0.5)


def test_a_sample_of_nothing() -> None:
    sample = Sample.of([])
    assert (sample.size, sample.deals, sample.mean) == (0, 0, 0)
    assert rate_interval(sample) == (0, 1)
    assert mean_interval(sample) is None


def test_one_deal_says_nothing() -> None:
    sample = Sample.of([(1, 1.0), (1, 1.0)])
    assert rate_interval(sample) == (0, 1)
    assert mean_interval(sample) is None


@pytest.mark.parametrize("won", [0.0, 1.0])
def test_all_or_nothing_leaves_room_for_doubt(won: float) -> None:
    sample = Sample.of((deal, won) for deal in range(50) for _ in range(4))
    low, high = rate_interval(sample)
    assert (low, high) == pytest.approx((0, 0.0714) if won == 0 else (0.9286, 1), abs=1e-3)


def test_a_few_deals_that_agree_prove_little() -> None:
    low, high = rate_interval(Sample.of((deal, won) for deal in range(3) for won in (0.0, 1.0)))
    assert low < 0.3
    assert high > 0.7


def test_intervals_stay_between_0_and_1_and_hold_the_rate() -> None:
    chance = np.random.default_rng(3)
    for _ in range(300):
        rate, deals = chance.random(), int(chance.integers(2, 40))
        sample = Sample.of((deal, float(chance.random() < rate)) for deal in range(deals))
        low, high = rate_interval(sample)
        assert 0 <= low <= sample.mean <= high <= 1


def test_games_of_one_deal_are_no_independent_games() -> None:
    alike = Sample.of((deal, float(deal % 2)) for deal in range(100) for _ in range(4))
    apart = Sample.of((deal, float(deal % 2)) for deal in range(400))
    width = [high - low for low, high in map(rate_interval, (alike, apart))]
    assert width[0] == pytest.approx(2 * width[1], rel=0.05)


# --- simulated arenas, of which the truth is known


def play_deals(
    chance: np.random.Generator, arenas: int, deals: int, seats: int, strength: float
) -> tuple[Games, Games]:
    """Win shares and scores of the first of ``seats`` players, by arena, deal and rotation.

    Everyone's score is the luck of the deal, which all share, the luck of the seat, which stays
    when the players move on, and their own. Scores are whole, so that victories are shared.
    """
    shape = (arenas, deals, seats, seats)  # the last: the seat
    common = chance.normal(0, 6, (arenas, deals, 1, 1))
    seat_luck = chance.normal(0, 6, (arenas, deals, 1, seats))
    scores = 40 + common + seat_luck + chance.normal(0, 6, shape)
    own = np.arange(seats)  # in rotation r the first player sits in seat r
    scores[:, :, own, own] += strength
    scores = np.round(scores)
    best = scores == scores.max(axis=-1, keepdims=True)
    return (best / best.sum(axis=-1, keepdims=True))[:, :, own, own], scores[:, :, own, own]


def sample_of(games: Games) -> Sample:
    return Sample.of((deal, float(value)) for deal, row in enumerate(games) for value in row)


@pytest.mark.parametrize(
    ("deals", "seats", "strength"),
    [(10, 4, 0.0), (25, 4, 0.0), (25, 4, 8.0), (25, 2, 0.0), (60, 2, 8.0), (60, 3, -4.0)],
)
def test_intervals_cover_the_truth(deals: int, seats: int, strength: float) -> None:
    chance = np.random.default_rng(11)
    wins, scores = play_deals(chance, 20_000, 10, seats, strength)
    true_rate, true_score = wins.mean(), scores.mean()
    wins, scores = play_deals(chance, ARENAS, deals, seats, strength)
    hits = misses_of_means = 0
    for arena in range(ARENAS):
        low, high = rate_interval(sample_of(wins[arena]))
        hits += low <= true_rate <= high
        found = mean_interval(sample_of(scores[arena]))
        assert found is not None
        misses_of_means += not found[0] <= true_score <= found[1]
    assert 0.92 <= hits / ARENAS <= 0.98
    assert 0.02 <= misses_of_means / ARENAS <= 0.08


@pytest.mark.parametrize("rate", [0.02, 0.5, 0.9])
def test_intervals_cover_the_truth_when_a_deal_decides_all_its_games(rate: float) -> None:
    chance = np.random.default_rng(12)
    hits = 0
    for _ in range(ARENAS):
        won = (chance.random(60) < rate).astype(float)
        low, high = rate_interval(sample_of(np.repeat(won[:, None], 4, axis=1)))
        hits += low <= rate <= high
    assert 0.92 <= hits / ARENAS <= (0.995 if rate == 0.02 else 0.98)  # few values are possible
