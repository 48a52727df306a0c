"""The questions before a game: against whom, how many play, by which rules, and who they are."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import wrap

from rich.console import Console

from kingdomino.cli.board import name_colour
from kingdomino.cli.company import BOT, Guest, read_guest, read_person
from kingdomino.cli.console import ask
from kingdomino.cli.errors import InputError, as_sentence
from kingdomino.cli.seats import name_level
from kingdomino.errors import Phrase
from kingdomino.game.seats import Colour
from kingdomino.players.levels import LEVELS, Level, find_level
from kingdomino.rules.ruleset import Rules, RulesError
from kingdomino.words import N_, t

VARIANTS = {
    "middle": N_("+10 for a castle at the centre (Middle Kingdom)"),
    "harmony": N_("+5 if you throw no domino away (Harmony)"),
    "dynasty": N_("three games, points added up (Dynasty)"),
}
DUEL = N_("all 48 dominoes on a grid of 7×7 (Mighty Duel)")

USUAL_LEVEL = "knight"


def welcome(console: Console) -> None:
    """The first words."""
    console.print(t("Welcome to Kingdomino! Enter takes what is in brackets."), style="bold")


def ask_opponent(console: Console) -> Level | None:
    """The level to play against by the usual rules; ``None`` for any other kind of game."""
    names = [name_level(level) for level in LEVELS]
    console.print(t("Who do you play against?"))
    other = len(LEVELS) + 1
    descriptions = [t(level.character) for level in LEVELS]
    descriptions.append(t("more players, people at this keyboard, other rules"))
    width = max(map(len, (*names, t("other"))))
    for number, (name, text) in enumerate(
        zip((*names, t("other")), descriptions, strict=True), start=1
    ):
        first, *more = wrap(text, max(20, console.width - width - 6))
        console.print(f"  {number} {name:<{width}}  {first}", soft_wrap=True)
        for line in more:
            console.print(" " * (width + 6) + line, soft_wrap=True)
    short = {str(number): name for number, name in enumerate(names, start=1)}
    short |= {str(other): t("other")}
    short |= {level.name: name for level, name in zip(LEVELS, names, strict=True)}
    question = t("A name or a number [{usual}]", usual=name_level(find_level(USUAL_LEVEL)))
    usual = name_level(find_level(USUAL_LEVEL))
    chosen = _ask_among(console, question, (*names, t("other")), usual, short)
    return LEVELS[names.index(chosen)] if chosen in names else None


def ask_rules(console: Console, players: int = 2) -> Rules:
    """The rules that the people at the keyboard agree on. Enter takes the usual ones."""
    usual = str(players)
    question = t("How many play? 2, 3 or 4 [{usual}]", usual=usual)
    number = _ask_among(console, question, ("2", "3", "4"), usual)
    edition = _ask_among(
        console,
        t("Which edition, classic or revised? [classic]"),
        ("classic", "revised"),
        "classic",
    )
    variants = dict(VARIANTS)
    if number == "2" and edition == "classic":
        variants["duel"] = DUEL
    console.print(t("Variants, as many as you like:"))
    for word, meaning in variants.items():
        console.print(f"  {word:<8} {t(meaning)}")
    while True:
        console.print(t("Which ones? [none]"))
        words = ask("> ").lower().replace(",", " ").split()
        if words == ["none"]:
            words = []
        try:
            chosen = [_complete(word, tuple(variants)) or word for word in words]
            return Rules.from_text(" ".join([edition, f"{number}p", *chosen]))
        except RulesError as error:
            console.print(as_sentence(error), style="red")


def _ask_among(
    console: Console,
    question: str,
    choices: tuple[str, ...],
    usual: str,
    short: dict[str, str] | None = None,
) -> str:
    """One of the choices, which may be cut short or have a short form."""
    while True:
        console.print(question)
        answer = ask("> ").lower()
        answer = (short or {}).get(answer, answer)
        chosen = _complete(answer, choices) if answer else usual
        if chosen:
            return chosen
        console.print(t("One of {choices}, please.", choices=", ".join(choices)), style="red")


def _complete(word: str, choices: tuple[str, ...]) -> str | None:
    """The one choice that begins with a word, if it is one."""
    found = [choice for choice in choices if choice.startswith(word)]
    return found[0] if len(found) == 1 else None


def ask_name(console: Console) -> Guest:
    """The name of the only person, whatever it is; Enter leaves it at the colour."""
    question = t("What is your name? [{usual}]", usual=name_colour(Colour.PINK))
    return _ask_guest(console, question, Guest(), read_person)


def ask_guests(console: Console, players: int) -> list[Guest]:
    """Who sits at every seat. Enter is a person at the first one, a knight at the others."""
    names = ", ".join(map(name_level, LEVELS))
    console.print(t("A seat is for a person, by name, or for a computer: {names}.", names=names))
    first, *others = tuple(Colour)[:players]
    guests = [_ask_guest(console, _ask_who(first, name_colour(first)), Guest(), _read_anybody)]
    usual = find_level(USUAL_LEVEL)
    guests += [
        _ask_guest(console, _ask_who(colour, name_level(usual)), Guest(level=usual), _read_anybody)
        for colour in others
    ]
    return guests


def _ask_who(colour: Colour, usual: str) -> str:
    return t("Who plays {colour}? [{usual}]", colour=colour, usual=usual)


def _ask_guest(
    console: Console, question: str, usual: Guest, read: Callable[[str], Guest]
) -> Guest:
    while True:
        console.print(question)
        answer = ask("> ")
        if not answer:
            return usual
        try:
            return read(answer)
        except InputError as error:
            # The option that would have been wrong was not typed here.
            reason = error.values.get("reason")
            told = as_sentence(reason if isinstance(reason, Phrase) else error)
            console.print(told[:1].upper() + told[1:], style="red")


def _read_anybody(answer: str) -> Guest:
    """A person's name, or a level as it was offered or in English."""
    levels = {name_level(level): level.name for level in LEVELS}
    levels |= {level.name: level.name for level in LEVELS}
    level = levels.get(answer.lower())
    return read_guest(f"{BOT}{level}" if level else answer)
