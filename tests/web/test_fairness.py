"""The draw in a browser: it takes part by itself, and says after the game whether it was fair."""

import hashlib
import json
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

import kingdomino as kd
from tests.web.browsing import Visitor

pytestmark = pytest.mark.compiled_only

RULES = ["classic 2p", "classic 3p", "classic 4p", "revised 2p", "revised 3p", "classic 2p duel"]


def test_the_browser_deals_as_we_do(ann: Visitor) -> None:
    ann.page.goto("/learn")
    deal = kd.Deal("x00ff", (32 * "a", 64 * "b"))
    for text in RULES:
        rules = kd.Rules.from_text(text)
        numbers = {
            "players": rules.players,
            "kings_each": rules.kings_each,
            "deck_size": rules.deck_size,
            "edition": rules.edition,
        }
        dealt = ann.page.evaluate(
            """async ([rules, secret, contributions]) => {
              const { shuffle } = await import("/static/fairness.js");
              return await shuffle(rules, secret, contributions);
            }""",
            [numbers, deal.secret, list(deal.contributions)],
        )
        pile, opening = deal.shuffle(rules)
        assert (tuple(dealt["pile"]), tuple(dealt["opening"])) == (pile, opening)


def test_both_ways_to_hash_agree(ann: Visitor) -> None:
    ann.page.goto("/learn")
    texts = [length * "k" for length in (0, 1, 55, 56, 63, 64, 65, 119, 120, 1000)]
    found = ann.page.evaluate(
        """async (texts) => {
          const { hashText, hashByHand, writeHex } = await import("/static/sha256.js");
          return await Promise.all(texts.map(async (text) =>
            [await hashText(text), writeHex(hashByHand(new TextEncoder().encode(text)))]));
        }""",
        texts,
    )
    assert found == [2 * [hashlib.sha256(text.encode()).hexdigest()] for text in texts]


def test_the_result_says_that_the_deal_was_fair(meet: Callable[..., Visitor]) -> None:
    ann, bob = meet(), meet()
    made = ann.set_up("me", "open")
    bob.context.request.post(
        f"/api/tables/{made['table']}/seats", data={"name": "Bob", "invite": made["invite"]}
    )
    bob.page.goto(f"/table/{made['table']}")
    for visitor in (ann, bob):
        visitor.see(".desk")
    assert len(ann.read_table()["deals"][0]["contributions"]) == 2
    ann.let_play()
    bob.play_to_the_end()
    for visitor in (ann, bob):
        expect(visitor.see('.verdict[data-fair="yes"]')).to_contain_text("Nobody has chosen")
    stranger = meet()
    stranger.page.goto(f"/table/{made['table']}")
    expect(stranger.see(".verdict")).to_contain_text("fits together")
    # A browser that had been told something else finds it out.
    ann.page.evaluate(
        """key => {
          const kept = JSON.parse(localStorage.getItem(key));
          kept.commitments.reverse();
          localStorage.setItem(key, JSON.stringify(kept));
        }""",
        f"draw {made['table']}",
    )
    ann.page.reload()
    expect(ann.see('.verdict[data-fair="no"]')).to_contain_text("than was announced to you")


def test_what_was_lost_breaks_the_draw_off_and_all_go_on(meet: Callable[..., Visitor]) -> None:
    ann, bob = meet(), meet()
    made = ann.set_up("me", "open")
    ann.see(".waiting")
    ann.page.wait_for_function("id => localStorage.getItem('draw ' + id)", arg=made["table"])
    while ann.read_table()["draw"]["commitments"][0] is None:
        ann.page.wait_for_timeout(20)
    ann.page.goto("/rules")
    ann.page.evaluate("localStorage.clear()")
    bob.context.request.post(
        f"/api/tables/{made['table']}/seats", data={"name": "Bob", "invite": made["invite"]}
    )
    bob.page.goto(f"/table/{made['table']}")
    expect(bob.see(".waiting")).to_contain_text("The dominoes are shuffled once")
    ann.page.goto(f"/table/{made['table']}")
    for visitor in (ann, bob):
        visitor.see(".desk")
    assert ann.read_table()["draws"] == 2


def test_a_contribution_is_never_sent_before_the_draw_is_sealed(ann: Visitor) -> None:
    frames: list[str] = []
    ann.page.on(
        "websocket", lambda socket: socket.on("framesent", lambda frame: frames.append(str(frame)))
    )
    made = ann.set_up("me", "open")
    ann.see(".waiting")
    kept = ann.page.wait_for_function("id => localStorage.getItem('draw ' + id)", arg=made["table"])
    contribution = json.loads(kept.json_value())["contribution"]
    assert len(contribution) == 64
    while ann.read_table()["draw"]["commitments"][0] is None:
        ann.page.wait_for_timeout(20)
    assert not any(contribution in frame for frame in frames)
    ann.page.get_by_role("button", name="Start with bots").click()
    ann.see(".desk")
    assert any(contribution in frame for frame in frames)


def test_the_host_frees_the_seat_of_somebody_who_does_not_come(
    meet: Callable[..., Visitor],
) -> None:
    ann, bob = meet(), meet()
    made = ann.set_up("me", "open")
    bob.context.request.post(
        f"/api/tables/{made['table']}/seats", data={"name": "Bob", "invite": made["invite"]}
    )
    expect(ann.see(".waiting")).to_contain_text("The dominoes are shuffled once")
    ann.page.get_by_role("button", name="Free the seat: Bob").click()
    ann.page.get_by_role("button", name="Start with bots").click()
    ann.see(".desk")
