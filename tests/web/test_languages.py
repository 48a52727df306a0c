"""The pages in all languages: chosen by the browser, switched by hand, and never cut off."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from kingdomino.errors import Phrase, Term
from kingdomino.game.errors import IllegalAction
from kingdomino.server.errors import Refusal
from kingdomino.words import LANGUAGES, find_catalogue
from kingdomino.words.catalogue import page_words
from tests.web.browsing import Visitor

# Every page, and what is on it once it is complete.
PAGES = {
    "/": "main .button",
    "/new": "main .button",
    "/join": "main .button",
    "/watch": "main h1",
    "/view": "main .button",
    "/score": ".standings table",
    "/learn": "#picture svg",
    "/rules": "#variants .sum .total",
}

OVERFLOWING = """() => {
  const faults = [];
  const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  if (wide > 0) faults.push(`the page is ${wide} px too wide`);
  const scrolls = (element) => {
    for (let at = element; at; at = at.parentElement) {
      if (/auto|scroll/.test(getComputedStyle(at).overflowX)) return true;
    }
    return false;
  };
  for (const element of document.querySelectorAll("body *")) {
    const style = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    const hidden = box.width < 2 || style.visibility === "hidden";
    if (!own || hidden || element.closest("svg, .hidden-text, .skip, select")) continue;
    const range = document.createRange();
    range.selectNodeContents(element);
    const text = range.getBoundingClientRect();
    const inner = element.scrollWidth - element.clientWidth - 1;
    const over = Math.max(text.right - box.right, box.left - text.left, inner);
    const beyond = style.display === "inline" ? 0 : over;
    const outside = Math.max(text.right - innerWidth, -text.left);
    if ((beyond > 1.5 || outside > 1.5) && !scrolls(element)) {
      const words = element.textContent.trim().slice(0, 60);
      faults.push(`${element.tagName} ${element.className}: ${words}`);
    }
  }
  return faults;
}"""

TEXTS = """() => [...document.querySelectorAll("main *")]
  .flatMap((element) => [...element.childNodes])
  .filter((node) => node.nodeType === 3 && !node.parentElement.closest("noscript"))
  .map((node) => node.data.trim())"""

FILLED_PAD = """() => localStorage.setItem("scorepad", JSON.stringify({
  grid: 5, middle_kingdom: true, harmony: true, dynasty: true, game: 0, player: 0,
  players: ["Ann", ""].map((name) => ({ name, paintings: [0, 1, 2].map(() => ({ castle: "g7",
    squares: { h7: "g2", i7: "g2", j7: "m3", g8: "m3", g9: "w" } })) })) }))"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_are_translated_and_no_text_overflows_its_box(
    language: str, meet: Callable[..., Visitor]
) -> None:
    visitor = meet(locale=language)
    page = visitor.page
    words = {} if language == "en" else json.loads(page_words(language))["words"]
    faults = []

    def look(name: str) -> None:
        for width, height in ((1440, 900), (390, 844)):
            page.set_viewport_size({"width": width, "height": height})
            found = page.evaluate(OVERFLOWING)
            faults.extend(f"{name}, {width} px wide: {fault}" for fault in found)
        english = [text for text in page.evaluate(TEXTS) if words.get(text, text) != text]
        faults.extend(f"{name} says in English: {text}" for text in english)

    visitor.set_up("me", "knight", tutorial=True)
    page.evaluate(FILLED_PAD)
    visitor.wait_for_turn()
    visitor.see(".guide")
    look("table")
    for path, sign in PAGES.items():
        page.goto(path)
        visitor.see(sign)
        look(path)
    page.goto("/score")
    page.locator(".pad-ways .choice").last.click()
    page.locator(".pad-entry").first.click()
    look("/score with dominoes")
    assert not faults, "\n".join(faults)


def test_text_that_overflows_would_be_found(ann: Visitor) -> None:
    ann.page.goto("/learn")
    heading = ann.see("h1")
    assert ann.page.evaluate(OVERFLOWING) == []
    heading.evaluate("h1 => h1.style.cssText = 'width: 3rem; white-space: nowrap'")
    assert ann.page.evaluate(OVERFLOWING) != []


def test_the_browser_chooses_and_the_visitor_switches(meet: Callable[..., Visitor]) -> None:
    visitor = meet(locale="et-EE")
    page = visitor.page
    page.goto("/rules")
    expect(page.locator("html")).to_have_attribute("lang", "et")
    expect(page.locator("h1")).to_have_text("Kingdomino reeglid")
    page.locator(".languages select").select_option("pl")
    expect(page.locator("h1")).to_have_text("Zasady Kingdomino")
    page.goto("/score")
    expect(page.locator("html")).to_have_attribute("lang", "pl")
    expect(page.locator("h1")).to_have_text("Notes punktacji")
    expect(page).to_have_title("Notes punktacji – Kingdomino")


def test_plurals_and_the_servers_sentences_are_translated(meet: Callable[..., Visitor]) -> None:
    visitor = meet(locale="ru")
    page = visitor.page
    page.goto("/score")
    page.locator('.pad-tool[data-paint="m"]').click()
    for cell in ("h7", "h7", "h7", "i7", "j7"):
        page.locator(f'[data-cell="{cell}"]').click()
    expect(page.locator(".pad-winner")).to_have_text("Розовый побеждает: 6 очков.")
    page.locator('[data-cell="j7"]').focus()
    for key in ("3", "ArrowLeft", "3"):
        page.keyboard.press(key)
    expect(page.locator(".pad-breakdown .error")).to_contain_text("3 коронами: клеток 2,")


def test_a_page_tells_what_is_sent_to_it_as_python_does(meet: Callable[..., Visitor]) -> None:
    taken = IllegalAction("{first} and {second} are taken", first="g8", second="g9")
    lake, mine = Term("terrain", "lake"), Term("terrain", "mine")
    sent = [
        taken,
        IllegalAction(
            "domino {domino} does not fit at {where}: {reason}", domino=5, where="g8", reason=taken
        ),
        Phrase("no {terrain} beside it, nor the castle", terrain=lake),
        Phrase("{terrain} with 3 crowns", terrain=mine),
        Refusal("illegal", "{name} is here", name="Pink"),  # a person, not a colour
        Refusal("illegal", "{name} is here", name="{name}"),
        Refusal("malformed", "nobody has translated this: {list}", list=[lake, "wheat", 3]),
        Phrase.counted("{n} square", "{n} squares", 5),
    ]
    page = meet(locale="pl").page
    page.goto("/rules")
    told = page.evaluate(
        """async (sent) => {
          const { tell } = await import("/static/words.js");
          return sent.map(tell);
        }""",
        [each.describe() for each in sent],
    )
    polish = find_catalogue("pl")
    assert told == [polish.tell(each) for each in sent]
    assert "Pink" in told[4]
    assert told[0] != str(taken)
