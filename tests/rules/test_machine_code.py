"""Machine code on disk: found again, renewed where damaged, kept wherever there is room."""

import os
import tempfile
from pathlib import Path

import numba
import pytest

from kingdomino.rules import machine_code
from kingdomino.rules.compiled import WORD
from kingdomino.rules.entries import Entry
from kingdomino.rules.machine_code import find_shelter

pytestmark = pytest.mark.compiled_only

TEXT = """
from kingdomino.rules.compiled import compiled
@compiled
def answer(number):
    return 2 * number + 2
"""


class House:
    """A function in a file, and the folders where its machine code may go."""

    def __init__(self, folder: Path) -> None:
        self.source = folder / "sources" / "asked.py"
        self.source.parent.mkdir()
        self.beside = self.source.parent / "__pycache__"
        self.home = folder / "home"
        self.temporary = folder / "temporary"
        self.temporary.mkdir()
        self.text = TEXT

    def ask(self) -> str:
        """Whether a new process, as it were, compiles the function or loads it."""
        machine_code._folders.cache_clear()
        machine_code._is_writable.cache_clear()
        machine_code._warn.cache_clear()
        names: dict[str, object] = {"__name__": "asked"}
        exec(compile(self.text, str(self.source), "exec"), names)
        answer = names["answer"]
        assert isinstance(answer, numba.core.dispatcher.Dispatcher)
        assert answer(20) == 42
        return "compiled" if answer.stats.cache_misses else "loaded"

    @property
    def shelter(self) -> Path | None:
        """Where machine code is kept now."""
        found = find_shelter(str(self.source))
        assert found.lasting == (found.folder is not None)
        return found.folder

    def file(self) -> Path:
        """The one file with machine code beside the source."""
        (found,) = self.beside.glob("*.nbc")
        return found


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    house = House(tmp_path)
    monkeypatch.setattr(numba.config, "CACHE_DIR", "")
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("HOME", str(house.home))
    monkeypatch.setattr(tempfile, "tempdir", str(house.temporary))
    return house


def test_machine_code_is_kept_beside_its_source_and_found_again(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    assert [house.ask(), house.ask()] == ["compiled", "loaded"]
    assert house.shelter == house.beside
    assert not caplog.records


@pytest.mark.parametrize("kept", [0, 20, 0.5, -1])
@pytest.mark.parametrize("filled", [False, True])
def test_a_damaged_file_is_compiled_anew(
    house: House, kept: float, filled: bool, caplog: pytest.LogCaptureFixture
) -> None:
    house.ask()
    whole = house.file().read_bytes()
    damaged = whole[: int(kept * len(whole))] if kept == 0.5 else whole[: int(kept)]
    house.file().write_bytes(damaged + bytes(filled * (len(whole) - len(damaged))))
    assert house.ask() == "compiled"
    assert "is damaged, and is made anew" in caplog.text
    assert house.ask() == "loaded"


def test_a_file_that_cannot_be_understood_is_compiled_anew(
    house: House, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(machine_code, "dumps", lambda data: b"written by something else")
        house.ask()
    assert house.ask() == "compiled"
    assert "cannot be loaded, and is made anew" in caplog.text
    assert house.ask() == "loaded"


def test_a_changed_source_leaves_no_old_files_behind(house: House) -> None:
    house.ask()
    before = house.file()
    house.text = TEXT.replace("2 * number + 2", "number + 22")
    assert house.ask() == "compiled"
    assert house.file() != before


def test_what_somebody_else_compiled_beside_the_source_is_loaded_all_the_same(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.ask()
    monkeypatch.setattr(tempfile, "TemporaryFile", refuse)  # as where only root may write
    assert house.ask() == "loaded"
    assert house.shelter is None


def test_where_nobody_may_write_beside_the_source_it_goes_to_the_users_cache(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    house.beside.write_text("no folder", encoding="utf-8")
    assert [house.ask(), house.ask()] == ["compiled", "loaded"]
    assert house.shelter is not None
    assert house.shelter.is_relative_to(house.home / ".cache" / "kingdomino")
    assert f"{house.beside}: compiled code cannot be kept here: it goes to" in caplog.text


def test_without_a_home_it_goes_to_a_folder_of_ones_own_among_the_temporary_files(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    house.beside.write_text("no folder", encoding="utf-8")
    house.home.write_text("no folder", encoding="utf-8")
    assert [house.ask(), house.ask()] == ["compiled", "loaded"]
    assert house.shelter is not None
    own = house.shelter.parent
    assert own.parent == house.temporary
    assert own.stat().st_mode & 0o077 == 0
    if hasattr(os, "getuid"):
        own.chmod(0o777)  # now anybody may put there what would be run
        caplog.clear()
        assert house.ask() == "compiled"
        assert house.shelter is None
        assert "is lost at the end" in caplog.text


def test_where_nothing_can_be_written_it_stays_in_memory(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(tempfile, "gettempdir", refuse)
    monkeypatch.setenv("HOME", "~")
    house.beside.write_text("no folder", encoding="utf-8")
    assert [house.ask(), house.ask()] == ["compiled", "compiled"]
    assert house.shelter is None
    assert "is lost at the end" in caplog.text


def test_a_full_disk_loses_the_machine_code_and_nothing_else(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "write_bytes", refuse)
    assert house.ask() == "compiled"
    assert not list(house.beside.iterdir())


def test_a_folder_that_was_named_is_the_only_usual_one(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    house.ask()
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(house.home / "named"))
    assert [house.ask(), house.ask()] == ["compiled", "loaded"]
    assert house.shelter is not None
    assert house.shelter.parent == house.home / "named"
    assert not caplog.records


def test_an_entry_knows_whether_it_is_fresh(house: House) -> None:
    def entry() -> Entry:
        names: dict[str, object] = {"__name__": "asked"}
        exec(compile(house.text, str(house.source), "exec"), names)
        return Entry(names["answer"], (WORD,))

    assert not entry().is_fresh()
    entry().load()
    assert entry().is_fresh()
    house.file().write_bytes(b"")
    assert not entry().is_fresh()
    entry().load()
    house.text = TEXT.replace("2 * number", "3 * number")
    assert not entry().is_fresh()


def refuse(*_: object, **__: object) -> None:
    raise OSError(28, "No space left on device")
