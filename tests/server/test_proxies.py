"""A proxy that nobody has named is told of in the log, and not trusted."""

import asyncio
import logging

import pytest
from starlette.types import Message, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from kingdomino.server.proxies import MOST_WARNINGS, ProxyWatch


class Server:
    """What uvicorn puts together: its own middleware around ours around the application."""

    def __init__(self, *proxies: str) -> None:
        self.seen: list[str] = []
        self.entrance = ProxyHeadersMiddleware(ProxyWatch(self.app), list(proxies))  # type: ignore[arg-type]  # uvicorn's own types

    async def app(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.seen.append(scope["client"][0])

    def ask(self, peer: str, forwarded: str | None = None, kind: str = "http") -> None:
        headers = [] if forwarded is None else [(b"x-forwarded-for", forwarded.encode())]
        scope = {"type": kind, "client": (peer, 1234), "headers": headers}
        asyncio.run(self.entrance(scope, receive, send))  # type: ignore[arg-type]  # a short scope


async def receive() -> Message:
    return {}


async def send(message: Message) -> None: ...


def test_who_comes_through_a_named_proxy_is_told_apart(caplog: pytest.LogCaptureFixture) -> None:
    server = Server("172.16.0.0/12", "127.0.0.1")
    server.ask("172.17.0.1", "198.51.100.1")
    server.ask("172.17.0.1", "203.0.113.9, 198.51.100.2")  # the first was the visitor's own idea
    server.ask("203.0.113.5")
    assert server.seen == ["198.51.100.1", "198.51.100.2", "203.0.113.5"]
    assert not caplog.records


def test_a_proxy_that_is_not_named_is_told_of_once(caplog: pytest.LogCaptureFixture) -> None:
    server = Server("127.0.0.1")
    with caplog.at_level(logging.WARNING):
        server.ask("172.17.0.1", "198.51.100.1")
        server.ask("172.17.0.1", "198.51.100.2", "websocket")
    assert server.seen == ["172.17.0.1", "172.17.0.1"]
    assert [record.message for record in caplog.records] == [
        "requests that 172.17.0.1 passes on count as its own, and share one limit: "
        "if that is your proxy, start with KINGDOMINO_PROXIES=172.17.0.1"
    ]


def test_visitors_who_invent_the_header_do_not_fill_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    server = Server("127.0.0.1")
    for number in range(20):
        server.ask(f"203.0.113.{number}", "198.51.100.1")
    assert len(caplog.records) == MOST_WARNINGS
