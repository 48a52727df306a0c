"""A million games against the invariants, and tens of thousands against the naive referee.

SOAK_GAMES and SOAK_ORACLE_GAMES set other numbers.
"""

import itertools
import multiprocessing
import os
import random
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed

import numpy as np
import pytest
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

import kingdomino as kd
from kingdomino.rules import kernel
from kingdomino.rules.chance import stream
from tests.game.test_against_oracle import (
    RULES,
    as_action,
    as_tuple,
    assert_same_position,
    assert_same_scores,
    seat_at_the_same_table,
)
from tests.policies import POLICIES
from tests.rules.states import buffer
from tests.soak.invariants import FAULTS, find_fault_of_games

GAMES = int(os.environ.get("SOAK_GAMES", "1000000"))
SAMPLED = GAMES // 100
ORACLE_GAMES = int(os.environ.get("SOAK_ORACLE_GAMES", "20000"))

pytestmark = pytest.mark.compiled_only


def progress() -> Progress:
    """A bar with the number of games done and the time to go."""
    return Progress(
        TextColumn("{task.description:32}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )


def in_batches(games: int, size: int) -> list[tuple[int, int]]:
    """A rule's number and a number of games, again and again until all games are given out."""
    batches, rules = [], itertools.cycle(range(len(RULES)))
    while games > 0:
        batches.append((next(rules), min(size, games)))
        games -= size
    return batches


def test_a_million_games_keep_the_invariants() -> None:
    rows, tally = np.zeros((48, 2), dtype=np.int64), np.zeros((4, 2), dtype=np.int64)
    with progress() as bar:
        task = bar.add_task("games, every action checked", total=GAMES)
        for number, (which, games) in enumerate(in_batches(GAMES, size=1000)):
            rules = RULES[which]
            fault = find_fault_of_games(
                kernel.new_state(rules),
                buffer(48),
                buffer(),
                rows,
                tally,
                rules.duel_opening,
                games,
                stream(number),
            )
            assert FAULTS[fault] == "none", f"{rules}, batch {number}: {FAULTS[fault]}"
            bar.advance(task, games)


def test_a_sample_of_games_is_sound_as_people_see_it() -> None:
    with progress() as bar:
        task = bar.add_task("games, checked as objects", total=SAMPLED)
        for number, (which, games) in enumerate(in_batches(SAMPLED, size=10)):
            chance = random.Random(number)
            for _ in range(games):
                check_as_people_do(RULES[which], chance)
            bar.advance(task, games)


def check_as_people_do(rules: kd.Rules, chance: random.Random) -> None:
    """Play a random game; look at it at one moment and at the end."""
    game = kd.Game.new(rules, seed=chance.getrandbits(64))
    length = 2 * rules.kings * rules.rounds
    moment = chance.randrange(length)
    for number in range(length):
        if number == moment:
            assert_sound(game)
        game.play(chance.choice(game.legal_actions()))
    assert game.over
    assert_sound(game)
    again = kd.Game.from_record(str(game.record()))
    assert (again, again.history) == (game, game.history)


def assert_sound(game: kd.Game) -> None:
    """Every domino is in one place, every kingdom in its grid, and every total adds up."""
    rules = game.rules
    placed = [action for _, action in game.history if isinstance(action, kd.Place)]
    discarded = [action for _, action in game.history if isinstance(action, kd.Discard)]
    lines = [slot.domino for slot in (*game.line, *game.next_line)]
    somewhere = Counter([action.domino for action in (*placed, *discarded)])
    somewhere.update([*lines, *game.unseen])
    assert set(somewhere.values()) == {1}
    assert 48 - len(somewhere) == (rules.line_length - rules.kings) * game.round
    squares = sum(len(kingdom.cells) for kingdom in game.kingdoms)
    assert squares == 2 * len(placed)
    assert sum(kingdom.discards for kingdom in game.kingdoms) == len(discarded)
    for kingdom, score in zip(game.kingdoms, game.scores(), strict=True):
        for coordinates in zip((0, 0), *kingdom.cells, strict=True):
            assert max(coordinates) - min(coordinates) < rules.grid
        assert kingdom.doubts() == []
        points = sum(territory.squares * territory.crowns for territory in score.territories)
        assert score.total == points + sum(score.bonuses.values())
    # A canonical state: set up from its text alone, the table is the same array.
    assert np.array_equal(kd.Position.from_text(str(game)).state, game.state)


def test_tens_of_thousands_of_games_are_the_same_at_the_referees_table() -> None:
    # Compiling is done here once; the workers find it in the cache.
    compare_with_oracle(0, "random", 1, 0)
    policies = itertools.cycle(POLICIES)
    batches = in_batches(ORACLE_GAMES, size=10)
    workers = ProcessPoolExecutor(mp_context=multiprocessing.get_context("spawn"))
    with progress() as bar, workers as pool:
        task = bar.add_task("games, checked by the referee", total=ORACLE_GAMES)
        # Each pass over all rules has another policy.
        jobs = {}
        policy = next(policies)
        for number, (which, games) in enumerate(batches):
            if which == 0:
                policy = next(policies)
            jobs[pool.submit(compare_with_oracle, which, policy, games, number)] = games
        for job in as_completed(jobs):
            job.result()
            bar.advance(task, jobs[job])


def compare_with_oracle(which: int, policy: str, games: int, seed: int) -> None:
    """Play games in step with the referee: all legal actions, and the table in every round."""
    rules = RULES[which]
    for number in range(games):
        chance = random.Random(f"soak {rules} {policy} {seed} {number}")
        game = kd.Game.new(rules, seed=chance.getrandbits(128))
        oracle = seat_at_the_same_table(game)
        round_checked = -1
        while not oracle.over:
            legal = oracle.legal_actions()
            offered = [as_tuple(action) for action in game.legal_actions()]
            assert set(offered) == legal
            assert len(offered) == len(legal)
            action = POLICIES[policy](oracle, sorted(legal), chance)
            game.play(as_action(action))
            oracle.play(action)
            if oracle.round != round_checked:
                assert_same_position(game, oracle)
                round_checked = oracle.round
        assert_same_position(game, oracle)
        assert_same_scores(game, oracle)
