"""What ``perft`` and ``bench`` print: counts, speeds and the signature."""

from __future__ import annotations

import platform
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, TypeVar

import numba
import numpy as np

from kingdomino.cli.console import make_console, print_json
from kingdomino.cli.errors import InputError, explained
from kingdomino.cli.measures import (
    MODES,
    count_paths,
    measure_game_api,
    measure_playouts,
    measure_startup,
    measure_threads,
    sign,
)
from kingdomino.cli.sources import name_of, parse_deal, parse_rules, read_records_or_position
from kingdomino.game.game import Game
from kingdomino.game.position import Position
from kingdomino.rules.ruleset import Rules
from kingdomino.words import t

if TYPE_CHECKING:
    from kingdomino.rules.compiled import Words

Result = TypeVar("Result")

ALL_DOMINOES = Rules(players=4)


def in_background(work: Callable[[], Result]) -> Result:
    """Run compiled work so that Ctrl-C is heard while it lasts."""
    results: list[Result] = []
    faults: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work())
        except BaseException as fault:
            faults.append(fault)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(0.1)
    if faults:
        raise faults[0]
    return results[0]


@contextmanager
def progress(what: str) -> Iterator[None]:
    """Show on stderr what is being done, if somebody is looking."""
    console = make_console(stderr=True)
    if not console.is_terminal:
        yield
        return
    with console.status(what):
        yield


# --- perft


def print_perft(
    source: str | None, rules_text: str, seed: str, depth: int, *, as_json: bool
) -> None:
    """Count the ways to play the next actions, depth by depth."""
    if depth < 1:
        raise InputError("--depth is 1 or more, not {depth}.", depth=depth)
    rules, state, pile = find_start(source, rules_text, seed)
    console = make_console()
    rows: list[dict[str, float | int]] = []
    if not as_json:
        start_from = t("seed {seed}", seed=seed) if source is None else name_of(source)
        console.print(f"{rules}, {start_from}")
        console.print(_align(t("depth"), t("paths"), t("seconds"), t("paths/s")), style="bold")
    with progress(t("compiling")):
        in_background(lambda: count_paths(state, pile, 1))
    for level in range(1, depth + 1):
        start = time.perf_counter()
        with progress(t("depth {depth}", depth=level)):
            paths = in_background(partial(count_paths, state, pile, level))
        seconds = time.perf_counter() - start
        speed = round(paths / seconds)
        rows.append(
            {"depth": level, "paths": paths, "seconds": round(seconds, 6), "per_second": speed}
        )
        if not as_json:
            console.print(_align(f"{level}", f"{paths:,}", f"{seconds:.3f}", f"{speed:,}"))
        if paths == 0:
            break
    if as_json:
        print_json({"rules": str(rules), "perft": rows})


def _align(depth: str, paths: str, seconds: str, speed: str) -> str:
    return f"{depth:>8} {paths:>18} {seconds:>9} {speed:>15}"


def find_start(
    source: str | None, rules_text: str, seed: str
) -> tuple[Rules, Words, tuple[int, ...]]:
    """The rules, the state and the undrawn pile to count from.

    A position has no pile: its unseen dominoes lie as the seed shuffles them.
    """
    deal = parse_deal(seed)
    if source is None:
        game = Game.from_deal(parse_rules(rules_text), deal)
        return game.rules, game.state, game.pile
    found = read_records_or_position(source)
    if isinstance(found, Position):
        pile, _ = deal.shuffle(ALL_DOMINOES)
        unseen = found.unseen
        return found.rules, found.state, tuple(domino for domino in pile if domino in unseen)
    with explained(name_of(source)):
        game = found[-1].replay(seed=0)
    return game.rules, game.state, game.pile


# --- bench


def print_bench(seconds: float, *, cold: bool, as_json: bool) -> None:
    """Measure everything and print it."""
    if not 0 < seconds <= 600:
        raise InputError(
            "--seconds is more than 0 and at most 600, not {seconds}.", seconds=f"{seconds:g}"
        )
    with progress(t("signing games")):
        signature = in_background(sign)
    console = make_console()

    def say(text: str) -> None:
        if not as_json:
            console.print(text)

    say(t("signature {signature}", signature=signature) + "\n")
    say(t("random games per second, one thread"))
    rates: dict[str, int] = {}
    for name, rules in MODES.items():
        with progress(name):
            rates[name] = round(measure_playouts(rules, seconds))
        say(f"  {name:<5} {rates[name]:>10,}")
    with progress(t("two threads")):
        single = measure_playouts(MODES["2p"], seconds)
        double = measure_threads(MODES["2p"], 2, seconds)
    threads = {"1": round(single), "2": round(double), "ratio": round(double / single, 2)}
    say(t("two threads") + ", 2p")
    say(
        f"  {double:>16,.0f}  " + t("{ratio} times as fast as one", ratio=f"{threads['ratio']:.2f}")
    )
    with progress("Game"):
        api = round(measure_game_api(MODES["2p"], seconds))
    say(t("through {interface}", interface="Game") + f", 2p\n  {api:>16,}")
    with progress(t("start-up")):
        startup = {"warm": measure_startup()}
        if cold:
            startup["empty"] = measure_startup(empty_cache=True)
    say(t("seconds for a fresh Python to import the game, and for the first action"))
    caches = {"warm": t("warm cache"), "empty": t("empty cache")}
    for cache, taken in startup.items():
        say(f"  {caches[cache]:<12} {taken['import']:.2f}  {taken['first_action']:.2f}")
    versions = {
        "python": platform.python_version(),
        "numba": numba.__version__,
        "numpy": np.__version__,
    }
    say("  ".join(f"{name} {version}" for name, version in versions.items()))
    if as_json:
        print_json(
            {
                "signature": signature,
                "games_per_second": rates,
                "threads": threads,
                "game_api_games_per_second": api,
                "startup_seconds": startup,
                "versions": versions,
            }
        )
