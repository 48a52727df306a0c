"""The application: routes, middleware and lifetime put together."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from kingdomino import __version__
from kingdomino.server import api, bot_api, pages, sockets
from kingdomino.server.errors import Refusal, ServerError, refuse_malformed
from kingdomino.server.house import House
from kingdomino.server.pages import Shelf
from kingdomino.server.requests import answer
from kingdomino.server.security import Gate, list_origins
from kingdomino.server.settings import Settings
from kingdomino.server.store import Store

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

log = logging.getLogger("kingdomino.server")


def create_app(
    settings: Settings,
    store: Store,
    address: str | None,
    port: int,
    give_up: Callable[[ServerError], None] = lambda error: None,
) -> ASGIApp:
    """The application on an open store. ``address`` is what links that others get begin with.

    ``give_up`` is told if nothing can be played here, and why.
    """
    app = FastAPI(
        title="Kingdomino",
        version=__version__,
        description="Tables, seats and games. docs/protocol.md explains the whole.",
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        redirect_slashes=False,  # it would send people to whatever host the request has named
        lifespan=_live,
    )
    app.state.settings = settings
    app.state.store = store
    app.state.address = address
    app.state.give_up = give_up
    app.state.shelf = Shelf()
    app.add_exception_handler(Refusal, _explain_refusal)
    app.add_exception_handler(RequestValidationError, _explain_malformed)
    app.add_exception_handler(HTTPException, _explain_http)
    app.add_exception_handler(Exception, _explain_failure)
    app.include_router(api.router)
    app.include_router(bot_api.router)
    app.include_router(sockets.router)
    app.include_router(pages.router)
    return _Gated(app, settings, list_origins(settings, port))


class _Gated:
    """The application behind its gate, which needs the house that the application opens."""

    def __init__(self, app: FastAPI, settings: Settings, origins: frozenset[str]) -> None:
        self.app = app
        self._settings = settings
        self._origins = origins
        self._gate: Gate | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if self._gate is None:
            self._gate = Gate(self.app, self.app.state.house, self._origins, self._settings)
        await self._gate(scope, receive, send)


@asynccontextmanager
async def _live(app: FastAPI) -> AsyncIterator[None]:
    house = House(app.state.settings, app.state.store)
    app.state.house = house
    house.open(app.state.give_up)
    try:
        yield
    finally:
        await house.close()


async def _explain_refusal(_: Request, error: Exception) -> Response:
    assert isinstance(error, Refusal)
    return _refuse(error)


def _refuse(
    refusal: Refusal, status: int | None = None, headers: dict[str, str] | None = None
) -> Response:
    response = answer(refusal.describe(), headers)
    response.status_code = status or refusal.status
    return response


async def _explain_malformed(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return _refuse(refuse_malformed(error.errors()))


async def _explain_http(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    match error.status_code:
        case 404:
            refusal = Refusal("unknown", "there is no such page")
        case 405:
            refusal = Refusal("unknown", "this address does not know that method")
        case _:
            detail = str(error.detail)
            refusal = Refusal(
                "malformed", "this is not what is asked for here: {detail}", detail=detail
            )
    return _refuse(refusal, error.status_code, dict(error.headers or {}))


async def _explain_failure(_: Request, error: Exception) -> Response:
    log.error("a request failed", exc_info=error)
    return _refuse(Refusal("failed", "something went wrong: try again"))
