"""docs/arena.md tells the truth."""

import contextlib
import io
import re

from tests.docs.pages import ROOT, read_page

PAGE = read_page("docs/arena.md")


def test_the_example_in_python_runs() -> None:
    code = re.findall(r"```python\n(import .*?)```", PAGE, re.DOTALL)[0]
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(code, {})
    assert out.getvalue().startswith("greedy-placement")


def test_the_options_are_those_of_the_command() -> None:
    source = (ROOT / "src/kingdomino/cli/app.py").read_text(encoding="utf-8")
    for option in set(re.findall(r"--[a-z][a-z-]+", PAGE)):
        assert f'"{option}"' in source, option
