"""WCAG 2.2 AA: what axe-core finds, and what it cannot see."""

import functools
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.browsing import DESKTOP, PHONE, ROOT, Visitor

PAGES = ["/", "/new", "/join", "/watch", "/view"]
LOST = ["/join/nosuch", "/table/nosuch", "/replay/nosuch"]
STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# In the dark only colours are different. tests/soak looks at everything again there.
DARK: Any = {"type": "rule", "values": ["color-contrast"]}


@functools.cache
def read_axe() -> str:
    return (ROOT / "node_modules" / "axe-core" / "axe.min.js").read_text()


def find_violations(page: Page) -> list[str]:
    """What axe-core objects to on the page as it is, in both themes."""
    page.evaluate(read_axe())
    found: list[dict[str, Any]] = page.evaluate(
        """async ([standards, inTheDark]) => {
          const root = document.documentElement;
          const only = (runOnly) => axe.run({runOnly, resultTypes: ["violations"]});
          const light = await only(standards);
          root.dataset.theme = "dark";
          const dark = await only(inTheDark);
          delete root.dataset.theme;
          return [...light.violations, ...dark.violations];
        }""",
        [STANDARDS, DARK],
    )
    return [
        f"{page.url}: {one['help']}: {node['target']} {node.get('failureSummary', '')}"
        for one in found
        for node in one["nodes"]
    ]


def test_axe_finds_nothing_on_the_way_to_a_table(ann: Visitor) -> None:
    violations = []
    for path in PAGES:
        ann.page.goto(path)
        ann.see("main h1")
        for details in ann.page.locator("main details").all():
            details.evaluate("one => one.open = true")
        violations += find_violations(ann.page)
    for path in LOST:
        ann.page.goto(path)
        ann.see("main h1:not(.hidden-text)" if path != "/replay/nosuch" else "main")
        violations += find_violations(ann.page)
    ann.faults.clear()  # that nothing was found there is what was meant
    ann.set_up("me", "open", "open")
    ann.see(".waiting")
    violations += find_violations(ann.page)
    assert not violations, "\n".join(violations)


def test_axe_finds_nothing_at_a_table(ann: Visitor) -> None:
    table = ann.set_up("me", "page")["table"]
    ann.reach_placing()
    ann.page.keyboard.press("n")
    ann.page.locator("details.words").evaluate("one => one.open = true")
    violations = find_violations(ann.page)
    dialogs = (
        ".seat-kingdom",
        *(f"[data-do={name}]" for name in ("unseen", "chat", "keys", "more")),
    )
    for button in dialogs:
        ann.page.locator(button).first.click()
        ann.see("dialog[open]")
        violations += find_violations(ann.page)
        ann.page.keyboard.press("Escape")
    ann.play_to_the_end()
    violations += find_violations(ann.page)
    ann.page.goto(f"/replay/{table}")
    ann.see(".step-count")
    ann.page.keyboard.press("End")
    violations += find_violations(ann.page)
    ann.page.keyboard.press("?")
    ann.see("dialog[open]")
    violations += find_violations(ann.page)
    assert not violations, "\n".join(violations)


def test_axe_finds_nothing_on_a_phone(meet: Callable[..., Visitor]) -> None:
    ann = meet(**PHONE)
    ann.page.goto("/")
    ann.see("main h1")
    violations = find_violations(ann.page)
    ann.set_up("me", "page", "page", "page")
    ann.wait_for_turn("claim")
    violations += find_violations(ann.page)
    assert not violations, "\n".join(violations)


@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_targets_are_large_enough_and_nothing_is_cut_off(
    meet: Callable[..., Visitor], device: dict[str, Any]
) -> None:
    ann = meet(**device)
    small = """() => [...document.querySelectorAll("button, a[href], select, summary, input")]
        .filter((one) => !one.closest(".hidden-text, .skip, .option, .choice"))
        .map((one) => [one, one.getBoundingClientRect()])
        .filter(([, box]) => box.width && (box.width < 43.5 || box.height < 43.5))
        .map(([one, box]) => `${one.outerHTML.slice(0, 80)} ${box.width} by ${box.height}`)"""
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    for path in PAGES:
        ann.page.goto(path)
        ann.see("main h1")
        assert ann.page.evaluate(small) == []
        assert ann.page.evaluate(wide) <= 0, path
    ann.set_up("me", "page", "page", "page")
    ann.reach_placing()
    ann.page.keyboard.press("n")
    assert ann.page.evaluate(small) == []
    assert ann.page.evaluate(wide) <= 0


def grow_until_widest(visitor: Visitor) -> int:
    """Play until the board is nine cells wide, or the game near its end; returns the widest."""
    widest = 0
    while widest < 9 and "Round 12" not in visitor.page.locator(".progress").inner_text():
        visitor.reach_placing()
        columns, side = visitor.page.evaluate(
            """() => {
              const cells = [...document.querySelectorAll(".board .cells rect")];
              const across = (name) => new Set(cells.map((cell) => cell.getAttribute(name))).size;
              const box = cells[0].getBoundingClientRect();
              // A cell is as wide as it is from one to the next: 100 where its picture is 96.
              return [Math.max(across("x"), across("y")), Math.min(box.width, box.height) / 0.96];
            }"""
        )
        assert side >= 43.9, f"{columns} columns of {side} px"
        widest = max(widest, columns)
        visitor.act_on()
        visitor.wait_for_turn()
    return widest


