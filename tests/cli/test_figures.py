import pytest

import kingdomino as kd
from kingdomino.cli.measures import count_paths, sign
from tests.cli.command import refuse, run


def test_perft_counts_the_opening():
    found = run("perft", "--depth", "4", "--json").json
    assert found["rules"] == "classic 2p"
    assert [row["paths"] for row in found["perft"]] == [4, 12, 24, 24]
    assert "24" in run("perft", "--depth", "4").out


def test_perft_counts_from_a_record_and_from_its_position():
    game = kd.Game.new(kd.Rules(players=2), seed=3)
    for claim in (0, 0, 0, 0):
        game.play(game.legal_actions()[claim])
    expected = [len(game.legal_actions())]
    for text in (str(game.record(reveal=True)), str(game)):
        found = run("perft", "-", "--depth", "1", "--json", stdin=text).json
        assert [row["paths"] for row in found["perft"]] == expected


def test_perft_agrees_with_playing_every_action():
    game = kd.Game.new(kd.Rules(players=3), seed=8)

    def count(depth: int) -> int:
        if depth == 0 or game.over:
            return 1 if depth == 0 else 0
        paths = 0
        for action in game.legal_actions():
            game.play(action)
            paths += count(depth - 1)
            game.undo()
        return paths

    assert count_paths(game.state, game.pile, 5) == count(5)


def test_perft_refuses_no_depth():
    assert "--depth is 1 or more" in refuse("perft", "--depth", "0")


@pytest.mark.compiled_only
def test_bench_as_json():
    found = run("bench", "--seconds", "0.02", "--json").json
    assert found["signature"] == sign()
    assert set(found["games_per_second"]) == {"2p", "3p", "4p", "duel"}
    assert all(rate > 0 for rate in found["games_per_second"].values())
    assert set(found["threads"]) == {"1", "2", "ratio"}
    assert found["game_api_games_per_second"] > 0
    assert set(found["versions"]) == {"python", "numba", "numpy"}
    assert set(found["startup_seconds"]["warm"]) == {"import", "first_action"}


@pytest.mark.compiled_only
def test_bench_in_words():
    outcome = run("bench", "--seconds", "0.02")
    assert outcome.out.startswith("signature ")
    assert "times as fast as one" in outcome.out


def test_bench_refuses_no_time():
    assert "--seconds" in refuse("bench", "--seconds", "0")
