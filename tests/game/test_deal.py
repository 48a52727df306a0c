"""The fair deal: what anyone can check with a few lines of their own."""

import hashlib
import itertools
import random
import re
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kingdomino as kd
from kingdomino.game.deal import Deal
from tests import strategies
from tests.rulebook.table import SETUPS
from tests.strategies import ALL_RULES

PILE_OF_2026 = (
    *(5, 9, 24, 46, 28, 42, 44, 21, 12, 3, 29, 47),
    *(25, 30, 41, 23, 16, 32, 48, 1, 10, 20, 34, 19),
)
OPENING_OF_2026 = (0, 1, 1, 0)
COMMITMENT_OF_2026 = "158a323a7ba44870f23d96f1516dd70aa48e9a72db4ebb026b0a89e212a208ab"

contributions = st.lists(st.text("0123456789abcdef", min_size=1, max_size=128), max_size=4).map(
    tuple
)


def digits(secret: str, contributions: tuple[str, ...]) -> Iterator[int]:
    """The deal's bytes, straight from the documentation."""
    for block in itertools.count():
        text = "\n".join(["kingdomino deal 1", secret, *contributions, str(block)])
        yield from hashlib.sha256(text.encode()).digest()


def number_below(count: int, source: Iterator[int]) -> int:
    for byte in source:
        if byte < 256 // count * count:
            return byte % count
    raise AssertionError


def shuffled(items: list[int], source: Iterator[int]) -> list[int]:
    for place in reversed(range(1, len(items))):
        other = number_below(place + 1, source)
        items[place], items[other] = items[other], items[place]
    return items


def deal_by_hand(
    secret: str, contributions: tuple[str, ...], rules: kd.Rules
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    source = digits(secret, contributions)
    pile = shuffled(list(range(1, 49)), source)[: rules.deck_size]
    if (rules.edition, rules.players) == ("revised", 2):
        first = number_below(2, source)
        return tuple(pile), (first, 1 - first, 1 - first, first)
    kings = [0, 0, 1, 1] if rules.players == 2 else list(range(rules.players))
    return tuple(pile), tuple(shuffled(kings, source))


@given(strategies.seeds, contributions, strategies.rules)
def test_a_deal_can_be_worked_out_from_its_documentation(
    seed: int | bytes, contributions: tuple[str, ...], rules: kd.Rules
) -> None:
    secret = str(seed) if isinstance(seed, int) else "x" + seed.hex()
    deal = Deal.from_seed(seed, contributions)
    assert deal.secret == secret
    assert deal.shuffle(rules) == deal_by_hand(secret, contributions, rules)


def test_the_deal_of_2026_stays_what_it_is() -> None:
    pile, opening = Deal.from_seed(2026).shuffle(kd.Rules(players=2))
    assert pile == PILE_OF_2026
    assert opening == OPENING_OF_2026


def test_the_commitment_is_the_sha_256_of_the_secret() -> None:
    # As printed by: printf 2026 | sha256sum
    assert Deal.from_seed(2026).commitment == COMMITMENT_OF_2026
    assert Deal("x00ff").commitment == hashlib.sha256(b"x00ff").hexdigest()
    assert Deal("7", ("ab",)).commitment == Deal("7").commitment


@pytest.mark.parametrize("rules", SETUPS, ids=str)
def test_every_contribution_changes_the_deal(rules: kd.Rules) -> None:
    given = [(), ("0",), ("0", "0"), ("a",), ("b",), ("a", "b"), ("b", "a"), ("ab",)]
    deals = {Deal("1", contributions).shuffle(rules) for contributions in given}
    assert len(deals) == len(given)


def test_a_number_and_its_bytes_are_different_seeds() -> None:
    seeds = [7, b"7", b"\x07", b"", 0, b"\x00"]
    assert len({Deal.from_seed(seed) for seed in seeds}) == len(seeds)


def test_without_a_seed_256_bits_are_drawn() -> None:
    secrets = {Deal.from_seed().secret for _ in range(10)}
    assert len(secrets) == 10
    assert all(re.fullmatch("x[0-9a-f]{64}", secret) for secret in secrets)


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_a_deal_is_of_the_dominoes_in_play_and_all_kings(rules: kd.Rules) -> None:
    pile, opening = Deal.from_seed(b"any").shuffle(rules)
    assert len(pile) == len(set(pile)) == rules.deck_size
    assert set(pile) <= set(range(1, 49))
    assert Counter(opening) == dict.fromkeys(range(rules.players), rules.kings_each)


def test_every_domino_is_equally_likely_in_every_place() -> None:
    deals, found = 4800, Counter()
    for seed in range(deals):
        pile, _ = Deal.from_seed(seed).shuffle(kd.Rules(players=4))
        found.update(enumerate(pile))
    surplus = sum((count - 100) ** 2 / 100 for count in found.values()) - 47 * 47
    assert len(found) == 48 * 48
    assert abs(surplus) < 5 * (2 * 47 * 47) ** 0.5


@pytest.mark.parametrize("rules", SETUPS, ids=str)
def test_every_opening_order_is_equally_likely(rules: kd.Rules) -> None:
    kings = [seat for seat in range(rules.players) for _ in range(rules.kings_each)]
    orders = set(itertools.permutations(kings))
    if rules.duel_opening:
        orders = {(0, 1, 1, 0), (1, 0, 0, 1)}
    found = Counter(Deal.from_seed(seed).shuffle(rules)[1] for seed in range(60 * len(orders)))
    assert found.keys() == orders
    assert all(abs(count - 60) < 5 * 60**0.5 for count in found.values())


@pytest.mark.parametrize("secret", ["", "-1", "01", "1.0", "x0", "xAB", "seed", "²", "1\n"])
def test_a_secret_is_a_number_or_hexadecimal_digits(secret: str) -> None:
    with pytest.raises(kd.NotationError, match="is no seed: write a whole number"):
        Deal(secret)


@pytest.mark.parametrize("contribution", ["", "A", "xyz", "0" * 129, " ", "a\n"])
def test_a_contribution_is_hexadecimal_digits(contribution: str) -> None:
    with pytest.raises(kd.NotationError, match="is no contribution: write 1 to 128 digits 0-f"):
        Deal("1", ("00", contribution))


def test_a_seed_is_zero_or_more() -> None:
    with pytest.raises(ValueError, match="a seed is zero or more, not -3"):
        Deal.from_seed(-3)


@pytest.mark.parametrize("seed", [True, 1.5, "7"])
def test_a_seed_is_a_number_or_bytes(seed: object) -> None:
    with pytest.raises(TypeError, match="a seed is a whole number or bytes, not"):
        Deal.from_seed(seed)


def test_dealing_leaves_the_global_random_numbers_alone() -> None:
    before = random.getstate()
    kd.Game.new(kd.Rules(players=4))
    assert random.getstate() == before


def test_a_very_long_number_stands_for_its_bytes() -> None:
    seed = 10**5000
    assert Deal.from_seed(seed).secret == "x" + seed.to_bytes(2077).hex()
    assert Deal.from_seed(2**4096 - 1).secret == str(2**4096 - 1)
