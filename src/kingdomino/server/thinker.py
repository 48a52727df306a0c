"""A process that thinks for bots: jobs come in on stdin, actions go out on stdout, a line each.

It is started by ``kingdomino.server.thinkers``. Until the players' code has been compiled, which
takes a minute or two once after an installation, a stand-in acts: it takes what scores most now.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from random import Random
from typing import IO, TYPE_CHECKING

import orjson

if TYPE_CHECKING:
    from kingdomino.game.view import View
    from kingdomino.players.player import Player


class Thinker:
    """All levels, each made when first asked for."""

    def __init__(self) -> None:
        self.warm = threading.Event()
        self._players: dict[str, Player] = {}

    def choose(self, job: dict[str, object]) -> str:
        """The action that the job's level chooses, as text."""
        from kingdomino.game.position import Position
        from kingdomino.game.view import View

        position = Position.from_text(str(job["position"]))
        assert position.seat is not None
        view = View(position.rules, position.state, position.colours, position.seat, ())
        seed = job.get("seed")
        rng = Random() if seed is None else Random(str(seed))
        if not self.warm.is_set():
            return stand_in(view, rng)
        level = str(job["level"])
        if level not in self._players:
            from kingdomino.players.levels import create_level

            self._players[level] = create_level(level)
        return str(view.find(self._players[level].choose(view, rng)))


def stand_in(view: View, rng: Random) -> str:
    """The placement that adds most, or the highest domino: it needs no player's compiled code."""
    from kingdomino.server.snapshots import show_legal

    legal = show_legal(view, 0)
    assert legal is not None
    actions = legal["actions"]
    assert isinstance(actions, list)
    rng.shuffle(actions)
    best = max(actions, key=lambda action: action.get("points", action["domino"]))
    return str(best["action"])


def main() -> None:
    """Serve until stdin ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C ends the server, and so this
    if hasattr(os, "nice"):
        os.nice(5)  # people at other tables come first
    out = sys.stdout.buffer
    sys.stdout = sys.stderr
    from kingdomino.server.warming import warm_rules

    warm_rules()
    _say(out, {"ready": "rules"})
    thinker = Thinker()
    threading.Thread(target=_warm, args=(thinker, out), daemon=True).start()
    for line in sys.stdin.buffer:
        job = orjson.loads(line)
        try:
            answer = {"id": job["id"], "action": thinker.choose(job)}
        except Exception as error:
            answer = {"id": job["id"], "error": f"{type(error).__name__}: {error}"}
        _say(out, answer)
    os._exit(0)  # a compiler that is still at work is not waited for


_speaking = threading.Lock()


def _say(out: IO[bytes], answer: dict[str, object]) -> None:
    with _speaking:
        try:
            out.write(orjson.dumps(answer) + b"\n")
            out.flush()
        except OSError:
            os._exit(0)


def _warm(thinker: Thinker, out: IO[bytes]) -> None:
    from kingdomino.server.warming import warm_players

    warm_players()
    thinker.warm.set()
    _say(out, {"ready": "players"})


if __name__ == "__main__":
    main()
