"""What happens when things break: kill -9, lost connections, restarts."""

import asyncio
import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.server.faults import Witness, check, read_logs, sit_down
from tests.server.running import Person, Running, running

pytestmark = pytest.mark.compiled_only


async def go_on(witnesses: list[Witness], actions: int) -> None:
    """Wait until so many more actions are acknowledged, unless all games are over."""

    def count() -> int:
        return sum(len(witness.acknowledged) for witness in witnesses)

    wanted = count() + actions
    while count() < wanted and not all(witness.over for witness in witnesses):
        await asyncio.sleep(0.02)


async def kill_again_and_again(server: Running, times: int, tables: int) -> tuple[int, int]:
    """Kill the server in the middle of play; returns acknowledged actions and connections made."""
    stop = asyncio.Event()
    witnesses = sit_down(server, tables, pace=0.05)
    playing = [asyncio.create_task(witness.play(stop)) for witness in witnesses]
    loop = asyncio.get_running_loop()
    for _ in range(times):
        await go_on(witnesses, actions=3)
        await asyncio.sleep(random.uniform(0.0, 0.3))
        await loop.run_in_executor(None, server.kill)
        await loop.run_in_executor(None, server.start)
        if all(witness.over for witness in witnesses):
            more = await loop.run_in_executor(None, lambda: sit_down(server, tables, pace=0.05))
            witnesses += more
            playing += [asyncio.create_task(witness.play(stop)) for witness in more]
    stop.set()
    await asyncio.wait_for(asyncio.gather(*playing), 60)
    logs = await loop.run_in_executor(None, lambda: read_logs(server, witnesses))
    with closing(sqlite3.connect(server.database)) as database:
        assert database.execute("pragma integrity_check").fetchone() == ("ok",)
    return check(witnesses, logs), sum(witness.connections for witness in witnesses)


def test_no_acknowledged_move_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    with running(tmp_path / "games.db") as server:
        server.wait_until_ready()
        acknowledged, connections = asyncio.run(kill_again_and_again(server, times=6, tables=12))
        assert acknowledged > 20
        assert connections > 24
        assert "Traceback" not in server.log()


async def drop_connections(server: Running, tables: int, chance: float) -> int:
    """Play games whose players drop their connections now and then; returns how often."""
    witnesses = sit_down(server, tables, drop_chance=chance)
    stop = asyncio.Event()
    await asyncio.gather(*[witness.play(stop) for witness in witnesses])
    loop = asyncio.get_running_loop()
    logs = await loop.run_in_executor(None, lambda: read_logs(server, witnesses))
    check(witnesses, logs)
    for witness in witnesses:
        assert len(witness.events) == len(logs[witness.table]), "an incomplete view"
    return sum(witness.connections for witness in witnesses)


def test_whoever_loses_the_connection_comes_back_to_a_complete_view(server: Running) -> None:
    assert asyncio.run(drop_connections(server, tables=4, chance=0.3)) > 80


def test_after_a_restart_the_view_is_the_same_and_bots_go_on_unasked(tmp_path: Path) -> None:
    with running(tmp_path / "games.db", bot_pause="0.3") as server:
        server.wait_until_ready()
        with closing(Person(server, "Ann")) as ann:
            made = ann.create("me", "me", dynasty=True, clock=3600)
            seat = ann.connect(made["table"])
            seat.contribute()
            seat.wait_until("playing")
            seat.play_on(60)
            before = ann.ask("GET", f"/api/tables/{made['table']}")
            bots = ann.create("page", "page")["table"]
            while ann.ask("GET", f"/api/tables/{bots}/summary")["status"] != "playing":
                pass
            assert server.stop() == 0
            server.settings["KINGDOMINO_BOT_PAUSE"] = "0"
            server.start()
            after = ann.ask("GET", f"/api/tables/{made['table']}")
            assert after | {"now": 0, "presence": 0} == before | {"now": 0, "presence": 0}
            ann.connect(made["table"]).play_on(3)
            while ann.ask("GET", f"/api/tables/{bots}/summary")["status"] != "finished":
                pass
