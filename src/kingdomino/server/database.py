"""Opening a database, bringing its schema up to date, and copying it."""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from sqlalchemy import URL, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, SQLAlchemyError

from kingdomino.errors import quote
from kingdomino.server.errors import ServerError
from kingdomino.server.schema import REVISION
from kingdomino.words.system import find_cause

PATIENCE = 3.0
"""Seconds to wait for a file that something else has locked, a copying program for example."""


def open_engine(url: str) -> Engine:
    """An engine for this address, with the schema up to date; ``ServerError`` if it cannot be."""
    parsed = _parse(url)
    try:
        if parsed.get_backend_name() == "sqlite":
            _prepare_file(parsed.database)
            engine = create_engine(parsed, connect_args={"timeout": PATIENCE}, pool_size=8)
            event.listen(engine, "connect", _set_up_sqlite)
        else:
            engine = create_engine(parsed)
    except (ArgumentError, NoSuchModuleError, ModuleNotFoundError):
        raise _unknown(url) from None
    try:
        migrate(engine)
    except DBAPIError as error:
        engine.dispose()
        raise ServerError(
            "the database {url} cannot be used: {reason}",
            url=parsed.render_as_string(),
            reason=error.orig,
        ) from None
    except SQLAlchemyError as error:
        engine.dispose()
        raise ServerError(
            "the database {url} cannot be used: {reason}",
            url=parsed.render_as_string(),
            reason=error,
        ) from None
    return engine


def _parse(url: str) -> URL:
    try:
        return make_url(url)
    except ArgumentError:
        raise _unknown(url) from None


def _unknown(url: str) -> ServerError:
    return ServerError(
        "{url} is no database that can be used here: write it as sqlite:///games.db", url=quote(url)
    )


def _prepare_file(path: str | None) -> None:
    if not path or path == ":memory:":
        raise ServerError("games are kept in a file: name it as sqlite:///games.db")
    folder = Path(path).absolute().parent
    if not folder.is_dir():
        raise ServerError("there is no folder {folder} to keep the games in", folder=folder)
    with suppress(OSError):  # if it cannot be made, opening it will say why
        Path(path).touch(mode=0o600)  # the deals of running games are in it


def _set_up_sqlite(connection: DBAPIConnection, _: object) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


def migrate(engine: Engine) -> None:
    """Bring the schema up to date. A database that is newer than the program is left alone."""
    with engine.connect() as connection:
        found = engine.dialect.has_table(connection, "alembic_version")
        version = (
            connection.exec_driver_sql("select version_num from alembic_version").scalar()
            if found
            else None
        )
    if version == REVISION:
        _check_writable(engine)
        return
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["engine"] = engine
    try:
        command.upgrade(config, "head")
    except CommandError:
        raise ServerError(
            "the database was written by a newer kingdomino (revision {version}): upgrade first",
            version=version,
        ) from None


def _check_writable(engine: Engine) -> None:
    with engine.begin() as connection:
        connection.exec_driver_sql("update alembic_version set version_num = version_num")


def back_up(url: str, target: str, *, may_be_empty: bool = True) -> int:
    """Copy a SQLite database to a new file, also while it is used; returns how many tables it has.

    ``ServerError`` if there is nothing to copy, or the file is there already. Where nobody has
    named the database it must not be empty: it is then likely another one that was meant.
    """
    parsed = _parse(url)
    if parsed.get_backend_name() != "sqlite" or not parsed.database:
        raise ServerError("only an SQLite file can be copied so: use your database's own tools")
    if not Path(parsed.database).is_file():
        raise ServerError("there are no games at {path}", path=parsed.database)
    if Path(target).exists():
        raise ServerError("{path} is there already: choose another name.", path=target)
    try:
        Path(target).touch(mode=0o600, exist_ok=False)  # as secret as the games themselves
        with (
            closing(sqlite3.connect(parsed.database)) as source,
            closing(sqlite3.connect(target)) as copy,
        ):
            source.backup(copy)
            count: int = copy.execute("select count(*) from tables").fetchone()[0]
        if not count and not may_be_empty:
            Path(target).unlink()
            raise ServerError(
                "no game has been played at {path}: name the server's database with --database "
                "sqlite:///path",
                path=parsed.database,
            )
    except (sqlite3.Error, OSError) as error:
        Path(target).unlink(missing_ok=True)
        reason = find_cause(error)
        raise ServerError(
            "the games cannot be copied to {path}: {reason}", path=target, reason=reason
        ) from None
    return count
