"""What all tests share: how many run at once, how many examples they try, and how."""

import os
import signal

import pytest
from hypothesis import HealthCheck, settings
from tools.catalogues import build

from kingdomino.rules.compiled import JIT

# Whatever was changed in a catalogue is what the tests read.
build()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: tests in the browser spend much of their time waiting."""
    return (os.cpu_count() or 1) + 1


def as_many_as(compiled: int, plain: int) -> int:
    """How many games or examples to try: the kernel is far slower as plain Python."""
    return compiled if JIT else plain


# The command speaks English here, whatever the language of the person who runs the tests.
os.environ["KINGDOMINO_LANGUAGE"] = "en"

# A process started in the background of a shell ignores Ctrl-C, and so do the commands it starts.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Examples follow from the test itself, so that a failure can be seen again anywhere.
settings.register_profile(
    "kingdomino",
    deadline=None,
    derandomize=True,
    database=None,
    max_examples=as_many_as(100, 15),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("kingdomino")
