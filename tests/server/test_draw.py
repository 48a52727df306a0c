"""The draw: contributions are committed to before any is shown, and none can be dropped."""

from hashlib import sha256
from pathlib import Path

import pytest

from kingdomino.game.deal import Deal
from kingdomino.server import events, store
from kingdomino.server.draw import commit_to
from kingdomino.server.table import Table
from tests.server.in_process import Ear, Inside
from tests.server.test_house import start

ANN, BOB = 32 * "a", 32 * "b"


@pytest.fixture
def inside(tmp_path: Path):
    inside = Inside(tmp_path / "games.db")
    yield inside
    inside.close()


def commit(inside: Inside, table: str, who: str, contribution: str) -> object:
    done = inside.do(table, who, type="commit", commitment=commit_to(contribution))
    inside.settle()
    return done


def reveal(inside: Inside, table: str, who: str, contribution: str) -> object:
    done = inside.do(table, who, type="reveal", contribution=contribution)
    inside.settle()
    return done


def seal(inside: Inside, **how: object) -> str:
    """A table for two whose draw is sealed."""
    table = inside.create("classic 2p", ["ann", "bob"], **how)
    commit(inside, table, "ann", ANN)
    commit(inside, table, "bob", BOB)
    return table


def test_the_deal_follows_from_the_secret_and_all_contributions(inside: Inside) -> None:
    table = seal(inside)
    reveal(inside, table, "bob", BOB)
    reveal(inside, table, "ann", ANN)
    played = inside.table(table).table
    deal = played.games[0].deal
    assert deal is not None
    assert deal == Deal(deal.secret, (ANN, BOB))
    assert played.promised == [commit_to(ANN), commit_to(BOB)]
    assert sha256(ANN.encode()).hexdigest() == commit_to(ANN)


def test_nobody_sees_a_contribution_before_all_are_in(inside: Inside) -> None:
    table = seal(inside)
    ear = Ear(inside, table, "bob")
    reveal(inside, table, "ann", ANN)
    late = Ear(inside, table, None)
    assert not [text for text in [*ear.listen(), *late.listen()] if ANN in text]
    reveal(inside, table, "bob", BOB)
    assert any(ANN in text for text in ear.listen())
    assert ANN in Ear(inside, table, None).heard[0]
    # What ``revealed`` told is the same afterwards.
    assert [list(event) for event in inside.table(table).log if event["kind"] == "revealed"] == [
        ["number", "at", "kind", "seats"]
    ] * 2


def test_nothing_is_revealed_before_everybody_has_committed(inside: Inside) -> None:
    table = inside.create("classic 2p", ["ann", "bob"])
    commit(inside, table, "ann", ANN)
    assert reveal(inside, table, "ann", ANN) == "closed"
    assert inside.table(table).table.status == "open"


def test_only_what_was_committed_to_can_be_revealed(inside: Inside) -> None:
    table = seal(inside)
    assert reveal(inside, table, "ann", BOB) == "illegal"
    assert commit(inside, table, "ann", BOB) == "taken"
    assert inside.table(table).table.awaited == ["ann", "bob"]


def test_no_contribution_can_be_dropped(inside: Inside) -> None:
    table = inside.create("classic 3p", ["ann", "bob", "open"])
    commit(inside, table, "ann", ANN)
    # With bots on the free seats the game still waits for Bob.
    assert isinstance(inside.do(table, "ann", type="start", fill="page"), dict)
    inside.settle()
    assert inside.do(table, "ann", type="start") == "closed"
    assert not inside.table(table).table.draw.sealed
    commit(inside, table, "bob", BOB)
    reveal(inside, table, "ann", ANN)
    assert inside.do(table, "ann", type="start") == "closed"
    assert inside.table(table).table.status == "open"
    inside.restart()
    reveal(inside, table, "bob", BOB)
    assert inside.table(table).table.settled == [ANN, BOB]


def test_the_host_seals_the_draw_of_a_table_that_does_not_start_by_itself(inside: Inside) -> None:
    table = seal(inside, autostart=False)
    assert not inside.table(table).table.draw.sealed
    assert isinstance(inside.do(table, "ann", type="start"), dict)
    assert inside.table(table).table.draw.sealed
    reveal(inside, table, "ann", ANN)
    reveal(inside, table, "bob", BOB)
    assert inside.table(table).table.status == "playing"


@pytest.mark.parametrize("how", ["leave", "commit"])
def test_whoever_breaks_off_is_seen_and_everything_is_drawn_anew(inside: Inside, how: str) -> None:
    table = seal(inside)
    before = [deal for deal, _ in inside.table(table).table.deals()]
    reveal(inside, table, "bob", BOB)
    if how == "leave":
        inside.do(table, "ann", type="leave")
    else:
        commit(inside, table, "ann", 32 * "c")
    live = inside.table(table)
    assert [event["seats"] for event in live.log if event["kind"] == "redrawn"] == [[0]]
    assert live.table.draw.number == 2
    assert not live.table.draw.sealed
    assert [deal for deal, _ in live.table.deals()] != before
    assert live.table.asks("bob") == "commit"
    assert "secrets" not in str(live.log)
    inside.restart()
    assert inside.table(table).table.draw == live.table.draw


def test_who_has_revealed_cannot_change_it(inside: Inside) -> None:
    table = seal(inside)
    reveal(inside, table, "ann", ANN)
    assert commit(inside, table, "ann", 32 * "c") == "closed"
    number = inside.table(table).table.number
    assert isinstance(reveal(inside, table, "ann", ANN), dict)  # doubled: it does no harm
    assert inside.table(table).table.number == number


def test_who_leaves_before_the_draw_is_sealed_takes_the_commitment_along(inside: Inside) -> None:
    table = inside.create("classic 3p", ["ann", "bob", "open"])
    commit(inside, table, "bob", BOB)
    inside.do(table, "bob", type="leave")
    drawn = inside.table(table).table.draw
    assert (drawn.number, dict(drawn.commitments)) == (1, {})


def test_bots_alone_need_no_contributions(inside: Inside) -> None:
    table = inside.create("classic 2p", ["bot", "bot"])
    inside.run(inside.tables.keep_house())
    inside.settle()
    assert inside.table(table).table.status != "open"


def test_a_log_from_before_there_were_commitments_replays(inside: Inside) -> None:
    table = start(inside, "ann", "bob")
    logged = inside.run(inside.store.read(lambda c: store.read_log(c, table)))
    created = events.read_event(logged[0].body)
    old: list[events.Event] = [
        created,
        events.Contributed(visitor="bob", contribution="b0"),
        events.Contributed(visitor="ann", contribution="a0"),
        events.Started(game=1, contributions=["a0", "b0"]),
    ]
    replayed = Table(table, [(0, event) for event in old])
    assert replayed.status == "playing"
    game = replayed.games[0]
    assert game.deal is not None
    assert game.deal.contributions == ("a0", "b0")
    assert "Commitments" not in game.tags
    waiting = Table(table, [(0, event) for event in old[:3]])
    assert waiting.asks("ann") == "commit"
