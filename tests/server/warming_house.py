"""Opens a house in a fresh process, and prints how long its event loop ever stood still.

A gap counts only as far as this process was at work in it: that other programs keep the machine
busy is not its fault. Prints a line of JSON.
"""

import asyncio
import json
import sys
import time
from typing import Any

from kingdomino.server.api import get_options
from kingdomino.server.house import House
from kingdomino.server.settings import Settings
from kingdomino.server.store import Store

sys.modules["scipy"] = None  # type: ignore[assignment]  # the game does not bring it, but tests do


class Request:
    """What ``get_options`` looks at of a request."""

    class app:  # noqa: N801 (as it is called there)
        class state:  # noqa: N801
            address = "http://127.0.0.1"


async def listen(gaps: list[float]) -> None:
    """Note every gap, in seconds, between two moments in which the loop was free."""
    then, work = time.perf_counter(), time.process_time()
    while True:
        await asyncio.sleep(0.002)
        now, worked = time.perf_counter(), time.process_time()
        gaps.append(min(now - then, worked - work))
        then, work = now, worked


async def open_house(database: str) -> dict[str, Any]:
    gaps: list[float] = []
    house = House(Settings(thinkers=1), Store(database))
    listener = asyncio.create_task(listen(gaps))
    await asyncio.sleep(0.05)
    house.open()
    levels = (await get_options(Request(), house)).levels  # type: ignore[arg-type]  # enough of one
    named_early = "numba" not in sys.modules
    await house.tables()
    while "knight" not in house.thinkers.ready:
        house.thinkers.want("knight")
        await asyncio.sleep(0.01)
    listener.cancel()
    await house.close()
    return {"longest": max(gaps), "levels": len(levels), "named_early": named_early}


if __name__ == "__main__":
    print(json.dumps(asyncio.run(open_house(sys.argv[1]))))
