"""Rules as numbers and as text."""

import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kingdomino.rules.ruleset import Rules, RulesError
from tests import strategies
from tests.strategies import ALL_RULES


@pytest.mark.parametrize("players", [-1, 0, 1, 5, 6])
def test_kingdomino_is_for_two_to_four_players(players: int) -> None:
    with pytest.raises(RulesError, match=f"for 2, 3 or 4 players, not {players}"):
        Rules(players=players)


@pytest.mark.parametrize("players", [True, 2.0, "2", None])
def test_the_number_of_players_is_a_whole_number(players: object) -> None:
    with pytest.raises(RulesError, match="the number of players is 2, 3 or 4, not"):
        Rules(players=players)


def test_there_are_two_editions() -> None:
    with pytest.raises(RulesError, match='the edition is "classic" or "revised", not \'new\''):
        Rules(edition="new")


@pytest.mark.parametrize("edition", ["classic", "revised"])
@pytest.mark.parametrize("players", [3, 4])
def test_mighty_duel_is_for_two_players(players: int, edition: str) -> None:
    with pytest.raises(RulesError, match=f"Mighty Duel is for 2 players, not {players}"):
        Rules(players=players, edition=edition, mighty_duel=True)


def test_the_revised_game_for_two_is_always_the_duel() -> None:
    assert Rules(players=2, edition="revised", mighty_duel=True) == Rules(edition="revised")
    assert Rules(edition="revised").duel
    assert Rules(edition="revised").grid == 7


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_the_dominoes_each_player_receives_fill_the_grid_with_the_castle(rules: Rules) -> None:
    assert 2 * rules.dominoes_each + 1 == rules.grid**2
    assert rules.dominoes_each * rules.players == rules.rounds * rules.kings
    assert rules.kings == rules.players * rules.kings_each


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_one_king_is_drawn_only_in_the_revised_game_for_two(rules: Rules) -> None:
    assert rules.duel_opening == ((rules.edition, rules.players) == ("revised", 2))


def test_all_rules_are_different_and_so_are_their_texts() -> None:
    assert len(ALL_RULES) == len(set(ALL_RULES)) == len(set(map(str, ALL_RULES))) == 56


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_rules_survive_the_way_through_text(rules: Rules) -> None:
    assert Rules.from_text(str(rules)) == rules


@given(strategies.rules, st.randoms(use_true_random=False))
def test_the_words_come_in_any_order(rules: Rules, chance: Random) -> None:
    words = str(rules).upper().split()
    chance.shuffle(words)
    assert Rules.from_text("  ".join(words)) == rules


def test_the_edition_is_classic_unless_it_is_named() -> None:
    assert str(Rules.from_text("3p middle")) == "classic 3p middle"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "the rules '' do not say how many play: add 2p, 3p or 4p"),
        ("classic", "do not say how many play"),
        ("2p 3p", "name the number of players twice"),
        ("classic 2p revised", "name an edition twice"),
        ("2p duel duel", "name duel twice"),
        ("2p chess", "'chess' is no word for a rule: the words are classic, revised, 2p"),
        ("xp", "'xp' is no word for a rule"),
        ("²p", "'²p' is no word for a rule"),
        ("22p", "'22p' is no word for a rule"),
        ("9p", "for 2, 3 or 4 players, not 9"),
        ("3p duel", "Mighty Duel is for 2 players, not 3"),
    ],
)
def test_a_text_that_is_no_rules_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(RulesError, match=re.escape(reason)):
        Rules.from_text(text)


@given(st.text() | strategies.mutated(st.sampled_from([str(rules) for rules in ALL_RULES])))
def test_any_text_is_rules_or_refused(text: str) -> None:
    try:
        rules = Rules.from_text(text)
    except RulesError:
        return
    assert Rules.from_text(str(rules)) == rules
