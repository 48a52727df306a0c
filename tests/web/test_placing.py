"""Every way to put a domino into a kingdom."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.web.browsing import PHONE, Visitor


def count_dominoes(visitor: Visitor) -> int:
    return visitor.page.locator(".board [data-domino]").count()


def start_placing(visitor: Visitor) -> None:
    visitor.set_up("me", "page")
    visitor.reach_placing()


def middle(visitor: Visitor, selector: str) -> tuple[float, float]:
    box = visitor.page.locator(selector).first.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_domino_is_dragged_with_the_mouse(ann: Visitor) -> None:
    start_placing(ann)
    mouse = ann.page.mouse
    mouse.move(*middle(ann, ".hand-domino"))
    mouse.down()
    mouse.move(*middle(ann, ".lights rect"), steps=8)
    expect(ann.page.locator(".ghost .points")).to_be_visible()
    mouse.up()
    ann.wait_for_turn("claim")
    assert count_dominoes(ann) == 1


def test_the_wheel_and_r_turn_a_domino_that_is_being_dragged(ann: Visitor) -> None:
    start_placing(ann)
    mouse = ann.page.mouse
    mouse.move(*middle(ann, ".hand-domino"))
    mouse.down()
    mouse.move(700, 300, steps=4)
    shape = "() => document.querySelector('.floating svg').getAttribute('viewBox')"
    lying = ann.page.evaluate(shape)
    ann.page.keyboard.press("r")
    assert ann.page.evaluate(shape) != lying
    mouse.up()


def test_a_domino_dropped_outside_goes_back(ann: Visitor) -> None:
    start_placing(ann)
    mouse = ann.page.mouse
    mouse.move(*middle(ann, ".hand-domino"))
    mouse.down()
    mouse.move(200, 850, steps=5)
    mouse.up()
    assert count_dominoes(ann) == 0
    ann.wait_for_turn("place")


def test_a_tap_puts_it_there_and_another_turns_it(ann: Visitor) -> None:
    start_placing(ann)
    cell = ann.page.locator(".lights rect").first
    cell.click(force=True)
    ghost = ann.page.locator(".ghost")
    first = ghost.inner_html(), ghost.get_attribute("transform")
    cell.click(force=True)
    assert (ghost.inner_html(), ghost.get_attribute("transform")) != first
    ann.page.locator("[data-do=place]").click()
    ann.wait_for_turn("claim")


def test_a_finger_drags_and_confirms(meet: Callable[..., Visitor]) -> None:
    ann = meet(**PHONE)
    start_placing(ann)
    touch = ann.context.new_cdp_session(ann.page)

    def send(kind: str, *points: tuple[float, float]) -> None:
        spots: list[dict[str, Any]] = [{"x": x, "y": y} for x, y in points]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": spots})

    x, y = middle(ann, ".hand-domino")
    to_x, to_y = middle(ann, ".lights rect")
    send("touchStart", (x, y))
    for step in range(1, 9):
        # The domino floats above the finger, so the finger stays below the cell.
        send("touchMove", (x + (to_x - x) * step / 8, y + (to_y + 76 - y) * step / 8))
    expect(ann.page.locator(".ghost .points")).to_be_visible()
    send("touchEnd")
    assert count_dominoes(ann) == 0
    ann.page.locator("[data-do=place]").tap()
    ann.wait_for_turn("claim")
    assert count_dominoes(ann) == 1


def test_a_finger_chooses_a_claim_before_it_is_made(meet: Callable[..., Visitor]) -> None:
    ann = meet(**PHONE)
    ann.set_up("me", "page")
    ann.wait_for_turn("claim")
    slot = ann.page.locator("button.slot.claimable").first
    slot.tap()
    expect(slot).to_have_attribute("aria-pressed", "true")
    number = ann.number()
    ann.page.locator("[data-do=claim]").tap()
    ann.wait_after(number)


def test_keys_alone_move_turn_place_and_undo(ann: Visitor) -> None:
    start_placing(ann)
    keyboard = ann.page.keyboard
    keyboard.press("n")
    ghost = ann.page.locator(".ghost")
    places = {ghost.get_attribute("transform")}
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "r"):
        keyboard.press(key)
        places.add(str(ghost.get_attribute("transform")) + ghost.inner_html())
    assert len(places) > 3
    keyboard.press("Escape")
    assert ghost.locator(".domino").count() == 0
    keyboard.press("n")
    keyboard.press("Enter")
    ann.wait_for_turn("claim")
    keyboard.press("u")
    ann.wait_for_turn("place")
    assert count_dominoes(ann) == 0


def test_keys_are_the_same_on_a_cyrillic_keyboard(ann: Visitor) -> None:
    start_placing(ann)
    board = ann.page.locator(".board")
    board.dispatch_event("keydown", {"key": "т", "code": "KeyN", "bubbles": True})
    expect(ann.page.locator(".ghost .domino")).to_be_visible()


def test_the_focus_is_not_lost_with_the_domino_that_is_claimed(ann: Visitor) -> None:
    ann.set_up("me", "page")
    ann.wait_for_turn("claim")
    ann.see("button.slot.claimable").focus()
    number = ann.number()
    ann.page.keyboard.press("Enter")
    ann.wait_after(number)
    assert ann.page.evaluate("document.activeElement.closest('.desk') !== null")


def test_the_ghost_shows_the_points_that_the_server_gives(ann: Visitor) -> None:
    start_placing(ann)
    table = ann.read_table()["id"]
    legal = ann.ask(f"/api/tables/{table}")["legal"]
    points = {action["points"] for action in legal["actions"]}
    shown = set()
    for _ in legal["actions"]:
        ann.page.keyboard.press("n")
        shown.add(int(str(ann.page.locator(".points text").text_content())))
    assert shown == points


def test_a_planned_placement_is_played_when_the_turn_comes(meet: Callable[..., Visitor]) -> None:
    ann, bob = meet(), meet()
    invite = ann.set_up("me", "open")["invite"]
    bob.page.goto(f"/join/{invite}")
    bob.page.locator("#name").fill("Bob")
    bob.page.locator("button[type=submit]").click()
    bob.see(".desk")
    people = [ann, bob]
    while not (acting := wait_for_one(people)).page.locator('.tray[data-kind="place"]').count():
        number = acting.number()
        acting.act_by_key()
        for person in people:
            person.wait_after(number)
    waiting = people[1 - people.index(acting)]
    waiting.see(".lights rect")
    waiting.page.keyboard.press("n")
    expect(waiting.page.locator(".board.planning .ghost .domino")).to_be_visible()
    while wait_for_one(people) is acting:
        number = acting.number()
        acting.act_by_key()
        for person in people:
            person.wait_after(number)
    waiting.wait_for_turn("claim")
    assert count_dominoes(waiting) == 1


def wait_for_one(people: list[Visitor]) -> Visitor:
    """Whoever is to act."""
    for _ in range(200):
        for person in people:
            if person.page.locator(".instruction.yours").count():
                return person
        people[0].page.wait_for_timeout(50)
    raise AssertionError("nobody is to act")


def test_nothing_moves_under_the_finger_when_a_domino_stands_somewhere(
    meet: Callable[..., Visitor],
) -> None:
    for wishes in (PHONE, {"locale": "hu"}):  # where there is little room, and where words are long
        ann = meet(**wishes)
        start_placing(ann)
        parts = (".board", "[data-do=next]", "[data-do=hint]")
        before = [ann.page.locator(part).bounding_box() for part in parts]
        ann.page.locator("[data-do=next]").click()
        ann.see("[data-do=turn]")
        assert [ann.page.locator(part).bounding_box() for part in parts] == before
        tray = ann.see(".tray")
        assert tray.evaluate("tray => tray.scrollWidth <= tray.clientWidth"), "cut off"
        tops = "lines => lines.map(line => line.querySelector('.slot').getBoundingClientRect().y)"
        first, second = ann.page.locator(".line").evaluate_all(tops)
        assert first == second or wishes is PHONE


def test_a_hint_shows_where_a_bot_would_go(ann: Visitor) -> None:
    start_placing(ann)
    ann.page.keyboard.press("h")
    expect(ann.page.locator(".ghost .points")).to_be_visible()


def test_a_territory_tells_squares_times_crowns(ann: Visitor) -> None:
    start_placing(ann)
    ann.page.keyboard.press("n")
    ann.page.keyboard.press("Enter")
    ann.wait_for_turn("claim")
    ann.page.mouse.move(*middle(ann, ".board [data-domino] .square"))
    expect(ann.page.locator(".caption")).to_contain_text("×")
