"""Whatever people do, in whatever order: join, act, act again, come back, and the server restarts.

Hypothesis tries sequences of it on a real file and compares with what must be.
"""

import json
import tempfile
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

import kingdomino as kd
from kingdomino.server.draw import commit_to
from kingdomino.server.errors import Refusal
from kingdomino.server.live_table import EVENTS_AT_ONCE
from tests.conftest import as_many_as
from tests.server.in_process import Ear, Inside

VISITORS = ("ann", "bob", "cleo", "eve")


class Machine(RuleBasedStateMachine):
    """A table for three with open seats, four visitors, and a model of what must have happened."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.inside = Inside(Path(self.folder.name) / "games.db")
        self.number = 1
        self.history: list[str] = []  # the actions that were accepted and not taken back
        self.ears: list[Ear] = []
        self.sent: list[tuple[str, dict[str, Any]]] = []

    @initialize(rules=st.sampled_from(["classic 3p", "revised 3p harmony", "classic 3p dynasty"]))
    def set_up(self, rules: str) -> None:
        self.id = self.inside.create(rules, ["ann", "open", "open"])
        self.held: dict[int, str] = {0: "ann"}
        self.committed: dict[str, str] = {}
        self.revealed: set[str] = set()
        self.sealed = False
        self.draws = 1
        self.begun = False

    @property
    def table(self) -> Any:
        return self.inside.table(self.id).table

    def expect(self, new: int) -> None:
        """So many events must have been added."""
        self.inside.settle()
        self.number += new
        ready = len(self.held) == 3 and set(self.held.values()) <= set(self.committed)
        if ready and not self.sealed:
            self.sealed = True
            self.number += 1
        if self.sealed and set(self.held.values()) <= self.revealed and not self.begun:
            self.begun = True
            self.number += 1
        assert self.table.number == self.number

    # --- coming and going

    @rule(visitor=st.sampled_from(VISITORS), seat=st.sampled_from([None, 0, 1, 2, 3]))
    def join(self, visitor: str, seat: int | None) -> None:
        live = self.inside.table(self.id)
        free = [number for number in range(3) if number not in self.held]
        may = not self.begun and bool(free) and (seat is None or seat in free)
        try:
            self.inside.run(live.join(visitor, visitor, seat, live.table.invite, None))
        except Refusal:
            assert not may
            self.expect(0)
        else:
            assert may
            self.held[free[0] if seat is None else seat] = visitor
            self.expect(1)

    @rule(visitor=st.sampled_from(VISITORS))
    def join_without_invitation(self, visitor: str) -> None:
        live = self.inside.table(self.id)
        if visitor not in self.held.values() and visitor != "ann":
            with pytest.raises(Refusal):
                self.inside.run(live.join(visitor, visitor, None, "guess", None))
            self.expect(0)

    @precondition(lambda self: not self.begun)
    @rule(visitor=st.sampled_from(VISITORS))
    def leave(self, visitor: str) -> None:
        mine = [seat for seat, who in self.held.items() if who == visitor]
        answer = self.inside.do(self.id, visitor, type="leave")
        assert (answer == "forbidden") == (not mine)
        for seat in mine:
            del self.held[seat]
        self.committed.pop(visitor, None)
        self.expect(len(mine) + self.break_off(bool(mine)))

    def break_off(self, involved: bool) -> int:
        """A sealed draw begins anew; returns how many events tell of it."""
        if not involved or not self.sealed:
            return 0
        self.draws += 1
        self.sealed = False
        self.committed.clear()
        self.revealed.clear()
        return 1

    @rule(visitor=st.sampled_from(VISITORS), version=st.sampled_from("000001"))
    def commit(self, visitor: str, version: str) -> None:
        contribution = sha256(f"{visitor}{version}{self.draws}".encode()).hexdigest()
        command = {"type": "commit", "commitment": commit_to(contribution)}
        answer = self.inside.do(self.id, visitor, **command)
        new = 0
        if visitor not in self.held.values():
            assert answer == "forbidden"
        elif self.begun or (visitor in self.revealed and self.committed[visitor] != contribution):
            assert answer == "closed"
        elif self.committed.get(visitor) != contribution:
            new = 1 + self.break_off(True)
            self.committed[visitor] = contribution
        self.expect(new)

    @rule(visitor=st.sampled_from(VISITORS), honest=st.sampled_from([True, True, True, False]))
    def reveal(self, visitor: str, honest: bool) -> None:
        contribution = self.committed.get(visitor, "") if honest else ""
        command = {"type": "reveal", "contribution": contribution or 32 * "0"}
        answer = self.inside.do(self.id, visitor, **command)
        new = 0
        if visitor not in self.held.values():
            assert answer == "forbidden"
        elif visitor in self.revealed and honest:
            assert answer not in ("closed", "illegal")
        elif self.begun or not self.sealed:
            assert answer == "closed"
        elif not honest:
            assert answer == "illegal"
        else:
            self.revealed.add(visitor)
            new = 1
        self.expect(new)

    @precondition(lambda self: not self.begun)
    @rule()
    def take_part(self) -> None:
        for visitor in VISITORS:
            if visitor in self.held.values() and visitor not in self.revealed:
                if visitor not in self.committed:
                    self.commit(visitor, "0")
                self.reveal(visitor, True)

    # --- acting

    @property
    def game(self) -> kd.Game:
        game: kd.Game = self.table.game
        return game

    def act(self, visitor: str, action: str, answers: int) -> Any:
        command = {"type": "act", "action": action, "answers": answers}
        self.sent.append((visitor, command))
        return self.inside.do(self.id, visitor, **command)

    @property
    def playing(self) -> bool:
        return self.begun and self.table.status == "playing"

    @precondition(lambda self: self.playing)
    @rule(data=st.data())
    def act_right(self, data: st.DataObject) -> None:
        legal = [str(action) for action in self.game.legal_actions()]
        action = data.draw(st.sampled_from(legal))
        games = len(self.table.games)
        answer = self.act(self.held[self.table.acting], action, self.table.answer)
        assert answer["type"] == "done"
        self.history.append(action)
        self.inside.settle()
        if self.table.status == "between" or len(self.table.games) > games:
            self.history.clear()
        self.number = max(self.number + 1, self.table.number)

    @precondition(lambda self: self.playing)
    @rule(data=st.data(), steps=st.integers(1, 40))
    def play_on(self, data: st.DataObject, steps: int) -> None:
        for _ in range(steps):
            if self.playing:
                self.act_right(data)

    @precondition(lambda self: self.playing)
    @rule(visitor=st.sampled_from(VISITORS), off=st.sampled_from([-2, -1, 1, 7]))
    def act_stale(self, visitor: str, off: int) -> None:
        action = str(self.game.legal_actions()[0])
        answer = self.act(visitor, action, max(0, self.table.answer + off))
        assert answer == ("stale" if visitor in self.held.values() else "forbidden")
        self.expect(0)

    @precondition(lambda self: self.playing)
    @rule(visitor=st.sampled_from(VISITORS))
    def act_for_somebody_else(self, visitor: str) -> None:
        if self.held[self.table.acting] != visitor:
            answer = self.act(visitor, str(self.game.legal_actions()[0]), self.table.answer)
            assert answer in ("out_of_turn", "forbidden")
            self.expect(0)

    @precondition(lambda self: self.playing)
    @rule(action=st.sampled_from(["-1", "-48", "1x", "24:g8n", "48:a1e", "24:m13w", "x", "-99"]))
    def act_wrongly(self, action: str) -> None:
        if action not in [str(legal) for legal in self.game.legal_actions()]:
            acting = self.held[self.table.acting]
            if len(action) > 1:
                assert self.act(acting, action, self.table.answer) in ("illegal", "malformed")
                self.expect(0)

    @precondition(lambda self: self.begun and self.sent)
    @rule(data=st.data())
    def act_again(self, data: st.DataObject) -> None:
        visitor, command = data.draw(st.sampled_from(self.sent))
        if command["answers"] != self.table.answer:
            answer = self.inside.do(self.id, visitor, **command)
            assert answer in ("stale", "out_of_turn", "forbidden", "closed")
            self.expect(0)

    @precondition(lambda self: self.playing)
    @rule()
    def take_back(self) -> None:
        may = self.table.may_take_back
        acting = self.held[self.table.acting]
        answer = self.inside.do(self.id, acting, type="take_back", answers=self.table.answer)
        if may:
            self.history.pop()
            self.expect(1)
        else:
            assert answer == "illegal"
            self.expect(0)

    # --- connections

    @rule(visitor=st.sampled_from([*VISITORS, None]), data=st.data())
    def connect(self, visitor: str | None, data: st.DataObject) -> None:
        since = data.draw(st.integers(0, self.number))
        ear = Ear(self.inside, self.id, visitor, since)
        welcome = json.loads(ear.heard[0])
        numbers = [event["number"] for event in welcome["events"]]
        first = max(since, self.number - EVENTS_AT_ONCE) + 1
        assert numbers == list(range(first, self.number + 1))
        self.ears.append(ear)

    @precondition(lambda self: self.ears)
    @rule(data=st.data())
    def hang_up(self, data: st.DataObject) -> None:
        ear = self.ears.pop(data.draw(st.integers(0, len(self.ears) - 1)))
        ear.hang_up(self.inside)

    @rule()
    def restart(self) -> None:
        before = self.table
        self.ears.clear()
        self.inside.restart()
        after = self.table
        self.inside.settle()
        assert after is not before
        assert (after.number, after.answer, after.seats) == (
            before.number,
            before.answer,
            before.seats,
        )
        assert after.games == before.games

    # --- what must always be true

    @invariant()
    def the_game_is_the_actions_that_were_accepted(self) -> None:
        if getattr(self, "begun", False) and self.table.status == "playing":
            assert [str(action) for _, action in self.game.history] == self.history

    @invariant()
    def everybody_has_heard_everything_in_order(self) -> None:
        for ear in self.ears:
            numbers: list[int] = []
            for text in ear.listen():
                message = json.loads(text)
                if message["type"] == "welcome":
                    numbers = [message["table"]["number"]]
                elif message["type"] == "event":
                    numbers.append(message["event"]["number"])
            assert numbers == list(range(numbers[0], self.number + 1)) or ear.listener.dropped

    def teardown(self) -> None:
        self.inside.close()
        self.folder.cleanup()


def test_nothing_people_do_breaks_a_table() -> None:
    run_state_machine_as_test(
        Machine,
        settings=settings(max_examples=as_many_as(15, 2), stateful_step_count=as_many_as(40, 10)),
    )
