"""A process that thinks for bots: jobs come in on stdin, actions go out on stdout, a line each.

It is started by ``kingdomino.server.thinkers``, and says when the rules and each level are ready:
the players' code is compiled once after an installation. Quick levels and those that think have a
thread each, so that nobody who decides at once waits for somebody who thinks for a second.
"""

from __future__ import annotations

import os
import queue
import signal
import sys
import threading
from collections.abc import Callable
from random import Random
from typing import IO, TYPE_CHECKING, Any

import orjson

if TYPE_CHECKING:
    from kingdomino.game.view import View
    from kingdomino.players.player import Player

Say = Callable[[dict[str, object]], None]


class Lane:
    """A thread that does jobs one after the other."""

    def __init__(self, say: Say) -> None:
        self.jobs: queue.SimpleQueue[dict[str, object]] = queue.SimpleQueue()
        self._say = say
        self._players: dict[str, Player] = {}
        threading.Thread(target=self._work, daemon=True).start()

    def _work(self) -> None:
        while True:
            job = self.jobs.get()
            try:
                self._say({"id": job["id"], "action": self._choose(job)})
            except Exception as error:
                self._say({"id": job["id"], "error": f"{type(error).__name__}: {error}"})

    def _choose(self, job: dict[str, Any]) -> str:
        """The action that the job's level chooses, as text."""
        from kingdomino.players.levels import create_level

        view = read_view(job)
        seed = job.get("seed")
        rng = Random() if seed is None else Random(str(seed))
        level = str(job["level"])
        if level not in self._players:
            self._players[level] = create_level(level)
        return str(view.find(self._players[level].choose(view, rng)))


def read_view(job: dict[str, Any]) -> View:
    """What the acting seat of a job may know: the position, and the actions so far."""
    from kingdomino.game.actions import Move, parse_action
    from kingdomino.game.position import Position
    from kingdomino.game.view import View

    position = Position.from_text(job["position"])
    assert position.seat is not None
    history = tuple(Move(seat, parse_action(text)) for seat, text in job["history"])
    return View(position.rules, position.state, position.colours, position.seat, history)


class WarmUp:
    """Makes levels ready in a thread of its own, those first that somebody waits for."""

    def __init__(self, say: Say, warm_level: Callable[[str], None], levels: list[str]) -> None:
        self._say = say
        self._warm_level = warm_level
        self._levels = levels
        self._wanted: queue.SimpleQueue[str] = queue.SimpleQueue()

    def want(self, level: str) -> None:
        """Make this level ready next."""
        self._wanted.put(level)

    def run(self) -> None:
        """Make one level after the other ready."""
        while self._levels:
            level = self._pick()
            self._levels.remove(level)
            self._warm_level(level)
            self._say({"ready": level})

    def _pick(self) -> str:
        while not self._wanted.empty():
            level = self._wanted.get()
            if level in self._levels:
                return level
        return self._levels[0]


def main() -> None:
    """Serve until stdin ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C ends the server, and so this
    if hasattr(os, "nice"):
        os.nice(5)  # people at other tables come first
    out = sys.stdout.buffer
    sys.stdout = sys.stderr

    def say(answer: dict[str, object]) -> None:
        _say(out, answer)

    try:
        from kingdomino.players.levels import LEVELS
        from kingdomino.server.warming import warm_level, warm_rules

        warm_rules()
    except Exception as error:
        say({"failed": f"{type(error).__name__}: {error}"})
        return
    say({"ready": "rules"})
    lanes = {thinks: Lane(say) for thinks in (False, True)}
    thinks = {level.name: level.thinks for level in LEVELS}
    warm_up = WarmUp(say, warm_level, list(thinks))
    threading.Thread(target=warm_up.run, daemon=True).start()
    for line in sys.stdin.buffer:
        job = orjson.loads(line)
        if "want" in job:
            warm_up.want(job["want"])
        else:
            lanes[thinks[job["level"]]].jobs.put(job)
    os._exit(0)  # a compiler that is still at work is not waited for


_speaking = threading.Lock()


def _say(out: IO[bytes], answer: dict[str, object]) -> None:
    with _speaking:
        try:
            out.write(orjson.dumps(answer) + b"\n")
            out.flush()
        except OSError:
            os._exit(0)


if __name__ == "__main__":
    main()
