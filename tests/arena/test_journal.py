import json
import os
from pathlib import Path

import pytest

import kingdomino as kd
from kingdomino.arena.contest import Contest
from kingdomino.arena.journal import Journal, JournalError, write_records
from kingdomino.arena.play import play_contest
from kingdomino.arena.reports import to_json
from kingdomino.arena.results import GameResult
from kingdomino.arena.summary import summarise
from tests.arena.contests import HERE, make_contest

CONTEST = make_contest("random", f"{HERE}:Crasher", games=6)


@pytest.fixture(scope="module")
def games() -> list[GameResult]:
    return list(play_contest(CONTEST, jobs=1))


def results(contest: Contest, games: list[GameResult]) -> object:
    """The results without what was measured by the clock."""
    found = to_json(summarise(contest, games), scheduled=6)
    for player in found["players"]:
        del player["decision_seconds"]
    return found


def test_a_game_survives_its_line(games: list[GameResult]) -> None:
    for game in games:
        assert GameResult.from_line(game.to_line()) == game


def test_what_was_interrupted_and_resumed_equals_what_was_not(
    tmp_path: Path, games: list[GameResult]
) -> None:
    with Journal(tmp_path / "out", CONTEST) as journal:
        for game in games[:3]:
            journal.add(game)
    with Journal(tmp_path / "out", CONTEST) as journal:
        found = journal.games
        assert found == games[:3]
        for game in play_contest(CONTEST, jobs=1, known=found):
            journal.add(game)
    with Journal(tmp_path / "out", CONTEST) as journal:
        assert results(CONTEST, journal.games) == results(CONTEST, games)


def test_a_line_cut_short_is_played_again(tmp_path: Path, games: list[GameResult]) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(games[0].to_line() + games[1].to_line()[:50], encoding="utf-8")
    with Journal(tmp_path, CONTEST) as journal:
        assert journal.games == games[:1]
        journal.add(games[1])
    assert path.read_text(encoding="utf-8") == games[0].to_line() + games[1].to_line()


@pytest.mark.parametrize("line", ["[]", "{}", "17", "nonsense", '{"faults": 3}'])
def test_a_damaged_line_is_named(tmp_path: Path, games: list[GameResult], line: str) -> None:
    text = games[0].to_line() + line + "\n"
    (tmp_path / "games.jsonl").write_text(text, encoding="utf-8")
    with pytest.raises(JournalError, match="line 2"):
        Journal(tmp_path, CONTEST)


@pytest.mark.parametrize("text", ["[]", "{", "17"])
def test_a_damaged_description_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "contest.json").write_text(text, encoding="utf-8")
    with pytest.raises(JournalError, match="damaged"):
        Journal(tmp_path, CONTEST)


def test_a_folder_of_another_contest_is_left_alone(tmp_path: Path) -> None:
    Journal(tmp_path, CONTEST).close()
    other = make_contest("random", f"{HERE}:Crasher", seed="8", rules="2p")
    with pytest.raises(JournalError, match="other rules and seed"):
        Journal(tmp_path, other)


def test_more_games_of_the_same_contest_go_into_the_same_folder(tmp_path: Path) -> None:
    Journal(tmp_path, CONTEST).close()
    Journal(tmp_path, make_contest("random", f"{HERE}:Crasher", games=60)).close()


@pytest.mark.skipif(os.name == "nt", reason="folders are not locked there")
def test_two_arenas_do_not_write_to_one_folder(tmp_path: Path) -> None:
    with (
        Journal(tmp_path, CONTEST),
        pytest.raises(JournalError, match="another arena is writing"),
    ):
        Journal(tmp_path, CONTEST)


def test_a_folder_that_cannot_be_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(JournalError, match="cannot be used"):
        Journal(tmp_path / "file", CONTEST)


def test_beginning_anew_forgets(tmp_path: Path, games: list[GameResult]) -> None:
    with Journal(tmp_path / "out", CONTEST) as journal:
        journal.add(games[0])
    journal = Journal(tmp_path / "out", CONTEST, resume=False)
    assert journal.games == []
    journal.discard()
    assert not (tmp_path / "out").exists()


def test_every_game_has_a_record_of_its_own(tmp_path: Path, games: list[GameResult]) -> None:
    write_records(games, tmp_path / "records")
    paths = sorted((tmp_path / "records").iterdir())
    assert len(paths) == 6
    for path, game in zip(paths, games, strict=True):
        replayed = kd.Game.from_record(path.read_text(encoding="utf-8"))
        assert tuple(score.total for score in replayed.scores()) == game.scores


def test_the_description_can_be_read_by_people(tmp_path: Path) -> None:
    Journal(tmp_path, CONTEST).close()
    found = json.loads((tmp_path / "contest.json").read_text(encoding="utf-8"))
    assert found["rules"] == "classic 2p harmony middle"
    assert [player["name"] for player in found["players"]] == ["random", f"{HERE}:Crasher"]
