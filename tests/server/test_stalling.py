"""Sockets that ask and never read: the server lets go of them, and nobody else notices."""

import contextlib
import json
import select
import socket
import time
from contextlib import closing
from pathlib import Path

import pytest
from websockets.frames import Frame, Opcode

from tests.server.fuzzing import memory_of
from tests.server.running import Person, Running, running

pytestmark = pytest.mark.compiled_only

PATIENCE = 6
MUTES = 8
QUESTIONS = 4000
"""All answers together would be some 20 MB."""


def never_read(server: Running, person: Person, path: str, hello: str) -> socket.socket:
    """A connection that has asked for ``path`` and got it, and reads nothing of what comes."""
    mute = socket.socket()
    mute.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    mute.settimeout(2)
    mute.connect(("127.0.0.1", server.port))
    headers = f"Host: 127.0.0.1:{server.port}\r\nCookie: {person.cookie}\r\n{hello}"
    mute.sendall(f"GET {path} HTTP/1.1\r\n{headers}\r\n".encode())
    mute.recv(1, socket.MSG_PEEK)
    return mute


def wait_until_gone(person: Person, table: str) -> float:
    """Wait until nobody listens to a table; returns the slowest answer meanwhile."""
    slowest, deadline = 0.0, time.monotonic() + 300
    while True:
        begun = time.monotonic()
        presence = person.ask("GET", f"/api/tables/{table}")["presence"]
        slowest = max(slowest, time.monotonic() - begun)
        if presence["seats"] == [False, False] and not presence["spectators"]:
            return slowest
        assert time.monotonic() < deadline, "somebody who reads nothing is still there"
        time.sleep(0.02)


def was_cut(mute: socket.socket) -> bool:
    """Whether the server cuts a connection, whatever it had still to say."""
    watch = select.poll()
    watch.register(mute, select.POLLRDHUP)
    return any(event & select.POLLHUP for _, event in watch.poll(20_000))


def test_who_never_reads_is_dropped_and_delays_nobody(tmp_path: Path) -> None:
    upgrade = (
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    )
    question = json.dumps({"type": "fit", "domino": 1, "seat": 0}).encode()
    frames = Frame(Opcode.TEXT, question).serialize(mask=True, extensions=[]) * QUESTIONS
    with (
        running(tmp_path / "games.db", stall_seconds=str(PATIENCE)) as server,
        closing(Person(server, "Ann")) as ann,
        closing(Person(server, "Bob")) as bob,
        contextlib.ExitStack() as stack,
    ):
        server.wait_until_ready()
        made = ann.create("me", "me", mighty_duel=True)
        seat = ann.connect(made["table"])
        seat.contribute()
        seat.play_on(30)  # so that there are many places for a domino
        seat.close()
        other = bob.connect(bob.create("me", "me")["table"])
        other.contribute()
        before = memory_of(server.process.pid)
        mutes = []
        slowest = 0.0
        for _ in range(MUTES):
            mute = never_read(server, ann, f"/ws/tables/{made['table']}", upgrade)
            mutes.append(stack.enter_context(mute))
            with contextlib.suppress(TimeoutError, ConnectionError):
                mute.sendall(frames)
            begun = time.monotonic()
            other.play_on(1)
            slowest = max(slowest, time.monotonic() - begun)
        slowest = max(slowest, wait_until_gone(bob, made["table"]))
        grown = memory_of(server.process.pid) - before
        assert [was_cut(mute) for mute in mutes] == [True] * MUTES
        # Whoever had to wait for a mute would wait for as long as the server does.
        assert slowest < PATIENCE - 1, f"somebody else waited {slowest:.2f} s"
        assert grown < 10 << 20, f"{grown >> 20} MB more"
        assert server.log() == ""


def test_a_stream_that_nobody_reads_is_cut_as_well(tmp_path: Path) -> None:
    with (
        running(tmp_path / "games.db", stall_seconds="1") as server,
        closing(Person(server, "Ann")) as ann,
        closing(Person(server, "Bob")) as bob,
    ):
        server.wait_until_ready()
        made = ann.create("me", "me", dynasty=True)
        with never_read(server, ann, f"/api/bot/tables/{made['table']}/stream", "") as mute:
            seat = ann.connect(made["table"])
            seat.contribute()
            seat.play_on()
            seat.close()
            wait_until_gone(bob, made["table"])
            assert was_cut(mute)
        assert server.log() == ""
