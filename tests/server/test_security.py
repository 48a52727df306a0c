"""The gate: origins, headers, cookies, sizes, rates; and that secrets stay where they belong."""

import json
import sqlite3
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
            statuses = [ann.http.get("/api/visitor").status_code for _ in range(40)]
            assert 429 in statuses
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
