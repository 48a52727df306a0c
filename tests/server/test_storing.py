"""A disk that is full and a file that is locked: a sentence, and nothing half done."""

import resource
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.running import Person, Refused, Running, running

pytestmark = pytest.mark.compiled_only


@contextmanager
def locked(server: Running) -> Iterator[None]:
    """Somebody else writes to the database, and does not end."""
    with closing(sqlite3.connect(server.database, isolation_level=None)) as other:
        other.execute("begin immediate")
        yield


@contextmanager
def full(server: Running) -> Iterator[None]:
    """No file of the server can grow, as on a full disk."""
    pid = server.process.pid
    before = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (4096, before[1]))
    try:
        yield
    finally:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize("trouble", [locked, full])
def test_what_cannot_be_stored_now_is_refused_and_can_be_done_later(
    tmp_path: Path, trouble: type
) -> None:
    with running(tmp_path / "games.db") as server:
        server.wait_until_ready()
        with closing(Person(server, "Ann")) as ann, closing(Person(server, "Bob")) as bob:
            table = ann.create("me", "me")["table"]
            seat = ann.connect(table)
            seat.contribute()
            seat.wait_until("playing")
            before = seat.table
            with trouble(server):
                with pytest.raises(Refused) as refused:
                    seat.act()
                assert refused.value.code == "busy"
                for wish in (
                    lambda: bob.ask("PUT", "/api/visitor", json={"name": "Bob"}),
                    lambda: ann.create("me", "page"),
                    lambda: ann.ask("PUT", "/api/visitor", json={"name": "Anna"}),
                ):
                    with pytest.raises(Refused) as refused:
                        wish()
                    assert refused.value.code == "busy"
                assert ann.ask("GET", f"/api/tables/{table}")["table"] == before
            seat.act()
            bob.ask("PUT", "/api/visitor", json={"name": "Bob"})
            seat.wait_for_number(before["number"] + 1)
        assert "Traceback" not in server.log()
        assert server.log().count("the database cannot be used now") == 1


def test_what_cannot_be_read_now_is_no_failure_either(tmp_path: Path) -> None:
    with running(tmp_path / "games.db") as server, ExitStack() as stack:
        server.wait_until_ready()
        ann = stack.enter_context(closing(Person(server, "Ann")))
        table = ann.create("me", "me")["table"]
        server.stop()
        server.start()  # so that the table is not in memory
        server.wait_until_ready()
        with closing(sqlite3.connect(server.database, isolation_level=None)) as other:
            other.execute("alter table events rename to elsewhere")
            response = httpx.get(f"{server.origin}/api/tables/{table}", timeout=60)
            assert (response.status_code, response.json()["code"]) == (503, "busy")
            with pytest.raises(ConnectionClosed) as closed:
                ann.connect(table)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1013
            other.execute("alter table elsewhere rename to events")
        assert ann.connect(table).table["status"]
        assert "Traceback" not in server.log()
