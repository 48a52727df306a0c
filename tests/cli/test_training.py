"""How the minutes of a training are shared."""

from pathlib import Path

import pytest

from kingdomino.cli import training
from kingdomino.cli.errors import InputError


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> dict[str, float]:
    """The minutes that each kind of table is given; nothing is trained."""
    minutes: dict[str, float] = {}

    class FakeTraining:
        def __init__(self, table: str, folder: Path, **rest: float) -> None:
            assert table not in minutes
            minutes[table] = rest["minutes"]
            self.spent, self.history, self.weights = 0.0, [], folder

        def run(self, report: object) -> None:
            pass

    monkeypatch.setattr(training, "Training", FakeTraining)
    return minutes


def test_all_tables_take_the_minutes_together(given: dict[str, float], tmp_path: Path) -> None:
    training.run_training([], 80, tmp_path, threads=1)
    assert list(given) == ["two", "three", "four", "duel"]
    assert sum(given.values()) == pytest.approx(80)
    assert given["four"] > given["two"] > given["duel"] > given["three"]


def test_a_table_alone_has_all_the_minutes(given: dict[str, float], tmp_path: Path) -> None:
    training.run_training(["duel", "duel"], 30, tmp_path, threads=1)
    assert given == {"duel": pytest.approx(30)}


@pytest.mark.parametrize("threads", [0, -1])
def test_at_least_one_core_trains(given: dict[str, float], tmp_path: Path, threads: int) -> None:
    with pytest.raises(InputError, match=f"--threads is 1 or more, not {threads}"):
        training.run_training([], 80, tmp_path, threads=threads)
    assert not given
