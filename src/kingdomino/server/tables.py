"""All tables: those in memory, those in the store, and the way from one to the other."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Coroutine, Iterator, Sequence
from typing import TYPE_CHECKING

from kingdomino.errors import Phrase
from kingdomino.game.seats import Colour
from kingdomino.rules.ruleset import Rules, RulesError
from kingdomino.server import events, store
from kingdomino.server.draw import draw_secrets
from kingdomino.server.errors import Refusal
from kingdomino.server.holdings import Holdings
from kingdomino.server.listeners import SERVER_STOPS, Listener, write
from kingdomino.server.live_table import LiveTable
from kingdomino.server.settings import Settings
from kingdomino.server.table import Table

if TYPE_CHECKING:
    from kingdomino.server.forms import TableForm
    from kingdomino.server.snapshots import Json
    from kingdomino.server.thinkers import Thinkers
    from kingdomino.server.visitors import Visitors

log = logging.getLogger("kingdomino.server")

ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"
"""Letters and digits that are not taken for one another; 5 bits each."""

TUTORIAL_SECRET = "2026"
FORGET_AFTER = 300.0
"""Seconds after which a table that nobody listens to leaves the memory."""
FORGET_SOONEST = 5.0
MOST_QUIET = 1000
"""How many such tables stay in memory as long as that; of more, the others leave after seconds."""
MOST_HELD = 100
"""How many tables that are not over may be in memory that one address has set up."""
DUE_WITHIN = 10.0
"""Seconds before something is due that its table is loaded."""
DUE_AT_ONCE = 100
SEATING = {"seated", "left", "removed", "filled", "replaced", "renamed"}
"""The events by which somebody comes or goes, or is called something else."""


def make_code(length: int) -> str:
    """A random code that can be read aloud: 5 bits a character."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


