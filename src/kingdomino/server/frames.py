"""WebSocket connections that read no faster than a person plays.

This is uvicorn's protocol with a flow control of its own, so it leans on uvicorn's insides, and
``pyproject.toml`` keeps to the version that it was written for. Whatever is received is parsed in
small pieces, with others in between; nothing is read while the application has messages left, while
the other side does not take what it is sent, or while it has sent too many frames of any kind. So
pings, empty fragments and whatever else the application never sees cost their sender more than us.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Request

from kingdomino.server.doors import Door
from kingdomino.server.impatience import Impatient, host_of
from kingdomino.server.limits import Bucket

if TYPE_CHECKING:
    from uvicorn._types import ASGIReceiveEvent, ASGISendEvent

PIECE = 2048
"""Bytes that are parsed at once: some hundred frames, if they are empty."""

FRAMES_FOR_A_MESSAGE = 10
"""How many frames may come for each message that may: fragments, pings and pongs."""


class SocketConnection(Impatient, WebSocketsSansIOProtocol):
    """A WebSocket of a page or a bot."""

    door: Door
    frames_per_second: float

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._rest = bytearray()
        self._allowed = Bucket(self.frames_per_second)
        self._next_piece: asyncio.Handle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        if not self.door.enter(self, host_of(transport)):
            self.transport.abort()
        self.door.work(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self.door.leave(self)
        self._rest.clear()
        if self._next_piece is not None:
            self._next_piece.cancel()
        super().connection_lost(exc)

    def close_idle(self) -> None:
        """A WebSocket is never idle."""

    # --- reading

    def data_received(self, data: bytes) -> None:
        if not self.handshake_initiated:
            super().data_received(data)
            return
        self._rest += data
        self._read_on()

    def _read_on(self) -> None:
        """Parse a piece of what has come, if it is wanted, and see to it that the rest follows."""
        if self.transport.is_closing():
            self._rest.clear()
            return
        if self._rest and self._next_piece is None and self._is_wanted:
            pause = self._allowed.wait()
            if pause:
                self._next_piece = self.loop.call_later(pause, self._read_next)
            else:
                piece = bytes(self._rest[:PIECE])
                del self._rest[:PIECE]
                super().data_received(piece)
                self._next_piece = self.loop.call_soon(self._read_next)
        if self.transport.is_closing():
            return
        if self._rest or not self._is_wanted:
            self.transport.pause_reading()
        else:
            self.transport.resume_reading()

    def _read_next(self) -> None:
        self._next_piece = None
        self._read_on()

    @property
    def _is_wanted(self) -> bool:
        return self.writable.is_set() and not self.read_paused

    def handle_events(self) -> None:
        """Count everything that was parsed, then have it handled as uvicorn does."""
        events = self.conn.events_received()
        self._allowed.spend(len(events))
        for event in events:
            if isinstance(event, Request):
                self.handle_connect(event)
            elif isinstance(event, Frame):
                self._handle_frame(event)

    def _handle_frame(self, frame: Frame) -> None:
        match frame.opcode:
            case Opcode.CONT:
                self.handle_cont(frame)
            case Opcode.TEXT:
                self.handle_text(frame)
            case Opcode.BINARY:
                self.handle_bytes(frame)
            case Opcode.PING:
                self.handle_ping()
            case Opcode.PONG:
                self.handle_pong(frame)
            case Opcode.CLOSE:
                self.handle_close(frame)

    # --- what lets it read on

    async def receive(self) -> ASGIReceiveEvent:
        message = await self.queue.get()
        if self.queue.empty():
            self.read_paused = False
            self._read_on()
        return message

    async def send(self, message: ASGISendEvent) -> None:
        await super().send(message)
        if self.close_sent:  # the other side's goodbye is somewhere in what is left
            self._read_on()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._read_on()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._read_on()
