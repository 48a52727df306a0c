"""Whole games, from the first claim to the score table, the replay and the rematch."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.browsing import PHONE, Visitor


def test_two_people_play_a_whole_game(meet: Callable[..., Visitor]) -> None:
    ann, bob = meet(), meet()
    invite = ann.set_up("me", "open")["invite"]
    bob.page.goto(f"/join/{invite}")
    bob.page.locator("#name").fill("Bob")
    bob.page.locator("button[type=submit]").click()
    bob.see(".desk")
    ann.see(".desk")
    ann.let_play()
    bob.play_to_the_end()
    ann.see(".result")
    expect(ann.page.locator("h1")).to_contain_text(re.compile("^You win |wins|share"))
    totals = [kingdom["score"]["total"] for kingdom in ann.read_table()["game"]["kingdoms"]]
    for person in (ann, bob):
        row = person.page.locator(".score-table .total td").all_inner_texts()
        assert [int(text) for text in row] == totals
    ann.page.get_by_role("button", name="Rematch").click()
    ann.page.wait_for_url(re.compile(r"/table/"))
    bob.see("a[href^='/table/'].primary").click()
    bob.see(".desk")


def test_four_play_with_bots_and_watch_the_replay(ann: Visitor) -> None:
    table = ann.set_up("me", "page", "page", "page")["table"]
    assert ann.see(".seats").get_attribute("data-count") == "3"
    names = ["Ann", "Page", "Page II", "Page III"]
    expect(ann.page.locator(".seats .seat-name")).to_have_text(names[1:])
    ann.play_to_the_end()
    page = ann.page
    expect(page.locator(".result-card .seat-name")).to_have_text(names)
    page.set_viewport_size({"width": 390, "height": 844})
    scores = ann.see(".score-table")
    assert scores.evaluate("table => table.scrollWidth <= table.clientWidth"), "cut off on a phone"
    page.get_by_role("link", name="Replay").click()
    expect(page.locator(".result-card .seat-name")).to_have_text(names)
    steps = ann.ask(f"/api/tables/{table}/games/1/replay")["steps"]
    count = ann.see(".step-count")
    expect(count).to_have_text(f"0 / {len(steps) - 1}")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(count).to_have_text(f"2 / {len(steps) - 1}")
    page.keyboard.press("End")
    expect(page.locator(".score-table")).to_be_visible()
    page.keyboard.press("Home")
    expect(count).to_have_text(f"0 / {len(steps) - 1}")
    page.locator("input[type=range]").fill("7")
    expect(count).to_have_text(f"7 / {len(steps) - 1}")
    page.keyboard.press("?")
    expect(page.locator("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    with page.expect_download() as record:
        page.get_by_role("link", name="Record").click()
    assert '[Rules "classic 4p' in record.value.path().read_text()
    with page.expect_download() as picture:
        page.get_by_role("link", name="Picture").click()
    assert picture.value.path().read_bytes().startswith(b"\x89PNG")
    drawn = ann.context.request.get(f"/api/tables/{table}/games/1/export.svg").text()
    assert all(f">{name}</text>" in drawn for name in names)


def test_bots_have_their_titles_in_the_readers_language(meet: Callable[..., Visitor]) -> None:
    ann = meet(locale="et")
    table = ann.set_up("me", "page", "page")["table"]
    ann.see(".desk")
    titles = ann.page.locator(".seats .seat-name").all_inner_texts()
    assert titles == ["Paaž", "Paaž II"]
    ann.page.goto(f"/replay/{table}")
    ann.see(".step-count")
    assert ann.page.locator(".result-card .seat-name").all_inner_texts() == ["Ann", *titles]


def test_the_end_is_counted_out_and_celebrated(meet: Callable[..., Visitor]) -> None:
    ann = meet(reduced_motion="no-preference")
    ann.set_up("me", "me", harmony=True, middle_kingdom=True)
    ann.play_to_the_end()
    ann.see(".counting .caption")
    expect(ann.page.locator(".score-table")).to_be_hidden()
    expect(ann.page.locator("h1")).to_have_text("The points are being counted…")
    ann.page.keyboard.press("Escape")
    ann.see(".result:not(.counting) h1")
    assert ann.page.locator(".confetti").count() == 1


@pytest.mark.parametrize("language", ["en", "hu", "is"])
def test_the_points_of_two_are_in_sight_at_once_on_a_phone(
    meet: Callable[..., Visitor], language: str
) -> None:
    reader = meet(**PHONE, locale=language)
    reader.set_up("me", "page", harmony=True, middle_kingdom=True)
    reader.play_to_the_end()
    reader.see(".result:not(.counting) h1")
    table = reader.see(".score-table")
    assert table.evaluate("element => element.scrollWidth - element.clientWidth") <= 0


def test_a_dynasty_goes_on_to_its_second_game(ann: Visitor) -> None:
    ann.set_up("me", "page", dynasty=True)
    ann.see(".desk")
    expect(ann.page.locator(".progress")).to_contain_text("Game 1 of 3")
    ann.let_play()
    expect(ann.page.locator(".progress")).to_contain_text("Game 2 of 3", timeout=60_000)
    assert len(ann.read_table()["match"]["results"]) == 1


def test_two_share_one_device(ann: Visitor) -> None:
    ann.set_up("me", "me")
    ann.wait_for_turn("claim")
    expect(ann.page.locator(".instruction")).to_contain_text(re.compile("^(Ann|Eve): "))
    ann.play_to_the_end()
    placed = [len(kingdom["dominoes"]) for kingdom in ann.read_table()["game"]["kingdoms"]]
    assert min(placed) >= 1


def test_somebody_watches(meet: Callable[..., Visitor]) -> None:
    ann, bob = meet(), meet()
    table = ann.set_up("me", "page", public=True)["table"]
    ann.wait_for_turn()
    bob.page.goto("/watch")
    bob.see(f'.table-link[href="/table/{table}"]').click()
    bob.see(".desk")
    assert bob.page.locator("button.slot").count() == 0


def test_a_record_can_be_pasted(ann: Visitor) -> None:
    record = (
        '[Rules "classic 2p"]\n[Pink "Ann"]\n[Yellow "Ben"]\n\n0. 5,9,24,46 P-46 Y-24 Y-9 P-5\n'
        "1. 21,28,42,44 P5:g8e-42"
    )
    ann.page.goto("/view")
    ann.page.locator("#record").fill("nonsense")
    ann.page.locator("button[type=submit]").click()
    expect(ann.page.locator("[role=alert]")).to_be_visible()
    ann.page.locator("#record").fill(record)
    ann.page.locator("button[type=submit]").click()
    expect(ann.see(".step-count")).to_have_text("0 / 6")
    ann.faults.clear()  # Chromium complains of the 422


def test_people_talk_in_phrases(meet: Callable[..., Visitor]) -> None:
    ann, bob = meet(), meet()
    table = ann.set_up("me", "page")["table"]
    ann.wait_for_turn()
    bob.page.goto(f"/table/{table}")
    bob.see(".desk")
    ann.page.locator("[data-do=chat]").click()
    ann.page.get_by_role("button", name="Good luck!").click()
    expect(bob.page.locator(".bubble")).to_have_text("Good luck!")
    expect(bob.page.locator("#live")).to_contain_text("Ann: Good luck!")
