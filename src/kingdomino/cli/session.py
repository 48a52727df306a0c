"""A match played in this terminal, from the first claim to the last ranking."""

from __future__ import annotations

import shlex
import sys
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from rich.console import Group
from rich.text import Text

from kingdomino.cli.company import (
    BOT,
    Guest,
    WarmUp,
    list_own_players,
    read_guests,
    recall_guests,
    seat_guests,
)
from kingdomino.cli.console import ask, is_interactive, make_console, thinking
from kingdomino.cli.endings import Ended, ended_by_signals
from kingdomino.cli.errors import InputError, as_sentence
from kingdomino.cli.playback import describe_action
from kingdomino.cli.savefile import autosave, read_match, write_file, write_match
from kingdomino.cli.seats import Computer, Person, Quit, Save, Seat, Undo, Wish
from kingdomino.cli.setup import ask_guests, ask_name, ask_opponent, ask_rules, welcome
from kingdomino.cli.sources import parse_rules, parse_seed
from kingdomino.cli.table import (
    NAME,
    PLAIN,
    Players,
    count_lines,
    draw_ranking,
    fit_table,
    name_winners,
)
from kingdomino.game.actions import Claim
from kingdomino.game.match import Match
from kingdomino.game.tags import COMPUTERS, GUESTS
from kingdomino.rules.ruleset import Rules
from kingdomino.words import t, tn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console, RenderableType

    from kingdomino.game.actions import Action
    from kingdomino.game.game import Game


SEATING = (COMPUTERS, GUESTS)
"""The tags that say who plays, which the next game of a Dynasty takes over."""


def describe_gain(action: Action, name: str, gain: int, total: int) -> str:
    """What somebody's placement or discard does, and what that does to the points."""
    return tn(
        "{done} ({gain}, now {n} point)",
        "{done} ({gain}, now {n} points)",
        total,
        done=describe_action(action, name),
        gain=f"{gain:+}".replace("-", "−"),
    )


def play(
    rules_text: str | None,
    seed: str | None,
    seats: list[str],
    resume: str | None,
    record: str | None,
) -> int:
    """Set up a match or take one up again, and play it; returns the exit code."""
    console = make_console()
    _prepare_keyboard()
    warm_up = WarmUp()
    if console.is_terminal:
        warm_up.begin()
    try:
        if resume is not None:
            own = [seat.removeprefix(BOT) for seat in seats if seat.startswith(BOT)]
            if rules_text or seed or len(own) < len(seats):
                raise InputError("--resume goes on with a saved game: leave the other options out.")
            match, guests = _resume_match(resume, own)
        else:
            match, guests = _new_match(console, rules_text, seed, seats)
    except EOFError:
        console.print()
        raise InputError("There is no more input, so no game was begun.") from None
    players = seat_players(match.game)
    session = Session(
        match,
        [
            Person(console, players)
            if guest.level is None
            else Computer(
                guest.level, console, players.name(seat), _own_chance(seed, seat), warm_up
            )
            for seat, guest in enumerate(guests)
        ],
        console,
        saved=Path(resume) if resume else None,
    )
    return session.run(Path(record).expanduser() if record else None)


def seat_players(game: Game) -> Players:
    """Who sits where in a game."""
    return Players(game.names, game.colours, game.tags)


def _own_chance(seed: str | None, seat: int) -> Random:
    """A computer player's generator; the seed of the deal decides it too, but tells it nothing."""
    return Random() if seed is None else Random(f"{seed} seat {seat}")


def _prepare_keyboard() -> None:
    """Let people edit the line they type, where the system can."""
    if is_interactive():
        with suppress(ImportError):
            import readline  # noqa: F401 (its import alone gives input a history)


def _resume_match(source: str, trusted: Sequence[str]) -> tuple[Match, list[Guest]]:
    if source == "-":
        raise InputError("--resume needs a file: stdin is where you play.")
    match = read_match(source)
    try:
        guests = recall_guests(match.games[0], trusted)
    except InputError as error:
        raise InputError("{source}: {reason}", source=source, reason=error) from None
    seat_guests(match.game, guests)
    return match, guests


