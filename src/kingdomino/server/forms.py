"""What is sent to and answered by the HTTP API, besides the messages of the protocol."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from kingdomino.server.errors import Code
from kingdomino.server.events import Edition
from kingdomino.server.messages import (
    LONGEST_CLOCK,
    Commitment,
    Explained,
    GameState,
    Level,
    Model,
    Name,
    Phrase,
    RulesState,
    ScoreState,
    SeatNumber,
    SentEvent,
    You,
)

Cell = Annotated[str, Field(pattern="^[a-m]([1-9]|1[0-3])$")]
SquareText = Annotated[str, Field(pattern="^[wflgsm][0-3]?$")]
Colour = Literal["Pink", "Yellow", "Green", "Blue"]


class Problem(Explained):
    """Why a request was refused."""

    code: Code


class VisitorForm(Model):
    """What to call you from now on; ``null`` is to have no name."""

    name: Name | None


class VisitorState(Model):
    """Who the server takes you for; ``name`` is null for somebody who has not given one."""

    name: str | None
    bot: bool = False


class SeatForm(Model):
    """Who is to sit on a seat: ``me`` (also several times, to pass the device on), anybody, a bot.

    ``name`` is for ``me``, ``level`` for ``bot``. The first ``me`` is you: your name is remembered.
    """

    kind: Literal["me", "open", "bot"]
    name: Name | None = None
    level: Level | None = None
    colour: Colour | None = None


class TableForm(Model):
    """A table to be set up. There are as many seats as players."""

    seats: Annotated[list[SeatForm], Field(min_length=2, max_length=4)]
    edition: Edition = "classic"
    middle_kingdom: bool = False
    harmony: bool = False
    dynasty: bool = False
    mighty_duel: bool = False
    clock: Annotated[int | None, Field(ge=5, le=LONGEST_CLOCK)] = None
    public: bool = False
    autostart: bool = True
    tutorial: bool = False


class TableCreated(Model):
    """A new table, the code of its invite link, and what you are at it."""

    table: str
    invite: str
    you: You


class JoinForm(Model):
    """Take an open seat: any, or a certain one. A table by link asks for its invite code."""

    name: Name | None = None
    seat: SeatNumber | None = None
    invite: Annotated[str | None, Field(max_length=64)] = None
    commitment: Commitment | None = None


class AskForm(Model):
    """Ask for a seat at a table that is by invitation."""

    name: Name | None = None


class Joined(Model):
    """What you are at the table now."""

    table: str
    you: You


class EventPage(Model):
    """Events in order, and the number of the last there is: ask for more until you have it."""

    events: list[SentEvent]
    number: int


class TableSummary(Model):
    """A table in a list."""

    table: str
    status: str
    rules: str
    names: list[str | None]
    """Who sits where: null for an open seat, empty for a bot and for people without a name. A bot
    that plays on for somebody has their name."""
    levels: list[str | None]
    """Which seats are bots, and of which level."""
    open_seats: int
    clock: int | None
    public: bool
    updated: int
    yours: bool
    your_seats: list[int]
    your_turn: bool


class TableList(Model):
    tables: list[TableSummary]


class InviteState(Model):
    """Where an invite link leads."""

    table: TableSummary


class DominoState(Model):
    """A domino of the box: its squares as text, such as ``w`` and ``f1``."""

    number: int
    a: str
    b: str


class LevelState(Model):
    """A level of bots: what its bots are called, and a sentence about them, to be translated."""

    name: Level
    title: str
    character: str


class VariantState(Model):
    name: str
    title: str
    explanation: str
    players: list[int]


class Options(Model):
    """All that can be chosen, and the box: what a client needs to know before a game."""

    protocol: int
    version: str
    address: str | None
    """What links that are passed on begin with: not every visitor sees the server under the name
    that others can reach. Null if the server knows of none."""
    ready: bool
    """Whether the engine has warmed up; until then tables take a moment longer to answer."""
    editions: list[VariantState]
    variants: list[VariantState]
    players: list[int]
    colours: list[str]
    levels: list[LevelState]
    phrases: list[Phrase]
    clocks: list[int]
    terrains: dict[str, str]
    dominoes: list[DominoState]


class RecordForm(Model):
    """A game record to look at."""

    record: Annotated[str, Field(min_length=1, max_length=32_000)]


class Step(Model):
    """A position of a replay and the action that led to it; none for the first."""

    seat: int | None
    action: str | None
    state: GameState


class Replay(Model):
    """A game from the deal to its end, or as far as it got."""

    rules: RulesState
    colours: list[str]
    names: list[str]
    """Empty for computer players, and for people who gave no name."""
    levels: list[str | None]
    """Who is a computer player, and of which level."""
    over: bool
    record: str
    steps: list[Step]


class KingdomForm(Model):
    """A kingdom from a real table: squares by cell, the castle on g7."""

    squares: Annotated[dict[Cell, SquareText], Field(max_length=169)]
    grid: Literal[5, 7] = 5
    middle_kingdom: bool = False
    harmony: bool = False
    discards: Annotated[int | None, Field(ge=0, le=24)] = None


class KingdomScored(Model):
    """What such a kingdom is worth, and what about it is impossible."""

    score: ScoreState
    complete: bool
    warnings: list[Explained]


class PadPlayer(Model):
    name: Name
    colour: Colour
    squares: Annotated[dict[Cell, SquareText], Field(max_length=169)]
    total: Annotated[int, Field(ge=0, le=9999)]


class PadForm(Model):
    """Kingdoms from a real table to be drawn."""

    grid: Literal[5, 7] = 5
    players: Annotated[list[PadPlayer], Field(min_length=1, max_length=4)]


class Counted(Model):
    """What of a score decides who stands higher."""

    total: Annotated[int, Field(ge=0, le=9999)]
    largest: Annotated[int, Field(ge=0, le=168)] = 0
    crowns: Annotated[int, Field(ge=0, le=255)] = 0


class RankingForm(Model):
    """Players from a real table: the scores of each of their games."""

    players: Annotated[
        list[Annotated[list[Counted], Field(min_length=1, max_length=3)]],
        Field(min_length=1, max_length=4),
    ]


class Ranking(Model):
    """Places from 1; those who share one are equal even after tie-breaks."""

    totals: list[int]
    ranks: list[int]
    winners: list[int]


class TokenForm(Model):
    name: Name


class TokenState(Model):
    """A bot's token: it is shown once, and goes into ``Authorization: Bearer …``."""

    token: str
    name: str


class BotAction(Model):
    """A bot's action, in answer to event ``answers``."""

    action: Annotated[str, Field(min_length=2, max_length=8)]
    answers: Annotated[int, Field(ge=0, le=2**53)]
    seat: SeatNumber | None = None
