"""Every message of the protocol, as the models that are validated with and documented from.

``docs/protocol.md`` explains them; ``/api/schema`` serves their JSON Schema.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter

from kingdomino.server.errors import Code
from kingdomino.server.events import By, Edition, SeatKind
from kingdomino.server.names import LONGEST_NAME, clean_name
from kingdomino.server.seat_requests import Standing

PROTOCOL = 2
"""The version of the protocol. It changes when an old client would no longer understand."""

LARGEST_MESSAGE = 4096
"""Bytes of a message from a client at the most."""

LONGEST_CLOCK = 14 * 24 * 3600

Level = Literal["page", "squire", "knight", "duke", "monarch"]

Phrase = Literal[
    "hello",
    "good_luck",
    "have_fun",
    "nice_move",
    "well_played",
    "oops",
    "thinking",
    "hurry",
    "thanks",
    "sorry",
    "good_game",
    "one_more",
]
"""What can be said at a table; clients put it into words."""


class Model(BaseModel):
    """A message or part of one: unknown fields are refused, and so are NaN and infinity."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)


class NamedTerm(Model):
    """A terrain, a colour or a level in English: each language has its own word for it."""

    kind: Literal["terrain", "colour", "level"]
    term: str


class Told(Model):
    """Something said as data, so that clients can say it in any language: ``kingdomino.errors``.

    ``values`` stand for the placeholders of ``template``. Texts among them stay as they are, terms
    and what is told are translated, lists are joined. With ``plural`` the value ``n`` decides.
    """

    template: str
    values: dict[str, str | int | float | NamedTerm | Told | list[str | int | NamedTerm | Told]]
    plural: str | None = None


class Explained(Told):
    """Something said as data, and in English."""

    reason: str


Name = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME), AfterValidator(clean_name)]
Commitment = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
Contribution = Annotated[str, Field(pattern="^[0-9a-f]{32,128}$")]
"""At least 128 bits, so that nobody guesses it from its commitment."""
ActionText = Annotated[str, Field(min_length=2, max_length=8, examples=["-15", "10:g6s", "10x"])]
SeatNumber = Annotated[int, Field(ge=0, le=3)]
Answered = Annotated[int, Field(ge=0, le=2**53)]
CommandId = Annotated[str | None, Field(max_length=40)]

# --- What a client sends ------------------------------------------------------------------------


class Command(Model):
    """What a client asks of a table. ``id`` comes back in the answer."""

    id: CommandId = None


class Act(Command):
    """Claim, place or discard, in answer to event ``answers``."""

    type: Literal["act"]
    action: ActionText
    answers: Answered
    seat: SeatNumber | None = None


class TakeBack(Command):
    """Take back the placement of this turn, in answer to event ``answers``."""

    type: Literal["take_back"]
    answers: Answered
    seat: SeatNumber | None = None


class Rename(Command):
    """Be called something else at this table from now on, or nothing at all (``null``)."""

    type: Literal["rename"]
    name: Name | None
    seat: SeatNumber | None = None


class Commit(Command):
    """Commit to a contribution to the deals, by its SHA-256, before the game starts."""

    type: Literal["commit"]
    commitment: Commitment


class Reveal(Command):
    """Reveal that contribution, once the draw is sealed."""

    type: Literal["reveal"]
    contribution: Contribution


class Start(Command):
    """Start the game, or the next one of a Dynasty. ``fill`` puts bots on the open seats first."""

    type: Literal["start"]
    fill: Level | None = None


class Replace(Command):
    """Put a bot on the seat of a player who is gone."""

    type: Literal["replace"]
    seat: SeatNumber
    level: Level = "knight"


class Remove(Command):
    """Free the seat of somebody else before the game."""

    type: Literal["remove"]
    seat: SeatNumber


class Leave(Command):
    """Give back one's seat; in a game a bot takes it over."""

    type: Literal["leave"]
    seat: SeatNumber | None = None


