"""The benchmark that plays the matches of the players' page."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from kingdomino.players.registry import create_player

pytestmark = pytest.mark.compiled_only

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


def run(out: Path) -> dict[str, object]:
    """The first quick match, with two deals."""
    script = [sys.executable, str(BENCHMARKS / "matches.py"), "--games", "8"]
    done = subprocess.run(
        [*script, "--jobs", "1", "--out", str(out)], capture_output=True, text=True, check=True
    )
    found: dict[str, object] = json.loads(done.stdout)["matches"][0]
    return found


def test_matches_are_kept_and_summed_up_beside_their_aims(tmp_path: Path) -> None:
    first = run(tmp_path)
    assert (first["player"], first["against"], first["games"]) == ("learned", "full-greedy", 8)
    assert first["aim"] == {"won": 0.78, "points": None, "lead": None}
    assert first["decisions"] == 8 * 24
    journals = {path: path.read_bytes() for path in tmp_path.glob("*/games.jsonl")}
    assert len(journals) == 7
    assert run(tmp_path) == first
    assert {path: path.read_bytes() for path in journals} == journals


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--games", "0"], "--games is 1 or more, not 0"),
        (["five"], "there is no group five: choose quick, four, "),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(words: list[str], sentence: str) -> None:
    script = [sys.executable, str(BENCHMARKS / "matches.py"), *words]
    done = subprocess.run(script, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


def test_everybody_in_the_matches_can_sit_down(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    import matches

    for group in matches.GROUPS.values():
        for match in group:
            for entrant in match.contest.entrants:
                create_player(entrant.player, entrant.budget)
            assert match.wins is None or 0 < match.wins < 1
