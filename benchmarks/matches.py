"""The matches that say how strong the players are, each beside what it is meant to reach.

They come in groups. ``quick``, of players that decide at once, is played by default and takes a
minute; ``all`` takes hours. What is played is kept in the folder ``--out``, so a match can be
interrupted, and given more games later.

The literature's players get the playouts of the authors' program in that time, turn by turn
(``literature``), but in the group ``equal``, where they get the time itself and make some hundred
times as many.
"""

from __future__ import annotations

import argparse
import contextlib
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from _timing import report
from literature import PLAYERS as PACED
from rich.console import Console
from rich.progress import Progress

from kingdomino.arena.contest import Contest
from kingdomino.arena.entrants import read_entrants
from kingdomino.arena.game_runner import allowed_seconds
from kingdomino.arena.journal import Journal, JournalError
from kingdomino.arena.play import pick_scheduled, play_contest
from kingdomino.arena.results import GameResult
from kingdomino.arena.summary import Mean, summarise
from kingdomino.players.player import Budget
from kingdomino.rules.ruleset import Rules

TWO = "classic 2p middle harmony"
THREE = "classic 3p middle harmony"
FOUR = "classic 4p middle harmony"
DUEL = "duel 2p middle harmony"

THEIR_SECOND = 2.0
"""A second of ours in seconds of the machine on which the authors counted their playouts."""

SIMPLE = ("random", "greedy-placement", "full-greedy")


def paced(name: str, seconds: float) -> str:
    """The entrant that makes as many playouts as the authors' program in these seconds."""
    return f"literature:{PACED[name].__name__}@{THEIR_SECOND * seconds:g}s"


@dataclass(frozen=True, slots=True)
class Match:
    """One player against a table of another, and what it is to reach."""

    rules: str
    one: str
    other: str
    games: int
    wins: float | None = None
    """The share of victories that is wanted; and the points, and the lead over the best other."""
    points: float | None = None
    lead: float | None = None

    @property
    def contest(self) -> Contest:
        """The match as the arena plays it."""
        entrants = read_entrants([self.one, self.other], Budget())
        return Contest(Rules.from_text(self.rules), entrants, self.games, against_field=True)


GROUPS: dict[str, list[Match]] = {
    "quick": [
        Match(FOUR, "learned", "full-greedy", 8000, 0.78),
        *(Match(rules, "learned", "full-greedy", 2000) for rules in (TWO, THREE, DUEL)),
        Match("classic 2p", "squire", "page", 2000, 0.75),
        Match("classic 2p", "knight", "squire", 2000, 0.75),
        Match("classic 2p", "duke", "knight", 2000, 0.75),
    ],
    "four": [
        Match(FOUR, "champion@0.2s", "full-greedy", 160, 0.85, points=72, lead=15),
        Match(FOUR, "champion@0.5s", paced("mc-full-greedy", 0.5), 64, 0.65),
        Match(FOUR, "champion@0.5s", paced("mc-player-greedy", 0.5), 64, 0.60),
        Match(FOUR, "champion@0.1s", paced("mc-full-greedy", 10), 60, 0.40),
        Match(FOUR, "champion@1s", "full-greedy", 80, 0.88),
    ],
    "two": [
        *(Match(TWO, "champion@0.2s", name, 12, 0.88) for name in SIMPLE),
        *(
            Match(TWO, "champion@0.2s", paced(name, 0.2), 64 if "random" in name else 20, 0.88)
            for name in PACED
        ),
    ],
    "duel": [
        *(Match(DUEL, "champion@0.2s", name, 8, 0.95) for name in SIMPLE),
        *(Match(DUEL, "champion@0.2s", paced(name, 0.2), 8, 0.95) for name in PACED),
    ],
    "time": [
        Match(TWO, "champion@0.01s", "learned", 200, 0.5),
        Match(TWO, "champion@0.1s", "champion@0.01s", 400, 0.5),
        Match(TWO, "champion@1s", "champion@0.1s", 440, 0.5),
    ],
    "monarch": [Match("classic 2p", "monarch", "duke", 24, 0.75)],
    "equal": [
        *(Match(TWO, "champion@0.2s", f"{name}@0.2s", 16, 0.88) for name in PACED),
        *(Match(DUEL, "champion@0.2s", f"{name}@0.2s", 8, 0.95) for name in PACED),
        Match(FOUR, "champion@0.5s", "mc-full-greedy@0.5s", 16, 0.65),
        Match(FOUR, "champion@0.5s", "mc-player-greedy@0.5s", 16, 0.60),
    ],
}


