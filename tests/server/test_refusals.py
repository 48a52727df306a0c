"""What is refused, with which reason, and that nothing has changed then."""

import random

import pytest

from tests.server.running import Person, Refused, Running, Seat
from tests.server.test_tables import sit_down

pytestmark = pytest.mark.compiled_only


def refuse(seat: Seat, /, **command: object) -> str:
    """Send a command that must be refused; returns the code, after looking at the table."""
    before = seat.person.ask("GET", f"/api/tables/{seat.table_id}")
    with pytest.raises(Refused) as refused:
        seat.command(**command)
    after = seat.person.ask("GET", f"/api/tables/{seat.table_id}")
    assert (after["table"], after["events"]) == (before["table"], before["events"])
    assert refused.value.reason
    return refused.value.code


def test_generated_wrong_actions_change_nothing(ann: Person, bob: Person) -> None:
    chance = random.Random(4)
    seats = sit_down(ann, bob, harmony=True)
    stranger = ann.create("me", "me")
    elsewhere = ann.connect(stranger["table"])
    elsewhere.contribute()
    elsewhere.wait_until("playing")
    sent: list[tuple[Seat, dict[str, object]]] = []
    while seats[0].table["status"] == "playing":
        acting, waiting = sorted(seats, key=lambda seat: not seat.my_turn)
        number = acting.table["game"]["number"]
        legal = [action["action"] for action in acting.legal["actions"]]
        action = chance.choice(legal)
        act = {"type": "act", "action": action, "answers": number}
        if chance.random() < 0.25:
            mine, theirs = acting.you["seats"][0], waiting.you["seats"][0]
            assert refuse(waiting, **act) == "out_of_turn"
            assert refuse(acting, **act | {"seat": theirs}) == "forbidden"
            assert refuse(waiting, **act | {"seat": mine}) == "forbidden"
            assert refuse(acting, **act | {"answers": number - 1}) == "stale"
            assert refuse(acting, **act | {"answers": number + 1}) == "stale"
            assert refuse(acting, **act | {"seat": 3}) == "forbidden"
            assert refuse(elsewhere, **act) in ("stale", "illegal")
            for wrong in ("-49", "9:a1e", "48:m13n", "7x", "-1", "hello", "10:g7"):
                if wrong not in legal:
                    code = refuse(acting, **act | {"action": wrong})
                    assert code in ("illegal", "malformed")
            if sent:
                doubled, again = chance.choice(sent)
                assert refuse(doubled, **again) in ("stale", "out_of_turn")
            assert refuse(waiting, type="take_back", answers=number) == "out_of_turn"
            assert refuse(acting, type="start") == "closed"
            assert refuse(acting, type="rematch") == "closed"
        acting.command(**act)
        sent.append((acting, act))
        for seat in seats:
            seat.wait_for_number(number + 1)
    assert refuse(seats[0], type="act", action="-1", answers=0) == "closed"


def test_a_doubled_action_is_applied_once(ann: Person) -> None:
    made = ann.create("me", "me")
    seat = ann.connect(made["table"])
    seat.contribute()
    seat.wait_until("playing")
    number = seat.table["game"]["number"]
    action = seat.legal["actions"][0]["action"]
    for copy in range(5):
        seat.send(type="act", action=action, answers=number, id=f"copy {copy}")
    answers = []
    while len(answers) < 5:
        message = seat.receive()
        if (message.get("id") or "").startswith("copy"):
            answers.append(message["type"])
    assert answers == ["done"] + ["refused"] * 4
    seat.wait_for_number(number + 1)
    assert seat.table["number"] == number + 1


def test_strangers_and_spectators_can_do_nothing(server: Running, ann: Person) -> None:
    made = ann.create("me", "open")
    stranger = Person(server, "Eve")
    try:
        stranger.ask("PUT", "/api/visitor", json={"name": "Eve"})
        watching = stranger.connect(made["table"])
        for command in (
            {"type": "start"},
            {"type": "start", "fill": "page"},
            {"type": "commit", "commitment": 64 * "0"},
            {"type": "reveal", "contribution": 32 * "0"},
            {"type": "leave"},
            {"type": "replace", "seat": 0},
            {"type": "rematch"},
            {"type": "say", "phrase": "hello"},
            {"type": "fit", "domino": 1},
            {"type": "hint"},
        ):
            assert refuse(watching, **command) in ("forbidden", "closed", "out_of_turn")
    finally:
        stranger.close()


def test_a_seat_is_taken_once(ann: Person, bob: Person, server: Running) -> None:
    made = ann.create("me", "open")
    bob.join(made["table"], made["invite"], seat=1)
    cleo = Person(server, "Cleo")
    try:
        for seat in (0, 1, None):
            with pytest.raises(Refused) as refused:
                cleo.join(made["table"], made["invite"], seat=seat)
            assert refused.value.code == "taken"
        with pytest.raises(Refused) as refused:
            cleo.join(made["table"], made["invite"], seat=3)
        assert refused.value.code == "unknown"
    finally:
        cleo.close()


def test_rules_that_cannot_be_played_are_refused_with_the_reason(ann: Person) -> None:
    with pytest.raises(Refused, match="Mighty Duel is for 2 players, not 3"):
        ann.create("me", "page", "page", mighty_duel=True)


def test_a_seat_can_be_given_back_before_the_game_and_to_a_bot_during_it(
    ann: Person, bob: Person
) -> None:
    made = ann.create("me", "open", "open")
    bob.join(made["table"], made["invite"])
    seat = bob.connect(made["table"])
    seat.command(type="leave")
    assert ann.ask("GET", f"/api/tables/{made['table']}/summary")["open_seats"] == 2
    seats = sit_down(ann, bob)
    seats[1].command(type="leave")
    seats[0].play_on()
    assert seats[0].table["seats"][1]["kind"] == "bot"
    assert seats[0].table["seats"][1]["name"] == "Bob"