def _new_match(
    console: Console, rules_text: str | None, seed: str | None, seats: list[str]
) -> tuple[Match, list[Guest]]:
    first = parse_seed(seed)
    rules, guests = _settle(console, rules_text, seats)
    with thinking(console, t("Setting the table…")):
        match = Match.new(rules, first)
    seat_guests(match.game, guests)
    return match, guests


def _settle(
    console: Console, rules_text: str | None, seats: list[str]
) -> tuple[Rules, list[Guest]]:
    """The rules and who plays, from the options or else by asking."""
    if rules_text is None and not seats:
        welcome(console)
        level = ask_opponent(console)
        if level is not None:
            return Rules(players=2), [ask_name(console), Guest(level=level)]
    if rules_text is not None:
        rules = parse_rules(rules_text)
    else:
        rules = ask_rules(console, min(max(2, len(seats)), 4))
    guests = read_guests(seats, rules.players) if seats else ask_guests(console, rules.players)
    return rules, guests


class Session:
    """A match, who decides for each seat, and where it is shown."""

    def __init__(
        self, match: Match, seats: Sequence[Seat], console: Console, saved: Path | None = None
    ) -> None:
        self.match = match
        self.seats = seats
        self.console = console
        self.players = seat_players(match.game)
        self.saved = saved
        """The file that the game was last saved in or taken up from."""
        self.news = Text()
        """What happened since a person last decided, as text for the next one."""
        self.turns: list[Text] = []
        """The same, turn by turn."""
        self.half_told = False
        """Whether the last of the turns is a computer's that has placed, but not yet claimed."""
        self.shown = 0
        """How many lines of a result stand on the screen."""
        self.people = sum(not isinstance(seat, Computer) for seat in seats)

    def run(self, record: Path | None = None) -> int:
        """Play to the end; returns the exit code.

        Whatever ends the session early, the game is saved first, and a sentence says where. That
        there was no input at all is an error; with a game begun, its end is one way to leave.
        """
        try:
            with ended_by_signals():
                while not self.match.over:
                    if not self._take_turn():
                        self._keep(t("Goodbye."))
                        return 0
        except EOFError:
            self._keep("\n" + t("There is no more input, so the game ends here."))
            return 0 if self._begun or is_interactive() else 2
        except KeyboardInterrupt:
            self._keep("\n" + t("Interrupted."))
            return 130
        except Ended as end:
            self._keep("\n" + t("Interrupted."))
            return 128 + end.signal
        except OSError:  # nobody can see the table any more
            self._keep("")
            raise
        except InputError as error:
            self._keep(as_sentence(error))
            return 2
        self._finish(record)
        return 0

    def _take_turn(self) -> bool:
        """Let the acting seat decide once; whether the match goes on."""
        game = self.match.game
        seat = game.acting_seat
        decider = self.seats[seat]
        decision = decider.decide(game.view(seat), self.news)
        if not isinstance(decider, Computer):
            self.news, self.turns, self.half_told = Text(), [], False
        if isinstance(decision, Quit):
            return False
        if isinstance(decision, Undo | Save):
            self._grant(decision)
            return True
        self._play(game, seat, decision)
        return True

    def _play(self, game: Game, seat: int, action: Action) -> None:
        before = game.scores()[seat].total
        self.match.play(action)
        if isinstance(self.seats[seat], Computer):
            self._announce(game, seat, action, before)
        else:
            turn = self.players.tell(f"{describe_action(action, NAME)}.", seat)
            self.turns = [turn] if self.people > 1 else []
            self.news = turn
        if game.over and not self.match.over:
            self.match.game.tags |= {tag: game.tags[tag] for tag in SEATING if tag in game.tags}
            self._show_result(game)
            games, length = len(self.match.games), self.match.length
            self.console.print(t("Game {game} of {games} is next.", game=games, games=length))
            if self.people:
                ask(t("Enter goes on.") + " ")
            self.news, self.turns = Text(), []

    def _announce(self, game: Game, seat: int, action: Action, before: int) -> None:
        """Add a computer's action to the news, a line for each of its turns."""
        total = game.scores()[seat].total
        if isinstance(action, Claim) and self.half_told:
            sentence = t("Next domino: {domino}.", domino=action.domino)
            self.turns[-1].append(f" {sentence}", PLAIN)
        else:
            sentence = (
                describe_action(action, NAME)
                if isinstance(action, Claim)
                else describe_gain(action, NAME, total - before, total)
            )
            self.turns.append(self.players.tell(f"{sentence}.", seat))
        self.half_told = game.phase == "claim" and not isinstance(action, Claim)
        self.news = Text("\n").join(self.turns)
        if not self.half_told and (self.console.is_terminal or not self.people):
            self.console.print(self.turns[-1])

    def _grant(self, wish: Wish) -> None:
        if isinstance(wish, Undo):
            self._undo(self.match.game)
        elif isinstance(wish, Save):
            try:
                write_file(wish.path, write_match(self.match), replace=wish.path == self.saved)
            except InputError as error:
                self.news = Text(as_sentence(error), "red")
            else:
                self.saved = wish.path
                self.news = Text(t("Saved in {path}.", path=wish.path))

    def _undo(self, game: Game) -> None:
        """Take back the placement of a turn that is not complete."""
        history = game.history
        if game.phase == "claim" and history and not isinstance(history[-1].action, Claim):
            action = game.undo()
            self.news = Text(t("Taken back: {action}.", action=action))
        else:
            sentence = t("There is nothing to take back: this turn has just begun.")
            self.news = Text(sentence, "red")

    # --- the end

    def _keep(self, sentence: str) -> None:
        """Save a match that is not over, and then say where: the terminal may be gone."""
        style = None
        if not self._begun and self.saved is None:
            told = t("Nothing was played yet, so nothing is saved.")
        else:
            try:
                path = autosave(write_match(self.match), self.saved)
                parts = ["kingdomino", "play", "--resume", str(path)]
                for player in list_own_players(self.match.game):
                    parts += ["--seat", BOT + player]
                told = t("The game is saved. Go on with: {command}", command=shlex.join(parts))
            except InputError as error:
                told, style = as_sentence(error), "red"
        with suppress(OSError):
            self.console.print(sentence)
            self.console.print(told, style=style, soft_wrap=True)

    @property
    def _begun(self) -> bool:
        """Whether anything was played."""
        return len(self.match.games) > 1 or bool(self.match.game.history)

    def _show_result(self, game: Game) -> None:
        if self.console.is_terminal:
            self.console.clear()
        self.shown = 0
        self._show(fit_table(game, self.players, self.console))
        if self.turns and self.people:
            self._show(Group(Text(), self.news))
        winners = Text(name_winners(game.winners(), self.players), "bold")
        self._show(Group(Text(), draw_ranking(game.scores(), self.players), winners))
        if self.match.rules.dynasty:
            games = [each for each in self.match.games if each.over]
            totals = [sum(each.scores()[seat].total for each in games) for seat in self._seats()]
            parts = [f"{self.players.name(seat)} {totals[seat]}" for seat in self._seats()]
            sentence = t(
                "Dynasty after game {game}: {totals}.", game=len(games), totals=", ".join(parts)
            )
            self._show(Text(sentence))

    def _show(self, picture: RenderableType) -> None:
        """Print something, after a pause if what was printed before would leave the screen."""
        lines = count_lines(picture, self.console)
        if self.console.is_terminal and self.shown and self.shown + lines >= self.console.height:
            self._pause()
        self.console.print(picture)
        self.shown += lines

    def _pause(self) -> None:
        """Wait until somebody has read what is on the screen."""
        if self.people and is_interactive():
            with suppress(EOFError, KeyboardInterrupt):
                ask(t("Enter goes on.") + " ")
        self.shown = 0

    def _seats(self) -> range:
        return range(self.match.rules.players)

    def _finish(self, record: Path | None) -> None:
        self._show_result(self.match.game)
        if self.match.rules.dynasty:
            sentence = name_winners(self.match.winners(), self.players)
            self._show(Text(t("The Dynasty is over.") + " " + sentence, "bold"))
        text = write_match(self.match)
        if self.console.is_terminal and self.shown + text.count("\n") >= self.console.height:
            self._pause()
        self.console.print()
        sys.stdout.write(text)
        if record is not None:
            write_file(record, text, replace=False)
            sentence = t("The record is in {path}.", path=record)
            self.console.print(f"\n{sentence}", soft_wrap=True)
