"""Self-play: games that give sound samples, by quick judgement and by thinking."""

import numpy as np
import pytest

from kingdomino.players.network import Network
from kingdomino.players.selfplay import play_chunk, play_outlook_chunk, practised_rules
from kingdomino.players.shipped import TABLES, table_of
from tests.variants import RULES

pytestmark = pytest.mark.compiled_only


def test_a_table_is_what_is_played_and_not_what_was_chosen() -> None:
    for rules in RULES:
        small = {2: "two", 3: "three", 4: "four"}[rules.players]
        assert table_of(rules) == ("duel" if rules.grid == 7 else small)


@pytest.mark.parametrize("thinking", [0, 100])
@pytest.mark.parametrize("table", TABLES)
def test_every_practised_table_gives_sound_samples(table: str, thinking: int) -> None:
    for rules in practised_rules(table)[::4]:
        assert table_of(rules) == table
        samples, scores = play_chunk(rules, 1, Network.new(), 5, width=1.0, thinking=thinking)
        assert np.isfinite(samples).all()
        # Every domino is claimed and placed, whoever does it; with three players some are left.
        assert len(samples) == len(scores) == 5 * 2 * rules.kings * rules.rounds
        assert 0 <= scores.min() < scores.max() < 400


def test_the_same_seed_gives_the_same_samples() -> None:
    rules = practised_rules("four")[0]
    first, again = (
        play_chunk(rules, 7, Network.new(), 2, width=1.0, thinking=50) for _ in range(2)
    )
    np.testing.assert_array_equal(first[0], again[0])
    np.testing.assert_array_equal(first[1], again[1])


@pytest.mark.parametrize("table", TABLES)
def test_every_seat_gives_an_outlook_between_any_two_rounds(table: str) -> None:
    for rules in practised_rules(table)[::5]:
        samples, leads = play_outlook_chunk(rules, 1, Network.new(), 3)
        assert np.isfinite(samples).all()
        # Before every line but the first: the seats in turn, one of them ahead or several level.
        assert len(samples) == len(leads) == 3 * (rules.rounds - 1) * rules.players
        for seats in leads.reshape(-1, rules.players):
            assert (seats > 0).sum() <= 1
            assert seats.max() >= 0
