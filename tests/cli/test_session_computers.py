"""Games against computer players, typed in advance."""

import random
import re
import sys
from pathlib import Path

import pytest
from rich.console import Console
from rich.text import Text

import kingdomino as kd
from kingdomino.cli import setup
from kingdomino.cli.company import COMPUTERS, WarmUp, read_guests
from kingdomino.cli.savefile import read_match
from kingdomino.cli.seats import Person, _Question
from kingdomino.cli.session import describe_gain
from kingdomino.cli.table import Players
from kingdomino.game.company import call
from kingdomino.players import simple
from kingdomino.players.levels import LEVELS, create_level
from kingdomino.players.network import WeightsError
from tests.cli.command import refuse, run

SEED = "5"
AGAINST_KNIGHT = ["play", "--rules", "2p", "--seed", SEED, "--seat", "Ann", "--seat", "bot:knight"]


def script(rules: str, levels: list[str | None], people: random.Random) -> tuple[list[str], str]:
    """What the people type, who act at random, and the record of the game that comes about."""
    match = kd.Match.new(kd.Rules.from_text(rules), int(SEED))
    players = [None if level is None else create_level(level) for level in levels]
    chances = [random.Random(f"{SEED} seat {seat}") for seat in range(len(levels))]
    lines: list[str] = []
    while not match.over:
        game = match.game
        seat = game.acting_seat
        player = players[seat]
        if player is not None:
            action = player.choose(game.view(seat), chances[seat])
        else:
            action = people.choice(game.legal_actions())
            if isinstance(action, kd.Claim):
                lines.append(str(action.domino))
            else:
                lines += [str(action), ""] if isinstance(action, kd.Place) else [""]
        match.play(action)
        if match.game is not game:
            lines.append("")
    return lines, str(match.game.record()).partition("\n\n")[2]


