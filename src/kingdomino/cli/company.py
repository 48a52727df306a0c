"""Who sits at the table: people by their names, computer players by their levels."""

from __future__ import annotations

from dataclasses import dataclass
from threading import Thread
from typing import TYPE_CHECKING

from kingdomino.cli.errors import InputError
from kingdomino.cli.sources import find_own_players
from kingdomino.errors import Phrase, quote
from kingdomino.game.company import NOBODY, Member, read_company, write_company
from kingdomino.game.game import Game
from kingdomino.game.seats import Colour
from kingdomino.game.tags import COMPUTERS
from kingdomino.players.levels import LEVELS, Level, UnknownLevel, find_opponent
from kingdomino.players.registry import PlayerError
from kingdomino.rules.compiled import JIT
from kingdomino.rules.entries import TABLE, load

if TYPE_CHECKING:
    from collections.abc import Sequence


BOT = "bot:"
"""What stands before a level where a name could stand too."""


@dataclass(frozen=True, slots=True)
class Guest:
    """A person by name, perhaps an empty one, or a computer player: a level, or used as one."""

    name: str = ""
    level: Level | None = None

    @property
    def member(self) -> Member:
        """The same without what makes the player."""
        return Member(self.name, None if self.level is None else self.level.name)


def read_guests(texts: Sequence[str], players: int) -> list[Guest]:
    """The guests that ``--seat`` names; people sit where it says nothing.

    ``InputError`` if there are too many or a name or level does not do.
    """
    if len(texts) > players:
        raise InputError(
            "--seat is given {number} times, but the number of players is {players}.",
            number=len(texts),
            players=players,
        )
    guests = [read_guest(text) for text in texts]
    return [*guests, *[Guest()] * (players - len(guests))]


def read_guest(text: str) -> Guest:
    """A person's name, or ``bot:`` and a level or any other player, named as for the arena.

    ``InputError`` if there is no such player.
    """
    if not text.lower().startswith(BOT):
        return read_person(text)
    name = text[len(BOT) :].strip()
    if ":" in name:
        find_own_players()
    try:
        return Guest(level=find_opponent(name))
    except (UnknownLevel, PlayerError) as error:
        raise InputError("{source}: {reason}", source="--seat", reason=error) from None


def read_person(name: str) -> Guest:
    """A person by name, whatever it is; ``InputError`` if it cannot be written down."""
    if not name.isprintable():
        raise InputError(
            "{source}: {reason}",
            source="--seat",
            reason=Phrase("a name is one line of printable characters."),
        )
    return Guest(name)


# --- in a record


def seat_guests(game: Game, guests: Sequence[Guest]) -> None:
    """Write into a game, and so into its record, who plays."""
    names, tags = write_company([guest.member for guest in guests], game.colours)
    game.names = tuple(names)
    game.tags |= tags


def list_own_players(game: Game) -> list[str]:
    """The computer players of a game that are programs of somebody's, as ``module:Class``."""
    company = read_company(game.names, game.colours, game.tags)
    return list(dict.fromkeys(each.level for each in company if each.level and ":" in each.level))


def recall_guests(game: Game, trusted: Sequence[str] = ()) -> list[Guest]:
    """Who sat at a game that was saved; ``InputError`` if its tag cannot be understood.

    A file may come from anywhere, so of programs only those play that are ``trusted``.
    """
    for player in list_own_players(game):
        if player not in trusted:
            raise _blame_tag(
                Phrase(
                    "{player} is a program: if you trust it, let it play with {option}",
                    player=player,
                    option=f"--seat {BOT}{player}",
                )
            )
    tag = game.tags.get(COMPUTERS, NOBODY)
    for part in () if tag == NOBODY else tag.split(", "):
        colour, _, name = part.partition(" ")
        _recall_level(name)
        if colour not in set(Colour):
            raise _blame_tag(Phrase("{text} is no colour", text=quote(colour)))
        if colour not in game.colours:
            raise _blame_tag(Phrase("{colour} does not play", colour=Colour(colour)))
    return [
        Guest(member.name, None if member.level is None else _recall_level(member.level))
        for member in read_company(game.names, game.colours, game.tags)
    ]


def _recall_level(name: str) -> Level:
    if ":" in name:
        find_own_players()
    try:
        return find_opponent(name)
    except (UnknownLevel, PlayerError) as error:
        raise _blame_tag(error.phrase) from None


def _blame_tag(reason: Phrase) -> InputError:
    return InputError("the tag {tag}: {reason}.", tag=COMPUTERS, reason=reason)


# --- compiled code


class WarmUp:
    """Loads what the levels compile, weakest first, while people do something else.

    That takes a moment in every process, and after an installation most of a minute.
    """

    def __init__(self) -> None:
        self._thread = Thread(target=warm_up, name="warm-up", daemon=True)

    def begin(self) -> None:
        """Begin, unless nothing is compiled anyway."""
        if JIT:
            self._thread.start()

    @property
    def busy(self) -> bool:
        """Whether there is still something to load."""
        return self._thread.is_alive()


def warm_up() -> None:
    """Load what the rules and the levels need."""
    load(TABLE)
    for level in LEVELS:
        level.warm_up()
