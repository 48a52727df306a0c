"""What the browser client costs: bytes of the first load, time to play, frames a second.

Needs the system's Chromium and the development tools. Prints JSON.
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import Browser, sync_playwright
from tests.server.running import Running, running
from tests.web.browsing import Visitor, find_chromium

FRAMES = """() => {
  window.frames_seen = [];
  let last = performance.now();
  const step = (now) => {
    window.frames_seen.push(now - last);
    last = now;
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}"""


def measure_load(visitor: Visitor, table: str) -> dict[str, Any]:
    """Bytes over the wire, and when the table can be played at."""
    page = visitor.open_tab()
    session = visitor.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    sizes: list[float] = []
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    times = []
    for _ in range(5):
        sizes.clear()
        page.goto(f"/table/{table}")
        page.wait_for_selector(".instruction.yours")
        times.append(page.evaluate("performance.now()"))
        page.wait_for_timeout(200)
    page.close()
    return {
        "first_load_kB": round(sum(sizes) / 1000, 1),
        "files": len(sizes),
        "interactive_ms": round(statistics.median(times)),
    }


def measure_dragging(visitor: Visitor, seconds: float = 4.0) -> dict[str, Any]:
    """Frames a second while a domino is dragged over the board, four kingdoms on the page."""
    page = visitor.page
    box = page.locator(".hand-domino").bounding_box()
    board = page.locator(".board").bounding_box()
    assert box
    assert board
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(board["x"] + 50, board["y"] + 50, steps=3)
    page.evaluate(FRAMES)
    steps = int(seconds * 60)
    for step in range(steps):
        share = (step % 60) / 60
        page.mouse.move(
            board["x"] + board["width"] * share,
            board["y"] + board["height"] * (0.3 + 0.4 * ((step // 60) % 2)),
        )
    gaps = page.evaluate("window.frames_seen")[5:]
    page.mouse.move(5, 5)
    page.mouse.up()
    # A second's worth at a time, so that one late frame does not hide among many.
    rates = []
    while len(gaps) >= 30:
        part, gaps = gaps[:30], gaps[30:]
        rates.append(1000 * len(part) / sum(part))
    return {
        "frames_a_second": round(statistics.median(rates), 1),
        "slowest_half_second": round(min(rates), 1),
    }


def measure(browser: Browser, server: Running) -> dict[str, Any]:
    visitor = Visitor(browser, server, reduced_motion="no-preference")
    table = visitor.set_up("me", "page", "page", "page")["table"]
    visitor.reach_placing()
    figures = measure_load(visitor, table) | measure_dragging(visitor)
    visitor.close()
    return figures


if __name__ == "__main__":
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Path(folder) / "games.db") as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(
            executable_path=find_chromium(), args=["--no-sandbox", "--mute-audio"]
        )
        print(json.dumps(measure(browser, server), indent=2))
        browser.close()
