"""Where games are played makes no difference to them."""

from itertools import islice

import pytest
import ray

from kingdomino.arena.pairing import schedule
from kingdomino.arena.play import pick_scheduled, play_contest
from kingdomino.cores import count_cores
from kingdomino.players.player import Budget
from tests.arena.contests import HERE, make_contest, without_times

pytestmark = pytest.mark.compiled_only

CONTEST = make_contest("full-greedy", "mc-random", "random", games=12, budget=Budget(work=20))


def test_two_processes_play_what_one_plays() -> None:
    here = list(play_contest(CONTEST, jobs=1))
    assert [game.key for game in here] == [fixture.key for fixture in schedule(CONTEST)]
    assert without_times(list(play_contest(CONTEST, jobs=2))) == without_times(here)


@pytest.mark.filterwarnings("default")  # Ray's own
def test_ray_plays_what_one_process_plays() -> None:
    assert without_times(list(play_contest(CONTEST, jobs=2, on_ray=True))) == without_times(
        list(play_contest(CONTEST, jobs=1))
    )
    assert not ray.is_initialized()


def test_what_is_known_is_not_played_again() -> None:
    games = list(play_contest(CONTEST, jobs=1))
    left = list(play_contest(CONTEST, jobs=1, known=games[::2]))
    assert [game.key for game in left] == [game.key for game in games[1::2]]
    assert list(play_contest(CONTEST, known=games)) == []


def test_processes_end_when_nobody_wants_more() -> None:
    games = play_contest(CONTEST, jobs=2)
    assert len(list(islice(games, 2))) == 2
    games.close()
    assert list(games) == []


def test_a_process_that_dies_costs_one_game(monkeypatch: pytest.MonkeyPatch) -> None:
    contest = make_contest(f"{HERE}:Killer", "random", games=6)
    expected = without_times(list(play_contest(contest, jobs=1)))
    monkeypatch.setenv("TEST_KILLER", "on")
    games = list(play_contest(contest, jobs=2))
    assert len(games) == 6
    lost = [game for game in games if not game.finished]
    assert [game.seats[1] for game in lost] == [0, 0, 0]
    (fault,) = lost[0].faults
    assert fault.kind == "lost"
    assert f"deal {lost[0].deal}" in fault.sentence
    kept = without_times([game for game in games if game.finished])
    assert kept.items() <= expected.items()


def test_a_player_that_never_answers_is_given_up() -> None:
    contest = make_contest(f"{HERE}:Dreamer", "random", games=2)
    lost, played = sorted(play_contest(contest, jobs=2), key=lambda game: game.finished)
    assert lost.seats == (1, 0)
    assert played.finished
    (fault,) = lost.faults
    assert (fault.player, fault.round) == (f"{HERE}:Dreamer", 1)
    assert "does not answer in deal 1, round 1" in fault.sentence


def test_a_shorter_contest_leaves_games_aside() -> None:
    games = list(play_contest(CONTEST, jobs=1))
    shorter = make_contest("full-greedy", "mc-random", "random", games=6, budget=Budget(work=20))
    assert len(pick_scheduled(shorter, games)) == 6


def test_there_is_at_least_one_core() -> None:
    assert count_cores() >= 1
