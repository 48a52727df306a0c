"""The processes that think for bots: few of them, and everybody's tables take turns."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys
from collections import deque
from dataclasses import dataclass, field

import orjson

from kingdomino.cores import count_cores

log = logging.getLogger("kingdomino.server")

LONGEST_THOUGHT = 30.0
"""Seconds after which a process that has not answered is taken for stuck."""


class ThinkingFailed(Exception):  # noqa: N818 (what it is needs no suffix)
    """No action came of it: the process crashed, or said why not."""


@dataclass(slots=True)
class Job:
    """A position to be thought about, by a level, for an owner whose jobs take turns."""

    owner: str
    position: str
    level: str
    seed: str | None
    answer: asyncio.Future[str] = field(repr=False)


class FairQueue:
    """Jobs in the order they came, except that owners take turns."""

    def __init__(self) -> None:
        self._owners: dict[str, deque[Job]] = {}
        self._some = asyncio.Event()

    def put(self, job: Job) -> None:
        """Add a job at the end of its owner's."""
        self._owners.setdefault(job.owner, deque()).append(job)
        self._some.set()

    def count(self, owner: str) -> int:
        """How many jobs of this owner wait."""
        return len(self._owners.get(owner, ()))

    async def get(self) -> Job:
        """The next job: the first of the owner who has waited longest since the last one."""
        while not self._owners:
            self._some.clear()
            await self._some.wait()
        owner, jobs = next(iter(self._owners.items()))
        job = jobs.popleft()
        del self._owners[owner]
        if jobs:
            self._owners[owner] = jobs  # to the end of the line
        return job


class Thinkers:
    """A bounded number of thinking processes, restarted when they fail."""

    def __init__(self, count: int) -> None:
        """``count`` processes; 0 for one fewer than there are cores, at least one."""
        self.count = count or max(1, count_cores() - 1)
        self.rules_ready = asyncio.Event()
        """Set when the kernel's compiled code is on disk, for this process to load too."""
        self.players_ready = asyncio.Event()
        self.pids: set[int] = set()
        """The processes that run now."""
        self._queue = FairQueue()
        self._tasks: list[asyncio.Task[None]] = []
        self._stopped = False

    def start(self) -> None:
        """Start the first process; the others follow when it has compiled what they share.

        Starting twice is starting once, and whoever wants an action starts them too.
        """
        if self._tasks or self._stopped:
            return
        self._tasks = [asyncio.create_task(self._serve(number)) for number in range(self.count)]

    async def stop(self) -> None:
        """End all processes, whatever they think about."""
        self._stopped = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def waiting(self, owner: str) -> int:
        """How many thoughts an owner has asked for that have not begun."""
        return self._queue.count(owner)

    async def choose(self, owner: str, position: str, level: str, seed: str | None = None) -> str:
        """The action that a level chooses in a position; ``ThinkingFailed`` if none comes of it."""
        self.start()
        answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._queue.put(Job(owner, position, level, seed, answer))
        return await answer

    async def _serve(self, number: int) -> None:
        if number > 0:
            await self.players_ready.wait()
        while True:
            try:
                await self._serve_process()
            except (OSError, EOFError, TimeoutError) as error:
                log.warning("a thinking process ended and is started anew (%s)", error)
                await asyncio.sleep(0.5)

    async def _serve_process(self) -> None:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "kingdomino.server.thinker",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        assert process.stdin is not None
        assert process.stdout is not None
        self.pids.add(process.pid)
        try:
            await self._listen_until_ready(process.stdout)
            while True:
                job = await self._queue.get()
                if not job.answer.done():
                    await self._think(process.stdin, process.stdout, job)
        finally:
            self.pids.discard(process.pid)
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def _listen_until_ready(self, out: asyncio.StreamReader) -> None:
        while not self.rules_ready.is_set():
            self._note(orjson.loads(await _read_line(out)))

    def _note(self, message: dict[str, object]) -> None:
        if message.get("ready") == "rules":
            self.rules_ready.set()
        elif message.get("ready") == "players":
            self.players_ready.set()

    async def _think(
        self, stdin: asyncio.StreamWriter, out: asyncio.StreamReader, job: Job
    ) -> None:
        number = id(job)
        task = {"id": number, "position": job.position, "level": job.level, "seed": job.seed}
        try:
            stdin.write(orjson.dumps(task) + b"\n")
            await stdin.drain()
            async with asyncio.timeout(LONGEST_THOUGHT):
                message = orjson.loads(await _read_line(out))
                while message.get("id") != number:
                    self._note(message)
                    message = orjson.loads(await _read_line(out))
        except (OSError, EOFError, TimeoutError):
            _fail(job, "the thinking process ended")
            raise
        if "action" in message:
            if not job.answer.done():
                job.answer.set_result(message["action"])
        else:
            log.error("a bot could not decide: %s", message.get("error"))
            _fail(job, str(message.get("error")))


async def _read_line(out: asyncio.StreamReader) -> bytes:
    line = await out.readline()
    if not line:
        raise EOFError("the thinking process ended")
    return line


def _fail(job: Job, reason: str) -> None:
    if not job.answer.done():
        job.answer.set_exception(ThinkingFailed(reason))
