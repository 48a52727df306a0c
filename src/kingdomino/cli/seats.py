"""Who decides for a seat: a person at the keyboard, or a computer player."""

from __future__ import annotations

import re
import traceback
from dataclasses import dataclass
from pathlib import Path
from random import Random
from textwrap import wrap
from typing import TYPE_CHECKING, Protocol

from rich.console import Console, OverflowMethod, RenderableType
from rich.text import Text

from kingdomino.cli.board import describe_domino
from kingdomino.cli.console import ask, thinking
from kingdomino.cli.errors import InputError, as_sentence
from kingdomino.cli.table import (
    NAME,
    TALLEST,
    Players,
    choose_look,
    count_lines,
    draw_legend,
    draw_play,
    fit_table,
)
from kingdomino.errors import Phrase, Term, quote
from kingdomino.game.actions import Action, Claim, Discard, Place, parse_action
from kingdomino.game.cells import WAYS, Cell, parse_cell
from kingdomino.game.errors import IllegalAction, NotationError
from kingdomino.players.levels import Level, find_level
from kingdomino.players.network import WeightsError
from kingdomino.players.registry import describe_error
from kingdomino.words import N_, NC_, t, tc, tn
from kingdomino.words.system import find_cause

if TYPE_CHECKING:
    from kingdomino.cli.company import WarmUp
    from kingdomino.game.kingdom import Kingdom
    from kingdomino.game.view import View
    from kingdomino.players.player import Player


@dataclass(frozen=True, slots=True)
class Undo:
    """The wish to take back what was done in this turn."""


@dataclass(frozen=True, slots=True)
class Save:
    """The wish to save the game in a file."""

    path: Path


@dataclass(frozen=True, slots=True)
class Quit:
    """The wish to leave the table."""


Wish = Undo | Save | Quit


class Seat(Protocol):
    """Whoever decides for a seat: it sees a view and no more."""

    def decide(self, view: View, news: Text) -> Action | Wish:
        """A legal action for ``view.me``, whose turn it is, or a wish.

        ``news`` says what happened last. ``EOFError`` when nobody is there to decide.
        """
        ...


HELP = N_(
    "To place, type a cell for the first half of the domino and a direction for the second: g8n "
    "puts them on g8 and, north of it, g9. Two cells do as well: g8 g9. You see what it is worth; "
    "Enter places it. To claim, type the domino's number."
)
COMMANDS = {
    NC_("typed", "list"): N_(
        "every legal placement with a number and its worth; the number then chooses it"
    ),
    NC_("typed", "hint"): N_("what a good player would do"),
    NC_("typed", "all"): N_("everybody's kingdom"),
    NC_("typed", "undo"): N_("take back the placement, until you have claimed"),
    NC_("typed", "save"): N_("save the game; go on later with: kingdomino play --resume FILE"),
    NC_("typed", "quit"): N_("leave; the game is saved first"),
    NC_("typed", "help"): N_("this explanation"),
}
"""What can be typed during a game, in English or as people say it in their language."""


GOAL = (
    N_(
        "One of its squares must touch the castle, or a square of the same terrain. "
        "The other may touch anything."
    ),
    N_("A territory is worth its squares times its crowns, so make those with crowns grow."),
)


def explain_commands(width: int) -> str:
    """What can be typed during a game, and what for, in lines of this width."""
    lines = wrap(" ".join(map(t, (HELP, *GOAL))), width)
    lines.append("")
    words = {
        tc("typed", command) + (f" {t('FILE')}" if command == "save" else ""): meaning
        for command, meaning in COMMANDS.items()
    }
    indent = max(map(len, words)) + 4
    for word, meaning in words.items():
        first, *more = wrap(t(meaning), width - indent)
        lines += [f"  {word}".ljust(indent) + first, *(" " * indent + line for line in more)]
    return "\n".join(lines)


def read_command(word: str) -> str:
    """The English word for a command that was typed in whatever language; other words stay."""
    word = word.lower()
    return next((command for command in COMMANDS if word == tc("typed", command)), word)


_PLACEMENT = re.compile(
    r"(?:(?P<domino>[0-9]{1,2}):)?(?P<a>[a-m][0-9]{1,2})"
    r"(?:(?P<way>[nesw])|north|east|south|west|(?P<b>[a-m][0-9]{1,2}))"
)


def parse_placement(text: str, domino: int) -> Place:
    """A placement as people type it: ``g8n``, ``g8 north``, ``g8-g9`` or ``10:g8n``.

    ``NotationError`` says how to write it.
    """
    packed = re.sub(r"[\s,\-]", "", text.lower())
    match = _PLACEMENT.fullmatch(packed)
    if match is None:
        raise NotationError(
            "{text} is no placement: type it as g8n, or list to see them all", text=quote(text)
        )
    a = parse_cell(match["a"])
    number = int(match["domino"] or domino)
    if match["b"]:
        return Place(number, a, parse_cell(match["b"]))
    way = match["way"] or packed[match.end("a")]
    return Place(number, a, (a[0] + WAYS[way][0], a[1] + WAYS[way][1]))


