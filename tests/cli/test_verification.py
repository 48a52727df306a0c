import hashlib
import re
from pathlib import Path

import kingdomino as kd
from tests.cli.command import refuse, run


def checks(record: str, code: int) -> dict[str, bool | None]:
    outcome = run("verify", "-", "--json", stdin=record)
    assert outcome.code == code, outcome
    assert outcome.json["verified"] is (code == 0)
    return {check["check"]: check["passed"] for check in outcome.json["games"][0]}


def test_a_true_record_verifies(finished: Path):
    outcome = run("verify", str(finished))
    assert outcome.code == 0
    assert outcome.out.count("✓") + outcome.out.count("+ ") == 5
    assert all(checks(finished.read_text(), 0).values())


def test_what_cannot_be_checked_is_said_and_does_no_harm(unfinished: Path):
    found = checks(unfinished.read_text(), 0)
    assert found == {
        "actions": True,
        "scores": None,
        "lines": None,
        "kings": None,
        "commitment": None,
    }
    assert "does not reveal the seed" in run("verify", str(unfinished)).out


def test_wrong_scores_fail(finished: Path):
    text = re.sub(r'Scores "\d+', 'Scores "999', finished.read_text())
    assert checks(text, 1) == {
        "actions": True,
        "scores": False,
        "lines": True,
        "kings": True,
        "commitment": True,
    }


def test_another_seed_fails(finished: Path):
    found = checks(finished.read_text().replace('Seed "11"', 'Seed "12"'), 1)
    assert found["actions"] is True
    assert found["lines"] is False
    assert found["commitment"] is False


def test_kings_out_of_order_fail():
    game = kd.Game.new(kd.Rules(players=3), seed=1)
    record = game.record(reveal=True)
    record.rounds[0].turns.reverse()
    found = checks(str(record), 1)
    assert (found["lines"], found["kings"]) == (True, False)


def test_a_false_commitment_fails(finished: Path):
    text = re.sub(r'Commitment "....', 'Commitment "0000', finished.read_text())
    found = checks(text, 1)
    assert [name for name, passed in found.items() if passed is False] == ["commitment"]


def test_contributions_that_were_not_committed_to_fail():
    contributions = (32 * "ab", 32 * "cd")
    hashes = [hashlib.sha256(each.encode()).hexdigest() for each in contributions]
    game = kd.Game.from_deal(kd.Rules(players=2), kd.Deal("7", contributions))
    assert checks(str(game.record(reveal=True)), 0)["contributions"] is None
    game.tags["Commitments"] = " ".join(hashes)
    assert checks(str(game.record()), 0)["contributions"] is None
    assert checks(str(game.record(reveal=True)), 0)["contributions"] is True
    for wrong in (hashes[::-1], hashes[:1], [hashes[0], 64 * "0"]):
        game.tags["Commitments"] = " ".join(wrong)
        found = checks(str(game.record(reveal=True)), 1)
        assert [name for name, passed in found.items() if passed is False] == ["contributions"]


def test_an_illegal_action_fails_and_is_named(finished: Path):
    text = re.sub(r"(\n1\. \S+ [PY]\d+):\S\d+\w", r"\1:a1n", finished.read_text())
    outcome = run("verify", "-", stdin=text)
    assert outcome.code == 1
    assert "actions: round 1" in outcome.out
    assert checks(text, 1)["scores"] is None


def test_every_game_of_a_file_is_checked(finished: Path, unfinished: Path):
    both = finished.read_text() + "\n" + unfinished.read_text()
    outcome = run("verify", "-", stdin=both)
    assert outcome.code == 0
    assert "Game 2" in outcome.out


def test_a_malformed_record_is_refused_with_its_place(finished: Path):
    text = finished.read_text().replace("0. ", "0. rubbish ")
    line = text[: text.index("rubbish")].count("\n") + 1
    assert f"stdin: line {line}, column 4" in refuse("verify", "-", stdin=text)
