"""Tables from their setting up to the rematch, by real connections to a real server."""

from pathlib import Path

import pytest

import kingdomino as kd
from tests.cli.command import run
from tests.server.running import Person, Refused, Seat, begin

pytestmark = pytest.mark.compiled_only


def sit_down(ann: Person, bob: Person, **wishes: object) -> tuple[Seat, Seat]:
    """Ann sets up a table, Bob comes by the invite link, and the game starts."""
    made = ann.create("me", "open", **wishes)
    bob.join(made["table"], made["invite"])
    seats = ann.connect(made["table"]), bob.connect(made["table"])
    begin(*seats)
    return seats


def play_out(*seats: Seat) -> None:
    """Play to the end at random."""
    while seats[0].table["status"] != "finished":
        acting = next(seat for seat in seats if seat.my_turn)
        number = acting.act()["number"]
        for seat in seats:
            seat.wait_for_number(number)


def test_two_people_play_a_game_and_the_record_verifies(
    ann: Person, bob: Person, tmp_path: Path
) -> None:
    seats = sit_down(ann, bob, harmony=True, middle_kingdom=True)
    play_out(*seats)
    table = seats[0].table
    assert table == seats[1].table
    assert table["match"]["over"]
    record = ann.http.get(f"/api/tables/{table['id']}/games/1/export.txt").text
    game = kd.Game.from_record(record)
    assert [score.total for score in game.scores()] == table["match"]["totals"]
    assert game.winners() == table["match"]["winners"]
    assert game.deal is not None
    assert len(game.deal.contributions) == 2
    path = tmp_path / "game.txt"
    path.write_text(record, encoding="utf-8")
    outcome = run("verify", str(path), "--json")
    assert outcome.json["verified"]
    assert [check["passed"] for check in outcome.json["games"][0]] == [True] * 6


def test_events_are_numbered_without_gaps(ann: Person, bob: Person) -> None:
    seats = sit_down(ann, bob)
    play_out(*seats)
    for seat in seats:
        assert seat.numbers == list(range(1, seat.table["number"] + 1))


def test_the_legal_actions_and_previews_are_those_of_the_rules(ann: Person) -> None:
    made = ann.create("me", "me", harmony=True, middle_kingdom=True)
    seat = ann.connect(made["table"])
    seat.contribute()
    seat.wait_until("playing")
    seat.play_on(30)
    record = ann.http.get(f"/api/tables/{made['table']}/games/1/export.txt").text
    game = kd.Game.from_record(record)
    while game.phase != "place" or len(game.legal_actions()) < 2:
        seat.play_on(1)
        record = ann.http.get(f"/api/tables/{made['table']}/games/1/export.txt").text
        game = kd.Game.from_record(record)
    listed = seat.legal["actions"]
    assert [action["action"] for action in listed] == [str(a) for a in game.legal_actions()]
    assert game.seat is not None
    before = game.scores()[game.seat].total
    for action in listed:
        after = game.copy()
        after.play(action["action"])
        total = after.scores()[game.seat].total
        assert (action["total"], action["points"]) == (total, total - before)


def test_a_placement_can_be_taken_back_until_the_claim(ann: Person, bob: Person) -> None:
    seats = sit_down(ann, bob)
    while seats[0].table["game"]["phase"] == "claim":
        acting = next(seat for seat in seats if seat.my_turn)
        number = acting.act()["number"]
        for seat in seats:
            seat.wait_for_number(number)
    acting = next(seat for seat in seats if seat.my_turn)
    before = acting.table["game"]
    acting.act()
    acting.wait_for_number(before["number"] + 1)
    assert acting.table["game"]["take_back"]
    placed = acting.table["game"]["number"]
    acting.command(type="take_back", answers=placed)
    acting.wait_for_number(placed + 1)
    after = acting.table["game"]
    assert after | {"number": 0} == before | {"number": 0}
    acting.act()
    acting.wait_for_number(placed + 2)
    acting.act()
    acting.wait_for_number(placed + 3)
    with pytest.raises(Refused) as refused:
        acting.command(type="take_back", answers=placed + 3)
    assert refused.value.code in ("out_of_turn", "illegal")


def test_bots_fill_the_seats_and_play(ann: Person) -> None:
    made = ann.create("me", "open", "open", "page")
    seat = ann.connect(made["table"])
    with pytest.raises(Refused, match="not all seats are taken"):
        seat.command(type="start")
    seat.command(type="start", fill="squire")
    seat.contribute()
    seat.play_on()
    assert [shown["level"] for shown in seat.table["seats"]] == [None, "squire", "squire", "page"]
    assert seat.table["match"]["over"]


