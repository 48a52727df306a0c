"""A position: what lies open on the table, and why an action is not legal there."""

import re

import numpy as np
import pytest
from hypothesis import given

import kingdomino as kd
from tests import strategies
from tests.rulebook.table import SETUPS, finished, opened


@given(strategies.games())
def test_a_position_tells_whose_turn_it_is_and_what_for(game: kd.Game) -> None:
    match game.phase:
        case "claim":
            assert game.domino is None
            assert all(isinstance(action, kd.Claim) for action in game.legal_actions())
        case "place":
            assert game.domino is not None
            assert {action.domino for action in game.legal_actions()} == {game.domino}
        case "over":
            assert (game.seat, game.domino, game.waiting) == (None, None, ())
            assert game.legal_actions() == game.legal_numbers() == []
    if not game.over:
        assert game.waiting[0] == (game.seat, game.domino)
        assert game.acting_seat == game.seat
    assert 0 <= game.round <= game.rules.rounds


@given(strategies.games())
def test_every_domino_is_in_one_place(game: kd.Game) -> None:
    lines = [slot.domino for slot in (*game.line, *game.next_line)]
    assert len(lines) == len(set(lines))
    assert not game.unseen & set(lines)
    assert set(game.pile) <= game.unseen
    assert len(game.unseen) - len(game.pile) == 48 - game.rules.deck_size
    placed = sum(len(kingdom.cells) // 2 + kingdom.discards for kingdom in game.kingdoms)
    thrown = (game.rules.line_length - game.rules.kings) * game.round
    assert placed + thrown + len(lines) + len(game.unseen) == 48


def test_positions_are_equal_when_rules_colours_and_table_are() -> None:
    rules = kd.Rules(players=2)
    one, twin = kd.Game.new(rules, seed=1), kd.Game.new(rules, seed=1)
    assert one == twin
    assert one == kd.Position.from_text(str(one))
    assert one != kd.Game.new(kd.Rules(players=2, harmony=True), seed=1)
    assert one != kd.Game.new(rules, seed=1, colours=(kd.Colour.BLUE, kd.Colour.PINK))
    twin.play(twin.legal_actions()[0])
    assert one != twin
    assert one != "one"
    with pytest.raises(TypeError, match="unhashable"):
        hash(one)


def test_a_position_shows_itself_as_its_text() -> None:
    position = kd.Position.from_text("classic-2p PY 6 - - C C " + "1-24")
    assert repr(position) == "<Position classic-2p PY 6 - - C C 1-24>"


def test_legal_actions_are_the_callers_own_list() -> None:
    game = kd.Game.new(kd.Rules(players=2), seed=1)
    game.legal_actions().clear()
    game.legal_numbers().clear()
    assert len(game.legal_actions()) == len(game.legal_numbers()) == 4


def test_kingdoms_are_copies() -> None:
    game = opened(kd.Rules(players=2))
    before = game.state.copy()
    for kingdom in (*game.kingdoms, game.kingdom(0)):
        kingdom.place(kingdom.placements(1)[0])
    assert np.array_equal(game.state, before)


def test_the_lines_show_the_kings() -> None:
    game = kd.Game.new(kd.Rules(players=4), seed=5)
    assert game.next_line == ()
    first = game.line[2].domino
    seat = game.seat
    game.play(kd.Claim(first))
    assert game.line[2] == game.claim_line[2] == (first, seat)
    assert kd.Slot(first, seat) in game.line


def refusal(position: kd.Game, action: kd.Action | str) -> str:
    """Why an action is not legal."""
    with pytest.raises(kd.IllegalAction) as caught:
        position.play(action)
    return str(caught.value)


def test_in_the_opening_only_claims_are_legal() -> None:
    game = kd.Game.new(kd.Rules(players=2), seed=1)
    acting = game.colours[game.seat]
    claim = f"{acting} has to claim a domino, not to place one"
    assert refusal(game, kd.Place(1, (1, 0), (2, 0))) == claim
    assert refusal(game, "5x") == claim


def test_a_domino_is_claimed_once_and_from_the_line() -> None:
    game = kd.Game.new(kd.Rules(players=2), seed=1)
    acting, (taken, *free) = game.colours[game.seat], [slot.domino for slot in game.line]
    game.play(kd.Claim(taken))
    assert refusal(game, kd.Claim(taken)) == f"{acting} has claimed domino {taken} already"
    other = min(set(range(1, 49)) - {taken, *free})
    names = ", ".join(map(str, free))
    expected = f"domino {other} is not in the line: free to claim: {names}"
    assert refusal(game, kd.Claim(other)) == expected


def test_one_places_before_one_claims_and_only_ones_own_domino() -> None:
    game = opened(kd.Rules(players=2))
    acting, own, other = game.colours[game.seat], game.domino, game.line[1].domino
    free = game.next_line[0].domino
    assert refusal(game, kd.Claim(free)) == f"{acting} has to place domino {own} first"
    expected = f"{acting} has to place domino {own}, not {other}"
    assert refusal(game, kd.Discard(other)) == expected
    assert refusal(game, kd.Place(other, (1, 0), (2, 0))) == expected


def test_what_fits_may_not_be_thrown_away_and_what_does_not_fit_not_placed() -> None:
    game = opened(kd.Rules(players=2))
    own = game.domino
    assert "may not be thrown away: it fits" in refusal(game, kd.Discard(own))
    assert "g7 is taken" in refusal(game, kd.Place(own, (0, 0), (0, 1)))
    # These cells have the same number as a legal placement has, eight columns away.
    assert "outgrow" in refusal(game, kd.Place(own, (9, 0), (10, 0)))
    assert "neighbouring" in refusal(game, kd.Place(own, (1, 0), (1, 0)))


def test_who_can_place_nowhere_may_only_discard() -> None:
    game = next(
        game
        for seed in range(1000)
        for game in [stuck(kd.Game.new(kd.Rules(players=2), seed=seed))]
        if game is not None
    )
    assert game.legal_actions() == [kd.Discard(game.domino)]
    assert game.legal_numbers() == [256]
    assert re.match("domino .* does not fit", refusal(game, kd.Place(game.domino, (1, 0), (2, 0))))
    seat = game.seat
    game.play(f"{game.domino}x")
    assert game.kingdom(seat).discards == 1


def stuck(game: kd.Game) -> kd.Game | None:
    """The game played on until a domino fits nowhere, if ever."""
    while not game.over:
        actions = game.legal_actions()
        if isinstance(actions[0], kd.Discard):
            return game
        game.play(actions[-1])
    return None


@pytest.mark.parametrize("action", [kd.Claim(1), kd.Discard(1), kd.Place(1, (1, 0), (2, 0))])
def test_nothing_is_legal_when_the_game_is_over(action: kd.Action) -> None:
    assert refusal(finished(kd.Rules(players=2)), action) == "the game is over"


def test_text_that_is_no_action_is_malformed_and_not_illegal() -> None:
    game = kd.Game.new(kd.Rules(players=2), seed=1)
    with pytest.raises(kd.NotationError, match="'e2e4' is no action"):
        game.play("e2e4")


@pytest.mark.parametrize("rules", SETUPS, ids=str)
def test_a_position_names_as_many_colours_as_there_are_players(rules: kd.Rules) -> None:
    assert len(opened(rules).colours) == rules.players
    with pytest.raises(ValueError, match="colours, not 1"):
        kd.Position(rules, opened(rules).state, (kd.Colour.PINK,))
