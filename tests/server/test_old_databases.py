"""Databases of older versions are brought up to date, and every game in them is what it was.

``tests/golden/databases`` holds them as SQL, and beside it what their own version said of each
table. They are never made anew: that would prove nothing.
"""

import json
import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import kingdomino as kd
from tests.cli.command import run
from tests.docs.pages import ROOT
from tests.server.in_process import Inside

GOLDEN = ROOT / "tests" / "golden" / "databases"
VERSIONS = sorted(path.stem for path in GOLDEN.glob("*.sql"))


@pytest.fixture(params=VERSIONS)
def version(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def told(version: str) -> dict[str, Any]:
    """What the version said that wrote the database, by table."""
    found: dict[str, Any] = json.loads((GOLDEN / f"{version}.json").read_text(encoding="utf-8"))
    return found


@pytest.fixture
def inside(version: str, tmp_path: Path) -> Iterator[Inside]:
    database = tmp_path / "games.db"
    with closing(sqlite3.connect(database)) as connection:
        connection.executescript((GOLDEN / f"{version}.sql").read_text(encoding="utf-8"))
    with closing(Inside(database)) as inside:
        yield inside


def test_every_table_stands_as_it_stood(inside: Inside, told: dict[str, Any]) -> None:
    assert len(told) >= 7
    for table_id, before in told.items():
        table = inside.table(table_id).table
        assert (table.status, str(table.rules)) == (before["status"], before["rules"])
        assert table.number == before["number"]
        assert len(table.games) == len(before["games"])
        for game, then in zip(table.games, before["games"], strict=True):
            assert " ".join(str(action) for _, action in game.history) == then["history"]
            assert [score.total for score in game.scores()] == then["scores"]
            assert str(game) == then["position"]


def test_games_that_were_begun_can_be_played_to_their_end(
    inside: Inside, told: dict[str, Any]
) -> None:
    chance = random.Random(1)
    played = 0
    for table_id, before in told.items():
        while inside.table(table_id).table.status == "playing":
            inside.settle()
            table = inside.table(table_id).table
            if table.acting is None or table.seats[table.acting].kind == "bot":
                continue
            assert table.game is not None
            visitor = table.seats[table.acting].visitor
            assert visitor is not None
            action = str(chance.choice(table.game.legal_actions()))
            done = inside.do(table_id, visitor, type="act", action=action, answers=table.answer)
            assert isinstance(done, dict), done
            played += 1
        if before["status"] == "playing":
            assert inside.table(table_id).table.status == "finished"
    assert played > 20


def test_deals_are_still_verified_by_the_rules_of_their_own_time(
    inside: Inside, told: dict[str, Any], tmp_path: Path
) -> None:
    checked = 0
    for table_id, before in told.items():
        for game, then in zip(inside.table(table_id).table.games, before["games"], strict=True):
            if not then["over"]:
                continue
            for text in (then["record"], str(game.record())):
                file = tmp_path / "record.txt"
                file.write_text(text, encoding="utf-8")
                assert run("verify", str(file)).code == 0
                again = kd.Game.from_record(text)
                assert [score.total for score in again.scores()] == then["scores"]
                checked += 1
    assert checked >= 10
