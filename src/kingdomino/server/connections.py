"""HTTP connections that count what comes in before it costs anything.

This is uvicorn's protocol with its flow control tightened, so it leans on uvicorn's insides, and
``pyproject.toml`` keeps to the version that it was written for. Whatever is received is given to
the parser in small pieces: the head of a request can grow no further than is allowed, a request
must be complete in time, and nothing is read ahead of requests that have not been answered.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from http import HTTPStatus
from typing import TYPE_CHECKING, cast

import httptools
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from kingdomino.server.doors import Door
from kingdomino.server.impatience import Impatient, host_of

if TYPE_CHECKING:
    from uvicorn._types import ASGI3Application

LARGEST_HEAD = 16 * 1024
"""Bytes of a request's first line and headers together."""
LONGEST_LINE = 8000
"""Bytes of one of them; the WebSocket library takes no more either."""
MOST_HEADERS = 100
LONGEST_REST = 64 * 1024
"""Bytes that may wait behind requests that have not been answered."""
PIECE = 1024
"""Bytes that are parsed before looking again at what came of them."""


class HttpConnection(Impatient, HttpToolsProtocol):
    """A connection of a browser, bot or proxy."""

    door: Door
    flow: _Flow

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(cast(asyncio.Transport, transport))
        self.flow = _Flow(self.transport, lambda: self.loop.call_soon(self._read_on))
        self._rest = bytearray()
        self._head: int | None = None
        """How much of an unfinished head has been parsed; ``None`` outside of heads."""
        self._refused: HTTPStatus | None = None
        self._deadline: asyncio.TimerHandle | None = None
        self._answering: RequestResponseCycle | None = None
        if not self.door.enter(self, host_of(transport)):
            self.transport.abort()
            return
        self._expect_request()

    def connection_lost(self, exc: Exception | None) -> None:
        self.door.leave(self)
        self._expect_nothing()
        self._rest.clear()
        self._give_up()
        super().connection_lost(exc)

    def cut_off(self) -> None:
        self._give_up()
        super().cut_off()

    def _give_up(self) -> None:
        """Tell what is being answered that nobody listens, and forget what would come next.

        Uvicorn tells only the newest request, which need not have begun.
        """
        if self._answering is not None and not self._answering.response_complete:
            self._answering.disconnected = True
            self._answering.message_event.set()
        self._answering = None
        self.pipeline.clear()

    def close_idle(self) -> None:
        """Make room for another connection."""
        self.transport.close()

    def shutdown(self) -> None:
        """Finish what is being answered; what has only been heard in part is not waited for."""
        self._expect_nothing()
        super().shutdown()

    # --- reading

    def data_received(self, data: bytes) -> None:
        self._unset_keepalive_if_required()
        self._rest += data
        self._expect_request()
        self._read_on()

    def _read_on(self) -> None:
        """Parse what has come, as long as there is nothing to be answered first."""
        while self._rest and not self._is_waiting and not self.transport.is_closing():
            piece = bytes(self._rest[:PIECE])
            del self._rest[:PIECE]
            self._parse(piece)
        if self.transport.is_closing():
            self._rest.clear()
        elif len(self._rest) > LONGEST_REST:
            self.cut_off()
        elif self._rest or self._is_waiting:
            self.flow.stop()
        else:
            self.flow.go_on()

    @property
    def _is_waiting(self) -> bool:
        return self.flow.held or bool(self.pipeline)

    def _parse(self, piece: bytes) -> None:
        if self._head is not None:
            self._head += len(piece)
        try:
            self.parser.feed_data(piece)
        except httptools.HttpParserUpgrade:
            self._rest.clear()
            self._expect_nothing()
            if self._should_upgrade():
                self.handle_websocket_upgrade()
        except httptools.HttpParserError:
            self._refuse(self._refused or HTTPStatus.BAD_REQUEST)
        else:
            if self._head is not None and self._head > LARGEST_HEAD:
                self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)

    def _refuse(self, status: HTTPStatus) -> None:
        """Answer with nothing but a status, and close; in the midst of an answer only close."""
        cycle: RequestResponseCycle | None = self.cycle
        if cycle is None or cycle.response_complete:
            line = f"HTTP/1.1 {status.value} {status.phrase}\r\n"
            self.transport.write(f"{line}connection: close\r\ncontent-length: 0\r\n\r\n".encode())
        self.transport.close()

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over; what is no handshake is refused."""
        self.door.leave(self)
        try:
            super().handle_websocket_upgrade()
        except Exception:  # the library's words for it are nobody's concern here
            self._refuse(HTTPStatus.BAD_REQUEST)

    # --- what the parser finds

    def on_message_begin(self) -> None:
        self._head = 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._head = None
        longest = max((len(name) + len(value) for name, value in self.headers), default=0)
        if len(self.headers) > MOST_HEADERS or longest > LONGEST_LINE:
            self._refused = HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
            raise ValueError("the head is too large")
        if len(self.url) > LONGEST_LINE:
            self._refused = HTTPStatus.REQUEST_URI_TOO_LONG
            raise ValueError("the address is too long")
        super().on_headers_complete()
        self.door.work(self)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        self._answering = cycle
        super()._start_asgi_task(cycle, app)

    def on_message_complete(self) -> None:
        self._expect_nothing()
        super().on_message_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not self.pipeline:
            self.door.rest(self)

    # --- time

    def _expect_request(self) -> None:
        """A request that has begun must be complete in time; a connection must begin one."""
        if self._deadline is None:
            self._deadline = self.loop.call_later(self.patience, self.cut_off)

    def _expect_nothing(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


class _Flow(FlowControl):
    """Uvicorn's flow control, except that what has come is read before more is taken."""

    def __init__(self, transport: asyncio.Transport, read_on: Callable[[], object]) -> None:
        super().__init__(transport)
        self.held = False
        """Whether uvicorn wants nothing more at the moment."""
        self._read_on = read_on

    def pause_reading(self) -> None:
        self.held = True
        self.stop()

    def resume_reading(self) -> None:
        self.held = False
        if self.read_paused:
            self._read_on()

    def stop(self) -> None:
        """Take nothing more."""
        super().pause_reading()

    def go_on(self) -> None:
        """Take more."""
        super().resume_reading()
