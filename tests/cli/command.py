"""Runs the command in this process and says what it printed."""

import io
import json
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

from kingdomino.command import main


@dataclass(frozen=True)
class Outcome:
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def run(*arguments: str, stdin: str | bytes = b"", width: int = 100) -> Outcome:
    """Run the command as if nobody were looking: no terminal, no colours."""
    data = stdin.encode() if isinstance(stdin, str) else stdin
    out, err = io.StringIO(), io.StringIO()
    keyboard = io.TextIOWrapper(io.BytesIO(data), encoding="utf-8")
    environment = {"COLUMNS": str(width), "LINES": "40", "NO_COLOR": "1"}
    with (
        patch.dict(os.environ, environment),
        patch.object(sys, "stdin", keyboard),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        try:
            main(list(arguments))
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 0
    return Outcome(code, out.getvalue(), err.getvalue())


def refuse(*arguments: str, stdin: str | bytes = b"") -> str:
    """Run a command that cannot do what it is asked; returns its one sentence."""
    outcome = run(*arguments, stdin=stdin)
    assert outcome.code == 2, outcome
    assert outcome.out == ""
    assert outcome.err.count("\n") == 1, outcome.err
    return outcome.err.strip()


def run_process(
    *arguments: str, stdin: bytes = b"", environment: dict[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run the command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-W", "error", "-m", "kingdomino", *arguments],
        input=stdin,
        capture_output=True,
        env=os.environ | (environment or {}),
        timeout=300,
        check=False,
    )
