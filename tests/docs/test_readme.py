"""The README keeps its word: its Python, its commands, its links."""

import doctest
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.pages import ROOT, blocks, read_page, run_examples, table

PAGE = read_page("README.md")
SCRIPTS = str(Path(sys.executable).parent)
PAGES = sorted(
    str(path.relative_to(ROOT)) for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]
)
ANCHOR = re.compile(r"^#+ (.*)$", re.MULTILINE)


def anchors(path: Path) -> set[str]:
    """The names of a page's headings in links to them."""
    titles = ANCHOR.findall(path.read_text(encoding="utf-8"))
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def test_the_python_does_what_it_shows() -> None:
    assert run_examples("README.md") >= 2


@pytest.mark.skipif(
    shutil.which("kingdomino", path=SCRIPTS) is None, reason="the command is not installed"
)
def test_the_commands_print_what_they_show(tmp_path: Path) -> None:
    path = os.pathsep.join([SCRIPTS, os.environ.get("PATH", "")])
    environment = os.environ | {
        "PATH": path,
        "COLUMNS": "80",
        "NO_COLOR": "1",
        "PYTHONIOENCODING": "utf-8",
    }
    checker = doctest.OutputChecker()
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    for block in blocks(PAGE, "console"):
        steps = re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block.text, re.MULTILINE)
        assert steps
        for command, shown in steps:
            run = subprocess.run(
                ["sh", "-c", command],
                cwd=tmp_path,
                env=environment,
                capture_output=True,
                encoding="utf-8",
                check=False,
            )
            assert run.returncode == 0, f"{command}: {run.stderr}"
            assert checker.check_output(shown, run.stdout, flags), f"{command}:\n{run.stdout}"


@pytest.mark.skipif(
    shutil.which("kingdomino", path=SCRIPTS) is None, reason="the command is not installed"
)
def test_the_table_lists_every_command() -> None:
    from typer.main import get_command

    from kingdomino.command import app

    listed = [
        re.fullmatch(r"`kingdomino (\w+)[^`]*`", row["command"])
        for row in table(PAGE, "command", "what it does")
    ]
    names = [match[1] for match in listed if match]
    commands = getattr(get_command(app), "commands")  # noqa: B009 (its type is the library's own)
    assert sorted(names) == sorted(name for name in commands if not commands[name].hidden)


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_to_something_in_this_repository(page: str) -> None:
    text = re.sub(r"```.*?```", "", read_page(page), flags=re.DOTALL)
    assert "://" not in text
    for target in re.findall(r"\]\(([^)]*)\)", text):
        name, _, anchor = target.partition("#")
        path = (ROOT / page).parent / name if name else ROOT / page
        assert path.exists(), f"{page} links to {target}"
        assert not anchor or anchor in anchors(path), f"{page} links to {target}"
