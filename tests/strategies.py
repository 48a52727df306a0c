"""Hypothesis strategies: rules, games stopped at any moment, and text gone wrong."""

import itertools
import random

from hypothesis import strategies as st

import kingdomino as kd
from tests.rulebook.table import SETUPS

ALL_RULES = [
    kd.Rules(
        players=setup.players,
        edition=setup.edition,
        mighty_duel=setup.mighty_duel,
        middle_kingdom=middle_kingdom,
        harmony=harmony,
        dynasty=dynasty,
    )
    for setup in SETUPS
    for middle_kingdom, harmony, dynasty in itertools.product([False, True], repeat=3)
]
"""Every edition, number of players and variant."""

rules = st.sampled_from(ALL_RULES)
seeds = st.integers(min_value=0) | st.binary(max_size=80)
numbers = st.integers(1, 48)
coordinates = st.integers(-6, 6)
cells = st.tuples(coordinates, coordinates)


def play(game: kd.Game, actions: int, chance: random.Random) -> kd.Game:
    """Play so many actions at random, or fewer if the game ends; returns the game."""
    for _ in range(actions):
        if game.over:
            break
        game.play(chance.choice(game.legal_actions()))
    return game


@st.composite
def games(draw: st.DrawFn, finished: bool | None = None) -> kd.Game:
    """A random game of any rules, stopped at any moment; finished or unfinished on request."""
    ruleset = draw(rules)
    colours = draw(st.permutations(list(kd.Colour)))[: ruleset.players]
    game = kd.Game.new(ruleset, seed=draw(seeds), colours=tuple(colours))
    length = 4 * ruleset.kings * ruleset.rounds
    last = 2 * ruleset.kings * ruleset.rounds - 1
    stop = length if finished else draw(st.integers(0, last if finished is False else last + 1))
    return play(game, stop, random.Random(draw(st.integers(0, 2**32))))


@st.composite
def mutated(draw: st.DrawFn, texts: st.SearchStrategy[str]) -> str:
    """A text with a few letters or lines changed, dropped, doubled or swapped."""
    text = draw(texts)
    for _ in range(draw(st.integers(1, 3))):
        letters, lines = list(text), text.split("\n")
        at = draw(st.integers(0, len(letters)))
        line, other = (draw(st.integers(0, len(lines) - 1)) for _ in range(2))
        letter = draw(st.sampled_from(sorted(set(text)) or ["C"]) | st.characters())
        match draw(st.sampled_from(["flip", "drop", "insert", "swap", "lose", "double", "cut"])):
            case "flip":
                letters[at : at + 1] = letter
            case "drop":
                del letters[at : at + draw(st.integers(1, 3))]
            case "insert":
                letters.insert(at, letter)
            case "cut":
                del letters[at:]
            case "swap":
                lines[line], lines[other] = lines[other], lines[line]
            case "lose":
                del lines[line]
            case "double":
                lines.insert(line, lines[other])
        changed, relined = "".join(letters), "\n".join(lines)
        text = changed if changed != text else relined
    return text