def name_level(level: Level) -> str:
    """What a level is called in a list, or to be typed."""
    return tc("level", level.title).lower()


ADVISER = "monarch"
"""The level that gives the hints: the strongest, within a second."""


class Computer:
    """A computer player of a level, with chance of its own. It sees what a person sees."""

    def __init__(
        self, level: Level, console: Console, name: str, rng: Random, warm_up: WarmUp | None = None
    ) -> None:
        self.level = level
        self.player = level.create()
        self.console = console
        self.name = name
        self.rng = rng
        self.warm_up = warm_up

    def decide(self, view: View, news: Text) -> Action:
        """The player's action. Whoever has to wait for it sees that it is thinking.

        ``InputError`` if the player's files are damaged.
        """
        sentence = t("{name} is thinking…", name=self.name) if self.level.thinks else None
        if self.warm_up is not None and self.warm_up.busy:
            sentence = t(
                "{name} gets ready. The very first time this takes a minute…", name=self.name
            )
        with thinking(self.console, sentence):
            return _consult(self.level, self.player, view, self.rng)


def _consult(level: Level, player: Player, view: View, rng: Random) -> Action:
    """A player's choice; ``InputError`` if its files are damaged or missing, or it fails.

    A failure in a player's own code is shown with its traceback, to whoever wrote it.
    """
    try:
        return view.find(player.choose(view, rng))
    except (WeightsError, IllegalAction, NotationError) as error:
        reason: Phrase | str = error.phrase
    except OSError as error:
        reason = find_cause(error)
    except Exception as error:
        traceback.print_exception(error)
        reason = describe_error(error)
    raise InputError(
        "The {level} cannot play: {error}.", level=Term("level", level.title), error=reason
    )


