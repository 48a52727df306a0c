"""The game record: a game as text, in the spirit of PGN. ``docs/notation.md`` has the grammar."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NoReturn

from kingdomino.errors import quote
from kingdomino.game.actions import Action, Claim, parse_action
from kingdomino.game.deal import Deal, Seed
from kingdomino.game.errors import IllegalAction, NotationError
from kingdomino.game.game import Game
from kingdomino.game.position import Position
from kingdomino.game.seats import COLOURS, Colour
from kingdomino.game.tags import OWN_TAGS
from kingdomino.rules.dominoes import DOMINOES
from kingdomino.rules.ruleset import Rules, RulesError

_TAG = re.compile(r'\[(?P<name>[A-Z][A-Za-z]*) "(?P<value>(?:[^"\\\n]|\\["\\])*)"\]')
_TURN = re.compile(
    r"(?P<letter>[PYGB])(?P<move>[0-9]{1,2}(?:x|:[a-m][0-9]{1,2}[enws]))?(?P<claim>-[0-9]{1,2})?"
)


Place = tuple[int, int] | tuple[None, None]
"""Line and column in the text that a record was read from, if it was."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What one king did: a placement or discard, a claim, both, or nothing yet."""

    seat: int
    actions: tuple[Action, ...]
    place: Place = field(default=(None, None), compare=False)


@dataclass(slots=True)
class Round:
    """The line that was laid out, if any, and the kings' turns."""

    dominoes: tuple[int, ...]
    turns: list[Turn] = field(default_factory=list)
    place: Place = field(default=(None, None), compare=False)


@dataclass(slots=True)
class Record:
    """A game as it is written down.

    ``str(record)`` is its text, ``Record.parse`` reads it, ``replay`` turns it into a game.
    """

    rules: Rules
    colours: tuple[Colour, ...]
    names: tuple[str, ...]
    rounds: list[Round]
    deal: Deal | None = None
    scores: tuple[int, ...] | None = None
    tags: dict[str, str] = field(default_factory=dict)
    places: dict[str, Place] = field(default_factory=dict, repr=False, compare=False)
    """Where the tags stand in the text."""

    @classmethod
    def of(cls, game: Game, *, reveal: bool = False) -> Record:
        """The record of a game; its deal is part of it when the game is over, or on request."""
        *before, now = game.positions()
        rounds: list[Round] = []
        for position, (seat, action) in zip(before, game.history, strict=True):
            if position.round == len(rounds):
                rounds.append(Round(_dominoes(position)))
            if position.round > 0 and isinstance(action, Claim):
                placed = rounds[-1].turns.pop()
                rounds[-1].turns.append(Turn(placed.seat, (*placed.actions, action)))
            else:
                rounds[-1].turns.append(Turn(seat, (action,)))
        if now.round == len(rounds):
            rounds.append(Round(_dominoes(now)))
        if now.round == 0:
            rounds[0].turns += [Turn(seat, ()) for seat, _ in now.waiting]
        return cls(
            rules=game.rules,
            colours=game.colours,
            names=game.names,
            rounds=rounds,
            deal=game.deal if game.over or reveal else None,
            scores=tuple(score.total for score in game.scores()) if game.over else None,
            tags=dict(game.tags),
        )

    # --- writing

    def __str__(self) -> str:
        """The text of the record, ending with a new line."""
        tags = {"Rules": str(self.rules)}
        tags |= zip(self.colours, self.names, strict=True)
        tags |= self.tags
        if self.deal is not None:
            tags["Seed"] = self.deal.secret
            if self.deal.contributions:
                tags["Contributions"] = " ".join(self.deal.contributions)
        if self.scores is not None:
            tags["Scores"] = " ".join(map(str, self.scores))
        lines = [f'[{name} "{_escape(value)}"]' for name, value in tags.items()]
        lines.append("")
        for number, round_ in enumerate(self.rounds):
            parts = [f"{number}."]
            if round_.dominoes:
                parts.append(",".join(map(str, round_.dominoes)))
            parts += [
                self.colours[turn.seat].letter + "".join(map(str, turn.actions))
                for turn in round_.turns
            ]
            lines.append(" ".join(parts))
        return "\n".join(lines) + "\n"

    # --- reading

    @classmethod
    def parse(cls, text: str) -> Record:
        """Read a record; ``NotationError`` says where it is malformed and why.

        That the game is legal is only known once it is replayed.
        """
        return _Reader(text).read()

    def replay(self, seed: Seed | None = None) -> Game:
        """The game that the record tells, ready to be played on.

        Dominoes that it does not show are dealt from the record's own seed if it has one, otherwise
        from ``seed``. ``IllegalAction`` names the round and the seat; ``NotationError`` says what
        else does not fit together.
        """
        game = Game(
            self.rules,
            *self._shuffle(seed),
            deal=self.deal,
            colours=self.colours,
            names=self.names,
            tags=self.tags,
        )
        for number, round_ in enumerate(self.rounds):
            if game.round != number or game.over:
                raise NotationError(
                    "round {round} begins before round {before} is complete",
                    *round_.place,
                    round=number,
                    before=number - 1,
                )
            for turn in round_.turns:
                self._replay_turn(game, number, turn)
        if game.round != len(self.rounds) - 1:
            raise NotationError(
                "the line of round {round} is missing after this one",
                *self.rounds[-1].place,
                round=game.round,
            )
        totals = tuple(score.total for score in game.scores())
        if self.scores is not None and self.scores != totals:
            place = self.places.get("Scores", (None, None))
            if not game.over:
                raise NotationError(
                    "the record gives final scores, but its game is not over", *place
                )
            raise NotationError(
                "the scores are {scores}, not {said} as the record says",
                *place,
                scores=_join(totals),
                said=_join(self.scores),
            )
        return game

    def _replay_turn(self, game: Game, number: int, turn: Turn) -> None:
        for action in turn.actions:
            try:
                if game.seat != turn.seat or game.round != number:
                    _refuse_turn(game)
                game.play(action)
            except IllegalAction as error:
                raise IllegalAction(
                    "round {round}, {colour} (line {line}): {reason}",
                    round=number,
                    colour=self.colours[turn.seat],
                    line=turn.place[0],
                    reason=error,
                ) from None

    def _shuffle(self, seed: Seed | None) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """A pile and an opening order in which the record's rounds come about."""
        opening = tuple(turn.seat for turn in self.rounds[0].turns)
        shown = [domino for round_ in self.rounds for domino in round_.dominoes]
        if self.deal is None:
            pile, _ = Deal.from_seed(seed).shuffle(_WITH_ALL_DOMINOES)
            unseen = [domino for domino in pile if domino not in shown]
            return (*shown, *unseen)[: self.rules.deck_size], opening
        pile, dealt_opening = self.deal.shuffle(self.rules)
        if opening != dealt_opening:
            raise NotationError(
                "the kings were not drawn as the record's seed draws them", *self.rounds[0].place
            )
        length = self.rules.line_length
        for number, round_ in enumerate(self.rounds):
            dealt = sorted(pile[number * length : (number + 1) * length])
            if list(round_.dominoes) != dealt:
                raise NotationError(
                    "the line of round {round} is not the one the seed deals",
                    *round_.place,
                    round=number,
                )
        return pile, opening