@contextlib.contextmanager
def open_journal(contest: Contest, out: Path) -> Iterator[Journal]:
    """The match's own folder below ``out``."""
    try:
        journal = Journal(out / contest.fingerprint, contest)
    except JournalError as error:
        sys.exit(str(error))
    try:
        yield journal
    finally:
        journal.close()


def play_match(match: Match, out: Path, jobs: int | None, progress: Progress) -> list[GameResult]:
    """All games of a match, those that were played before among them."""
    contest = match.contest
    with open_journal(contest, out) as journal:
        games = pick_scheduled(contest, journal.games)
        task = progress.add_task(f"{match.one} – {match.other}, {match.rules}", total=match.games)
        progress.update(task, completed=len(games))
        with contextlib.closing(play_contest(contest, jobs=jobs, known=games)) as played:
            for game in played:
                spoilt = [fault for fault in game.faults if fault.spoils_the_game]
                if spoilt:
                    sys.exit(spoilt[0].sentence)
                games.append(game)
                journal.add(game)
                progress.advance(task)
    return games


def describe(match: Match, games: list[GameResult]) -> dict[str, object]:
    """What a match came to, beside its aim."""
    contest = match.contest
    showing = summarise(contest, games).showings[0]
    allowed = allowed_seconds(contest.entrants[0].budget)
    times = [
        microseconds / 1e6
        for game in games
        for microseconds in game.microseconds[game.seats.index(0)]
    ]
    low, high = showing.wins.interval
    return {
        "rules": match.rules,
        "player": match.one,
        "against": match.other,
        "games": len(games),
        "won": round(showing.wins.value, 3),
        "ci95": [round(low, 3), round(high, 3)],
        "points": round(showing.score.value, 1),
        "points_ci95": _rounded(showing.score),
        "lead": round(showing.lead.value, 1),
        "lead_ci95": _rounded(showing.lead),
        "aim": {"won": match.wins, "points": match.points, "lead": match.lead},
        "decisions": len(times),
        "late": sum(seconds > allowed for seconds in times),
        "longest": round(max(times), 4),
    }


def _rounded(mean: Mean) -> list[float] | None:
    return None if mean.interval is None else [round(each, 1) for each in mean.interval]


def main() -> None:
    """Play matches, and print them; stop early, and those that are finished are printed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("groups", nargs="*", help=f"{', '.join(GROUPS)}, or all; by default quick")
    parser.add_argument("--games", type=int, help="so many games each, instead of their own number")
    parser.add_argument("--jobs", type=int, help="how many processes; one for each core by default")
    parser.add_argument("--out", type=Path, help="the folder that keeps what is played")
    options = parser.parse_args()
    for name in ("games", "jobs"):
        if getattr(options, name) is not None and getattr(options, name) < 1:
            parser.error(f"--{name} is 1 or more, not {getattr(options, name)}")
    groups = list(GROUPS) if "all" in options.groups else options.groups or ["quick"]
    for group in groups:
        if group not in GROUPS:
            parser.error(f"there is no group {group}: choose {', '.join(GROUPS)}, or all")
    played = []
    with tempfile.TemporaryDirectory() as nowhere:
        try:
            with Progress(console=Console(stderr=True)) as progress:
                for match in (match for group in groups for match in GROUPS[group]):
                    if options.games is not None:
                        match = replace(match, games=options.games)
                    games = play_match(match, options.out or Path(nowhere), options.jobs, progress)
                    played.append(describe(match, games))
        except KeyboardInterrupt:
            print("Stopped: only the finished matches follow.", file=sys.stderr)
    report("matches", matches=played)


if __name__ == "__main__":
    main()
