"""What stands between the world and the server: origins, sizes, rates, and the headers we send."""

from __future__ import annotations

import socket
from collections.abc import Iterable
from http.cookies import CookieError, SimpleCookie
from ipaddress import ip_address
from typing import TYPE_CHECKING

import orjson
from starlette.datastructures import Headers, MutableHeaders

from kingdomino.server.errors import STATUS, Code
from kingdomino.server.messages import LARGEST_MESSAGE
from kingdomino.server.settings import Settings, origin_of

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from kingdomino.server.house import House

LARGEST_BODIES = {"/api/records": 40_000, "/api/kingdoms/picture": 20_000}
"""Where a request may be larger than a message: a record, several kingdoms."""

SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}


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
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
        ("permissions-policy", "camera=(), microphone=(), geolocation=(), payment=()"),
    ]
    if settings.secure:
        headers.append(("strict-transport-security", "max-age=31536000"))
    return headers


def address_of(scope: Scope) -> str:
    """Where a request comes from; a whole /64 of IPv6 counts as one."""
    client = scope.get("client")
    if not client:
        return "unknown"
    host: str = client[0]
    return ":".join(host.split(":")[:4]) if ":" in host else host


class Gate:
    """Middleware: refuses what is too much, too large or from elsewhere, and adds our headers."""

    def __init__(
        self, app: ASGIApp, house: House, origins: frozenset[str], settings: Settings
    ) -> None:
        self._app = app
        self._house = house
        self._origins = origins
        self._headers = list_headers(settings, origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            origin = Headers(scope=scope).get("origin")
            if origin is not None and origin not in self._origins:
                await receive()
                await send({"type": "websocket.close", "code": 4403, "reason": "wrong origin"})
                return
            await self._app(scope, receive, send)
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

        refusal = self._check(scope)
        if refusal is None:
            body = _Body(receive, send_with_headers, _largest_body(scope["path"]))
            await self._app(scope, body.receive, body.send)
        else:
            await _refuse(send_with_headers, *refusal)

    def _check(self, scope: Scope) -> tuple[Code, str] | None:
        headers = Headers(scope=scope)
        address = address_of(scope)
        is_api = scope["path"].startswith("/api/")
        buckets = self._house.requests if is_api else self._house.files
        if not buckets.take(address):
            return "too_many", "too many requests from your address: wait a moment"
        if scope["method"] not in SAFE_METHODS:
            origin = headers.get("origin")
            if origin is not None and origin not in self._origins:
                return "forbidden", "this page may not act here: open the game's own address"
        length = headers.get("content-length", "0")
        if length.isdigit() and int(length) > _largest_body(scope["path"]):
            return "too_many", "the request is too large"
        return None


class _Body:
    """A request's body, cut off where it becomes too large; then that is the answer."""

    def __init__(self, receive: Receive, send: Send, most: int) -> None:
        self._receive = receive
        self._send = send
        self._left = most
        self._refused = False

    async def receive(self) -> Message:
        message = await self._receive()
        if message["type"] == "http.request":
            self._left -= len(message.get("body", b""))
            if self._left < 0:
                return {"type": "http.request", "body": b"", "more_body": False}
        return message

    async def send(self, message: Message) -> None:
        if self._left >= 0:
            await self._send(message)
        elif not self._refused:
            self._refused = True
            await _refuse(self._send, "too_many", "the request is too large")


def _largest_body(path: str) -> int:
    return LARGEST_BODIES.get(path, LARGEST_MESSAGE)


async def _refuse(send: Send, code: Code, reason: str) -> None:
    body = orjson.dumps({"code": code, "reason": reason})
    status = 413 if "too large" in reason else STATUS[code]
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    if status == 429:
        headers.append((b"retry-after", b"2"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
