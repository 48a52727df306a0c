"""Who sits at a table, who is missing, and what those can do who only look on."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.web.browsing import PHONE, Visitor


def test_nobody_is_said_to_be_here_who_is_away(meet: Callable[..., Visitor]) -> None:
    ann, bob = meet(), meet()
    made = ann.set_up("me", "open", autostart=False)
    seat = {"name": "Bob", "invite": made["invite"]}
    bob.context.request.post(f"/api/tables/{made['table']}/seats", data=seat)
    expect(ann.see("h1")).to_have_text("Not everybody is here yet")
    expect(ann.page.locator(".waiting-seats li").nth(1)).to_contain_text("away")
    bob.page.goto(f"/table/{made['table']}")
    expect(ann.see("h1")).to_have_text("Everybody is here")


def test_who_shares_a_device_has_a_name_of_their_own(ann: Visitor) -> None:
    page = ann.page
    page.goto("/new")
    page.locator("#name").fill("Ann")
    page.locator("select[name=guest0]").select_option("me")
    page.locator("input[name=name0]").fill("Eve")
    page.locator("button[type=submit]").click()
    ann.wait_for_turn("claim")
    shown = [page.locator(".own-head .seat-name"), page.locator(".seats .seat-name")]
    assert {name.inner_text() for name in shown} == {"Ann", "Eve"}
    expect(page.locator(".seats .seat-state")).to_have_text("at this device")


def test_who_watches_is_not_offered_what_only_players_can_do(meet: Callable[..., Visitor]) -> None:
    ann, bob = meet(), meet()
    table = ann.set_up("me", "page")["table"]
    ann.wait_for_turn()
    bob.page.goto(f"/table/{table}")
    bob.see(".desk")
    for visitor, plays in ((ann, True), (bob, False)):
        visitor.page.locator(".words summary").click()
        for name in ("Say something", "Keys", "Play it"):
            button = visitor.page.get_by_role("button", name=name)
            expect(button).to_be_visible(visible=plays)
    bob.page.keyboard.press("?")
    expect(bob.page.locator("dialog")).to_have_count(0)


def test_nobody_leaves_a_game_by_mistake(ann: Visitor) -> None:
    ann.set_up("me", "me", "page")
    ann.wait_for_turn()
    page = ann.page

    def ask_to_leave() -> None:
        page.locator("[data-do=more]").click()
        page.get_by_role("button", name="Leave the game").click()
        expect(ann.see("dialog h2")).to_have_text("Leave the game?")

    ask_to_leave()
    page.get_by_role("button", name="Stay").click()
    ask_to_leave()
    page.keyboard.press("Escape")
    assert [seat["kind"] for seat in ann.read_table()["seats"]] == ["person", "person", "bot"]
    ask_to_leave()
    table = ann.read_table()["id"]
    page.get_by_role("button", name="Leave the game").click()
    page.wait_for_url("**/")
    left = ann.ask(f"/api/tables/{table}")["table"]
    assert [seat["kind"] for seat in left["seats"]] == ["bot", "bot", "bot"]


def test_what_has_happened_is_still_told_after_a_reload(ann: Visitor) -> None:
    ann.set_up("me", "me")
    ann.wait_for_turn("claim")
    for _ in range(3):
        ann.act_on()
    story = ann.page.locator(".story li")
    before = story.all_text_contents()
    assert len(before) == 4
    ann.page.reload()
    ann.wait_for_turn("claim")
    expect(story).to_have_text(before)


COUNT_CONFETTI = """async ([welcome, winner, seats]) => {
  const { showResults } = await import("/static/results.js");
  const { table, you } = welcome;
  table.id = `${winner}-${seats}`;
  table.game.winners = [winner];
  const options = await (await fetch("/api/options")).json();
  const view = { table, you: { ...you, seats } };
  showResults(document.querySelector("#main"), view, options, true, async () => null);
  dispatchEvent(new Event("pointerdown"));
  while (document.querySelector(".counting")) await new Promise((later) => setTimeout(later, 20));
  const count = document.querySelectorAll(".confetti").length;
  document.querySelector(".confetti")?.remove();
  return count;
}"""


def test_confetti_falls_for_the_winner_and_not_for_who_has_lost(
    meet: Callable[..., Visitor],
) -> None:
    ann = meet(reduced_motion="no-preference")
    table = ann.set_up("me", "page")["table"]
    ann.wait_for_turn()
    welcome = ann.ask(f"/api/tables/{table}")
    ann.page.goto("/new")

    def fallen(winner: int, seats: list[int]) -> object:
        return ann.page.evaluate(COUNT_CONFETTI, [welcome, winner, seats])

    assert fallen(winner=1, seats=[0]) == 0
    assert fallen(winner=0, seats=[0]) == 1
    assert fallen(winner=1, seats=[0, 1]) == 1
    assert fallen(winner=1, seats=[]) == 1, "whoever watches is glad for anybody"


def test_a_friend_with_the_tables_own_address_asks_and_is_let_in(
    meet: Callable[..., Visitor],
) -> None:
    ann, bob = meet(), meet(**PHONE)
    table = ann.set_up("me", "open")["table"]
    ann.see(".invitation")
    bob.page.goto(f"http://127.0.0.2:{ann.server.port}/table/{table}")
    bob.page.locator("#name").fill("Bob")
    bob.page.get_by_role("button", name="Ask for a seat").tap()
    expect(bob.see(".actions")).to_contain_text("You have asked for a seat")
    for visitor in (bob, ann):
        visitor.page.reload()
    expect(bob.see(".actions")).to_contain_text("You have asked for a seat")
    expect(ann.see(".request")).to_contain_text("Bob asks for a seat")
    expect(ann.page).to_have_title("● Somebody asks for a seat – Kingdomino")
    ann.page.get_by_role("button", name="Let in").click()
    for visitor in (ann, bob):
        visitor.see(".desk")
    names = [ann.page.locator(".area-others .seat-name"), bob.page.locator(".own-head .seat-name")]
    assert [name.inner_text() for name in names] == ["Bob", "Bob"]


def test_who_asks_may_think_better_of_it_or_be_declined(meet: Callable[..., Visitor]) -> None:
    ann, bob = meet(), meet()
    table = ann.set_up("me", "open")["table"]
    bob.page.goto(f"/table/{table}")
    ask = bob.page.get_by_role("button", name="Ask for a seat")
    ask.click()
    ann.see(".request")
    bob.page.get_by_role("button", name="I’ll just watch").click()
    expect(ann.page.locator(".request")).to_have_count(0)
    ask.click()
    ann.see(".request")
    ann.page.get_by_role("button", name="Decline").click()
    expect(bob.see(".actions")).to_contain_text("You are welcome to watch")
    expect(ask).to_have_count(0)
    assert [seat["kind"] for seat in ann.read_table()["seats"]] == ["person", "open"]


def test_a_name_that_is_being_typed_stays_while_others_come_and_go(
    meet: Callable[..., Visitor],
) -> None:
    ann, bob, cleo = meet(), meet(), meet()
    made = ann.set_up("me", "open", "open")
    bob.page.goto(f"/table/{made['table']}")
    bob.page.locator("#name").fill("Bo")
    seat = {"name": "Cleo", "invite": made["invite"]}
    cleo.context.request.post(f"/api/tables/{made['table']}/seats", data=seat)
    expect(bob.page.locator(".waiting-seats .free")).to_have_count(1)
    expect(bob.page.locator("#name")).to_have_value("Bo")
