"""A game from the deal to the final score."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, SupportsIndex

import numpy as np

from kingdomino.game.actions import Move
from kingdomino.game.deal import Deal, Seed
from kingdomino.game.position import Position
from kingdomino.game.tags import check_tags
from kingdomino.game.view import View
from kingdomino.rules import kernel
from kingdomino.rules.dominoes import DOMINOES
from kingdomino.rules.ruleset import Rules

if TYPE_CHECKING:
    from kingdomino.game.actions import Action, Playable
    from kingdomino.game.record import Record
    from kingdomino.game.seats import Colour
    from kingdomino.rules.compiled import Words


class Game(Position):
    """A game in progress: a position, the pile behind it, and the actions that led there."""

    def __init__(
        self,
        rules: Rules | str,
        pile: Sequence[int],
        opening: Sequence[int],
        *,
        deal: Deal | None = None,
        colours: tuple[Colour, ...] | None = None,
        names: Sequence[str] | None = None,
        tags: dict[str, str] | None = None,
    ) -> None:
        """A game with a known pile and opening order. Usually ``Game.new`` is what you want."""
        rules = read_rules(rules)
        self.opening = tuple(opening)
        """The seats in the order of the opening claims."""
        self.deal = deal
        """Where the pile came from, if that is known."""
        self.names = tuple(names) if names is not None else ("",) * rules.players
        """The players' names, by seat."""
        if len(self.names) != rules.players:
            raise ValueError(f"{rules.players} players need as many names, not {len(self.names)}")
        if not all(name.isprintable() for name in self.names):
            raise ValueError("a name is one line of printable characters")
        self.tags = dict(tags or {})
        """What else the record is to say about the game."""
        check_tags(self.tags)
        self._pile = _check_pile(pile, rules)
        self._past: list[tuple[Move, Words]] = []
        state = kernel.new_state(rules)
        state[kernel.LINE_SEATS : kernel.LINE_SEATS + rules.kings] = _check_opening(opening, rules)
        super().__init__(rules, state, colours)
        self._draw()

    @classmethod
    def new(
        cls,
        rules: Rules | str,
        seed: Seed | None = None,
        *,
        colours: tuple[Colour, ...] | None = None,
        names: Sequence[str] | None = None,
    ) -> Game:
        """Deal a new game. The same seed always gives the same deal; ``None`` a fresh one.

        The rules may be given as their text, such as ``"classic 2p harmony"``.
        """
        return cls.from_deal(rules, Deal.from_seed(seed), colours=colours, names=names)

    @classmethod
    def from_deal(
        cls,
        rules: Rules | str,
        deal: Deal,
        *,
        colours: tuple[Colour, ...] | None = None,
        names: Sequence[str] | None = None,
    ) -> Game:
        """A new game with this deal."""
        rules = read_rules(rules)
        pile, opening = deal.shuffle(rules)
        return cls(rules, pile, opening, deal=deal, colours=colours, names=names)

    @property
    def pile(self) -> tuple[int, ...]:
        """The dominoes still to be drawn, in order: the one secret of the game."""
        return tuple(self._pile[self._drawn :].tolist())

    @property
    def _drawn(self) -> int:
        return len(DOMINOES) - self._state.item(kernel.UNSEEN).bit_count()

    @property
    def history(self) -> tuple[Move, ...]:
        """All actions so far, each with the seat whose it was."""
        return tuple(move for move, _ in self._past)

    def positions(self) -> list[Position]:
        """Every position from the deal to now: one more than there are actions."""
        states = [*(state for _, state in self._past), self._state.copy()]
        return [Position(self.rules, state, self.colours) for state in states]

    def play(self, action: Playable) -> None:
        """Play an action, given as an object, as its text, or as the kernel's number for it.

        Raises ``IllegalAction`` or ``NotationError`` with the reason; the game is then untouched.
        """
        self._play(*self._choose(action))

    def play_number(self, number: SupportsIndex) -> None:
        """Play the action with this number; ``IllegalAction`` if that is none, or not legal."""
        checked = self._check_number(number)
        self._play(checked, self._read([checked])[0])

    def _play(self, number: int, action: Action) -> None:
        self._past.append((Move(self.acting_seat, action), self._state.copy()))
        kernel.apply(self._state, number)
        self._draw()

    def _draw(self) -> None:
        """Lay out the next line if it is time, and forget what was legal before."""
        self._legal = self._listed = None
        if self._state.item(kernel.PHASE) == kernel.DRAW:
            kernel.draw_line(self._state, self._pile, self._drawn)

    def undo(self) -> Action:
        """Take back the last action and return it; ``ValueError`` if there is none."""
        if not self._past:
            raise ValueError("there is no action to take back")
        move, state = self._past.pop()
        self._state = state.copy()  # a copy of the game or a position may hold the same one
        self._legal = self._listed = None
        return move.action

    def copy(self) -> Game:
        """Another game just like this one, pile included."""
        twin = Game.__new__(Game)
        twin.__dict__.update(self.__dict__)
        twin.tags = dict(self.tags)
        twin._past = list(self._past)
        twin._buffer = None
        twin._state = self._state.copy()
        return twin

    def view(self, seat: int) -> View:
        """What this seat may know now."""
        if not 0 <= seat < self.rules.players:
            raise ValueError(
                f"there is no seat {seat}: the seats are 0 to {self.rules.players - 1}"
            )
        view = View(self.rules, self._state.copy(), self.colours, seat, self.history)
        view._legal = (
            self._numbers
        )  # what is legal in the view is so in the game, and asked for there
        return view

    def record(self, *, reveal: bool = False) -> Record:
        """The game so far as a record.

        The seed is part of it once the game is over, or earlier if ``reveal`` asks for it, as when
        saving a game among friends.
        """
        from kingdomino.game.record import Record

        return Record.of(self, reveal=reveal)

    @classmethod
    def from_record(cls, record: Record | str, seed: Seed | None = None) -> Game:
        """The game that a record or its text tells, ready to be played on.

        Dominoes that the record does not show are dealt from the record's seed if it has one,
        otherwise from ``seed``. Raises ``NotationError`` or ``IllegalAction``.
        """
        from kingdomino.game.record import Record

        if isinstance(record, str):
            record = Record.parse(record)
        if not isinstance(record, Record):
            raise TypeError(f"a record is a kingdomino.Record or its text, not {record!r}")
        return record.replay(seed)


def read_rules(rules: Rules | str) -> Rules:
    """Rules that are given as such or as their text; ``RulesError`` for a text that is none."""
    if isinstance(rules, str):
        return Rules.from_text(rules)
    if not isinstance(rules, Rules):
        raise TypeError(
            f"rules are a kingdomino.Rules or a text such as 'classic 2p', not {rules!r}"
        )
    return rules


def _check_pile(pile: Sequence[int], rules: Rules) -> Words:
    if len(pile) != rules.deck_size:
        raise ValueError(f"{rules.deck_size} dominoes are in play, not {len(pile)}")
    if len(set(pile)) < len(pile) or not set(pile) <= set(range(1, 49)):
        raise ValueError("the pile is of different dominoes, numbered 1 to 48")
    return np.array(pile, dtype=np.int64)


def _check_opening(opening: Sequence[int], rules: Rules) -> list[int]:
    kings = sorted(seat for seat in range(rules.players) for _ in range(rules.kings_each))
    if sorted(opening) != kings:
        raise ValueError(f"the opening order names every king once: some order of {kings}")
    if rules.duel_opening and opening[1] != opening[2]:
        raise ValueError("one king is drawn: its player claims one domino, the other two, then one")
    return list(opening)