class Tables:
    """The house: every table there is, found by its id."""

    def __init__(
        self, settings: Settings, store_: store.Store, thinkers: Thinkers, visitors: Visitors
    ) -> None:
        self.settings = settings
        self.store = store_
        self.thinkers = thinkers
        self.opened_at = store.now_ms()
        self.live: dict[str, LiveTable] = {}
        self.holdings = Holdings(settings.waiting_per_address)
        self.watchers: dict[str, set[Listener]] = {}
        """Bots that listen for what concerns them, by visitor."""
        self._visitors = visitors
        self._loading: dict[str, asyncio.Future[LiveTable]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._closing = False

    # --- finding

    async def get(self, table_id: str) -> LiveTable:
        """The table with this id, loaded if need be; ``Refusal`` if there is none."""
        found = self.live.get(table_id)
        if found is not None:
            found.touch()  # whoever asks has not begun to listen yet
            return found
        if table_id in self._loading:
            return await asyncio.shield(self._loading[table_id])
        future = self._loading[table_id] = asyncio.ensure_future(self._load(table_id))
        try:
            return await asyncio.shield(future)
        finally:
            if future.done():
                self._loading.pop(table_id, None)
            else:
                future.add_done_callback(lambda _: self._loading.pop(table_id, None))

    async def _load(self, table_id: str) -> LiveTable:
        logged = await self.store.read(lambda connection: store.read_log(connection, table_id))
        if not logged:
            raise Refusal("unknown", "there is no such table")
        history = [(entry.at, events.read_event(entry.body)) for entry in logged]
        table = Table(table_id, history)
        sent = [
            events.publish(event, number, at) for number, (at, event) in enumerate(history, start=1)
        ]
        live = self.live[table_id] = LiveTable(self, table, sent)
        live.schedule()
        return live

    async def find_invite(self, invite: str) -> str:
        """The id of the table that an invite code is for; ``Refusal`` if there is none."""
        found = await self.store.read(lambda connection: store.find_invite(connection, invite))
        if found is None:
            raise Refusal("unknown", "this invite link leads nowhere: ask for a new one")
        return found

    # --- creating

    def plan_form(self, form: TableForm, host: str, host_name: str) -> events.Created:
        """What a visitor wants to set up; ``Refusal`` if it cannot be played."""
        try:
            rules = Rules(
                players=len(form.seats),
                edition=form.edition,
                middle_kingdom=form.middle_kingdom,
                harmony=form.harmony,
                dynasty=form.dynasty,
                mighty_duel=form.mighty_duel,
            )
        except RulesError as error:
            raise Refusal.because(error) from None
        wanted = [seat.colour for seat in form.seats if seat.colour is not None]
        if len(set(wanted)) < len(wanted):
            raise Refusal("malformed", "no two players can have the same colour")
        _check_tutorial(form)
        free = iter([colour.value for colour in Colour if colour.value not in wanted])
        seats = []
        own_name = host_name
        for seat in form.seats:
            colour: str = seat.colour if seat.colour is not None else next(free)
            if seat.kind == "bot":
                level = seat.level or "knight"
                plan = events.SeatPlan(colour=colour, kind="bot", level=level)
            elif seat.kind == "me":
                plan = events.SeatPlan(
                    colour=colour, kind="person", name=seat.name or own_name, visitor=host
                )
                own_name = ""  # whoever shares the device is somebody else
            else:
                plan = events.SeatPlan(colour=colour, kind="open")
            seats.append(plan)
        return self.plan(
            rules=str(rules),
            seats=seats,
            host=host,
            public=form.public,
            clock=form.clock,
            autostart=form.autostart,
            tutorial=form.tutorial,
        )

    def plan(
        self,
        *,
        rules: str,
        seats: list[events.SeatPlan],
        host: str,
        public: bool,
        clock: int | None,
        previous: str | None = None,
        autostart: bool = True,
        tutorial: bool = False,
    ) -> events.Created:
        """A table to be set up, with secrets of its own for each of its games."""
        made = draw_secrets(Rules.from_text(rules))
        if tutorial:
            made[0] = TUTORIAL_SECRET
        return events.Created(
            rules=rules,
            public=public,
            clock=clock,
            host=host,
            invite=make_code(20),
            seats=seats,
            secrets=made,
            tutorial=tutorial,
            previous=previous,
            autostart=autostart,
        )

    async def create(self, created: events.Created, address: str | None = None) -> LiveTable:
        """Set up a table for somebody at this address, and return it once it is stored.

        ``Refusal`` if many tables are being played that were set up from there.
        """
        if address is not None and self._count_held(address) >= MOST_HELD:
            raise Refusal(
                "too_many",
                Phrase.counted(
                    "{n} table from your address is not over yet: finish it first",
                    "{n} tables from your address are not over yet: finish some first",
                    MOST_HELD,
                ),
            )
        if created.public and address is not None:
            self.holdings.expect_room(address)
        at = store.now_ms()
        table = Table(make_code(16), [(at, created)])
        entry = store.LoggedEvent(1, at, created.kind, events.write_event(created))
        await self.store.write(
            store.add_table(self._list(table), created.invite) + store.add_events(table.id, [entry])
        )
        live = self.live[table.id] = LiveTable(self, table, [events.publish(created, 1, at)])
        live.address = address
        if address is not None:
            self.holdings.add(table, created.host, address)
        self.announce(None, live)
        live.schedule()
        return live

    def _count_held(self, address: str) -> int:
        return sum(
            live.address == address and live.table.status not in ("finished", "archived")
            for live in self.live.values()
        )

    # --- storing

    async def save(self, ahead: Table, logged: Sequence[store.LoggedEvent]) -> None:
        """Append to a table's log; ``Refusal`` if the store cannot."""
        seats = any(entry.kind in SEATING for entry in logged)
        lists = store.update_table(self._list(ahead), seats=seats)
        await self.store.write(store.add_events(ahead.id, logged) + lists)
        self.holdings.follow(ahead)

    def _list(self, table: Table) -> store.Listing:
        return store.Listing(
            id=table.id,
            status=table.status,
            public=table.public,
            rules=str(table.rules),
            clock=table.clock,
            number=table.number,
            acting=table.acting,
            updated_at=table.updated,
            wake_at=table.wake_at(self.settings.interval),
            names=tuple(None if seat.kind == "open" else seat.name for seat in table.seats),
            levels=tuple(seat.level for seat in table.seats),
            visitors=tuple(seat.visitor for seat in table.seats),
        )

    # --- telling bots

    def watch(self, listener: Listener) -> None:
        """A bot listens for what concerns it: it counts as present at all of its tables."""
        assert listener.visitor is not None
        self.watchers.setdefault(listener.visitor, set()).add(listener)
        self._tell_of(listener.visitor)

    def unwatch(self, listener: Listener) -> None:
        """A bot listens no more."""
        assert listener.visitor is not None
        watchers = self.watchers.get(listener.visitor, set())
        watchers.discard(listener)
        if not watchers:
            self.watchers.pop(listener.visitor, None)
            self._tell_of(listener.visitor)

    def _tell_of(self, visitor: str) -> None:
        for live in self.live.values():
            if visitor in live.table.people:
                live.see(visitor)

    def name_of(self, visitor: str) -> str:
        """The name of a visitor who is here."""
        return self._visitors.name_of(visitor)

    def announce(self, before: Table | None, live: LiveTable) -> None:
        """Tell bots that listen what concerns them: the draw waits for them, a game has started or
        ended, or it is their turn."""
        if not self.watchers:
            return
        table = live.table
        for visitor in {seat.visitor for seat in table.seats if seat.visitor in self.watchers}:
            assert visitor is not None
            for message in notices(before, table, visitor):
                for listener in self.watchers[visitor]:
                    listener.push(write(message))

    # --- what happens by itself

    def begin(self, work: Coroutine[None, None, None]) -> None:
        """Do something in the background, unless the house is closing."""
        if self._closing:
            work.close()
            return
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finish)

    def _finish(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, Refusal):
            log.error("something failed in the background", exc_info=error)

    async def carry_out(self, work: Coroutine[None, None, None]) -> None:
        """Do something to its end, even if whoever waits for it goes away."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        try:
            await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(_look_at)
            raise

    async def keep_house(self) -> None:
        """Wake tables that are due, archive idle ones, and forget those nobody listens to."""
        try:
            await self._wake_due()
            await self._archive_idle()
            self._forget_quiet()
        except Refusal:
            pass  # the database does not work now, and has said so
        except Exception:
            log.exception("keeping house failed, and is tried again")

    async def _wake_due(self) -> None:
        until = store.now_ms() + int(1000 * DUE_WITHIN)
        limit = DUE_AT_ONCE + len(self.live)
        due = await self.store.read(lambda connection: store.list_due(connection, until, limit))
        for table_id in due:
            if table_id not in self.live:
                with self._noting(table_id):
                    await self.get(table_id)

    async def _archive_idle(self) -> None:
        now = store.now_ms()
        open_since = now - int(3_600_000 * self.settings.open_hours)
        since = now - int(86_400_000 * self.settings.idle_days)
        idle = await self.store.read(
            lambda connection: store.list_idle(connection, open_since, since, 100)
        )
        for table_id in idle:
            with self._noting(table_id):
                await (await self.get(table_id)).archive()

    @contextlib.contextmanager
    def _noting(self, table_id: str) -> Iterator[None]:
        """One table's failure is noted, and does not keep the others waiting."""
        try:
            yield
        except Refusal:
            pass  # the database does not work now, and has said so
        except Exception:
            log.exception("table %s could not be seen to", table_id)

    def _forget_quiet(self) -> None:
        """Forget tables that nobody has looked at for long; sooner, where there are very many."""
        now = asyncio.get_running_loop().time()
        quiet = sorted(
            (live for live in self.live.values() if live.may_be_forgotten),
            key=lambda live: live.touched,
        )
        too_many = len(quiet) - MOST_QUIET
        for number, live in enumerate(quiet):
            if live.touched < now - (FORGET_SOONEST if number < too_many else FORGET_AFTER):
                live.stop()
                del self.live[live.table.id]

    async def close(self) -> None:
        """Let nothing new happen, finish what is being stored, and let everybody go."""
        self._closing = True
        for live in self.live.values():
            live.stop()
        for listeners in self.watchers.values():
            for listener in listeners:
                listener.end(SERVER_STOPS, "the server stops: connect again")
        pending = [task for task in self._tasks if not task.done()]
        if pending:
            _, late = await asyncio.wait(pending, timeout=2)
            for task in late:
                task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.gather(*late, return_exceptions=True)


