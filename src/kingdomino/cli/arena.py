"""The command ``arena``: players against each other, watched live and summed up."""

from __future__ import annotations

import importlib.util
import os
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from kingdomino.arena.contest import Contest
from kingdomino.arena.entrants import read_entrants
from kingdomino.arena.journal import Journal, JournalError, write_records
from kingdomino.arena.pairing import count_deals, count_games_each_deal
from kingdomino.arena.play import pick_scheduled, play_contest
from kingdomino.arena.reports import to_json, write_csv
from kingdomino.arena.results import GameResult
from kingdomino.arena.summary import Summary, summarise
from kingdomino.arena.tables import Look, draw_results, list_faults
from kingdomino.arena.workers import WorkerError
from kingdomino.cli.console import knows_unicode, make_console, print_json
from kingdomino.cli.errors import InputError
from kingdomino.cli.sources import find_own_players, parse_deal, parse_rules
from kingdomino.errors import KingdominoError, Phrase, quote
from kingdomino.players.player import Budget
from kingdomino.words import t
from kingdomino.words.system import find_cause

PLOT_SUFFIXES = (".png", ".svg")


@dataclass(frozen=True, slots=True)
class Wishes:
    """What is wanted besides the contest itself: where to play it, and what to make of it."""

    jobs: int | None = None
    ray: bool = False
    json: bool = False
    csv: str | None = None
    records: str | None = None
    plot: str | None = None
    out: str | None = None
    resume: bool = False
    stop_on_failure: bool = False


def run_arena(
    players: list[str],
    rules: str,
    games: int,
    seconds: float | None,
    work: int | None,
    seed: str,
    against_field: bool,
    wishes: Wishes,
) -> int:
    """Play the contest and print its results.

    Returns 0 if all went well, 1 if a player failed, 130 if it was interrupted.
    """
    contest = _read_contest(players, rules, games, seconds, work, seed, against_field)
    _check_wishes(wishes)
    journal = _open_journal(contest, wishes)
    scheduled = count_deals(contest) * count_games_each_deal(contest)
    results = pick_scheduled(contest, journal.games) if journal is not None else []
    interrupted = False
    start = time.perf_counter()
    console = make_console(stderr=True)
    if results:
        console.print(
            t(
                "Games played before: {played} of {scheduled}.",
                played=f"{len(results):,}",
                scheduled=f"{scheduled:,}",
            )
        )
    try:
        with _watch(contest, results, scheduled, console) as watch:
            interrupted = _play(contest, wishes, journal, results, watch)
    except WorkerError as error:
        raise InputError("The matches cannot be played: {reason}.", reason=error) from None
    summary = summarise(contest, results)
    taken = time.perf_counter() - start
    _print_results(summary, scheduled, taken, as_json=wishes.json)
    _write_files(summary, results, wishes)
    for sentence in list_faults(summary.faults, [one.name for one in contest.entrants]):
        console.print(sentence, style="yellow", soft_wrap=True)
    if journal is not None:
        _close_journal(journal, wishes, complete=summary.games == scheduled, console=console)
    if interrupted:
        return 130
    return 1 if any(fault.spoils_the_game for fault in summary.faults) else 0


# --- what was asked for


def _read_contest(
    players: list[str],
    rules: str,
    games: int,
    seconds: float | None,
    work: int | None,
    seed: str,
    against_field: bool,
) -> Contest:
    if not players:
        raise InputError("Who plays? Name at least one player, such as full-greedy.")
    find_own_players()
    ruleset = parse_rules(rules)
    secret = parse_deal(seed).secret
    contest = Contest(
        ruleset, read_entrants(players, Budget(seconds, work)), games, secret, against_field
    )
    for entrant in contest.entrants:
        try:
            entrant.create()
        except (ValueError, OSError) as error:
            reason = error if isinstance(error, KingdominoError) else find_cause(error)
            raise InputError("{source}: {reason}", source=entrant.name, reason=reason) from None
    return contest


def _check_wishes(wishes: Wishes) -> None:
    """Refuse before anything is played what could not be done afterwards."""
    if wishes.jobs is not None and wishes.jobs < 1:
        raise InputError("--jobs is 1 or more, not {jobs}.", jobs=wishes.jobs)
    if wishes.plot is not None:
        if Path(wishes.plot).suffix not in PLOT_SUFFIXES:
            raise InputError("--plot: {file} should end in .png or .svg.", file=quote(wishes.plot))
        _require("matplotlib", "--plot", "plot")
    if wishes.ray:
        _require("ray", "--ray", "ray")
    for option, name in (("--csv", wishes.csv), ("--plot", wishes.plot)):
        if name is not None and not Path(name).absolute().parent.is_dir():
            folder = str(Path(name).parent)
            raise InputError(
                "{source}: {reason}",
                source=option,
                reason=Phrase("there is no folder {name}.", name=quote(folder)),
            )
        if name is not None and Path(name).is_dir():
            raise InputError(
                "{source}: {reason}",
                source=option,
                reason=Phrase("{name} is a directory, not a file.", name=quote(name)),
            )
    if wishes.records is not None and Path(wishes.records).is_file():
        raise InputError(
            "{source}: {reason}",
            source="--records",
            reason=Phrase("{name} is a file, not a directory.", name=quote(wishes.records)),
        )


