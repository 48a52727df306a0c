"""One server and one Chromium for all tests of the pages."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.server.running import Running, running
from tests.web.browsing import Visitor, find_chromium

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A page looks the same whether the kernel is compiled or not: once is enough."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.compiled_only)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    # As `make play` serves: those at this machine come by another address than their guests.
    address = {"host": "0.0.0.0", "base_url": "http://127.0.0.2:{port}"}
    with running(tmp_path_factory.mktemp("web") / "games.db", **address) as server:
        server.wait_until_ready()
        yield server
        assert "Traceback" not in server.log()


# Not for the whole session: while Playwright is there, an event loop runs in this thread, and
# tests of the server that a worker comes to afterwards could not run their own.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        # Root, as in a container, has no sandbox to offer.
        arguments = ["--no-sandbox", "--disable-gpu", "--mute-audio"]
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=arguments)
        yield browser
        browser.close()


@pytest.fixture
def meet(browser: Browser, server: Running) -> Iterator[Callable[..., Visitor]]:
    """Makes visitors; each must leave without a fault on their pages."""
    met: list[Visitor] = []

    def meet(**wishes: Any) -> Visitor:
        met.append(Visitor(browser, wishes.pop("server", server), **wishes))
        return met[-1]

    yield meet
    for visitor in met:
        visitor.close()


@pytest.fixture
def ann(meet: Callable[..., Visitor]) -> Visitor:
    return meet()
