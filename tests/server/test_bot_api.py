"""The bot API: the example really plays, and the streams say what they should."""

import importlib.util
import json
from concurrent.futures import ThreadPoolExecutor
from types import ModuleType

import httpx
import pytest

from kingdomino.server.draw import commit_to
from tests.docs.pages import ROOT
from tests.server.running import Person, Running

pytestmark = pytest.mark.compiled_only


def load_example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("example_bot", ROOT / "examples/bot.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_example_is_a_bot_in_forty_lines_or_so() -> None:
    lines = (ROOT / "examples/bot.py").read_text(encoding="utf-8").splitlines()
    assert len([line for line in lines if line.strip()]) <= 43


def test_the_example_bot_plays_a_game_against_a_person(server: Running, ann: Person) -> None:
    made = ann.create("me", "open", harmony=True)
    seat = ann.connect(made["table"])
    seat.contribute()
    with ThreadPoolExecutor() as pool:
        playing = pool.submit(load_example().play, server.origin, made["invite"])
        seat.play_on()
        assert playing.result(timeout=60) == seat.table["match"]["totals"]
    assert seat.table["seats"][1]["name"] == "Miser"


def test_two_example_bots_play_each_other(server: Running, ann: Person) -> None:
    made = ann.create("open", "open", dynasty=True)
    with ThreadPoolExecutor() as pool:
        bots = [
            pool.submit(load_example().play, server.origin, made["invite"], name)
            for name in ("One", "Two")
        ]
        totals = [bot.result(timeout=60) for bot in bots]
    assert totals[0] == totals[1]


def test_the_event_stream_tells_a_bot_what_concerns_it(server: Running, ann: Person) -> None:
    with httpx.Client(base_url=server.origin, timeout=30) as http:
        token = http.post("/api/bot/tokens", json={"name": "Robbie"}).json()["token"]
        http.headers["authorization"] = f"Bearer {token}"
        made = ann.create("me", "open")
        with http.stream("GET", "/api/bot/events") as stream:
            assert stream.headers["content-type"].startswith("application/x-ndjson")
            with httpx.Client(base_url=server.origin, headers=http.headers) as other:
                other.post(
                    f"/api/tables/{made['table']}/seats", json={"invite": made["invite"]}
                ).raise_for_status()
                seat = ann.connect(made["table"])
                seat.contribute()
                told = []
                for line in stream.iter_lines():
                    if not line.strip():
                        continue
                    told.append(json.loads(line))
                    command = {
                        "commit": {"type": "commit", "commitment": commit_to(32 * "b")},
                        "reveal": {"type": "reveal", "contribution": 32 * "b"},
                    }.get(told[-1]["type"])
                    if command:
                        # Whoever comes late is told what is asked of it.
                        with http.stream("GET", "/api/bot/events") as late:
                            first = next(line for line in late.iter_lines() if line.strip())
                        assert json.loads(first) == told[-1]
                        path = f"/api/tables/{made['table']}/commands"
                        other.post(path, json=command).raise_for_status()
                    if told[-1]["type"] == "reveal":
                        seat.wait_until("playing")
                        while seat.my_turn:  # once, or twice if both her kings come first
                            seat.play_on(1)
                    if told[-1]["type"] == "your_turn":
                        break
        assert [message["type"] for message in told] == [
            "commit",
            "reveal",
            "game_start",
            "your_turn",
        ]
        assert told[-1]["table"] == made["table"]
        assert told[-1]["seats"] == [1]
        # Whoever comes late is told what is going on.
        with http.stream("GET", "/api/bot/events") as stream:
            first = json.loads(next(line for line in stream.iter_lines() if line.strip()))
        assert first["type"] == "game_start"


def test_a_wrong_token_is_nobody(server: Running) -> None:
    with httpx.Client(base_url=server.origin) as http:
        token = http.post("/api/bot/tokens", json={"name": "Robbie"}).json()["token"]
        for wrong in ("x", token[:-1] + ("A" if token[-1] != "A" else "B"), "." * 60):
            response = http.get("/api/bot/events", headers={"authorization": f"Bearer {wrong}"})
            assert response.status_code == 403
            assert token not in response.text
