"""The results for people: Rich tables that fit eighty columns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from kingdomino.arena.results import Fault
from kingdomino.arena.summary import Mean, Rate, Showing, Summary
from kingdomino.words import t, tell, tn

MOST_SENTENCES = 8

_BARS = " ▁▂▃▄▅▆▇█"


@dataclass(frozen=True, slots=True)
class Look:
    """What the terminal can show."""

    unicode: bool = True
    roomy: bool = False
    """Whether there is space between columns: from a hundred columns on."""


PLAIN = Look()


def draw_results(summary: Summary, scheduled: int, look: Look = PLAIN) -> RenderableType:
    """All tables of a summary, one below the other."""
    parts: list[RenderableType] = [
        Text(describe(summary, scheduled), style="bold"),
        Text(),
        draw_standings(summary, look),
        Text(),
        draw_scores(summary, look),
    ]
    if len(summary.contest.entrants) > 2 and summary.games:
        parts += [Text(), draw_matrix(summary, look)]
    return Group(*parts)


def describe(summary: Summary, scheduled: int) -> str:
    """What has been played, in one line."""
    contest = summary.contest
    games = f"{summary.games:,}"
    if summary.games != scheduled:
        games = t("{number} of {all}", number=games, all=f"{scheduled:,}")
    return t(
        "{rules}, {mode}: games {games}, deals {deals}, seed {seed}",
        rules=contest.rules,
        mode=t("one against the field") if contest.against_field else t("round robin"),
        games=games,
        deals=f"{summary.deals:,}",
        seed=contest.seed,
    )


def draw_standings(summary: Summary, look: Look = PLAIN) -> Table:
    """Win rates, points, leads, ratings and decision times, best first."""
    table = _new_table(look)
    table.add_column(t("player"), overflow="fold", min_width=10)
    headings = (t("wins %"), t("points"), t("lead"), t("rating"), t("mean"), "p95", t("max"))
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True)
    for showing in summary.ranking():
        times = showing.times
        table.add_row(
            Text(showing.entrant.name),
            write_rate(showing.wins),
            write_mean(showing.score),
            f"{showing.lead.value:+.1f}",
            f"{showing.rating.mu:.1f} ±{1.96 * showing.rating.sigma:.0f}",
            *(write_seconds(seconds) for seconds in (times.mean, times.p95, times.longest)),
        )
    return table


def draw_scores(summary: Summary, look: Look = PLAIN) -> Table:
    """The distribution of everyone's scores."""
    table = _new_table(look)
    table.add_column(t("points"), overflow="fold", min_width=10)
    for heading in (t("min"), "5%", "25%", t("median"), "75%", "95%", t("max")):
        table.add_column(heading, justify="right", no_wrap=True)
    highest = max((max(showing.scores, default=0) for showing in summary.showings), default=0)
    if look.unicode:
        table.add_column(f"0 – {highest}", no_wrap=True)
    for showing in summary.ranking():
        cells = [f"{value:.0f}" for value in showing.quantiles().values()] or [""] * 7
        if look.unicode:
            cells.append(draw_histogram(showing.scores, highest))
        table.add_row(Text(showing.entrant.name), *cells)
    return table


def draw_matrix(summary: Summary, look: Look = PLAIN) -> Table:
    """How often each entrant stood above each other one, in per cent."""
    table = _new_table(look)
    ranking = summary.ranking()
    table.add_column(t("above, in %"), overflow="fold", min_width=10)
    for number in range(1, len(ranking) + 1):
        table.add_column(str(number), justify="right", no_wrap=True)
    for number, showing in enumerate(ranking, 1):
        cells = [_write_cell(showing, other) for other in ranking]
        table.add_row(Text(f"{number} {showing.entrant.name}"), *cells)
    return table


def _write_cell(showing: Showing, other: Showing) -> str:
    rate = showing.against.get(other.entrant.name)
    return "" if rate is None else f"{100 * rate.value:.0f}"


def draw_histogram(scores: Counter[int], highest: int, width: int = 18) -> str:
    """A distribution from 0 to ``highest`` as a row of bars."""
    bins = [0] * width
    for score, count in scores.items():
        bins[min(width - 1, score * width // (highest + 1))] += count
    tallest = max(bins) or 1
    return "".join(_BARS[-(-count * (len(_BARS) - 1) // tallest)] for count in bins)


def list_faults(faults: Sequence[Fault], players: Sequence[str]) -> list[str]:
    """What went wrong in sentences: all failures up to a handful, the worst overrun of each.

    The first sentence of a crash is followed by its traceback.
    """
    failures = [fault for fault in faults if fault.spoils_the_game]
    sentences: list[str] = []
    for fault in failures[:MOST_SENTENCES]:
        sentences.append(tell(fault.said))
        if fault.traceback and fault.traceback not in sentences:
            sentences.append(fault.traceback)
    if len(failures) > MOST_SENTENCES:
        sentences.append(
            tn(
                "And {n} more game with such a failure.",
                "And {n} more games with such failures.",
                len(failures) - MOST_SENTENCES,
            )
        )
    for player in players:
        slow = [fault for fault in faults if fault.kind == "overrun" and fault.player == player]
        if slow:
            sentence = tell(slow[0].said)
            if len(slow) > 1:
                sentence += " " + tn("In {n} game.", "In {n} games.", len(slow))
            sentences.append(sentence)
    return sentences


def write_rate(rate: Rate) -> str:
    """A win rate with its interval, in per cent."""
    low, high = rate.interval
    return f"{100 * rate.value:.1f} [{100 * low:.1f}, {100 * high:.1f}]"


def write_mean(mean: Mean) -> str:
    """A mean with half the width of its interval."""
    if mean.interval is None:
        return f"{mean.value:.1f}"
    return f"{mean.value:.1f} ±{(mean.interval[1] - mean.interval[0]) / 2:.1f}"


def write_seconds(seconds: float) -> str:
    """A time in a unit that suits it."""
    if seconds >= 1:
        return f"{seconds:.2f}s"
    if seconds >= 0.001:
        return f"{seconds * 1e3:.0f}ms"
    return f"{seconds * 1e6:.0f}µs"


def _new_table(look: Look) -> Table:
    return Table(
        box=box.SIMPLE_HEAD if look.unicode else box.ASCII2,
        padding=(0, 1) if look.roomy else 0,
        show_edge=False,
    )
