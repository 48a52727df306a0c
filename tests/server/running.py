"""A real server process on a real file, and clients that really connect to it."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import random
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from kingdomino.server.draw import commit_to
from kingdomino.server.messages import SERVER_MESSAGE

QUICK = {
    "KINGDOMINO_BOT_PAUSE": "0",
    "KINGDOMINO_INTERVAL": "0.1",
    "KINGDOMINO_REQUESTS_PER_SECOND": "10000",
    "KINGDOMINO_MESSAGES_PER_SECOND": "10000",
    "KINGDOMINO_TABLES_PER_MINUTE": "100000",
    "KINGDOMINO_SOCKETS_PER_ADDRESS": "10000",
    "KINGDOMINO_WAITING_PER_ADDRESS": "100000",
    "KINGDOMINO_WAITING_PER_VISITOR": "100000",
    "KINGDOMINO_AWAY_SECONDS": "0",
    "KINGDOMINO_THINKERS": "1",
}


def free_port() -> int:
    """A port that nobody listens on just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Running:
    """A server process that can be killed and started again on the same file and port.

    In its settings ``{port}`` stands for that port.
    """

    def __init__(self, database: Path, **settings: str) -> None:
        self.database = database
        self.port = free_port()
        self.origin = f"http://127.0.0.1:{self.port}"
        self.settings = {
            f"KINGDOMINO_{name.upper()}": value.format(port=self.port)
            for name, value in settings.items()
        }
        self.errors = database.with_suffix(".log")
        self.start()

    def start(self) -> float:
        """Start the process; returns how long it took until the first page was there."""
        begun = time.perf_counter()
        with self.errors.open("ab") as errors:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "kingdomino", "serve", "--no-open"],
                env=os.environ
                | QUICK
                | {
                    "KINGDOMINO_HOST": "127.0.0.1",
                    "KINGDOMINO_PORT": str(self.port),
                    "KINGDOMINO_DATABASE": f"sqlite:///{self.database}",
                }
                | self.settings,
                stdout=subprocess.PIPE,
                stderr=errors,
            )
        assert self.process.stdout is not None
        assert any(b"Ctrl-C" in line for line in self.process.stdout), self.log()
        assert self.get("/").startswith(b"<!doctype html>")
        return time.perf_counter() - begun

    def get(self, path: str) -> bytes:
        """What a page or a route says. (httpx would take longer than the server.)"""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        with closing(connection):
            connection.request("GET", path)
            response = connection.getresponse()
            assert response.status == 200, path
            return response.read()

    def wait_until_ready(self) -> None:
        """Wait until the engine is warm."""
        while not json.loads(self.get("/api/health"))["ready"]:
            time.sleep(0.05)

    def kill(self) -> None:
        """End the process as a power cut would."""
        self.process.kill()
        self._wait()

    def stop(self) -> int:
        """Ask the process to end; returns its exit code."""
        self.process.terminate()
        return self._wait()

    def _wait(self) -> int:
        code = self.process.wait(timeout=20)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code

    def log(self) -> str:
        """What the server has complained about."""
        return self.errors.read_text()


@contextlib.contextmanager
def running(database: Path, **settings: str) -> Iterator[Running]:
    """A server for as long as the block lasts."""
    server = Running(database, **settings)
    try:
        yield server
    finally:
        server.kill()


class Refused(Exception):  # noqa: N818 (what it is needs no suffix)
    """The server has refused a request."""

    def __init__(self, code: str, reason: str) -> None:
        self.code = code
        self.reason = reason
        super().__init__(f"{code}: {reason}")


class Person:
    """Somebody with a browser: a cookie, and requests that send it."""

    def __init__(self, server: Running, name: str) -> None:
        self.server = server
        self.name = name
        self.stack = contextlib.ExitStack()
        """All that is to be closed when the person goes."""
        self.http = self.stack.enter_context(
            httpx.Client(
                base_url=server.origin,
                headers={"origin": server.origin},
                timeout=60,
                verify=False,  # to read all certificates takes longer than most tests
            )
        )

    def ask(self, method: str, path: str, **arguments: Any) -> Any:
        """A request's answer; ``Refused`` if it is refused."""
        response = self.http.request(method, path, **arguments)
        if response.status_code >= 400:
            body = response.json()
            raise Refused(body["code"], body["reason"])
        return response.json()

    def create(self, *seats: str, **wishes: Any) -> dict[str, Any]:
        """Set up a table; a seat is ``me``, ``open`` or a bot's level."""
        forms = []
        for number, seat in enumerate(seats):
            if seat == "me":
                forms.append({"kind": "me", "name": f"{self.name}{number or ''}"})
            elif seat == "open":
                forms.append({"kind": "open"})
            else:
                forms.append({"kind": "bot", "level": seat})
        return self.ask("POST", "/api/tables", json={"seats": forms, **wishes})

    def join(self, table: str, invite: str | None = None, **wishes: Any) -> dict[str, Any]:
        """Take a seat."""
        body = {"name": self.name, "invite": invite, **wishes}
        return self.ask("POST", f"/api/tables/{table}/seats", json=body)

    def close(self) -> None:
        """Close the browser with all its tabs."""
        self.stack.close()

    @property
    def cookie(self) -> str:
        """The cookie header that a browser would send."""
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    def connect(self, table: str, since: int = 0) -> Seat:
        """Listen to a table."""
        return Seat(self, table, since)


