"""Middle Kingdom, Harmony, Dynasty, Mighty Duel."""

import itertools
import random

import pytest

import kingdomino as kd
from tests.rulebook.table import SETUPS, Cell, drawn, finished, turns

FULL = "l l l l l / l l l l l / l l C l l / l l l l l / l l l l l"
FULL_OFF_CENTRE = "l l l l l / l l l l l / l C l l l / l l l l l / l l l l l"


def earns_middle_kingdom(kingdom: kd.Kingdom) -> bool:
    """Whether the bonus is earned: ten points and not a point more or less."""
    bonus = kingdom.score(middle_kingdom=True).total - kingdom.score().total
    assert bonus in (0, 10)
    return bonus == 10


def match_played(rules: kd.Rules, seed: int) -> kd.Match:
    """A match played to its end at random."""
    match, chance = kd.Match.new(rules, seed=seed), random.Random(seed)
    while not match.over:
        match.play(chance.choice(match.game.legal_actions()))
    return match


# Combine at will.


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_variants_combine_at_will(setup: kd.Rules) -> None:
    for middle_kingdom, harmony, dynasty in itertools.product([False, True], repeat=3):
        rules = kd.Rules(
            players=setup.players,
            edition=setup.edition,
            mighty_duel=setup.mighty_duel,
            middle_kingdom=middle_kingdom,
            harmony=harmony,
            dynasty=dynasty,
        )
        chosen = rules.middle_kingdom, rules.harmony, rules.dynasty
        assert chosen == (middle_kingdom, harmony, dynasty)
        assert (rules.grid, rules.deck_size) == (setup.grid, setup.deck_size)


def test_no_variant_is_played_unless_it_is_asked_for() -> None:
    rules = kd.Rules(players=2)
    assert not any([rules.middle_kingdom, rules.harmony, rules.dynasty, rules.mighty_duel])
    assert kd.Kingdom.from_text(FULL).score().bonuses == {}


# Middle Kingdom.


def test_a_castle_at_the_centre_earns_ten_points() -> None:
    score = kd.Kingdom.from_text(FULL).score(middle_kingdom=True)
    assert score.total == 10
    assert score.bonuses == {"middle_kingdom": 10}


def test_a_castle_off_the_centre_earns_nothing() -> None:
    score = kd.Kingdom.from_text(FULL_OFF_CENTRE).score(middle_kingdom=True)
    assert score.total == 0
    assert score.bonuses == {}


def test_a_kingdom_with_gaps_earns_the_bonus_too() -> None:
    with_gaps = "w . l l l / w w . l l / s s C l l / s . . l l / s s m . m"
    assert earns_middle_kingdom(kd.Kingdom.from_text(with_gaps))


def test_a_narrow_kingdom_earns_it_inside_the_full_size_frame_around_the_castle() -> None:
    assert earns_middle_kingdom(kd.Kingdom.from_text("C w w"))
    assert earns_middle_kingdom(kd.Kingdom.from_text("f f / C f / w w"))
    assert not earns_middle_kingdom(kd.Kingdom.from_text("C w w w / w . . ."))


