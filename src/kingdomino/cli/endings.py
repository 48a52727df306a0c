"""Being ended from outside: the terminal is closed, the machine shuts down."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

SIGNALS = ("SIGTERM", "SIGHUP")
"""Those that leave time to save; Windows has only the first."""


class Ended(BaseException):
    """Somebody wants this process to end."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.signal = number


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """Raise ``Ended`` where a signal would end the process at once.

    A second one changes nothing: closing a terminal sends several. What was ignored before, as with
    ``nohup``, stays ignored.
    """
    wanted = [getattr(signal, name) for name in SIGNALS if hasattr(signal, name)]
    before = {number: signal.getsignal(number) for number in wanted}
    heeded = [number for number in wanted if before[number] is not signal.SIG_IGN]

    def end(number: int, frame: FrameType | None) -> None:
        for each in heeded:
            signal.signal(each, signal.SIG_IGN)
        raise Ended(number)

    for number in heeded:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number in heeded:
            if signal.getsignal(number) is end:  # else there was a signal: let it be saved in peace
                signal.signal(number, before[number])
