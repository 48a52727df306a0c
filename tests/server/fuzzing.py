"""Nonsense for the server: requests by schemathesis from its OpenAPI, and frames of all kinds."""

from __future__ import annotations

import json
import random
from contextlib import closing
from pathlib import Path
from typing import Any

import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.strategies import SearchStrategy, one_of
from schemathesis import GenerationMode
from schemathesis.core.failures import FailureGroup
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from websockets.exceptions import ConnectionClosed

from tests.server.running import Person, Running

STREAMS = ("/api/bot/events", "/api/bot/tables/{table}/stream")
"""They do not end, so they are tried elsewhere."""


def fuzz_requests(server: Running, each: int, seed: int = 0, mutants: int = 0) -> int:
    """Send requests that fit, and requests that do not, to every route; returns how many.

    No answer may be a 5xx, and every answer must be one that the OpenAPI document promises. Each
    request is followed by so many mutants of it, which only must not make the server fail.
    """
    chance = random.Random(seed)
    schema = schemathesis.openapi.from_url(server.origin + "/api/openapi.json")
    count = 0
    with closing(Person(server, "Fuzz")) as person, requests.Session() as session:
        made = person.create("me", "open", public=True)
        known = {"table": made["table"], "invite": made["invite"]}
        for operation in schema.get_all_operations():
            route = operation.ok()
            if route.path in STREAMS:
                continue

            @settings(
                max_examples=each,
                deadline=None,
                database=None,
                derandomize=seed == 0,
                phases=[Phase.generate],
                suppress_health_check=list(HealthCheck),
            )
            @given(case=one_of(_strategies(route)))
            def send(case: Any) -> None:
                nonlocal count
                count += 1
                for name, value in known.items():
                    # Half of the requests are about things that exist.
                    if name in (case.path_parameters or {}) and count % 2:
                        case.path_parameters[name] = value
                response = case.call(session=session, headers={"cookie": person.cookie})
                assert response.status_code < 500, (case.as_curl_command(), response.text)
                try:
                    case.validate_response(
                        response,
                        checks=(
                            content_type_conformance,
                            response_schema_conformance,
                            status_code_conformance,
                        ),
                    )
                except FailureGroup as failure:
                    raise AssertionError(str(failure.exceptions)) from None
                for _ in range(mutants):
                    count += 1
                    request = person.http.build_request(**_mutate(response.request, chance))
                    status = person.http.send(request).status_code
                    assert status < 500, (request.method, request.url, request.content)

            send()
    return count


def _mutate(request: Any, chance: random.Random) -> dict[str, Any]:
    """A request with some bytes of its address or body changed."""
    body = bytearray(
        request.body.encode() if isinstance(request.body, str) else request.body or b""
    )
    for _ in range(chance.randrange(1, 6) if body else 0):
        at = chance.randrange(len(body) + 1)
        body[at : at + chance.randrange(3)] = chance.choice(
            [b"", b"0", b'"', b"{", b"null", b"-1", b"[]", b"1e999", b"\xff", b"\\ud800", b"999999"]
        )
    path = request.path_url
    if chance.random() < 0.3:
        at = chance.randrange(1, len(path) + 1)
        path = (
            path[:at] + chance.choice(["%00", "..", "/", "%ff", "?", "a" * 50, "%2e"]) + path[at:]
        )
    return {
        "method": chance.choice([request.method] * 9 + ["PATCH"]),
        "url": path,
        "content": bytes(body),
        "headers": {"content-type": request.headers.get("content-type") or "application/json"},
    }


def _strategies(route: Any) -> list[SearchStrategy[Any]]:
    """Requests as the document wants them, and as it does not where that is possible."""
    right = route.as_strategy(generation_mode=GenerationMode.POSITIVE)
    has_input = route.body or route.path_parameters or route.query
    wrong = [route.as_strategy(generation_mode=GenerationMode.NEGATIVE)] if has_input else []
    return [right, *wrong]


def make_frame(chance: random.Random) -> str | bytes:
    """A frame that no client of ours would send; now and then one that it might."""
    kinds = [
        "act",
        "take_back",
        "commit",
        "reveal",
        "start",
        "replace",
        "leave",
        "say",
        "fit",
        "hint",
        "ping",
        "rematch",
        "accept",
        "decline",
        "withdraw",
    ]
    values: list[Any] = [None, True, -1, 0, 3, 17, 2**70, 1.5, "", "-15", "10:g6s", "x" * 300]
    values += [[], {}, [[]], {"a": 1}, "\x00", "é", "page", "hello", "ab12", "48x"]
    choice = chance.random()
    if choice < 0.15:
        return chance.randbytes(chance.randrange(200))
    if choice < 0.3:
        return "".join(chance.choice('{}[]":,0aé\\\u2028 ') for _ in range(chance.randrange(100)))
    if choice < 0.33:
        return "[" * chance.randrange(1, 4000)
    message: dict[str, Any] = {"type": chance.choice([*kinds, "nonsense", None, 7])}
    fields = [
        "id",
        "action",
        "answers",
        "seat",
        "commitment",
        "contribution",
        "fill",
        "level",
        "phrase",
        "domino",
        "extra",
    ]
    for name in chance.sample(fields, chance.randrange(6)):
        message[name] = chance.choice(values)
    text = json.dumps(message)
    if choice < 0.4:
        at = chance.randrange(len(text))
        return text[:at] + chance.choice(["", "\\", '"', "}"]) + text[at + 1 :]
    return text


def fuzz_frames(server: Running, frames: int, seed: int = 0) -> int:
    """Send frames to a table where a game is played; returns how many were answered.

    The server must answer each or close the connection, and the game must not be harmed.
    """
    chance = random.Random(seed)
    answered = 0
    with closing(Person(server, "Fuzz")) as person:
        made = person.create("me", "me")
        seat = person.connect(made["table"])
        seat.contribute()
        seat.wait_until("playing")
        for _ in range(frames // 10):
            batch = [make_frame(chance) for _ in range(10)]
            try:
                for frame in batch:
                    seat.socket.send(frame)
                pong = f"pong {answered}"
                seat.send(type="ping", id=pong)
                while seat.receive().get("id") != pong:
                    pass
                answered += 10
            except ConnectionClosed:
                seat.close()
                seat = person.connect(made["table"])
            if seat.table["status"] != "playing" or not seat.you["seats"]:
                seat.close()  # a frame may well have been a proper "leave"
                made = person.create("me", "me")
                seat = person.connect(made["table"])
                seat.contribute()
                seat.wait_until("playing")
    return answered


def memory_of(pid: int) -> int:
    """The resident memory of a process in bytes."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * 4096
