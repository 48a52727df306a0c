"""Observations hold what a seat may know, and nothing else."""

import random

import numpy as np
import pytest

import kingdomino as kd
from kingdomino.env.observation import PLANE_NAMES, Layout, Observer
from kingdomino.rules.kernel import ACTIONS
from tests.conftest import as_many_as
from tests.env.description import SETTINGS, describe, name_setting


@pytest.mark.parametrize("setting", SETTINGS, ids=name_setting)
def test_every_byte_is_what_the_description_says(setting: dict[str, object]) -> None:
    rules, chance = kd.Rules(**setting), random.Random(1)
    observer = Observer(rules.players)
    for seed in range(as_many_as(3, 1)):
        game = kd.Game.new(rules, seed)
        while True:
            # Everybody's observation at the end, on the way one seat's in turn.
            looking = range(rules.players) if game.over else [len(game.history) % rules.players]
            for seat in looking:
                seen = observer.observe(game.state, seat)
                np.testing.assert_array_equal(seen, describe(game, seat))
                assert (seen <= observer.layout.highest).all()
            if game.over:
                break
            game.play(chance.choice(game.legal_actions()))


@pytest.mark.parametrize("setting", SETTINGS, ids=name_setting)
def test_the_order_of_the_pile_changes_no_observation_and_no_mask(
    setting: dict[str, object],
) -> None:
    rules, chance = kd.Rules(**setting), random.Random(2)
    observer = Observer(rules.players)
    for seed in range(as_many_as(5, 1)):
        dealt = kd.Game.new(rules, seed)
        numbers = [slot.domino for slot in dealt.line]
        left = [number for number in range(1, 49) if number not in numbers]
        others = chance.sample(left, rules.deck_size - len(numbers))
        other = kd.Game(rules, [*numbers, *others], dealt.opening)
        assert other.pile != dealt.pile
        for _ in range(rules.kings):  # until the next line is drawn, all is equal
            for seat in range(rules.players):
                seen = observer.observe(dealt.state, seat), observer.observe(other.state, seat)
                np.testing.assert_array_equal(*seen)
            np.testing.assert_array_equal(observer.mask(dealt.state), observer.mask(other.state))
            action = chance.choice(dealt.legal_actions())
            dealt.play(action)
            other.play(action)


def test_the_mask_is_of_the_legal_actions() -> None:
    chance = random.Random(3)
    for setting in SETTINGS:
        game = kd.Game.new(kd.Rules(**setting), 3)
        observer = Observer(game.rules.players)
        while not game.over:
            mask = observer.mask(game.state)
            assert mask.shape == (ACTIONS,)
            assert np.flatnonzero(mask).tolist() == game.legal_numbers()
            game.play(chance.choice(game.legal_actions()))
        assert not observer.mask(game.state).any()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_layout_names_every_byte_once(players: int) -> None:
    layout = Layout(players)
    assert layout.planes == players * len(PLANE_NAMES) + 1
    covered = [byte for part in layout.fields.values() for byte in range(part.start, part.stop)]
    assert covered == list(range(64 * layout.planes, layout.size))
    observation = np.arange(2 * layout.size).reshape(2, -1).astype(np.uint8)
    planes, table = layout.split(observation)
    assert planes.shape == (2, layout.planes, 8, 8)
    assert np.shares_memory(planes, observation)
    assert np.shares_memory(table, observation)
    assert planes[1, 2, 3, 4] == observation[1, 2 * 64 + 3 * 8 + 4]
    assert (table == observation[:, 64 * layout.planes :]).all()


def test_a_kingdom_worth_more_than_a_byte_can_say_is_told_as_255() -> None:
    from kingdomino.rules.kernel import GRID, PLACE, kingdom_of, new_state, put_square

    state = new_state(kd.Rules(players=2, mighty_duel=True))
    for x in range(-3, 4):
        for y in range(-3, 4):
            if (x, y) != (0, 0):
                put_square(state, kingdom_of(0), 8 * (y % 8) + x % 8, 5, 1)
    assert state[GRID] == 7
    assert PLACE == 0
    seen = Observer(2).observe(state, 0)
    layout = Layout(2)
    assert seen[layout.fields["seat 0"]].tolist() == [255, 0, 1, 48, 48, 1, 0, 0]
    assert (seen <= layout.highest).all()
