"""The WebSocket of a table: commands come in, answers and events go out."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING

import orjson
from fastapi import APIRouter
from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from kingdomino.server import messages, store
from kingdomino.server.addresses import address_of
from kingdomino.server.errors import Refusal, refuse_malformed
from kingdomino.server.house import House
from kingdomino.server.limits import Bucket
from kingdomino.server.listeners import (
    TOO_LARGE,
    TOO_MANY,
    TRY_AGAIN,
    UNKNOWN_TABLE,
    Listener,
    write,
)
from kingdomino.server.requests import find_visitor, get_house

if TYPE_CHECKING:
    from kingdomino.server.live_table import LiveTable

log = logging.getLogger("kingdomino.server")
router = APIRouter()

PATIENCE = 20
"""How many messages beyond the limit are refused before the connection is closed."""


@router.websocket("/ws/tables/{table}")
async def listen(socket: WebSocket, table: str) -> None:
    """Join a table's conversation: first the whole view, then every event as it happens."""
    house = get_house(socket)
    address = address_of(socket.scope)
    if not house.sockets.enter(address):
        await _turn_away(socket, TOO_MANY, "too many connections from your address")
        return
    try:
        await _converse(socket, house, table, address)
    finally:
        house.sockets.leave(address)


async def _turn_away(socket: WebSocket, code: int, reason: str) -> None:
    """Close with a code that a browser's script can see, which needs an open connection."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        await socket.accept()
        await socket.close(code, reason)


async def _converse(socket: WebSocket, house: House, table_id: str, address: str) -> None:
    try:
        visitor = await find_visitor(socket)
        live = await (await house.tables()).get(table_id)
    except Refusal as refusal:
        code = TRY_AGAIN if refusal.code == "busy" else UNKNOWN_TABLE
        await _turn_away(socket, code, str(refusal))
        return
    await socket.accept()
    listener = Listener(visitor.id if visitor is not None else None)
    name = visitor.name if visitor is not None else ""
    listener.push(write(live.welcome(listener.visitor, name, _since(socket))))
    live.add(listener)
    writer = asyncio.create_task(_write(socket, listener))
    try:
        await _read(socket, live, listener, house, address)
    except (WebSocketDisconnect, RuntimeError):
        pass  # gone, which is theirs to decide
    finally:
        live.remove(listener)
        # Who is let go is told why first, unless that takes too long.
        await asyncio.wait([writer], timeout=1 if listener.ended is not None else 0)
        writer.cancel()


def _since(socket: WebSocket) -> int:
    """The last event that the client has seen; 0 for a new one."""
    text = socket.query_params.get("since", "0")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0


async def _write(socket: WebSocket, listener: Listener) -> None:
    """Send what is queued, until the queue ends."""
    try:
        while (message := await listener.next()) is not None:
            await socket.send_text(message)
        if listener.ended is not None:
            await socket.close(*listener.ended)
    except (WebSocketDisconnect, RuntimeError):
        return


async def _read(
    socket: WebSocket, live: LiveTable, listener: Listener, house: House, address: str
) -> None:
    bucket = Bucket(house.settings.messages_per_second)
    patience = PATIENCE
    while True:
        frame = await socket.receive()
        if frame["type"] == "websocket.disconnect" or listener.ended is not None:
            return
        text = frame.get("text")
        data: bytes = text.encode() if text is not None else frame.get("bytes") or b""
        if len(data) > messages.LARGEST_MESSAGE:
            listener.end(TOO_LARGE, "a message has at most 4096 bytes")
            return
        if not bucket.take():
            patience -= 1
            _refuse(listener, live, None, Refusal("too_many", "too many messages: slow down"))
            if patience <= 0:
                listener.end(TOO_MANY, "too many messages")
                return
            continue
        await _take_turns(house, address)
        await _answer(live, listener, data)


async def _take_turns(house: House, address: str) -> None:
    """Wait until this address may send another message, over whichever of its connections.

    Nobody is refused for what others at the same address do; they are all heard more slowly.
    """
    while not house.messages.take(address):
        await asyncio.sleep(house.messages.of(address).wait())


async def _answer(live: LiveTable, listener: Listener, data: bytes) -> None:
    try:
        command = messages.CLIENT_MESSAGE.validate_json(data)
    except ValidationError as error:
        _refuse(listener, live, _find_id(data), refuse_malformed(error.errors()))
        return
    if isinstance(command, messages.Ping):
        listener.push(write({"type": "pong", "id": command.id, "now": store.now_ms()}))
        return
    if listener.visitor is None:
        refusal = Refusal("forbidden", "you are watching: take a seat to play")
        _refuse(listener, live, command.id, refusal)
        return
    if isinstance(command, messages.Hint):
        # It takes a moment, in which its asker may well act.
        live.house.begin(_perform(live, listener, listener.visitor, command))
    else:
        await _perform(live, listener, listener.visitor, command)


async def _perform(
    live: LiveTable, listener: Listener, visitor: str, command: messages.AnyCommand
) -> None:
    try:
        await live.perform(visitor, command, lambda answer: listener.push(write(answer)))
    except Refusal as refusal:
        _refuse(listener, live, command.id, refusal)
    except Exception:
        log.exception("a command failed")
        _refuse(listener, live, command.id, Refusal("failed", "something went wrong: try again"))


def _refuse(listener: Listener, live: LiveTable, command: str | None, refusal: Refusal) -> None:
    listener.push(
        write(
            {
                "type": "refused",
                "id": command,
                **refusal.describe(),
                "number": live.table.number,
            }
        )
    )


def _find_id(data: bytes) -> str | None:
    """The id of a message that is none of the protocol's, so that its answer is understood."""
    try:
        message = orjson.loads(data)
    except orjson.JSONDecodeError:
        return None
    found = message.get("id") if isinstance(message, dict) else None
    return found if isinstance(found, str) and len(found) <= 40 else None
