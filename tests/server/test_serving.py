"""Starting and stopping: sentences instead of tracebacks, and the first page at once."""

import os
import socket
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from tests.cli.command import refuse
from tests.server.running import free_port, running


def test_a_port_in_use_gets_a_sentence(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        sentence = refuse(
            "serve",
            "--host",
            "127.0.0.1",
            "--port",
            str(port),
            "--database",
            f"sqlite:///{tmp_path}/x",
        )
    assert sentence.startswith(f"Port {port} is in use")
    assert "--port" in sentence


def serve_with(database: str) -> str:
    port = str(free_port())
    return refuse("serve", "--host", "127.0.0.1", "--port", port, "--database", database)


def test_a_database_that_cannot_be_used_gets_a_sentence(tmp_path: Path) -> None:
    assert "there is no folder" in serve_with(f"sqlite:///{tmp_path}/missing/games.db")
    text = tmp_path / "text.db"
    text.write_text("this is no database " * 100, encoding="utf-8")
    assert "cannot be used: file is not a database" in serve_with(f"sqlite:///{text}")
    assert "is no database that can be used" in serve_with("mongo://somewhere")
    assert "in a file" in serve_with("sqlite://")


def test_an_unwritable_database_gets_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "games.db").mkdir()  # not even root can write there
    assert "cannot be used" in serve_with(f"sqlite:///{tmp_path}/games.db")


def test_a_database_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with closing(sqlite3.connect(path)) as newer:
        newer.execute("create table alembic_version (version_num varchar(32) primary key)")
        newer.execute("insert into alembic_version values ('9999')")
        newer.commit()
    assert "newer kingdomino" in serve_with(f"sqlite:///{path}")


@pytest.mark.compiled_only
def test_it_greets_with_its_links_and_stops_gracefully(tmp_path: Path) -> None:
    with running(tmp_path / "games.db") as server:
        page = httpx.get(server.origin + "/")
        assert page.headers["content-type"].startswith("text/html")
        assert server.stop() == 0
    assert server.log() == ""
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "kingdomino", "serve", "--port", str(port)],
        env=os.environ | {"KINGDOMINO_DATABASE": f"sqlite:///{tmp_path}/games.db"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    assert process.stdout is not None
    greeting = ""
    while "Ctrl-C" not in greeting:
        line = process.stdout.readline()
        assert line, process.communicate()
        greeting += line
    assert f"http://127.0.0.1:{port}" in greeting
    process.terminate()
    out, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (0, "")
    assert "All games are kept" in out


def test_the_newest_migration_makes_the_schema_of_the_store(tmp_path: Path) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.config import Config
    from alembic.migration import MigrationContext
    from alembic.script import ScriptDirectory

    from kingdomino.server import database, schema

    engine = database.open_engine(f"sqlite:///{tmp_path}/games.db")
    with engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, schema.metadata) == []
    engine.dispose()
    config = Config()
    config.set_main_option("script_location", str(Path(schema.__file__).parent / "migrations"))
    assert ScriptDirectory.from_config(config).get_current_head() == schema.REVISION


@pytest.mark.skipif(os.name == "nt", reason="another kind of permissions")
def test_only_the_host_can_read_the_games(tmp_path: Path) -> None:
    from kingdomino.server import database

    database.open_engine(f"sqlite:///{tmp_path}/games.db").dispose()
    assert (tmp_path / "games.db").stat().st_mode & 0o777 == 0o600


def test_sqlite_waits_for_the_disk_at_every_commit(tmp_path: Path) -> None:
    from kingdomino.server import database

    engine = database.open_engine(f"sqlite:///{tmp_path}/games.db")
    with engine.connect() as connection:
        assert connection.exec_driver_sql("pragma journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("pragma synchronous").scalar() == 2
    engine.dispose()
