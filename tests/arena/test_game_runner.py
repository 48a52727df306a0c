import random

import pytest

import kingdomino as kd
from kingdomino.arena.contest import Contest
from kingdomino.arena.entrants import read_entrants
from kingdomino.arena.game_runner import allowed_seconds, play_fixture
from kingdomino.arena.pairing import schedule
from kingdomino.arena.play import play_contest
from kingdomino.arena.results import Fault, GameResult
from kingdomino.players.player import Budget
from tests.arena.contests import HERE, Absent, make_contest

ALL_RULES = [
    "classic 2p", "classic 3p harmony", "classic 4p harmony middle", "classic 2p duel",
    "revised 2p", "revised 3p middle",
]  # fmt: skip


@pytest.mark.parametrize("rules", ALL_RULES)
def test_a_game_is_played_to_its_end_and_recorded(rules: str) -> None:
    contest = make_contest("random", f"{HERE}:Miser", rules=rules)
    fixture = list(schedule(contest))[1]
    result = play_fixture(contest, fixture)
    game = kd.Game.from_record(result.record)
    assert game.over
    assert game.names == tuple(contest.entrants[entrant].name for entrant in fixture.seats)
    assert tuple(score.total for score in game.scores()) == result.scores
    assert [seat for seat, rank in enumerate(result.ranks) if rank == 1] == game.winners()
    assert sum(map(len, result.microseconds)) == len(game.history)
    assert not result.faults


def test_a_game_is_the_same_by_itself() -> None:
    contest = make_contest("random", "greedy-placement", rules="3p")
    fixtures = list(schedule(contest))
    alone = play_fixture(contest, fixtures[4])
    among_others = list(play_contest(contest, jobs=1))[4]
    assert alone.record == among_others.record


def test_every_rotation_has_the_same_deal() -> None:
    contest = make_contest("random", "full-greedy", rules="4p", games=4, against_field=True)
    games = [kd.Game.from_record(result.record) for result in play_contest(contest, jobs=1)]
    assert len({game.deal for game in games}) == 1
    assert len({game.opening for game in games}) == 1
    assert [game.names.index("random") for game in games] == [0, 3, 2, 1]


def play_first(player: str, budget: Budget | None = None) -> GameResult:
    contest = make_contest(f"{HERE}:{player}", "random", budget=budget)
    return play_fixture(contest, next(schedule(contest)))


def only_fault(result: GameResult) -> Fault:
    (fault,) = result.faults
    assert result.finished
    assert f"deal {result.deal}, round {fault.round}" in fault.sentence
    assert fault.sentence.startswith(fault.player)
    return fault


def test_a_player_that_crashes_is_named() -> None:
    fault = only_fault(play_first("Crasher"))
    assert (fault.kind, fault.round) == ("crash", 3)
    assert "crashes (ZeroDivisionError: no crowns left)" in fault.sentence
    assert fault.spoils_the_game


def test_a_player_that_cheats_is_named() -> None:
    fault = only_fault(play_first("Cheat"))
    assert (fault.kind, fault.round) == ("illegal", 3)
    assert "has to place domino" in fault.sentence


def test_a_player_that_does_not_answer_is_named() -> None:
    assert only_fault(play_first("Mute")).kind == "illegal"


def test_a_player_that_cannot_be_made_is_named() -> None:
    Absent.made = 1
    fault = only_fault(play_first("Absent"))
    assert (fault.kind, fault.round) == ("crash", 0)
    assert "the weights are gone" in fault.sentence


def test_what_is_played_for_a_player_that_failed_is_reproducible() -> None:
    assert play_first("Crasher").record == play_first("Crasher").record


def test_a_player_that_takes_too_long_is_named() -> None:
    faults = play_first("Sleeper", Budget(seconds=0.01)).faults
    fault = next(fault for fault in faults if fault.player.endswith("Sleeper"))
    assert (fault.kind, fault.round) == ("overrun", 2)
    assert "instead of 0.01 s in deal 1, round 2." in fault.sentence
    assert not fault.spoils_the_game


def test_a_tenth_or_twenty_milliseconds_more_are_allowed() -> None:
    assert allowed_seconds(Budget(seconds=1)) == pytest.approx(1.1)
    assert allowed_seconds(Budget(seconds=0.1)) == pytest.approx(0.12)
    assert allowed_seconds(Budget(work=5)) == float("inf")


def test_a_player_that_can_warm_up_does_before_it_is_asked() -> None:
    contest = make_contest(f"{HERE}:Sportsman", "random")
    fixture = next(iter(schedule(contest)))
    assert not play_fixture(contest, fixture).faults


def test_a_crash_is_told_with_the_players_own_traceback() -> None:
    contest = make_contest(f"{HERE}:Crasher", "random", games=2)
    for games in (play_contest(contest, jobs=1), play_contest(contest, jobs=2)):
        faults = [fault for game in games for fault in game.faults]
        assert faults
        for fault in faults:
            first, place, *_, last = fault.traceback.splitlines()
            assert first == "Traceback (most recent call last):"
            assert "contests.py" in place
            assert last == "ZeroDivisionError: no crowns left"


def test_a_fault_that_is_but_a_sentence_is_still_read() -> None:
    old = {"kind": "crash", "player": "a", "deal": 1, "round": 3, "sentence": "a {x} crashes."}
    fault = Fault.read(old)
    assert (fault.sentence, fault.traceback) == ("a {x} crashes.", "")


def test_a_fault_is_read_as_it_was_written() -> None:
    contest = make_contest("random", f"{HERE}:Cheat")
    result = play_fixture(contest, next(iter(schedule(contest))))
    (fault,) = result.faults
    assert fault.said.values["reason"] != ""
    assert GameResult.from_line(result.to_line()) == result


class ByNumber:
    """A player that answers with the kernel's numbers."""

    def choose(self, view: kd.View, rng: random.Random) -> int:
        return view.legal_numbers()[-1]


def test_a_player_may_answer_with_a_number_and_be_given_as_itself() -> None:
    contest = Contest(kd.Rules(), read_entrants([ByNumber(), "random"], Budget()), 2)
    for jobs in (1, 2):
        games = list(play_contest(contest, jobs=jobs))
        assert [game.faults for game in games] == [(), ()]
        assert len(games) == 2
