"""The champion's tree: replies, whose good they are for, and futures that are not lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

import kingdomino as kd
from kingdomino.players import search
from kingdomino.players.draft import NO_CLAIM
from kingdomino.players.judgement import new_bench
from kingdomino.players.shipped import shipped_network
from kingdomino.players.tree import (
    BREADTH,
    MOST_REPLIES,
    PRIOR_FUTURES,
    RIPE,
    SECOND_THOUGHT,
    Branch,
    Tree,
    rounds_ahead,
)
from kingdomino.rules import kernel
from tests.players.table import random_position

if TYPE_CHECKING:
    from kingdomino.rules.compiled import Words

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


def mean_from(tree: Tree, position: Words, futures: int) -> list[float]:
    """What a position, its outlook and its futures, comes to for each seat."""
    worth = np.zeros(4)
    outlook = position.copy()
    search.follow_future(outlook, 0, 0, tree.layers, tree.bench)
    search.weigh_future(outlook, tree.layers, tree.bench, worth)
    worth *= PRIOR_FUTURES
    for number in range(futures):
        rounds = rounds_ahead(number)
        search.try_position(position, tree.seed, number, 1, rounds, tree.layers, tree.bench, worth)
    mean: list[float] = (worth / (futures + PRIOR_FUTURES)).tolist()
    return mean


def best_end(tree: Tree, state: Words) -> Words:
    """The end of the round when every king makes the reply with the best outlook."""
    while state[kernel.PHASE] in (kernel.PLACE, kernel.CLAIM_PHASE):
        seat = kernel.acting_seat(state)
        replies = tree.list_branches(state, search.THOUGHT, MOST_REPLIES)
        outlooks = []
        for reply in replies:
            tree.foresee(reply)
            outlooks.append(reply.standing[seat])
        state = replies[int(np.argmax(outlooks))].state
    return state


@pytest.mark.parametrize("text", ["classic 2p middle harmony", "classic 4p"])
def test_a_branch_that_was_hardly_tried_is_worth_its_futures_after_what_learned_replies(
    text: str,
) -> None:
    tree, branches = plant(text, actions=9)
    for branch in branches:
        grow(tree, branch, SECOND_THOUGHT - 1)
        assert not branch.likely
        mean = mean_from(tree, branch.state, SECOND_THOUGHT - 1)
        assert branch.standing.tolist() == pytest.approx(mean, abs=1e-5)


@pytest.mark.parametrize("text", ["classic 2p middle harmony", "classic 4p", "duel 2p"])
def test_on_second_thought_a_branch_is_worth_its_futures_after_the_best_replies(text: str) -> None:
    changed = 0
    for seed in range(3):
        tree, branches = plant(text, actions=12, seed=seed)
        for branch in branches:
            before = branch.end.copy()
            grow(tree, branch, RIPE - 1)
            assert not branch.replies
            assert branch.end.tolist() == best_end(tree, branch.state).tolist()
            mean = mean_from(tree, branch.end, RIPE - 1)
            assert branch.standing.tolist() == pytest.approx(mean, abs=1e-5)
            changed += branch.end.tolist() != before.tolist()
    assert changed


def test_without_a_budget_there_is_no_second_thought() -> None:
    tree, branches = plant("classic 2p middle harmony", actions=12)
    tree.is_spent = lambda futures: futures >= SECOND_THOUGHT
    for branch in branches:
        before = branch.end.copy()
        tree.futures = 0
        grow(tree, branch, SECOND_THOUGHT)
        assert tree.futures == SECOND_THOUGHT
        assert not branch.likely
        assert branch.end.tolist() == before.tolist()


def test_futures_that_are_tried_anew_count_for_the_budget() -> None:
    tree, branches = plant("classic 2p middle harmony", actions=12)
    for branch in branches:
        before, tree.futures = branch.end.copy(), 0
        grow(tree, branch, SECOND_THOUGHT)
        assert branch.futures == SECOND_THOUGHT
        anew = branch.end.tolist() != before.tolist()
        assert tree.futures == SECOND_THOUGHT * (2 if anew else 1)


@pytest.mark.parametrize("text", ["classic 2p middle harmony", "classic 4p", "revised 3p"])
def test_a_ripe_branch_is_worth_the_mean_of_all_futures_after_its_replies(text: str) -> None:
    thought_over = 0
    first_turn = 3 * kd.Rules.from_text(text).kings
    for seed in range(3):
        tree, branches = plant(text, actions=first_turn, seed=seed)
        branch = grow(tree, branches[0], RIPE + 240)
        assert len(branch.replies) > 1
        assert sum(reply.futures for reply in branch.replies) == branch.futures == RIPE + 240
        summed = sum(reply.summed for reply in branch.replies)
        mean = (summed + PRIOR_FUTURES * branch.prior) / (branch.futures + PRIOR_FUTURES)
        assert branch.standing.tolist() == pytest.approx(mean.tolist())
        thought_over += sum(bool(reply.likely) for reply in branch.replies[1:])
    assert thought_over


@pytest.mark.parametrize("text", ["classic 2p middle harmony", "classic 4p", "duel 2p"])
def test_what_was_tried_before_is_kept_for_the_reply_with_the_best_outlook(text: str) -> None:
    tree, branches = plant(text, actions=9)
    for branch in branches:
        if not branch.is_open:
            continue
        grow(tree, branch, RIPE)
        seat = kernel.acting_seat(branch.state)
        likely = tree.list_branches(branch.state, search.THOUGHT, MOST_REPLIES)
        for reply in likely:
            tree.foresee(reply)
        best = max(likely, key=lambda reply: float(reply.standing[seat]))
        kept = [reply for reply in branch.replies if reply.futures]
        assert [(reply.first, reply.claim) for reply in kept] == [(best.first, best.claim)]
        assert kept[0].futures == branch.futures == RIPE
        assert kept[0].standing.tolist() == branch.standing.tolist()


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
