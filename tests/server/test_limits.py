"""Limits: a few at once, so many a second, and nothing is remembered for ever."""

from kingdomino.server.limits import Bucket, Buckets, Counter


class Clock:
    """Time that passes when told to."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_gives_a_burst_and_then_its_rate() -> None:
    clock = Clock()
    bucket = Bucket(2.0, clock=clock)
    assert [bucket.take() for _ in range(7)] == [True] * 6 + [False]
    clock.now += 0.5
    assert [bucket.take(), bucket.take()] == [True, False]
    clock.now += 100
    assert sum(bucket.take() for _ in range(20)) == 6


def test_addresses_do_not_share_a_bucket_and_quiet_ones_are_forgotten() -> None:
    clock = Clock()
    buckets = Buckets(1.0, most=100, clock=clock)
    assert all(buckets.take("a") for _ in range(3))
    assert not buckets.take("a")
    assert buckets.take("b")
    clock.now += 60
    buckets.take("c")
    assert len(buckets) == 1
    for number in range(1000):
        buckets.take(f"{number}")
    assert len(buckets) <= 100


def test_a_counter_bounds_each_address_and_all() -> None:
    counter = Counter(2, 3)
    assert [counter.enter("a") for _ in range(3)] == [True, True, False]
    assert counter.enter("b")
    assert not counter.enter("c")
    counter.leave("a")
    assert counter.enter("c")
    assert counter.total == 3