def _capitalise(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


class Person:
    """A person at the keyboard, sharing it with others."""

    def __init__(self, console: Console, players: Players) -> None:
        self.console = console
        self.players = players

    def decide(self, view: View, news: Text) -> Action | Wish:
        """Ask until there is an answer. What is typed in vain is explained."""
        return _Question(self, view, news).ask()


class _Question:
    """One decision: what has been typed and chosen so far."""

    def __init__(self, person: Person, view: View, news: Text) -> None:
        self.console = person.console
        self.players = person.players
        self.view = view
        self.note = news
        self.chosen: Place | None = None
        self.redraw = True

    def ask(self) -> Action | Wish:
        while True:
            if self.redraw:
                self._draw()
            if self.note:
                # News keep to their lines; why something was refused is said in full.
                refusal = self.note.style == "red"
                overflow: OverflowMethod = "fold" if refusal else "ellipsis"
                self.console.print(self.note, no_wrap=not refusal, overflow=overflow)
            self.console.print(self._question())
            self.note, self.redraw = Text(), True
            try:
                answer = self._read(ask("> "))
            except (NotationError, IllegalAction) as error:
                self.note = Text(_capitalise(as_sentence(error)), "red")
                continue
            if answer is not None:
                return answer

    # --- showing

    def _draw(self) -> None:
        kingdom = None
        marked: tuple[Cell, ...] = ()
        if self.chosen is not None:
            kingdom = self._after(self.chosen)
            marked = (self.chosen.a, self.chosen.b)
        console = self.console

        def draw(large: bool | None, tallest: int = TALLEST) -> RenderableType:
            me = self.view.me
            return draw_play(
                self.view, self.players, console, me, kingdom, marked, large=large, tallest=tallest
            )

        table = draw(None)
        if console.is_terminal:
            if self._room_below(table) < 0:
                table = draw(False)
            if self._room_below(table) < 0:  # the news matter more than the others' kingdoms
                table = draw(False, TALLEST + self._room_below(table))
            missing = -self._room_below(table)
            if missing > 0:  # what happened last matters most
                self.note = Text("\n").join(self.note.split("\n")[missing:])
            console.clear()
        console.print(table)
        if console.is_terminal and self._room_below(table) > 0:
            console.print(draw_legend(choose_look(console)), no_wrap=True, overflow="ellipsis")

    def _room_below(self, table: RenderableType) -> int:
        """The lines left on the screen under a table, the note, the question and the answer."""
        note = len(self.note.split("\n")) if self.note else 0
        question = count_lines(self._question(), self.console)
        return self.console.height - count_lines(table, self.console) - note - question - 1

    def _question(self) -> Text:
        domino = self.view.domino
        if domino is None:
            sentence = (
                t("{name}, which domino do you claim? (its number, undo, hint, help)", name=NAME)
                if self.view.round
                else t("{name}, which domino do you claim? (its number, hint, help)", name=NAME)
            )
        elif self.chosen is not None:
            sentence = tn(
                "{name}, {placement} takes you from {before} to {n} point. Enter places it.",
                "{name}, {placement} takes you from {before} to {n} points. Enter places it.",
                self._points_after(),
                name=NAME,
                placement=self.chosen,
                before=self._points(self.view.kingdom(self.view.me)),
            )
        elif isinstance(self.view.legal_actions()[0], Discard):
            sentence = t(
                "{name}, domino {domino} fits nowhere. Enter throws it away.",
                name=NAME,
                domino=domino,
            )
        else:
            sentence = t(
                "{name}, domino {domino} is {description}. Where? (g8n, list, hint, help)",
                name=NAME,
                domino=domino,
                description=describe_domino(domino),
            )
        return self.players.tell(sentence, self.view.me)

    def _points(self, kingdom: Kingdom) -> int:
        rules = self.view.rules
        return kingdom.score(rules.middle_kingdom, rules.harmony).total

    def _points_after(self) -> int:
        assert self.chosen is not None
        return self._points(self._after(self.chosen))

    def _after(self, place: Place) -> Kingdom:
        kingdom = self.view.kingdom(self.view.me)
        kingdom.place(place)
        return kingdom

    # --- reading

    def _read(self, text: str) -> Action | Wish | None:
        """The decision that a line of text makes, if it makes one."""
        word, _, rest = text.partition(" ")
        match read_command(word):
            case "help" | "h" | "?":
                self._say(explain_commands(min(self.console.width, 80)))
                return None
            case "list" | "l":
                self._say(self._list())
                return None
            case "hint":
                self._hint()
                return None
            case "all" | "a":
                self.console.print(fit_table(self.view, self.players, self.console))
                self.redraw = False
                return None
            case "undo" | "u":
                return self._undo()
            case "quit" | "q" | "exit":
                return Quit()
            case "save" | "s":
                if not rest.strip():
                    raise NotationError("say where: save FILE")
                return Save(Path(rest.strip()).expanduser())
        return self._read_claim(text) if self.view.phase == "claim" else self._read_place(text)

    def _say(self, text: str) -> None:
        self.console.print(text.rstrip())
        self.redraw = False

    def _hint(self) -> None:
        """Say what a good player would do, and try the placement."""
        level = find_level(ADVISER)
        try:
            with thinking(self.console, t("Asking a {level}…", level=level.title)):
                action = _consult(level, level.create(), self.view, Random(0))
        except InputError as error:
            self.note = Text(_capitalise(as_sentence(error)), "red")
            return
        if isinstance(action, Place):
            self.chosen = action
            sentence = t("A {level} would place it here.", level=level.title)
        elif isinstance(action, Claim):
            what = describe_domino(action.domino)
            sentence = t(
                "A {level} would claim {domino} ({description}).",
                level=level.title,
                domino=action.domino,
                description=what,
            )
        else:
            return
        self.note = Text(_capitalise(sentence))

    def _undo(self) -> Wish | None:
        if self.chosen is None:
            return Undo()
        self.chosen = None
        return None

    def _read_claim(self, text: str) -> Action:
        if not text:
            raise NotationError("type the number of a free domino")
        if not re.fullmatch(r"-?[0-9]{1,2}", text):
            raise NotationError(
                "{text} is no claim: type the number of a free domino, or help", text=quote(text)
            )
        action = parse_action(text)
        self.view.number_action(action)
        return action

    def _read_place(self, text: str) -> Action | None:
        domino = self.view.domino
        assert domino is not None
        actions = self.view.legal_actions()
        if isinstance(actions[0], Discard):
            if text in ("", "x", f"{domino}x"):
                return actions[0]
            raise NotationError("Enter throws it away; there is nothing else to do")
        if not text:
            if self.chosen is None:
                raise NotationError(
                    "type where it goes, such as g8n, or list to see all placements"
                )
            return self.chosen
        if re.fullmatch(r"[0-9]{1,3}", text):
            if not 1 <= int(text) <= len(actions):
                raise NotationError(
                    "the placements are numbered 1 to {most}: see list", most=len(actions)
                )
            action = actions[int(text) - 1]
        else:
            action = parse_placement(text, domino)
            self.view.number_action(action)
        assert isinstance(action, Place)
        self.chosen = action
        return None

    def _list(self) -> str:
        """What is legal now, numbered, with the points that it brings."""
        actions = self.view.legal_actions()
        if self.view.phase == "claim":
            free = [action.domino for action in actions if isinstance(action, Claim)]
            return "\n".join(f"{number:>3}  {describe_domino(number)}" for number in free)
        before = self._points(self.view.kingdom(self.view.me))
        entries = []
        for number, action in enumerate(actions, start=1):
            if isinstance(action, Place):
                gain = self._points(self._after(action)) - before
                where = str(action).partition(":")[2]
                entries.append(f"{number:>3} {where:<4}{gain:>+4}")
        return in_columns(entries, self.console.width) or t("It can only be thrown away.")


def in_columns(entries: list[str], width: int) -> str:
    """Entries of the same length in columns, to be read from top to bottom."""
    if not entries:
        return ""
    across = max(1, (width + 3) // (len(entries[0]) + 3))
    height = -(-len(entries) // across)
    return "\n".join("   ".join(entries[row::height]) for row in range(height))
