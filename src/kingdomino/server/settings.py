"""What a host can set: by option, by environment variable, or not at all."""

from __future__ import annotations

import ipaddress
import math
import os
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from difflib import get_close_matches
from pathlib import Path
from urllib.parse import urlsplit

from kingdomino.errors import quote
from kingdomino.server.errors import ServerError
from kingdomino.words.system import find_cause

PREFIX = "KINGDOMINO_"
DEFAULT_PORT = 4848

OTHERS = ("KINGDOMINO_LANGUAGE",)
"""Variables that begin like settings of the server and are something else's."""


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings of a server. Each can be given as ``KINGDOMINO_`` and its name in capitals."""

    host: str = "0.0.0.0"
    """The address to listen on."""
    port: int = DEFAULT_PORT
    database: str = ""
    """Where games are kept, such as ``sqlite:///games.db``; by default in the data directory."""
    base_url: str = ""
    """The address people reach the server under, such as ``https://example.org``."""
    allow_origins: tuple[str, ...] = ()
    """Further origins whose pages may play here."""
    proxies: tuple[str, ...] = ("127.0.0.1",)
    """The reverse proxies, addresses or networks, that may say where a request came from."""
    thinkers: int = 0
    """How many processes think for bots; 0 for one fewer than there are cores, at least one."""
    bot_pause: float = 0.6
    """Seconds that a bot waits at least before it acts, so that people can follow."""
    interval: float = 20.0
    """Seconds between two games of a Dynasty, unless a player goes on earlier."""
    sockets_per_address: int = 100
    sockets: int = 10_000
    """How many conversations there may be, from one address and in all: WebSockets and bots'
    streams. There may be as many connections again for everything else."""
    stall_seconds: float = 20.0
    """How long a connection may take nothing of what it is sent, or leave its request unfinished,
    until it is cut off."""
    requests_per_second: float = 20.0
    messages_per_second: float = 10.0
    """How fast one address may ask, and one connection may send; three seconds' worth at once."""
    tables_per_minute: float = 30.0
    """How many tables and visitors one address may create."""
    waiting_per_address: int = 10
    """How many seats at public tables that have not begun may be held from one address."""
    waiting_per_visitor: int = 12
    """At how many tables that have not begun one visitor may sit."""
    away_seconds: float = 60.0
    """How long somebody has to be away until others may give their seat to a bot."""
    idle_days: float = 30.0
    """After how many days without an event a table is archived."""
    open_hours: float = 24.0
    """After how many hours a table that never started is archived."""

    @property
    def secure(self) -> bool:
        """Whether people reach the server by TLS, so that cookies can insist on it."""
        return self.base_url.startswith("https:")

    def __post_init__(self) -> None:
        if not 0 <= self.port <= 65535:
            raise ServerError("a port is a number from 0 to 65535, not {port}", port=self.port)
        for setting in fields(self):
            value = getattr(self, setting.name)
            if isinstance(value, int | float) and not 0 <= value < math.inf:
                name = PREFIX + setting.name.upper()
                raise ServerError(
                    "{name} is a number from 0 on, not {value}", name=name, value=f"{value:g}"
                )
        for address in (self.base_url, *self.allow_origins):
            if address:
                _check_address(address)
        for proxy in self.proxies:
            if not _is_network(proxy):
                raise ServerError(
                    "{text} is no proxy: write addresses or networks such as {example}, "
                    "with commas between them",
                    text=quote(proxy),
                    example="172.16.0.0/12",
                )


def _check_address(address: str) -> None:
    """``ServerError`` unless this is where a whole server is, and not a folder of one."""
    origin = origin_of(address)
    if origin is None:
        raise ServerError(
            "{text} is no address of a server: write it as {example}",
            text=quote(address),
            example="https://example.org",
        )
    parts = urlsplit(address)
    if parts.path.strip("/") or parts.query or parts.fragment or parts.username is not None:
        raise ServerError(
            "{text} is more than the address of a server, which has one to itself: write {origin}",
            text=quote(address),
            origin=origin,
        )


def _is_network(text: str) -> bool:
    try:
        ipaddress.ip_network(text)
    except ValueError:
        return False
    return True


def origin_of(address: str) -> str | None:
    """The scheme, host and port of a web address, as a browser writes them; ``None`` if none."""
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        return None
    if parts.scheme not in ("http", "https") or not parts.hostname:
        return None
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    usual = {"http": 80, "https": 443}[parts.scheme]
    return f"{parts.scheme}://{host}" + (f":{port}" if port not in (None, usual) else "")


def read_settings(
    environment: Mapping[str, str] | None = None, **given: str | int | float | None
) -> Settings:
    """The settings from the environment, overruled by those that are given and not ``None``.

    Raises ``ServerError`` for a value that cannot be used.
    """
    environment = os.environ if environment is None else environment
    _refuse_unknown(environment)
    values: dict[str, object] = {}
    for setting in fields(Settings):
        text = environment.get(PREFIX + setting.name.upper())
        if text is not None:
            values[setting.name] = _read(setting.name, text)
    values |= {name: value for name, value in given.items() if value is not None}
    return Settings(**values)  # type: ignore[arg-type]  # each was read as its field's type


def _refuse_unknown(environment: Mapping[str, str]) -> None:
    """``ServerError`` if a variable looks like a setting and is none: it is likely misspelt."""
    known = [setting.name.upper() for setting in fields(Settings)]
    for variable in environment:
        name = variable.removeprefix(PREFIX)
        if variable != name and name not in known and variable not in OTHERS:
            close = get_close_matches(name, known, n=1)
            if close:
                raise ServerError(
                    "{variable} is no setting: did you mean {close}?",
                    variable=variable,
                    close=PREFIX + close[0],
                )
            raise ServerError(
                "{variable} is no setting: docs/hosting.md lists those there are",
                variable=variable,
            )


def _read(name: str, text: str) -> object:
    default = getattr(Settings(), name)
    if isinstance(default, tuple):
        return tuple(text.replace(",", " ").split())
    try:
        return type(default)(text)
    except ValueError:
        variable = PREFIX + name.upper()
        if isinstance(default, int):
            raise ServerError(
                "{variable} is a whole number, not {text}", variable=variable, text=quote(text)
            ) from None
        raise ServerError(
            "{variable} is a number, not {text}", variable=variable, text=quote(text)
        ) from None


def with_database(settings: Settings) -> Settings:
    """The settings with the database in the user's data directory, unless they name one."""
    if settings.database:
        return settings
    from platformdirs import user_data_path

    folder: Path = user_data_path("kingdomino", appauthor=False)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ServerError(
            "the folder {folder} for the games cannot be made ({reason}): name another place "
            "with --database sqlite:///path",
            folder=folder,
            reason=find_cause(error),
        ) from None
    return replace(settings, database=f"sqlite:///{folder / 'kingdomino.db'}")
