"""The gate: origins, headers, cookies, sizes, rates; and that secrets stay where they belong."""

import contextlib
import json
import socket
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from kingdomino.server.listeners import LONGEST_QUEUE, Listener
from kingdomino.server.security import make_cookie
from kingdomino.server.settings import Settings
from tests.server.running import Person, Running, Seat, running

pytestmark = pytest.mark.compiled_only


def test_every_response_carries_a_strict_policy(server: Running) -> None:
    for path in ("/", "/table/abc", "/api/options", "/nowhere", "/static/missing.js"):
        headers = httpx.get(server.origin + path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
        assert "server" not in headers


def test_the_secret_is_kept_from_scripts_and_from_other_sites(server: Running) -> None:
    response = httpx.put(server.origin + "/api/visitor", json={"name": "Ann"})
    cookie = response.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    secret = cookie.split(";")[0].partition("=")[2].partition(".")[2]
    assert len(secret) == 43  # 256 bits
    assert secret not in response.text
    safe = make_cookie(Settings(base_url="https://example.org"), "a.b")
    assert safe.startswith("__Host-kingdomino=")
    assert "Secure" in safe


def test_secrets_are_stored_hashed_and_never_logged(server: Running, ann: Person) -> None:
    made = ann.create("me", "page")
    token = ann.http.cookies["kingdomino"]
    visitor, _, secret = token.partition(".")
    seat = ann.connect(made["table"])
    seat.contribute()
    seat.wait_until("playing")
    for path in server.database.parent.glob("games*"):
        data = path.read_bytes()
        assert secret.encode() not in data
    with closing(sqlite3.connect(server.database)) as database:
        row = database.execute("select secret_hash from visitors where id = ?", [visitor])
        assert len(row.fetchone()[0]) == 64
    for text in seat.raw:
        assert secret not in text
        assert visitor not in text
    assert secret not in server.log()


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1:1", "http://127.0.0.1"]
)
def test_a_page_from_elsewhere_may_neither_post_nor_listen(
    server: Running, ann: Person, origin: str
) -> None:
    made = ann.create("me", "page")
    response = ann.http.post(
        f"/api/tables/{made['table']}/commands", json={"type": "start"}, headers={"origin": origin}
    )
    assert response.status_code == 403
    with (
        pytest.raises(InvalidStatus) as refused,
        connect(
            f"ws://127.0.0.1:{server.port}/ws/tables/{made['table']}",
            origin=origin,
            additional_headers={"cookie": ann.cookie},
            proxy=None,
        ),
    ):
        pass
    assert refused.value.response.status_code == 403


def test_a_message_has_4_kib_at_the_most(server: Running, ann: Person) -> None:
    made = ann.create("me", "open")
    seat = ann.connect(made["table"])
    seat.socket.send(json.dumps({"type": "ping", "id": "x" * 40}).ljust(4096))
    while seat.receive()["type"] != "pong":
        pass
    seat.socket.send(json.dumps({"type": "ping"}).ljust(4097))
    assert listen_to_the_end(seat) == 1009
    response = ann.http.put("/api/visitor", content=b'{"name": "' + b"x" * 5000 + b'"}')
    assert response.status_code == 413
    chunks = (b"x" * 1000 for _ in range(100))
    assert ann.http.put("/api/visitor", content=chunks).status_code == 413


def test_who_sends_too_much_is_slowed_down_and_then_let_go(tmp_path: Path) -> None:
    limits = {"messages_per_second": "1", "requests_per_second": "5", "sockets_per_address": "4"}
    with running(tmp_path / "games.db", **limits) as server:
        server_ready(server)
        with closing(Person(server, "Ann")) as ann:
            made = ann.create("me", "page")
            seat = ann.connect(made["table"])
            kinds, code = insist(seat)
            assert code == 4429
            assert kinds.count("pong") < 30
            assert "refused" in kinds
            opened = 0
            code = 0
            while not code:
                try:
                    ann.connect(made["table"])
                    opened += 1
                except ConnectionClosed as closed:
                    code = closed.rcvd.code if closed.rcvd is not None else -1
            assert code == 4429
            assert 3 <= opened <= 4
            # All at once, so that it does not matter how fast this machine is.
            wish = f"GET /api/visitor HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
            many = f"{wish}\r\n" * 39 + f"{wish}Connection: close\r\n\r\n"
            assert b"HTTP/1.1 429" in send_raw(server, many.encode())
            # The pages are still there.
            assert ann.http.get("/").status_code == 200


def listen_to_the_end(seat: Seat) -> int:
    """The code that the server closes with, whatever it still has to say."""
    while True:
        try:
            seat.receive()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd is not None else 0


