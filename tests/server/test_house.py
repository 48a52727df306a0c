"""Keeping house: idle tables are archived, quiet ones forgotten, a failing store refuses."""

import asyncio
from pathlib import Path
from unittest.mock import patch

import pytest

from kingdomino.server import events, store, tables
from kingdomino.server.errors import Refusal
from kingdomino.server.live_table import LiveTable
from tests.server.in_process import Ear, Inside


@pytest.fixture
def inside(tmp_path: Path):
    inside = Inside(tmp_path / "games.db")
    yield inside
    inside.close()


def start(inside: Inside, *people: str, **how: object) -> str:
    table = inside.create(f"classic {len(people)}p", list(people), **how)
    inside.take_part(table, *(set(people) - {"bot"}))
    return table


def test_idle_tables_are_archived_and_can_be_looked_at(inside: Inside) -> None:
    waiting = inside.create("classic 2p", ["ann", "open"])
    playing = start(inside, "ann", "bob")
    inside.run(inside.tables.keep_house())
    assert inside.table(waiting).table.status == "open"
    later = store.now_ms() + 40 * 86_400_000
    with patch.object(store, "now_ms", lambda: later):
        inside.run(inside.tables.keep_house())
    for table in (waiting, playing):
        assert inside.table(table).table.status == "archived"
        Ear(inside, table, "ann")
    answers = inside.table(playing).table.answer
    assert inside.do(playing, "ann", type="act", action="-1", answers=answers) == "closed"
    inside.restart()
    assert inside.table(waiting).table.status == "archived"


def test_a_table_that_nobody_listens_to_leaves_the_memory(inside: Inside) -> None:
    quiet = start(inside, "ann", "bob")
    heard = start(inside, "ann", "bob")
    Ear(inside, heard, "bob")
    with patch.object(tables, "FORGET_AFTER", -1.0):
        inside.run(inside.tables.keep_house())
    assert quiet not in inside.tables.live
    assert heard in inside.tables.live
    assert inside.table(quiet).table.status == "playing"


def test_what_cannot_be_stored_is_refused_and_changes_nothing(inside: Inside) -> None:
    table = start(inside, "ann", "bob")
    live = inside.table(table)
    ear = Ear(inside, table, None)
    before = live.table
    heard = len(ear.listen())

    def fail(job: object) -> asyncio.Future[None]:
        raise Refusal("busy", "the disk is full")

    acting = "ann" if before.acting == 0 else "bob"
    action = str(before.games[0].legal_actions()[0])
    with patch.object(inside.store, "write", fail):
        answer = inside.do(table, acting, type="act", action=action, answers=before.answer)
    assert answer == "busy"
    assert live.table is before
    assert len([text for text in ear.listen() if '"event"' in text[:20]]) == 0
    assert heard == 1
    answer = inside.do(table, acting, type="act", action=action, answers=before.answer)
    assert isinstance(answer, dict)


def test_an_event_number_is_written_once(inside: Inside) -> None:
    table = start(inside, "ann", "bob")
    number = inside.table(table).table.number
    doubled = store.add_events(table, [store.LoggedEvent(number, 0, "acted", "{}")])
    other = store.add_events(table, [store.LoggedEvent(number + 1, 0, "archived", "{}")])

    async def write() -> list[BaseException | None]:
        jobs = [inside.store.write(job) for job in (other, doubled, doubled)]
        return await asyncio.gather(*jobs, return_exceptions=True)

    results = inside.run(write())
    assert results[0] is None
    assert all(result is not None for result in results[1:])


def test_who_leaves_while_acting_does_not_take_the_action_along(inside: Inside) -> None:
    table = start(inside, "ann", "bob")
    live = inside.table(table)
    acting = "ann" if live.table.acting == 0 else "bob"
    action = str(live.table.games[0].legal_actions()[0])
    from kingdomino.server.messages import Act

    command = Act(type="act", action=action, answers=live.table.answer)

    async def act_and_vanish() -> None:
        task = asyncio.create_task(live.perform(acting, command, lambda answer: None))
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    number = live.table.number
    inside.run(act_and_vanish())
    inside.settle()
    assert live.table.number == number + 1
    logged = inside.run(inside.store.read(lambda c: store.read_log(c, table)))
    assert len(logged) == number + 1


def test_many_writes_share_few_commits(inside: Inside) -> None:
    made = [start(inside, "ann", "bob") for _ in range(20)]
    commits = 0
    original = store.Store._commit

    def count(self: store.Store, batch: object) -> None:
        nonlocal commits
        commits += 1
        original(self, batch)

    async def write() -> None:
        jobs = [
            inside.store.write(
                store.add_events(table, [store.LoggedEvent(900 + n, 0, "acted", "{}")])
            )
            for table in made
            for n in range(10)
        ]
        await asyncio.gather(*jobs)

    with patch.object(store.Store, "_commit", count):
        inside.run(write())
    assert commits < 50


def test_a_bot_tries_again_when_its_action_could_not_be_stored(inside: Inside) -> None:
    table = start(inside, "ann", "bot")
    live = inside.table(table)
    original = inside.store.write
    failures = 0

    async def fail_once(job: store.Job) -> None:
        nonlocal failures
        failures += 1
        if failures == 2:
            raise Refusal("busy", "the disk is full")
        await original(job)

    with (
        patch.object(inside.store, "write", fail_once),
        patch("kingdomino.server.live_table.RETRY_AFTER", 0.01),
    ):
        while failures < 4 and live.table.status == "playing":
            if live.table.acting == 0:
                action = str(live.table.games[0].legal_actions()[0])
                inside.do(table, "ann", type="act", action=action, answers=live.table.answer)
            inside.settle()
            inside.run(asyncio.sleep(0.05))
            inside.settle()
    assert failures >= 4


def test_an_address_holds_so_many_tables_that_are_not_over(inside: Inside) -> None:
    seats = [
        events.SeatPlan(colour="Pink", kind="person", name="Ann", visitor="ann"),
        events.SeatPlan(colour="Green", kind="open"),
    ]

    def set_up(address: str) -> LiveTable:
        plan = inside.tables.plan(
            rules="classic 2p", seats=seats, host="ann", public=False, clock=None
        )
        return inside.run(inside.tables.create(plan, address))

    with patch.object(tables, "MOST_HELD", 3):
        held = [set_up("192.0.2.1") for _ in range(3)]
        with pytest.raises(Refusal, match="3 tables from your address are not over yet") as refused:
            set_up("192.0.2.1")
        assert refused.value.code == "too_many"
        set_up("192.0.2.2")
        inside.run(held[0].archive())
        set_up("192.0.2.1")


def test_of_very_many_quiet_tables_the_oldest_leave_the_memory_at_once(inside: Inside) -> None:
    quiet = [inside.create("classic 2p", ["ann", "open"]) for _ in range(6)]
    for age, table in enumerate(quiet):
        inside.table(table).touched -= 60 - age
    listening = Ear(inside, quiet[0], "ann")
    with patch.object(tables, "MOST_QUIET", 2):
        inside.run(inside.tables.keep_house())
    assert list(inside.tables.live) == [quiet[0], *quiet[-2:]]
    listening.hang_up(inside)
    for table in quiet:
        assert inside.table(table).table.status == "open"
