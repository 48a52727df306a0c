"""Connections that let go of a reader who takes nothing any more."""

from __future__ import annotations

import asyncio
import socket
import struct


class Impatient(asyncio.Protocol):
    """Cuts the connection when what was sent has waited too long to be taken.

    Closing would not do: that waits for the reader, too, and keeps socket and memory meanwhile.
    """

    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    patience: float
    """Seconds."""
    _cut: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        super().pause_writing()
        self._cut = self.loop.call_later(self.patience, self.cut_off)

    def resume_writing(self) -> None:
        self._wait_no_more()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait_no_more()
        super().connection_lost(exc)

    def cut_off(self) -> None:
        """Drop the connection, with all that is still to be sent."""
        # Without this the system would go on trying to deliver what is left.
        at_once = struct.pack("ii", 1, 0)
        taken: socket.socket = self.transport.get_extra_info("socket")
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, at_once)
        self.transport.abort()

    def _wait_no_more(self) -> None:
        if self._cut is not None:
            self._cut.cancel()
            self._cut = None


def host_of(transport: asyncio.BaseTransport) -> str:
    """The address at the other end."""
    peer = transport.get_extra_info("peername")
    return str(peer[0]) if peer else "unknown"