def _require(module: str, option: str, extra: str) -> None:
    if importlib.util.find_spec(module) is None:
        raise InputError(
            "{option} needs {module}: install {package}.",
            option=option,
            module=module,
            package=f"kingdomino[{extra}]",
        )


# --- playing


def _play(
    contest: Contest,
    wishes: Wishes,
    journal: Journal | None,
    results: list[GameResult],
    watch: _Watch,
) -> bool:
    """Play what is left and keep every result; returns whether it was interrupted."""
    games = play_contest(contest, jobs=wishes.jobs, on_ray=wishes.ray, known=results)
    try:
        with closing(games):
            for game in games:
                results.append(game)
                if journal is not None and game.finished:
                    journal.add(game)
                watch.update()
                if wishes.stop_on_failure and any(f.spoils_the_game for f in game.faults):
                    break
    except KeyboardInterrupt:
        return True
    return False


def look_of(console: Console) -> Look:
    """What this console can show."""
    return Look(unicode=knows_unicode(console), roomy=console.width >= 100)


class _Watch:
    """The live table on stderr, drawn no more often than costs a twentieth of the time."""

    def __init__(
        self, contest: Contest, results: list[GameResult], scheduled: int, live: Live | None
    ) -> None:
        self.contest, self.results, self.scheduled, self.live = contest, results, scheduled, live
        self.bar = Progress(
            TextColumn(t("playing")),
            BarColumn(bar_width=None),
            MofNCompleteColumn(),
            TimeRemainingColumn(elapsed_when_finished=True),
            expand=True,
        )
        self.task = self.bar.add_task("playing", total=scheduled, completed=len(results))
        self.next = 0.0

    def update(self) -> None:
        """Draw what is known now, if it is time."""
        start = time.perf_counter()
        if self.live is None or start < self.next:
            return
        self.bar.update(self.task, completed=len(self.results))
        summary = summarise(self.contest, self.results)
        look = look_of(self.live.console)
        self.live.update(Group(draw_results(summary, self.scheduled, look), self.bar), refresh=True)
        now = time.perf_counter()
        self.next = now + max(0.5, 20 * (now - start))


@contextmanager
def _watch(
    contest: Contest, results: list[GameResult], scheduled: int, console: Console
) -> Iterator[_Watch]:
    if not console.is_terminal:
        yield _Watch(contest, results, scheduled, None)
        return
    with Live(console=console, auto_refresh=False, transient=True) as live:
        watch = _Watch(contest, results, scheduled, live)
        watch.update()
        yield watch


# --- keeping


def _open_journal(contest: Contest, wishes: Wishes) -> Journal | None:
    """The results folder; without ``--out`` one out of sight, kept only until all is played."""
    try:
        if wishes.out is not None:
            return Journal(Path(wishes.out), contest)
        return Journal(_hidden_folder(contest), contest, resume=wishes.resume)
    except JournalError:
        if wishes.out is not None or wishes.resume:
            raise
        return None  # nothing can be kept here, but all can be played


def _hidden_folder(contest: Contest) -> Path:
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(cache) / "kingdomino" / "arena" / contest.fingerprint


def _close_journal(journal: Journal, wishes: Wishes, *, complete: bool, console: Console) -> None:
    if complete and wishes.out is None:
        journal.discard()
        return
    journal.close()
    if not complete:
        folder = str(journal.folder)
        sentence = (
            t(
                "What was played is kept in {folder}: run the same command again to go on.",
                folder=folder,
            )
            if wishes.out is not None
            else t(
                "What was played is kept in {folder}: "
                "run the same command again with --resume to go on.",
                folder=folder,
            )
        )
        console.print(sentence, soft_wrap=True)


# --- results


def _print_results(summary: Summary, scheduled: int, seconds: float, *, as_json: bool) -> None:
    if as_json:
        print_json(to_json(summary, seconds=round(seconds, 3), scheduled=scheduled))
        return
    console = make_console()
    console.print(draw_results(summary, scheduled, look_of(console)))


def _write_files(summary: Summary, results: list[GameResult], wishes: Wishes) -> None:
    try:
        if wishes.csv is not None:
            write_csv(summary, Path(wishes.csv))
        if wishes.records is not None:
            write_records((game for game in results if game.finished), Path(wishes.records))
        if wishes.plot is not None:
            from kingdomino.arena.plots import draw_summary

            draw_summary(summary, Path(wishes.plot))
    except OSError as error:
        raise InputError(
            "{path} cannot be written: {reason}.", path=error.filename, reason=find_cause(error)
        ) from None
