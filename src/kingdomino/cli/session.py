"""A match played in this terminal, from the first claim to the last ranking."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from rich.text import Text

from kingdomino.cli.console import ask, is_interactive, make_console
from kingdomino.cli.errors import InputError
from kingdomino.cli.playback import describe_action
from kingdomino.cli.savefile import autosave, read_match, write_file, write_match
from kingdomino.cli.seats import Person, Quit, Save, Seat, Undo, Wish
from kingdomino.cli.setup import ask_names, ask_rules
from kingdomino.cli.sources import complete_names, parse_rules, parse_seed
from kingdomino.cli.table import Players, draw_ranking, draw_table, name_winners
from kingdomino.game.actions import Claim
from kingdomino.game.match import Match

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from kingdomino.game.actions import Action
    from kingdomino.game.game import Game


def play(
    rules_text: str | None,
    seed: str | None,
    names: list[str],
    resume: str | None,
    record: str | None,
) -> int:
    """Set up a match or take one up again, and play it; returns the exit code."""
    console = make_console()
    _prepare_keyboard()
    try:
        if resume is not None:
            if rules_text or seed or names:
                raise InputError("--resume goes on with a saved game: leave the other options out.")
            if resume == "-":
                raise InputError("--resume needs a file: stdin is where you play.")
            match = read_match(resume)
        else:
            match = _new_match(console, rules_text, seed, names)
    except EOFError:
        console.print("\nThere is no more input, so no game was begun.")
        return 0
    seats = [Person(console, Players(match.game.names, match.game.colours))] * match.rules.players
    session = Session(match, seats, console, saved=Path(resume) if resume else None)
    return session.run(Path(record).expanduser() if record else None)


def _prepare_keyboard() -> None:
    """Let people edit the line they type, where the system can."""
    if is_interactive():
        with suppress(ImportError):
            import readline  # noqa: F401


def _new_match(
    console: Console, rules_text: str | None, seed: str | None, names: list[str]
) -> Match:
    first = parse_seed(seed)
    rules = ask_rules(console) if rules_text is None else parse_rules(rules_text)
    full = complete_names(names, rules.players) if names else ask_names(console, rules.players)
    return Match.new(rules, first, names=full)


class Session:
    """A match, who decides for each seat, and where it is shown."""

    def __init__(
        self, match: Match, seats: Sequence[Seat], console: Console, saved: Path | None = None
    ) -> None:
        self.match = match
        self.seats = seats
        self.console = console
        self.players = Players(match.game.names, match.game.colours)
        self.saved = saved
        """The file that the game was last saved in or taken up from."""
        self.news = Text()

    def run(self, record: Path | None = None) -> int:
        """Play to the end; returns the exit code.

        Whatever ends the session early, the game is saved first, and a sentence says where.
        """
        try:
            while not self.match.over:
                if not self._take_turn():
                    self._keep("Goodbye.")
                    return 0
        except EOFError:
            self._keep("\nThere is no more input, so the game ends here.")
            return 0
        except KeyboardInterrupt:
            self._keep("\nInterrupted.")
            return 130
        self._finish(record)
        return 0

    def _take_turn(self) -> bool:
        """Let the acting seat decide once; whether the match goes on."""
        game = self.match.game
        seat = game.acting_seat
        decision = self.seats[seat].decide(game.view(seat), self.news)
        self.news = Text()
        if isinstance(decision, Quit):
            return False
        if isinstance(decision, Undo | Save):
            self._grant(decision)
            return True
        self._play(game, seat, decision)
        return True

    def _play(self, game: Game, seat: int, action: Action) -> None:
        self.match.play(action)
        self.news = Text(self.players.name(seat), self.players.style(seat))
        self.news.append(f" {describe_action(action)}.", "not bold default")
        if game.over and not self.match.over:
            self._show_result(game)
            self.console.print(f"Game {len(self.match.games)} of {self.match.length} is next.")
            ask("Enter goes on. ")
            self.news = Text()

    def _grant(self, wish: Wish) -> None:
        if isinstance(wish, Undo):
            self._undo(self.match.game)
        elif isinstance(wish, Save):
            try:
                write_file(wish.path, write_match(self.match), replace=wish.path == self.saved)
            except InputError as error:
                self.news = Text(str(error), "red")
            else:
                self.saved = wish.path
                self.news = Text(f"Saved in {wish.path}.")

    def _undo(self, game: Game) -> None:
        """Take back the placement of a turn that is not complete."""
        history = game.history
        if game.phase == "claim" and history and not isinstance(history[-1], Claim):
            action = game.undo()
            self.news = Text(f"Taken back: {action}.")
        else:
            self.news = Text("There is nothing to take back: this turn has just begun.", "red")

    # --- the end

    def _keep(self, sentence: str) -> None:
        """Save a match that is not over, and say where."""
        self.console.print(sentence)
        if len(self.match.games) == 1 and not self.match.game.history:
            self.console.print("Nothing was played yet, so nothing is saved.")
            return
        try:
            path = autosave(write_match(self.match), self.saved)
        except InputError as error:
            self.console.print(str(error), style="red")
            return
        self.console.print(
            f"The game is saved. Go on with: kingdomino play --resume {path}", soft_wrap=True
        )

    def _show_result(self, game: Game) -> None:
        if self.console.is_terminal:
            self.console.clear()
        self.console.print(draw_table(game, self.players, self.console))
        self.console.print()
        self.console.print(draw_ranking(game.scores(), self.players))
        self.console.print(name_winners(game.winners(), self.players), style="bold")
        if self.match.rules.dynasty:
            games = [each for each in self.match.games if each.over]
            totals = [sum(each.scores()[seat].total for each in games) for seat in self._seats()]
            parts = [f"{self.players.name(seat)} {totals[seat]}" for seat in self._seats()]
            self.console.print(f"Dynasty after game {len(games)}: {', '.join(parts)}.")

    def _seats(self) -> range:
        return range(self.match.rules.players)

    def _finish(self, record: Path | None) -> None:
        self._show_result(self.match.game)
        if self.match.rules.dynasty:
            sentence = name_winners(self.match.winners(), self.players)
            self.console.print(f"The Dynasty is over. {sentence}", style="bold")
        text = write_match(self.match)
        self.console.print()
        sys.stdout.write(text)
        if record is not None:
            write_file(record, text, replace=False)
            self.console.print(f"\nThe record is in {record}.", soft_wrap=True)