def notices(before: Table | None, table: Table, visitor: str) -> list[Json]:
    """What a bot is told about a table at which it sits; there is none before a new one."""
    found: list[Json] = []
    about: Json = {"table": table.id, "seats": table.seats_of(visitor)}
    asked = table.asks(visitor)
    if asked is not None and (before is None or asked != before.asks(visitor)):
        found.append({"type": asked, **about})
    if before is None:
        return found
    if before.status != "playing" and table.status == "playing":
        found.append({"type": "game_start", "game": len(table.games), **about})
    acting = table.acting
    if (
        acting is not None
        and table.answer != before.answer
        and table.seats[acting].visitor == visitor
    ):
        found.append({"type": "your_turn", "answers": table.answer, **about})
    if before.status == "playing" and table.status != "playing":
        found.append({"type": "game_finish", "game": len(table.games), **about})
    return found


def _check_tutorial(form: TableForm) -> None:
    """``Refusal`` if a tutorial is for more than one: its host knows what will be dealt."""
    people = [seat.kind for seat in form.seats if seat.kind != "bot"]
    if form.tutorial and (form.public or people != ["me"]):
        raise Refusal("malformed", "a tutorial is for one person and bots, at a table by link")


def _look_at(task: asyncio.Task[None]) -> None:
    if not task.cancelled():
        task.exception()
