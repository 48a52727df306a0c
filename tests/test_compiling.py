"""What is compiled ahead of time is all that is ever called, and each level asks for its own."""

import json
import subprocess
import sys

import pytest

from kingdomino import compiling
from kingdomino.players.levels import LEVELS, find_level
from kingdomino.rules import entries

pytestmark = pytest.mark.compiled_only

PLAYING = """
import json, os, sys
from random import Random
from kingdomino.compiling import compile_all
from kingdomino.game.game import Game
from kingdomino.players.levels import LEVELS
from kingdomino.players.player import Budget
from kingdomino.players.registry import create_player, player_names
from kingdomino.rules.entries import TABLE, load
from kingdomino.rules.machine_code import CodeCache
from kingdomino.rules.ruleset import Rules

RULES = Rules(2, "revised", True, True), Rules(4)

def watch():
    late = []
    CodeCache.load_overload = lambda cache, types, context: late.append(str(cache._function))
    return late

def play(name):
    for rules in RULES:
        game, rng = Game.new(rules, seed=1), Random(1)
        while not game.over:
            if game.round in (0, 1, rules.rounds - 1, rules.rounds):
                create_player(name, Budget(work=3)).choose(game.view(game.seat), rng)
            game.play(rng.choice(game.legal_actions()))

def in_a_fork(work):
    source, sink = os.pipe()
    if os.fork() == 0:
        late = work()
        os.write(sink, json.dumps(late).encode())
        os._exit(0)
    os.close(sink)
    with os.fdopen(source) as answer:
        return json.loads(answer.read() or '["it broke down"]')

def one_level(level):
    load(TABLE)
    level.warm_up()
    late = watch()
    play(level.name)
    return late

def everything():
    import tempfile
    from pathlib import Path
    from kingdomino.env import KingdominoVectorEnv
    from kingdomino.env.dataset import Recipe, stream_dataset, write_dataset
    from kingdomino.players.training import Training
    from kingdomino.cli import measures
    compile_all()
    late = watch()
    for name in player_names():
        play(name)
    for opponents in (None, "full-greedy"):
        games = KingdominoVectorEnv(2, opponents=opponents, threads=1)
        games.reset(seed=1)
        for _ in range(100):
            games.step(games.sample_actions())
        games.close()
    measures.sign()
    with tempfile.TemporaryDirectory() as folder:
        Training("two", Path(folder), minutes=0.01, generation_seconds=0.1).run()
    return late

if sys.argv[1] == "levels":
    print(json.dumps({level.name: in_a_fork(lambda: one_level(level)) for level in LEVELS}))
else:
    print(json.dumps(everything()))
"""


def play(what: str) -> object:
    done = subprocess.run(
        [sys.executable, "-c", PLAYING, what], capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)


def test_a_level_that_has_warmed_up_loads_nothing_more() -> None:
    assert play("levels") == {level.name: [] for level in LEVELS}


def test_when_all_is_compiled_nothing_is_left_to_be_compiled() -> None:
    assert play("everything") == []
    assert compiling.is_all_fresh()


def test_the_quick_levels_do_not_ask_for_what_the_wise_ones_need() -> None:
    needs = {
        level.name: {entry.name for entry in entries.entries_of(level.leans_on)} for level in LEVELS
    }
    assert needs["page"] == needs["squire"] == needs["knight"]
    assert not any("draft" in name or "search" in name for name in needs["knight"])
    assert "kingdomino.players.draft.think" in needs["duke"] - needs["knight"]
    assert "kingdomino.players.search.try_position" in needs["monarch"] - needs["duke"]


def test_progress_is_told_function_by_function() -> None:
    told: list[tuple[int, int, str]] = []
    find_level("knight").warm_up(lambda *each: told.append(each))
    names = [entry.name for entry in entries.entries_of(find_level("knight").leans_on)]
    of = len(names)
    assert told == [(done, of, name) for done, name in enumerate([*names, ""])]
    assert find_level("knight").is_compiled


def test_every_module_with_compiled_code_is_found() -> None:
    found = compiling.compiled_modules()
    assert {"kingdomino.rules.kernel", "kingdomino.players.search"} <= {*found}
    assert "kingdomino.env.stepping" in found
    names = [entry.name for entry in entries.entries_of(found)]
    assert len(names) == len({*names}) >= 45
