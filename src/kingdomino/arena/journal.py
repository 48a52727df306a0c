"""The results folder: what is played, and one line for every finished game.

Lines are only ever added, so an arena that was interrupted goes on where it stopped.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import TextIO

from kingdomino.arena.contest import Contest
from kingdomino.arena.results import GameResult
from kingdomino.errors import KingdominoError, Phrase
from kingdomino.words.system import find_cause

try:
    import fcntl
except ImportError:
    # Windows: two arenas in one folder are then not noticed.
    fcntl = None  # type: ignore[assignment]  # a module that is not there


_SETTINGS = {
    "rules": Phrase("rules"),
    "mode": Phrase("mode"),
    "seed": Phrase("seed"),
    "players": Phrase("players"),
}
"""What contests can differ in."""


class JournalError(KingdominoError, ValueError):
    """The folder cannot be used for this contest; the message says why."""

    code = "journal"


class Journal:
    """A folder with ``contest.json`` and ``games.jsonl``, open for adding games."""

    def __init__(self, folder: Path, contest: Contest, *, resume: bool = True) -> None:
        """Open or make the folder; without ``resume``, games in it are forgotten.

        Raises ``JournalError`` if another contest is in it, or somebody is writing to it.
        """
        self.folder = folder
        self.games: list[GameResult] = []
        """The games that were in it."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._file: TextIO = (folder / "games.jsonl").open("a+", encoding="utf-8")
        except OSError as error:
            raise JournalError(
                "{folder} cannot be used: {reason}", folder=folder, reason=find_cause(error)
            ) from None
        try:
            self._begin(contest.describe(), resume)
        except BaseException:
            self._file.close()
            raise

    def _begin(self, description: dict[str, object], resume: bool) -> None:
        path = self.folder / "contest.json"
        self._lock()
        if not resume:
            self._file.truncate(0)
        elif path.exists():
            _compare(path, description)
        self.games = self._read()
        text = json.dumps(description, indent=2, ensure_ascii=False) + "\n"
        path.write_text(text, encoding="utf-8")

    def _lock(self) -> None:
        if fcntl is not None:
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise JournalError(
                    "another arena is writing to {folder}", folder=self.folder
                ) from None

    def _read(self) -> list[GameResult]:
        """The games so far. A last line that was cut short is dropped."""
        self._file.seek(0)
        text = self._file.read()
        whole = text[: text.rfind("\n") + 1]
        if whole != text:
            self._file.truncate(len(whole.encode()))
        games: dict[tuple[int, int, int], GameResult] = {}
        for number, line in enumerate(whole.splitlines(), 1):
            try:
                game = GameResult.from_line(line)
            except ValueError as error:
                raise JournalError(
                    "{file}, line {number}: {reason}",
                    file=self.folder / "games.jsonl",
                    number=number,
                    reason=error,
                ) from None
            games.setdefault(game.key, game)
        return list(games.values())

    def add(self, game: GameResult) -> None:
        """Keep a finished game."""
        self._file.write(game.to_line())
        self._file.flush()

    def close(self) -> None:
        """Stop writing."""
        self._file.close()

    def discard(self) -> None:
        """Remove the folder with all that this journal put into it."""
        self.close()
        for name in ("games.jsonl", "contest.json"):
            (self.folder / name).unlink(missing_ok=True)
        self.folder.rmdir()

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


def _compare(path: Path, wanted: dict[str, object]) -> None:
    """Refuse a folder whose games are of another contest."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise JournalError("{file} is damaged: remove it, or use another folder", file=path)
    differences = [name for name in wanted if found.get(name) != wanted[name]]
    if differences:
        raise JournalError(
            "{folder} holds games of another contest, with other {settings}: use another folder",
            folder=path.parent,
            settings=[_SETTINGS.get(name, name) for name in differences],
        )


def write_records(games: Iterable[GameResult], folder: Path) -> None:
    """Write every game's record to a file of its own."""
    folder.mkdir(parents=True, exist_ok=True)
    for game in games:
        name = f"deal-{game.deal:05}-table-{game.table + 1:03}-rotation-{game.rotation + 1}.txt"
        (folder / name).write_text(game.record, encoding="utf-8")
