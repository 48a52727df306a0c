"""The champion's tree: replies, whose good they are for, and futures that are not lost."""

from __future__ import annotations

import numpy as np
import pytest

import kingdomino as kd
from kingdomino.players import search
from kingdomino.players.draft import NO_CLAIM, think_turn
from kingdomino.players.judgement import new_bench
from kingdomino.players.shipped import shipped_network
from kingdomino.players.tree import BREADTH, PRIOR_FUTURES, RIPE, Branch, Tree, rounds_ahead
from kingdomino.rules import kernel
from tests.players.table import random_position

pytestmark = pytest.mark.compiled_only


def plant(text: str, actions: int, seed: int = 1) -> tuple[Tree, list[Branch]]:
    """A tree and its branches from some position."""
    rules = kd.Rules.from_text(text)
    state = random_position(rules, actions, seed).state
    tree = Tree(seed, shipped_network(rules), new_bench())
    branches = tree.list_branches(state, BREADTH, most=6)
    for branch in branches:
        tree.foresee(branch)
    return tree, branches


def grow(tree: Tree, branch: Branch, futures: int) -> Branch:
    """Try a branch in so many futures, one at a time."""
    for _ in range(futures):
        tree.try_branch(branch, 1)
    return branch


def test_a_candidate_that_is_tried_often_is_followed_further() -> None:
    assert [rounds_ahead(futures) for futures in (0, 15, 16, 63, 64, 255, 256)] == [
        1,
        1,
        2,
        2,
        3,
        3,
        4,
    ]


def test_replies_are_followed_as_far_as_what_they_reply_to(monkeypatch: pytest.MonkeyPatch) -> None:
    tree, branches = plant("classic 4p", actions=9)
    branch = grow(tree, branches[0], RIPE)
    followed: list[int] = []
    monkeypatch.setattr(search, "try_position", lambda *args: followed.append(args[4]))
    grow(tree, branch, 20)
    assert len(branch.replies) > 1
    assert set(followed) == {rounds_ahead(RIPE)} != {1}


def test_a_branch_that_was_hardly_tried_is_worth_the_mean_of_its_futures_and_its_outlook() -> None:
    tree, branches = plant("classic 4p", actions=9)
    branch = grow(tree, branches[0], RIPE - 1)
    assert not branch.replies
    worth = np.zeros(4)
    for number in range(RIPE - 1):
        rounds = rounds_ahead(number)
        search.try_position(
            branch.state, tree.seed, number, 1, rounds, tree.layers, tree.bench, worth
        )
    mean = (worth + PRIOR_FUTURES * branch.prior) / (RIPE - 1 + PRIOR_FUTURES)
    assert branch.standing.tolist() == pytest.approx(mean.tolist(), abs=1e-5)


@pytest.mark.parametrize("text", ["classic 2p middle harmony", "classic 4p", "revised 3p"])
def test_a_ripe_branch_is_worth_the_mean_of_all_futures_after_its_replies(text: str) -> None:
    tree, branches = plant(text, actions=9)
    branch = grow(tree, branches[0], RIPE + 40)
    assert len(branch.replies) > 1
    assert sum(reply.futures for reply in branch.replies) == branch.futures == RIPE + 40
    summed = sum(reply.summed for reply in branch.replies)
    mean = (summed + PRIOR_FUTURES * branch.prior) / (branch.futures + PRIOR_FUTURES)
    assert branch.standing.tolist() == pytest.approx(mean.tolist())


@pytest.mark.parametrize("text", ["classic 2p middle harmony", "classic 4p", "duel 2p"])
def test_what_was_tried_before_is_kept_for_the_reply_that_learned_makes(text: str) -> None:
    tree, branches = plant(text, actions=9)
    for branch in branches:
        if not branch.is_open:
            continue
        grow(tree, branch, RIPE)
        expected = think_turn(branch.state, tree.layers, tree.bench, search.THOUGHT)
        kept = [reply for reply in branch.replies if reply.futures]
        assert [(reply.first, reply.claim) for reply in kept] == [expected]
        assert kept[0].futures == branch.futures == RIPE


def test_the_tree_ends_where_a_line_has_to_be_drawn() -> None:
    tree, branches = plant("classic 2p", actions=12)  # the first turn of four
    deepest = 0
    waiting = [(grow(tree, branch, 8 * RIPE), 1) for branch in branches[:2]]
    while waiting:
        branch, depth = waiting.pop()
        deepest = max(deepest, depth)
        if branch.state[kernel.PHASE] == kernel.DRAW:
            assert not branch.replies
        waiting += [(reply, depth + 1) for reply in branch.replies]
    assert deepest > 2


def test_a_reply_leads_from_the_position_after_its_branch() -> None:
    tree, branches = plant("classic 3p", actions=8)
    branch = grow(tree, branches[0], RIPE)
    for reply in branch.replies:
        after = branch.state.copy()
        kernel.apply(after, reply.first)
        if reply.claim != NO_CLAIM:
            kernel.apply(after, reply.claim)
        assert after.tolist() == reply.state.tolist()


def test_a_reply_that_is_bad_for_who_makes_it_is_soon_left_alone() -> None:
    tree, branches = plant("classic 2p middle harmony", actions=13)
    branch = grow(tree, branches[0], RIPE + 300)
    seat = kernel.acting_seat(branch.state)
    ordered = sorted(branch.replies, key=lambda reply: -float(reply.standing[seat]))
    assert ordered[0].futures > 3 * ordered[-1].futures
