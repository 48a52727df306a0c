"""The processes that think for bots: few of them, and everybody's tables take turns.

A process has two *lanes*: what is decided at once never waits behind what takes a second. The
players' code is compiled once after an installation, level by level, those that are wanted first;
a level's jobs wait until it is ready, and nobody else's do.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys
from collections import deque
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

import orjson

from kingdomino.cores import count_cores
from kingdomino.players.levels import LEVELS, find_level

if TYPE_CHECKING:
    from kingdomino.game.view import View

log = logging.getLogger("kingdomino.server")

LONGEST_THOUGHT = 30.0
"""Seconds after which a process that has not answered is taken for stuck."""

MOST_EARLY_DEATHS = 3
"""How often the process that compiles the rules may die, until nobody waits for it any more."""

Lane = Literal["quick", "deep"]
LANES: tuple[Lane, ...] = ("quick", "deep")


class ThinkingFailed(Exception):  # noqa: N818 (what it is needs no suffix)
    """No action came of it: the process crashed, or said why not."""


@dataclass(slots=True)
class Job:
    """A view to be thought about, by a level, for an owner whose jobs take turns."""

    owner: str
    view: View
    level: str
    seed: str | None
    answer: asyncio.Future[str] = field(repr=False)
    address: str = ""

    def describe(self) -> dict[str, object]:
        """The job as it is given to a process."""
        return {
            "position": str(self.view),
            "history": [(seat, str(action)) for seat, action in self.view.history],
            "level": self.level,
            "seed": self.seed,
        }

    @property
    def lane(self) -> Lane:
        """Where it belongs."""
        return "deep" if find_level(self.level).thinks else "quick"


class FairQueue:
    """Jobs in the order they came, except that addresses take turns, and owners at an address."""

    def __init__(self) -> None:
        self._addresses: dict[str, dict[str, deque[Job]]] = {}
        self._some = asyncio.Event()

    def put(self, job: Job) -> None:
        """Add a job at the end of its owner's."""
        owners = self._addresses.setdefault(job.address, {})
        owners.setdefault(job.owner, deque()).append(job)
        self._some.set()

    def count(self, owner: str) -> int:
        """How many jobs of this owner wait."""
        return sum(len(owners.get(owner, ())) for owners in self._addresses.values())

    async def get(self) -> Job:
        """The next job: of the address, and there of the owner, who has waited longest since the
        last one."""
        while not self._addresses:
            self._some.clear()
            await self._some.wait()
        address, owners = next(iter(self._addresses.items()))
        owner, jobs = next(iter(owners.items()))
        job = jobs.popleft()
        del owners[owner], self._addresses[address]  # to come back at the end of the line
        if jobs:
            owners[owner] = jobs
        if owners:
            self._addresses[address] = owners
        return job


