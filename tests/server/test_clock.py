"""A turn's limits: nothing after the deadline, few take-backs, and logs that are read by pages."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

import pytest

from kingdomino.server import events, store
from kingdomino.server.live_table import EVENTS_AT_ONCE
from kingdomino.server.table import MOST_TAKE_BACKS, Table
from tests.server.in_process import Inside
from tests.server.test_house import start

pytestmark = pytest.mark.compiled_only


@pytest.fixture
def inside(tmp_path: Path):
    inside = Inside(tmp_path / "games.db")
    yield inside
    inside.close()


@contextmanager
def at(moment: int | None) -> Iterator[None]:
    """The server's clock stands still at a moment."""
    assert moment is not None
    with patch.object(store, "now_ms", lambda: moment):
        yield


def act(inside: Inside, table: str) -> object:
    """Whoever is to act does the first thing that is legal."""
    current = inside.table(table).table
    action = str(current.games[-1].legal_actions()[0])
    return inside.do(table, who(inside, table), type="act", action=action, answers=current.answer)


def take_back(inside: Inside, table: str) -> object:
    answers = inside.table(table).table.answer
    return inside.do(table, who(inside, table), type="take_back", answers=answers)


def who(inside: Inside, table: str) -> str:
    current = inside.table(table).table
    assert current.acting is not None
    visitor = current.seats[current.acting].visitor
    assert visitor is not None
    return visitor


def place_first(inside: Inside, **how: object) -> str:
    """A table at which the first domino has been placed and no claim has followed yet."""
    table = start(inside, "ann", "bob", **how)
    while not inside.table(table).table.may_take_back:
        act(inside, table)
    return table


def test_nothing_is_accepted_after_the_deadline(inside: Inside) -> None:
    table = place_first(inside, clock=600)
    live = inside.table(table)
    before, deadline = live.table, live.table.deadline
    with at(deadline):
        assert act(inside, table) == "too_late"
        assert take_back(inside, table) == "too_late"
        assert inside.do(table, who(inside, table), type="hint") == "too_late"
        assert live.table is before
        # Who has nothing to do with the turn is told so, as before.
        other = "bob" if who(inside, table) == "ann" else "ann"
        answers = before.answer
        assert inside.do(table, other, type="take_back", answers=answers) == "out_of_turn"
    assert deadline is not None
    with at(deadline - 1):
        assert isinstance(act(inside, table), dict)


def test_placing_and_taking_back_do_not_move_the_deadline(inside: Inside) -> None:
    table = place_first(inside, clock=600)
    live = inside.table(table)
    deadline = live.table.deadline
    take_back(inside, table)
    assert live.table.deadline == deadline
    act(inside, table)
    assert live.table.deadline == deadline


def test_a_bot_completes_a_turn_whose_time_is_up(inside: Inside) -> None:
    table = place_first(inside, clock=600)
    live = inside.table(table)
    number, answers = live.table.number, live.table.answer
    with at(live.table.deadline):
        inside.run(live._run_out(answers))
    assert live.table.number == number + 1
    assert live.log[-1]["by"] == "clock"
    assert live.table.games[-1].phase == "place"


def test_nobody_is_too_late_when_the_server_has_just_started(inside: Inside) -> None:
    table = start(inside, "ann", "bob", clock=600)
    deadline = inside.table(table).table.deadline
    with at(deadline):
        inside.restart()
        assert isinstance(act(inside, table), dict)


def test_take_backs_are_counted_for_each_turn(inside: Inside) -> None:
    table = place_first(inside)
    for _ in range(MOST_TAKE_BACKS):
        assert inside.table(table).table.may_take_back
        assert isinstance(take_back(inside, table), dict)
        act(inside, table)
    assert not inside.table(table).table.may_take_back
    assert take_back(inside, table) == "illegal"
    inside.restart()
    assert take_back(inside, table) == "illegal"
    act(inside, table)  # the claim ends the turn, and the next placement may be taken back
    act(inside, table)
    assert inside.table(table).table.may_take_back
    assert isinstance(take_back(inside, table), dict)


def test_a_log_with_more_take_backs_replays(inside: Inside) -> None:
    table = place_first(inside)
    live = inside.table(table)
    logged = inside.run(inside.store.read(lambda c: store.read_log(c, table)))
    log = [(entry.at, events.read_event(entry.body)) for entry in logged]
    seat, action = live.table.game.history[-1]
    again = [(0, events.TakenBack(seat=seat)), (0, events.Acted(seat=seat, action=str(action)))]
    replayed = Table(table, log + 50 * again)
    assert replayed.games == live.table.games
    assert not replayed.may_take_back


def test_a_long_log_is_sent_by_pages(inside: Inside) -> None:
    table = start(inside, "ann", "bob")
    live = inside.table(table)
    event = live.log[-1]
    while len(live.log) < 2 * EVENTS_AT_ONCE + 7:
        live.log.append(event | {"number": len(live.log) + 1})
    last = len(live.log)
    newest = [event["number"] for event in live.welcome("ann", "Ann", 0)["events"]]
    assert newest == list(range(last - EVENTS_AT_ONCE + 1, last + 1))
    assert [e["number"] for e in live.welcome("ann", "Ann", last - 3)["events"]] == newest[-3:]
    assert live.welcome("ann", "Ann", last + 5)["events"] == []
    seen: list[object] = []
    while page := live.show_events(len(seen))["events"]:
        assert len(page) <= EVENTS_AT_ONCE
        seen += [event["number"] for event in page]
    assert seen == list(range(1, last + 1))
