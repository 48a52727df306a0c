"""Those who listen to a table or to the server: a bounded queue each, so a slow one is dropped."""

from __future__ import annotations

import asyncio

import orjson

# What a connection is closed with, besides the usual codes of WebSockets.
UNKNOWN_TABLE = 4404
TOO_SLOW = 4408
TOO_MANY = 4429
TOO_LARGE = 1009
SERVER_STOPS = 1012
TRY_AGAIN = 1013

LONGEST_QUEUE = 128
"""How many messages may wait for a reader before it is taken for too slow."""


def write(message: dict[str, object]) -> str:
    """A message as it is sent."""
    return orjson.dumps(message).decode()


class Listener:
    """One connection's queue of messages, each a line of JSON. ``None`` ends it."""

    __slots__ = ("_queue", "dropped", "ended", "visitor")

    def __init__(self, visitor: str | None) -> None:
        self.visitor = visitor
        """Who listens; ``None`` for somebody the server has not met."""
        self.dropped = False
        """Whether the listener was too slow, and has missed something."""
        self.ended: tuple[int, str] | None = None
        """The code and the reason that the connection ends with, once it does."""
        self._queue: asyncio.Queue[str | None] = asyncio.Queue(LONGEST_QUEUE)

    def push(self, message: str) -> None:
        """Queue a message, or drop a listener that has too many waiting."""
        if self.dropped:
            return
        try:
            self._queue.put_nowait(message)
        except asyncio.QueueFull:
            self.dropped = True
            self.end(TOO_SLOW, "too slow to follow: connect again")

    def end(self, code: int, reason: str) -> None:
        """Let the reader end once it has read what there is; at once if there is too much."""
        if self.ended is not None:
            return
        self.ended = code, reason
        while True:
            try:
                self._queue.put_nowait(None)
            except asyncio.QueueFull:
                self._queue.get_nowait()
            else:
                return

    async def next(self) -> str | None:
        """The next message; ``None`` at the end."""
        return await self._queue.get()
