"""A table: the state machine that a log of events is replayed on. It knows no files, no clocks.

A command is answered in two steps. First the table *decides*: it raises ``Refusal`` or returns the
events that would follow, and is unchanged either way. Then those are *applied*, to a copy that
takes its place once they are stored.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from kingdomino.errors import Phrase
from kingdomino.game.company import Member, write_company
from kingdomino.game.deal import Deal
from kingdomino.game.errors import IllegalAction, NotationError
from kingdomino.game.game import Game
from kingdomino.game.match import DYNASTY_GAMES, Match
from kingdomino.game.seats import Colour
from kingdomino.game.tags import COMPUTERS, GUESTS
from kingdomino.rules.ruleset import Rules
from kingdomino.server import events
from kingdomino.server.draw import Asked, Draw, draw_secrets
from kingdomino.server.errors import Refusal
from kingdomino.server.seat_requests import SeatRequests

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Status = Literal["open", "playing", "between", "finished", "archived"]

STAND_IN = "knight"
"""The level that acts for somebody whose clock has run out, or who has left."""

MOST_TAKE_BACKS = 5
"""How often a placement may be taken back in one turn: else a log could be filled without end."""

GUEST = "Guest"
"""What a record calls somebody who gave no name."""

MOST_RENAMES = 20
"""How often a seat's name is changed at the most: each time is an event, and kept for ever."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat at the table and who holds it."""

    colour: Colour
    kind: events.SeatKind
    name: str = ""
    """What a person gave as a name. A bot that plays on for somebody keeps theirs."""
    level: str | None = None
    visitor: str | None = None

    @property
    def called(self) -> str | Colour:
        """What refusals call whoever sits here: the name, or else the colour."""
        return self.name or self.colour

    @property
    def member(self) -> Member:
        """Who plays here from the next game on, as its record tells it."""
        return Member(level=self.level) if self.kind == "bot" else Member(self.name)