def insist(seat: Seat) -> tuple[list[str], int]:
    """Ping until the server has had enough: the kinds of messages that came, and its last code.

    Who only sends and never listens would leave the server's last words unread.
    """
    kinds = []
    try:
        while True:
            seat.send(type="ping")
            kinds.append(seat.receive()["type"])
    except ConnectionClosed as closed:
        return kinds, closed.rcvd.code if closed.rcvd is not None else 0


def server_ready(server: Running) -> None:
    """Wait for the engine without using up the allowance."""
    import time

    while not httpx.get(server.origin + "/api/options").json().get("ready"):
        time.sleep(0.5)


def test_a_slow_reader_is_dropped_and_costs_no_memory() -> None:
    listener = Listener("somebody")
    for number in range(10 * LONGEST_QUEUE):
        listener.push(f"message {number}")
    assert listener.dropped
    assert listener._queue.qsize() <= LONGEST_QUEUE


def test_paths_cannot_leave_the_folder(server: Running) -> None:
    for path in ("../pages.py", "..%2fserver/app.py", "%2e%2e/server/app.py", ".hidden", "a%00b"):
        response = httpx.get(f"{server.origin}/static/{path}")
        assert response.status_code == 404, path


def test_a_path_that_no_file_has_is_not_there_however_long(server: Running) -> None:
    for path in ("x" * 300, "x/" * 150 + "x", "é" * 99):
        response = httpx.get(f"{server.origin}/static/{path}")
        assert response.status_code == 404
        assert len(response.content) < 300
    assert "Traceback" not in server.log()


def send_raw(server: Running, *pieces: bytes) -> bytes:
    """What the server answers to bytes, sent piece by piece, until it closes."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as connection:
        for piece in pieces:
            connection.sendall(piece)
            time.sleep(0.05)
        answer = b""
        while more := connection.recv(65536):
            answer += more
    return answer


def test_a_request_that_is_too_large_is_not_carried_out(server: Running, ann: Person) -> None:
    ann.ask("PUT", "/api/visitor", json={"name": "Ann"})
    head = (
        f"PUT /api/visitor HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {ann.cookie}\r\n"
        "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    ).encode()
    wish = b'{"name": "Eve"}'
    whole = b"%x\r\n%b\r\n" % (len(wish), wish)
    padding = b"1000\r\n" + b" " * 4096 + b"\r\n"
    answer = send_raw(server, head + whole, padding + padding)
    assert answer.startswith(b"HTTP/1.1 413"), answer
    assert ann.ask("GET", "/api/visitor")["name"] == "Ann"


@pytest.mark.parametrize("host", ["evil.example", "evil.example:4848", "127.0.0.1.evil.example"])
def test_a_name_that_is_not_the_servers_is_not_believed(server: Running, host: str) -> None:
    for path in ("/", "/api/tables", "/api/tables/"):
        response = httpx.get(server.origin + path, headers={"host": host})
        assert response.status_code == 421
        assert "--base-url" in response.json()["reason"]
        assert host not in response.text + str(response.headers)
    assert httpx.get(server.origin + "/api/health", headers={"host": host}).status_code == 200


def test_nobody_is_sent_to_another_host(server: Running) -> None:
    for path in ("/api/tables/", "/api/options/", "//evil.example/"):
        response = httpx.get(server.origin + path, headers={"host": "somewhere.local"})
        assert "location" not in response.headers, path


def test_a_bots_streams_count_as_connections(tmp_path: Path) -> None:
    with running(tmp_path / "games.db", sockets_per_address="3") as server:
        server.wait_until_ready()
        with closing(Person(server, "Ann")) as ann, contextlib.ExitStack() as stack:
            table = ann.create("me", "page")["table"]
            paths = [f"/api/bot/tables/{table}/stream", "/api/bot/events"]
            statuses = [
                stack.enter_context(ann.http.stream("GET", paths[number % 2])).status_code
                for number in range(5)
            ]
            assert statuses == [200, 200, 200, 429, 429]
            stack.close()
            while True:  # the places are free again as soon as the server has noticed
                with ann.http.stream("GET", paths[0]) as response:
                    if response.status_code == 200:
                        break


def test_handshakes_are_requests_and_as_many_are_answered(tmp_path: Path) -> None:
    with running(tmp_path / "games.db", requests_per_second="5") as server:
        server_ready(server)
        wish = (
            f"GET /ws/tables/{'a' * 16} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        ).encode()
        begun = time.monotonic()
        with contextlib.ExitStack() as stack:
            connections = [
                stack.enter_context(
                    socket.create_connection(("127.0.0.1", server.port), timeout=60)
                )
                for _ in range(60)
            ]
            for connection in connections:
                connection.sendall(wish)
            lines = [connection.recv(12) for connection in connections]
        accepted = lines.count(b"HTTP/1.1 101")
        assert accepted <= 15 + 5 * (time.monotonic() - begun) + 1
        assert lines.count(b"HTTP/1.1 429") == 60 - accepted > 0
