"""Reads the documentation pages: their blocks, tables and links, and runs their examples."""

import doctest
import re
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]

_BLOCK = re.compile(
    r"(?:<!-- name: (?P<name>\w+) -->\n)?```(?P<kind>\w*)\n(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)


class Block(NamedTuple):
    """A fenced block: its kind, its text, its name if a comment above it gives one."""

    kind: str
    text: str
    name: str | None
    line: int


def read_page(path: str) -> str:
    """The text of a page, given by its path in the repository."""
    return (ROOT / path).read_text(encoding="utf-8")


def blocks(page: str, kind: str | None = None) -> list[Block]:
    """The fenced blocks of a page, of all kinds or of one."""
    found = [
        Block(match["kind"], match["text"], match["name"], page[: match.start("text")].count("\n"))
        for match in _BLOCK.finditer(page)
    ]
    return [block for block in found if kind in (None, block.kind)]


def tables(page: str) -> list[list[dict[str, str]]]:
    """The tables of a page, each a list of rows by the names of the columns."""
    found = []
    for lines in re.findall(r"(?:^\|.*\n)+", page, re.MULTILINE):
        head, _, *rows = [
            [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip("|\n"))]
            for line in lines.splitlines()
        ]
        found.append([dict(zip(head, row, strict=True)) for row in rows])
    return found


def table(page: str, *columns: str) -> list[dict[str, str]]:
    """The rows of all tables that have exactly these columns; there is at least one."""
    found = [row for rows in tables(page) for row in rows if tuple(row) == columns]
    assert found, f"no table with the columns {columns}"
    return found


def code(cell: str) -> str:
    """The text between backticks in the cell of a table."""
    match = re.fullmatch(r"`(.+)`", cell)
    assert match is not None, f"{cell!r} is not in backticks"
    return match[1].replace("\\|", "|")


def run_examples(path: str) -> int:
    """Run the Python of a page from top to bottom and check all it shows; returns how many blocks.

    Blocks share their names. A block with prompts shows its output; one without is simply run. A
    block of text with a name above it is a string of that name.
    """
    page = read_page(path)
    names: dict[str, object] = {block.name: block.text for block in blocks(page) if block.name}
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    found = blocks(page, "python")
    for block in found:
        if ">>>" not in block.text:
            exec(compile("\n" * block.line + block.text, path, "exec"), names)
            continue
        test = doctest.DocTestParser().get_doctest(block.text, names, path, path, block.line)
        runner.run(test, clear_globs=False)
        names.update(test.globs)
    assert runner.failures == 0, f"{path}: {runner.failures} examples do not show what happens"
    return len(found)
