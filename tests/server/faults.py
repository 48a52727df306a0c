"""Players who never give up: they reconnect, resume and go on, whatever happens to the server."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from kingdomino.server.draw import commit_to
from tests.server.running import Person, Running


@dataclass
class Witness:
    """What one player has seen of a table, over all connections."""

    server: Running
    table: str
    cookie: str
    events: dict[int, str] = field(default_factory=dict)
    """Every event seen, by its number, as text."""
    acknowledged: dict[int, str] = field(default_factory=dict)
    """The actions that the server has confirmed, by the event number that they became."""
    view: dict[str, Any] = field(default_factory=dict)
    connections: int = 0
    drop_chance: float = 0.0
    """How likely the player drops the connection after a message."""
    pace: float = 0.0
    contribution: str = field(default_factory=lambda: f"{random.getrandbits(128):032x}")

    @property
    def over(self) -> bool:
        return self.view.get("status") in ("finished", "archived")

    async def play(self, stop: asyncio.Event) -> None:
        """Play until the game is over or it is time to stop."""
        pause = 0.05
        while not self.over and not stop.is_set():
            try:
                await self._play_connected(stop)
                pause = 0.05
            except (OSError, WebSocketException, TimeoutError):
                await asyncio.sleep(pause)
                pause = min(1.0, 2 * pause)

    async def _play_connected(self, stop: asyncio.Event) -> None:
        last = max(self.events, default=0)
        address = f"ws://127.0.0.1:{self.server.port}/ws/tables/{self.table}?since={last}"
        async with connect(
            address,
            additional_headers={"cookie": self.cookie},
            compression=None,
            proxy=None,
            open_timeout=5,
            close_timeout=0.1,
        ) as socket:
            self.connections += 1
            sent: tuple[int, str] | None = None
            while not self.over and not stop.is_set():
                message = json.loads(await asyncio.wait_for(socket.recv(), 20))
                kind = message["type"]
                if kind == "welcome":
                    for event in message["events"]:
                        self._see(event)
                    seat = message["you"]["seats"][0]
                elif kind == "event":
                    self._see(message["event"])
                elif kind == "done" and sent is not None and message["id"] == f"a{sent[0]}":
                    number = message["number"]
                    assert number == sent[0] + 1, "acknowledged under another number"
                    self.acknowledged[number] = sent[1]
                if kind in ("welcome", "event"):
                    self.view = message["table"]
                    if command := self._take_part(self.view["draw"], seat):
                        await socket.send(json.dumps(command))
                    if random.random() < self.drop_chance:
                        socket.transport.abort()
                        return
                    legal = message["legal"]
                    if legal is not None:
                        if self.pace:
                            await asyncio.sleep(random.random() * self.pace)
                        action = random.choice(legal["actions"])["action"]
                        sent = legal["answers"], action
                        command = {
                            "type": "act",
                            "action": action,
                            "answers": legal["answers"],
                            "id": f"a{legal['answers']}",
                        }
                        await socket.send(json.dumps(command))

    def _take_part(self, draw: dict[str, Any] | None, seat: int) -> dict[str, str] | None:
        """What the draw waits for from us."""
        if draw is not None and draw["commitments"][seat] is None:
            return {"type": "commit", "commitment": commit_to(self.contribution)}
        if draw is not None and draw["sealed"] and not draw["revealed"][seat]:
            return {"type": "reveal", "contribution": self.contribution}
        return None

    def _see(self, event: dict[str, Any]) -> None:
        """Note an event; one that was seen before must be the same still."""
        text = json.dumps(event, sort_keys=True)
        assert self.events.setdefault(event["number"], text) == text, "history has changed"


def sit_down(server: Running, tables: int, **how: float) -> list[Witness]:
    """Tables for two, and the players who will play there."""
    found = []
    with closing(Person(server, "Ann")) as ann, closing(Person(server, "Bob")) as bob:
        for _ in range(tables):
            made = ann.create("me", "open")
            bob.join(made["table"], made["invite"])
            found += [Witness(server, made["table"], who.cookie, **how) for who in (ann, bob)]
    return found


def check(witnesses: list[Witness], logs: dict[str, list[dict[str, Any]]]) -> int:
    """That nothing acknowledged was lost or applied twice; returns how many actions there were.

    ``logs`` are the events that the server has in the end, by table.
    """
    count = 0
    for witness in witnesses:
        kept = {event["number"]: event for event in logs[witness.table]}
        assert sorted(kept) == list(range(1, len(kept) + 1))
        for number, action in witness.acknowledged.items():
            assert kept[number]["action"] == action, "an acknowledged action was lost"
            count += 1
        for number, text in witness.events.items():
            assert json.dumps(kept[number], sort_keys=True) == text, "something seen was lost"
        assert sorted(witness.events) == list(range(1, len(witness.events) + 1)), "a gap"
    return count


def read_logs(server: Running, witnesses: list[Witness]) -> dict[str, list[dict[str, Any]]]:
    """The events of all tables as the server has them now."""
    with closing(Person(server, "Eve")) as eve:
        return {witness.table: list(read_events(eve, witness.table)) for witness in witnesses}


def read_events(person: Person, table: str) -> Iterator[dict[str, Any]]:
    """All events of a table, page by page."""
    number, seen = 1, 0
    while seen < number:
        page = person.ask("GET", f"/api/tables/{table}/events?since={seen}")
        yield from page["events"]
        number, seen = page["number"], page["events"][-1]["number"]
