"""Where input comes from: files, stdin, and what kind of text is in them."""

from __future__ import annotations

import os
import re
import sys
from typing import TYPE_CHECKING

from kingdomino.cli.errors import InputError, explained
from kingdomino.errors import Phrase, quote
from kingdomino.words.system import find_cause

if TYPE_CHECKING:
    from kingdomino.game.deal import Deal, Seed
    from kingdomino.game.position import Position
    from kingdomino.game.record import Record
    from kingdomino.rules.ruleset import Rules

# The longest record is a few thousand characters; a Dynasty has three of them.
MOST_BYTES = 1_000_000


def read_text(source: str) -> str:
    """The text of a file, or of stdin for ``-``; ``InputError`` if it cannot be read."""
    name = name_of(source)
    try:
        if source == "-":
            if sys.stdin is None or sys.stdin.closed:
                raise InputError("There is nothing on stdin.")
            data = sys.stdin.buffer.read(MOST_BYTES + 1)
        else:
            with open(source, "rb") as file:
                data = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise InputError("There is no file {name}.", name=quote(source)) from None
    except IsADirectoryError:
        raise InputError("{name} is a directory, not a file.", name=quote(source)) from None
    except (OSError, ValueError) as error:
        raise InputError(
            "{name} cannot be read: {reason}.", name=name, reason=find_cause(error)
        ) from None
    if len(data) > MOST_BYTES:
        raise InputError("{name} is too large to be a game.", name=name)
    if b"\0" in data:
        raise InputError("{name} is not text but binary data.", name=name)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(
            "{name} is not UTF-8 text: see line {line}.", name=name, line=line
        ) from None


def name_of(source: str) -> str:
    """What to call a source in a sentence."""
    return "stdin" if source == "-" else source


def split_records(text: str) -> list[str]:
    """The records in a text, one after the other as in a saved Dynasty.

    Each is preceded by as many empty lines as keep its line numbers those of the whole text.
    """
    lines = text.split("\n")
    starts = [0]
    in_rounds = False
    for number, line in enumerate(lines):
        is_tag = line.lstrip().startswith("[")
        if is_tag and in_rounds:
            starts.append(number)
        in_rounds = (in_rounds or bool(line.strip())) and not is_tag
    ends = [*starts[1:], len(lines)]
    return ["\n" * start + "\n".join(lines[start:end]) for start, end in zip(starts, ends)]  # noqa: B905


def read_records(source: str) -> list[Record]:
    """All records of a file, at least one; ``InputError`` says what is wrong with them."""
    return parse_records(read_text(source), source)


def parse_records(text: str, source: str) -> list[Record]:
    """The records in a text that came from ``source``."""
    from kingdomino.game.record import Record

    if not text.strip():
        raise InputError(
            "{name} is empty: a record of a game should be in it.", name=name_of(source)
        )
    with explained(name_of(source)):
        return [Record.parse(part) for part in split_records(text)]


def read_records_or_position(source: str) -> list[Record] | Position:
    """The records of a file, or the one position that it holds."""
    from kingdomino.game.position import Position

    text = read_text(source)
    if text.lstrip().startswith("[") or not text.strip():
        return parse_records(text, source)
    if not re.match(r"\s*\w+(-\w+)+\s", text):
        raise InputError(
            "{name} is neither a record, which begins with a tag such as {tag}, nor a "
            "position, which begins with rules such as classic-2p.",
            name=name_of(source),
            tag='[Rules "classic 2p"]',
        )
    with explained(name_of(source)):
        return Position.from_text(text.strip())


def find_own_players() -> None:
    """Let a person's own ``module:Class`` be found in the current folder, as Python would."""
    here = os.getcwd()
    if here not in sys.path:
        sys.path.insert(0, here)


def parse_rules(text: str) -> Rules:
    """The rules that a short text stands for; ``InputError`` if there are no such rules."""
    from kingdomino.rules.ruleset import Rules

    with explained("--rules"):
        return Rules.from_text(text)


def parse_deal(seed: str | None) -> Deal:
    """The deal of a seed typed as text; a fresh one for ``None``."""
    from kingdomino.game.deal import Deal

    with explained("--seed"):
        return Deal.from_seed() if seed is None else Deal(seed.strip().lower())


def parse_seed(text: str | None) -> Seed | None:
    """The seed that a text stands for: a whole number, or bytes for x and hexadecimal digits."""
    if text is None:
        return None
    secret = parse_deal(text).secret
    try:
        return bytes.fromhex(secret[1:]) if secret.startswith("x") else int(secret)
    except ValueError:  # Python limits the digits of a whole number
        raise InputError(
            "{source}: {reason}",
            source="--seed",
            reason=Phrase("write a number this long as x and hexadecimal digits."),
        ) from None


def complete_names(names: list[str], players: int) -> list[str]:
    """A name for every seat, empty where none was given; ``InputError`` if there are too many."""
    if len(names) > players:
        raise InputError(
            "--name is given {number} times, but the number of players is {players}.",
            number=len(names),
            players=players,
        )
    for name in names:
        if not name.isprintable():
            raise InputError(
                "{source}: {reason}",
                source="--name",
                reason=Phrase("a name is one line of printable characters."),
            )
    return [*names, *[""] * (players - len(names))]
