"""Thinking for bots: fair, bounded, and restarted when it fails."""

import asyncio
import os
import signal
import sys
from collections.abc import Awaitable, Callable
from typing import Any, get_args

import orjson
import pytest

import kingdomino as kd
from kingdomino.players.levels import LEVELS, UnknownLevel
from kingdomino.server.messages import Level
from kingdomino.server.thinker import WarmUp, read_view
from kingdomino.server.thinkers import LANES, FairQueue, Job, Thinkers, ThinkingFailed

VIEW = kd.Game.new("classic 2p", seed=1).view(0)


def test_a_player_in_a_process_is_told_all_that_a_view_promises() -> None:
    game = kd.Game.new("classic 3p harmony", seed=7)
    for _ in range(17):
        game.play(game.legal_actions()[-1])
    view = game.view(game.acting_seat)
    job = Job("ann", view, "page", None, answer=None)  # type: ignore[arg-type]  # nobody waits
    told = read_view(orjson.loads(orjson.dumps(job.describe())))
    assert (told.history, told.me, str(told)) == (view.history, view.me, str(view))
    assert len(told.history) == 17


def test_a_level_that_there_is_not_is_refused() -> None:
    with pytest.raises(UnknownLevel, match="there is no level 'emperor'"):
        asyncio.run(Thinkers(1).choose("ann", VIEW, "emperor"))


def test_owners_take_turns_however_many_jobs_they_have() -> None:
    async def order() -> list[str]:
        queue = FairQueue()
        future: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        for owner in "aaaabbc":
            queue.put(Job(owner, VIEW, "page", None, future))
        return [(await queue.get()).owner for _ in range(7)]

    assert asyncio.run(order()) == ["a", "b", "c", "a", "b", "a", "a"]


def test_addresses_take_turns_and_the_owners_at_each() -> None:
    async def order() -> list[str]:
        queue = FairQueue()
        future: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        for owner, address in [*zip("abcabc", "xxxxxx", strict=True), ("z", "y"), ("z", "y")]:
            queue.put(Job(owner, VIEW, "page", None, future, address))
        assert queue.count("a") == queue.count("z") == 2
        return [(await queue.get()).owner for _ in range(8)]

    assert asyncio.run(order()) == ["a", "z", "b", "z", "c", "a", "b", "c"]


class Scribe:
    """Stands in for a thinking process: keeps what it is told, and answers when a test says so."""

    def __init__(self, thinkers: Thinkers) -> None:
        self.told: list[dict[str, object]] = []
        self.thinkers = thinkers

    def want(self, level: str) -> None:
        self.told.append({"want": level})

    async def think(self, job: Job) -> None:
        self.told.append({"level": job.level, "owner": job.owner})
        if job.level == "monarch":
            await asyncio.Event().wait()  # is still thinking
        job.answer.set_result("-1")


async def settle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


def with_scribe(work: Callable[[Thinkers, Scribe], Awaitable[None]]) -> None:
    """Thinkers whose only process is a scribe."""

    async def run() -> None:
        thinkers = Thinkers(1, lambda owner: f"address of {owner}")
        scribe: Any = Scribe(thinkers)
        thinkers._processes.add(scribe)
        lanes = [asyncio.create_task(thinkers._serve_lane(scribe, lane)) for lane in LANES]
        thinkers._tasks = lanes
        await work(thinkers, scribe)
        await thinkers.stop()

    asyncio.run(run())


def test_who_decides_at_once_never_waits_for_who_thinks() -> None:
    async def work(thinkers: Thinkers, scribe: Scribe) -> None:
        thinkers.ready = {"knight", "monarch"}
        thoughts = [
            asyncio.ensure_future(thinkers.choose(f"table {table}", VIEW, "monarch"))
            for table in range(6)
        ]
        await settle()
        assert await thinkers.choose("ann", VIEW, "knight") == "-1"
        assert [told["level"] for told in scribe.told] == ["monarch", "knight"]
        assert not any(thought.done() for thought in thoughts)

    with_scribe(work)


def test_a_level_is_waited_for_and_no_other_plays_in_its_name() -> None:
    async def work(thinkers: Thinkers, scribe: Scribe) -> None:
        choice = asyncio.ensure_future(thinkers.choose("ann", VIEW, "duke"))
        await settle()
        assert scribe.told == [{"want": "duke"}]
        assert thinkers.waiting("ann") == 1
        thinkers._note("knight")
        await settle()
        assert not choice.done()
        assert await thinkers.choose("bob", VIEW, "knight") == "-1"
        thinkers._note("duke")
        assert await choice == "-1"
        assert scribe.told[-1] == {"level": "duke", "owner": "ann"}
        assert thinkers.waiting("ann") == 0

    with_scribe(work)


def test_hints_are_by_the_strongest_who_is_ready() -> None:
    async def work(thinkers: Thinkers, scribe: Scribe) -> None:
        assert thinkers.strongest_ready("monarch") == "monarch"
        thinkers.ready = {"page", "knight", "monarch"}
        assert thinkers.strongest_ready("monarch") == "monarch"
        assert thinkers.strongest_ready("duke") == "knight"

    with_scribe(work)


def test_levels_become_ready_in_the_order_in_which_they_are_wanted() -> None:
    done: list[str] = []

    def warm(level: str) -> None:
        if not done:  # meanwhile somebody asks
            warm_up.want("monarch")
            warm_up.want("page")
        done.append(level)

    said: list[dict[str, object]] = []
    warm_up = WarmUp(said.append, warm, [level.name for level in LEVELS])
    warm_up.want("knight")
    warm_up.run()
    assert done == ["knight", "monarch", "page", "squire", "duke"]
    assert said == [{"ready": level} for level in done]


def test_rules_that_cannot_be_compiled_are_not_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def compile_rules() -> None:
        thinkers = Thinkers(1)
        try:
            await thinkers.compile_rules()
        finally:
            await thinkers.stop()

    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(ThinkingFailed, match="dies again and again"):
        asyncio.run(asyncio.wait_for(compile_rules(), 60))


@pytest.mark.compiled_only
def test_a_process_that_dies_is_started_anew_and_every_level_answers() -> None:
    game = kd.Game.new(kd.Rules(players=2), seed=1)
    legal = [str(action) for action in game.legal_actions()]

    async def think() -> None:
        thinkers = Thinkers(1)
        try:
            for level in LEVELS:
                assert (
                    await thinkers.choose("ann", game.view(game.acting_seat), level.name) in legal
                )
            (pid,) = thinkers.pids
            os.kill(pid, signal.SIGKILL)
            for _ in range(20):
                try:
                    action = await thinkers.choose("ann", game.view(game.acting_seat), "page")
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
