"""What stands between the world and the server: origins, sizes, rates, and the headers we send."""

from __future__ import annotations

import socket
from collections.abc import Iterable
from dataclasses import dataclass, replace
from http.cookies import CookieError, SimpleCookie
from ipaddress import ip_address
from typing import TYPE_CHECKING

import orjson
from starlette.datastructures import Headers, MutableHeaders

from kingdomino.server.addresses import KnownHosts, address_of
from kingdomino.server.errors import Refusal
from kingdomino.server.messages import LARGEST_MESSAGE
from kingdomino.server.settings import Settings, origin_of

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from kingdomino.server.house import House

LARGEST_BODIES = {"/api/records": 40_000, "/api/kingdoms/picture": 20_000}
"""Where a request may be larger than a message: a record, several kingdoms."""

SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}

HEALTH = "/api/health"
"""What watches over a server asks this by whatever name it has for it."""


def cookie_name(settings: Settings) -> str:
    """The name of the visitor's cookie; with TLS one that only this host can set."""
    return "__Host-kingdomino" if settings.secure else "kingdomino"


def make_cookie(settings: Settings, token: str) -> str:
    """The header that has the browser keep a visitor's token: out of reach of scripts."""
    parts = [
        f"{cookie_name(settings)}={token}",
        "Path=/",
        "HttpOnly",
        "SameSite=Strict",
        "Max-Age=31536000",
    ]
    return "; ".join([*parts, "Secure"] if settings.secure else parts)


def read_token(headers: Headers, settings: Settings) -> str | None:
    """The token that a request shows: a bot's in ``Authorization``, a browser's in its cookie."""
    authorization = headers.get("authorization", "")
    if authorization.lower().startswith("bearer "):
        return authorization[7:].strip()
    try:
        cookies: SimpleCookie = SimpleCookie(headers.get("cookie", ""))
    except CookieError:
        return None
    morsel = cookies.get(cookie_name(settings))
    return None if morsel is None else morsel.value


def lan_address() -> str | None:
    """The address under which others in the same network reach this machine, if there is one."""
    probe = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        probe.connect(("192.0.2.1", 9))  # sends nothing; an address that is nobody's
        address: str = probe.getsockname()[0]
    except OSError:
        return None
    finally:
        probe.close()
    return None if address.startswith(("127.", "0.")) else address


