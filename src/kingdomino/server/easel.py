"""Drawing pictures: in a process of its own, for meanwhile nothing else could run in ours."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys

from kingdomino.server.errors import Refusal
from kingdomino.server.limits import Counter
from kingdomino.server.painter import LENGTH

MOST_EACH, MOST = 2, 8
"""How many pictures may wait to be drawn: for one address, and in all."""

LONGEST = 30.0
"""Seconds that drawing one may take."""

IDLE = 60.0
"""Seconds without a picture after which the process is not kept."""

log = logging.getLogger("kingdomino.server")


class Easel:
    """One process that draws one picture after the other, started when there is one to draw."""

    def __init__(self) -> None:
        self._waiting = Counter(MOST_EACH, MOST)
        self._lock = asyncio.Lock()
        self._process: asyncio.subprocess.Process | None = None
        self._end: asyncio.TimerHandle | None = None

    async def rasterise(self, svg: str, address: str) -> bytes:
        """A picture as PNG; ``Refusal`` if too many are asked for, or it cannot be drawn."""
        if not self._waiting.enter(address):
            raise Refusal("busy", "too many pictures at once: try again in a moment")
        try:
            async with self._lock:
                return await self._draw(svg.encode())
        finally:
            self._waiting.leave(address)

    async def close(self) -> None:
        """End the process, whatever it draws."""
        process = self._process
        self._drop()
        if process is not None:
            await process.wait()

    async def _draw(self, svg: bytes) -> bytes:
        try:
            async with asyncio.timeout(LONGEST):
                process = await self._start()
                assert process.stdin is not None
                assert process.stdout is not None
                process.stdin.write(len(svg).to_bytes(LENGTH, "big") + svg)
                await process.stdin.drain()
                length = int.from_bytes(await process.stdout.readexactly(LENGTH), "big")
                picture = await process.stdout.readexactly(length)
        except (OSError, EOFError, TimeoutError) as error:
            self._drop()
            log.warning("a picture could not be drawn (%s)", repr(error))
            raise Refusal("busy", "this picture could not be drawn: try again") from None
        except BaseException:
            self._drop()  # what it draws is nobody's any more
            raise
        self._end = asyncio.get_running_loop().call_later(IDLE, self._drop)
        return picture

    async def _start(self) -> asyncio.subprocess.Process:
        if self._end is not None:
            self._end.cancel()
        if self._process is None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "kingdomino.server.painter",
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
            )
        return self._process

    def _drop(self) -> None:
        if self._end is not None:
            self._end.cancel()
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
