"""A round: turn order, placing, claiming, and the end."""

import pytest

import kingdomino as kd
from tests.rulebook.table import SETUPS, finished, opened, turns

THREE_REVISED = kd.Rules(players=3, edition="revised")


@pytest.mark.parametrize("rules", SETUPS, ids=str)
def test_the_king_on_the_lowest_domino_moves_first(rules: kd.Rules) -> None:
    game = kd.Game.new(rules, seed=1)
    for _ in turns(game):
        if game.phase == "place":
            assert game.domino == min(slot.domino for slot in game.line)
            assert game.line[0] == (game.domino, game.seat)


@pytest.mark.parametrize("rules", SETUPS, ids=str)
def test_turns_follow_the_kings_along_the_line(rules: kd.Rules) -> None:
    game = opened(rules)
    for _ in range(rules.rounds):
        kings = [slot.seat for slot in game.line]
        assert len(kings) == rules.kings
        moved = []
        for _ in kings:
            assert game.phase == "place"
            moved.append(game.seat)
            game.play(game.legal_actions()[0])
            if game.next_line:
                assert (game.phase, game.seat) == ("claim", moved[-1])
                game.play(game.legal_actions()[-1])
        assert moved == kings
    assert game.over


def test_a_king_first_places_its_domino_and_then_claims_another() -> None:
    game = opened(kd.Rules(players=4))
    seat, domino = game.seat, game.domino
    assert domino is not None
    with pytest.raises(kd.IllegalAction):
        game.play(kd.Claim(game.next_line[0].domino))
    game.play(kd.Place(domino, (1, 0), (2, 0)))
    assert len(game.kingdoms[seat].cells) == 2
    assert (game.phase, game.seat, game.domino) == ("claim", seat, None)
    assert domino not in [slot.domino for slot in game.line]
    game.play(kd.Claim(game.next_line[2].domino))
    assert game.next_line[2].seat == seat
    assert game.phase == "place"


def test_a_king_places_the_domino_it_stands_on_and_no_other() -> None:
    game = opened(kd.Rules(players=4))
    for slot in game.line[1:] + game.next_line:
        with pytest.raises(kd.IllegalAction):
            game.play(kd.Place(slot.domino, (1, 0), (2, 0)))
    with pytest.raises(kd.IllegalAction):
        game.play(kd.Discard(game.line[1].domino))


def test_a_domino_lands_in_its_owners_kingdom_only() -> None:
    game = opened(kd.Rules(players=4))
    owner = game.seat
    game.play(game.legal_actions()[0])
    assert [len(kingdom.cells) for kingdom in game.kingdoms] == [
        2 if seat == owner else 0 for seat in range(4)
    ]


@pytest.mark.parametrize("rules", SETUPS, ids=str)
def test_a_king_claims_a_free_domino_of_the_next_line(rules: kd.Rules) -> None:
    game = opened(rules)
    for _ in turns(game):
        if game.phase == "claim":
            free = {slot.domino for slot in game.next_line if slot.seat is None}
            assert set(game.legal_actions()) == {kd.Claim(domino) for domino in free}


def test_a_claimed_domino_and_one_of_the_current_line_cannot_be_claimed() -> None:
    game = opened(kd.Rules(players=4))
    game.play(game.legal_actions()[0])
    game.play(game.legal_actions()[0])
    game.play(game.legal_actions()[0])
    taken = [slot.domino for slot in game.next_line if slot.seat is not None]
    assert len(taken) == 1
    for domino in taken + [slot.domino for slot in game.line]:
        with pytest.raises(kd.IllegalAction):
            game.play(kd.Claim(domino))


@pytest.mark.parametrize("rules", [rules for rules in SETUPS if rules.players == 2], ids=str)
def test_with_two_players_each_moves_twice_a_round(rules: kd.Rules) -> None:
    game = kd.Game.new(rules, seed=2)
    placed: dict[int, list[int]] = {}
    for action in turns(game):
        if isinstance(action, kd.Place | kd.Discard):
            placed.setdefault(game.round, []).append(game.seat)
    assert len(placed) == rules.rounds
    assert all(sorted(seats) == [0, 0, 1, 1] for seats in placed.values())