def test_cells_are_large_enough_for_fingers_late_in_a_duel(meet: Callable[..., Visitor]) -> None:
    ann = meet(**PHONE)
    # The most that is ever shown: five cells of seven are in use, and it may grow to both sides.
    # Not every deal leads there.
    for _ in range(4):
        ann.set_up("me", "page", mighty_duel=True)
        ann.wait_for_turn()
        if grow_until_widest(ann) == 9:
            break
    else:
        pytest.fail("the board was never nine cells wide")
    ann.reach_placing()
    ann.page.keyboard.press("n")
    ghost = ann.page.locator(".ghost").bounding_box()
    board = ann.page.locator(".board").bounding_box()
    assert ghost
    assert board
    assert board["x"] - 1 <= ghost["x"] + ghost["width"] / 2 <= board["x"] + board["width"] + 1
    ann.page.locator("[data-do=place]").tap()
    ann.wait_for_turn("claim")


@pytest.mark.parametrize("size", [(1024, 768), (820, 1180), (844, 390), (320, 568)])
def test_nothing_is_cut_off_or_covered_on_tablets_and_odd_screens(
    meet: Callable[..., Visitor], size: tuple[int, int]
) -> None:
    ann = meet(viewport={"width": size[0], "height": size[1]})
    ann.set_up("me", "page", "page", "page")
    ann.reach_placing()
    ann.page.keyboard.press("n")
    place = ann.see("[data-do=place]")
    expect(place).to_be_in_viewport(ratio=1)
    assert place.evaluate("button => button.scrollWidth <= button.clientWidth")
    place.click(trial=True)  # nothing lies over it
    pile, board = (ann.page.locator(part).bounding_box() for part in (".pile", ".board"))
    assert pile
    assert board
    below = pile["y"] >= board["y"] + board["height"]
    assert below or pile["x"] + pile["width"] <= board["x"]


def test_everything_is_in_sight_at_once_on_a_laptop(meet: Callable[..., Visitor]) -> None:
    ann = meet(viewport={"width": 1366, "height": 700})
    ann.set_up("me", "page", "page", "page")
    ann.reach_placing()
    for selector in (".lines", ".board", ".tray", ".instruction", ".seat:last-child .seat-kingdom"):
        expect(ann.page.locator(selector).first).to_be_in_viewport(ratio=0.99)
    assert ann.page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_the_phone_has_board_and_buttons_in_sight(meet: Callable[..., Visitor]) -> None:
    ann = meet(**PHONE)
    ann.set_up("me", "page", "page", "page")
    ann.reach_placing()
    # With the browser's bars there is less room, but the tray lies over nothing.
    for height in (664, 844):
        ann.page.set_viewport_size({"width": 390, "height": height})
        ann.page.wait_for_function(
            """height => {
              const box = (part) => document.querySelector(part).getBoundingClientRect();
              return innerHeight === height && box(".board").bottom <= box(".tray").top;
            }""",
            arg=height,
        )
    for selector in (".lines", ".board", ".tray", ".instruction"):
        expect(ann.page.locator(selector).first).to_be_in_viewport(ratio=0.95)
    for seat in ann.page.locator(".seat").all():
        seat.locator(".seat-points span").first.evaluate("points => (points.textContent = '100')")
        kingdom = seat.locator(".seat-kingdom").bounding_box()
        points = seat.locator(".seat-points span").first.bounding_box()
        assert kingdom
        assert points
        assert points["x"] >= kingdom["x"] + kingdom["width"], "points over a kingdom"


def test_moves_are_read_out_in_words(ann: Visitor) -> None:
    ann.set_up("me", "page")
    ann.reach_placing()
    live = ann.page.locator("#live")
    expect(live).to_contain_text("claims: Domino")
    ann.page.keyboard.press("n")
    expect(live).to_contain_text("point")
    ann.page.keyboard.press("Enter")
    expect(live).to_contain_text("You place at")


def test_a_kingdom_can_be_read_as_text_and_moves_can_be_typed(ann: Visitor) -> None:
    ann.set_up("me", "page")
    ann.reach_placing()
    ann.page.locator("details.words summary").click()
    number = ann.page.evaluate("document.querySelector('.slot.acting').dataset.domino")
    ann.page.locator("#typed").fill("99:z9")
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator(".note")).to_be_visible()
    ann.page.locator("#typed").fill(f"{number}:g8n")
    ann.page.keyboard.press("Enter")
    ann.wait_for_turn("claim")
    expect(ann.page.locator(".words-body")).to_contain_text("g7 castle")
    expect(ann.page.locator(".words-body")).to_contain_text("g9")


def test_the_theme_can_be_chosen_and_is_kept(ann: Visitor) -> None:
    ann.page.goto("/")
    button = ann.page.get_by_role("button", name="Theme")
    button.click()
    button.click()
    assert ann.page.evaluate("document.documentElement.dataset.theme") == "dark"
    ann.page.reload()
    assert ann.page.evaluate("document.documentElement.dataset.theme") == "dark"


def test_sound_is_off_until_it_is_switched_on(ann: Visitor) -> None:
    ann.page.goto("/")
    ann.page.get_by_role("button", name="Sound: off").click()
    expect(ann.page.get_by_role("button", name="Sound: on")).to_be_visible()
