"""A table that somebody plays at or watches: its state in memory, its listeners, its clock.

Whatever changes a table is decided here one at a time: decided, committed, acknowledged, broadcast.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING

import orjson

from kingdomino.server import events, messages, store
from kingdomino.server.attendance import Attendance
from kingdomino.server.errors import Refusal
from kingdomino.server.listeners import SERVER_STOPS, Listener, write
from kingdomino.server.snapshots import Artist, Json, show_fits, show_legal, show_table
from kingdomino.server.table import STAND_IN, Table
from kingdomino.server.thinkers import ThinkingFailed

if TYPE_CHECKING:
    from kingdomino.server.tables import Tables

log = logging.getLogger("kingdomino.server")

GRACE = 30.0
"""Seconds that everybody has at least after the server has started, whatever their clock says."""

RETRY_AFTER = 5.0
"""Seconds after which something is tried again that could not be stored."""

SOON = 60.0
"""Seconds: a table whose clock runs out later than that need not stay in memory."""

MOST_HINTS = 2
"""How many hints a visitor may be waiting for, besides the one that is thought about."""

EVENTS_AT_ONCE = 200
"""How many events are sent at once at the most; the others are asked for page by page."""

ABOUT_VISITORS = (
    "seated",
    "left",
    "replaced",
    "removed",
    "asked",
    "declined",
    "withdrawn",
)
"""Events that change what somebody is at the table."""

Acknowledge = Callable[[Json], None]


class LiveTable:
    """One table in memory, in step with its log."""

    def __init__(self, house: Tables, table: Table, log_: list[Json]) -> None:
        self.house = house
        self.table = table
        self.log = log_
        """The events as they are sent."""
        self.listeners: set[Listener] = set()
        self.attendance = Attendance()
        self.touched = asyncio.get_running_loop().time()
        """When somebody last had to do with the table."""
        self.address: str | None = None
        """Where it was set up from, as long as it stays in memory."""
        self._lock = asyncio.Lock()
        self._artist = Artist()
        self._shown: orjson.Fragment | None = None
        self._legal: orjson.Fragment | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._bot_thinks_about = 0
        self._presence_due = False
        self._awaited_level: str | None = None

    def touch(self) -> None:
        """Somebody has to do with the table now."""
        self.touched = asyncio.get_running_loop().time()

    @property
    def may_be_forgotten(self) -> bool:
        """Whether nobody would miss the table in memory; a bot that is to act would."""
        acting = self.table.acting
        return not self.busy and (acting is None or self.table.seats[acting].kind != "bot")

    @property
    def busy(self) -> bool:
        """Whether the table must stay in memory."""
        soon = asyncio.get_running_loop().time() + SOON
        due = self._timer is not None and self._timer.when() < soon
        return bool(self.listeners) or self._lock.locked() or due

    # --- what is sent

    def welcome(self, visitor: str | None, name: str, since: int) -> Json:
        """The whole view of one visitor, and the newest events since the last they have seen."""
        earliest = len(self.log) - EVENTS_AT_ONCE
        return {
            "type": "welcome",
            "protocol": messages.PROTOCOL,
            "now": store.now_ms(),
            "you": self.show_you(visitor, name),
            "table": self._show(),
            "legal": self._show_legal() if self._is_acting(visitor) else None,
            "events": self.log[max(since, earliest, 0) :],
            "presence": self.show_presence(),
        }

    def show_events(self, since: int) -> Json:
        """The first events after one that has been seen, as many as are sent at once."""
        return {"events": self.log[since : since + EVENTS_AT_ONCE], "number": self.table.number}

    def show_you(self, visitor: str | None, name: str) -> Json:
        """What a visitor is at this table."""
        seats = self.table.seats_of(visitor)
        host = visitor is not None and visitor == self.table.host
        return {
            "name": name,
            "seats": seats,
            "host": host,
            "invite": self.table.invite if seats or host else None,
            "request": self.table.requests.standing_of(visitor),
        }

    def show_presence(self) -> Json:
        """Whose clients are connected."""
        held = {seat.visitor for seat in self.table.seats if seat.visitor is not None}
        return {
            "seats": [
                seat.kind == "bot" or (seat.visitor is not None and self._is_here(seat.visitor))
                for seat in self.table.seats
            ],
            "spectators": sum(listener.visitor not in held for listener in self.listeners),
            "warming": self._awaited_level,
        }

    def _is_here(self, visitor: str) -> bool:
        """Whether a visitor listens to this table, or, as bots do, to all of theirs."""
        listens = any(listener.visitor == visitor for listener in self.listeners)
        return listens or visitor in self.house.watchers

    def find_gone(self) -> set[int]:
        """The seats of people who have been away so long that others may decide about them."""
        patience = self.house.settings.away_seconds
        return {
            number
            for number, seat in enumerate(self.table.seats)
            if seat.visitor is not None
            and not self._is_here(seat.visitor)
            and self.attendance.away_for(seat.visitor) >= patience
        }

    def see(self, visitor: str) -> None:
        """A visitor who holds a seat here has come, or gone."""
        self.attendance.note(visitor)
        self._tell_presence()

    def _show(self) -> orjson.Fragment:
        if self._shown is None:
            self._shown = orjson.Fragment(orjson.dumps(show_table(self.table, self._artist)))
        return self._shown

    def _show_legal(self) -> orjson.Fragment | None:
        game = self.table.game
        if self._legal is None and game is not None and self.table.acting is not None:
            self._legal = orjson.Fragment(orjson.dumps(show_legal(game, self.table.answer)))
        return self._legal

    def _is_acting(self, visitor: str | None) -> bool:
        acting = self.table.acting
        return (
            acting is not None
            and visitor is not None
            and self.table.seats[acting].visitor == visitor
        )

    # --- listeners

    def add(self, listener: Listener) -> None:
        """Somebody has come."""
        self.listeners.add(listener)
        self._tell_presence()

    def remove(self, listener: Listener) -> None:
        """Somebody has gone."""
        if listener.visitor is not None:
            self.attendance.note(listener.visitor)
        self.listeners.discard(listener)
        self.touched = asyncio.get_running_loop().time()
        self._tell_presence()

    def _tell_presence(self) -> None:
        """Tell everybody who is here, once for all who come and go in the same moment."""
        if not self._presence_due:
            self._presence_due = True
            asyncio.get_running_loop().call_later(0.05, self._push_presence)

    def _push_presence(self) -> None:
        self._presence_due = False
        self.push({"type": "presence", "presence": self.show_presence()})

    def push(self, message: Json) -> None:
        """Send a message to all who listen."""
        if self.listeners:
            text = write(message)
            for listener in self.listeners:
                listener.push(text)

    # --- commands

    async def perform(
        self, visitor: str, command: messages.AnyCommand, acknowledge: Acknowledge
    ) -> None:
        """Carry out what a visitor asks; ``Refusal`` if it cannot be, and then nothing changes.

        The answer is acknowledged once everything is stored, and before others hear of it. If the
        visitor's connection goes meanwhile, the command is carried out to its end nonetheless.
        """
        await self.house.carry_out(self._perform(visitor, command, acknowledge))

    async def _perform(
        self, visitor: str, command: messages.AnyCommand, acknowledge: Acknowledge
    ) -> None:
        self.touched = asyncio.get_running_loop().time()
        arrived = store.now_ms()
        self.attendance.note(visitor)
        if isinstance(command, messages.Fit):
            acknowledge(self._fit(visitor, command))
        elif isinstance(command, messages.Say):
            self._say(visitor, command)
            acknowledge(self._done(command.id))
        elif isinstance(command, messages.Hint):
            acknowledge(await self._hint(visitor, command))
        elif isinstance(command, messages.Rematch):
            await self._rematch(visitor, command, acknowledge)
        else:
            async with self._lock:
                decided = self._decide(visitor, command)
                if isinstance(command, messages.Act | messages.TakeBack):
                    self._expect_in_time(arrived)
                await self._commit(decided, lambda: acknowledge(self._done(command.id)))

    def _decide(self, visitor: str, command: messages.AnyCommand) -> list[events.Event]:
        table = self.table
        match command:
            case messages.Act():
                return table.act(visitor, command.action, command.answers, command.seat)
            case messages.TakeBack():
                return table.take_back(visitor, command.answers, command.seat)
            case messages.Rename():
                return table.rename(visitor, command.name or "", command.seat)
            case messages.Commit():
                return table.commit(visitor, command.commitment)
            case messages.Reveal():
                return table.reveal(visitor, command.contribution)
            case messages.Start():
                return table.start(visitor, command.fill)
            case messages.Replace():
                return table.replace(visitor, command.seat, command.level, self.find_gone())
            case messages.Remove():
                return table.remove(visitor, command.seat, self.find_gone())
            case messages.Leave():
                return table.leave(visitor, command.seat)
            case messages.Accept():
                return table.accept(visitor, command.request, command.seat)
            case messages.Decline():
                return table.decline(visitor, command.request)
            case messages.Withdraw():
                return table.withdraw(visitor)
        raise AssertionError(command)

    @property
    def _deadline(self) -> int | None:
        """When the acting seat's time is up; it is not in the server's first moments."""
        if self.table.deadline is None:
            return None
        earliest = self.house.opened_at + int(1000 * min(GRACE, self.table.clock or 0))
        return max(self.table.deadline, earliest)

    def _expect_in_time(self, arrived: int) -> None:
        """``Refusal`` if the acting seat's time was up when this arrived: a bot acts for it then,
        even if it takes the bot a moment to decide."""
        if self._deadline is not None and arrived >= self._deadline:
            raise Refusal("too_late", "your time is up: a bot acts for you")

    def _done(self, command: str | None, table: str | None = None) -> Json:
        return {"type": "done", "id": command, "number": self.table.number, "table": table}

    def _own_seat(self, visitor: str, wanted: int | None) -> int:
        mine = self.table.seats_of(visitor)
        if not mine or (wanted is not None and wanted not in mine):
            raise Refusal("forbidden", "you do not hold that seat")
        return mine[0] if wanted is None else wanted

    def _fit(self, visitor: str, command: messages.Fit) -> Json:
        seat = self._own_seat(visitor, command.seat)
        if self.table.game is None:
            raise Refusal("closed", "the game has not begun")
        return {
            "type": "fits",
            "id": command.id,
            "seat": seat,
            "domino": command.domino,
            "placements": show_fits(self.table.game, seat, command.domino),
        }

    def _say(self, visitor: str, command: messages.Say) -> None:
        seat = self._own_seat(visitor, command.seat)
        self.push({"type": "said", "seat": seat, "phrase": command.phrase})

    async def _hint(self, visitor: str, command: messages.Hint) -> Json:
        table = self.table
        if not self._is_acting(visitor) or table.game is None:
            raise Refusal("out_of_turn", "a hint is given to whoever is to act")
        self._expect_in_time(store.now_ms())
        if self.house.thinkers.waiting(visitor) >= MOST_HINTS:
            raise Refusal("busy", "you have asked for several hints already: wait for them")
        answers, seat = table.answer, table.acting
        thinkers = self.house.thinkers
        thinkers.want(command.level)
        level = thinkers.strongest_ready(command.level)
        try:
            action = await thinkers.choose(visitor, table.game.view(table.game.acting_seat), level)
        except ThinkingFailed:
            raise Refusal("busy", "no hint could be found: try again") from None
        return {
            "type": "hinted",
            "id": command.id,
            "seat": seat,
            "answers": answers,
            "action": action,
            "level": level,
        }

    async def _rematch(
        self, visitor: str, command: messages.Rematch, acknowledge: Acknowledge
    ) -> None:
        async with self._lock:
            if self.table.rematch is not None and self.table.seats_of(visitor):
                acknowledge(self._done(command.id, self.table.rematch))  # somebody was quicker
                return
            seats = self.table.plan_rematch(visitor)
            created = self.house.plan(
                rules=str(self.table.rules),
                seats=seats,
                host=visitor,
                public=self.table.public,
                clock=self.table.clock,
                previous=self.table.id,
            )
            new = await self.house.create(created, self.address)
            await self._commit(
                [events.Rematched(table=new.table.id)],
                lambda: acknowledge(self._done(command.id, new.table.id)),
            )

    async def join(
        self,
        visitor: str,
        name: str,
        seat: int | None,
        invite: str | None,
        commitment: str | None,
        address: str | None = None,
    ) -> None:
        """Give a visitor from some address an open seat; ``Refusal`` if there is none for them."""

        async def join() -> None:
            async with self._lock:
                seated = self.table.join(visitor, name, seat, invite)
                if self.table.public and address is not None:
                    self.house.holdings.expect_room(address)
                decided: list[events.Event] = [seated]
                if commitment is not None:
                    self.table.draw.check_commitment(visitor, commitment)
                    seats = [*self.table.seats_of(visitor), seated.seat]
                    decided.append(
                        events.Committed(visitor=visitor, seats=seats, commitment=commitment)
                    )
                await self._commit(decided)
                if address is not None:
                    self.house.holdings.add(self.table, visitor, address)
            self.see(visitor)

        await self.house.carry_out(join())

    async def ask(self, visitor: str, name: str) -> None:
        """Have a visitor wait for a seat until the host answers; ``Refusal`` if they may not."""

        async def ask() -> None:
            async with self._lock:
                await self._commit(self.table.ask(visitor, name))

        await self.house.carry_out(ask())

    async def archive(self) -> None:
        """Close a table that has been idle."""
        async with self._lock:
            if self.table.status not in ("finished", "archived"):
                await self._commit([events.Archived()])

    # --- committing

    async def _commit(
        self, decided: list[events.Event], acknowledge: Callable[[], None] | None = None
    ) -> None:
        """Store events, then go on by them, acknowledge and broadcast, in this order."""
        if decided:
            at = store.now_ms()
            ahead = self.table.copy()
            logged, sent = [], []
            for event in decided:
                ahead.apply(event, at)
                logged.append(
                    store.LoggedEvent(ahead.number, at, event.kind, events.write_event(event))
                )
                sent.append(events.publish(event, ahead.number, at))
            await self.house.save(ahead, logged)
            before, self.table = self.table, ahead
            self._shown = self._legal = None
            self.log.extend(sent)
            if acknowledge is not None:
                acknowledge()
            self._broadcast(sent)
            self.house.announce(before, self)
        elif acknowledge is not None:
            acknowledge()
        self.schedule()

    def _broadcast(self, sent: list[Json]) -> None:
        if not self.listeners:
            return
        acting = self.table.acting
        awaited = None if acting is None else self.table.seats[acting].visitor
        for event in sent:
            message: Json = {"type": "event", "event": event, "table": self._show(), "legal": None}
            for_all = write(message)
            for_acting: str | None = None
            for listener in self.listeners:
                if awaited is not None and listener.visitor == awaited:
                    if for_acting is None:
                        for_acting = write(message | {"legal": self._show_legal()})
                    listener.push(for_acting)
                else:
                    listener.push(for_all)
        if any(event["kind"] in ABOUT_VISITORS for event in sent):
            self._tell_who_they_are()

    def _tell_who_they_are(self) -> None:
        for listener in self.listeners:
            if listener.visitor is not None:
                name = self.house.name_of(listener.visitor)
                you = self.show_you(listener.visitor, name)
                listener.push(write({"type": "you", "you": you}))

    # --- what happens by itself

    def schedule(self) -> None:
        """See to what comes next without anybody asking: a bot, a clock, the next game."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        table = self.table
        acting = table.acting
        if acting is not None and table.seats[acting].kind == "bot":
            if self._bot_thinks_about != table.answer:
                self._bot_thinks_about = table.answer
                self.house.begin(self._let_bot_act(table))
        elif self._deadline is not None:
            self._call_at(self._deadline, self._run_out, table.answer)
        elif table.status == "between":
            wake = table.wake_at(self.house.settings.interval)
            self._call_at(wake or 0, self._take_next_step, table.number)
        elif table.next_step() is not None:
            self.house.begin(self._take_next_step(table.number))

    def _call_at(
        self, at: int, then: Callable[[int], Coroutine[None, None, None]], number: int
    ) -> None:
        loop = asyncio.get_running_loop()
        delay = max(0.0, (at - store.now_ms()) / 1000)

        def call() -> None:
            self._timer = None
            self.house.begin(then(number))

        self._timer = loop.call_later(delay, call)

    async def _let_bot_act(self, table: Table) -> None:
        """A bot decides; people have a moment to see what happened before."""
        assert table.acting is not None
        level = table.seats[table.acting].level or STAND_IN
        pause = asyncio.create_task(asyncio.sleep(self.house.settings.bot_pause))
        action = await self._think(table, level)
        await pause
        await self._act_for(table.answer, action, "bot")

    async def _run_out(self, answers: int) -> None:
        """Somebody's clock has run out: a bot acts in their place."""
        table = self.table
        if table.answer == answers and table.acting is not None:
            action = await self._think(table, STAND_IN)
            await self._act_for(answers, action, "clock")

    async def _think(self, table: Table, level: str) -> str:
        assert table.game is not None
        view = table.game.view(table.game.acting_seat)
        seed = f"{table.answer}" if table.tutorial else None
        thinkers = self.house.thinkers
        if level not in thinkers.ready:
            self._await_level(level)
        try:
            for _ in range(2):
                try:
                    return await thinkers.choose(table.host, view, level, seed)
                except ThinkingFailed:
                    continue
        finally:
            if self._awaited_level is not None:
                self._await_level(None)
        log.error("table %s: no bot could decide, the first legal action is taken", table.id)
        return str(table.game.legal_actions()[0])

    def _await_level(self, level: str | None) -> None:
        """Note, and tell all who are here, whose code the game has to wait for."""
        self._awaited_level = level
        self._tell_presence()

    async def _act_for(self, answers: int, action: str, by: events.By) -> None:
        async with self._lock:
            try:
                decided = self.table.act_for(answers, action, by)
            except Refusal:
                return  # the game has gone on without it
            await self._commit_by_itself(decided)

    async def _take_next_step(self, number: int) -> None:
        """The draw is sealed, or a game dealt."""
        async with self._lock:
            step = self.table.next_step()
            if self.table.number == number and step is not None:
                await self._commit_by_itself([step])

    async def _commit_by_itself(self, decided: list[events.Event]) -> None:
        """Commit what nobody has asked for; if it cannot be stored now, try again later."""
        try:
            await self._commit(decided)
        except Refusal:
            self._bot_thinks_about = 0
            asyncio.get_running_loop().call_later(RETRY_AFTER, self.schedule)

    def stop(self) -> None:
        """Let nothing more happen by itself, and let everybody go."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        for listener in self.listeners:
            listener.end(SERVER_STOPS, "the server stops: connect again")