@pytest.mark.parametrize(("grid", "reach"), [(5, 2), (7, 3)])
@pytest.mark.parametrize("direction", [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_no_square_may_lie_more_than_two_away_or_three_in_the_duel(
    direction: Cell, grid: int, reach: int
) -> None:
    x, y = direction
    arm = {(step * x, step * y): "f" for step in range(1, reach + 1)}
    assert earns_middle_kingdom(drawn(arm, grid))
    arm[(reach + 1) * x, (reach + 1) * y] = "f"
    assert not earns_middle_kingdom(drawn(arm, grid))


def test_away_is_counted_in_either_direction_and_not_as_a_walk() -> None:
    assert earns_middle_kingdom(kd.Kingdom.from_text(". . w / . f w / C f ."))


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_both_editions_give_the_middle_kingdom_bonus(setup: kd.Rules) -> None:
    rules = kd.Rules(
        players=setup.players,
        edition=setup.edition,
        mighty_duel=setup.mighty_duel,
        middle_kingdom=True,
    )
    reach, earned = rules.grid // 2, 0
    for seed in range(40):
        game = finished(rules, seed)
        for kingdom, score in zip(game.kingdoms, game.scores(), strict=True):
            central = all(abs(x) <= reach and abs(y) <= reach for x, y in kingdom.cells)
            assert score.bonuses == ({"middle_kingdom": 10} if central else {})
            assert score.total == kingdom.score().total + 10 * central
            earned += central
    assert earned > 0


# Harmony.


def test_a_complete_kingdom_earns_five_points() -> None:
    score = kd.Kingdom.from_text(FULL_OFF_CENTRE).score(harmony=True)
    assert score.total == 5
    assert score.bonuses == {"harmony": 5}


def test_a_domino_thrown_away_loses_the_harmony() -> None:
    kingdom = kd.Kingdom.from_text(FULL_OFF_CENTRE)
    kingdom.discard(13)
    score = kingdom.score(harmony=True)
    assert score.total == 0
    assert score.bonuses == {}


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_harmony_looks_only_at_ones_own_dominoes_thrown_away(setup: kd.Rules) -> None:
    rules = kd.Rules(
        players=setup.players, edition=setup.edition, mighty_duel=setup.mighty_duel, harmony=True
    )
    earned, lost = 0, 0
    for seed in range(8):
        game = kd.Game.new(rules, seed=seed)
        for action in turns(game, seed):
            if not isinstance(action, kd.Claim):
                discards = game.kingdoms[game.seat].discards
                assert game.scores()[game.seat].bonuses == ({} if discards else {"harmony": 5})
                earned += discards == 0
                lost += discards > 0
    assert min(earned, lost) > 0


def test_the_unclaimed_fourth_domino_is_nobodys() -> None:
    game = kd.Game.new(kd.Rules(players=3, edition="revised", harmony=True), seed=1)
    while game.round < 3:
        game.play(game.legal_actions()[0])
    assert [kingdom.discards for kingdom in game.kingdoms] == [0, 0, 0]
    assert all(score.bonuses == {"harmony": 5} for score in game.scores())


# Bonus points count before ties are broken.


def test_both_bonuses_add_up() -> None:
    score = kd.Kingdom.from_text(FULL).score(middle_kingdom=True, harmony=True)
    assert score.total == 15
    assert score.bonuses == {"middle_kingdom": 10, "harmony": 5}


def test_bonus_points_may_win_a_game() -> None:
    central = kd.Kingdom.from_text("w1 w C w w1").score(middle_kingdom=True)
    rich = kd.Kingdom.from_text("C w1 w1 w w").score(middle_kingdom=True)
    assert (central.total, rich.total) == (4 + 10, 8)
    assert kd.winners([central, rich]) == [0]


def test_bonus_points_count_in_the_total_before_ties_are_broken() -> None:
    central = kd.Kingdom.from_text("w w C f f").score(middle_kingdom=True)
    long = kd.Kingdom.from_text("C m2 m3 . . / . s s s s").score(middle_kingdom=True)
    assert central.total == long.total == 10
    assert (central.largest, long.largest) == (2, 4)
    assert kd.winners([central, long]) == [1]
    assert kd.winners([kd.Kingdom.from_text("w w C f f").score(), long]) == [1]


def test_bonus_points_belong_to_no_territory() -> None:
    kingdom = kd.Kingdom()
    kingdom.place(kd.Place(1, (1, 0), (2, 0)))
    score = kingdom.score(middle_kingdom=True, harmony=True)
    assert (score.total, score.largest, score.crowns) == (15, 2, 0)
    assert sum(territory.points for territory in score.territories) == 0


# Dynasty.


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_a_dynasty_is_three_games_in_a_row(setup: kd.Rules) -> None:
    rules = kd.Rules(
        players=setup.players, edition=setup.edition, mighty_duel=setup.mighty_duel, dynasty=True
    )
    match = match_played(rules, seed=1)
    assert len(match.games) == 3
    assert all(game.over for game in match.games)
    assert len({str(game.history) for game in match.games}) == 3


def test_most_points_over_the_three_games_win() -> None:
    rules = kd.Rules(players=4, dynasty=True, middle_kingdom=True, harmony=True)
    for seed in range(10):
        match = match_played(rules, seed)
        totals = [
            sum(game.scores()[seat].total for game in match.games) for seat in range(rules.players)
        ]
        assert list(match.totals()) == totals
        assert list(match.winners()) == [
            seat for seat, total in enumerate(totals) if total == max(totals)
        ]


def test_a_tie_over_the_three_games_shares_the_victory() -> None:
    rules = kd.Rules(players=2, dynasty=True)
    for seed in range(600):
        match = match_played(rules, seed)
        first, second = match.totals()
        if first == second:
            assert list(match.winners()) == [0, 1]
            return
    pytest.fail("no match was tied")


def test_the_next_game_of_a_dynasty_begins_when_the_last_is_over() -> None:
    match = kd.Match.new(kd.Rules(players=2, dynasty=True), seed=2)
    first = match.game
    for _ in range(2 * first.rules.deck_size):
        assert not match.over
        match.play(match.game.legal_actions()[0])
    assert match.games[0].over
    assert not match.over
    assert (match.game.round, match.game.phase) == (0, "claim")


def test_without_dynasty_a_match_is_one_game() -> None:
    match = match_played(kd.Rules(players=2), seed=3)
    assert len(match.games) == 1
    assert list(match.totals()) == [score.total for score in match.games[0].scores()]


def test_a_single_game_still_breaks_its_ties_in_a_match() -> None:
    match = match_played(kd.Rules(players=3), seed=4)
    assert list(match.winners()) == list(match.games[0].winners())


# Mighty Duel.


def test_the_mighty_duel_is_all_48_dominoes_on_seven_by_seven_in_twelve_rounds() -> None:
    rules = kd.Rules(players=2, mighty_duel=True)
    assert (rules.deck_size, rules.grid, rules.rounds) == (48, 7, 12)
    assert (rules.kings_each, rules.line_length) == (2, 4)
    game = finished(rules)
    assert game.unseen == frozenset()
    assert [len(kingdom.cells) // 2 + kingdom.discards for kingdom in game.kingdoms] == [24, 24]


def test_a_duel_kingdom_is_seven_wide() -> None:
    row = kd.Kingdom.from_text("w w C w w", grid=7)
    assert kd.Place(1, (3, 0), (4, 0)) in row.placements(1)
    assert kd.Place(1, (3, 0), (4, 0)) not in kd.Kingdom.from_text("w w C w w").placements(1)