def test_a_dynasty_has_three_games_and_reveals_them_one_by_one(ann: Person) -> None:
    made = ann.create("me", "page", dynasty=True)
    seat = ann.connect(made["table"])
    seat.contribute()
    revealed = set()
    while seat.table["status"] != "finished":
        played = seat.table["match"]["played"]
        secrets = [deal["secret"] for deal in seat.table["deals"]]
        assert [secret is not None for secret in secrets] == [n < played for n in range(3)]
        revealed.add(played)
        if seat.my_turn:
            seat.play_on(1)
        else:
            seat.receive()
    assert revealed == {0, 1, 2}
    results = seat.table["match"]["results"]
    assert len(results) == 3
    assert seat.table["match"]["totals"] == [sum(points) for points in zip(*results, strict=True)]


def test_a_rematch_rotates_the_seats_and_keeps_the_colours(ann: Person, bob: Person) -> None:
    seats = sit_down(ann, bob)
    play_out(*seats)
    answer = seats[0].command(type="rematch")
    assert seats[1].command(type="rematch")["table"] == answer["table"]
    again = ann.connect(answer["table"]), bob.connect(answer["table"])
    assert [(s["name"], s["colour"]) for s in again[0].table["seats"]] == [
        ("Bob", "Yellow"),
        ("Ann", "Pink"),
    ]
    begin(*again)
    assert again[0].you["seats"] == [1]


def test_a_spectator_sees_the_game_but_cannot_act(ann: Person, bob: Person) -> None:
    made = ann.create("me", "knight")
    seat = ann.connect(made["table"])
    begin(seat)
    watching = bob.connect(made["table"])
    watching.wait_until("playing")
    assert watching.you["invite"] is None
    assert watching.legal is None
    with pytest.raises(Refused) as refused:
        watching.act("-1")
    assert refused.value.code == "forbidden"


def test_a_table_by_link_wants_its_invite_code(ann: Person, bob: Person) -> None:
    made = ann.create("me", "open")
    for code in (None, "guess"):
        with pytest.raises(Refused) as refused:
            bob.join(made["table"], code)
        assert refused.value.code == "forbidden"
    assert bob.ask("GET", f"/api/invites/{made['invite']}")["table"]["table"] == made["table"]
    assert bob.join(made["table"], made["invite"])["you"]["seats"] == [1]


def test_the_lobby_lists_public_tables_only(ann: Person, bob: Person) -> None:
    shown = ann.create("me", "open", public=True)
    hidden = ann.create("me", "open")
    listed = [table["table"] for table in bob.ask("GET", "/api/tables")["tables"]]
    assert shown["table"] in listed
    assert hidden["table"] not in listed
    bob.join(shown["table"])


def test_chat_is_of_canned_phrases(ann: Person, bob: Person) -> None:
    seats = sit_down(ann, bob)
    seats[0].command(type="say", phrase="good_luck")
    while (message := seats[1].receive())["type"] != "said":
        pass
    assert message == {"type": "said", "seat": 0, "phrase": "good_luck"}
    with pytest.raises(Refused) as refused:
        seats[0].command(type="say", phrase="buy my book")
    assert refused.value.code == "malformed"


def test_the_host_replaces_somebody_who_is_gone(ann: Person, bob: Person) -> None:
    seats = sit_down(ann, bob)
    with pytest.raises(Refused, match="is here"):
        seats[0].command(type="replace", seat=1)
    seats[1].close()
    while seats[0].receive().get("presence", {}).get("seats") != [True, False]:
        pass
    seats[0].command(type="replace", seat=1, level="page")
    seats[0].play_on()
    assert seats[0].table["match"]["over"]


def test_a_clock_that_runs_out_is_a_bots_move_and_one_can_come_back(
    ann: Person, bob: Person
) -> None:
    seats = sit_down(ann, bob, clock=5)
    absent = next(seat for seat in seats if seat.my_turn)
    number = absent.table["number"]
    assert absent.table["game"]["deadline"] is not None
    while (message := absent.receive(timeout=12))["type"] != "event":
        pass
    assert message["event"]["number"] == number + 1
    assert message["event"]["by"] == "clock"
    for seat in seats:
        seat.wait_for_number(number + 1)
    acting = next(seat for seat in seats if seat.my_turn)
    acting.act()


def test_a_hint_is_a_legal_action(ann: Person) -> None:
    made = ann.create("me", "me")
    seat = ann.connect(made["table"])
    seat.contribute()
    seat.wait_until("playing")
    hint = seat.command(type="hint", level="knight")
    assert hint["action"] in [action["action"] for action in seat.legal["actions"]]


def test_several_tabs_of_one_player_see_the_same(ann: Person) -> None:
    made = ann.create("me", "me")
    tabs = [ann.connect(made["table"]) for _ in range(3)]
    tabs[0].contribute()
    for tab in tabs:
        tab.wait_until("playing")
    tabs[1].act()
    for tab in tabs:
        tab.wait_for_number(tabs[1].table["number"])
        tab.wait_for_number(4)
    assert tabs[0].table == tabs[1].table == tabs[2].table
    assert tabs[0].legal == tabs[2].legal
