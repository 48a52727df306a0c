"""Plays games on many cores: processes that are told one game after the other."""

from __future__ import annotations

import contextlib
import ctypes
import multiprocessing
import signal
import sys
import time
from collections.abc import Generator, Iterable, Iterator
from multiprocessing.connection import Connection, wait
from multiprocessing.sharedctypes import RawArray

from kingdomino.arena.contest import Contest
from kingdomino.arena.game_runner import play_fixture
from kingdomino.arena.pairing import Fixture
from kingdomino.arena.results import Fault, GameResult
from kingdomino.errors import KingdominoError, Phrase

Games = Generator[GameResult, None, None]
"""Results as games end. Close it to stop early."""


class WorkerError(KingdominoError, RuntimeError):
    """No process can be started to play games in; the message says what happened."""

    code = "worker"


def play_here(contest: Contest, fixtures: Iterable[Fixture]) -> Games:
    """Play games one after the other in this process."""
    for fixture in fixtures:
        yield play_fixture(contest, fixture)


def play_in_processes(contest: Contest, fixtures: Iterable[Fixture], jobs: int) -> Games:
    """Play games in so many processes; results come in the order in which games end.

    A process that dies costs only the game it was playing. All end when the iterator is closed.
    """
    waiting = iter(fixtures)
    workers: dict[Connection, _Worker] = {}
    try:
        for fixture in _take(waiting, jobs):
            worker = _Worker(contest)
            workers[worker.connection] = worker
            worker.begin(fixture)
        while workers:
            for connection, worker in _find_news(workers):
                result = worker.receive()
                if result is None:
                    continue
                if worker.dead:
                    del workers[connection]
                    worker.stop()
                following = next(waiting, None)
                if following is not None:
                    if worker.dead:
                        worker = _Worker(contest)
                        workers[worker.connection] = worker
                    worker.begin(following)
                elif not worker.dead:
                    del workers[connection]
                    worker.stop()
                yield result
    finally:
        for worker in workers.values():
            worker.stop()


def _find_news(workers: dict[Connection, _Worker]) -> list[tuple[Connection, _Worker]]:
    """The workers that have something to tell, or that are to be given up."""
    ready = wait(list(workers), timeout=1.0)
    return [
        (connection, worker)
        for connection, worker in workers.items()
        if connection in ready or worker.stuck
    ]


def _take(fixtures: Iterator[Fixture], count: int) -> Iterator[Fixture]:
    for _, fixture in zip(range(count), fixtures, strict=False):
        yield fixture


class _Worker:
    """A process that plays games, seen from outside."""

    def __init__(self, contest: Contest) -> None:
        context = multiprocessing.get_context("spawn")
        self.contest = contest
        self.connection, far_end = context.Pipe()
        # Until when to wait, for which entrant, in which round.
        self.thinking: ctypes.Array[ctypes.c_double] = RawArray(
            ctypes.c_double, [float("inf"), 0.0, 0.0]
        )
        self.process = context.Process(
            target=_serve, args=(far_end, contest, list(sys.path), self.thinking), daemon=True
        )
        self.process.start()
        far_end.close()
        self.fixture: Fixture | None = None
        self.ready = False
        self.dead = False

    @property
    def stuck(self) -> bool:
        """Whether a player has been thinking for far longer than it may."""
        until: float = self.thinking[0]
        return time.monotonic() > until

    def begin(self, fixture: Fixture) -> None:
        """Let the process play this game."""
        self.fixture = fixture
        with contextlib.suppress(BrokenPipeError):  # `receive` will notice
            self.connection.send(fixture)

    def receive(self) -> GameResult | None:
        """What the process has to tell: the game's result, or only that it is ready."""
        if not self.connection.poll() and self.stuck:
            return self._give_up()
        try:
            message: GameResult | None = self.connection.recv()
        except (EOFError, OSError):
            self.process.join()
            if not self.ready:
                raise WorkerError(
                    "a process to play games in ends at once, with code {code}",
                    code=self.process.exitcode,
                ) from None
            self.dead = True
            assert self.fixture is not None
            return lose_game(
                self.contest, self.fixture, Phrase("with code {code}", code=self.process.exitcode)
            )
        self.ready = True
        return message

    def _give_up(self) -> GameResult:
        """The result of a game whose player does not answer."""
        self.dead = True
        assert self.fixture is not None
        _, entrant, round_ = (int(word) for word in self.thinking)
        name = self.contest.entrants[entrant].name
        deal = self.fixture.deal
        said = Phrase(
            "{player} does not answer in deal {deal}, round {round}, and is given up: "
            "this game does not count.",
            player=name,
            deal=deal,
            round=round_,
        )
        return unfinished(self.fixture, Fault("lost", name, deal, round_, said))

    def stop(self) -> None:
        """End the process at once."""
        self.process.terminate()
        self.process.join()
        self.connection.close()


def lose_game(contest: Contest, fixture: Fixture, how: Phrase | str) -> GameResult:
    """The result of a game that was lost with the process in which it was played."""
    names = sorted({contest.entrants[entrant].name for entrant in fixture.seats})
    who = _say_either(names)
    said = Phrase(
        "{player} ended the process that played deal {deal}, rotation {rotation} ({how}): "
        "this game does not count.",
        player=who,
        deal=fixture.deal,
        rotation=fixture.rotation + 1,
        how=how,
    )
    return unfinished(fixture, Fault("lost", str(who), fixture.deal, None, said))


def _say_either(names: list[str]) -> Phrase | str:
    """One of these, nobody knows which."""
    *others, last = names
    if not others:
        return last
    return Phrase("{others} or {last}", others=", ".join(others), last=last)


def unfinished(fixture: Fixture, fault: Fault) -> GameResult:
    """The result of a game that came to no end."""
    return GameResult(
        fixture.deal, fixture.table, fixture.rotation, fixture.seats, (), (), (), "", (fault,)
    )


def _serve(
    connection: Connection,
    contest: Contest,
    path: list[str],
    thinking: ctypes.Array[ctypes.c_double],
) -> None:
    """What the process does: say that it is ready, then play what it is told."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one who started us
    sys.path[:] = path

    def notice(entrant: int, round_: int, patience: float) -> None:
        thinking[:] = [time.monotonic() + patience, entrant, round_]

    with contextlib.suppress(EOFError, ConnectionError):
        connection.send(None)
        while True:
            result = play_fixture(contest, connection.recv(), notice)
            thinking[0] = float("inf")
            connection.send(result)
