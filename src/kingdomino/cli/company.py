"""Who sits at the table: people by their names, computer players by their levels."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from threading import Thread
from typing import TYPE_CHECKING

from kingdomino.cli.errors import InputError
from kingdomino.cli.table import BOT
from kingdomino.game.game import Game
from kingdomino.game.seats import Colour
from kingdomino.game.tags import COMPUTERS
from kingdomino.players.levels import LEVELS, Level, UnknownLevel, create_monarch, find_level
from kingdomino.players.player import Budget
from kingdomino.rules.compiled import JIT
from kingdomino.rules.ruleset import Rules
from kingdomino.words import retell, t

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random


@dataclass(frozen=True, slots=True)
class Guest:
    """A person by name, perhaps an empty one, or a computer player of a level."""

    name: str = ""
    level: Level | None = None


def read_guests(texts: Sequence[str], players: int) -> list[Guest]:
    """The guests that ``--seat`` names; people sit where it says nothing.

    ``InputError`` if there are too many or a name or level does not do.
    """
    if len(texts) > players:
        raise InputError(
            t(
                "--seat: {number} are too many for {players} players.",
                number=len(texts),
                players=players,
            )
        )
    guests = [read_guest(text) for text in texts]
    return number_guests([*guests, *[Guest()] * (players - len(guests))])


def read_guest(text: str) -> Guest:
    """A person's name, or ``bot:`` and a level; ``InputError`` if there is no such level."""
    if not text.isprintable():
        raise InputError("--seat: " + t("a name is one line of printable characters."))
    if not text.lower().startswith(BOT):
        return Guest(text)
    try:
        level = find_level(text[len(BOT) :].strip().lower())
    except UnknownLevel as error:
        raise InputError(f"--seat: {retell(str(error))}.") from None
    return Guest(level.title, level)


def number_guests(guests: Sequence[Guest]) -> list[Guest]:
    """The guests with different names for all computers: Knight, Knight II, Knight III."""
    taken = {guest.name for guest in guests if guest.level is None}
    numbered: list[Guest] = []
    for guest in guests:
        if guest.level is not None:
            title = guest.level.title
            names = [title, *(f"{title} {numeral}" for numeral in ("II", "III", "IV", "V"))]
            guest = Guest(next(name for name in names if name not in taken), guest.level)
            taken.add(guest.name)
        numbered.append(guest)
    return numbered


# --- in a record


def tag_computers(game: Game, guests: Sequence[Guest]) -> None:
    """Write into a game's tags which seats are computers."""
    parts = [
        f"{colour} {guest.level.name}"
        for colour, guest in zip(game.colours, guests, strict=True)
        if guest.level is not None
    ]
    if parts:
        game.tags[COMPUTERS] = ", ".join(parts)


def recall_guests(game: Game) -> list[Guest]:
    """Who sat at a game that was saved; ``InputError`` if its tag cannot be understood."""
    levels: dict[Colour, Level] = {}
    tag = game.tags.get(COMPUTERS, "")
    for part in filter(None, tag.split(", ")):
        colour, _, name = part.partition(" ")
        try:
            levels[Colour(colour)] = find_level(name)
        except ValueError as error:
            reason = (
                retell(str(error))
                if isinstance(error, UnknownLevel)
                else t("{text} is no colour", text=repr(colour))
            )
            raise InputError(_blame_tag(reason)) from None
        if colour not in game.colours:
            raise InputError(_blame_tag(retell(f"{colour} does not play")))
    return [
        Guest(name, levels.get(colour))
        for name, colour in zip(game.names, game.colours, strict=True)
    ]


def _blame_tag(reason: str) -> str:
    return t("the tag {name}: {reason}.", name=COMPUTERS, reason=reason)


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
    """Let every level play a game, endgame and all.

    What goes wrong here goes wrong again when it matters, and is explained then.
    """
    from random import Random

    with suppress(ValueError, OSError):
        for level in LEVELS:
            _try_level(level, Random(0))


def _try_level(level: Level, rng: Random) -> None:
    player = create_monarch(Budget(work=2)) if level.thinks else level.create()
    game = Game.new(Rules(players=2), seed=0)
    while not game.over:
        game.play(player.choose(game.view(game.acting_seat), rng))