class Accept(Command):
    """Give an open seat to somebody who has asked for one."""

    type: Literal["accept"]
    request: Answered
    seat: SeatNumber | None = None


class Decline(Command):
    """Do not let in somebody who has asked for a seat."""

    type: Literal["decline"]
    request: Answered


class Withdraw(Command):
    """Ask for a seat no longer."""

    type: Literal["withdraw"]


class Rematch(Command):
    """Play again at a new table with rotated seats."""

    type: Literal["rematch"]


class Say(Command):
    """Say one of the phrases to the table."""

    type: Literal["say"]
    phrase: Phrase
    seat: SeatNumber | None = None


class Fit(Command):
    """Ask where a domino would fit in one's kingdom as it stands, and what it would bring."""

    type: Literal["fit"]
    domino: Annotated[int, Field(ge=1, le=48)]
    seat: SeatNumber | None = None


class Hint(Command):
    """Ask what a bot would do in one's place."""

    type: Literal["hint"]
    level: Level = "monarch"


class Ping(Command):
    """Ask whether the server is there."""

    type: Literal["ping"]


AnyCommand = (
    Act
    | TakeBack
    | Rename
    | Commit
    | Reveal
    | Start
    | Replace
    | Remove
    | Leave
    | Accept
    | Decline
    | Withdraw
    | Rematch
    | Say
    | Fit
    | Hint
)
ClientMessage = Annotated[AnyCommand | Ping, Field(discriminator="type")]
TableCommand = Annotated[AnyCommand, Field(discriminator="type")]

CLIENT_MESSAGE: TypeAdapter[AnyCommand | Ping] = TypeAdapter(ClientMessage)

# --- What the server shows ----------------------------------------------------------------------


class RulesState(Model):
    """The rules of a table, and the numbers that follow from them."""

    text: str
    edition: Edition
    players: int
    middle_kingdom: bool
    harmony: bool
    dynasty: bool
    mighty_duel: bool
    grid: int
    rounds: int
    line_length: int
    kings_each: int
    deck_size: int


class SeatState(Model):
    """Who sits where."""

    seat: int
    colour: str
    kind: SeatKind
    name: str
    """What a person gave as a name, or nothing. A bot has none, unless it plays on for somebody."""
    level: Level | None


class SlotState(Model):
    """A domino of a line and the seat whose king stands on it."""

    domino: int
    seat: int | None


class WaitingState(Model):
    """A king yet to finish its turn in this round; ``domino`` is null once it is in hand."""

    seat: int
    domino: int | None


class TerritoryState(Model):
    """Squares of one terrain that hang together."""

    terrain: str
    squares: int
    crowns: int
    points: int
    cells: list[str]


class ScoreState(Model):
    """What a kingdom is worth and why."""

    total: int
    territories: list[TerritoryState]
    bonuses: dict[str, int]
    largest: int
    crowns: int


class LaidDomino(Model):
    """A domino in a kingdom: its first half lies on ``a``, its second on ``b``."""

    domino: int
    a: str
    b: str


class KingdomState(Model):
    """A kingdom: squares by cell (``{"g8": "w1"}``), dominoes in the order they were placed.

    ``frame`` is the south-western and the north-eastern cell that it may still reach.
    """

    squares: dict[str, str]
    dominoes: list[LaidDomino]
    frame: tuple[str, str]
    discards: int
    score: ScoreState


class GameState(Model):
    """A game as everybody sees it."""

    game: int
    number: int
    """The event that led here: the one an action has to answer."""
    round: int
    rounds: int
    phase: Literal["claim", "place", "over"]
    seat: int | None
    domino: int | None
    line: list[SlotState]
    next_line: list[SlotState]
    waiting: list[WaitingState]
    left: int
    """How many dominoes are still to be drawn."""
    unseen: list[int]
    """Dominoes that have never been face up, whether to be drawn or left out of the game."""
    kingdoms: list[KingdomState]
    ranks: list[int]
    """1 for whoever leads, or has won if the game is over; equals share a rank."""
    winners: list[int]
    deadline: int | None
    """When the acting seat's clock runs out, in milliseconds since 1970."""
    take_back: bool
    """Whether the acting seat may take back its placement."""
    last: str | None
    """The last action, if there was one."""
    last_seat: int | None


