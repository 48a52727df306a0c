"""The order of the pile is the one secret: permute it, and nothing that is sent changes."""

import itertools
import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import kingdomino as kd
from kingdomino.game import deal as deals
from kingdomino.server import live_table, store, tables
from tests.conftest import as_many_as
from tests.server.in_process import Ear, Inside

RULES = ["classic 2p", "classic 4p harmony middle", "revised 3p", "classic 2p dynasty"]


def permuting(kept: int, seed: int) -> object:
    """``Deal.shuffle``, but with another order of what has not been drawn yet."""
    original = deals.Deal.shuffle

    def shuffle(deal: kd.Deal, rules: kd.Rules) -> tuple[tuple[int, ...], tuple[int, ...]]:
        pile, opening = original(deal, rules)
        drawn, left = pile[:kept], list(pile[kept:])
        left += [number for number in range(1, 49) if number not in pile]
        random.Random(seed).shuffle(left)
        return (*drawn, *left[: rules.deck_size - kept]), opening

    return shuffle


def everything_sent(folder: Path, rules: str, actions: int, monkeypatch: pytest.MonkeyPatch) -> str:
    """All bytes that leave the server for a table with a bot, up to so many actions."""
    codes = (f"{number:016d}" for number in itertools.count())
    times = itertools.count(1_000_000)
    with monkeypatch.context() as patch:
        patch.setattr(tables, "make_code", lambda length: next(codes))
        patch.setattr(store, "now_ms", lambda: next(times))
        patch.setattr("secrets.token_bytes", lambda count: bytes(count))
        folder.mkdir()
        inside = Inside(folder / "games.db")
        people = ["ann", *["bob", "cleo"][: kd.Rules.from_text(rules).players - 2], "bot"]
        table = inside.create(rules, people)
        ears = [Ear(inside, table, who) for who in (*people[:-1], "eve", None)]
        inside.take_part(table, *people[:-1])
        chance = random.Random(3)
        live = inside.table(table)
        while len(live.table.game.history) < actions:
            acting = live.table.acting
            assert acting is not None
            legal = [str(action) for action in live.table.games[-1].legal_actions()]
            who = people[acting]
            answers = live.table.answer
            sent = inside.do(table, who, type="act", action=chance.choice(legal), answers=answers)
            assert isinstance(sent, dict)
            inside.settle()
        game = live.table.games[-1]
        heard = [text for ear in ears for text in ear.listen() if '"presence"' not in text[:30]]
        heard.append(json.dumps(inside.do(table, "ann", type="fit", domino=48)))
        heard += inside.oracle.shown
        heard += _exports(game)
        inside.close()
    return "\n".join(heard)


def _exports(game: kd.Game) -> Iterator[str]:
    from kingdomino.server.api import _replay
    from kingdomino.server.listeners import write
    from kingdomino.server.pictures import draw, portray

    yield str(game.record())
    yield write(_replay(game))
    yield draw(portray(game))


@pytest.mark.parametrize("rules", RULES)
def test_every_byte_is_the_same_when_the_undrawn_pile_is_permuted(
    rules: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    actions = 15
    usual = everything_sent(tmp_path / "usual", rules, actions, monkeypatch)
    parsed = kd.Rules.from_text(rules)
    events = [line for line in usual.splitlines() if line.startswith('{"type":"event"')]
    last = json.loads(events[-1])
    rounds = last["table"]["game"]["round"] + 1
    for seed in range(as_many_as(3, 1)):
        changed = permuting(rounds * parsed.line_length, seed)
        monkeypatch.setattr(deals.Deal, "shuffle", changed)
        assert everything_sent(tmp_path / f"{seed}", rules, actions, monkeypatch) == usual
        monkeypatch.undo()


def test_the_seed_leaves_the_server_only_after_the_game(tmp_path: Path) -> None:
    inside = Inside(tmp_path / "games.db")
    table = inside.create("classic 2p", ["ann", "bot"])
    ear = Ear(inside, table, "ann")
    inside.take_part(table, "ann")
    live = inside.table(table)
    secret = live.table.games[0].deal.secret
    while live.table.status == "playing":
        action = str(live.table.games[0].legal_actions()[0])
        assert not any(secret in text for text in ear.listen())
        assert secret not in str(live.table.games[0].record())
        inside.do(table, "ann", type="act", action=action, answers=live.table.answer)
        inside.settle()
    assert secret in ear.listen()[-1]
    assert secret in str(live.table.games[0].record())
    inside.close()


def test_the_house_module_is_what_the_tests_patch() -> None:
    assert live_table.store is store
