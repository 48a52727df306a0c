"""Every page and dialog, with all of axe-core's rules in the dark as well."""

from collections.abc import Callable

import pytest

from tests.web import test_accessibility, test_other_pages
from tests.web.browsing import Visitor
from tests.web.conftest import ann, browser, meet, server

__all__ = ["ann", "browser", "meet", "server"]


@pytest.fixture(autouse=True)
def thorough(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same rules in both themes."""
    monkeypatch.setattr(test_accessibility, "DARK", test_accessibility.STANDARDS)


@pytest.mark.parametrize(
    "look",
    [
        test_accessibility.test_axe_finds_nothing_on_the_way_to_a_table,
        test_accessibility.test_axe_finds_nothing_at_a_table,
        test_other_pages.test_axe_finds_nothing_where_people_learn,
    ],
)
def test_axe_finds_nothing_in_either_theme(look: Callable[[Visitor], None], ann: Visitor) -> None:
    look(ann)


@pytest.mark.parametrize(
    "look",
    [
        test_accessibility.test_axe_finds_nothing_on_a_phone,
        test_other_pages.test_axe_finds_nothing_on_the_score_pad,
    ],
)
def test_axe_finds_nothing_on_a_phone_in_either_theme(
    look: Callable[[Callable[..., Visitor]], None], meet: Callable[..., Visitor]
) -> None:
    look(meet)
