"""What Typer says about wrong usage, in phrases of our own.

Typer's errors are finished English sentences, and it has neither codes nor values for all of them.
This is the one place where a sentence is recognised by its words, and they are Typer's, not ours.
"""

from __future__ import annotations

import re

from kingdomino.errors import Phrase, verbatim
from kingdomino.words import N_

USAGE = (
    N_("Invalid value for {name}: {reason}"),
    N_("Input should be a valid integer, unable to parse string as an integer"),
    N_("Input should be a valid number, unable to parse string as a number"),
    N_("Missing argument {name}"),
    N_("Missing option {name}"),
    N_("No such command {name}. Did you mean {names}?"),
    N_("No such command {name}"),
    N_("No such option: {name} (Possible options: {names})"),
    N_("No such option: {name}"),
    N_("Option {name} requires an argument"),
    N_("Option {name} does not take a value"),
    N_("Got unexpected extra argument(s) ({arguments})"),
)
"""The sentences, without their full stop; one that says more stands before one that says less."""


def read_usage(sentence: str) -> Phrase:
    """The phrase that a sentence of Typer's stands for; the sentence itself if it is a new one."""
    text = " ".join(sentence.split()).removesuffix(".")
    for template in USAGE:
        found = _pattern(template).fullmatch(text)
        if found:
            values: dict[str, object] = found.groupdict()
            if "reason" in values:
                values["reason"] = read_usage(found["reason"])
            return Phrase(template, **values)
    return verbatim(sentence)


def _pattern(template: str) -> re.Pattern[str]:
    parts = re.split(r"\\{(\w+)\\}", re.escape(template))
    named = [f"(?P<{part}>.+?)" if at % 2 else part for at, part in enumerate(parts)]
    return re.compile("".join(named))
