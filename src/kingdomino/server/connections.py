"""Connections of HTTP and of WebSockets that let go of a reader who takes nothing any more."""

from __future__ import annotations

import asyncio
import socket
import struct

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol


class _Impatient(asyncio.Protocol):
    """Cuts the connection when what was sent has waited too long to be taken.

    Closing would not do: that waits for the reader, too, and keeps socket and memory meanwhile.
    """

    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    patience: float
    _cut: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        super().pause_writing()
        self._cut = self.loop.call_later(self.patience, self._cut_off)

    def resume_writing(self) -> None:
        self._wait_no_more()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait_no_more()
        super().connection_lost(exc)

    def _cut_off(self) -> None:
        # Without this the system would go on trying to deliver what is left.
        at_once = struct.pack("ii", 1, 0)
        taken: socket.socket = self.transport.get_extra_info("socket")
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, at_once)
        self.transport.abort()

    def _wait_no_more(self) -> None:
        if self._cut is not None:
            self._cut.cancel()
            self._cut = None


def make_protocols(seconds: float) -> tuple[type[asyncio.Protocol], type[asyncio.Protocol]]:
    """Uvicorn's protocols for HTTP and WebSockets, with so much patience for a stalled reader."""

    class Http(_Impatient, HttpToolsProtocol):
        patience = seconds

    class Socket(_Impatient, WebSocketsSansIOProtocol):
        patience = seconds

    return Http, Socket
