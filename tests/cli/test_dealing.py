import kingdomino as kd
from tests.cli.command import refuse, run


def test_a_new_game_is_printed_as_a_record_that_goes_on():
    outcome = run("new", "--rules", "revised 3p middle", "--seed", "2026", "--name", "Ann")
    assert (outcome.code, outcome.err) == (0, "")
    game = kd.Game.from_record(outcome.out)
    assert game.rules == kd.Rules(players=3, edition="revised", middle_kingdom=True)
    assert game.names == ("Ann", "", "")
    assert game.pile == kd.Game.new(game.rules, seed=2026).pile


def test_a_seed_may_be_hexadecimal():
    game = kd.Game.from_record(run("new", "--seed", "x00ff").out)
    assert game.deal == kd.Deal("x00ff")


def test_without_a_seed_every_deal_is_another():
    assert run("new").out != run("new").out


def test_a_new_game_can_be_shown_and_verified():
    record = run("new").out
    assert "Opening" in run("show", "-", stdin=record).out
    assert run("verify", "-", stdin=record).code == 0


def test_the_board_is_drawn_on_request():
    assert "This line" in run("new", "--board").out
    assert "This line" not in run("new").out


def test_a_commitment_keeps_the_seed_out_of_the_record():
    outcome = run("new", "--seed", "5", "--commit")
    assert "Seed" not in outcome.out
    assert f'[Commitment "{kd.Deal("5").commitment}"]' in outcome.out
    assert outcome.err.endswith(": 5\n")


def test_a_new_game_as_json():
    found = run("new", "--seed", "5", "--name", "Ann", "--json").json
    assert found["seed"] == "5"
    assert found["rules"] == "classic 2p"
    assert found["players"][0] == {"seat": 0, "colour": "Pink", "name": "Ann"}
    assert str(kd.Game.from_record(found["record"])) == found["position"]


def test_rules_that_do_not_exist_are_refused():
    assert "'bogus' is no word for a rule" in refuse("new", "--rules", "2p bogus")
    assert "Mighty Duel is for 2 players" in refuse("new", "--rules", "3p duel")
    assert "how many play" in refuse("new", "--rules", "")


def test_a_seed_that_is_none_is_refused():
    for seed in ("abc", "-1", "xf", "1.5", ""):
        assert "is no seed" in refuse("new", f"--seed={seed}")


def test_names_that_do_not_do_are_refused():
    assert "--name is given 3 times" in refuse("new", "--name", "A", "--name", "B", "--name", "C")
    assert "printable" in refuse("new", "--name", "A\nB")
