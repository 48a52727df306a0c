"""The score pad: painted by mouse, finger and keys; counted; kept; shared."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.web.browsing import PHONE, Visitor


def paint(visitor: Visitor, terrain: str, *cells: str) -> None:
    visitor.page.locator(f'.pad-tool[data-paint="{terrain}"]').click()
    for cell in cells:
        visitor.page.locator(f'[data-cell="{cell}"]').click()


def test_a_kingdom_is_painted_and_counted(ann: Visitor) -> None:
    ann.page.goto("/score")
    paint(ann, "w", "h7", "h7", "i7")
    expect(ann.page.locator(".pad-sum")).to_have_text("2")
    expect(ann.page.locator(".worth text")).to_have_text("2×1")
    paint(ann, "m", "g8", "g8", "g8", "g9")
    expect(ann.page.locator(".pad-sum")).to_have_text("6")
    paint(ann, "", "i7", "g9")
    expect(ann.page.locator(".pad-sum")).to_have_text("3")


def test_board_and_brushes_are_in_sight_at_once_on_a_laptop(ann: Visitor) -> None:
    ann.page.goto("/score")
    ann.see(".pad-tool")
    for selector in (".pad-board", ".pad-tools"):
        expect(ann.page.locator(selector)).to_be_in_viewport(ratio=1)


def test_names_bonuses_ties_and_a_dynasty(ann: Visitor) -> None:
    page = ann.page
    page.goto("/score")
    page.locator(".pad-name").first.fill("Ann")
    page.locator(".pad-name").last.fill("Bob")
    paint(ann, "w", "h7", "h7", "i7")
    page.locator(".pad-choose").first.click()
    paint(ann, "l", "h7", "h7", "i7")
    expect(page.locator(".pad-winner")).to_have_text("Ann and Bob share the victory.")
    page.locator("input[name=middle_kingdom]").check()
    expect(page.locator(".pad-territories")).to_contain_text("+10")
    page.locator("input[name=dynasty]").check()
    page.locator(".pad-games .choice").nth(1).click()
    paint(ann, "f", "g8", "g8")
    expect(page.locator(".pad-winner")).to_have_text("Ann wins with 23 points.")
    expect(page.locator(".standings tbody tr").first).to_contain_text("Ann")


def test_what_cannot_be_is_pointed_out_and_not_refused(ann: Visitor) -> None:
    ann.page.goto("/score")
    paint(ann, "w", "h7", "i7", "j7", "f7", "e7")
    doubts = ann.see(".pad-breakdown .error")
    expect(doubts).to_contain_text("6×1")
    expect(doubts.locator("li")).to_have_count(1)
    ann.page.locator('[data-cell="j7"]').focus()
    for key in ("Delete", "ArrowLeft", "ArrowUp", "m", "3", "ArrowUp", "m", "3"):
        ann.page.keyboard.press(key)
    expect(doubts).to_contain_text("the box holds 1")


def test_keys_alone_paint_and_move_the_castle(ann: Visitor) -> None:
    page = ann.page
    page.goto("/score")
    page.locator('[data-cell="g7"]').focus()
    for key in ("ArrowRight", "g", "2", "ArrowRight", "g", "ArrowDown", "c"):
        page.keyboard.press(key)
    expect(page.locator(".pad-sum")).to_have_text("4")
    expect(page.locator('[data-cell="i6"]')).to_have_attribute("aria-label", "i6: castle")
    expect(page.locator('[data-cell="g7"]')).to_have_attribute("aria-label", "g7: empty")


def test_a_reload_loses_nothing_and_a_phone_will_do(meet: Callable[..., Visitor]) -> None:
    ann = meet(**PHONE)
    ann.page.goto("/score")
    ann.page.locator(".pad-name").first.fill("Ann")
    ann.page.locator('.pad-tool[data-paint="s"]').tap()
    for cell in ("g8", "g8", "g9"):
        ann.page.locator(f'[data-cell="{cell}"]').tap()
    expect(ann.page.locator(".pad-winner")).to_have_text("Ann wins with 2 points.")
    ann.page.reload()
    expect(ann.page.locator(".pad-winner")).to_have_text("Ann wins with 2 points.")
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_picture_is_saved(ann: Visitor) -> None:
    ann.page.goto("/score")
    paint(ann, "f", "h7", "h7", "i7")
    with ann.page.expect_download() as download:
        ann.page.get_by_role("button", name="Share a picture").click()
    assert re.fullmatch(r"kingdomino.*\.png", download.value.suggested_filename)
    assert download.value.path().read_bytes().startswith(b"\x89PNG")


def test_a_new_sheet_keeps_the_names(ann: Visitor) -> None:
    page = ann.page
    page.goto("/score")
    page.locator(".pad-name").first.fill("Ann")
    paint(ann, "f", "h7", "h7")
    page.get_by_role("button", name="Add a player").click()
    expect(page.locator(".pad-player")).to_have_count(3)
    page.get_by_role("button", name="New sheet").click()
    page.locator("dialog .button.primary").click()
    expect(page.locator(".pad-cell svg")).to_have_count(1)
    expect(page.locator(".pad-name").first).to_have_value("Ann")


def lay_dominoes(visitor: Visitor) -> None:
    """Open the pad where kingdoms are entered domino by domino."""
    visitor.page.goto("/score")
    visitor.page.locator(".pad-ways .choice").last.click()
    visitor.see(".pad-entry")


def test_a_kingdom_is_entered_from_the_dominoes_taken(ann: Visitor) -> None:
    lay_dominoes(ann)
    page = ann.page
    box = {each["number"]: each for each in ann.ask("/api/options")["dominoes"]}
    page.locator('.pad-entry[data-number="19"]').click()
    page.locator('[data-cell="h7"]').click()

    def squares() -> dict[str, str]:
        pad = page.evaluate("JSON.parse(localStorage.getItem('scorepad'))")
        found: dict[str, str] = pad["players"][pad["player"]]["paintings"][0]["squares"]
        return found

    assert squares() == {"h7": box[19]["a"], "i7": box[19]["b"]}
    page.locator('[data-cell="h7"]').click()  # again turns it about that cell
    assert squares() == {"h7": box[19]["a"], "h6": box[19]["b"]}
    page.locator("#pad-numbers").fill("40, 48")
    page.keyboard.press("Enter")
    page.locator('[data-cell="g8"]').click()
    page.locator('[data-cell="f7"]').focus()
    page.keyboard.press("Enter")
    assert len(squares()) == 6
    expect(page.locator(".pad-entry.own")).to_have_count(3)
    expect(page.locator(".pad-sum")).to_have_text("6")
    page.keyboard.press("Delete")  # back into the hand
    assert len(squares()) == 4
    expect(page.locator(".pad-sum")).to_have_text("3")
    page.locator(".pad-hand [data-do=away]").click()
    expect(page.locator(".pad-entry.own")).to_have_count(2)
    page.reload()
    expect(page.locator(".pad-entry.own")).to_have_count(2)


def test_a_domino_taken_twice_is_pointed_out_and_not_refused(meet: Callable[..., Visitor]) -> None:
    ann = meet(**PHONE)
    lay_dominoes(ann)
    page = ann.page
    for numbers in ("7 7", "12"):
        page.locator("#pad-numbers").fill(numbers)
        page.keyboard.press("Enter")
    page.locator('[data-cell="h7"]').tap()
    doubts = ann.see(".pad-breakdown .error")
    expect(doubts).to_contain_text("Domino 7 is taken twice.")
    page.locator(".pad-choose").last.tap()
    page.locator('.pad-entry[data-number="12"]').tap()
    page.locator('[data-cell="h7"]').tap()
    expect(doubts).to_contain_text("Domino 12 is also taken by Pink.")
    page.locator("#pad-numbers").fill("49")
    page.keyboard.press("Enter")
    expect(page.locator(".note")).to_contain_text("from 1 to 48")
