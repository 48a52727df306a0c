"""The examples say what they need."""

import ast
import re
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
# What `pip install "kingdomino[env,plot]"` brings.
BROUGHT = {"kingdomino", "numpy", "gymnasium", "matplotlib"}


@pytest.mark.parametrize("example", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.name)
def test_an_example_needs_only_what_its_requirements_name(example: Path) -> None:
    listed = (EXAMPLES / "requirements.txt").read_text("utf-8").splitlines()
    named = {re.split("[<>=~]", line)[0].strip() for line in listed if not line.startswith("#")}
    needed = set()
    for node in ast.walk(ast.parse(example.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            needed |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            needed.add((node.module or "").partition(".")[0])
    assert needed - set(sys.stdlib_module_names) <= named | BROUGHT
