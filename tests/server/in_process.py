"""Tables on a real file, but in this process: for tests that try thousands of things."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

from kingdomino.game.view import View
from kingdomino.players.levels import LEVELS
from kingdomino.server import events, messages
from kingdomino.server.draw import commit_to
from kingdomino.server.errors import Refusal
from kingdomino.server.listeners import Listener
from kingdomino.server.live_table import LiveTable
from kingdomino.server.settings import Settings
from kingdomino.server.store import Store
from kingdomino.server.tables import Tables
from kingdomino.server.visitors import Visitors

Result = TypeVar("Result")


class Oracle:
    """Thinks for bots: takes the first legal action, and remembers what it was shown."""

    def __init__(self) -> None:
        self.shown: list[str] = []

        self.ready = {level.name for level in LEVELS}

    def waiting(self, owner: str) -> int:
        return 0

    def want(self, level: str) -> None: ...

    def strongest_ready(self, level: str) -> str:
        return level

    async def choose(self, owner: str, view: View, level: str, seed: str | None = None) -> str:
        self.shown.append(f"{view} {view.history}")
        return str(view.legal_actions()[0])


class Inside:
    """A house with an open store, and an event loop to use it from plain functions."""

    def __init__(self, database: Path) -> None:
        self.database = database
        self.loop = asyncio.new_event_loop()
        self.oracle = Oracle()
        self.open()

    def open(self) -> None:
        self.store = Store(f"sqlite:///{self.database}")
        visitors = Visitors(self.store)
        settings = Settings(bot_pause=0, interval=0)
        self.tables = self.run(self._make(settings, visitors))

    async def _make(self, settings: Settings, visitors: Visitors) -> Tables:
        return Tables(settings, self.store, self.oracle, visitors)

    def run(self, work: Coroutine[Any, Any, Result]) -> Result:
        return self.loop.run_until_complete(work)

    def settle(self) -> None:
        """Let everything happen that happens by itself."""

        async def wait() -> None:
            await asyncio.sleep(0)
            while self.tables._tasks:
                await asyncio.gather(*self.tables._tasks, return_exceptions=True)
                await asyncio.sleep(0)

        self.run(wait())

    def restart(self) -> None:
        """Forget everything that is not in the file."""
        self.close_house()
        self.open()

    def close_house(self) -> None:
        self.run(self.tables.close())
        self.run(self.store.close())

    def close(self) -> None:
        self.close_house()
        self.loop.close()

    def create(
        self,
        rules: str,
        kinds: list[str],
        clock: int | None = None,
        public: bool = False,
        **how: Any,
    ) -> str:
        """A table; a seat is a visitor's name, ``open``, or ``bot``."""
        colours = ("Pink", "Yellow", "Green", "Blue")
        seats = []
        for colour, kind in zip(colours, kinds, strict=False):
            if kind == "open":
                seats.append(events.SeatPlan(colour=colour, kind="open"))
            elif kind == "bot":
                seats.append(events.SeatPlan(colour=colour, kind="bot", level="page"))
            else:
                seats.append(events.SeatPlan(colour=colour, kind="person", name=kind, visitor=kind))
        plan = self.tables.plan(
            rules=rules, seats=seats, host="ann", public=public, clock=clock, **how
        )
        return self.run(self.tables.create(plan)).table.id

    def take_part(self, table_id: str, *visitors: str) -> None:
        """Let these visitors' clients commit, and reveal when the draw is sealed."""
        own = {visitor: sha256(visitor.encode()).hexdigest() for visitor in visitors}
        for visitor, contribution in own.items():
            self.do(table_id, visitor, type="commit", commitment=commit_to(contribution))
        self.settle()
        for visitor, contribution in own.items():
            self.do(table_id, visitor, type="reveal", contribution=contribution)
        self.settle()

    def table(self, table_id: str) -> LiveTable:
        return self.run(self.tables.get(table_id))

    def do(self, table_id: str, visitor: str, **command: Any) -> dict[str, Any] | str:
        """Carry out a command: its answer, or the code with which it was refused."""
        parsed = messages.CLIENT_MESSAGE.validate_python(command)
        assert not isinstance(parsed, messages.Ping)
        answers: list[dict[str, Any]] = []
        try:
            self.run(self.table(table_id).perform(visitor, parsed, answers.append))
        except Refusal as refusal:
            return refusal.code
        return answers[0]


class Ear:
    """A connection that keeps all that it hears."""

    def __init__(self, inside: Inside, table_id: str, visitor: str | None, since: int = 0) -> None:
        self.listener = Listener(visitor)
        self.live = inside.table(table_id)
        self.heard: list[str] = [
            json.dumps(json.loads(self._text(self.live.welcome(visitor, "", since))))
        ]

        async def add() -> None:
            self.live.add(self.listener)

        inside.run(add())

    @staticmethod
    def _text(message: dict[str, object]) -> str:
        from kingdomino.server.listeners import write

        return write(message)

    def listen(self) -> list[str]:
        """Everything heard so far, byte for byte."""
        while not self.listener._queue.empty():
            message = self.listener._queue.get_nowait()
            if message is not None:
                self.heard.append(message)
        return self.heard

    def hang_up(self, inside: Inside) -> None:
        async def remove() -> None:
            self.live.remove(self.listener)

        inside.run(remove())
