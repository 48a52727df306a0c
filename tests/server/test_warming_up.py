"""While a server warms up it answers, and says no when it never will be warm."""

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from kingdomino.server import house
from kingdomino.server.errors import Refusal, ServerError
from kingdomino.server.house import House
from kingdomino.server.settings import Settings
from kingdomino.server.store import Store

ROOT = Path(__file__).parents[2]


@pytest.mark.compiled_only
def test_the_event_loop_never_stands_still_while_a_fresh_process_warms_up(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.server.warming_house", f"sqlite:///{tmp_path}/x.db"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=280)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["longest"] < 0.1
    assert told["levels"] == 5
    assert told["named_early"], "the levels were named only when the engine was loaded"


def test_an_engine_that_cannot_be_loaded_is_told_of_and_waited_for_by_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: object) -> None:
        raise RuntimeError("no locator available")

    monkeypatch.setattr(house, "_warm_engine", fail)
    monkeypatch.setattr(house, "_load_engine", lambda _: (None, True))
    told: list[ServerError] = []

    async def open_house() -> None:
        opened = House(Settings(thinkers=1), Store(f"sqlite:///{tmp_path}/x.db"))
        opened.open(told.append)
        with pytest.raises(Refusal) as refusal:
            await opened.tables()
        assert refusal.value.code == "busy"
        assert not opened.ready
        await opened.close()

    asyncio.run(open_house())
    assert "the rules of the game cannot be loaded: RuntimeError" in str(told[0])


@pytest.mark.compiled_only
def test_a_server_without_an_engine_ends_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "import sys\nsys.modules['llvmlite'] = None  # as where its library does not fit\n"
    )
    path = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])
    settings = {"KINGDOMINO_PORT": "0", "KINGDOMINO_HOST": "127.0.0.1", "PYTHONPATH": path}
    settings["KINGDOMINO_DATABASE"] = f"sqlite:///{tmp_path}/games.db"
    done = subprocess.run(
        [sys.executable, "-m", "kingdomino", "serve", "--no-open"],
        env=os.environ | settings,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 2
    assert "the rules of the game cannot be loaded" in done.stderr
    assert "Traceback" not in done.stderr