def typed(lines: list[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def test_a_whole_game_against_a_knight(tmp_path: Path):
    lines, rounds = script("2p", [None, "knight"], random.Random(1))
    outcome = run(*AGAINST_KNIGHT, "--record", "r.txt", stdin=typed(lines))
    assert outcome.code == 0, outcome.err
    record = (tmp_path / "r.txt").read_text()
    assert record.endswith(rounds)
    assert '[Yellow "Knight"]\n[Computers "Yellow knight"]\n' in record
    assert run("verify", "r.txt").code == 0


def test_any_mix_of_people_and_levels(tmp_path: Path):
    lines, rounds = script("4p harmony", ["page", None, "squire", None], random.Random(2))
    seats = ["bot:page", "Ann", "bot:Squire", "Bob"]
    options = [part for seat in seats for part in ("--seat", seat)]
    outcome = run("play", "-r", "4p harmony", "-s", SEED, *options, stdin=typed(lines))
    assert rounds in outcome.out
    assert '[Computers "Pink page, Green squire"]' in outcome.out


def test_computers_play_among_themselves():
    outcome = run("play", "--rules", "2p dynasty", "--seat", "bot:page", "--seat", "bot:page")
    assert outcome.code == 0, outcome.err
    assert "Page II places " in outcome.out
    assert "The Dynasty is over." in outcome.out
    assert outcome.out.count('[Computers "Pink page, Yellow page"]') == 3


def test_turns_of_computers_are_announced_with_what_they_bring():
    lines, _ = script("2p", [None, "knight"], random.Random(1))
    outcome = run(*AGAINST_KNIGHT, stdin=typed(lines))
    assert re.search(r"^Knight claims domino \d+ \(", outcome.out, re.MULTILINE)
    turn = r"^Knight places domino \d+ on \w+-\w+ \(\+\d+, now \d+ points?\)\. Next domino: \d+\.$"
    assert re.search(turn, outcome.out, re.MULTILINE)


def test_points_won_and_lost_in_words():
    place = kd.Place(10, (0, 1), (0, 2))
    told = describe_gain(place, "Ann", 1, 8)
    assert told == "Ann places domino 10 on g8-g9 (+1, now 8 points)"
    told = describe_gain(kd.Discard(7), "Ann", -5, 1)
    assert told == "Ann throws domino 7 away (−5, now 1 point)"


def test_two_enters_lead_into_a_game_against_a_knight():
    outcome = run("play", "--seed", SEED, stdin="\n\n")
    for level in LEVELS:
        assert level.character in outcome.out
    assert "Pink, which domino do you claim?" in outcome.out
    assert "♚ Knight" in outcome.out or "♜ Knight" in outcome.out


def test_the_set_up_asks_who_sits_at_each_seat():
    answers = ["other", "4", "", "", "Ann", "bot:jester", "", "Page", "knight"]
    outcome = run("play", "--seed", SEED, stdin=typed(answers))
    assert "There is no level 'jester'" in outcome.out
    assert "Ann, " in outcome.out
    for name in ("Ann", "Knight", "Page", "Knight II"):
        assert re.search(rf"♜ {name}(  |$)", outcome.out, re.MULTILINE)


@pytest.mark.parametrize(("answer", "name"), [("5", "monarch"), ("sq", "squire"), ("", "knight")])
def test_an_opponent_is_chosen_by_number_or_name(
    answer: str, name: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(setup, "ask", lambda prompt: answer)
    level = setup.ask_opponent(Console(quiet=True))
    assert level is not None
    assert level.name == name


def test_the_help_names_every_level():
    outcome = run("play", "--help")
    for level in LEVELS:
        assert f"bot:{level.name}" in outcome.out


def test_guests_that_cannot_be():
    options = ["play", "--rules", "2p", "--seat", "Ann", "--seat"]
    assert "no level 'jester': choose page" in refuse(*options, "bot:jester")
    assert "--seat is given 3 times" in refuse(*options, "Bob", "--seat", "Cleo")
    assert "printable" in refuse(*options, "\x07")


def test_a_person_may_be_called_knight():
    guests = read_guests(["Knight", "bot:knight", "bot:knight"], 3)
    names = call([guest.member for guest in guests])
    assert names == ["Knight", "Knight II", "Knight III"]


def test_a_saved_game_remembers_who_is_a_computer(tmp_path: Path):
    path = tmp_path / "game.txt"
    arguments = ["play", "--rules", "2p dynasty", "-s", SEED, "-n", "Ann", "-n", "bot:squire"]
    lines, _ = script("2p dynasty", [None, "squire"], random.Random(3))
    outcome = run(*arguments, stdin=typed([*lines[:40], f"save {path}", "q"]))
    assert f"Saved in {path}." in outcome.out
    saved = read_match(str(path))
    assert len(saved.games) > 1
    assert [game.tags[COMPUTERS] for game in saved.games] == ["Yellow squire"] * len(saved.games)
    outcome = run("play", "--resume", str(path), stdin="what\nq\n")
    assert outcome.code == 0, outcome.err
    assert "Ann, " in outcome.out
    assert "Squire, which" not in outcome.out


@pytest.mark.parametrize("tag", ["Yellow jester", "Purple knight", "Blue knight", "nonsense"])
def test_a_tag_that_names_no_computer_is_refused(tag: str, tmp_path: Path):
    path = tmp_path / "game.txt"
    game = kd.Game.new(kd.Rules(players=2), seed=5, names=["Ann", "Bob"])
    game.tags[COMPUTERS] = tag
    path.write_text(str(game.record(reveal=True)))
    assert "game.txt: the tag Computers: " in refuse("play", "--resume", str(path))


def interrupt(player: object, view: object, rng: object) -> kd.Action:
    raise KeyboardInterrupt


def fail(player: object, view: object, rng: object) -> kd.Action:
    raise WeightsError("the weights are damaged")


@pytest.mark.parametrize(
    ("choose", "code", "sentence"),
    [(interrupt, 130, "Interrupted."), (fail, 2, "The Knight cannot play: the weights are")],
)
def test_what_stops_a_computer_saves_the_game(
    choose: object, code: int, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(simple.FullGreedy, "choose", choose)
    game = kd.Game.new(kd.Rules(players=2), seed=int(SEED))
    first = game.acting_seat
    seats = ["bot:knight", "bot:knight"]
    seats[first] = "bot:page"
    options = [part for seat in seats for part in ("--seat", seat)]
    outcome = run("play", "-r", "2p", "-s", SEED, *options)
    assert outcome.code == code
    assert sentence in outcome.out
    assert "The game is saved" in outcome.out
    (saved,) = tmp_path.glob("kingdomino-*.txt")
    assert read_match(str(saved)).game.history


@pytest.mark.compiled_only
def test_a_hint_says_what_a_monarch_would_do():
    first = ["hint", *"12345678"]
    outcome = run("play", "-r", "2p", "-s", SEED, "-n", "Ann", stdin=typed(first))
    advice = re.search(r"A Monarch would claim (\d+) \(", outcome.out)
    assert advice is not None
    game = kd.Game.new(kd.Rules(players=2), seed=int(SEED))
    opening: list[str] = []
    while game.phase == "claim":
        opening.append(str(game.legal_actions()[0]).strip("-"))
        game.play(game.legal_actions()[0])
    lines = [*opening, "hint", "undo", "hint", "", "q"]
    outcome = run("play", "-r", "2p", "-s", SEED, "-n", "Ann", stdin=typed(lines))
    assert outcome.out.count("A Monarch would place it here.") == 2
    assert "Enter places it." in outcome.out
    assert "which domino do you claim?" in outcome.out


@pytest.mark.compiled_only
def test_compiled_code_is_loaded_in_the_background():
    warm_up = WarmUp()
    assert not warm_up.busy
    warm_up.begin()
    warm_up._thread.join(600)
    assert not warm_up.busy


@pytest.mark.parametrize("rules", [kd.Rules(players=2, mighty_duel=True), kd.Rules(players=4)])
def test_the_news_fit_the_screen_too(rules: kd.Rules):
    game = kd.Game.new(rules, seed=3)
    chance = random.Random(4)
    while not game.over:
        for turns in (6, chance.randrange(6)):
            news = Text(
                "\n".join(
                    ["Knight places domino 1 on a1-a2 (+3, now 8 points). Next domino: 12."] * turns
                )
            )
            console = Console(width=80, height=24, force_terminal=True, color_system=None)
            with console.capture() as capture:
                person = Person(console, Players(game.names, game.colours))
                question = _Question(person, game.view(game.acting_seat), news)
                question._draw()
            lines = capture.get().rstrip("\n").split("\n")
            shown = len(question.note.plain.split("\n")) if question.note else 0
            assert len(lines) + shown + 2 <= 24  # the question and the answer
            assert shown == turns if rules.players == 2 else shown >= min(turns, 4)
        game.play(chance.choice(game.legal_actions()))


def test_a_person_called_duke_or_bot_duke_is_no_computer(tmp_path: Path):
    for name in ("Duke", "bot:duke"):
        lines, _ = script("2p", [None, "page"], random.Random(1))
        path = f"{name.removeprefix('bot:')}.{len(name)}.txt"
        answers = ["page", name, *lines]
        outcome = run("play", "--seed", SEED, "--record", path, stdin=typed(answers))
        assert outcome.code == 0, outcome.err
        assert f"{name}, which domino do you claim?" in outcome.out
        record = (tmp_path / path).read_text()
        assert f'[Pink "{name}"]\n[Yellow "Page"]\n[Computers "Yellow page"]\n' in record
        assert f"{name} (Pink)" in run("show", path).out


def test_records_of_earlier_versions_still_tell_who_is_a_computer(tmp_path: Path):
    game = kd.Game.new(kd.Rules(players=2), seed=5, names=["Ann", "bot:knight"])
    (tmp_path / "old.txt").write_text(str(game.record()))
    assert "Knight" in run("show", "old.txt").out
    assert "bot:" not in run("show", "old.txt").out


OWN = """
class Crowner:
    def choose(self, view, rng):
        if view.round == 2:
            raise ZeroDivisionError("no crowns left")
        return view.legal_numbers()[0]
"""


def test_any_player_of_the_arena_can_be_played_against(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    outcome = run(
        "play", "--rules", "2p", "--seed", SEED, "--seat", "bot:uct-random@3",
        "--seat", "bot:full-greedy",
    )  # fmt: skip
    assert outcome.code == 0, outcome.err
    assert "uct-random@3" in outcome.out
    record = kd.Record.parse(outcome.out[outcome.out.index("[Rules") :])
    assert record.tags["Computers"] == "Pink uct-random@3, Yellow full-greedy"


def test_a_player_of_ones_own_that_crashes_is_shown_with_its_traceback_and_the_game_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    (tmp_path / "own_crowner.py").write_text(OWN)
    own = ["--seat", "bot:own_crowner:Crowner"]
    outcome = run("play", "--rules", "2p", "--seed", SEED, *own, "--seat", "bot:page")
    assert outcome.code == 2
    assert 'raise ZeroDivisionError("no crowns left")' in outcome.err
    assert "own_crowner:Crowner cannot play: ZeroDivisionError: no crowns left." in outcome.out
    (saved,) = tmp_path.glob("kingdomino-*.txt")
    command = f"kingdomino play --resume {saved} --seat bot:own_crowner:Crowner"
    assert command in outcome.out
    # A file may come from anybody: what it names is not run before somebody says so.
    refusal = refuse("play", "--resume", str(saved))
    assert "own_crowner:Crowner is a program: if you trust it, let it play with --seat" in refusal
    again = run("play", "--resume", str(saved), *own)
    assert "ZeroDivisionError" in again.err


def test_a_player_with_a_budget_it_does_not_take_is_refused():
    options = ["play", "--rules", "2p", "--seat", "Ann", "--seat"]
    assert "'full-greedy' decides without a budget" in refuse(*options, "bot:full-greedy@1s")
    assert "there is no player 'grand-ma'" in refuse(*options, "bot:grand-ma")
