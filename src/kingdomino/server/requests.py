"""What every route needs to know of a request: the house, and who asks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated

import orjson
from fastapi import Depends, Request, Response
from starlette.requests import HTTPConnection

from kingdomino.server.addresses import address_of
from kingdomino.server.errors import Refusal
from kingdomino.server.house import House
from kingdomino.server.security import make_cookie, read_token
from kingdomino.server.store import Visitor

if TYPE_CHECKING:
    from kingdomino.server.snapshots import Json


def is_code(text: str) -> bool:
    """Whether this could be a table's id or an invite code. What cannot be is not searched for."""
    return re.fullmatch("[a-z0-9]{1,64}", text) is not None


def get_house(connection: HTTPConnection) -> House:
    """The house that this request came to."""
    house: House = connection.app.state.house
    return house


async def find_visitor(connection: HTTPConnection) -> Visitor | None:
    """Who asks, if the server has met them."""
    house = get_house(connection)
    visitor = await house.visitors.recognise(read_token(connection.headers, house.settings))
    if visitor is not None:
        house.visitors.note_address(visitor, address_of(connection.scope))
    return visitor


async def expect_visitor(request: Request) -> Visitor:
    """Who asks; ``Refusal`` if the server has not met them."""
    visitor = await find_visitor(request)
    if visitor is None:
        raise Refusal("forbidden", "say who you are first: take a seat, or set a name")
    return visitor


async def meet_visitor(
    request: Request, response: Response, name: str | None, *, bot: bool = False
) -> Visitor:
    """Who asks, called so from now on if there is a ``name``, which may be empty.

    Somebody new is given a token, in a cookie.
    """
    house = get_house(request)
    visitor = await find_visitor(request)
    if visitor is None:
        expect_few(request)
        visitor, token = await house.visitors.meet(name or "", bot=bot)
        house.visitors.note_address(visitor, address_of(request.scope))
        response.headers["set-cookie"] = make_cookie(house.settings, token)
    elif name is not None and name != visitor.name:
        visitor = await house.visitors.rename(visitor, name)
    return visitor


def expect_few(request: Request) -> None:
    """``Refusal`` if this address creates too much."""
    if not get_house(request).creations.take(address_of(request.scope)):
        raise Refusal("too_many", "too much is created from your address: wait a minute")


def answer(body: Json, headers: dict[str, str] | None = None) -> Response:
    """JSON that was built to be sent as it is."""
    return Response(orjson.dumps(body), media_type="application/json", headers=headers)


HouseOf = Annotated[House, Depends(get_house)]
Known = Annotated[Visitor, Depends(expect_visitor)]
Perhaps = Annotated[Visitor | None, Depends(find_visitor)]
