"""Games that were written down: shown as they stand, or stepped through action by action."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.text import Text

from kingdomino.cli.board import describe_domino
from kingdomino.cli.console import is_interactive, make_console, print_json
from kingdomino.cli.errors import InputError, explained
from kingdomino.cli.scorecard import describe_score
from kingdomino.cli.sources import name_of, read_records, read_records_or_position
from kingdomino.cli.table import (
    NAME,
    Players,
    choose_look,
    draw_ranking,
    draw_table,
    name_winners,
)
from kingdomino.game.actions import Action, Claim, Place
from kingdomino.game.cells import Cell, cell_name
from kingdomino.game.position import Position
from kingdomino.game.scores import rank
from kingdomino.words import t, tn

if TYPE_CHECKING:
    from rich.console import Console

    from kingdomino.game.record import Record


@dataclass(frozen=True, slots=True)
class Moment:
    """A position and the action that led to it; none at the deal."""

    position: Position
    number: int = 0
    seat: int | None = None
    action: Action | None = None

    @property
    def marked(self) -> tuple[Cell, ...]:
        """The cells that the action took."""
        return (self.action.a, self.action.b) if isinstance(self.action, Place) else ()


def list_moments(record: Record) -> list[Moment]:
    """All moments of a recorded game, from the deal on."""
    game = record.replay(seed=0)
    positions = game.positions()
    moments = [Moment(positions[0])]
    for number, (seat, action) in enumerate(game.history, start=1):
        moments.append(Moment(positions[number], number, seat, action))
    return moments


def describe_action(action: Action, name: str) -> str:
    """What somebody does, as a sentence without its full stop."""
    if isinstance(action, Claim):
        return t(
            "{name} claims domino {domino} ({description})",
            name=name,
            domino=action.domino,
            description=describe_domino(action.domino),
        )
    if isinstance(action, Place):
        where = f"{cell_name(action.a)}-{cell_name(action.b)}"
        return t(
            "{name} places domino {domino} on {where}", name=name, domino=action.domino, where=where
        )
    return t("{name} throws domino {domino} away", name=name, domino=action.domino)


# --- show


def show(source: str, *, at: int | None, game: int | None, as_json: bool) -> None:
    """Print a position, or a record at one moment."""
    found = read_records_or_position(source)
    if isinstance(found, Position):
        if at is not None or game is not None:
            raise InputError("--at and --game are for records; this is a position.")
        players = Players([""] * found.rules.players, found.colours)
        moment = Moment(found)
    else:
        record = pick_game(found, game)
        players = Players(record.names, record.colours, record.tags)
        with explained(name_of(source)):
            moments = list_moments(record)
        moment = pick_moment(moments, at)
    if as_json:
        print_json(describe_moment(moment, players))
        return
    console = make_console()
    print_moment(moment, players, console)


def pick_game(records: list[Record], number: int | None) -> Record:
    """The game with this number, counted from 1; by default the last."""
    number = len(records) if number is None else number
    if not 1 <= number <= len(records):
        raise InputError(
            tn(
                "--game {number}: there is {n} game here.",
                "--game {number}: there are {n} games here.",
                len(records),
                number=number,
            )
        )
    return records[number - 1]


def pick_moment(moments: list[Moment], at: int | None) -> Moment:
    """The moment after so many actions, by default all."""
    if at is None:
        return moments[-1]
    last = len(moments) - 1
    if not 0 <= at <= last:
        raise InputError(
            "--at {at}: choose a number from 0 to {most}, the actions of the record.",
            at=at,
            most=len(moments) - 1,
        )
    return moments[at]


def print_moment(moment: Moment, players: Players, console: Console, *, large: bool = True) -> None:
    """Print the table at a moment, and the ranking when the game is over."""
    position = moment.position
    look = choose_look(console, large=large)
    console.print(
        draw_table(position, players, console, look=look, seat=moment.seat, marked=moment.marked)
    )
    if position.over:
        console.print()
        console.print(draw_ranking(position.scores(), players))
        console.print(Text(name_winners(position.winners(), players), "bold"))


def describe_moment(moment: Moment, players: Players) -> dict[str, object]:
    """A moment for ``--json``."""
    position = moment.position
    scores = position.scores()
    ranks = rank(scores)
    return {
        "rules": str(position.rules),
        "action_number": moment.number,
        "action": None if moment.action is None else str(moment.action),
        "action_seat": moment.seat,
        "round": position.round,
        "phase": position.phase,
        "seat": position.seat,
        "domino": position.domino,
        "line": [slot._asdict() for slot in position.line],
        "next_line": [slot._asdict() for slot in position.next_line],
        "seats": [
            {
                "seat": seat,
                "colour": str(players.colours[seat]),
                "name": players.names[seat],
                "rank": ranks[seat],
                **describe_score(kingdom, scores[seat]),
            }
            for seat, kingdom in enumerate(position.kingdoms)
        ],
        "over": position.over,
        "winners": position.winners() if position.over else None,
        "position": str(position),
    }


# --- replay


def replay(source: str, *, game: int | None, every: bool, as_json: bool) -> None:
    """Step through a record: by keys in a terminal, otherwise all at once."""
    record = pick_game(read_records(source), game)
    players = Players(record.names, record.colours, record.tags)
    with explained(name_of(source)):
        moments = list_moments(record)
    if as_json:
        print_json(
            {
                "rules": str(record.rules),
                "steps": [describe_moment(moment, players) for moment in moments],
            }
        )
        return
    console = make_console()
    if every or source == "-" or not is_interactive():
        for moment in moments:
            console.print(describe_step(moment, moments, players))
            print_moment(moment, players, console)
            console.print()
    else:
        step_through(moments, players, console)


def describe_step(moment: Moment, moments: list[Moment], players: Players) -> Text:
    """The line above a step: which it is and what happened."""
    text = Text(f"[{moment.number}/{len(moments) - 1}] ", "dim")
    if moment.seat is None or moment.action is None:
        return text.append(t("The deal"), "not dim bold")
    sentence = describe_action(moment.action, NAME)
    return text.append_text(players.tell(sentence, moment.seat, "not dim"))


TALL = 34  # lines on a screen that has room for large squares

BACK = {"p", "b", "k", "\x7f", "\x08", "\x1b[D", "\x1b[A", "\x1bOD", "\x1bOA"}
FIRST = {"0", "g", "\x1b[H", "\x1bOH", "\x1b[1~"}
LAST = {"$", "G", "e", "\x1b[F", "\x1bOF", "\x1b[4~"}
QUIT = {"q", "Q", "\x1b", "\x04"}


def step_through(moments: list[Moment], players: Players, console: Console) -> None:
    """Show one moment after the other, as the keys say."""
    from typer import getchar

    number = 0
    while True:
        console.clear()
        # What happened stands at the bottom, where it is seen even if the table is too tall.
        print_moment(moments[number], players, console, large=console.height >= TALL)
        console.print(describe_step(moments[number], moments, players))
        console.print(
            t("Enter, space: on   p: back   g, e: to the first, last   q: quit"), style="dim"
        )
        try:
            key = getchar()
        except EOFError:
            return
        if key in QUIT:
            return
        if key in BACK:
            number = max(0, number - 1)
        elif key in FIRST:
            number = 0
        elif key in LAST:
            number = len(moments) - 1
        else:
            number = min(len(moments) - 1, number + 1)
