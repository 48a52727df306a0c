"""A view holds what one seat may know, and nothing of the pile's order."""

import random

import numpy as np
import pytest

import kingdomino as kd
from tests.conftest import as_many_as
from tests.rulebook.table import opened
from tests.strategies import ALL_RULES, play


def everything(view: kd.View) -> list[object]:
    """All that can be had from a view, as bytes and text."""
    return [
        sorted(vars(view)),
        view.state.tobytes(),
        str(view),
        repr(view),
        view.legal_actions(),
        view.legal_numbers(),
        repr(view.history),
        (view.me, view.my_turn, view.seat, view.phase, view.round, view.over, view.domino),
        (view.line, view.next_line, view.waiting, sorted(view.unseen)),
        [(str(kingdom), kingdom.words.tobytes()) for kingdom in view.kingdoms],
        repr(view.scores()),
        view.winners(),
        (view.rules, view.colours),
    ]


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_permuting_the_undrawn_pile_changes_no_byte_of_any_view(rules: kd.Rules) -> None:
    chance = random.Random(str(rules))
    permuted = 0
    length = 2 * rules.kings * rules.rounds
    moments = [chance.randrange(length // 2), *chance.sample(range(length), as_many_as(5, 1))]
    for moment in moments:
        game = play(kd.Game.new(rules, seed=chance.getrandbits(64)), moment, chance)
        # The hidden dominoes are the pile and those left out of the game.
        hidden = [*game.pile, *(game.unseen - set(game.pile))]
        chance.shuffle(hidden)
        drawn = rules.deck_size - len(game.pile)
        shown = kd.Game(rules, *game_deal(game, drawn, hidden))
        for _, action in game.history:
            shown.play(action)
        permuted += shown.pile != game.pile
        for seat in range(rules.players):
            assert everything(shown.view(seat)) == everything(game.view(seat))
    assert permuted


def game_deal(
    game: kd.Game, drawn: int, hidden: list[int]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The game's pile with another order of what is hidden, and its opening order."""
    start = game.copy()
    while start.history:
        start.undo()
    whole = (*(slot.domino for slot in start.line), *start.pile)
    return (*whole[:drawn], *hidden)[: game.rules.deck_size], game.opening


def test_a_view_keeps_nothing_of_the_game_but_its_position_and_history() -> None:
    view = opened(kd.Rules(players=2)).view(0)
    cached = {"_legal", "_listed", "_buffer"}
    assert set(vars(view)) == {"rules", "colours", "_state", "me", "history"} | cached
    for name in ("pile", "deal", "_pile", "_past"):
        assert not hasattr(view, name)


def test_a_view_is_a_snapshot() -> None:
    game = opened(kd.Rules(players=3))
    view, before = game.view(1), game.state.copy()
    actions = view.legal_actions()
    game.play(game.legal_actions()[0])
    assert np.array_equal(view.state, before)
    assert view.legal_actions() == actions
    assert len(view.history) == len(game.history) - 1


def test_a_view_knows_whose_it_is() -> None:
    game = opened(kd.Rules(players=4))
    views = [game.view(seat) for seat in range(4)]
    assert [view.me for view in views] == [0, 1, 2, 3]
    assert [view.my_turn for view in views].count(True) == 1
    assert views[game.seat].my_turn


@pytest.mark.parametrize("seat", [-1, 2])
def test_only_seats_at_the_table_have_a_view(seat: int) -> None:
    with pytest.raises(ValueError, match=f"there is no seat {seat}: the seats are 0 to 1"):
        kd.Game.new(kd.Rules(players=2), seed=1).view(seat)
