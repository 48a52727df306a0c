import csv
import io
import json
import random
from pathlib import Path

import pytest
from rich.console import Console

from kingdomino.arena.reports import COLUMNS, to_json, write_csv
from kingdomino.arena.results import Fault, GameResult
from kingdomino.arena.summary import Summary, summarise
from kingdomino.arena.tables import Look, draw_results, list_faults, write_seconds
from kingdomino.errors import Phrase
from tests.arena.contests import make_contest

CONTEST = make_contest("full-greedy", "random", rules="4p", games=8, against_field=True)


def play(
    deal: int, rotation: int, scores: tuple[int, ...], faults: tuple[Fault, ...] = ()
) -> GameResult:
    seats = tuple(0 if seat == rotation else 1 for seat in range(4))
    ranks = tuple(1 + sum(other > score for other in scores) for score in scores)
    return GameResult(deal, 0, rotation, seats, scores, ranks, ((1000, 3000),) * 4, "", faults)


@pytest.fixture
def summary() -> Summary:
    slow = Fault("overrun", "full-greedy", 2, 5, Phrase("full-greedy takes too long."))
    crash = Fault("crash", "random", 2, 1, Phrase("random crashes."))
    return summarise(
        CONTEST,
        [
            play(1, 0, (50, 20, 30, 40)),
            play(1, 1, (50, 50, 30, 40)),
            play(2, 2, (10, 20, 60, 40), (slow, crash)),
            play(2, 3, (10, 20, 60, 40)),
        ],
    )


def test_shared_victories_count_as_fractions(summary: Summary) -> None:
    one, field = summary.showings
    assert one.wins.value == pytest.approx(2.5 / 4)
    assert field.wins.value == pytest.approx(1.5 / 12)
    assert one.wins.interval[0] < one.wins.value < one.wins.interval[1]
    assert (one.seats, field.seats) == (4, 12)


def test_points_and_leads(summary: Summary) -> None:
    one = summary.showings[0]
    assert one.score.value == pytest.approx((50 + 50 + 60 + 40) / 4)
    assert one.lead.value == pytest.approx((10 + 0 + 20 - 20) / 4)
    assert one.quantiles()["median"] == 50
    assert one.scores == {50: 2, 60: 1, 40: 1}


def test_who_stood_above_whom(summary: Summary) -> None:
    one, field = summary.showings
    assert one.against["random"].value == pytest.approx((3 + 2.5 + 3 + 2) / 12)
    assert field.against["full-greedy"].value == pytest.approx(1 - (3 + 2.5 + 3 + 2) / 12)


def test_decision_times(summary: Summary) -> None:
    times = summary.showings[0].times
    assert (times.count, times.mean, times.longest) == (8, 0.002, 0.003)
    assert times.p95 == pytest.approx(0.003)


def test_the_order_of_games_makes_no_difference() -> None:
    games = [
        play(deal, rotation, (20 + deal, 30 - rotation, 25, 24))
        for deal in range(1, 9)
        for rotation in range(4)
    ]
    shuffled = random.Random(1).sample(games, len(games))
    assert summarise(CONTEST, games) == summarise(CONTEST, shuffled)


def test_nothing_played_is_summed_up_too() -> None:
    summary = summarise(CONTEST, [])
    assert summary.games == 0
    assert [showing.wins.value for showing in summary.showings] == [0, 0]
    json.dumps(to_json(summary, scheduled=8), allow_nan=False)
    assert "games 0 of 8" in draw(summary)


def test_the_json_has_what_other_programs_look_for(summary: Summary) -> None:
    found = to_json(summary, seconds=1.5, scheduled=8)
    text = json.dumps(found, allow_nan=False)
    found = json.loads(text)
    assert found["rules"] == "classic 4p"
    assert (found["mode"], found["seed"]) == ("one against field", "7")
    assert (found["games"], found["deals"], found["scheduled"]) == (4, 2, 8)
    assert found["finished"] is False
    assert found["fair_share"] == 0.25
    assert set(found["versions"]) == {"python", "kingdomino", "numba", "numpy", "openskill"}
    one, field = found["players"]
    assert (one["name"], one["win_rate"], one["mean_score"]) == ("full-greedy", 0.625, 50)
    assert one["ci95"][0] < one["win_rate"] < one["ci95"][1]
    assert one["mean_lead"] == 2.5
    assert set(one["rating"]) == {"mu", "sigma", "ci95"}
    assert set(one["decision_seconds"]) == {"decisions", "mean", "p95", "max"}
    assert sum(one["score_counts"].values()) == 4
    assert (one["overruns"], one["failures"]) == (1, 0)
    assert (field["overruns"], field["failures"]) == (0, 1)
    assert [fault["kind"] for fault in found["faults"]] == ["overrun", "crash"]


def test_the_csv_has_a_row_for_each_player(summary: Summary, tmp_path: Path) -> None:
    write_csv(summary, tmp_path / "results.csv")
    with (tmp_path / "results.csv").open(newline="", encoding="utf-8") as file:
        one, field = csv.DictReader(file)
    assert tuple(one) == COLUMNS
    assert (one["name"], one["win_rate"], one["median"]) == ("full-greedy", "0.625", "50.0")
    assert float(one["win_rate_low"]) < 0.625 < float(one["win_rate_high"])
    assert (field["name"], field["failures"]) == ("random", "1")


def draw(summary: Summary, *, width: int = 80, unicode: bool = True) -> str:
    out = io.StringIO()
    console = Console(file=out, width=width, color_system=None)
    console.print(draw_results(summary, 8, Look(unicode, roomy=width >= 100)))
    return out.getvalue()


@pytest.mark.parametrize("width", [80, 120])
def test_the_tables_fit(summary: Summary, width: int) -> None:
    text = draw(summary, width=width)
    assert "classic 4p, one against the field: games 4 of 8, deals 2, seed 7" in text
    assert "62.5 [" in text
    assert "█" in text
    assert max(map(len, text.splitlines())) <= width


def test_the_tables_do_without_unicode(summary: Summary) -> None:
    assert not set(draw(summary, unicode=False)) & set("─█▁")


def test_three_players_have_a_matrix() -> None:
    contest = make_contest("full-greedy", "random", "greedy-placement")
    games = [GameResult(1, 0, 0, (0, 1), (9, 8), (1, 2), ((5,), (5,)), "")]
    assert "above, in %" in draw(summarise(contest, games))


def test_faults_are_told_in_few_sentences() -> None:
    crashed, slowed = "a crashes in deal {deal}.", "b is slow in deal {deal}."
    crashes = [Fault("crash", "a", deal, 1, Phrase(crashed, deal=deal)) for deal in range(20)]
    slow = [Fault("overrun", "b", deal, 1, Phrase(slowed, deal=deal)) for deal in range(3)]
    sentences = list_faults([*slow, *crashes], ["a", "b"])
    assert sentences[0] == "a crashes in deal 0."
    assert sentences[-2] == "And 12 more games with such failures."
    assert sentences[-1] == "b is slow in deal 0. In 3 games."


def test_times_are_written_in_a_unit_that_suits_them() -> None:
    assert [write_seconds(seconds) for seconds in (1.234, 0.2, 0.000017)] == [
        "1.23s", "200ms", "17µs",
    ]  # fmt: skip
