"""Who sits at a table, for how long they may be away, and how many seats one may keep."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from kingdomino.server.attendance import Attendance
from kingdomino.server.errors import Refusal
from kingdomino.server.listeners import Listener
from tests.server.in_process import Ear, Inside
from tests.server.running import Person, Refused, running
from tests.server.test_house import start
from tests.server.test_limits import Clock


@pytest.fixture
def inside(tmp_path: Path) -> Iterator[Inside]:
    inside = Inside(tmp_path / "games.db")
    yield inside
    inside.close()


def watch_clock(inside: Inside, table: str) -> Clock:
    """A clock for a table's attendance, that moves when told to."""
    clock = Clock()
    inside.table(table).attendance = Attendance(clock)
    return clock


def replace(inside: Inside, table: str) -> object:
    return inside.do(table, "ann", type="replace", seat=1)


def test_a_seat_is_given_to_a_bot_only_after_a_minute(inside: Inside) -> None:
    table = start(inside, "ann", "bob")
    clock = watch_clock(inside, table)
    ear = Ear(inside, table, "bob")
    clock.now += 1000
    assert replace(inside, table) == "illegal"  # he is here
    ear.hang_up(inside)
    for _ in range(2):
        assert replace(inside, table) == "illegal"
        clock.now += 59
    assert isinstance(replace(inside, table), dict)


def test_whoever_acts_is_not_away_even_without_a_connection(inside: Inside) -> None:
    table = start(inside, "ann", "bob")
    clock = watch_clock(inside, table)
    clock.now += 1000
    inside.do(table, "bob", type="say", phrase="hello")
    assert replace(inside, table) == "illegal"


def test_nobody_is_away_when_a_table_has_just_come_into_memory(inside: Inside) -> None:
    table = start(inside, "ann", "bob")
    inside.restart()
    assert replace(inside, table) == "illegal"


def test_a_program_that_listens_for_its_tables_is_at_them(inside: Inside) -> None:
    table = start(inside, "ann", "bob")
    clock = watch_clock(inside, table)
    listener = Listener("bob")
    inside.run(as_work(lambda: inside.tables.watch(listener)))
    clock.now += 1000
    assert inside.table(table).show_presence()["seats"] == [False, True]
    assert replace(inside, table) == "illegal"
    inside.run(as_work(lambda: inside.tables.unwatch(listener)))
    assert replace(inside, table) == "illegal"
    clock.now += 60
    assert isinstance(replace(inside, table), dict)


async def as_work(do: object) -> None:
    assert callable(do)
    do()


def test_anybody_replaces_others_once_the_host_is_gone(inside: Inside) -> None:
    table = start(inside, "ann", "bob", "cleo")
    clock = watch_clock(inside, table)
    Ear(inside, table, "bob")
    assert inside.do(table, "bob", type="replace", seat=0) == "forbidden"
    clock.now += 60
    assert isinstance(inside.do(table, "bob", type="replace", seat=0), dict)


def join(inside: Inside, table: str, who: str, address: str | None = None) -> str:
    live = inside.table(table)
    try:
        inside.run(live.join(who, who, None, live.table.invite, None, address))
    except Refusal as refusal:
        return str(refusal.code)
    return "seated"


def test_the_host_removes_who_has_sat_down(inside: Inside) -> None:
    table = inside.create("classic 3p", ["ann", "open", "open"])
    join(inside, table, "bob")
    join(inside, table, "cleo")
    assert inside.do(table, "bob", type="remove", seat=2) == "forbidden"
    assert inside.do(table, "eve", type="remove", seat=2) == "forbidden"
    for seat in (0, 3):
        assert inside.do(table, "ann", type="remove", seat=seat) in ("illegal", "unknown")
    assert isinstance(inside.do(table, "ann", type="remove", seat=1), dict)
    assert inside.do(table, "ann", type="remove", seat=1) == "illegal"
    seats = inside.table(table).table.seats
    assert [seat.visitor for seat in seats] == ["ann", None, "cleo"]
    assert join(inside, table, "bob") == "seated"  # who has the link may come back
    inside.take_part(table, "ann", "bob", "cleo")
    assert inside.do(table, "ann", type="remove", seat=1) == "closed"


def test_whom_the_host_of_a_public_table_has_removed_does_not_come_back(inside: Inside) -> None:
    table = inside.create("classic 3p", ["ann", "open", "open"], public=True)
    join(inside, table, "bob")
    inside.do(table, "ann", type="remove", seat=1)
    inside.restart()
    assert join(inside, table, "bob") == "forbidden"
    assert join(inside, table, "cleo") == "seated"


def test_removing_somebody_from_a_sealed_draw_begins_it_anew(inside: Inside) -> None:
    table = inside.create("classic 2p", ["ann", "bob"])
    inside.take_part(table, "ann")
    inside.do(table, "bob", type="commit", commitment=64 * "0")
    inside.settle()
    assert inside.table(table).table.draw.sealed
    inside.do(table, "ann", type="remove", seat=1)
    live = inside.table(table)
    assert [event["kind"] for event in live.log[-2:]] == ["removed", "redrawn"]
    assert live.table.asks("ann") == "commit"


def test_one_address_holds_few_seats_at_public_tables_that_wait(inside: Inside) -> None:
    most = inside.tables.settings.waiting_per_address
    waiting = [inside.create("classic 2p", ["ann", "open"], public=True) for _ in range(most + 2)]
    for number, table in enumerate(waiting[:most]):
        assert join(inside, table, f"visitor {number}", "198.51.100.1") == "seated"
    first, *_, another, last = waiting
    assert join(inside, another, "somebody", "198.51.100.1") == "too_many"
    assert join(inside, another, "somebody", "198.51.100.2") == "seated"
    by_link = inside.create("classic 2p", ["ann", "open"])
    assert join(inside, by_link, "somebody", "198.51.100.1") == "seated"
    # Whoever gives a seat back, or plays, makes room.
    inside.do(first, "visitor 0", type="leave")
    assert join(inside, last, "somebody", "198.51.100.1") == "seated"
    assert join(inside, first, "somebody", "198.51.100.1") == "too_many"
    inside.take_part(waiting[1], "ann", "visitor 1")
    assert inside.table(waiting[1]).table.status == "playing"
    assert join(inside, first, "somebody", "198.51.100.1") == "seated"


@pytest.mark.compiled_only
def test_one_visitor_and_one_address_keep_few_seats(tmp_path: Path) -> None:
    limits = {"waiting_per_visitor": "3", "waiting_per_address": "2"}
    with running(tmp_path / "games.db", **limits) as server:
        server.wait_until_ready()
        with (
            closing(Person(server, "Ann")) as ann,
            closing(Person(server, "Bob")) as bob,
            closing(Person(server, "Cleo")) as cleo,
        ):
            check_limits(ann, bob, cleo)


def check_limits(ann: Person, bob: Person, cleo: Person) -> None:
    made = [ann.create("me", "open") for _ in range(3)]
    with pytest.raises(Refused, match="you sit at 3 tables that have not begun"):
        ann.create("me", "open")
    ann.connect(made[0]["table"]).command(type="leave")
    ann.create("me", "open")
    for _ in range(2):
        bob.create("me", "open", public=True)
    with pytest.raises(Refused, match="from your address"):
        cleo.create("me", "open", public=True)
