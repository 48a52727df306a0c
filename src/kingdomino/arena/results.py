"""What came of a game, and its one line of JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal

from kingdomino.errors import Phrase, SettingError, verbatim

FaultKind = Literal["crash", "illegal", "overrun", "lost"]


@dataclass(frozen=True, slots=True)
class Fault:
    """Something a player must not do."""

    kind: FaultKind
    player: str
    deal: int
    round: int | None
    said: Phrase
    """It in one sentence."""
    traceback: str = ""
    """Where in the player's own code it happened, as Python tells it, if it was an exception."""

    @property
    def sentence(self) -> str:
        """What is said, in English."""
        return str(self.said)

    def describe(self) -> dict[str, object]:
        """The fault as a journal keeps it: what is said in English, too."""
        told = {field.name: getattr(self, field.name) for field in fields(self)}
        return told | {"sentence": self.sentence, "said": self.said.describe()}

    @classmethod
    def read(cls, described: Mapping[str, Any]) -> Fault:
        """The fault that ``describe`` has described; older journals have but the sentence."""
        found = dict(described)
        sentence, said = found.pop("sentence"), found.pop("said", None)
        return cls(said=verbatim(sentence) if said is None else Phrase.read(said), **found)

    @property
    def spoils_the_game(self) -> bool:
        """Whether the player did not decide to the end: anything but taking too long."""
        return self.kind != "overrun"


@dataclass(frozen=True, slots=True)
class GameResult:
    """A finished game. Without scores it could not be finished; the fault says why."""

    deal: int
    table: int
    rotation: int
    seats: tuple[int, ...]
    """The entrant in each seat."""
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    """1 for the winners, by seat; whoever ties to the last tie-break shares a rank."""
    microseconds: tuple[tuple[int, ...], ...]
    """What every decision took, by seat."""
    record: str
    """The game in notation."""
    faults: tuple[Fault, ...] = ()

    @property
    def key(self) -> tuple[int, int, int]:
        """What tells this game from all others of the contest, and sorts them."""
        return self.deal, self.table, self.rotation

    @property
    def finished(self) -> bool:
        """Whether the game came to an end."""
        return bool(self.scores)

    def win_share(self, seat: int) -> float:
        """1 for a victory, a fraction of it for a shared one."""
        return 1 / self.ranks.count(1) if self.ranks[seat] == 1 else 0.0

    def lead(self, seat: int) -> int:
        """How many points this seat is ahead of the best of the others."""
        return self.scores[seat] - max(
            score for other, score in enumerate(self.scores) if other != seat
        )

    def to_line(self) -> str:
        """The result as one line of JSON."""
        told = {field.name: getattr(self, field.name) for field in fields(self)}
        told |= {"faults": [fault.describe() for fault in self.faults]}
        return json.dumps(told, ensure_ascii=False, separators=(",", ":")) + "\n"

    @classmethod
    def from_line(cls, line: str) -> GameResult:
        """The result that a line tells; ``ValueError`` if it tells none."""
        try:
            found: Mapping[str, object] = json.loads(line)
            return cls(**_frozen(found))  # type: ignore[arg-type]  # a line of our own
        except (TypeError, KeyError, AttributeError) as error:
            raise SettingError("not the line of a game: {reason}", reason=error) from None


def _frozen(found: Mapping[str, object]) -> dict[str, object]:
    values = {name: _tuple(value) for name, value in found.items()}
    faults = found["faults"]
    if not isinstance(faults, list):
        raise TypeError("faults come as a list")
    values["faults"] = tuple(map(Fault.read, faults))
    return values


def _tuple(value: object) -> object:
    return tuple(map(_tuple, value)) if isinstance(value, list) else value
