"""Thinking for bots: fair, bounded, and restarted when it fails."""

import asyncio
import os
import signal
from typing import get_args

import pytest

import kingdomino as kd
from kingdomino.players.levels import LEVELS
from kingdomino.server.messages import Level
from kingdomino.server.thinkers import FairQueue, Job, Thinkers, ThinkingFailed


def test_owners_take_turns_however_many_jobs_they_have() -> None:
    async def order() -> list[str]:
        queue = FairQueue()
        future: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        for owner in "aaaabbc":
            queue.put(Job(owner, "", "page", None, future))
        return [(await queue.get()).owner for _ in range(7)]

    assert asyncio.run(order()) == ["a", "b", "c", "a", "b", "a", "a"]


@pytest.mark.compiled_only
def test_a_process_that_dies_is_started_anew_and_every_level_answers() -> None:
    game = kd.Game.new(kd.Rules(players=2), seed=1)
    legal = [str(action) for action in game.legal_actions()]

    async def think() -> None:
        thinkers = Thinkers(1)
        thinkers.start()
        try:
            for level in LEVELS:
                assert await thinkers.choose("ann", str(game), level.name) in legal
            (pid,) = thinkers.pids
            os.kill(pid, signal.SIGKILL)
            for _ in range(20):
                try:
                    action = await thinkers.choose("ann", str(game), "page")
                except ThinkingFailed:
                    continue
                assert action in legal
                return
            raise AssertionError("no process came back")
        finally:
            await thinkers.stop()

    asyncio.run(asyncio.wait_for(think(), 120))


def test_the_levels_are_those_of_the_players() -> None:
    assert tuple(level.name for level in LEVELS) == get_args(Level)
