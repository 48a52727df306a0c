"""A friend who has only a table's address asks for a seat, and its host answers."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from kingdomino.server import seat_requests
from kingdomino.server.errors import Refusal
from kingdomino.server.table import Table
from tests.server.in_process import Ear, Inside
from tests.server.running import Person, Refused, begin


@pytest.fixture
def inside(tmp_path: Path) -> Iterator[Inside]:
    inside = Inside(tmp_path / "games.db")
    yield inside
    inside.close()


@pytest.fixture
def table_id(inside: Inside) -> str:
    """Ann's table, by invitation, with two free seats."""
    return inside.create("classic 3p", ["ann", "open", "open"])


def ask(inside: Inside, table_id: str, visitor: str) -> int | str:
    """The number of a request, or the code with which it was refused."""
    live = inside.table(table_id)
    try:
        inside.run(live.ask(visitor, visitor.capitalize()))
    except Refusal as refusal:
        return refusal.code
    request = live.table.requests.find_of(visitor)
    assert request is not None
    return request.number


def waiting(inside: Inside, table_id: str) -> list[str]:
    return [each.name for each in inside.table(table_id).table.requests.waiting.values()]


def test_who_asks_sits_down_after_the_hosts_nod(inside: Inside, table_id: str) -> None:
    number = ask(inside, table_id, "bob")
    assert waiting(inside, table_id) == ["Bob"]
    assert inside.table(table_id).table.seats_of("bob") == []
    answer = inside.do(table_id, "ann", type="accept", request=number)
    assert isinstance(answer, dict)
    assert inside.table(table_id).table.seats_of("bob") == [1]
    assert inside.table(table_id).table.seats[1].name == "Bob"
    assert waiting(inside, table_id) == []


def test_the_host_chooses_the_seat(inside: Inside, table_id: str) -> None:
    number = ask(inside, table_id, "bob")
    assert inside.do(table_id, "ann", type="accept", request=number, seat=0) == "taken"
    inside.do(table_id, "ann", type="accept", request=number, seat=2)
    assert inside.table(table_id).table.seats_of("bob") == [2]


def test_requests_and_answers_survive_lost_connections_and_restarts(
    inside: Inside, table_id: str
) -> None:
    first, _second = ask(inside, table_id, "bob"), ask(inside, table_id, "cleo")
    inside.do(table_id, "ann", type="decline", request=first)
    inside.restart()
    assert waiting(inside, table_id) == ["Cleo"]
    told = {
        who: json.loads(Ear(inside, table_id, who).heard[0])["you"]["request"]
        for who in ("ann", "bob", "cleo", "eve")
    }
    assert told == {"ann": None, "bob": "declined", "cleo": "waiting", "eve": None}


def test_everybody_hears_who_asks_but_not_which_visitor_it_is(
    inside: Inside, table_id: str
) -> None:
    ann, bob = Ear(inside, table_id, "ann"), Ear(inside, table_id, "visitor-of-bob")
    live = inside.table(table_id)
    inside.run(live.ask("visitor-of-bob", "Bob"))
    messages = [json.loads(text) for text in ann.listen()]
    event = next(message for message in messages if message["type"] == "event")
    assert event["event"]["kind"] == "asked"
    assert event["event"]["name"] == "Bob"
    assert event["table"]["requests"] == [{"number": event["event"]["number"], "name": "Bob"}]
    assert not any("visitor-of-bob" in text for text in ann.listen())
    you = [json.loads(text)["you"] for text in bob.listen() if '"type":"you"' in text]
    assert you[-1]["request"] == "waiting"


@pytest.mark.parametrize("command", ["accept", "decline"])
def test_only_the_host_answers_and_only_what_was_asked(
    inside: Inside, table_id: str, command: str
) -> None:
    number = ask(inside, table_id, "bob")
    assert isinstance(number, int)
    for visitor in ("bob", "cleo"):
        assert inside.do(table_id, visitor, type=command, request=number) == "forbidden"
    assert inside.do(table_id, "ann", type=command, request=number + 1) == "unknown"
    assert isinstance(inside.do(table_id, "ann", type=command, request=number), dict)
    assert inside.do(table_id, "ann", type=command, request=number) == "unknown"


