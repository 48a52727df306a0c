"""Those who listen to a table or to the server: a bounded queue each, so a slow one is dropped."""

from __future__ import annotations

import asyncio

import orjson

LONGEST_QUEUE = 128
"""How many messages may wait for a reader before it is taken for too slow."""


def write(message: dict[str, object]) -> str:
    """A message as it is sent."""
    return orjson.dumps(message).decode()


class Listener:
    """One connection's queue of messages, each a line of JSON. ``None`` ends it."""

    __slots__ = ("_queue", "dropped", "visitor")

    def __init__(self, visitor: str | None) -> None:
        self.visitor = visitor
        """Who listens; ``None`` for somebody the server has not met."""
        self.dropped = False
        """Whether the listener was too slow, and has missed something."""
        self._queue: asyncio.Queue[str | None] = asyncio.Queue(LONGEST_QUEUE)

    def push(self, message: str) -> None:
        """Queue a message, or drop a listener that has too many waiting."""
        if self.dropped:
            return
        try:
            self._queue.put_nowait(message)
        except asyncio.QueueFull:
            self.dropped = True
            self.end()

    def end(self) -> None:
        """Let the reader end once it has read what there is; at once if there is too much."""
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