class Seat:
    """A connection to a table, that keeps the newest view and checks every message."""

    def __init__(self, person: Person, table: str, since: int = 0) -> None:
        self.person = person
        self.table_id = table
        self.contribution: str | None = None
        """What this client has committed to, and reveals when the draw is sealed."""
        self.numbers: list[int] = []
        """The numbers of all events seen on this connection."""
        self.raw: list[str] = []
        headers = {"cookie": person.cookie} if person.cookie else {}
        self._stack = person.stack.enter_context(contextlib.ExitStack())
        connecting = connect(
            f"ws://127.0.0.1:{person.server.port}/ws/tables/{table}?since={since}",
            origin=person.server.origin,
            additional_headers=headers,
            compression=None,
            proxy=None,
            open_timeout=60,  # a server that has just started loads the rules first
            close_timeout=0.2,
        )
        self.socket: ClientConnection = self._stack.enter_context(connecting)
        self.welcome = self.receive()
        assert self.welcome["type"] == "welcome"

    def receive(self, timeout: float = 60) -> dict[str, Any]:
        """The next message, after checking that it is one of the protocol's."""
        text = self.socket.recv(timeout)
        assert isinstance(text, str)
        self.raw.append(text)
        SERVER_MESSAGE.validate_json(text)
        message: dict[str, Any] = json.loads(text)
        if message["type"] in ("welcome", "event"):
            self.table = message["table"]
            self.legal = message["legal"]
            seen = message["events"] if message["type"] == "welcome" else [message["event"]]
            self.numbers += [event["number"] for event in seen]
        if message["type"] in ("welcome", "you"):
            self.you = message["you"]
        draw = self.table["draw"] if message["type"] == "event" else None
        if draw and draw["sealed"] and self.contribution and not self._has_revealed(draw):
            self.send(type="reveal", contribution=self.contribution)
        return message

    def _has_revealed(self, draw: dict[str, Any]) -> bool:
        return all(draw["revealed"][seat] for seat in self.you["seats"])

    def send(self, **command: Any) -> None:
        """Send a command, and do not wait."""
        self.socket.send(json.dumps(command))

    def command(self, **command: Any) -> dict[str, Any]:
        """Send a command and wait for its answer; ``Refused`` if it is refused."""
        command.setdefault("id", f"c{random.getrandbits(40)}")
        self.send(**command)
        while True:
            message = self.receive()
            if message.get("id") == command["id"]:
                if message["type"] == "refused":
                    raise Refused(message["code"], message["reason"])
                return message

    def contribute(self) -> None:
        """Take part in the draw, as every client does: commit now, reveal when it is sealed."""
        self.contribution = f"{random.getrandbits(128):032x}"
        self.command(type="commit", commitment=commit_to(self.contribution))

    def act(self, action: str | None = None, answers: int | None = None) -> dict[str, Any]:
        """Act; by default as chance will have it."""
        if action is None:
            action = random.choice(self.legal["actions"])["action"]
        if answers is None:
            answers = self.table["game"]["number"]
        return self.command(type="act", action=action, answers=answers)

    def wait_for_number(self, number: int) -> None:
        """Listen until this event has come."""
        while self.table["number"] < number:
            self.receive()

    def wait_until_sealed(self) -> None:
        """Listen until everybody has committed; by then we have revealed."""
        while self.table["draw"] is not None and not self.table["draw"]["sealed"]:
            self.receive()

    def wait_until(self, *statuses: str) -> None:
        """Listen until the table has one of these statuses."""
        while self.table["status"] not in statuses:
            self.receive()

    @property
    def my_turn(self) -> bool:
        """Whether a seat of ours is to act."""
        return self.legal is not None

    def play_on(self, actions: int = 10_000) -> int:
        """Act whenever it is our turn, until the games are over; returns how often we acted."""
        done = 0
        while self.table["status"] not in ("finished", "archived") and done < actions:
            if self.my_turn:
                self.act()
                answered = self.legal["answers"] if self.legal else None
                while self.legal is not None and self.legal["answers"] == answered:
                    if self.receive()["type"] == "event":
                        break
                done += 1
            else:
                self.receive()
        return done

    def close(self) -> None:
        """Hang up."""
        self._stack.close()


def begin(*seats: Seat) -> None:
    """Take part in the draw of a table where these are all that play, and wait for its game."""
    for seat in seats:
        seat.contribute()
    for seat in seats:
        seat.wait_until_sealed()
    for seat in seats:
        seat.wait_until("playing")
