"""What is said as data: every template is written out where it is said, and gets its values."""

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from tools.words import KEYWORDS

import kingdomino.errors
from kingdomino.errors import KingdominoError

SOURCE = Path(kingdomino.errors.__file__).parent

# The places of the templates among the arguments; the classes are those that the extractor knows.
PLACES = {"Refusal": (1,), "counted": (0, 1)} | {
    name: (0,) for name in KEYWORDS if name[0].isupper() and name not in ("N_", "NC_", "Refusal")
}

FINISHED = (ast.JoinedStr, ast.IfExp, ast.BinOp)
"""A text that is put together: nobody could translate it."""


def find_calls() -> Iterator[tuple[str, ast.Call, str]]:
    """All calls that say something as data: where, the call, and the name that is called."""
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                if name in PLACES:
                    yield f"{path.relative_to(SOURCE)}:{node.lineno}", node, name


def templates_of(call: ast.Call, name: str) -> list[ast.expr]:
    return [call.args[place] for place in PLACES[name] if place < len(call.args)]


def is_for_programmers(where: str) -> bool:
    """Environments are used by programmers; only what makes datasets is met by people."""
    return where.startswith("env/") and not where.startswith(("env/dataset.py", "env/selfplay.py"))


def test_every_template_is_written_out_where_it_is_said() -> None:
    for where, call, name in find_calls():
        for template in templates_of(call, name):
            made = isinstance(template, FINISHED) and not is_for_programmers(where)
            told = isinstance(template, ast.Call) and getattr(template.func, "id", "") in (
                "t",
                "str",
            )
            assert not made, f"{where}: a template that is put together"
            assert not told, f"{where}: a sentence that is finished already"


def test_every_placeholder_gets_its_value_and_every_value_its_placeholder() -> None:
    seen = 0
    for where, call, name in find_calls():
        for template in templates_of(call, name):
            if not isinstance(template, ast.Constant):
                continue
            given = {keyword.arg for keyword in call.keywords}
            if None in given:
                continue  # values that were read, not written
            wanted = set(re.findall(r"\{(\w+)\}", template.value))
            assert given == wanted - ({"n"} if name == "counted" else set()), where
            seen += 1
    assert seen > 200


def test_what_a_function_says_for_its_caller_is_a_phrase() -> None:
    """A bare text that is handed on to where it is said would not be collected."""
    for path in sorted(SOURCE.rglob("*.py")):
        where = path.relative_to(SOURCE).as_posix()
        for function in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(function, ast.FunctionDef) or is_for_programmers(where):
                continue
            texts = {
                argument.arg
                for argument in (*function.args.args, *function.args.kwonlyargs)
                if isinstance(argument.annotation, ast.Name) and argument.annotation.id == "str"
            }
            for call in (node for node in ast.walk(function) if isinstance(node, ast.Call)):
                name = getattr(call.func, "id", getattr(call.func, "attr", ""))
                for template in templates_of(call, name) if name in PLACES else ():
                    handed = isinstance(template, ast.Name) and template.id in texts
                    assert not handed, f"{where}:{call.lineno}: hand on a Phrase"


def list_errors(base: type[KingdominoError]) -> list[type[KingdominoError]]:
    """An error with all that are made of it."""
    return [base, *(error for child in base.__subclasses__() for error in list_errors(child))]


def test_the_extractor_knows_all_our_errors() -> None:
    for path in SOURCE.rglob("*.py"):
        if "(KingdominoError" in path.read_text("utf-8"):
            name = ".".join(path.relative_to(SOURCE.parent).with_suffix("").parts)
            import_module(name)
    errors = {error.__name__ for error in list_errors(KingdominoError)}
    assert errors == set(PLACES) - {"Phrase", "counted"}