class Table:
    """One table as its log tells it."""

    def __init__(self, table_id: str, log: Iterable[tuple[int, events.Event]] = ()) -> None:
        """The table after a log of events with their times, in milliseconds since 1970."""
        self.id = table_id
        self.number = 0
        """The number of the last event."""
        self.updated = 0
        """When that was."""
        self.rules = Rules()
        self.public = False
        self.clock: int | None = None
        self.host = ""
        self.invite = ""
        self.seats: list[Seat] = []
        self.tutorial = False
        self.autostart = True
        self.previous: str | None = None
        self.rematch: str | None = None
        self.archived = False
        self.games: list[Game] = []
        self.companies: list[tuple[Member, ...]] = []
        """Who began each of the games."""
        self.renames: dict[int, int] = {}
        """How often the name of each seat was changed."""
        self.rest = 0
        """The number of the last event that was not an action."""
        self.answer = 0
        """The number of the event that led to the current position."""
        self.turn_began = 0
        """When the acting king's turn began."""
        self.taken_back = 0
        """How many placements have been taken back in that turn."""
        self.requests = SeatRequests()
        """Who asks for a seat."""
        self.removed: frozenset[str | None] = frozenset()
        """Whom the host has removed: at a public table they do not come back."""
        self.draw = Draw()
        """How far the drawing of the deals is, or was when the first game started."""
        self.settled: list[str] = []
        """The contributions that the deals are made with, once they are."""
        self.promised: list[str] = []
        """Their commitments, in the same order; none in logs from before there were any."""
        self._deals: list[Deal] = []
        for at, event in log:
            self.apply(event, at)

    def copy(self) -> Table:
        """Another table just like this one, to try events on."""
        twin = Table.__new__(Table)
        twin.__dict__.update(self.__dict__)
        twin.seats = list(self.seats)
        twin.requests = self.requests.copy()
        twin.games = [*self.games[:-1], *(game.copy() for game in self.games[-1:])]
        twin.companies = list(self.companies)
        twin.renames = dict(self.renames)
        return twin

    # --- what everybody can see

    @property
    def status(self) -> Status:
        """Where the table is in its life."""
        if self.archived:
            return "archived"
        if not self.games:
            return "open"
        if not self.games[-1].over:
            return "playing"
        return "finished" if len(self.games) == self.length else "between"

    @property
    def length(self) -> int:
        """How many games are played at this table."""
        return DYNASTY_GAMES if self.rules.dynasty else 1

    @property
    def game(self) -> Game | None:
        """The current game, or the last one; ``None`` before the first."""
        return self.games[-1] if self.games else None

    @property
    def match(self) -> Match:
        """The games so far, of which there must be one."""
        return Match(self.games)

    @property
    def acting(self) -> int | None:
        """The seat that is to act, if any is."""
        return self.games[-1].seat if self.games and not self.archived else None

    @property
    def deadline(self) -> int | None:
        """When the acting seat's clock runs out, in milliseconds since 1970, if it has one."""
        seat = self.acting
        if seat is None or self.clock is None or self.seats[seat].kind != "person":
            return None
        return self.turn_began + 1000 * self.clock

    @property
    def may_take_back(self) -> bool:
        """Whether the acting seat has placed and not yet claimed, nor too often before."""
        return self._has_placed and self.taken_back < MOST_TAKE_BACKS

    @property
    def _has_placed(self) -> bool:
        game = self.game
        return game is not None and game.phase == "claim" and game.round > 0

    def deals(self) -> list[tuple[Deal, bool]]:
        """The deal of each game, and whether it may be revealed."""
        played = sum(game.over for game in self.games)
        return [(deal, number < played) for number, deal in enumerate(self._deals)]

    def seats_of(self, visitor: str | None) -> list[int]:
        """The seats that a visitor holds."""
        if visitor is None:
            return []
        return [number for number, seat in enumerate(self.seats) if seat.visitor == visitor]

    @property
    def people(self) -> list[str]:
        """The visitors who sit here, in the order of their seats."""
        return list(dict.fromkeys(seat.visitor for seat in self.seats if seat.visitor))

    @property
    def awaited(self) -> list[str]:
        """The visitors whom the draw waits for."""
        return [visitor for visitor in self.people if self.draw.asks(visitor)]

    def asks(self, visitor: str) -> Asked | None:
        """What the draw waits for from a visitor. The deal of a tutorial is known."""
        if self.status != "open" or self.tutorial or visitor not in self.people:
            return None
        return self.draw.asks(visitor)

    def next_step(self) -> events.Sealed | events.Started | None:
        """What follows by itself: the draw is sealed, or the next game dealt."""
        if self.status == "between":
            return self.deal_next()
        if self.status != "open" or any(seat.kind == "open" for seat in self.seats):
            return None
        if self.tutorial:
            return self.deal_next() if self.autostart else None
        if self.awaited:
            return None
        if self.draw.sealed:
            return self.deal_next()
        return events.Sealed() if self.autostart else None

    def wake_at(self, interval: float) -> int | None:
        """When something is to happen here that no client asks for, if so."""
        if self.status == "between":
            return self.updated + int(1000 * interval)
        seat = self.acting
        if seat is None:
            return None
        return self.updated if self.seats[seat].kind == "bot" else self.deadline

    # --- deciding

    def join(self, visitor: str, name: str, seat: int | None, invite: str | None) -> events.Seated:
        """A visitor takes an open seat."""
        self._expect("open", Phrase("the game has begun: you can watch it"))
        if self.public and visitor in self.removed:
            raise Refusal("forbidden", "the host has asked you to leave: find another table")
        if not self.public and not self._invited(visitor, invite):
            raise Refusal("forbidden", "this table is by invitation: open the invite link")
        if seat is None:
            free = [number for number, seat in enumerate(self.seats) if seat.kind == "open"]
            if not free:
                raise Refusal("taken", "all seats are taken: you can watch")
            seat = free[0]
        elif self._seat(seat).kind != "open":
            raise Refusal(
                "taken", "{colour} is taken: choose another seat", colour=self.seats[seat].colour
            )
        return events.Seated(seat=seat, name=name, visitor=visitor)

    def _invited(self, visitor: str, invite: str | None) -> bool:
        if invite is not None and secrets.compare_digest(invite.encode(), self.invite.encode()):
            return True
        return visitor == self.host or bool(self.seats_of(visitor))

    def ask(self, visitor: str, name: str) -> list[events.Event]:
        """A visitor without an invitation asks the host for a seat."""
        self._expect("open", Phrase("the game has begun: you can watch it"))
        if self.seats_of(visitor):
            raise Refusal("taken", "you have a seat at this table already")
        if self.public or self._invited(visitor, None):
            raise Refusal("closed", "you need not ask at this table: take a seat")
        if all(seat.kind != "open" for seat in self.seats):
            raise Refusal("taken", "all seats are taken: you can watch")
        if self.requests.find_of(visitor) is not None:
            return []
        self.requests.expect_room(visitor)
        return [events.Asked(name=name, visitor=visitor)]

    def accept(self, visitor: str, request: int, seat: int | None) -> list[events.Event]:
        """The host gives an open seat to somebody who has asked for one."""
        self._expect_host(visitor)
        asker = self.requests.find(request)
        return [self.join(asker.visitor, asker.name, seat, self.invite)]

    def decline(self, visitor: str, request: int) -> list[events.Event]:
        """The host does not let in somebody who has asked for a seat."""
        self._expect_host(visitor)
        return [events.Declined(request=self.requests.find(request).number)]

    def withdraw(self, visitor: str) -> list[events.Event]:
        """A visitor asks for a seat no longer."""
        request = self.requests.find_of(visitor)
        if request is None:
            raise Refusal("closed", "you do not wait for a seat at this table")
        return [events.Withdrawn(request=request.number)]

    def rename(self, visitor: str, name: str, seat: int | None) -> list[events.Event]:
        """A visitor's name for a seat of theirs, the first if they do not say which."""
        mine = self._hold(visitor)
        self._expect_life()
        if seat is not None and seat not in mine:
            raise Refusal("forbidden", "you do not hold that seat")
        wanted = mine[0] if seat is None else seat
        if self.seats[wanted].name == name:
            return []
        if self.renames.get(wanted, 0) >= MOST_RENAMES:
            raise Refusal(
                "too_many", "this name has been changed too often: keep it for this table"
            )
        return [events.Renamed(seat=wanted, name=name)]

    def commit(self, visitor: str, commitment: str) -> list[events.Event]:
        """A visitor's client commits to its contribution; the last one counts.

        Who commits anew after the draw was sealed, for want of what it committed to, breaks it off.
        """
        seats = self._hold(visitor)
        self._expect(
            "open", Phrase("the deal is settled: commitments count before the game starts")
        )
        if self.draw.commitments.get(visitor) == commitment:
            return []
        self.draw.check_commitment(visitor, commitment)
        committed = events.Committed(visitor=visitor, seats=seats, commitment=commitment)
        return [*self._break_off(seats), committed]

    def reveal(self, visitor: str, contribution: str) -> list[events.Event]:
        """A visitor's client reveals the contribution that it committed to."""
        seats = self._hold(visitor)
        if self.draw.contributions.get(visitor) == contribution:
            return []
        self._expect(
            "open", Phrase("the deal is settled: contributions count before the game starts")
        )
        self.draw.check_contribution(visitor, contribution)
        return [events.Revealed(visitor=visitor, seats=seats, contribution=contribution)]

    def _break_off(self, seats: list[int]) -> list[events.Redrawn]:
        """A sealed draw begins anew when one of those who took part does not any more."""
        if not self.draw.sealed or self.status != "open":
            return []
        return [events.Redrawn(seats=seats, secrets=draw_secrets(self.rules))]

    def start(self, visitor: str, fill: str | None) -> list[events.Event]:
        """The host starts the game, or anybody at the table the next game of a Dynasty."""
        if self.status == "between":
            self._hold(visitor)
            return [self.deal_next()]
        self._expect("open", Phrase("the game has begun already"))
        if visitor != self.host:
            raise Refusal("forbidden", "the host starts the game")
        free = [number for number, seat in enumerate(self.seats) if seat.kind == "open"]
        if free and fill is None:
            raise Refusal("closed", "not all seats are taken: wait, or fill them with bots")
        bots = [events.Filled(seat=seat, level=fill) for seat in free if fill is not None]
        if self.tutorial:
            return [*bots, self.deal_next()]
        if not self.awaited:
            return [*bots] if self.draw.sealed else [*bots, events.Sealed()]
        if bots and self.autostart:
            return [*bots]  # and as soon as everybody has committed, it starts by itself
        late = [seat.called for seat in self.seats if seat.visitor in self.awaited]
        raise Refusal("closed", "still to take part in the draw: {names}", names=late)

    def deal_next(self) -> events.Started:
        """The next game is dealt: the first with all contributions, the others as settled then."""
        settled = self.settled
        if not self.games and not self.tutorial:
            settled = [self.draw.contributions[who] for who in self.people]
        return events.Started(game=len(self.games) + 1, contributions=settled)

    def act(
        self, visitor: str, text: str, answers: int, seat: int | None = None
    ) -> list[events.Event]:
        """A visitor acts for a seat of theirs, in answer to the event that led here."""
        acting = self._expect_turn(visitor, answers, seat)
        return [self._decide_action(acting, text, "player")]

    def act_for(self, answers: int, text: str, by: events.By) -> list[events.Event]:
        """A bot acts, for itself or for somebody whose clock has run out."""
        if self.acting is None or answers != self.answer:
            raise Refusal("stale", "the game has gone on")
        return [self._decide_action(self.acting, text, by)]

    def _decide_action(self, seat: int, text: str, by: events.By) -> events.Acted:
        game = self.games[-1]
        try:
            action = game.find(text)
        except (IllegalAction, NotationError) as error:
            raise Refusal.because(error) from None
        return events.Acted(seat=seat, action=str(action), by=by)

    def take_back(self, visitor: str, answers: int, seat: int | None = None) -> list[events.Event]:
        """A visitor takes back the placement of a turn that is not complete."""
        acting = self._expect_turn(visitor, answers, seat)
        if not self._has_placed:
            raise Refusal("illegal", "there is no placement to take back in this turn")
        if not self.may_take_back:
            raise Refusal(
                "illegal",
                "a placement is taken back {most} times in a turn at the most",
                most=MOST_TAKE_BACKS,
            )
        return [events.TakenBack(seat=acting)]

    def replace(self, visitor: str, seat: int, level: str, gone: set[int]) -> list[events.Event]:
        """The host replaces a player who is gone; anybody at the table if the host is gone."""
        if self.status not in ("playing", "between"):
            raise Refusal("closed", "players are replaced during a game")
        mine = self._hold(visitor)
        if not self._presides(visitor, gone):
            raise Refusal("forbidden", "the host replaces players who are gone")
        if self._seat(seat).kind != "person":
            raise Refusal("illegal", "{colour} is a bot already", colour=self.seats[seat].colour)
        if seat in mine or seat not in gone:
            raise Refusal(
                "illegal",
                "{name} is here, or was a moment ago: wait a minute",
                name=self.seats[seat].called,
            )
        return [events.Replaced(seat=seat, level=level)]

    def _presides(self, visitor: str, gone: set[int]) -> bool:
        """Whether a visitor may decide about others: the host, or anybody once the host is gone."""
        return visitor == self.host or all(seat in gone for seat in self.seats_of(self.host))

    def remove(self, visitor: str, seat: int, gone: set[int]) -> list[events.Event]:
        """The host frees the seat of somebody before the game; anybody there if the host is gone.

        Where that somebody has taken part in a sealed draw, it begins anew.
        """
        if visitor != self.host:
            self._hold(visitor)
        self._expect("open", Phrase("the game has begun: who is gone can be replaced"))
        if not self._presides(visitor, gone):
            raise Refusal("forbidden", "the host decides who sits at this table")
        if self._seat(seat).kind != "person" or self.seats[seat].visitor == visitor:
            raise Refusal("illegal", "nobody else sits there")
        return [events.Removed(seat=seat), *self._break_off([seat])]

    def leave(self, visitor: str, seat: int | None) -> list[events.Event]:
        """A visitor gives back a seat, or hands it to a bot if the game has begun."""
        mine = self._hold(visitor)
        if seat is not None and seat not in mine:
            raise Refusal("forbidden", "you do not hold that seat")
        leaving = mine if seat is None else [seat]
        if self.status == "open":
            return [*[events.Left(seat=number) for number in leaving], *self._break_off(leaving)]
        if self.status in ("playing", "between"):
            return [events.Replaced(seat=number, level=STAND_IN) for number in leaving]
        raise Refusal("closed", "the game is over")

    def plan_rematch(self, visitor: str) -> list[events.SeatPlan]:
        """The seats of a rematch: everybody moves on by one, and keeps their colour."""
        self._hold(visitor)
        self._expect("finished", Phrase("a rematch follows a finished game"))
        if self.rematch is not None:
            raise Refusal("closed", "the rematch has been set up already")
        rotated = [*self.seats[1:], *self.seats[:1]]
        return [
            events.SeatPlan(
                colour=seat.colour,
                kind=seat.kind,
                name=seat.member.name,
                level=seat.level,
                visitor=seat.visitor,
            )
            for seat in rotated
        ]

    def _expect_life(self) -> None:
        if self.archived:
            raise Refusal("closed", "this table has been archived: it can only be looked at")

    def _expect(self, status: Status, otherwise: Phrase) -> None:
        self._expect_life()
        if self.status != status:
            raise Refusal("closed", otherwise)

    def _expect_host(self, visitor: str) -> None:
        if visitor != self.host:
            raise Refusal("forbidden", "the host decides who sits down")

    def _seat(self, number: int) -> Seat:
        if number >= len(self.seats):
            raise Refusal("unknown", "there is no seat {number} at this table", number=number)
        return self.seats[number]

    def _hold(self, visitor: str) -> list[int]:
        """The seats of somebody who must have one."""
        mine = self.seats_of(visitor)
        if not mine:
            raise Refusal("forbidden", "you have no seat at this table")
        return mine

    def _expect_turn(self, visitor: str, answers: int, seat: int | None) -> int:
        mine = self._hold(visitor)
        acting = self.acting
        if acting is None:
            self._expect("playing", Phrase("no game is being played"))
            raise AssertionError  # pragma: no cover  # a game being played has an acting seat
        if seat is not None and seat not in mine:
            raise Refusal("forbidden", "you do not hold that seat")
        if answers != self.answer:
            raise Refusal(
                "stale",
                "the game has gone on: event {answer} is to be answered",
                answer=self.answer,
            )
        if acting not in mine or seat not in (None, acting):
            raise Refusal(
                "out_of_turn", "it is the turn of {colour}", colour=self.seats[acting].colour
            )
        return acting

    # --- applying

    def apply(self, event: events.Event, at: int) -> None:
        """Go on by one event."""
        self.number += 1
        self.updated = at
        if not isinstance(event, events.Acted | events.TakenBack):
            self.rest = self.number
        match event:
            case events.Created():
                self._apply_created(event)
            case events.Seated():
                self._reseat(event.seat, kind="person", name=event.name, visitor=event.visitor)
                self.requests.forget(event.visitor)
            case events.Asked():
                self.requests.add(self.number, event.visitor, event.name)
            case events.Declined():
                self.requests.decline(event.request)
            case events.Withdrawn():
                self.requests.withdraw(event.request)
            case events.Left() | events.Removed():
                if isinstance(event, events.Removed):
                    self.removed |= {self.seats[event.seat].visitor}
                self._reseat(event.seat, kind="open")
                self.draw = self.draw.keep(self.people)
            case events.Filled() | events.Replaced():
                name = self.seats[event.seat].name
                self._reseat(event.seat, kind="bot", name=name, level=event.level)
            case events.Renamed():
                self._apply_renamed(event)
            case events.Committed():
                self.draw = self.draw.add_commitment(event.visitor, event.commitment)
            case events.Sealed():
                self.draw = self.draw.seal()
            case events.Revealed():
                self.draw = self.draw.add_contribution(event.visitor, event.contribution)
            case events.Redrawn():
                self.draw = self.draw.renew()
                self._deals = [Deal(secret) for secret in event.secrets]
            case events.Started():
                self._apply_started(event, at)
            case events.Acted():
                self._apply_acted(event, at)
            case events.TakenBack():
                self.games[-1].undo()
                self.taken_back += 1
                self.answer = self.number
            case events.Rematched():
                self.rematch = event.table
            case events.Archived():
                self.archived = True

    def _reseat(
        self,
        seat: int,
        *,
        kind: events.SeatKind,
        name: str = "",
        level: str | None = None,
        visitor: str | None = None,
    ) -> None:
        self.seats[seat] = Seat(self.seats[seat].colour, kind, name, level, visitor)

    def _apply_created(self, event: events.Created) -> None:
        self.rules = Rules.from_text(event.rules)
        self.public, self.clock, self.tutorial = event.public, event.clock, event.tutorial
        self.host, self.invite, self.previous = event.host, event.invite, event.previous
        self.autostart = event.autostart
        self._deals = [Deal(secret) for secret in event.secrets]
        self.seats = [
            Seat(Colour(plan.colour), plan.kind, plan.name, plan.level, plan.visitor)
            for plan in event.seats
        ]

    def _apply_started(self, event: events.Started, at: int) -> None:
        self.requests.close()
        if not self.games:
            drawn = self.draw.commitments
            self.promised = [drawn[who] for who in self.people if who in drawn]
        self.settled = event.contributions
        self._deals = [Deal(deal.secret, tuple(self.settled)) for deal in self._deals]
        deal = self._deals[len(self.games)]
        colours = tuple(seat.colour for seat in self.seats)
        company = tuple(seat.member for seat in self.seats)
        game = Game.from_deal(self.rules, deal, colours=colours)
        _introduce(game, company)
        if not self.tutorial:
            game.tags["Commitment"] = deal.commitment
        if self.promised:
            game.tags["Commitments"] = " ".join(self.promised)
        game.tags["Table"] = self.id
        if self.rules.dynasty:
            game.tags["Game"] = f"{event.game} of {self.length}"
        self.games.append(game)
        self.companies.append(company)
        self.answer = self.number
        self.turn_began, self.taken_back = at, 0

    def _apply_renamed(self, event: events.Renamed) -> None:
        self.seats[event.seat] = replace(self.seats[event.seat], name=event.name)
        self.renames[event.seat] = self.renames.get(event.seat, 0) + 1
        for number, company in enumerate(self.companies):
            changed = list(company)
            changed[event.seat] = Member(event.name)
            self.companies[number] = tuple(changed)
            self.games[number] = self.games[number].copy()
            _introduce(self.games[number], changed)

    def _apply_acted(self, event: events.Acted, at: int) -> None:
        game = self.games[-1]
        game.play(event.action)
        self.answer = self.number
        if game.phase != "claim" or game.round == 0:
            self.turn_began, self.taken_back = at, 0


def _introduce(game: Game, company: Sequence[Member]) -> None:
    """Write into a game, and so into its record, who plays."""
    names, tags = write_company(company, game.colours, GUEST)
    others = {name: text for name, text in game.tags.items() if name not in (COMPUTERS, GUESTS)}
    game.names, game.tags = tuple(names), tags | others
