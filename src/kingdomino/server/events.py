"""The events of a table: what its log is made of, and what of it the world may see.

State is the replay of the log. An event is only ever added, and its number is its place in the log
of its table, counted from 1. Fields named in ``SECRET_FIELDS`` never leave the server.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

By = Literal["player", "bot", "clock"]
Edition = Literal["classic", "revised"]
SeatKind = Literal["open", "person", "bot"]


class Model(BaseModel):
    """A model that knows exactly its own fields."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class SeatPlan(Model):
    """Who sits where: an open seat, a person, or a bot of some level.

    A name is what a person gave, and empty if nothing was.
    """

    colour: str
    kind: SeatKind
    name: str = ""
    level: str | None = None
    visitor: str | None = None


class Created(Model):
    """A table is set up; its deals are settled, and committed to, before anybody contributes."""

    kind: Literal["created"] = "created"
    rules: str
    public: bool
    clock: int | None
    host: str
    invite: str
    seats: list[SeatPlan]
    secrets: list[str]
    tutorial: bool = False
    previous: str | None = None
    autostart: bool = True
    given: bool = True
    """Whether names are such as people gave; see ``_forget_placeholders``."""


class Seated(Model):
    """A visitor has taken an open seat."""

    kind: Literal["seated"] = "seated"
    seat: int
    name: str
    visitor: str
    given: bool = True


class Renamed(Model):
    """Somebody who holds a seat is called something else from now on; nothing, if it is empty."""

    kind: Literal["renamed"] = "renamed"
    seat: int
    name: str


class Asked(Model):
    """A visitor asks for a seat at a table that is by invitation."""

    kind: Literal["asked"] = "asked"
    name: str
    visitor: str


class Declined(Model):
    """The host has not let in who asked by that event."""

    kind: Literal["declined"] = "declined"
    request: int


class Withdrawn(Model):
    """Who asked by that event does not want a seat any more."""

    kind: Literal["withdrawn"] = "withdrawn"
    request: int


class Filled(Model):
    """A bot has taken an open seat."""

    kind: Literal["filled"] = "filled"
    seat: int
    level: str


class Left(Model):
    """A visitor has given back a seat before the game began."""

    kind: Literal["left"] = "left"
    seat: int


class Removed(Model):
    """The host has freed a seat before the game began."""

    kind: Literal["removed"] = "removed"
    seat: int


class Committed(Model):
    """A visitor's client has committed to its contribution to the deals, by its SHA-256."""

    kind: Literal["committed"] = "committed"
    visitor: str
    seats: list[int]
    commitment: str


class Sealed(Model):
    """Everybody has committed: the contributions can be revealed."""

    kind: Literal["sealed"] = "sealed"


class Revealed(Model):
    """A client has revealed its contribution, which the others see when the game starts."""

    kind: Literal["revealed"] = "revealed"
    visitor: str
    seats: list[int]
    contribution: str


class Redrawn(Model):
    """A sealed draw was broken off at these seats: there are new secrets, and all commit anew."""

    kind: Literal["redrawn"] = "redrawn"
    seats: list[int]
    secrets: list[str]


class Contributed(Model):
    """A visitor's client has contributed, for all to see: as old logs have it. It counts only in
    what their ``Started`` names."""

    kind: Literal["contributed"] = "contributed"
    visitor: str
    contribution: str


class Started(Model):
    """A game has been dealt: the first, or the next one of a Dynasty."""

    kind: Literal["started"] = "started"
    game: int
    contributions: list[str]


class Acted(Model):
    """A seat has claimed, placed or discarded."""

    kind: Literal["acted"] = "acted"
    seat: int
    action: str
    by: By = "player"


class TakenBack(Model):
    """A seat has taken back its placement, before its claim."""

    kind: Literal["taken_back"] = "taken_back"
    seat: int


class Replaced(Model):
    """A bot has taken over the seat of somebody who is gone."""

    kind: Literal["replaced"] = "replaced"
    seat: int
    level: str


class Rematched(Model):
    """The same players have moved on to a new table."""

    kind: Literal["rematched"] = "rematched"
    table: str


class Archived(Model):
    """The table has been idle for long, and is only to be looked at from now on."""

    kind: Literal["archived"] = "archived"


Event = (
    Created
    | Seated
    | Renamed
    | Asked
    | Declined
    | Withdrawn
    | Filled
    | Left
    | Removed
    | Committed
    | Sealed
    | Revealed
    | Redrawn
    | Contributed
    | Started
    | Acted
    | TakenBack
    | Replaced
    | Rematched
    | Archived
)

SECRET_FIELDS = {"secrets", "invite", "host", "visitor"}
"""What is left out of an event when it is sent: the pile, and what tells visitors apart."""

PLACEHOLDERS = frozenset({"Guest", "You", "Sina", "Te", "Þú", "Jūs", "Tu", "Ty", "Вы"})
"""What was once stored as the name of somebody who had not given one."""

_READER: TypeAdapter[Event] = TypeAdapter(Annotated[Event, Field(discriminator="kind")])


def write_event(event: Event) -> str:
    """The event as it is stored."""
    return event.model_dump_json()


def read_event(body: str) -> Event:
    """The event that was stored."""
    event = _READER.validate_json(body)
    if isinstance(event, Created | Seated) and "given" not in event.model_fields_set:
        return _forget_placeholders(event)
    return event


def _forget_placeholders(event: Created | Seated) -> Created | Seated:
    """An event of an earlier version, which named bots by their titles, and people without a name
    *You* in the language of their page."""
    if isinstance(event, Seated):
        return event.model_copy(update={"name": _forget(event.name)})
    seats = [
        seat.model_copy(update={"name": "" if seat.kind == "bot" else _forget(seat.name)})
        for seat in event.seats
    ]
    return event.model_copy(update={"seats": seats})


def _forget(name: str) -> str:
    return "" if name in PLACEHOLDERS else name


def publish(event: Event, number: int, at: int) -> dict[str, object]:
    """The event as it is sent, with its number and time, without its secrets."""
    body = event.model_dump(exclude=SECRET_FIELDS | {"given"})
    if isinstance(event, Created):
        for seat in body["seats"]:
            del seat["visitor"]
    if isinstance(event, Revealed):
        del body["contribution"]
    return {"number": number, "at": at, **body}
