"""The templates of finished sentences are exactly what the sources say.

Both are compared by their skeletons, in which every value is an empty pair of braces.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import typer

from kingdomino.cli import sentences as command
from kingdomino.words.sentences import SENTENCES

SOURCE = Path(command.__file__).parents[1]
TYPER = Path(typer.__file__).parent

# Errors whose message a person may meet.
SPOKEN = {
    "IllegalAction", "NotationError", "RulesError", "UnknownLevel", "UnknownPlayer", "WeightsError",
    "SettingError", "JournalError", "WorkerError",
}  # fmt: skip
SPEAKING: set[str] = set()

# Of the environments, which programmers use, people meet only what makes datasets.
DATASETS = ("env/dataset.py", "env/selfplay.py")

# What is put together from sentences that are templates themselves, or is met by programs only.
COMPOSED = {
    "{}",
    "{}: {}",
    "{}: it is {} turn",
    "the number of players is 2, 3 or 4, not {}",
    'the edition is "classic" or "revised", not {}',
    "the fields are {}",
    "{} {} taken",
    "no {} beside it, nor the castle",
    "the kingdom is {}×{}: too large for {}×{}",
    "a batch has 1 row or more, not {}",
    "{}. should stand here, not {}",
    "the request is too large",  # of the server, which tells it to programs
    "{} cannot be read: {}",
}

# Put together from pieces by `Square`, `Kingdom`, `Record` and the texts of positions.
SQUARES = ("{} without crowns", "{} with 1 crown", "{} with 2 crowns", "{} with 3 crowns")
PUT_TOGETHER = (
    "{} is taken",
    "{} and {} are taken",
    "no {} or {} beside it, nor the castle",
    "{} cut off from the castle",
    "round {}, {} (line {}): {}",
    "line {}, column {}: {}",
    "it is {}'s turn",
    "it is nobody's turn",
    "{} should stand here, not {}",
    "the fields are rules, letters, round, kings, line, a kingdom for each player, unseen dominoes",
)

# Said by Python, pydantic or the system, or put together from pieces.
ELSEWHERE = {
    *command.SYSTEM,
    *command.SETTINGS,
    "Input should be a valid integer, unable to parse string as an integer",
    "Input should be a valid number, unable to parse string as a number",
    "Missing argument {}",
    "Missing option {}",
    "No such command {}",
    "No such command {}. Did you mean {}?",
    "No such option: {} (Possible options: {})",
    "Option {} requires an argument",
    "Option {} does not take a value",
    "{} cannot sit down ({}) in deal {}, round {}: "
    "the rest of this game is played at random for it.",
    "{} plays {}, but {} in deal {}, round {}: the rest of this game is played at random for it.",
    "{} plays {} ({}) in deal {}, round {}: the rest of this game is played at random for it.",
    "{} plays nothing in deal {}, round {}: the rest of this game is played at random for it.",
    "{} crashes ({}) in deal {}, round {}: the rest of this game is played at random for it.",
    "1 action, all legal; {}",
    "{} actions, all legal; {}",
    *SQUARES,
    *PUT_TOGETHER,
}


def skeleton(text: str) -> str:
    return re.sub(r"\{\w*\}", "{}", text)


def read(node: ast.expr) -> str:
    """The skeleton of a string or f-string."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return skeleton(node.value)
    if isinstance(node, ast.JoinedStr):
        return "".join("{}" if isinstance(v, ast.FormattedValue) else read(v) for v in node.values)
    return "{}"


def find_strings(node: ast.AST) -> Iterator[ast.expr]:
    """The outermost strings and f-strings in a piece of code."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.JoinedStr) or (
            isinstance(child, ast.Constant) and isinstance(child.value, str)
        ):
            yield child
        else:
            yield from find_strings(child)


LISTS = ("cli/sentences.py", "words/sentences.py")


@cache
def parse(folder: Path) -> dict[str, ast.Module]:
    """All modules of a folder by their paths, without those that only list sentences."""
    paths = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*.py"))}
    return {
        name: ast.parse(path.read_text("utf-8"))
        for name, path in paths.items()
        if name not in LISTS
    }


def said_in(folder: Path) -> set[str]:
    return {read(text) for module in parse(folder).values() for text in find_strings(module)}


def complaints() -> Iterator[str]:
    """What the errors that people may meet are given as their message."""
    for file, module in parse(SOURCE).items():
        if file.startswith("env/") and file not in DATASETS:
            continue
        for node in ast.walk(module):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if name in SPOKEN:
                message = node.args[0]
            elif name in SPEAKING:
                message = node.args[-1]
            else:
                continue
            choices = (
                [message.body, message.orelse] if isinstance(message, ast.IfExp) else [message]
            )
            yield from (skeleton(read(choice)) for choice in choices)


def test_every_template_is_still_said() -> None:
    said = {skeleton(text).rstrip(".") for text in said_in(SOURCE) | said_in(TYPER)}
    for template in (*SENTENCES, *command.SENTENCES):
        wanted = skeleton(template).rstrip(".")
        if skeleton(template) not in {skeleton(text) for text in ELSEWHERE}:
            assert wanted in said, template


def test_everything_that_is_refused_has_a_template() -> None:
    known = {skeleton(template) for template in (*SENTENCES, *command.SENTENCES)}
    missing = {text for text in complaints() if text not in known | COMPOSED}
    assert missing == set()
