from pathlib import Path

import kingdomino as kd
from tests.cli.command import refuse, run


def test_show_draws_the_end_of_a_game(finished: Path):
    outcome = run("show", str(finished))
    game = kd.Game.from_record(finished.read_text())
    assert outcome.code == 0
    assert "Game over" in outcome.out
    for seat, name in enumerate(["Ann", "Bob"]):
        assert f"{name}  {game.scores()[seat].total} point" in outcome.out
    assert "largest territory" in outcome.out
    assert "wins." in outcome.out or "share the victory" in outcome.out


def test_show_draws_any_moment(unfinished: Path):
    assert "Opening" in run("show", str(unfinished), "--at", "0").out
    found = run("show", str(unfinished), "--at", "5", "--json").json
    assert found["action_number"] == 5
    game = kd.Game.from_record(unfinished.read_text())
    assert found["position"] == str(game.positions()[5])
    assert "0 to 17" in refuse("show", str(unfinished), "--at", "18")


def test_show_draws_a_position(unfinished: Path):
    position = run("show", str(unfinished), "--json").json["position"]
    outcome = run("show", "-", stdin=position + "\n")
    assert outcome.code == 0
    assert "Round" in outcome.out
    assert "records" in refuse("show", "-", "--at", "1", stdin=position)


def test_show_as_json(finished: Path):
    found = run("show", str(finished), "--json").json
    game = kd.Game.from_record(finished.read_text())
    assert found["over"] is True
    assert found["winners"] == game.winners()
    assert [seat["total"] for seat in found["seats"]] == [s.total for s in game.scores()]
    assert found["seats"][1]["name"] == "Bob"
    assert found["line"] == []


def test_kingdoms_stand_side_by_side_where_there_is_room(finished: Path):
    lines = run("show", str(finished)).out.split("\n")
    assert any("Ann" in line and "Bob" in line for line in lines)


def test_replay_prints_every_step(unfinished: Path):
    outcome = run("replay", str(unfinished))
    assert outcome.code == 0
    assert "[0/17] The deal" in outcome.out
    assert "[17/17]" in outcome.out
    assert " claims domino " in outcome.out
    assert run("replay", "-", "--all", stdin=unfinished.read_text()).out == outcome.out


def test_replay_as_json(unfinished: Path):
    steps = run("replay", str(unfinished), "--json").json["steps"]
    game = kd.Game.from_record(unfinished.read_text())
    assert [step["position"] for step in steps] == [str(p) for p in game.positions()]
    assert [step["action"] for step in steps[1:]] == [str(action) for _, action in game.history]


def test_several_games_in_a_file(finished: Path, unfinished: Path):
    both = finished.read_text() + "\n" + unfinished.read_text()
    assert run("show", "-", "--game", "1", "--json", stdin=both).json["over"] is True
    assert run("show", "-", "--json", stdin=both).json["over"] is False
    assert "2 games" in refuse("show", "-", "--game", "3", stdin=both)


def test_a_fault_in_the_second_game_has_its_line_in_the_file(finished: Path):
    text = finished.read_text()
    both = text + "\n" + text.replace("0. ", "0. bad ")
    line = both[: both.index("bad")].count("\n") + 1
    assert f"line {line}, column 4" in refuse("show", "-", stdin=both)
