"""Whatever says no, as data: a code for programs, and a phrase that any language can be said in.

A *phrase* is an English template and the values of its placeholders. Nobody needs to recognise a
sentence by its words: ``str()`` says it in English, ``kingdomino.words`` in the language of whoever
reads it, and ``describe()`` is what goes over the wire, so that a browser can do the same.

    >>> error = KingdominoError("domino {domino} does not fit: {reason}", domino=5,
    ...                         reason=Phrase("{cell} is taken", cell="g8"))
    >>> str(error)
    'domino 5 does not fit: g8 is taken'
    >>> error.describe()["code"], error.values["domino"]
    ('refused', 5)

Texts are keys of the catalogues: ``tools.words`` collects them where a phrase or an error is made,
so a template is always written out there, never put together.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from numbers import Integral, Real
from typing import Any, Literal, Protocol, TypeAlias, cast, runtime_checkable

_AS_IT_IS = "{text}"

_PLACEHOLDER = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class Term:
    """The name of a thing that languages have their own words for: ``wheat``, ``Pink``."""

    kind: Literal["terrain", "colour", "level"]
    name: str
    """In English."""

    def __str__(self) -> str:
        return self.name

    def describe(self) -> dict[str, object]:
        """The term as it is sent."""
        return {"kind": self.kind, "term": self.name}


class Phrase:
    """Something to be said: an English template, and what its placeholders stand for.

    Values are numbers, texts, terms, other phrases, or lists of these; whatever has a ``phrase`` of
    its own stands for that, and everything else for its text. A text that somebody has written, or
    that is the same in all languages, stays as it is.
    """

    __slots__ = ("plural", "template", "values")

    def __init__(self, template: str, /, **values: object) -> None:
        self.template = template
        self.values: Mapping[str, Value] = {name: _settle(each) for name, each in values.items()}
        self.plural: str | None = None
        """The template for several, if the phrase depends on its value ``n``."""

    @classmethod
    def counted(cls, one: str, many: str, n: int, /, **values: object) -> Phrase:
        """A phrase that depends on a number, which also stands for ``{n}``."""
        phrase = cls(one, n=n, **values)
        phrase.plural = many
        return phrase

    @property
    def count(self) -> int | None:
        """The number that a phrase with a plural depends on."""
        n = self.values.get("n")
        return n if self.plural is not None and isinstance(n, int) else None

    def __str__(self) -> str:
        template = self.template if self.plural is None or self.count == 1 else self.plural
        return fill(template, {name: say(value) for name, value in self.values.items()})

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {str(self)!r}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Phrase):
            return NotImplemented
        return (self.template, self.plural, self.values) == (
            other.template,
            other.plural,
            other.values,
        )

    def __hash__(self) -> int:
        return hash((self.template, self.plural))

    def describe(self) -> dict[str, object]:
        """The phrase as it is sent: ``template`` and ``values``, and ``plural`` if it has one."""
        described: dict[str, object] = {
            "template": self.template,
            "values": {name: _describe(value) for name, value in self.values.items()},
        }
        if self.plural is not None:
            described["plural"] = self.plural
        return described

    @classmethod
    def read(cls, described: Mapping[str, Any]) -> Phrase:
        """The phrase that ``describe`` has described."""
        values = {name: _read(value) for name, value in described["values"].items()}
        phrase = cls(described["template"], **values)
        phrase.plural = described.get("plural")
        return phrase


Value: TypeAlias = "str | int | float | Term | Phrase | tuple[Value, ...]"
"""What a placeholder can stand for."""


@runtime_checkable
class HasPhrase(Protocol):
    """Whatever has words of its own: an error, a terrain, a colour."""

    @property
    def phrase(self) -> Phrase | Term: ...


class KingdominoError(Exception):
    """Why something cannot be: the base of all errors that this package raises on purpose.

    ``template`` and ``values``, or a phrase that is there already, say what was wrong and what
    would be right; a subclass's ``code`` says in one word, which does not change, what kind of
    refusal it is. Errors can be pickled, with all they have.
    """

    code: str = "refused"

    def __init__(self, template: str | Phrase, /, **values: object) -> None:
        self.phrase = template if isinstance(template, Phrase) else Phrase(template, **values)
        super().__init__(str(self.phrase))

    @property
    def template(self) -> str:
        """The English text with its placeholders."""
        return self.phrase.template

    @property
    def values(self) -> Mapping[str, Value]:
        """What the placeholders stand for."""
        return self.phrase.values

    def describe(self) -> dict[str, object]:
        """The error as it is sent: its code, its phrase, and ``reason``, the English sentence."""
        return {"code": self.code, "reason": str(self.phrase), **self.phrase.describe()}

    def __reduce__(self) -> tuple[object, ...]:
        return _restore, (type(self), self.args, self.__dict__)


class SettingError(KingdominoError, ValueError):
    """Something was set up in a way that cannot be."""

    code = "setting"


def quote(text: object) -> Phrase:
    """A text as it was typed, in quotation marks; what cannot be printed is spelled out."""
    return Phrase("'{text}'", text=repr(str(text))[1:-1])


def verbatim(text: object) -> Phrase:
    """What somebody else says, which comes as it is; a phrase stays one."""
    return text if isinstance(text, Phrase) else Phrase(_AS_IT_IS, text=text)


def say(value: Value) -> str:
    """A value in English; a list ends with *and*."""
    if isinstance(value, tuple):
        *others, last = map(say, value) if value else [""]
        return f"{', '.join(others)} and {last}" if others else last
    return str(value)


def fill(template: str, values: Mapping[str, object]) -> str:
    """A template with its values; a placeholder without one stays as it is."""
    return _PLACEHOLDER.sub(lambda match: str(values.get(match[1], match[0])), template)


def _settle(value: object) -> Value:
    """What a placeholder stands for that was given any object: of our own types, or its text."""
    if isinstance(value, Term | Phrase):
        return value
    if isinstance(value, HasPhrase):  # before texts: a terrain is one, too
        return value.phrase
    if isinstance(value, bool | str):
        return str(value)
    if isinstance(value, Integral):
        return int(value)
    if isinstance(value, Real) and math.isfinite(value):
        return float(value)
    if isinstance(value, Iterable) and isinstance(value, list | tuple):
        return tuple(map(_settle, value))
    return str(value)


def _describe(value: Value) -> object:
    if isinstance(value, tuple):
        return [_describe(each) for each in value]
    return value.describe() if isinstance(value, Term | Phrase) else value


def _read(described: Any) -> Value:
    if isinstance(described, list):
        return tuple(map(_read, described))
    if not isinstance(described, dict):
        return cast(Value, described)
    if "term" in described:
        return Term(described["kind"], described["term"])
    return Phrase.read(described)


def _restore(
    cls: type[KingdominoError], args: tuple[object, ...], state: dict[str, object]
) -> KingdominoError:
    error = cls.__new__(cls, *args)
    error.__dict__.update(state)
    return error
