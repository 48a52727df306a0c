"""A whole game in Firefox and in WebKit, by taps alone."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.running import Running, running
from tests.soak.driving import Window, firefox, webkit

# What a newcomer would press next: a point of the page, or nothing while others play.
NEXT = """(() => {
  const find = (selector) => document.querySelector(selector);
  if (find(".result:not(.counting) h1")) return {over: true};
  if (!find(".instruction.yours")) return null;
  const step = find("[data-do=claim], [data-do=place], [data-do=discard]")
    ?? find(find('.tray[data-kind="claim"]') ? "button.slot.claimable" : ".lights rect");
  if (!step) return null;
  const box = step.getBoundingClientRect();
  const number = find(".desk").dataset.number;
  return {x: box.x + box.width / 2, y: box.y + box.height / 2, number};
})()"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("browsers") / "games.db") as server:
        server.wait_until_ready()
        yield server


def wait_for(window: Window, script: str, patience: float = 60) -> Any:
    """What a script gives, once it gives something."""
    until = time.monotonic() + patience
    while not (found := window.run(script)):
        assert time.monotonic() < until, f"nothing came of {script}; {window.run('document.title')}"
        time.sleep(0.05)
    return found


def middle_of(selector: str) -> str:
    """A script for the middle of an element, once it is there."""
    return (
        f"(() => {{ const one = document.querySelector({selector!r}); if (!one) return null; "
        "const box = one.getBoundingClientRect(); "
        "return [box.x + box.width / 2, box.y + box.height / 2]; })()"
    )


def play_a_game(window: Window, server: Running) -> int:
    """Open the first page, play against a bot to the end; returns how many taps it took."""
    window.open(server.origin)
    window.run("window.faults = []")
    window.tap(*wait_for(window, middle_of(".hero .button.large")))
    wait_for(window, "document.querySelector('.desk') && true")
    window.run("(window.faults = [], addEventListener('error', (e) => faults.push(e.message)), 1)")
    taps, last, tapped = 0, None, 0.0
    while not (step := wait_for(window, NEXT)).get("over"):
        if step == last and time.monotonic() < tapped + 5:
            continue  # the answer is on its way
        window.tap(step["x"], step["y"])
        taps, last, tapped = taps + 1, step, time.monotonic()
        assert taps < 400
    assert window.run("faults") == []
    assert window.run("document.querySelectorAll('.result-card').length") == 2
    return taps


def test_a_game_in_firefox(server: Running, tmp_path: Path) -> None:
    with firefox(tmp_path / "profile") as window:
        assert play_a_game(window, server) > 24


def test_a_game_in_webkit(server: Running) -> None:
    with webkit() as window:
        assert play_a_game(window, server) > 24
