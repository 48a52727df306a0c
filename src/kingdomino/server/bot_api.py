"""The bot API, in the manner of lichess: a token, two streams of lines, and a post for an action.

A bot sets up tables and takes seats by the same routes as a page, with its token in the header
``Authorization: Bearer …``.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TYPE_CHECKING

from fastapi import APIRouter, Request, Response
from fastapi.responses import StreamingResponse

from kingdomino.server import forms, messages, store
from kingdomino.server.addresses import address_of
from kingdomino.server.api import PROBLEMS, TableId
from kingdomino.server.errors import Refusal
from kingdomino.server.listeners import Listener, write
from kingdomino.server.requests import HouseOf, Known, answer, expect_few

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

    from kingdomino.server.house import House

router = APIRouter(prefix="/api/bot", responses=PROBLEMS)

KEEP_ALIVE = 7.0
"""Seconds after which an empty line says that the server is still there."""

STREAM: dict[int | str, dict[str, object]] = {
    200: {"content": {"application/x-ndjson": {}}, "description": "a line for each event"}
}


@router.post("/tokens", response_model=forms.TokenState, status_code=201)
async def post_token(form: forms.TokenForm, request: Request, house: HouseOf) -> forms.TokenState:
    """A token for a bot with this name. It is shown once: keep it."""
    expect_few(request)
    visitor, token = await house.visitors.meet(form.name, bot=True)
    return forms.TokenState(token=token, name=visitor.name)


@router.get("/events", response_class=StreamingResponse, responses=STREAM)
async def stream_events(request: Request, house: HouseOf, visitor: Known) -> StreamingResponse:
    """What concerns this bot, a line each: ``commit``, ``reveal``, ``game_start``, ``your_turn``,
    ``game_finish``.

    What is already under way comes first, so that nothing is missed by connecting late.
    """
    tables = await house.tables()
    listener = Listener(visitor.id)

    async def join() -> None:
        tables.watch(listener)
        for listing in await house.store.read(lambda c: store.list_of_visitor(c, visitor.id)):
            seats = [seat for seat, who in enumerate(listing.visitors) if who == visitor.id]
            about = {"table": listing.id, "seats": seats}
            if listing.status == "open":
                asked = (await tables.get(listing.id)).table.asks(visitor.id)
                if asked is not None:
                    listener.push(write({"type": asked, **about}))
            elif listing.status == "playing":
                listener.push(write({"type": "game_start", "game": None, **about}))
                if listing.acting in seats:
                    listener.push(write({"type": "your_turn", "answers": None, **about}))

    return await _stream(request, house, listener, join, lambda: tables.unwatch(listener))


@router.get("/tables/{table}/stream", response_class=StreamingResponse, responses=STREAM)
async def stream_table(
    table: TableId, request: Request, house: HouseOf, visitor: Known
) -> StreamingResponse:
    """A table, a line each: the messages that a WebSocket would get, ``welcome`` first."""
    live = await (await house.tables()).get(table)
    listener = Listener(visitor.id)

    async def join() -> None:
        listener.push(write(live.welcome(visitor.id, visitor.name, 0)))
        live.add(listener)

    return await _stream(request, house, listener, join, lambda: live.remove(listener))


@router.post("/tables/{table}/actions", response_model=messages.Done)
async def post_action(
    table: TableId, form: forms.BotAction, house: HouseOf, visitor: Known
) -> Response:
    """Claim, place or discard, in answer to the event ``answers``."""
    live = await (await house.tables()).get(table)
    command = messages.Act(type="act", action=form.action, answers=form.answers, seat=form.seat)
    answers: list[dict[str, object]] = []
    await live.perform(visitor.id, command, answers.append)
    return answer(answers[0])


async def _stream(
    request: Request,
    house: House,
    listener: Listener,
    join: Callable[[], Awaitable[None]],
    leave: Callable[[], None],
) -> StreamingResponse:
    """Listen for as long as the connection lasts; it counts as one, like a WebSocket."""
    address = address_of(request.scope)
    if not house.sockets.enter(address):
        raise Refusal("too_many", "too many connections from your address")

    def end() -> None:
        leave()
        house.sockets.leave(address)

    try:
        await join()
    except BaseException:
        end()
        raise
    return _Stream(_lines(listener), end)


class _Stream(StreamingResponse):
    """Lines until the client goes. ``end`` is called then, also if it went before the first."""

    def __init__(self, lines: AsyncIterator[str], end: Callable[[], None]) -> None:
        super().__init__(lines, media_type="application/x-ndjson")
        self._end = end

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._end()


async def _lines(listener: Listener) -> AsyncIterator[str]:
    while True:
        try:
            message = await asyncio.wait_for(listener.next(), KEEP_ALIVE)
        except TimeoutError:
            yield "\n"
            continue
        if message is None:
            return
        yield message + "\n"
