"""Floods from one address: they cost the server little memory, and nobody else waits for them.

What the loop does without a pause is measured in the server's own processor time, so that it does
not matter what else this machine does.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.frames import Frame, Opcode

from tests.server.fuzzing import memory_of
from tests.server.running import Running, running

pytestmark = pytest.mark.compiled_only

LIMITS = {
    "proxies": "",
    "requests_per_second": "20",
    "messages_per_second": "10",
    "sockets_per_address": "20",
    "tables_per_minute": "1000",
    "stall_seconds": "3",
}
"""As hosts have them, but for fewer connections and less patience, so that tests are short."""

MB = 1 << 20
FLOODER, OTHER, HOST = "127.0.0.1", "127.0.0.2", "127.0.0.3"
"""Addresses that are all this machine's."""

LONGEST_GAP = 0.5
"""Seconds of work that the loop may do in a row. Without the limits these floods took 1 to 11."""
MOST_MEMORY = 40 * MB
"""What a flood may take at the most. Without the limits these took 380 MB and more."""


class Watch:
    """Asks a server again and again whether it is there, from another address."""

    def __init__(self, server: Running) -> None:
        self._server = server
        self._before = memory_of(server.process.pid)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._ask)
        self.gap = 0.0
        """The longest that the server has worked while somebody else waited for an answer."""
        self.grown = 0
        """How much more memory the server has had than before, at the most."""
        self.answers = 0

    def __enter__(self) -> Watch:
        self._thread.start()
        while not self.answers:
            time.sleep(0.01)
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()

    def _ask(self) -> None:
        pid = self._server.process.pid
        with contextlib.closing(connect_from(self._server, OTHER)) as connection:
            while not self._stop.is_set():
                begun = work_of(pid)
                connection.request("GET", "/api/health")
                connection.getresponse().read()
                self.gap = max(self.gap, work_of(pid) - begun)
                self.grown = max(self.grown, memory_of(pid) - self._before)
                self.answers += 1
                time.sleep(0.05)


def work_of(pid: int) -> float:
    """The seconds of processor time that a process has had."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def connect_from(server: Running, address: str) -> http.client.HTTPConnection:
    """A connection from one of this machine's addresses."""
    return http.client.HTTPConnection(
        "127.0.0.1", server.port, timeout=120, source_address=(address, 0)
    )


def call(server: Running) -> socket.socket:
    """A connection from the flooder, who reads nothing."""
    flooder = socket.socket()
    flooder.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    flooder.bind((FLOODER, 0))
    flooder.connect(("127.0.0.1", server.port))
    flooder.settimeout(2)
    return flooder


