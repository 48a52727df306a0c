"""The garbage collector: what is set aside is alive, and is searched again when it may be dead."""

import gc
import weakref
from collections.abc import Iterator

import pytest

from kingdomino.server.memory import SOONEST, Collector


class Knot:
    """Something that no reference count frees."""

    def __init__(self) -> None:
        self.itself = self


class Clock:
    """Time that passes when told to."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(autouse=True)
def usual_collector() -> Iterator[None]:
    """Leaves the garbage collector as it was."""
    before = gc.get_threshold()
    gc.disable()
    yield
    gc.enable()
    gc.set_threshold(*before)
    gc.unfreeze()


def test_garbage_is_never_set_aside() -> None:
    clock = Clock()
    collector = Collector(clock)
    collector.start()
    knot = Knot()
    for _ in range(3):
        gc.collect(1)  # by now it counts as old
    seen = weakref.ref(knot)
    del knot
    collector.rest()
    assert seen() is None


def test_what_dies_after_it_was_set_aside_is_found_soon() -> None:
    clock = Clock()
    collector = Collector(clock)
    collector.start()
    knot = Knot()
    collector.rest()
    seen = weakref.ref(knot)
    del knot
    collector.rest()
    assert seen() is not None, "set aside, so that nobody has to look at it"
    clock.now += SOONEST
    collector.rest()
    assert seen() is None
