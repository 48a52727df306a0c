"""A thousand four-seat games at human pace on one server: how long from an action to every seat.

Starts a server on a file of its own and connects four sockets to each table, all on this machine.
Each acting seat waits a few seconds, then acts at random. Prints JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import hashlib
import json
import os
import random
import resource
import socket
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx
import orjson

EVENT = b'{"type":"event","event":{"number":'


class Game:
    """One table: when its last action was sent, and who has heard of it."""

    def __init__(self, load: Load) -> None:
        self.load = load
        self.sockets: list[Socket] = []
        self.sent_at = 0.0
        self.sender: Socket | None = None
        self.answers = -1
        self.over = False

    def heard(self, client: Socket, number: int) -> None:
        """A seat has received an event."""
        if self.sender is not None and number == self.awaited and client is not self.sender:
            self.load.latencies.append(time.perf_counter() - self.sent_at)

    @property
    def awaited(self) -> int:
        return self.answers + 1


class Socket(asyncio.Protocol):
    """A WebSocket client with nothing to it: frames in, frames out."""

    def __init__(self, game: Game, cookie: str, table: str, origin: str) -> None:
        self.game = game
        self.table = table
        self.cookie = cookie
        self.origin = origin
        self.buffer = bytearray()
        self.open = False
        self.contribution = os.urandom(32).hex()
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        host = self.origin.removeprefix("http://")
        transport.write(
            f"GET /ws/tables/{self.table} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
            f"Origin: {self.origin}\r\nCookie: {self.cookie}\r\n\r\n".encode()
        )

    def connection_lost(self, error: Exception | None) -> None:
        if not self.game.load.stopping:
            self.game.load.errors += 1

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        if not self.open:
            end = self.buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            if not self.buffer.startswith(b"HTTP/1.1 101"):
                self.game.load.errors += 1
                self.transport.close()
                return
            del self.buffer[: end + 4]
            self.open = True
            self.ready.set_result(None)
        while (frame := self._next_frame()) is not None:
            opcode, payload = frame
            if opcode == 1:
                self._hear(payload)
            elif opcode == 9:
                self._send(0x8A, payload)

    def _next_frame(self) -> tuple[int, bytes] | None:
        buffer = self.buffer
        if len(buffer) < 2:
            return None
        length, at = buffer[1] & 127, 2
        if length == 126:
            if len(buffer) < 4:
                return None
            (length,), at = struct.unpack_from(">H", buffer, 2), 4
        elif length == 127:
            if len(buffer) < 10:
                return None
            (length,), at = struct.unpack_from(">Q", buffer, 2), 10
        if len(buffer) < at + length:
            return None
        frame = buffer[0] & 15, bytes(buffer[at : at + length])
        del buffer[: at + length]
        return frame

    def _send(self, first: int, payload: bytes) -> None:
        # The mask is all zeros, which leaves the payload as it is.
        size = len(payload)
        head = bytes([first, 128 | size]) if size < 126 else struct.pack(">BBH", first, 254, size)
        self.transport.write(head + bytes(4) + payload)

    def send(self, message: dict[str, object]) -> None:
        """Send a command."""
        self._send(0x81, orjson.dumps(message))

    def _hear(self, text: bytes) -> None:
        game = self.game
        if text.startswith(EVENT):
            end = text.index(b",", len(EVENT))
            game.heard(self, int(text[len(EVENT) : end]))
            game.load.events += 1
            if b'"kind":"sealed"' in text[:120]:
                self.send({"type": "reveal", "contribution": self.contribution})
        elif text.startswith(b'{"type":"refused"'):
            game.load.refused += 1
            return
        at = text.rfind(b'"legal":{')
        if at > 0 and not game.load.stopping:
            # Only the end of the message is read: what is legal.
            end = text.index(b'],"reason"', at)
            answers = int(text[text.index(b'"answers":', at) + 10 : text.index(b',"phase"', at)])
            actions = text[at:end].split(b'{"action":"')[1:]
            action = random.choice(actions).split(b'"', 1)[0].decode()
            low, high = game.load.pace
            asyncio.get_running_loop().call_later(
                random.uniform(low, high), self._act, answers, action
            )

    def _act(self, answers: int, action: str) -> None:
        game = self.game
        if not game.load.stopping:
            game.answers, game.sender, game.sent_at = answers, self, time.perf_counter()
            game.load.actions += 1
            self.send({"type": "act", "action": action, "answers": answers})


class Load:
    """All games, and what is measured."""

    def __init__(self, pace: tuple[float, float]) -> None:
        self.pace = pace
        self.latencies: list[float] = []
        self.actions = self.events = self.errors = self.refused = 0
        self.stopping = False


def cpu_seconds(pid: int) -> float:
    """How long a process has worked so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def set_up(client: httpx.AsyncClient, people: list[str]) -> str:
    """A table at which four people sit, by their cookies."""
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}, {"kind": "open"}]
    headers = [{"cookie": cookie} for cookie in people]
    made = await client.post("/api/tables", json={"seats": seats}, headers=headers[0])
    made.raise_for_status()
    body = made.json()
    for header in headers[1:]:
        joined = await client.post(
            f"/api/tables/{body['table']}/seats",
            json={"invite": body["invite"]},
            headers=header,
        )
        joined.raise_for_status()
    table: str = body["table"]
    return table


