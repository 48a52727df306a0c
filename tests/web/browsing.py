"""Somebody in front of a browser: opens pages, sees what is on them, plays by hand."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.server.running import Running

ROOT = Path(__file__).parents[2]
PATIENCE = 60_000
"""Milliseconds until something that does not come is missed: others may use this machine, too."""

expect.set_options(timeout=PATIENCE)

DESKTOP = {"viewport": {"width": 1440, "height": 900}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def find_chromium() -> str:
    """The system's Chromium; best the one without windows, which takes half the time."""
    for name in ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"):
        if path := shutil.which(name):
            return path
    raise AssertionError("there is no Chromium: make browser")


AUTOPLAY = """() => {
  const press = (key) => document.querySelector(".board").dispatchEvent(
    new KeyboardEvent("keydown", {key, bubbles: true}));
  let done = "";
  setInterval(() => {
    const desk = document.querySelector(".desk");
    if (!desk || desk.dataset.number === done) return;
    if (!desk.querySelector(".instruction.yours")) return;
    done = desk.dataset.number;
    const kind = desk.querySelector(".tray").dataset.kind;
    const discard = desk.querySelector("[data-do=discard]");
    if (kind === "claim") {
      for (const key of "1234") press(key);
      desk.querySelector("[data-do=claim]").click();
    } else if (discard) discard.click();
    else {
      press("n");
      desk.querySelector("[data-do=place]").click();
    }
  }, 5);
}"""


class Visitor:
    """A person with a browser of their own, and one page open."""

    def __init__(self, browser: Browser, server: Running, **wishes: Any) -> None:
        self.server = server
        wishes = {**DESKTOP, "reduced_motion": "reduce", "locale": "en"} | wishes
        self.context: BrowserContext = browser.new_context(base_url=server.origin, **wishes)
        self.context.set_default_timeout(PATIENCE)
        self.faults: list[str] = []
        self.page = self.open_tab()

    def open_tab(self) -> Page:
        """One more tab; whatever goes wrong in it is noted."""
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", self._listen)
        return page

    def _listen(self, message: Any) -> None:
        lost = "ERR_" in message.text or "WebSocket" in message.text
        if message.type == "error" and not lost:
            self.faults.append(message.text)

    def close(self) -> None:
        self.context.close()
        assert not self.faults, self.faults

    # --- tables

    def set_up(self, *seats: str, **wishes: Any) -> dict[str, Any]:
        """Set up a table and open its page; a seat is ``me``, ``open`` or a bot's level."""
        form = {"seats": [_read_seat(seat, number) for number, seat in enumerate(seats)]} | wishes
        response = self.context.request.post("/api/tables", data=form)
        assert response.ok, response.text()
        created: dict[str, Any] = response.json()
        self.page.goto(f"/table/{created['table']}")
        return created

    def ask(self, path: str) -> Any:
        """What the server says to this visitor."""
        return self.context.request.get(path).json()

    def read_table(self) -> Any:
        """The table that the page is at, as the server sees it."""
        table = self.page.evaluate("location.pathname.split('/')[2]")
        return self.ask(f"/api/tables/{table}")["table"]

    # --- what is on the page

    def see(self, selector: str) -> Locator:
        """Something that is, or comes, in sight."""
        found = self.page.locator(selector).first
        expect(found).to_be_visible()
        return found

    def wait_for_turn(self, kind: str | None = None) -> None:
        """Wait until it is our turn (to ``place`` or to ``claim``)."""
        tray = f'.tray[data-kind="{kind}"]' if kind else '.tray:not([data-kind="plan"])'
        self.see(f".instruction.yours ~ {tray}")

    @property
    def is_over(self) -> bool:
        return self.page.locator(".result").count() > 0

    # --- playing

    def act_by_key(self) -> None:
        """Do the first thing that is possible now, by keys alone."""
        keyboard = self.page.keyboard
        if self.page.locator('.tray[data-kind="claim"]').count():
            for key in "4321":
                keyboard.press(key)
        elif not self.page.locator("[data-do=discard]").count():
            keyboard.press("n")
        keyboard.press("Enter")

    def act_by_mouse(self) -> None:
        """The same by clicks."""
        if self.page.locator('.tray[data-kind="claim"]').count():
            self.page.locator("button.slot.claimable").first.click()
        elif self.page.locator("[data-do=discard]").count():
            self.page.locator("[data-do=discard]").click()
        else:
            self.page.locator("[data-do=next]").click()
            self.page.locator("[data-do=place]").click()

    def act_on(self) -> None:
        """Act by keys, and wait until the table has gone on."""
        number = self.number()
        self.act_by_key()
        self.wait_after(number)

    def wait_after(self, number: str) -> None:
        """Wait until the page shows a later event than this, or the end."""
        self.page.wait_for_function(
            "n => document.querySelector('.desk')?.dataset.number !== n",
            arg=number,
        )

    def reach_placing(self) -> None:
        """Claim until a domino is to be placed."""
        self.wait_for_turn()
        while self.page.locator('.tray[data-kind="claim"]').count():
            self.act_on()
            self.wait_for_turn()

    def let_play(self) -> None:
        """Let the page play on by itself, with the keys and buttons that a person would use."""
        self.page.evaluate(AUTOPLAY)

    def play_to_the_end(self) -> None:
        """Play on until the game is over."""
        self.let_play()
        self.page.wait_for_selector(".result", timeout=4 * PATIENCE)

    def number(self) -> str:
        """The event that the page is at."""
        return str(self.page.locator(".desk").get_attribute("data-number"))


def _read_seat(seat: str, number: int) -> dict[str, str]:
    if seat == "me":
        return {"kind": "me", "name": ("Ann", "Eve", "Dan", "Kim")[number]}
    return {"kind": "open"} if seat == "open" else {"kind": "bot", "level": seat}