def pour(flooder: socket.socket, drop: bytes, size: int) -> int:
    """Send so many bytes, until the server takes no more; returns how many it has taken."""
    water = memoryview(drop * (1 + MB // len(drop)))
    sent = 0
    with contextlib.suppress(OSError):  # TimeoutError among them
        while sent < size:
            sent += flooder.send(water[sent % len(drop) :])
    return sent


def shake_hands(server: Running, flooder: socket.socket) -> None:
    """Make a WebSocket of a connection."""
    table = make_table(server)
    flooder.sendall(
        f"GET /ws/tables/{table} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
    )
    assert flooder.recv(1, socket.MSG_PEEK)


def make_table(server: Running) -> str:
    with contextlib.closing(connect_from(server, HOST)) as connection:
        seats = [{"kind": "me", "name": "Ann"}, {"kind": "open"}]
        kind = {"content-type": "application/json"}
        connection.request("POST", "/api/tables", json.dumps({"seats": seats}), kind)
        table: str = json.loads(connection.getresponse().read())["table"]
        return table


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with a host's limits."""
    with running(tmp_path_factory.mktemp("floods") / "games.db", **LIMITS) as server:
        server.wait_until_ready()
        time.sleep(2)  # the first sweep of the house
        yield server
        assert server.log() == ""


@pytest.mark.parametrize(
    ("start", "drop", "size"),
    [
        pytest.param(b"", b"GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n", 12 * MB, id="pipeline"),
        pytest.param(b"GET / HTTP/1.1\r\n", b"a: b\r\n", 20 * MB, id="header-lines"),
        pytest.param(b"GET / HTTP/1.1\r\na: ", b"b" * 64, 60 * MB, id="one-header"),
        pytest.param(b"GET /", b"x" * 64, 60 * MB, id="one-address"),
        pytest.param(
            b"POST /api/tables HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n",
            b"1\r\nx\r\n",
            20 * MB,
            id="tiny-chunks",
        ),
        pytest.param(b"", b"\r\n", 40 * MB, id="empty-lines"),
    ],
)
def test_a_flood_of_http(limited: Running, start: bytes, drop: bytes, size: int) -> None:
    with Watch(limited) as watch, call(limited) as flooder:
        flooder.sendall(start)
        pour(flooder, drop, size)
    assert watch.grown < MOST_MEMORY, f"{watch.grown // MB} MB more"
    assert watch.gap < LONGEST_GAP, f"{watch.gap:.2f} s in a row"


PING = Frame(Opcode.PING, b"x" * 125).serialize(mask=True, extensions=[])
EMPTY_PING = Frame(Opcode.PING, b"").serialize(mask=True, extensions=[])
FRAGMENT = Frame(Opcode.CONT, b"", fin=False).serialize(mask=True, extensions=[])
MESSAGE = Frame(Opcode.TEXT, b"{}").serialize(mask=True, extensions=[])


@pytest.mark.parametrize(
    ("start", "drop", "size"),
    [
        pytest.param(b"", PING, 262 * MB, id="pings"),
        pytest.param(b"", EMPTY_PING, 36 * MB, id="empty-pings"),
        pytest.param(
            Frame(Opcode.TEXT, b"{", fin=False).serialize(mask=True, extensions=[]),
            FRAGMENT,
            36 * MB,
            id="fragments",
        ),
        pytest.param(b"", MESSAGE, 36 * MB, id="messages"),
    ],
)
def test_a_flood_of_frames(limited: Running, start: bytes, drop: bytes, size: int) -> None:
    with Watch(limited) as watch, call(limited) as flooder:
        shake_hands(limited, flooder)
        flooder.sendall(start)
        taken = pour(flooder, drop, size)
    assert taken < 10 * MB, f"{taken // MB} MB were read"
    assert watch.grown < MOST_MEMORY, f"{watch.grown // MB} MB more"
    assert watch.gap < LONGEST_GAP, f"{watch.gap:.2f} s in a row"


def count_open(connections: list[socket.socket]) -> int:
    """How many of these the server has not closed."""
    count = 0
    for connection in connections:
        connection.setblocking(False)
        try:
            count += connection.recv(1, socket.MSG_PEEK) != b""
        except BlockingIOError:
            count += 1
        except OSError:
            pass
    return count


@pytest.mark.parametrize("half", [b"", b"GET / HTTP/1.1\r\nHost:", b"\r\n"])
def test_half_a_request_is_neither_held_for_long_nor_a_thousand_times(
    limited: Running, half: bytes
) -> None:
    with contextlib.ExitStack() as stack, Watch(limited) as watch:
        held = []
        for _ in range(300):
            held.append(stack.enter_context(call(limited)))
            with contextlib.suppress(OSError):
                held[-1].sendall(half)
        while count_open(held) > 2 * int(LIMITS["sockets_per_address"]):
            time.sleep(0.1)
        while count_open(held):
            time.sleep(0.1)
        assert watch.answers
    with contextlib.closing(connect_from(limited, FLOODER)) as again:
        again.request("GET", "/")
        assert again.getresponse().status == 200


def test_a_body_that_never_ends_is_not_waited_for(limited: Running) -> None:
    head = b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n"
    with call(limited) as flooder:
        flooder.settimeout(60)
        flooder.sendall(head)
        with contextlib.suppress(ConnectionResetError):
            assert flooder.recv(1) == b""


def test_requests_ahead_of_their_answers_are_answered_in_turn(limited: Running) -> None:
    asked = [f"/static/{name}" for name in ("dom.js", "api.js", "nowhere.js", "words.js")] * 5
    wishes = "".join(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n" for path in asked[:-1])
    last = f"GET {asked[-1]} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    with call(limited) as flooder:
        flooder.settimeout(60)
        flooder.sendall((wishes + last).encode())
        answer = b""
        while more := flooder.recv(65536):
            answer += more
    statuses = re.findall(rb"HTTP/1\.1 (\d+) ", answer)
    assert statuses == [b"404" if "nowhere" in path else b"200" for path in asked]


def test_pictures_that_take_long_to_draw_keep_nobody_waiting(limited: Running) -> None:
    cells = [f"{column}{row}" for column in "abcdefghijklm" for row in range(1, 14)]
    squares = dict.fromkeys(cells, "s3")
    player = {"name": "Ann", "colour": "Pink", "squares": squares, "total": 1}
    body = json.dumps({"grid": 7, "players": [player] * 4})
    statuses = []

    def ask() -> None:
        with contextlib.closing(connect_from(limited, FLOODER)) as connection:
            kind = {"content-type": "application/json"}
            connection.request("POST", "/api/kingdoms/picture?kind=png", body, kind)
            response = connection.getresponse()
            statuses.append(response.status)
            assert response.read().startswith(b"\x89PNG" if response.status == 200 else b"{")

    askers = [threading.Thread(target=ask) for _ in range(20)]
    with Watch(limited) as watch:
        for asker in askers:
            asker.start()
        for asker in askers:
            asker.join()
    assert set(statuses) <= {200, 429, 503}
    assert statuses.count(200) >= 2
    assert watch.gap < LONGEST_GAP, f"{watch.gap:.2f} s in a row"
    assert watch.grown < MOST_MEMORY, f"{watch.grown // MB} MB more"


def test_many_connections_of_one_address_are_heard_no_faster(limited: Running) -> None:
    """Ten connections send what one may; together they get what five may, and the rest waits."""
    asked, each = 10, 30
    ping = Frame(Opcode.TEXT, b'{"type": "ping"}').serialize(mask=True, extensions=[])
    with contextlib.ExitStack() as stack:
        callers = [stack.enter_context(call(limited)) for _ in range(asked)]
        for caller in callers:
            shake_hands(limited, caller)
        begun = time.monotonic()
        for caller in callers:
            caller.setblocking(True)
            caller.settimeout(60)
            caller.sendall(ping * each)
        answers = 0
        for caller in callers:
            heard = b""
            while heard.count(b'"pong"') < each:
                heard += caller.recv(65536)
            answers += heard.count(b'"pong"')
        seconds = time.monotonic() - begun
    allowed = 5 * int(LIMITS["messages_per_second"])
    assert answers == asked * each
    assert answers <= allowed * (3 + seconds) + 1