_WITH_ALL_DOMINOES = Rules(players=4)


def _dominoes(position: Position) -> tuple[int, ...]:
    return tuple(domino for domino, _ in position.claim_line)


def _refuse_turn(game: Game) -> NoReturn:
    """Say whose turn it is in truth."""
    if game.over:
        raise IllegalAction("it is nobody's turn")
    raise IllegalAction("it is {colour}'s turn", colour=game.colours[game.acting_seat])


def _join(numbers: tuple[int, ...]) -> str:
    return " ".join(map(str, numbers))


def _escape(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _unescape(value: str) -> str:
    return re.sub(r"\\(.)", r"\1", value)


class _Reader:
    """Reads one record, line by line."""

    def __init__(self, text: str) -> None:
        self.lines = [line.rstrip() for line in text.split("\n")]
        self.tags: dict[str, str] = {}
        self.places: dict[str, Place] = {}  # where the tags stand
        self._shown: set[int] = set()  # the dominoes of the lines so far

    def read(self) -> Record:
        body = self._read_tags()
        rules = self._read_rules()
        colours = tuple(Colour(name) for name in self.tags if name in set(Colour))
        if len(colours) != rules.players:
            raise NotationError(
                "{named} players are named, but {players} play: each has a tag "
                'such as [Pink "Ann"]',
                *self.places["Rules"],
                named=len(colours),
                players=rules.players,
            )
        for name, value in self.tags.items():
            if not value.isprintable():
                raise NotationError("a tag is of printable characters", *self.places[name])
        if "Contributions" in self.tags and "Seed" not in self.tags:
            raise NotationError("contributions without a seed", *self.places["Contributions"])
        rounds = [
            self._read_round(number, line, rules, colours)
            for number, line in enumerate(self._round_lines(body))
        ]
        if not rounds:
            raise NotationError("there is no round 0 with the first line", len(self.lines), 1)
        self._check_opening(rounds[0], rules)
        return Record(
            rules=rules,
            colours=colours,
            names=tuple(self.tags[colour] for colour in colours),
            rounds=rounds,
            deal=self._read_deal(),
            scores=self._read_scores(rules),
            tags={name: value for name, value in self.tags.items() if name not in OWN_TAGS},
            places=self.places,
        )

    # --- tags

    def _read_tags(self) -> int:
        """Read the tags; returns the index of the first line that is none."""
        for index, line in enumerate(self.lines):
            if line.strip() and not line.lstrip().startswith("["):
                return index
            column = 0
            while column < len(line):
                if line[column] == " ":
                    column += 1
                    continue
                match = _TAG.match(line, column)
                if match is None:
                    raise NotationError('a tag is written [Name "value"]', index + 1, column + 1)
                name, value = match["name"], _unescape(match["value"])
                if name in self.tags:
                    raise NotationError("a second tag {name}", index + 1, column + 1, name=name)
                self.tags[name] = value
                self.places[name] = index + 1, column + 1
                column = match.end()
        return len(self.lines)

    def _read_rules(self) -> Rules:
        if "Rules" not in self.tags:
            raise NotationError('the tag [Rules "classic 2p"] or the like is missing', 1, 1)
        try:
            return Rules.from_text(self.tags["Rules"])
        except RulesError as error:
            raise NotationError(error.phrase, *self.places["Rules"]) from None

    def _read_deal(self) -> Deal | None:
        if "Seed" not in self.tags:
            return None
        contributions = tuple(self.tags.get("Contributions", "").split())
        try:
            return Deal(self.tags["Seed"], contributions)
        except NotationError as error:
            raise NotationError(error.reason, *self.places["Seed"]) from None

    def _read_scores(self, rules: Rules) -> tuple[int, ...] | None:
        if "Scores" not in self.tags:
            return None
        words = self.tags["Scores"].split()
        if len(words) != rules.players or not all(re.fullmatch("[0-9]{1,4}", w) for w in words):
            raise NotationError(
                "the scores are {players} numbers, one for each player",
                *self.places["Scores"],
                players=rules.players,
            )
        return tuple(map(int, words))

    # --- rounds

    def _round_lines(self, body: int) -> Iterator[list[tuple[str, int, int]]]:
        """The words of each round with their places; a long round may be broken into lines."""
        words: list[tuple[str, int, int]] = []
        for index in range(body, len(self.lines)):
            for match in re.finditer(r"\S+", self.lines[index]):
                if re.fullmatch(r"[0-9]+\.", match[0]) and words:
                    yield words
                    words = []
                words.append((match[0], index + 1, match.start() + 1))
        if words:
            yield words

    def _read_round(
        self,
        number: int,
        words: list[tuple[str, int, int]],
        rules: Rules,
        colours: tuple[Colour, ...],
    ) -> Round:
        (head, line, column), *rest = words
        if number > rules.rounds:
            raise NotationError(
                "the game has only {rounds} rounds", line, column, rounds=rules.rounds
            )
        if head != f"{number}.":
            raise NotationError(
                "{head} should stand here, not {found}",
                line,
                column,
                head=f"{number}.",
                found=quote(head),
            )
        dominoes: tuple[int, ...] = ()
        if number < rules.rounds:
            if not rest:
                raise NotationError("round {round} has no line", line, column, round=number)
            dominoes = self._read_line(*rest.pop(0), rules)
        seats = {colour.letter: seat for seat, colour in enumerate(colours)}
        return Round(dominoes, [self._read_turn(*word, seats) for word in rest], (line, column))

    def _read_line(self, word: str, line: int, column: int, rules: Rules) -> tuple[int, ...]:
        if not re.fullmatch(r"[0-9]{1,2}(?:,[0-9]{1,2})*", word):
            raise NotationError(
                "a line is written as numbers with commas, not {text}",
                line,
                column,
                text=quote(word),
            )
        dominoes = tuple(map(int, word.split(",")))
        if len(dominoes) != rules.line_length:
            raise NotationError(
                "a line has {length} dominoes, not {found}",
                line,
                column,
                length=rules.line_length,
                found=len(dominoes),
            )
        if list(dominoes) != sorted(set(dominoes)):
            raise NotationError("a line is in ascending order", line, column)
        for domino in dominoes:
            if not 1 <= domino <= len(DOMINOES):
                raise NotationError("there is no domino {domino}", line, column, domino=domino)
            if domino in self._shown:
                raise NotationError(
                    "domino {domino} was in a line before", line, column, domino=domino
                )
        self._shown |= set(dominoes)
        return dominoes

    def _read_turn(self, word: str, line: int, column: int, seats: dict[str, int]) -> Turn:
        match = _TURN.fullmatch(word)
        if match is None:
            raise NotationError(
                "{text} is no turn: write the player's letter, then a placement such as 10:g6s "
                "or a discard such as 10x, then a claim such as -15",
                line,
                column,
                text=quote(word),
            )
        if match["letter"] not in seats:
            raise NotationError(
                "{colour} does not play", line, column, colour=COLOURS[match["letter"]]
            )
        try:
            actions = tuple(parse_action(part) for part in (match["move"], match["claim"]) if part)
        except NotationError as error:
            raise NotationError(error.reason, line, column) from None
        return Turn(seats[match["letter"]], actions, (line, column))

    def _check_opening(self, opening: Round, rules: Rules) -> None:
        """Round 0 names every king once: those that have claimed, then those still in hand."""
        kings = sorted(list(range(rules.players)) * rules.kings_each)
        if sorted(turn.seat for turn in opening.turns) != kings:
            if rules.kings_each == 1:
                raise NotationError("round 0 names each player once", *opening.place)
            raise NotationError(
                "round 0 names each player {kings} times", *opening.place, kings=rules.kings_each
            )
        if rules.duel_opening and opening.turns[1].seat != opening.turns[2].seat:
            raise NotationError(
                "one player claims a domino, the other two, then the first again", *opening.place
            )
