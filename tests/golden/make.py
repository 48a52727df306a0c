"""Write the golden games: ``python -m tests.golden.make``.

They are kept so that a change of the rules, of the deal or of the notation shows as a diff. All
editions, numbers of players and bonuses are there, then a whole Dynasty, a few games with
contributions to the deal, and a few that were broken off. Half the players take what scores most at
once, the others play at random. Nothing here depends on anything but the seeds.
"""

import itertools
import random
from pathlib import Path

import kingdomino as kd
from kingdomino.game.deal import Deal
from kingdomino.rules import territories
from tests.rulebook.table import SETUPS

FOLDER = Path(__file__).parent


def greedy(game: kd.Game, chance: random.Random) -> kd.Action:
    """The action after which the kingdom is worth most; the higher domino if that is all one."""
    kingdom = game.kingdom(game.seat)

    def worth(action: kd.Action) -> tuple[int, int, float]:
        match action:
            case kd.Place(domino):
                return points_after(kingdom, action), domino, chance.random()
            case kd.Claim(domino):
                ways = kingdom.placements(domino)
                best = max((points_after(kingdom, place) for place in ways), default=-1)
                return best, domino, chance.random()
        return 0, 0, 0.0

    return max(game.legal_actions(), key=worth)


def points_after(kingdom: kd.Kingdom, place: kd.Place) -> int:
    """What the kingdom is worth once a domino lies there."""
    grown = kingdom.copy()
    grown.place(place)
    return territories.points(grown.words, 0)


def at_random(game: kd.Game, chance: random.Random) -> kd.Action:
    """Any legal action."""
    return chance.choice(game.legal_actions())


STYLES = {"greedy": greedy, "random": at_random}


def play(game: kd.Game, actions: int, seed: str) -> None:
    """Play so many actions, or to the end."""
    chance = random.Random(seed)
    for _ in range(actions):
        if game.over:
            break
        style = game.names[game.acting_seat].removeprefix("bot:")
        game.play(STYLES[style](game, chance))


def deal(rules: kd.Rules, deal: Deal, number: int) -> kd.Game:
    """A new game; who is greedy changes from game to game."""
    styles = itertools.islice(itertools.cycle(STYLES), number % 2, number % 2 + rules.players)
    game = kd.Game.from_deal(rules, deal, names=[f"bot:{style}" for style in styles])
    game.tags["Commitment"] = deal.commitment
    return game


def games() -> dict[str, kd.Game]:
    """The golden games by the names of their files."""
    found: dict[str, kd.Game] = {}

    def add(name: str, game: kd.Game, actions: int = 1000) -> None:
        number = len(found) + 1
        play(game, actions, f"golden {number}")
        found[f"{number:02}-{name}"] = game

    def name_of(rules: kd.Rules) -> str:
        return str(rules).replace(" ", "-")

    for setup, (middle_kingdom, harmony) in itertools.product(
        SETUPS, itertools.product([False, True], repeat=2)
    ):
        rules = kd.Rules(
            players=setup.players,
            edition=setup.edition,
            mighty_duel=setup.mighty_duel,
            middle_kingdom=middle_kingdom,
            harmony=harmony,
        )
        number = len(found) + 1
        add(name_of(rules), deal(rules, Deal.from_seed(number), number))
    dynasty = kd.Rules(players=3, dynasty=True, middle_kingdom=True, harmony=True)
    match = kd.Match.new(dynasty, seed=2026, names=["bot:greedy", "bot:random", "bot:greedy"])
    for number in range(1, 4):
        game = match.game
        game.tags["Commitment"] = game.deal.commitment
        play(game, 71, f"dynasty {number}")
        match.play(game.legal_actions()[0])
        add(f"{name_of(dynasty)}-game-{number}", game)
    for setup in (SETUPS[0], SETUPS[5]):
        contributions = tuple(f"{seat:032x}" for seat in range(1, setup.players + 1))
        given = Deal.from_seed(bytes(range(32)), contributions)
        add(f"{name_of(setup)}-contributions", deal(setup, given, setup.players))
    for setup, actions in zip(SETUPS[:5], (0, 5, 30, 61, 90), strict=True):
        number = len(found) + 1
        add(f"{name_of(setup)}-unfinished", deal(setup, Deal.from_seed(number), number), actions)
    return found


def main() -> None:
    """Write all golden games, and remove what is none of them any more."""
    for path in FOLDER.glob("*.txt"):
        path.unlink()
    for name, game in games().items():
        (FOLDER / f"{name}.txt").write_text(str(game.record()), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