async def measure(
    origin: str, games: int, seconds: float, load: Load, pid: int
) -> dict[str, object]:
    async with httpx.AsyncClient(base_url=origin, timeout=60) as http:
        while not (await http.get("/api/health")).json()["ready"]:
            await asyncio.sleep(0.2)
        people = []
        for name in ("Ann", "Bob", "Cleo", "Dan"):
            response = await http.put("/api/visitor", json={"name": name})
            people.append(response.headers["set-cookie"].split(";")[0])
            http.cookies.clear()
        begun = time.perf_counter()
        limit = asyncio.Semaphore(16)

        async def one() -> str:
            async with limit:
                return await set_up(http, people)

        tables = await asyncio.gather(*[one() for _ in range(games)])
        set_up_seconds = time.perf_counter() - begun
    loop = asyncio.get_running_loop()
    host, port = origin.removeprefix("http://").split(":")
    all_games = []
    begun = time.perf_counter()
    for table in tables:
        game = Game(load)
        for cookie in people:
            _, client = await loop.create_connection(
                lambda game=game, cookie=cookie, table=table: Socket(game, cookie, table, origin),
                host,
                int(port),
            )
            game.sockets.append(client)
            await client.ready
        all_games.append(game)
    connect_seconds = time.perf_counter() - begun
    for game in all_games:
        for client in game.sockets:
            digest = hashlib.sha256(client.contribution.encode()).hexdigest()
            client.send({"type": "commit", "commitment": digest})
        await asyncio.sleep(0.003)
    await asyncio.sleep(load.pace[1] + 2)
    load.latencies.clear()
    load.actions = load.events = 0
    cpu, own = cpu_seconds(pid), time.process_time()
    begun = time.perf_counter()
    await asyncio.sleep(seconds)
    took = time.perf_counter() - begun
    found = sorted(load.latencies)
    load.stopping = True
    result = {
        "games": games,
        "sockets": 4 * games,
        "seconds": round(took, 1),
        "set_up_seconds": round(set_up_seconds, 1),
        "connect_seconds": round(connect_seconds, 1),
        "actions_per_second": round(load.actions / took, 1),
        "events_per_second": round(load.events / took, 1),
        "latency_ms": {
            name: round(1000 * found[min(len(found) - 1, int(len(found) * share))], 2)
            for name, share in (("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("max", 1.0))
        },
        "samples": len(found),
        "errors": load.errors,
        "refused": load.refused,
        "load": round(os.getloadavg()[0], 2),
        "server_cpu": round((cpu_seconds(pid) - cpu) / took, 3),
        "generator_cpu": round((time.process_time() - own) / took, 3),
    }
    for game in all_games:
        for client in game.sockets:
            client.transport.abort()
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--pace", type=float, nargs=2, default=(2.0, 4.0), metavar="SECONDS")
    arguments = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    origin = f"http://127.0.0.1:{port}"
    unlimited = {
        f"KINGDOMINO_{name}": "1000000"
        for name in (
            "REQUESTS_PER_SECOND",
            "MESSAGES_PER_SECOND",
            "TABLES_PER_MINUTE",
            "WAITING_PER_VISITOR",
            "SOCKETS_PER_ADDRESS",
            "SOCKETS",
        )
    }
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen(
            [sys.executable, "-m", "kingdomino", "serve", "--host", "127.0.0.1"],
            env=os.environ
            | unlimited
            | {
                "KINGDOMINO_PORT": str(port),
                "KINGDOMINO_DATABASE": f"sqlite:///{folder}/games.db",
            },
            stdout=subprocess.DEVNULL,
        )
        try:
            wait_for(origin)
            load = Load(tuple(arguments.pace))
            measured = measure(origin, arguments.games, arguments.seconds, load, server.pid)
            print(json.dumps(asyncio.run(measured), indent=2))
        finally:
            server.terminate()
            server.wait()


def wait_for(origin: str) -> None:
    """Wait until the server answers."""
    for _ in range(600):
        try:
            httpx.get(origin)
        except httpx.TransportError:
            time.sleep(0.1)
        else:
            return
    raise SystemExit("The server does not start.")


if __name__ == "__main__":
    main()