def is_loopback(host: str) -> bool:
    """Whether a host is one that every machine calls itself by."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def list_origins(settings: Settings, port: int) -> frozenset[str]:
    """The origins whose pages may play here: our own, exactly, and those the host has named.

    Without TLS, whoever sits at this machine may use its own names, too: they started the server,
    and their browser opens there. With TLS, cookies do not go there.
    """
    named: Iterable[str] = (settings.base_url, *settings.allow_origins)
    origins = {origin for address in named if address and (origin := origin_of(address))}
    hosts: set[str | None] = set() if settings.secure else {"localhost", "127.0.0.1", "[::1]"}
    if not settings.base_url:
        hosts |= {socket.gethostname().lower(), lan_address()}
        if settings.host not in ("", "0.0.0.0", "::"):
            hosts.add(settings.host)
    found = {origin_of(f"http://{host}:{port}") for host in hosts if host}
    return frozenset(origins | {origin for origin in found if origin is not None})


def list_headers(settings: Settings, origins: frozenset[str]) -> list[tuple[str, str]]:
    """The headers of every response: nothing may be loaded, framed or guessed but from here."""
    # Older browsers do not take 'self' to mean a WebSocket, too. IPv6 addresses cannot be named.
    sockets = sorted(origin.replace("http", "ws", 1) for origin in origins if "[" not in origin)
    policy = [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "media-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        " ".join(["connect-src 'self'", *sockets]),
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
    headers = [
        ("content-security-policy", "; ".join(policy)),
        ("x-content-type-options", "nosniff"),
        ("x-frame-options", "DENY"),
        ("referrer-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
        ("permissions-policy", "camera=(), microphone=(), geolocation=(), payment=()"),
    ]
    if settings.secure:  # browsers complain of these where there is no TLS
        headers.append(("strict-transport-security", "max-age=31536000"))
        headers.append(("cross-origin-opener-policy", "same-origin"))
    return headers


class Gate:
    """Middleware: refuses what is too much, too large or from elsewhere, and adds our headers."""

    def __init__(
        self, app: ASGIApp, house: House, origins: frozenset[str], settings: Settings
    ) -> None:
        self._app = app
        self._house = house
        self._origins = origins
        self._hosts = KnownHosts(origins)
        self._headers = list_headers(settings, origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            refusal = self._check_socket(scope)
            if refusal is None:
                await self._app(scope, receive, send)
            else:
                await _refuse(send, refusal, "websocket.http.response")
            return
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self._headers:
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    headers.setdefault("cache-control", "no-store")
            await send(message)

        most = LARGEST_BODIES.get(scope["path"], LARGEST_MESSAGE)
        refusal = self._check(scope, most)
        if refusal is not None:
            await _refuse(send_with_headers, refusal, "http.response")
            return
        body = await _read_body(receive, most)
        if body is None:
            await _refuse(send_with_headers, TOO_LARGE, "http.response")
        elif body["type"] == "http.request":
            await self._app(scope, _Replay(body, receive), send_with_headers)

    def _check_socket(self, scope: Scope) -> _Refused | None:
        """Why a connection may not even be made. Each costs as much as a request, and counts so."""
        headers = Headers(scope=scope)
        origin = headers.get("origin")
        if origin is not None and origin not in self._origins:
            return ELSEWHERE
        if not self._knows(headers):
            return MISDIRECTED
        return None if self._house.requests.take(address_of(scope)) else TOO_OFTEN

    def _check(self, scope: Scope, most: int) -> _Refused | None:
        """Why a request is not even read."""
        headers = Headers(scope=scope)
        is_api = scope["path"].startswith("/api/")
        buckets = self._house.requests if is_api else self._house.files
        length = headers.get("content-length", "0")
        whole = length == "0" and "transfer-encoding" not in headers
        if not buckets.take(address_of(scope)):
            return TOO_OFTEN if whole else replace(TOO_OFTEN, closing=True)
        if scope["path"] != HEALTH and not self._knows(headers):
            return MISDIRECTED
        if scope["method"] not in SAFE_METHODS:
            origin = headers.get("origin")
            if origin is not None and origin not in self._origins:
                return ELSEWHERE
        if not length.isdigit() or len(length) > 9 or int(length) > most:
            return TOO_LARGE
        return None

    def _knows(self, headers: Headers) -> bool:
        """Whether a request means this server; old programs do not say whom they mean."""
        host = headers.get("host")
        return host is None or host in self._hosts


@dataclass(frozen=True, slots=True)
class _Refused:
    """An answer that is given without asking the application."""

    refusal: Refusal
    closing: bool = False
    """Whether the connection ends with it, because the rest of the request is not read."""


TOO_OFTEN = _Refused(Refusal("too_many", "too many requests from your address: wait a moment"))
TOO_LARGE = _Refused(Refusal("too_large", "the request is too large"), closing=True)
ELSEWHERE = _Refused(
    Refusal("forbidden", "this page may not act here: open the game's own address"), closing=True
)
MISDIRECTED = _Refused(
    Refusal(
        "misdirected",
        "this server does not go by that name: open the game's own address, "
        "or have its host name this one with --base-url",
    ),
    closing=True,
)


async def _read_body(receive: Receive, most: int) -> Message | None:
    """The whole body of a request, before anything is done about it; ``None`` if it is too large,
    and a message of another kind if the client has gone."""
    parts: list[bytes] = []
    left = most
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return message
        part = message.get("body", b"")
        left -= len(part)
        if left < 0:
            return None
        parts.append(part)
        if not message.get("more_body", False):
            return {"type": "http.request", "body": b"".join(parts), "more_body": False}


class _Replay:
    """Gives a body that has been read, and from then on whatever comes after it."""

    def __init__(self, body: Message, receive: Receive) -> None:
        self._body: Message | None = body
        self._receive = receive

    async def __call__(self) -> Message:
        body, self._body = self._body, None
        return await self._receive() if body is None else body


async def _refuse(send: Send, refused: _Refused, kind: str) -> None:
    body = orjson.dumps(refused.refusal.describe())
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    if refused.refusal.code == "too_many":
        headers.append((b"retry-after", b"2"))
    if refused.closing:
        headers.append((b"connection", b"close"))
    await send({"type": f"{kind}.start", "status": refused.refusal.status, "headers": headers})
    await send({"type": f"{kind}.body", "body": body})
