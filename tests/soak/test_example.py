"""The example trains; PyTorch, which only it needs, must be installed for this."""

import json
import subprocess
import sys
from pathlib import Path

from tests.docs.pages import ROOT


def test_the_example_trains_and_keeps_its_curve(tmp_path: Path) -> None:
    words = ["--minutes", "0.05", "--trials", "1", "--games", "20", "--out", str(tmp_path)]
    done = subprocess.run(
        [sys.executable, str(ROOT / "examples/train_ppo.py"), *words],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    curve = json.loads((tmp_path / "curve.json").read_text())
    assert curve[-1]["decisions"] > 0
    assert 0 <= curve[-1]["wins"] <= 1
    assert (tmp_path / "curve.svg").exists()
    assert "on 200 new deals" in done.stdout
