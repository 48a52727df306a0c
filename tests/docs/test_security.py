"""The page on security names the limits that there are."""

from pathlib import Path

import pytest

from kingdomino.server import (
    connections,
    database,
    easel,
    frames,
    house,
    listeners,
    messages,
    security,
    sockets,
    tables,
)
from kingdomino.server.limits import BURST_SECONDS
from kingdomino.server.settings import Settings

PAGE = (Path(__file__).parents[2] / "docs" / "security.md").read_text(encoding="utf-8")
SETTINGS = Settings()
MESSAGES = SETTINGS.messages_per_second


@pytest.mark.parametrize(
    "sentence",
    [
        f"{2 * SETTINGS.sockets_per_address} (twice",
        f"| {SETTINGS.sockets_per_address} of them |",
        f"{connections.LARGEST_HEAD >> 10} KiB, {connections.MOST_HEADERS} headers, "
        f"{connections.LONGEST_LINE} bytes a line",
        f"{SETTINGS.stall_seconds:g} s (`KINGDOMINO_STALL_SECONDS`)",
        f"| {messages.LARGEST_MESSAGE >> 10} KiB; a record "
        f"{security.LARGEST_BODIES['/api/records'] // 1000} kB, a picture's kingdoms "
        f"{security.LARGEST_BODIES['/api/kingdoms/picture'] // 1000} kB |",
        f"{connections.LONGEST_REST >> 10} KiB may wait",
        f"{SETTINGS.requests_per_second:g} a second, "
        f"{SETTINGS.requests_per_second * BURST_SECONDS:g} at once",
        f"{MESSAGES:g} a second, {MESSAGES * BURST_SECONDS:g} at once, 4 KiB each",
        f"4429 after {sockets.PATIENCE} of them",
        f"{house.MESSAGES_FOR_AN_ADDRESS * MESSAGES:g} a second, "
        f"{house.MESSAGES_FOR_AN_ADDRESS * MESSAGES * BURST_SECONDS:g} at once",
        f"{frames.FRAMES_FOR_A_MESSAGE * MESSAGES:g} a second, "
        f"{frames.FRAMES_FOR_A_MESSAGE * MESSAGES * BURST_SECONDS:g} at once",
        f"| {listeners.LONGEST_QUEUE} | closed with {listeners.TOO_SLOW} |",
        f"{SETTINGS.tables_per_minute:g} a minute",
        f"in memory | {tables.MOST_HELD} |",
        f"{tables.MOST_QUIET} for five minutes",
        f"{easel.MOST_EACH} for an address, {easel.MOST} in all, {easel.LONGEST:g} s each",
        f"a sentence after {database.PATIENCE:g} s",
    ],
)
def test_the_page_names_the_limits_that_there_are(sentence: str) -> None:
    assert sentence in PAGE


def test_five_minutes_are_five_minutes() -> None:
    assert tables.FORGET_AFTER == 5 * 60
