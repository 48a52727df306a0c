"""Learning and scoring pages for everybody: what axe-core finds on them."""

from collections.abc import Callable

from tests.web.browsing import PHONE, Visitor
from tests.web.test_accessibility import find_violations
from tests.web.test_languages import FILLED_PAD


def test_axe_finds_nothing_where_people_learn(ann: Visitor) -> None:
    ann.page.goto("/learn")
    ann.see("#picture svg")
    violations = find_violations(ann.page)
    ann.page.goto("/rules")
    ann.see("#variants .sum .total")
    violations += find_violations(ann.page)
    ann.set_up("me", "page", tutorial=True)
    ann.wait_for_turn("claim")
    ann.see(".guide")
    violations += find_violations(ann.page)
    assert not violations, "\n".join(violations)


def test_axe_finds_nothing_on_the_score_pad(meet: Callable[..., Visitor]) -> None:
    visitor = meet(**PHONE)
    visitor.page.goto("/learn")
    visitor.page.evaluate(FILLED_PAD)
    visitor.page.goto("/score")
    visitor.see(".standings table")
    violations = find_violations(visitor.page)
    visitor.page.get_by_role("button", name="New sheet").tap()
    visitor.see("dialog[open]")
    violations += find_violations(visitor.page)
    visitor.page.keyboard.press("Escape")
    visitor.page.locator(".pad-ways .choice").last.tap()
    visitor.page.locator('.pad-entry[data-number="40"]').tap()
    violations += find_violations(visitor.page)
    visitor.page.goto("/static/gallery.html")
    visitor.see("main svg")
    violations += find_violations(visitor.page)
    assert not violations, "\n".join(violations)
