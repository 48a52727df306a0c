"""Refresh, lost networks, second tabs and restarts: the game is there again."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from playwright.sync_api import expect

from tests.server.running import running
from tests.web.browsing import Visitor


def test_a_refresh_in_the_middle_of_a_turn_changes_nothing(ann: Visitor) -> None:
    ann.set_up("me", "page")
    ann.reach_placing()
    ann.page.keyboard.press("n")
    ann.page.keyboard.press("Enter")
    ann.wait_for_turn("claim")
    ann.page.reload()
    ann.wait_for_turn("claim")
    assert ann.page.locator(".board [data-domino]").count() == 1
    ann.page.locator("[data-do=undo]").click()
    ann.wait_for_turn("place")


def test_a_lost_network_comes_back_in_the_middle_of_a_turn(ann: Visitor) -> None:
    ann.set_up("me", "page")
    ann.reach_placing()
    ann.page.keyboard.press("n")
    ann.context.set_offline(True)
    ann.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(ann.page.locator(".note")).to_be_visible(timeout=8000)
    ann.context.set_offline(False)
    expect(ann.page.locator(".note")).to_be_hidden(timeout=8000)
    ann.page.keyboard.press("Enter")
    ann.wait_for_turn("claim")


def test_a_second_tab_shows_the_same_table_and_can_play(ann: Visitor) -> None:
    table = ann.set_up("me", "page")["table"]
    ann.reach_placing()
    other = ann.open_tab()
    other.goto(f"/table/{table}")
    other.wait_for_selector(".instruction.yours")
    other.keyboard.press("n")
    other.keyboard.press("Enter")
    ann.wait_for_turn("claim")
    assert ann.page.locator(".board [data-domino]").count() == 1


def test_the_server_restarts_in_the_middle_of_a_game(
    meet: Callable[..., Visitor], tmp_path: Path
) -> None:
    with running(tmp_path / "games.db") as server:
        server.wait_until_ready()
        ann = meet(server=server)
        ann.set_up("me", "page")
        ann.reach_placing()
        server.kill()
        expect(ann.page.locator(".note")).to_be_visible(timeout=8000)
        server.start()
        server.wait_until_ready()
        expect(ann.page.locator(".note")).to_be_hidden(timeout=15_000)
        ann.page.keyboard.press("n")
        ann.page.keyboard.press("Enter")
        ann.wait_for_turn("claim")


def test_a_move_that_cannot_be_stored_is_kept_and_made_as_soon_as_it_can(
    meet: Callable[..., Visitor], tmp_path: Path
) -> None:
    with running(tmp_path / "games.db") as server:
        server.wait_until_ready()
        ann = meet(server=server)
        ann.set_up("me", "page")
        ann.reach_placing()
        with closing(sqlite3.connect(server.database, isolation_level=None)) as other:
            other.execute("begin immediate")
            ann.page.keyboard.press("n")
            ann.page.keyboard.press("Enter")
            note = ann.page.locator(".note")
            expect(note).to_contain_text("kept and sent again", timeout=20_000)
            other.execute("rollback")
        ann.wait_for_turn("claim")
        assert ann.page.locator(".board [data-domino]").count() == 1
