"""The server keeps its temper, whatever is sent to it."""

import pytest

from tests.server.fuzzing import fuzz_frames, fuzz_requests
from tests.server.running import Running

pytestmark = pytest.mark.compiled_only


def test_no_request_makes_the_server_fail(server: Running) -> None:
    assert fuzz_requests(server, each=5, mutants=5) > 300
    assert "Traceback" not in server.log()


def test_no_frame_makes_the_server_fail(server: Running) -> None:
    assert fuzz_frames(server, 1000) > 800
    assert "Traceback" not in server.log()
