"""The house: everything that lives as long as the server runs, and the engine that warms up."""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

from kingdomino.server.easel import Easel
from kingdomino.server.errors import Refusal, ServerError
from kingdomino.server.limits import Buckets, Counter
from kingdomino.server.memory import Collector
from kingdomino.server.settings import Settings
from kingdomino.server.store import Store
from kingdomino.server.thinkers import Thinkers, ThinkingFailed
from kingdomino.server.visitors import Visitors

if TYPE_CHECKING:
    from kingdomino.server.tables import Tables

THINKERS_AFTER = 1.0
"""Seconds from the first table to the first bot's warming up, unless one is needed earlier."""

MESSAGES_FOR_AN_ADDRESS = 5
"""How many connections of one address may send as fast as one may; beyond that, they all wait."""

SWEEP_EVERY = 2.0
"""Seconds between two rounds of keeping house."""

log = logging.getLogger("kingdomino.server")


class House:
    """The open store, the visitors, the limits, and the tables once the engine is warm.

    Pages are served from the first moment. Whatever needs the rules awaits ``tables``: the compiled
    code is loaded in a thread, and if it has never been compiled here, another process does that.
    """

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings = settings
        self.store = store
        self.visitors = Visitors(store)
        self.thinkers = Thinkers(settings.thinkers, self.visitors.address_of)
        self.easel = Easel()
        self.requests = Buckets(settings.requests_per_second)
        self.files = Buckets(20 * settings.requests_per_second)
        self.creations = Buckets(
            settings.tables_per_minute / 60, burst=max(5.0, settings.tables_per_minute / 2)
        )
        self.messages = Buckets(MESSAGES_FOR_AN_ADDRESS * settings.messages_per_second)
        self.sockets = Counter(settings.sockets_per_address, settings.sockets)
        loop = asyncio.get_running_loop()
        self._tables: asyncio.Future[Tables] = loop.create_future()
        self._collector = Collector()
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def ready(self) -> bool:
        """Whether the engine is warm."""
        return self._tables.done() and self._tables.exception() is None

    async def tables(self) -> Tables:
        """All tables, once the engine is warm."""
        return await asyncio.shield(self._tables)

    def open(self, give_up: Callable[[ServerError], None] = lambda error: None) -> None:
        """Warm up and start the thinkers, in the background.

        ``give_up`` is told if the engine cannot be had here: then nothing can be played, ever.
        """
        self._tasks.append(asyncio.create_task(self._live(give_up)))

    async def _live(self, give_up: Callable[[ServerError], None]) -> None:
        gc.disable()  # a search of all that is being loaded would stop everything for a moment
        try:
            tables = await self._warm_up()
        except Exception as error:
            log.debug("the engine cannot be loaded", exc_info=error)
            reason = str(error) if isinstance(error, ThinkingFailed) else repr(error)
            give_up(ServerError("the rules of the game cannot be loaded: {reason}", reason=reason))
            self._tables.set_exception(Refusal("busy", "the server cannot play, and stops"))
            self._tables.exception()  # whoever asks is told; if nobody does, that is no fault
            return
        finally:
            gc.enable()
        self._tables.set_result(tables)
        # Bots start to warm up when the first moments, and those who waited for them, are over.
        asyncio.get_running_loop().call_later(THINKERS_AFTER, self.thinkers.start)
        await self._keep(tables)

    async def _warm_up(self) -> Tables:
        """Load the engine; whoever compiles it does so in another process."""
        make_tables, is_compiled = await asyncio.to_thread(_load_engine, self._collector)
        if not is_compiled:
            await self.thinkers.compile_rules()
        await asyncio.to_thread(_warm_engine, self._collector)
        return make_tables(self.settings, self.store, self.thinkers, self.visitors)

    async def _keep(self, tables: Tables) -> None:
        self._collector.start()
        while True:
            await tables.keep_house()
            self._collector.rest()
            await asyncio.sleep(SWEEP_EVERY)

    async def close(self) -> None:
        """Finish what is being stored, and close everything."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self.ready:
            await self._tables.result().close()
        await self.thinkers.stop()
        await self.easel.close()
        await self.store.close()


def _load_engine(collector: Collector) -> tuple[type[Tables], bool]:
    """Import what the tables need, and tell whether it is compiled; takes a moment."""
    import numpy  # noqa: F401 (step by step: the collector stops everybody when it looks through it)

    collector.set_aside()
    import numba  # noqa: F401

    collector.set_aside()
    import kingdomino.server.pictures
    import kingdomino.server.scorepad  # noqa: F401 (both are loaded, so that nobody waits later)
    from kingdomino.server.tables import Tables
    from kingdomino.server.warming import is_compiled

    collector.set_aside()
    return Tables, is_compiled()


def _warm_engine(collector: Collector) -> None:
    from kingdomino.server.warming import warm_rules

    warm_rules()
    collector.set_aside()