def test_who_was_declined_does_not_ask_again_but_may_be_invited(
    inside: Inside, table_id: str
) -> None:
    number = ask(inside, table_id, "bob")
    inside.do(table_id, "ann", type="decline", request=number)
    assert ask(inside, table_id, "bob") == "forbidden"
    live = inside.table(table_id)
    inside.run(live.join("bob", "Bob", None, live.table.invite, None))
    assert live.table.seats_of("bob") == [1]
    assert live.table.requests.standing_of("bob") is None


def test_a_request_can_be_withdrawn_and_made_again_but_not_without_end(
    inside: Inside, table_id: str
) -> None:
    assert inside.do(table_id, "bob", type="withdraw") == "closed"
    for _ in range(seat_requests.MOST_BY_ONE):
        number = ask(inside, table_id, "bob")
        assert ask(inside, table_id, "bob") == number, "to ask twice is to ask once"
        assert isinstance(inside.do(table_id, "bob", type="withdraw"), dict)
        assert waiting(inside, table_id) == []
    assert ask(inside, table_id, "bob") == "too_many"


def test_a_table_takes_only_so_many_requests(inside: Inside, table_id: str) -> None:
    for number in range(seat_requests.MOST_WAITING):
        assert isinstance(ask(inside, table_id, f"visitor{number}"), int)
    assert ask(inside, table_id, "bob") == "too_many"
    asked = seat_requests.MOST_WAITING
    while asked < seat_requests.MOST_IN_ALL:
        oldest = next(iter(inside.table(table_id).table.requests.waiting))
        inside.do(table_id, "ann", type="decline", request=oldest)
        assert isinstance(ask(inside, table_id, f"visitor{asked}"), int)
        asked += 1
    inside.do(table_id, "ann", type="decline", request=oldest + 2)
    assert ask(inside, table_id, "bob") == "too_many"


def test_nobody_asks_who_need_not_or_cannot_sit_down(inside: Inside, table_id: str) -> None:
    assert ask(inside, table_id, "ann") == "taken"
    public = inside.create("classic 2p", ["cleo", "open"])
    inside.table(public).table.public = True
    assert ask(inside, public, "bob") == "closed"
    assert ask(inside, public, "ann") == "closed", "the host, who has no seat"
    full = inside.create("classic 2p", ["ann", "cleo"])
    assert ask(inside, full, "bob") == "taken"


def test_when_the_game_begins_nobody_waits_any_more(inside: Inside, table_id: str) -> None:
    number = ask(inside, table_id, "bob")
    inside.do(table_id, "ann", type="start", fill="page")
    inside.take_part(table_id, "ann")
    table: Table = inside.table(table_id).table
    assert table.status == "playing"
    assert table.requests.standing_of("bob") is None
    assert ask(inside, table_id, "cleo") == "closed"
    assert inside.do(table_id, "ann", type="accept", request=number) == "unknown"


@pytest.mark.compiled_only
def test_somebody_new_asks_by_http_and_sits_when_let_in(ann: Person, bob: Person) -> None:
    table = ann.create("me", "open")["table"]
    host = ann.connect(table)
    with pytest.raises(Refused, match="by invitation"):
        bob.join(table)
    asked = bob.ask("POST", f"/api/tables/{table}/requests", json={"name": "Bob"})
    assert asked["you"]["request"] == "waiting"
    guest = bob.connect(table)
    assert guest.you["request"] == "waiting"
    while not host.table["requests"]:
        host.receive()
    host.command(type="accept", request=host.table["requests"][0]["number"])
    while not guest.you["seats"]:
        guest.receive()
    assert guest.you == guest.you | {"seats": [1], "request": None}
    begin(host, guest)