class DealState(Model):
    """The fair deal of one game: ``secret`` is null until the game is over."""

    commitment: str
    commitments: list[str]
    """Those of the contributions, in the same order."""
    contributions: list[str]
    secret: str | None


class DrawState(Model):
    """How far the drawing of the deals is, before the first game."""

    number: int
    """2 if a draw has been broken off, and so on."""
    sealed: bool
    """Whether everybody has committed, so that contributions are to be revealed."""
    commitments: list[str | None]
    """By seat; seats of one visitor have the same."""
    revealed: list[bool]
    """By seat, who has revealed."""


class MatchState(Model):
    """How the games of this table stand: one, or the three of a Dynasty."""

    games: int
    played: int
    totals: list[int]
    results: list[list[int]]
    """For each finished game every seat's points."""
    over: bool
    winners: list[int]


class SeatRequestState(Model):
    """Somebody who asks for a seat; ``number`` is that of the event by which they did."""

    number: int
    name: str


class TableState(Model):
    """All there is to know about a table."""

    id: str
    number: int
    status: Literal["open", "playing", "between", "finished", "archived"]
    rules: RulesState
    public: bool
    clock: int | None
    seats: list[SeatState]
    requests: list[SeatRequestState]
    deals: list[DealState]
    draw: DrawState | None
    """Null once the first game has started, and for a tutorial, whose deal is known."""
    draws: int
    """How many draws there have been: more than 1 if some were broken off."""
    match: MatchState
    tutorial: bool
    previous: str | None
    rematch: str | None
    game: GameState | None


class LegalAction(Model):
    """An action that is legal now. A placement has cells, the points it adds and the new total."""

    action: str
    domino: int
    cells: list[str] | None = None
    points: int | None = None
    total: int | None = None


class LegalState(Model):
    """What the acting seat may do. Sent only to whoever holds that seat."""

    seat: int
    answers: int
    phase: Literal["claim", "place"]
    actions: list[LegalAction]
    reason: str | None
    """Why the domino must be discarded, if it must; in English."""
    why: Told | None
    """The same as data."""


class PresenceState(Model):
    """Whose clients are connected, seat by seat, and how many others watch."""

    seats: list[bool]
    spectators: int
    warming: Level | None = None
    """The level whose bot is to act, and is still getting ready."""


class You(Model):
    """What the receiving visitor is at this table; ``name`` is empty if they gave none."""

    name: str
    seats: list[int]
    host: bool
    invite: str | None
    """The code of the invite link, for those who may pass it on."""
    request: Standing | None
    """What has become of your request for a seat."""


# The events as they are sent: those of ``kingdomino.server.events`` without what is secret.


class Sent(Model):
    """An event as it is sent."""

    number: int
    at: int


class SeatShown(Model):
    """A seat as it was set up."""

    colour: str
    kind: SeatKind
    name: str
    level: Level | None


class CreatedEvent(Sent):
    kind: Literal["created"]
    rules: str
    public: bool
    clock: int | None
    seats: list[SeatShown]
    tutorial: bool
    previous: str | None
    autostart: bool


class SeatedEvent(Sent):
    kind: Literal["seated"]
    seat: int
    name: str


class RenamedEvent(Sent):
    kind: Literal["renamed"]
    seat: int
    name: str


class AskedEvent(Sent):
    kind: Literal["asked"]
    name: str


class DeclinedEvent(Sent):
    kind: Literal["declined"]
    request: int


class WithdrawnEvent(Sent):
    kind: Literal["withdrawn"]
    request: int


class FilledEvent(Sent):
    kind: Literal["filled"]
    seat: int
    level: Level


class LeftEvent(Sent):
    kind: Literal["left"]
    seat: int


class RemovedEvent(Sent):
    kind: Literal["removed"]
    seat: int


