"""A clock that a test holds: how fast the machine is today has no part in it."""

from collections.abc import Callable

import pytest

from kingdomino.players import champion, montecarlo, thinking, uct
from kingdomino.players.player import Budget
from kingdomino.players.tree import Branch, Tree


class Clock:
    """Stands still but for work, which takes as long as a test says."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.looks = 0

    def __call__(self) -> float:
        self.looks += 1
        return self.now

    def work(self, seconds: float) -> None:
        self.now += seconds


def hold_clock(monkeypatch: pytest.MonkeyPatch, cost: float = 0.001) -> Clock:
    """The clock that players look at from now on; a unit of work costs so many seconds."""
    clock = Clock()
    monkeypatch.setattr(thinking, "perf_counter", clock)
    monkeypatch.setattr(champion, "perf_counter", clock)
    spend, try_branch = thinking.spend, Tree.try_branch

    def spend_here(budget: Budget, start: float, work: Callable[[int], None]) -> int:
        def charge(units: int) -> None:
            work(units)
            clock.work(cost * units)

        return spend(budget, start, charge)

    def try_here(tree: Tree, branch: Branch, futures: int) -> None:
        try_branch(tree, branch, futures)
        clock.work(cost * futures)

    monkeypatch.setattr(montecarlo, "spend", spend_here)
    monkeypatch.setattr(uct, "spend", spend_here)
    monkeypatch.setattr(Tree, "try_branch", try_here)
    return clock
