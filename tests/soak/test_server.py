"""The server under stress, on this machine only; each test prints what it has seen."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from tests.server.faults import Witness, check, read_logs, sit_down
from tests.server.fuzzing import fuzz_frames, fuzz_requests, memory_of
from tests.server.running import Person, Running, running
from tests.server.test_faults import drop_connections, kill_again_and_again

pytestmark = pytest.mark.compiled_only


def test_two_hundred_kills_lose_no_acknowledged_move(tmp_path: Path) -> None:
    with running(tmp_path / "games.db") as server:
        server.wait_until_ready()
        acknowledged, connections = asyncio.run(kill_again_and_again(server, times=200, tables=20))
        print(f"200 kills: {acknowledged} acknowledged actions kept, {connections} connections")
        assert "Traceback" not in server.log()


def test_ten_thousand_dropped_connections(tmp_path: Path) -> None:
    with running(tmp_path / "games.db") as server:
        server.wait_until_ready()
        dropped = 0
        while dropped < 10_000:
            dropped += asyncio.run(drop_connections(server, tables=25, chance=0.6))
        print(f"{dropped} connections, every view complete")
        assert "Traceback" not in server.log()


def test_a_hundred_thousand_frames_leave_the_memory_flat(tmp_path: Path) -> None:
    with running(tmp_path / "games.db") as server:
        server.wait_until_ready()
        fuzz_frames(server, 5_000, seed=1)
        before = memory_of(server.process.pid)
        frames = fuzz_frames(server, 100_000, seed=2)
        after = memory_of(server.process.pid)
        print(f"{frames} frames answered; memory in MB: {before >> 20}, {after >> 20}")
        assert "Traceback" not in server.log()
        # What grows is games: the fuzzer sets up thousands, which stay in memory for some minutes.
        assert after < before + (150 << 20)


def test_a_hundred_thousand_requests_leave_the_memory_flat(tmp_path: Path) -> None:
    with running(tmp_path / "games.db") as server:
        server.wait_until_ready()
        fuzz_requests(server, each=20, seed=1)
        before = memory_of(server.process.pid)
        requests = 0
        while requests < 100_000:
            requests += fuzz_requests(server, each=100, seed=requests + 2, mutants=25)
        after = memory_of(server.process.pid)
        print(f"{requests} requests; memory in MB: {before >> 20}, {after >> 20}")
        assert "Traceback" not in server.log()
        assert after < before + (300 << 20)  # games again


def copy_games(server: Running, games: int) -> None:
    """Fill the store with copies of the games that are there."""
    with closing(sqlite3.connect(server.database)) as database:
        originals = [row[0] for row in database.execute("select id from tables")]
        for number in range(games - len(originals)):
            old, new = originals[number % len(originals)], f"copy{number:012d}"
            database.execute(
                "insert into tables select ?, ?, status, public, rules, clock, number, acting, "
                "created_at, updated_at, wake_at from tables where id = ?",
                [new, f"invite {number}", old],
            )
            copied = {"seatings": "seat, name, visitor_id", "events": "number, at, kind, body"}
            for table, rest in copied.items():
                database.execute(
                    f"insert into {table} select ?, {rest} from {table} where table_id = ?",
                    [new, old],
                )
        database.commit()


def test_a_restart_with_ten_thousand_games_serves_within_three_seconds(tmp_path: Path) -> None:
    with running(tmp_path / "games.db") as server:
        server.wait_until_ready()
        witnesses = sit_down(server, 10, pace=0.2)
        play_a_while(witnesses)
        check(witnesses, read_logs(server, witnesses))
        assert server.stop() == 0
        copy_games(server, 10_000)
        page = server.start()
        begun = time.perf_counter()
        with closing(Person(server, "Ann")) as ann:
            view = ann.ask("GET", "/api/tables/copy000000009000")
        ready = page + time.perf_counter() - begun
        print(f"10,000 games: the first page after {page:.2f} s, a game after {ready:.2f} s")
        assert view["table"]["number"] > 10
        assert page < 3


def play_a_while(witnesses: list[Witness]) -> None:
    """Play games for some seconds, not to their end."""

    async def play() -> None:
        stop = asyncio.Event()
        tasks = [asyncio.create_task(witness.play(stop)) for witness in witnesses]
        await asyncio.sleep(2)
        stop.set()
        await asyncio.gather(*tasks)

    asyncio.run(play())
