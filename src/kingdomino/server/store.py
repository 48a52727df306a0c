"""The store: an append-only log of events for each table, and who the visitors are.

One thread writes. It takes whatever has been handed in meanwhile, writes it in one transaction and
commits, and only then are those who wait told: a write that was acknowledged survives a crash, and
under load many writes share one commit. ``tables`` and ``seatings`` repeat what the log says, for
lists; they are written together with it.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import queue
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeVar

from sqlalchemy import (
    Connection,
    Executable,
    bindparam,
    distinct,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.exc import DBAPIError, OperationalError, SQLAlchemyError

from kingdomino.server.database import open_engine
from kingdomino.server.errors import Refusal
from kingdomino.server.schema import events, seatings, tables, visitors

BATCH = 256
"""How many writes share a commit at the most."""

COMPLAIN_EVERY = 60.0
"""Seconds between two lines in the log about a database that does not work."""

log = logging.getLogger("kingdomino.server")

# Every statement that writes, in the order in which a batch runs them.
ADD_VISITOR = insert(visitors)
RENAME_VISITOR = (
    update(visitors).where(visitors.c.id == bindparam("visitor")).values(name=bindparam("new_name"))
)
ADD_TABLE = insert(tables)
ADD_SEATING = insert(seatings)
ADD_EVENT = insert(events)
UPDATE_TABLE = (
    update(tables)
    .where(tables.c.id == bindparam("table"))
    .values(
        {
            name: bindparam(f"new_{name}")
            for name in ("status", "number", "acting", "updated_at", "wake_at")
        }
    )
)
UPDATE_SEATING = (
    update(seatings)
    .where(seatings.c.table_id == bindparam("table"), seatings.c.seat == bindparam("at_seat"))
    .values(
        {name: bindparam(f"new_{name}") for name in ("name", "level", "visitor_id")},
    )
)
STATEMENTS: tuple[Executable, ...] = (
    ADD_VISITOR,
    RENAME_VISITOR,
    ADD_TABLE,
    ADD_SEATING,
    ADD_EVENT,
    UPDATE_TABLE,
    UPDATE_SEATING,
)

Result = TypeVar("Result")
Row = dict[str, object]
Job = list[tuple[Executable, list[Row]]]
"""Rows to be written, with the statement that writes them. All of a job is written, or nothing."""


@dataclass(frozen=True, slots=True)
class LoggedEvent:
    """An event as it stands in the log."""

    number: int
    at: int
    kind: str
    body: str


@dataclass(frozen=True, slots=True)
class Visitor:
    """Somebody the server has met: known by an id, proven by a secret of which we keep a hash.

    ``name`` is empty for somebody who has not given one.
    """

    id: str
    name: str
    secret_hash: str
    bot: bool = False


@dataclass(frozen=True, slots=True)
class Listing:
    """A table as lists show it."""

    id: str
    status: str
    public: bool
    rules: str
    clock: int | None
    number: int
    acting: int | None
    updated_at: int
    wake_at: int | None
    names: tuple[str | None, ...]
    """``None`` for an open seat, empty for bots and people without a name."""
    levels: tuple[str | None, ...]
    visitors: tuple[str | None, ...]


def hash_secret(secret: str) -> str:
    """What is kept of a secret. It is 256 random bits, so a plain hash cannot be searched."""
    return hashlib.sha256(secret.encode()).hexdigest()


def now_ms() -> int:
    """The time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Store:
    """An open database. ``write`` is for the event loop; reading is done by any thread."""

    def __init__(self, url: str) -> None:
        """Open the database and bring it up to date; ``ServerError`` says why it cannot be."""
        self.engine = open_engine(url)
        self._jobs: queue.SimpleQueue[tuple[Job, asyncio.Future[None]] | None] = queue.SimpleQueue()
        self._next_complaint = 0.0
        self._writer = threading.Thread(target=self._write_all, name="writer", daemon=True)
        self._writer.start()

    async def close(self) -> None:
        """Write what is still to be written, then close the database."""
        self._jobs.put(None)
        await asyncio.to_thread(self._writer.join)
        self.engine.dispose()

    # --- writing

    async def write(self, job: Job) -> None:
        """Write a job's rows; returns when they are committed, ``Refusal`` if they are not."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._jobs.put((job, future))
        with self._explaining():
            await future

    def _write_all(self) -> None:
        """What the writing thread does: batch after batch, until there is a ``None``."""
        while (first := self._jobs.get()) is not None:
            batch = [first]
            last = False
            while len(batch) < BATCH and not last:
                try:
                    item = self._jobs.get_nowait()
                except queue.Empty:
                    break
                if item is None:
                    last = True
                else:
                    batch.append(item)
            self._commit(batch)
            if last:
                return

    def _commit(self, batch: Sequence[tuple[Job, asyncio.Future[None]]]) -> None:
        try:
            rows: dict[Executable, list[Row]] = {statement: [] for statement in STATEMENTS}
            for job, _ in batch:
                for statement, more in job:
                    rows[statement] += more
            with self.engine.begin() as connection:
                for statement in STATEMENTS:
                    if rows[statement]:
                        connection.execute(statement, rows[statement])
        except Exception as error:
            # What is wrong with the database is wrong for all, and each would wait for it anew.
            if len(batch) == 1 or isinstance(error, OperationalError):
                _tell([future for _, future in batch], error)
                return
            # One of them cannot be written: the others must not suffer.
            for item in batch:
                self._commit([item])
            return
        _tell([future for _, future in batch], None)

    # --- reading

    async def read(self, query: Callable[[Connection], Result]) -> Result:
        """Run a query in a thread of its own; ``Refusal`` if the database does not answer."""

        def run() -> Result:
            with self.engine.connect() as connection:
                return query(connection)

        with self._explaining():
            return await asyncio.to_thread(run)

    @contextmanager
    def _explaining(self) -> Iterator[None]:
        """A database that cannot be used now, full or locked, is a sentence and no failure."""
        try:
            yield
        except (SQLAlchemyError, OSError) as error:
            now = time.monotonic()
            if now >= self._next_complaint:
                self._next_complaint = now + COMPLAIN_EVERY
                reason = error.orig if isinstance(error, DBAPIError) else error
                log.error("the database cannot be used now: %s", reason)
            raise Refusal(
                "busy", "the games cannot be stored at the moment: try again soon"
            ) from None


def _tell(futures: Sequence[asyncio.Future[None]], error: Exception | None) -> None:
    def tell() -> None:
        for future in futures:
            if future.done():
                continue
            if error is None:
                future.set_result(None)
            else:
                future.set_exception(error)

    try:
        futures[0].get_loop().call_soon_threadsafe(tell)
    except RuntimeError:  # the loop is gone: nobody waits any more
        return


# --- jobs


def add_events(table_id: str, logged: Sequence[LoggedEvent]) -> Job:
    """Append to a table's log. A number that is taken already fails the whole job."""
    rows: list[Row] = [
        {"table_id": table_id, "number": e.number, "at": e.at, "kind": e.kind, "body": e.body}
        for e in logged
    ]
    return [(ADD_EVENT, rows)]


