"""From the first page to a table."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from tests.web.browsing import Visitor


def test_two_clicks_lead_to_the_first_domino(ann: Visitor) -> None:
    ann.page.goto("/")
    ann.see("[data-do=play]").click()
    ann.wait_for_turn("claim")
    ann.see("button.slot.claimable").click()
    expect(ann.page.locator(".slot-king").first).to_be_visible()


def test_a_running_game_is_found_again_on_the_first_page(ann: Visitor) -> None:
    table = ann.set_up("me", "page")["table"]
    ann.wait_for_turn()
    ann.page.goto("/")
    ann.see(f'.table-link[href="/table/{table}"]').click()
    ann.wait_for_turn()


def test_only_bots_have_their_names_translated(meet: Callable[..., Visitor]) -> None:
    duke = meet(locale="hu")
    seats = [{"kind": "me", "name": "Duke"}, {"kind": "bot", "level": "duke"}]
    table = duke.set_up(seats=seats)["table"]
    duke.wait_for_turn()
    expect(duke.page.locator(".seat-name")).to_have_text(["Duke", "Herceg"])
    duke.page.goto("/")
    expect(duke.see(".table-who")).to_have_text("Duke, Herceg")
    duke.page.goto(f"/replay/{table}")
    expect(duke.page.locator(".seat-name")).to_have_text(["Duke", "Herceg"])


@pytest.mark.parametrize(
    ("choices", "rules"),
    [
        ({"harmony": False}, "classic 2p middle"),
        ({"middle_kingdom": False}, "classic 2p harmony"),
        ({"dynasty": True}, "classic 2p dynasty harmony middle"),
        ({"mighty_duel": True}, "classic 2p duel harmony middle"),
        ({"players": 3, "edition": "revised"}, "revised 3p harmony middle"),
    ],
)
def test_each_variant_can_be_started_from_the_menu(
    ann: Visitor, choices: dict[str, object], rules: str
) -> None:
    page = ann.page
    page.goto("/new")
    page.locator("#name").fill("Ann")
    players = choices.pop("players", 2)
    page.locator(f'input[name=players][value="{players}"]').check(force=True)
    for number in range(int(str(players)) - 1):
        page.locator(f"select[name=guest{number}]").select_option("page")
    page.locator("summary").click()
    if "edition" in choices:
        page.locator(f'input[value="{choices.pop("edition")}"]').check()
    for name, wanted in choices.items():
        page.locator(f'input[value="{name}"]').set_checked(bool(wanted))
    page.locator("button[type=submit]").click()
    ann.wait_for_turn("claim")
    assert ann.read_table()["rules"]["text"] == rules


def test_friends_come_by_a_link_and_the_game_starts_by_itself(meet: Callable[..., Visitor]) -> None:
    ann, bob = meet(), meet()
    ann.page.goto("/new")
    ann.page.locator("#name").fill("Ann")
    ann.page.locator("button[type=submit]").click()
    link = ann.see(".invitation input").input_value()
    assert re.fullmatch(rf"http://127\.0\.0\.2:{ann.server.port}/join/\w+", link)
    assert ann.page.locator(".qr").evaluate(
        "image => image.decode().then(() => image.naturalWidth)"
    )
    bob.page.goto(link)
    expect(bob.page.locator("h1")).to_contain_text("Ann")
    bob.page.locator("#name").fill("Bob")
    bob.page.locator("button[type=submit]").click()
    for visitor in (ann, bob):
        visitor.see(".desk")
    expect(ann.page.locator(".area-others .seat-name")).to_have_text("Bob")
    assert bob.page.url.startswith("http://127.0.0.2:")


def test_whatever_is_shared_carries_the_address_that_others_can_reach(ann: Visitor) -> None:
    ann.context.grant_permissions(["clipboard-read", "clipboard-write"])
    others = f"http://127.0.0.2:{ann.server.port}"

    def share(name: str) -> str:
        ann.page.evaluate("navigator.clipboard.writeText('')")
        ann.page.get_by_role("button", name=name).click()
        ann.page.wait_for_function("navigator.clipboard.readText()")
        return str(ann.page.evaluate("navigator.clipboard.readText()"))

    made = ann.set_up("me", "open")
    table = made["table"]
    ann.see(".invitation")
    assert share("Share") == f"{others}/join/{made['invite']}"
    ann.page.get_by_role("button", name="Start with bots").click()
    ann.see("[data-do=more]").click()
    assert share("Link to watch this table") == f"{others}/table/{table}"
    ann.play_to_the_end()
    assert share("Share") == f"{others}/replay/{table}?game=1"
    ann.page.get_by_role("link", name="Replay").click()
    ann.see(".controls")
    assert share("Share") == f"{others}/replay/{table}?game=1"


def test_where_no_friend_could_come_the_page_says_what_to_do(ann: Visitor) -> None:
    ann.page.route("**/api/options", answer_without_address)
    ann.set_up("me", "open")
    card = ann.see(".invitation")
    expect(card).to_contain_text("only this device")
    expect(card).to_contain_text("--base-url")
    expect(card.locator("input, img")).to_have_count(0)


def answer_without_address(route: Route) -> None:
    response = route.fetch()
    route.fulfill(response=response, json=response.json() | {"address": None})


def test_the_host_can_fill_free_seats_with_bots(ann: Visitor) -> None:
    ann.set_up("me", "open", "open")
    ann.page.get_by_role("button", name="Start with bots").click()
    ann.see(".desk")
    assert [seat["kind"] for seat in ann.read_table()["seats"]] == ["person", "bot", "bot"]


def test_open_tables_are_listed_and_a_guest_can_sit_down(meet: Callable[..., Visitor]) -> None:
    ann, bob = meet(), meet()
    table = ann.set_up("me", "open", public=True)["table"]
    bob.page.goto("/join")
    bob.see(f'.table-link[href="/table/{table}"]').click()
    bob.page.get_by_role("button", name="Take a seat").click()
    bob.see(".desk")


def test_old_links_are_answered_with_a_sentence_and_a_way_out(ann: Visitor) -> None:
    lost = (
        "/table/aaaaaaaaaaaaaaaa",
        "/join/nowhere",
        "/replay/aaaaaaaaaaaaaaaa",
        "/replay/foo",
        "/nowhere/at/all",
    )
    for path in lost:
        ann.page.goto(path)
        expect(ann.page.locator("main h1").first).to_be_visible()
        expect(ann.page.locator("main .button").first).to_be_visible()
        assert "Path." not in ann.page.locator("main").inner_text()
    ann.faults.clear()  # Chromium itself complains of every 404


def test_a_wrong_code_does_not_lose_what_was_typed(meet: Callable[..., Visitor]) -> None:
    ann, bob = meet(), meet()
    invite = ann.set_up("me", "open")["invite"]
    bob.page.goto("/join")
    field = bob.page.locator("#code")
    field.fill(f"{invite[:-1]}-")
    bob.page.get_by_role("button", name="Join").click()
    expect(bob.see(".error")).to_contain_text("incomplete")
    expect(field).to_have_value(f"{invite[:-1]}-")
    bob.page.goto(f"/join/{invite[:-1]}")
    bob.see(".error")
    expect(field).to_have_value(invite[:-1])
    field.fill(f" {bob.server.origin}/join/{invite.upper()}/ ")
    bob.page.get_by_role("button", name="Join").click()
    expect(bob.see("h1")).to_contain_text("Ann")
    bob.page.goto("/join")
    field.fill(ann.page.url)
    bob.page.get_by_role("button", name="Join").click()
    bob.page.wait_for_url(ann.page.url)
    bob.faults.clear()  # Chromium itself complains of every 404


def test_a_visitor_without_javascript_gets_a_sentence(meet: Callable[..., Visitor]) -> None:
    visitor = meet(java_script_enabled=False)
    for path in ("/", "/new", "/table/aaaaaaaaaaaaaaaa"):
        visitor.page.goto(path)
        expect(visitor.page.locator("noscript p")).to_be_visible()
    visitor.faults.clear()  # Chromium itself complains of every 404
