"""The questions before a game: how many play, by which rules, and who they are."""

from __future__ import annotations

from rich.console import Console

from kingdomino.cli.console import ask
from kingdomino.game.seats import Colour
from kingdomino.rules.ruleset import Rules, RulesError

VARIANTS = {
    "middle": "+10 for a castle at the centre (Middle Kingdom)",
    "harmony": "+5 if you throw no domino away (Harmony)",
    "dynasty": "three games, points added up (Dynasty)",
}
DUEL = "all 48 dominoes on a grid of 7×7 (Mighty Duel)"


def ask_rules(console: Console) -> Rules:
    """The rules that the people at the keyboard agree on. Enter takes the usual ones."""
    console.print("Welcome to Kingdomino! Enter takes what is in brackets.", style="bold")
    players = _ask_among(console, "How many play? 2, 3 or 4 [2]", ("2", "3", "4"), "2")
    edition = _ask_among(
        console, "Which edition, classic or revised? [classic]", ("classic", "revised"), "classic"
    )
    variants = dict(VARIANTS)
    if players == "2" and edition == "classic":
        variants["duel"] = DUEL
    console.print("Variants, as many as you like:")
    for word, meaning in variants.items():
        console.print(f"  {word:<8} {meaning}")
    while True:
        console.print("Which ones? [none]")
        words = ask("> ").lower().replace(",", " ").split()
        if words == ["none"]:
            words = []
        try:
            chosen = [_complete(word, tuple(variants)) or word for word in words]
            return Rules.from_text(" ".join([edition, f"{players}p", *chosen]))
        except RulesError as error:
            console.print(f"{error}.", style="red")


def _ask_among(console: Console, question: str, choices: tuple[str, ...], usual: str) -> str:
    """One of the choices, which may be cut short."""
    while True:
        console.print(question)
        answer = ask("> ").lower()
        chosen = _complete(answer, choices) if answer else usual
        if chosen:
            return chosen
        console.print(f"One of {', '.join(choices)}, please.", style="red")


def _complete(word: str, choices: tuple[str, ...]) -> str | None:
    """The one choice that begins with a word, if it is one."""
    found = [choice for choice in choices if choice.startswith(word)]
    return found[0] if len(found) == 1 else None


def ask_names(console: Console, players: int) -> list[str]:
    """A name for every seat; Enter leaves it at the colour."""
    names: list[str] = []
    for colour in tuple(Colour)[:players]:
        while True:
            console.print(f"Who plays {colour.lower()}? [{colour}]")
            name = ask("> ")
            if name.isprintable():
                break
            console.print("A name is one line of printable characters.", style="red")
        names.append(name)
    return names