def add_table(listing: Listing, invite: str) -> Job:
    """A new table's row in the lists."""
    row: Row = {
        "id": listing.id,
        "invite": invite,
        "public": listing.public,
        "rules": listing.rules,
        "clock": listing.clock,
        "created_at": listing.updated_at,
        "status": listing.status,
        "number": listing.number,
        "acting": listing.acting,
        "updated_at": listing.updated_at,
        "wake_at": listing.wake_at,
    }
    seats: list[Row] = [
        {"table_id": listing.id, "seat": seat, "name": name, "level": level, "visitor_id": visitor}
        for seat, (name, level, visitor) in enumerate(_seatings(listing))
    ]
    return [(ADD_TABLE, [row]), (ADD_SEATING, seats)]


def update_table(listing: Listing, *, seats: bool) -> Job:
    """Keep the lists true after events; ``seats`` if somebody has come or gone."""
    row: Row = {
        "table": listing.id,
        "new_status": listing.status,
        "new_number": listing.number,
        "new_acting": listing.acting,
        "new_updated_at": listing.updated_at,
        "new_wake_at": listing.wake_at,
    }
    rows: list[Row] = [
        {
            "table": listing.id,
            "at_seat": seat,
            "new_name": name,
            "new_level": level,
            "new_visitor_id": visitor,
        }
        for seat, (name, level, visitor) in enumerate(_seatings(listing))
        if seats
    ]
    return [(UPDATE_TABLE, [row]), (UPDATE_SEATING, rows)]


def _seatings(listing: Listing) -> Iterator[tuple[str | None, str | None, str | None]]:
    return zip(listing.names, listing.levels, listing.visitors, strict=True)


def add_visitor(visitor: Visitor) -> Job:
    """Meet a visitor."""
    row: Row = {
        "id": visitor.id,
        "secret_hash": visitor.secret_hash,
        "name": visitor.name,
        "bot": visitor.bot,
        "created_at": now_ms(),
    }
    return [(ADD_VISITOR, [row])]


