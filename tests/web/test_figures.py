"""The figures that the client promises: size, start, smoothness."""

import re
from collections.abc import Callable

from tests.web.browsing import ROOT, Visitor

KILOBYTE = 1000


def test_the_first_load_of_a_table_is_small(ann: Visitor) -> None:
    table = ann.set_up("me", "page", "page", "page")["table"]
    fresh = ann.open_tab()
    session = ann.context.new_cdp_session(fresh)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    sizes: list[float] = []
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    fresh.goto(f"/table/{table}")
    fresh.wait_for_selector(".board")
    fresh.wait_for_timeout(200)
    assert len(sizes) > 10
    assert sum(sizes) < 150 * KILOBYTE, sum(sizes)


def test_the_page_names_all_its_modules_so_that_they_come_at_once() -> None:
    folder = ROOT / "src" / "kingdomino" / "web"
    needed, found = ["table"], set[str]()
    while needed:
        module = needed.pop()
        text = (folder / f"{module}.js").read_text()
        imported = set(re.findall(r'^import .* from "\./(\w+)\.js";$', text, re.M)) - found
        found |= imported
        needed += imported
    named = re.findall(
        r'modulepreload" href="/static/(\w+)\.js"', (folder / "table.html").read_text()
    )
    assert sorted(named) == sorted(found)


def test_a_table_is_interactive_within_a_second(ann: Visitor) -> None:
    table = ann.set_up("me", "page", "page", "page")["table"]
    ann.wait_for_turn()
    fresh = ann.open_tab()
    fresh.goto(f"/table/{table}")
    fresh.wait_for_selector(".instruction.yours")
    assert fresh.evaluate("performance.now()") < 1000 * 2  # others may use this machine, too


def test_dragging_costs_little_of_a_frame(meet: Callable[..., Visitor]) -> None:
    """A frame has 16.7 ms. How many a screen shows is for ``benchmarks/browser.py``."""
    ann = meet(reduced_motion="no-preference")
    ann.set_up("me", "page", "page", "page")
    ann.reach_placing()
    box = ann.page.locator(".hand-domino").bounding_box()
    assert box
    session = ann.context.new_cdp_session(ann.page)
    session.send("Performance.enable")

    def measure() -> float:
        metrics = session.send("Performance.getMetrics")["metrics"]
        wanted = ("ScriptDuration", "LayoutDuration", "RecalcStyleDuration")
        return float(sum(one["value"] for one in metrics if one["name"] in wanted))

    mouse = ann.page.mouse
    mouse.move(box["x"] + 20, box["y"] + 20)
    mouse.down()
    mouse.move(700, 500)
    before = measure()
    steps = 120
    for step in range(steps):
        mouse.move(500 + 4 * (step % 60), 300 + 2 * step)
    spent = (measure() - before) / steps
    mouse.move(20, 880)
    mouse.up()
    assert spent < 0.008, f"{1000 * spent:.1f} ms for each move of the pointer"
