"""One server for all tests that do not stop it."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from tests.server.running import Person, Running, running


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server that has warmed up."""
    folder = tmp_path_factory.mktemp("server")
    with running(folder / "games.db", base_url="http://127.0.0.1:{port}") as server:
        server.wait_until_ready()
        yield server
        assert "Traceback" not in server.log()


@pytest.fixture
def ann(server: Running) -> Iterator[Person]:
    with closing(Person(server, "Ann")) as person:
        yield person


@pytest.fixture
def bob(server: Running) -> Iterator[Person]:
    with closing(Person(server, "Bob")) as person:
        yield person
