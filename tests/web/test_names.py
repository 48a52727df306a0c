"""What people are called: to themselves, to others, and in what is taken away from a game."""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from kingdomino.words.catalogue import page_words
from tests.web.browsing import PHONE, Visitor

THIRD_PERSON = (
    "{name} wins with {n} point",
    "{name} claims: {domino}.",
    "{name} discards: {domino}.",
    "{name} places at {cell} {way}: {domino}.",
    "{name}’s kingdom, {n} point",
    "{name} stands here, number {place} in the order of turns",
)
"""Sentences about others."""


def read_aloud(page: Page) -> str:
    """All that is written on a page or read to those who listen to it."""
    text: str = page.evaluate(
        """() => {
          const labels = [...document.querySelectorAll("[aria-label]")];
          const read = labels.map((element) => element.getAttribute("aria-label"));
          return [document.title, document.body.textContent, ...read].join("\\n");
        }"""
    )
    return text


@pytest.mark.parametrize("language", ["en", "hu", "ru"])
def test_a_whole_first_game_of_somebody_without_a_name(
    language: str, meet: Callable[..., Visitor]
) -> None:
    words = {} if language == "en" else json.loads(page_words(language))["words"]

    def begin(text: str, name: str = "") -> str:
        """How a text begins in the language, up to its first value but the name."""
        found = words.get(text, text)
        first = found if isinstance(found, str) else found[0]
        return first.replace("{name}", name).partition("{")[0]

    you, guest = begin("You"), begin("Guest")
    squire = str(words.get("level\4Squire", "Squire"))
    about_others = [begin(text, you) for text in THIRD_PERSON]
    reader, friend = meet(locale=language), meet(locale=language)
    page = reader.page
    page.goto("/")
    expect(page.locator("#name")).to_have_value("")
    reader.see("[data-do=play]").click()
    reader.wait_for_turn("claim")
    expect(page.locator(".seat-name")).to_have_text([you, squire])
    assert [seat["name"] for seat in reader.read_table()["seats"]] == ["", ""]
    reader.act_on()
    page.locator("details.words > summary").click()
    claimed = page.locator(".story li", has_text=begin("You claim: {domino}."))
    expect(claimed.first).to_be_visible()
    assert not any(begun in read_aloud(page) for begun in about_others)
    reader.play_to_the_end()
    expect(page.locator("h1")).not_to_contain_text("{")
    expect(page.locator(".result-card .seat-name")).to_have_text([you, squire])
    assert not any(begun in read_aloud(page) for begun in about_others)
    winners = reader.read_table()["game"]["winners"]
    victory = {
        (0,): begin("You win with {n} point"),
        (1,): begin("{name} wins with {n} point", squire),
        (0, 1): begin("You and {names} share the victory with {n} point"),
    }
    expect(page.locator("h1")).to_contain_text(victory[tuple(winners)])

    table = page.url.rpartition("/")[2]
    friend.page.goto(f"/replay/{table}")
    expect(friend.page.locator(".seat-name")).to_have_text([guest, squire])
    friend.page.keyboard.press("End")
    assert not re.search(rf"\b{you}\b", friend.page.locator(".replay").inner_text())
    friend.page.goto(f"/table/{table}")
    expect(friend.page.locator(".result-card .seat-name")).to_have_text([guest, squire])
    with friend.page.expect_download() as record:
        friend.page.locator("a[href$='.txt']").click()
    written = record.value.path().read_text()
    assert '[Pink "Guest"]\n[Yellow "Squire"]\n[Computers "Yellow squire"]' in written
    picture: str = friend.page.evaluate(
        "url => fetch(url).then((answer) => answer.text())",
        f"/api/tables/{table}/games/1/export.svg",
    )
    assert f">{guest}</text>" in picture
    assert f">{squire}</text>" in picture
    friend.page.goto("/view")
    friend.page.locator("#record").fill(written)
    friend.page.locator("button[type=submit]").click()
    expect(friend.page.locator(".seat-name")).to_have_text([guest, squire])
    page.goto("/watch")
    shown = reader.see(f'.table-link[href="/table/{table}"] .table-who')
    expect(shown).to_have_text(f"{you}, {squire}")


def test_a_name_on_the_first_page_is_kept_and_played_under(ann: Visitor) -> None:
    page = ann.page
    page.goto("/")
    page.locator("#name").fill("Ann")
    ann.see("[data-do=play]").click()
    ann.wait_for_turn("claim")
    expect(page.locator(".own-head .seat-name")).to_have_text("Ann")
    for path in ("/", "/new"):
        page.goto(path)
        expect(page.locator("#name")).to_have_value("Ann")
    page.locator("#name").fill("")
    page.locator("h1").click()
    page.wait_for_function("fetch('/api/visitor').then(r => r.json()).then(v => v.name === null)")