def rename_visitor(visitor: Visitor) -> Job:
    """Remember a visitor's new name."""
    return [(RENAME_VISITOR, [{"visitor": visitor.id, "new_name": visitor.name}])]


# --- queries


def find_visitor(connection: Connection, visitor_id: str) -> Visitor | None:
    """The visitor with this id."""
    row = connection.execute(select(visitors).where(visitors.c.id == visitor_id)).first()
    return None if row is None else Visitor(row.id, row.name, row.secret_hash, row.bot)


def read_log(connection: Connection, table_id: str) -> list[LoggedEvent]:
    """The whole log of a table; empty if there is no such table."""
    rows = connection.execute(
        select(events.c.number, events.c.at, events.c.kind, events.c.body)
        .where(events.c.table_id == table_id)
        .order_by(events.c.number)
    )
    return [LoggedEvent(*row) for row in rows]


def find_invite(connection: Connection, invite: str) -> str | None:
    """The table that an invite code is for."""
    found: str | None = connection.scalar(select(tables.c.id).where(tables.c.invite == invite))
    return found


def has_table(connection: Connection, table_id: str) -> bool:
    """Whether there is such a table."""
    return connection.scalar(select(tables.c.id).where(tables.c.id == table_id)) is not None


def count_games(connection: Connection, table_id: str) -> int:
    """How many games have been dealt at a table; 0 if there is no such table."""
    dealt = select(func.count()).where(events.c.table_id == table_id, events.c.kind == "started")
    return connection.scalar(dealt) or 0


def list_public(connection: Connection, limit: int = 50) -> list[Listing]:
    """Public tables that wait for players or are being played, the newest first."""
    query = (
        select(tables)
        .where(tables.c.public, tables.c.status.in_(("open", "playing", "between")))
        .order_by(tables.c.status, tables.c.updated_at.desc())
        .limit(limit)
    )
    return _read_listings(connection, query)


def list_of_visitor(connection: Connection, visitor_id: str, limit: int = 50) -> list[Listing]:
    """The tables at which a visitor sits, the newest first."""
    mine = select(seatings.c.table_id).where(seatings.c.visitor_id == visitor_id)
    query = (
        select(tables)
        .where(tables.c.id.in_(mine))
        .order_by(tables.c.updated_at.desc())
        .limit(limit)
    )
    return _read_listings(connection, query)


def count_waiting(connection: Connection, visitor_id: str) -> int:
    """At how many tables that have not begun a visitor sits."""
    query = (
        select(func.count(distinct(seatings.c.table_id)))
        .join(tables, tables.c.id == seatings.c.table_id)
        .where(seatings.c.visitor_id == visitor_id, tables.c.status == "open")
    )
    return int(connection.scalar(query) or 0)


def find_listing(connection: Connection, table_id: str) -> Listing | None:
    """One table as lists show it."""
    found = _read_listings(connection, select(tables).where(tables.c.id == table_id))
    return found[0] if found else None


def list_due(connection: Connection, until: int, limit: int) -> list[str]:
    """Tables where something is due by then that no client asks for, the longest overdue first."""
    query = (
        select(tables.c.id).where(tables.c.wake_at <= until).order_by(tables.c.wake_at).limit(limit)
    )
    return list(connection.scalars(query))


def list_idle(connection: Connection, open_since: int, since: int, limit: int) -> list[str]:
    """Tables that nobody has touched since then: those never started, and the others."""
    never = (tables.c.status == "open") & (tables.c.updated_at < open_since)
    idle = tables.c.status.in_(("playing", "between")) & (tables.c.updated_at < since)
    return list(connection.scalars(select(tables.c.id).where(never | idle).limit(limit)))


def _read_listings(connection: Connection, query: Executable) -> list[Listing]:
    rows = connection.execute(query).all()
    people: dict[str, list[tuple[str | None, str | None, str | None]]] = {
        row.id: [] for row in rows
    }
    seated = connection.execute(
        select(seatings.c.table_id, seatings.c.name, seatings.c.level, seatings.c.visitor_id)
        .where(seatings.c.table_id.in_(list(people)))
        .order_by(seatings.c.table_id, seatings.c.seat)
    )
    for table_id, *seat in seated:
        people[table_id].append(tuple(seat))
    return [
        Listing(
            row.id,
            row.status,
            row.public,
            row.rules,
            row.clock,
            row.number,
            row.acting,
            row.updated_at,
            row.wake_at,
            *zip(*people[row.id], strict=True),
        )
        for row in rows
    ]