class Thinkers:
    """A bounded number of thinking processes, restarted when they fail."""

    def __init__(
        self, count: int, find_address: Callable[[str], str] = lambda owner: owner
    ) -> None:
        """``count`` processes; 0 for one fewer than there are cores, at least one.

        ``find_address`` tells where an owner was last seen.
        """
        self.count = count or max(1, count_cores() - 1)
        self.ready: set[str] = set()
        """The levels that can decide at once."""
        self.pids: set[int] = set()
        """The processes that run now."""
        self._find_address = find_address
        self._rules_ready: asyncio.Future[None] | None = None
        self._all_ready = asyncio.Event()
        self._queues: dict[Lane, FairQueue] = {lane: FairQueue() for lane in LANES}
        self._parked: dict[str, list[Job]] = {}
        self._processes: set[_Process] = set()
        self._tasks: list[asyncio.Task[None]] = []
        self._stopped = False

    def start(self) -> None:
        """Start the first process; the others follow when it has compiled what they share.

        Starting twice is starting once, and whoever wants an action starts them too.
        """
        if self._tasks or self._stopped:
            return
        self._tasks = [asyncio.create_task(self._serve(number)) for number in range(self.count)]

    async def compile_rules(self) -> None:
        """Start, and wait until the kernel's compiled code is there for others to load, too.

        ``ThinkingFailed`` says why it cannot be had.
        """
        self._rules_ready = asyncio.get_running_loop().create_future()
        self.start()
        await self._rules_ready

    async def stop(self) -> None:
        """End all processes, whatever they think about."""
        self._stopped = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def waiting(self, owner: str) -> int:
        """How many thoughts an owner has asked for that have not begun."""
        parked = sum(job.owner == owner for jobs in self._parked.values() for job in jobs)
        return parked + sum(queue.count(owner) for queue in self._queues.values())

    def strongest_ready(self, level: str) -> str:
        """This level if it is ready, or else the strongest that is; this one if none is."""
        names = [known.name for known in LEVELS]
        below = [name for name in names[: names.index(level) + 1] if name in self.ready]
        return below[-1] if below else level

    def want(self, level: str) -> None:
        """Have this level made ready before those that nobody has asked for."""
        self.start()
        if level not in self.ready:
            self._parked.setdefault(level, [])
            for process in self._processes:
                process.want(level)

    async def choose(self, owner: str, view: View, level: str, seed: str | None = None) -> str:
        """The action that a level chooses from a view; ``ThinkingFailed`` if none comes of it, and
        ``UnknownLevel`` if there is no such level."""
        find_level(level)
        answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        job = Job(owner, view, level, seed, answer, self._find_address(owner))
        self.want(level)
        if level in self.ready:
            self._queues[job.lane].put(job)
        else:
            self._parked[level].append(job)
        return await answer

    async def _serve(self, number: int) -> None:
        if number > 0:
            await self._all_ready.wait()
        deaths = 0
        while True:
            try:
                await self._serve_process()
            except (OSError, EOFError, TimeoutError) as error:
                deaths += 1
                if deaths == MOST_EARLY_DEATHS and self._expects_rules:
                    self._fail_rules("the process that compiles them dies again and again")
                log.warning("a thinking process ended and is started anew (%s)", error)
                await asyncio.sleep(0.5)

    @property
    def _expects_rules(self) -> bool:
        return self._rules_ready is not None and not self._rules_ready.done()

    def _fail_rules(self, reason: str) -> None:
        if self._rules_ready is not None and not self._rules_ready.done():
            self._rules_ready.set_exception(ThinkingFailed(reason))

    async def _serve_process(self) -> None:
        child = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "kingdomino.server.thinker",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        process = _Process(child, self._note, self._fail_rules)
        self.pids.add(child.pid)
        self._processes.add(process)
        try:
            for level in self._parked:
                process.want(level)
            async with _failing_together() as group:
                group.create_task(process.listen())
                for lane in LANES:
                    group.create_task(self._serve_lane(process, lane))
        finally:
            self._processes.discard(process)
            self.pids.discard(child.pid)
            with contextlib.suppress(ProcessLookupError):
                child.kill()
            await child.wait()

    async def _serve_lane(self, process: _Process, lane: Lane) -> None:
        while True:
            job = await self._queues[lane].get()
            if not job.answer.done():
                await process.think(job)

    def _note(self, ready: str) -> None:
        """The first process has got one step further."""
        if ready == "rules":
            if self._rules_ready is not None and not self._rules_ready.done():
                self._rules_ready.set_result(None)
            return
        self.ready.add(ready)
        for job in self._parked.pop(ready, []):
            self._queues[job.lane].put(job)
        if len(self.ready) == len(LEVELS):
            self._all_ready.set()


class _Process:
    """A thinking process: a line of JSON to it for each job, a line back for each answer."""

    def __init__(
        self,
        child: asyncio.subprocess.Process,
        note: Callable[[str], None],
        fail: Callable[[str], None],
    ) -> None:
        assert child.stdin is not None
        assert child.stdout is not None
        self._in, self._out = child.stdin, child.stdout
        self._note = note
        self._fail = fail
        self._answers: dict[int, asyncio.Future[dict[str, object]]] = {}

    def want(self, level: str) -> None:
        """Ask for a level to be made ready before others."""
        self._in.write(orjson.dumps({"want": level}) + b"\n")

    async def listen(self) -> None:
        """Hand on what the process says, until it ends: ``EOFError``."""
        while line := await self._out.readline():
            message = orjson.loads(line)
            if "ready" in message:
                self._note(message["ready"])
            elif "failed" in message:
                self._fail(message["failed"])
            else:
                answer = self._answers.get(message["id"])
                if answer is not None and not answer.done():
                    answer.set_result(message)
        raise EOFError("the thinking process ended")

    async def think(self, job: Job) -> None:
        """Have a job done; whatever happens, its owner gets an answer."""
        number = id(job)
        task = {"id": number, **job.describe()}
        self._answers[number] = asyncio.get_running_loop().create_future()
        try:
            self._in.write(orjson.dumps(task) + b"\n")
            await self._in.drain()
            async with asyncio.timeout(LONGEST_THOUGHT):
                message = await self._answers[number]
        except (OSError, TimeoutError, asyncio.CancelledError):
            _fail(job, "the thinking process ended")
            raise
        finally:
            del self._answers[number]
        if "action" in message:
            if not job.answer.done():
                job.answer.set_result(str(message["action"]))
        else:
            log.error("a bot could not decide: %s", message.get("error"))
            _fail(job, str(message.get("error")))


@contextlib.asynccontextmanager
async def _failing_together() -> AsyncIterator[asyncio.TaskGroup]:
    """Tasks of which the first that fails ends all; that failure is raised by itself."""
    try:
        async with asyncio.TaskGroup() as group:
            yield group
    except BaseExceptionGroup as failures:
        raise failures.exceptions[0] from None


def _fail(job: Job, reason: str) -> None:
    if not job.answer.done():
        job.answer.set_exception(ThinkingFailed(reason))
