"""Whole games in lockstep with the naive referee: they may never disagree.

ORACLE_GAMES sets the number of games for each set of rules and each way to play.
"""

import itertools
import os
import random

import pytest

import kingdomino as kd
from tests import oracle as naive
from tests.conftest import as_many_as
from tests.oracle import Action, Oracle
from tests.policies import POLICIES, Policy
from tests.variants import RULES

GAMES = int(os.environ.get("ORACLE_GAMES", as_many_as(10, 1)))

# All of these ways to play lead through the same lines of the kernel; two are enough to see them.
WAYS = dict(itertools.islice(POLICIES.items(), as_many_as(len(POLICIES), 2)))


def seat_at_the_same_table(game: kd.Game) -> Oracle:
    """An oracle for the deal of a game that has just begun."""
    rules = game.rules
    return Oracle(
        players=rules.players,
        edition=rules.edition,
        mighty_duel=rules.mighty_duel,
        middle_kingdom=rules.middle_kingdom,
        harmony=rules.harmony,
        opening=game.opening,
        pile=[slot.domino for slot in game.line] + list(game.pile),
    )


def as_tuple(action: kd.Action) -> Action:
    """An action of the package in the oracle's words."""
    match action:
        case kd.Claim(domino):
            return ("claim", domino)
        case kd.Place(domino, a, b):
            return ("place", domino, a, b)
        case kd.Discard(domino):
            return ("discard", domino)
    raise TypeError(action)


def as_action(action: Action) -> kd.Action:
    """An action of the oracle as an object of the package."""
    kind, *what = action
    return {"claim": kd.Claim, "place": kd.Place, "discard": kd.Discard}[kind](*what)


def conceivable(action: Action) -> bool:
    """Whether there is any kingdom in which a domino could cover these cells."""
    cells = action[2:]
    return not cells or (
        cells[1] in naive.neighbours(cells[0]) and max(map(abs, cells[0] + cells[1])) <= 6
    )


def assert_same_position(game: kd.Game, oracle: Oracle) -> None:
    """Everything that lies on the table is the same."""
    assert game.over == oracle.over
    assert game.round == oracle.round
    assert game.phase == oracle.phase
    assert game.seat == oracle.seat
    assert game.domino == oracle.domino
    assert list(game.line) == oracle.line
    assert list(game.next_line) == oracle.next_line
    for kingdom, naive_kingdom, naive_discards in zip(
        game.kingdoms, oracle.kingdoms, oracle.discards, strict=True
    ):
        assert kingdom.cells == naive_kingdom
        assert kingdom.discards == naive_discards


def assert_same_scores(game: kd.Game, oracle: Oracle) -> None:
    """Both count the same points, territory by territory, and name the same winners."""
    for score, expected in zip(game.scores(), oracle.scores(), strict=True):
        assert (score.total, score.largest, score.crowns) == expected[:3]
        assert expected.territories == sorted(
            (territory.terrain, territory.squares, territory.crowns)
            for territory in score.territories
        )
    assert list(game.winners()) == oracle.winners()


@pytest.mark.parametrize("policy", WAYS.values(), ids=WAYS)
@pytest.mark.parametrize("rules", RULES, ids=str)
def test_every_step_of_a_game_is_the_same(rules: kd.Rules, policy: Policy) -> None:
    for seed in range(GAMES):
        chance = random.Random(f"{rules} {seed}")
        game = kd.Game.new(rules, seed=chance.getrandbits(64))
        oracle = seat_at_the_same_table(game)
        assert_same_position(game, oracle)
        round_scored = 0
        while not oracle.over:
            offered = [as_tuple(action) for action in game.legal_actions()]
            legal = oracle.legal_actions()
            assert set(offered) == legal
            assert len(offered) == len(legal), "an action is offered twice"
            action = policy(oracle, sorted(legal), chance)
            game.play(as_action(action))
            oracle.play(action)
            assert_same_position(game, oracle)
            if oracle.round > round_scored or oracle.over:
                assert_same_scores(game, oracle)
                round_scored = oracle.round
        assert list(game.legal_actions()) == []


@pytest.mark.parametrize("rules", RULES[::4], ids=str)
def test_what_the_oracle_does_not_offer_is_refused(rules: kd.Rules) -> None:
    for seed in range(GAMES):
        chance = random.Random(seed)
        game = kd.Game.new(rules, seed=seed)
        oracle = seat_at_the_same_table(game)
        while not oracle.over:
            legal = oracle.legal_actions()
            attempts = [("claim", chance.randint(1, 48)), ("discard", chance.randint(1, 48))]
            if oracle.domino:
                attempts.append(("discard", oracle.domino))
            for domino in (oracle.domino or chance.randint(1, 48), chance.randint(1, 48)):
                for _ in range(3):
                    a = chance.randint(-6, 6), chance.randint(-6, 6)
                    attempts.append(("place", domino, a, chance.choice(naive.neighbours(a))))
                    attempts.append(("place", domino, a, chance.choice(naive.CELLS)))
            # A domino of two like halves may also be named the other way round.
            turned = {(kind, domino, *cells[::-1]) for kind, domino, *cells in legal if cells}
            for attempt in attempts:
                alike = naive.DOMINOES[attempt[1]][0] == naive.DOMINOES[attempt[1]][1]
                if attempt not in legal and not (alike and attempt in turned):
                    with pytest.raises(kd.IllegalAction if conceivable(attempt) else ValueError):
                        game.play(as_action(attempt))
            assert_same_position(game, oracle)
            action = chance.choice(sorted(legal))
            game.play(as_action(action))
            oracle.play(action)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_same_seats_win(players: int) -> None:
    chance = random.Random(players)
    for _ in range(500):
        merits = [[chance.randint(0, 2) for _ in range(3)] for _ in range(players)]
        scores = [
            kd.Score(total=total, territories=(), bonuses={}, largest=largest, crowns=crowns)
            for total, largest, crowns in merits
        ]
        expected = naive.winners([naive.Score(*merit, territories=[]) for merit in merits])
        assert list(kd.winners(scores)) == expected
