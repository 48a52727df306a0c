"""Stamps: what a compiled function leans on changes its stamp, and nothing else does."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

import kingdomino
from kingdomino.rules.stamps import stamp

Write = Callable[[str, str], ModuleType]


@pytest.fixture
def write(monkeypatch: pytest.MonkeyPatch) -> Write:
    """Writes a module, anew if it is there."""

    def make(name: str, text: str) -> ModuleType:
        module = ModuleType(name)
        monkeypatch.setitem(sys.modules, name, module)
        exec(text, vars(module))
        return module

    return make


def ask(write: Write, text: str) -> bytes:
    """The stamp of the function ``ask`` in a module of this text."""
    return stamp(write("asking", text).ask)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("def ask():\n return 1", "def ask():\n return 2"),
        ("A = 1\ndef ask():\n return A", "A = 2\ndef ask():\n return A"),
        ("A = 1, 2\ndef ask():\n return A", "A = 1, 3\ndef ask():\n return A"),
        ("A = {1}\ndef ask():\n return A", "A = {2}\ndef ask():\n return A"),
        ("def ask(a=1):\n return a", "def ask(a=2):\n return a"),
        ("def ask(a):\n return a in {1, 2}", "def ask(a):\n return a in {1, 3}"),
        ("def ask():\n return b()\ndef b():\n return 1", "def ask():\n return b()\ndef b(): pass"),
        ("def ask():\n return [a for a in (1, 2)]", "def ask():\n return [a for a in (1, 3)]"),
        (
            "import numpy\nA = numpy.arange(2)\ndef ask():\n return A",
            "import numpy\nA = numpy.arange(2)[::-1]\ndef ask():\n return A",
        ),
        (
            "def make(a):\n def ask():\n  return a\n return ask\nask = make(1)",
            "def make(a):\n def ask():\n  return a\n return ask\nask = make(2)",
        ),
        (
            "class A:\n def b(self): return 1\ndef ask():\n return A()",
            "class A:\n def b(self): return 2\ndef ask():\n return A()",
        ),
        (
            "class A:\n b: int\ndef ask():\n return A()",
            "class A:\n c: int\ndef ask():\n return A()",
        ),
    ],
)
def test_what_a_function_is_made_of_changes_its_stamp(
    write: Write, before: str, after: str
) -> None:
    assert ask(write, before) == ask(write, before)
    assert ask(write, before) != ask(write, after)


@pytest.mark.parametrize(
    "other",
    [
        "A = 1\ndef ask():\n 'In other words.'\n return A + len(())",
        "# why\n\n\ndef ask():\n 'In words.'\n return A + len(())\nA = 1",
        "A = 1\nB = 2\ndef ask():\n 'In words.'\n return A + len(())\ndef b():\n return B",
        "A = 1\nimport kingdomino.rules\ndef ask():\n 'In words.'\n return A + len(())",
    ],
)
def test_what_a_function_does_not_lean_on_leaves_its_stamp(write: Write, other: str) -> None:
    text = "A = 1\ndef ask():\n 'In words.'\n return A + len(())"
    assert ask(write, text) == ask(write, other)


def test_the_stamp_follows_functions_and_constants_into_other_modules(write: Write) -> None:
    stamps = set()
    for constant, result in [(1, 1), (2, 1), (2, 2)]:
        write("below", f"CONSTANT = {constant}\ndef answer():\n return {result}")
        write("between", "import below\ndef call():\n return below.CONSTANT * below.answer()")
        stamps.add(ask(write, "from between import call\ndef ask():\n return call()"))
    assert len(stamps) == 3


def test_functions_that_call_each_other_have_stamps(write: Write) -> None:
    rounds = "def ask():\n return b()\ndef b():\n return ask() + {}"
    assert ask(write, rounds.format(1)) != ask(write, rounds.format(2))


def test_libraries_count_by_their_versions_alone(write: Write) -> None:
    text = "from {} import dumps\ndef ask():\n return dumps(1)"
    assert ask(write, text.format("json")) == ask(write, text.format("json"))
    assert ask(write, text.format("json")) != ask(write, text.format("marshal"))
    whole = "import {0}\ndef ask():\n return {0}.dumps(1)"
    assert ask(write, whole.format("json")) != ask(write, whole.format("marshal"))


CHANGES = """
import json, sys
from importlib import import_module
from pathlib import Path
from kingdomino.rules.stamps import stamp

NAMES = ["rules.kernel", "rules.playout", "players.policies", "players.search",
         "env.stepping", "env.valuation", "env.rewards"]

def stamps():
    for name in [name for name in sys.modules if name.startswith("kingdomino.")]:
        del sys.modules[name]
    modules = [import_module("kingdomino." + name) for name in NAMES]
    return {
        f"{module.__name__.removeprefix('kingdomino.')}.{name}": stamp(value).hex()
        for module in modules
        for name, value in vars(module).items()
        if hasattr(value, "py_func") and value.py_func.__module__ == module.__name__
    }

def changed(path, before, after):
    old = stamps()
    file = Path(sys.argv[1], path)
    text = file.read_text()
    assert text.count(before) == 1, (path, before)
    file.write_text(text.replace(before, after))
    new = stamps()
    file.write_text(text)
    return sorted(name for name in new if new[name] != old[name])

print(json.dumps([changed(*change) for change in json.loads(sys.argv[2])]))
"""


@pytest.mark.compiled_only
def test_a_change_renews_everything_that_leans_on_it_and_nothing_else(tmp_path: Path) -> None:
    package = tmp_path / "kingdomino"
    ignored = shutil.ignore_patterns("__pycache__", "web", "locale", "server", "cli")
    shutil.copytree(Path(kingdomino.__file__).parent, package, ignore=ignored)
    changes = [
        ("players/policies.py", "FULL_GREEDY = range(3)", "FULL_GREEDY = range(1, 4)"),
        ("rules/ruleset.py", "return 7 if self.duel else 5", "return 7"),
        ("players/player.py", "work budget is", "budget of work is"),
        ("rules/kernel.py", "state[ROUND] += 1", "state[ROUND] += 2"),
    ]
    done = subprocess.run(
        [sys.executable, "-B", "-c", CHANGES, str(package), json.dumps(changes)],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    policies, ruleset, player, rounds = json.loads(done.stdout)
    assert {"players.policies.choose", "env.stepping.step_games_against"} <= {*policies}
    assert "env.valuation._play_futures" in policies
    assert not [name for name in policies if name.startswith("rules.")]
    assert "players.search.play_round" not in policies
    assert ruleset == player == []
    assert {"rules.kernel.apply", "players.search.play_round", "env.stepping.step_games"} <= {
        *rounds
    }
    assert not {"rules.kernel.fits", "env.rewards.lead"} & {*rounds}
