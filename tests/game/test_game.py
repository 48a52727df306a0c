"""A game: play, take back, copy, and set up by hand."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kingdomino as kd
from kingdomino.game.deal import Deal
from tests import strategies
from tests.rulebook.table import SETUPS, finished

TWO = kd.Rules(players=2)
PILE = tuple(range(1, 25))


def test_the_same_seed_deals_the_same_game() -> None:
    one, other = (kd.Game.new(TWO, seed=2026) for _ in range(2))
    assert (one, one.pile, one.opening) == (other, other.pile, other.opening)
    assert kd.Game.new(TWO, seed=2027).pile != one.pile
    assert kd.Game.new(TWO).pile != kd.Game.new(TWO).pile


@given(strategies.games())
def test_every_action_can_be_taken_back(game: kd.Game) -> None:
    positions = game.positions()
    assert len(positions) == len(game.history) + 1
    played = []
    while game.history:
        assert game == positions[len(game.history)]
        played.append(game.undo())
    assert game == positions[0]
    assert game.legal_actions() == positions[0].legal_actions()
    for action in reversed(played):
        game.play(action)
    assert game == positions[-1]


def test_there_is_nothing_to_take_back_at_the_start() -> None:
    with pytest.raises(ValueError, match="there is no action to take back"):
        kd.Game.new(TWO, seed=1).undo()


@given(strategies.games(finished=False), st.integers(0, 20))
def test_a_copy_goes_its_own_way(game: kd.Game, back: int) -> None:
    before = [str(position) for position in game.positions()]
    twin = game.copy()
    assert (twin, twin.pile, twin.history) == (game, game.pile, game.history)
    for _ in range(min(back, len(twin.history))):
        twin.undo()
    strategies.play(twin, 30, random.Random(back))
    twin.tags["Event"] = "another table"
    assert [str(position) for position in game.positions()] == before
    assert game.tags == {}
    while game.history:
        assert str(game) == before[len(game.history)]
        game.undo()


def test_positions_handed_out_stay_as_they_are() -> None:
    game = strategies.play(kd.Game.new(TWO, seed=1), 10, random.Random(1))
    positions = game.positions()
    texts = [str(position) for position in positions]
    for _ in range(5):
        game.undo()
    strategies.play(game, 10, random.Random(2))
    assert [str(position) for position in positions] == texts


@given(strategies.games(finished=False))
def test_a_refused_action_leaves_the_game_untouched(game: kd.Game) -> None:
    before, history, legal = game.state.copy(), game.history, game.legal_actions()
    for action in ("-1", "1x", "1:g7n", "48:a1e", "nonsense"):
        if action not in map(str, legal):
            with pytest.raises((kd.IllegalAction, kd.NotationError)):
                game.play(action)
    assert np.array_equal(game.state, before)
    assert (game.history, game.legal_actions()) == (history, legal)


def test_like_halves_are_remembered_as_they_are_listed() -> None:
    game = kd.Game(TWO, PILE, (0, 1, 0, 1))
    for domino in (1, 2, 3, 4):
        game.play(kd.Claim(domino))
    game.play(kd.Place(1, (2, 0), (1, 0)))
    assert game.history[-1] == (0, kd.Place(1, (1, 0), (2, 0)))


@pytest.mark.parametrize("rules", SETUPS, ids=str)
def test_a_game_draws_its_whole_pile(rules: kd.Rules) -> None:
    game = finished(rules)
    assert game.pile == ()
    assert len(game.unseen) == 48 - rules.deck_size
    actions = 2 * rules.kings * rules.rounds
    assert len(game.history) == actions


def test_a_game_can_be_set_up_by_hand() -> None:
    game = kd.Game(TWO, PILE[::-1], (1, 1, 0, 0), names=["Ann", "Ben"], tags={"Event": "Home"})
    assert [slot.domino for slot in game.line] == [21, 22, 23, 24]
    assert game.pile == PILE[::-1][4:]
    assert (game.seat, game.opening) == (1, (1, 1, 0, 0))
    assert (game.names, game.tags, game.deal) == (("Ann", "Ben"), {"Event": "Home"}, None)


@pytest.mark.parametrize(
    ("pile", "reason"),
    [
        (PILE[1:], "24 dominoes are in play, not 23"),
        ((*PILE[1:], 2), "the pile is of different dominoes, numbered 1 to 48"),
        ((*PILE[1:], 49), "the pile is of different dominoes, numbered 1 to 48"),
    ],
)
def test_a_pile_is_of_the_dominoes_in_play(pile: tuple[int, ...], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        kd.Game(TWO, pile, (0, 1, 0, 1))


@pytest.mark.parametrize("opening", [(0, 1), (0, 0, 0, 1), (0, 1, 2, 3), ()])
def test_an_opening_order_names_every_king(opening: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="the opening order names every king once"):
        kd.Game(TWO, PILE, opening)


@pytest.mark.parametrize("opening", [(0, 0, 1, 1), (1, 0, 1, 0)])
def test_in_the_revised_game_for_two_one_claims_then_the_other_twice(
    opening: tuple[int, ...],
) -> None:
    rules = kd.Rules(edition="revised")
    with pytest.raises(ValueError, match="one king is drawn: its player claims one domino"):
        kd.Game(rules, range(1, 49), opening)
    assert kd.Game(rules, range(1, 49), (1, 0, 0, 1)).seat == 1


def test_every_player_has_a_name_or_none_has() -> None:
    assert kd.Game.new(TWO, seed=1).names == ("", "")
    with pytest.raises(ValueError, match="2 players need as many names, not 1"):
        kd.Game.new(TWO, seed=1, names=["Ann"])
    with pytest.raises(ValueError, match="a name is one line of printable characters"):
        kd.Game.new(TWO, seed=1, names=["Ann", "Ben\n"])


def test_a_game_knows_its_deal() -> None:
    deal = Deal("7", ("00ff", "ab"))
    game = kd.Game.from_deal(TWO, deal)
    assert game.deal == deal
    pile, opening = deal.shuffle(TWO)
    assert game.opening == opening
    assert game.pile == pile[4:]
    assert [slot.domino for slot in game.line] == sorted(pile[:4])


@given(strategies.games())
def test_a_game_comes_back_from_its_record_ready_to_be_played_on(game: kd.Game) -> None:
    again = kd.Game.from_record(str(game.record(reveal=True)))
    assert (again, again.history, again.pile) == (game, game.history, game.pile)
    for one in (game, again):
        strategies.play(one, 200, random.Random(3))
    assert again == game
    assert again.winners() == game.winners()


@given(strategies.games(finished=False), st.integers(0, 2**64))
def test_what_a_record_does_not_show_is_dealt_anew(game: kd.Game, seed: int) -> None:
    text = str(game.record())
    one, other = (kd.Game.from_record(text, seed=seed) for _ in range(2))
    assert (one, one.history, one.deal) == (game, game.history, None)
    assert one.pile == other.pile
    assert set(one.pile) <= game.unseen
    strategies.play(one, 200, random.Random(4))
    assert one.over


@pytest.mark.parametrize(
    ("tags", "reason"),
    [
        ({"date": "1 May"}, "a tag's name is a capital and letters, not 'date'"),
        ({"Rules": "classic 2p"}, "the record writes the tag Rules itself"),
        ({"Place": "here\nand there"}, "the tag Place is one line of printable characters"),
    ],
)
def test_tags_that_would_spoil_the_record_are_refused(tags: dict[str, str], reason: str) -> None:
    deal = kd.Deal("1")
    pile, opening = deal.shuffle(kd.Rules(2))
    with pytest.raises(ValueError, match=reason):
        kd.Game(kd.Rules(2), pile, opening, tags=tags)


def test_rules_may_be_given_as_their_text() -> None:
    plain = kd.Game.new("classic 2p harmony", seed=7)
    assert plain == kd.Game.new(kd.Rules(harmony=True), seed=7)
    assert kd.Match.new("classic 3p dynasty", seed=7).length == 3
    with pytest.raises(kd.RulesError, match="'quick' is no word for a rule"):
        kd.Game.new("quick 2p")


@pytest.mark.parametrize("thing", [None, 2, {"players": 2}])
def test_what_is_no_rules_and_no_record_is_refused_in_a_sentence(thing: object) -> None:
    with pytest.raises(TypeError, match=r"rules are a kingdomino.Rules or a text such as"):
        kd.Game.new(thing)
    with pytest.raises(TypeError, match=r"rules are a kingdomino.Rules or a text such as"):
        kd.Match.new(thing)
    with pytest.raises(TypeError, match=r"a record is a kingdomino.Record or its text, not"):
        kd.Game.from_record(thing)


def test_a_game_goes_on_from_a_record_as_from_its_text() -> None:
    game = strategies.play(kd.Game.new(TWO, seed=1), 9, random.Random(1))
    record = game.record(reveal=True)
    for told in (record, str(record)):
        again = kd.Game.from_record(told)
        assert (again, again.history, again.pile) == (game, game.history, game.pile)


def test_the_state_that_is_handed_out_is_a_copy() -> None:
    game = kd.Game.new(TWO, seed=1)
    view, before = game.view(0), str(game)
    for position in (game, view, game.positions()[0]):
        state = position.state
        state[8] = 3
        assert str(position) == before
        assert not position.over
        assert np.array_equal(position.state, game.state)


def test_a_game_remembers_whose_every_action_was() -> None:
    game = strategies.play(kd.Game.new(kd.Rules(players=3), seed=1), 30, random.Random(1))
    acting = [position.acting_seat for position in game.positions()[:-1]]
    assert [move.seat for move in game.history] == acting
    assert game.view(0).history == game.history