@pytest.mark.parametrize(
    "path", ["/", "/new", "/join", "/watch", "/learn", "/rules", "/score", "/view"]
)
def test_a_name_can_be_given_on_every_page(path: str, meet: Callable[..., Visitor]) -> None:
    visitor = meet(**PHONE)
    page = visitor.page
    page.goto(path)
    visitor.see("[data-do=name]").click()
    page.locator("dialog input").fill("Ann")
    page.keyboard.press("Enter")
    expect(page.locator("dialog")).to_have_count(0)
    assert visitor.ask("/api/visitor")["name"] == "Ann"
    overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(overflow) == 0


def test_a_player_changes_the_name_during_the_game_and_everybody_sees_it(
    meet: Callable[..., Visitor],
) -> None:
    ann, bob = meet(), meet()
    made = ann.set_up("me", "open")
    bob.page.goto(f"/join/{made['invite']}")
    bob.page.locator("button[type=submit]").click()
    for person in (ann, bob):
        person.see(".desk")
    expect(ann.page.locator(".area-others .seat-name")).to_have_text("Guest")
    expect(bob.page.locator(".own-head .seat-name")).to_have_text("You")
    bob.see("[data-do=name]").click()
    bob.page.locator("dialog input").fill("Ann")
    bob.see("[data-do=save-name]").click()
    expect(ann.page.locator(".area-others .seat-name")).to_have_text("Ann")
    expect(bob.page.locator(".own-head .seat-name")).to_have_text("Ann")
    expect(ann.page.locator("#live")).to_contain_text("Yellow is called Ann now.")
    expect(bob.page.locator("#live")).to_contain_text("Your name is now Ann.")
    assert bob.ask("/api/visitor")["name"] == "Ann"
    record = ann.page.request.get(f"/api/tables/{made['table']}/games/1/export.txt").text()
    assert '[Yellow "Ann"]' in record


def test_at_a_phones_table_the_name_is_in_the_menu(meet: Callable[..., Visitor]) -> None:
    ann = meet(**PHONE)
    page = ann.page
    page.goto("/")
    ann.see("[data-do=play]").click()
    ann.wait_for_turn("claim")
    expect(page.locator(".head [data-do=name]")).to_be_hidden()
    ann.see("[data-do=more]").click()
    ann.see("[data-do=menu-name]").click()
    page.locator("dialog input").fill("Ann")
    page.keyboard.press("Enter")
    expect(page.locator(".own-head .seat-name")).to_have_text("Ann")


def test_those_who_share_a_device_are_called_by_their_names(ann: Visitor) -> None:
    page = ann.page
    page.goto("/new")
    page.locator("select[name=guest0]").select_option("me")
    page.locator("button[type=submit]").click()
    ann.wait_for_turn("claim")
    names = page.locator(".seat-name")
    expect(names.first).to_have_text(re.compile("^Guest"))
    assert sorted(names.all_inner_texts()) == ["Guest", "Guest II"]
    assert not re.search(r"\b[Yy]ou\b", page.locator(".area-others .seat").inner_text())
    ann.see("[data-do=name]").click()
    for seat, name in enumerate(("Ann", "Ben")):
        page.locator(f"#name-{seat}").fill(name)
    page.keyboard.press("Enter")
    expect(page.locator("dialog")).to_have_count(0)
    expect(names.first).to_have_text(re.compile("^(Ann|Ben)$"))
    assert sorted(names.all_inner_texts()) == ["Ann", "Ben"]
    assert [seat["name"] for seat in ann.read_table()["seats"]] == ["Ann", "Ben"]
    assert ann.ask("/api/visitor")["name"] == "Ann"
    ann.play_to_the_end()
    expect(page.locator("h1")).to_have_text(re.compile("^(Ann|Ben) wins with|share the victory"))


@pytest.mark.parametrize("name", ["Duke", "bot:duke", "Guest", "You"])
def test_a_name_that_looks_like_ours_is_left_as_it_is(
    name: str, meet: Callable[..., Visitor]
) -> None:
    visitor, friend = meet(locale="hu"), meet(locale="hu")
    seats = [{"kind": "me", "name": name}, {"kind": "bot", "level": "duke"}]
    table = visitor.set_up(seats=seats)["table"]
    visitor.wait_for_turn()
    friend.page.goto(f"/table/{table}")
    expect(friend.page.locator(".seat-name")).to_have_text([name, "Herceg"])
    friend.page.goto(f"/replay/{table}")
    expect(friend.page.locator(".seat-name")).to_have_text([name, "Herceg"])
    visitor.page.goto("/")
    expect(visitor.see(".table-who")).to_have_text(f"{name}, Herceg")