@pytest.mark.parametrize("rules", SETUPS, ids=str)
def test_when_every_king_has_moved_the_next_line_becomes_the_current_one(rules: kd.Rules) -> None:
    game = opened(rules)
    for number in range(1, rules.rounds):
        assert game.round == number
        undrawn = len(game.pile)
        while game.round == number:
            claimed = game.next_line
            action = game.legal_actions()[0]
            if isinstance(action, kd.Claim):
                claimed = tuple(
                    (slot.domino, game.seat if slot.domino == action.domino else slot.seat)
                    for slot in claimed
                )
            game.play(action)
        assert game.line == tuple(slot for slot in claimed if slot[1] is not None)
        drawn = rules.line_length if number + 1 < rules.rounds else 0
        assert len(game.next_line) == drawn
        assert len(game.pile) == undrawn - drawn


def test_a_new_line_comes_from_the_top_of_the_pile() -> None:
    game = kd.Game.new(kd.Rules(players=3), seed=3)
    second, third = sorted(game.pile[:3]), sorted(game.pile[3:6])
    while game.round < 1:
        game.play(game.legal_actions()[0])
    assert [slot.domino for slot in game.next_line] == second
    while game.round < 2:
        game.play(game.legal_actions()[0])
    assert [slot.domino for slot in game.next_line] == third


@pytest.mark.parametrize("rules", SETUPS, ids=str)
def test_the_last_round_is_placing_only(rules: kd.Rules) -> None:
    game = kd.Game.new(rules, seed=4)
    last_round = []
    for action in turns(game):
        if game.round == rules.rounds:
            last_round.append(action)
            assert game.next_line == ()
            assert game.pile == ()
    assert len(last_round) == rules.kings
    assert all(isinstance(action, kd.Place | kd.Discard) for action in last_round)


@pytest.mark.parametrize("rules", SETUPS, ids=str)
def test_after_the_last_round_the_game_is_over(rules: kd.Rules) -> None:
    game = finished(rules)
    assert game.over
    assert (game.phase, game.seat, game.domino) == ("over", None, None)
    assert (game.line, game.next_line) == ((), ())
    assert list(game.legal_actions()) == []
    with pytest.raises(kd.IllegalAction):
        game.play(kd.Claim(1))


@pytest.mark.parametrize("rules", SETUPS, ids=str)
def test_every_player_gets_the_same_number_of_dominoes(rules: kd.Rules) -> None:
    game = finished(rules)
    each = rules.rounds * rules.kings_each
    assert [len(kingdom.cells) // 2 + kingdom.discards for kingdom in game.kingdoms] == (
        [each] * rules.players
    )


def test_the_fourth_domino_of_a_revised_three_player_line_is_thrown_away() -> None:
    game = kd.Game.new(THREE_REVISED, seed=5)
    first_line = [slot.domino for slot in game.line]
    assert len(first_line) == 4
    for domino in first_line[1:]:
        game.play(kd.Claim(domino))
    assert game.round == 1
    assert [slot.domino for slot in game.line] == first_line[1:]
    assert first_line[0] not in game.unseen


def test_a_domino_thrown_away_from_the_line_never_comes_back_and_is_nobodys() -> None:
    game = kd.Game.new(THREE_REVISED, seed=6)
    shown, played = {slot.domino for slot in game.line}, []
    for action in turns(game):
        shown |= {slot.domino for slot in game.line + game.next_line}
        if not isinstance(action, kd.Claim):
            played.append(action.domino)
    assert len(shown) == 48
    assert len(played) == len(set(played)) == 36
    discards = sum(isinstance(action, kd.Discard) for _, action in game.history)
    assert sum(kingdom.discards for kingdom in game.kingdoms) == discards


def test_an_illegal_action_changes_nothing() -> None:
    game = opened(kd.Rules(players=2))
    before = game.line, game.next_line, game.seat, game.phase, game.history, game.pile
    with pytest.raises(kd.IllegalAction) as refusal:
        game.play(kd.Place(game.domino, (4, 4), (5, 4)))
    assert len(str(refusal.value).split()) > 3
    after = game.line, game.next_line, game.seat, game.phase, game.history, game.pile
    assert after == before
    assert all(kingdom.cells == {} for kingdom in game.kingdoms)