class CommittedEvent(Sent):
    kind: Literal["committed"]
    seats: list[int]
    commitment: str


class SealedEvent(Sent):
    kind: Literal["sealed"]


class RevealedEvent(Sent):
    kind: Literal["revealed"]
    seats: list[int]


class RedrawnEvent(Sent):
    kind: Literal["redrawn"]
    seats: list[int]


class ContributedEvent(Sent):
    kind: Literal["contributed"]
    contribution: str


class StartedEvent(Sent):
    kind: Literal["started"]
    game: int
    contributions: list[str]


class ActedEvent(Sent):
    kind: Literal["acted"]
    seat: int
    action: str
    by: By


class TakenBackEvent(Sent):
    kind: Literal["taken_back"]
    seat: int


class ReplacedEvent(Sent):
    kind: Literal["replaced"]
    seat: int
    level: Level


class RematchedEvent(Sent):
    kind: Literal["rematched"]
    table: str


class ArchivedEvent(Sent):
    kind: Literal["archived"]


SentEvent = Annotated[
    CreatedEvent
    | SeatedEvent
    | RenamedEvent
    | AskedEvent
    | DeclinedEvent
    | WithdrawnEvent
    | FilledEvent
    | LeftEvent
    | RemovedEvent
    | CommittedEvent
    | SealedEvent
    | RevealedEvent
    | RedrawnEvent
    | ContributedEvent
    | StartedEvent
    | ActedEvent
    | TakenBackEvent
    | ReplacedEvent
    | RematchedEvent
    | ArchivedEvent,
    Field(discriminator="kind"),
]

# --- What the server sends ----------------------------------------------------------------------


class Welcome(Model):
    """The first message on every connection: the whole view, and the events since the last seen."""

    type: Literal["welcome"]
    protocol: int
    now: int
    you: You
    table: TableState
    legal: LegalState | None
    events: list[SentEvent]
    presence: PresenceState


class Happened(Model):
    """An event, and the table as it is after it."""

    type: Literal["event"]
    event: SentEvent
    table: TableState
    legal: LegalState | None


class Changed(Model):
    """What the receiving visitor is at this table has changed."""

    type: Literal["you"]
    you: You


class Presence(Model):
    """Somebody has come or gone."""

    type: Literal["presence"]
    presence: PresenceState


class Said(Model):
    """Somebody says something."""

    type: Literal["said"]
    seat: int
    phrase: Phrase


class Done(Model):
    """A command was carried out and is stored; ``number`` is the last event's."""

    type: Literal["done"]
    id: str | None
    number: int
    table: str | None = None


class Refused(Explained):
    """A command was refused and has changed nothing."""

    type: Literal["refused"]
    id: str | None
    code: Code
    number: int


class Fits(Model):
    """The answer to ``fit``: all placements of the domino, none if it fits nowhere."""

    type: Literal["fits"]
    id: str | None
    seat: int
    domino: int
    placements: list[LegalAction]


class Hinted(Model):
    """The answer to ``hint``; ``level`` is who gives it: the strongest who is ready so far."""

    type: Literal["hinted"]
    id: str | None
    seat: int
    answers: int
    action: str
    level: Level


class Pong(Model):
    """The answer to ``ping``."""

    type: Literal["pong"]
    id: str | None
    now: int


ServerMessage = Annotated[
    Welcome | Happened | Changed | Presence | Said | Done | Refused | Fits | Hinted | Pong,
    Field(discriminator="type"),
]
Answer = Annotated[Done | Fits | Hinted, Field(discriminator="type")]

SERVER_MESSAGE: TypeAdapter[
    Welcome | Happened | Changed | Presence | Said | Done | Refused | Fits | Hinted | Pong
] = TypeAdapter(ServerMessage)


def schema() -> dict[str, object]:
    """The JSON Schema of every message on the wire, from the models above."""
    return {
        "protocol": PROTOCOL,
        "client": CLIENT_MESSAGE.json_schema(),
        "server": SERVER_MESSAGE.json_schema(),
    }
