"""The tutorial to its end, and the rulebook."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.web.browsing import Visitor

POINTED_AT = """() => [...document.querySelectorAll(".desk *")].some((one) => {
  const style = getComputedStyle(one);
  const marked = style.animationName === "point-out" || style.strokeWidth === "9px";
  return marked && one.getBoundingClientRect().width > 0;
})"""


def test_the_tutorial_leads_through_three_rounds(ann: Visitor) -> None:
    page = ann.page
    page.goto("/learn")
    page.get_by_role("button", name="Start the tutorial").click()
    page.wait_for_url("**/table/*")
    guide = ann.see(".guide-text")
    told: set[str] = set()
    while ann.page.locator(".guide.finished").count() == 0:
        ann.wait_for_turn()
        told.add(guide.inner_text())
        assert page.evaluate(POINTED_AT), guide.inner_text()
        ann.act_on()
        page.wait_for_function(
            "() => document.querySelector('.guide.finished, .instruction.yours')"
        )
    assert len(told - {sentence for sentence in told if "is acting" in sentence}) == 14, told
    expect(guide).to_contain_text("That is all there is to it.")
    assert not page.evaluate(POINTED_AT)
    page.get_by_role("button", name="Play on").click()
    expect(page.locator(".guide")).to_have_count(0)
    assert ann.read_table()["game"]["round"] == 4


def test_everybody_learns_from_the_same_deal(meet: Callable[..., Visitor]) -> None:
    lines = []
    for visitor in (meet(), meet()):
        visitor.page.goto("/learn")
        visitor.page.get_by_role("button", name="Start the tutorial").click()
        visitor.page.wait_for_url("**/table/*")
        visitor.wait_for_turn()
        lines.append([slot["domino"] for slot in visitor.read_table()["game"]["line"]])
    assert lines[0] == lines[1]


def test_the_tutorial_can_be_left_at_any_time(ann: Visitor) -> None:
    ann.set_up("me", "page", tutorial=True)
    ann.see(".guide")
    ann.page.get_by_role("link", name="Leave the tutorial").click()
    ann.page.wait_for_url(ann.server.origin + "/")


def test_the_rulebook_is_within_reach_and_its_examples_are_counted(ann: Visitor) -> None:
    ann.set_up("me", "page")
    ann.see(".desk")
    assert ann.page.locator('a[href="/rules"]').count() >= 1
    ann.page.goto("/rules")
    expect(ann.page.locator(".sum .total")).to_have_text(["32 points in all", "47 points in all"])
    sections = ann.page.locator("section h2").all_inner_texts()
    assert ann.page.locator(".contents a").all_inner_texts() == sections
