"""Games at the keyboard, typed in advance."""

import io
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from rich.console import Console

import kingdomino as kd
from kingdomino import words
from kingdomino.cli.savefile import read_match
from kingdomino.cli.seats import COMMANDS, Person, explain_commands, parse_placement, read_command
from kingdomino.cli.session import Session
from kingdomino.cli.table import Players, count_lines, draw_play, fit_table
from kingdomino.words import LANGUAGES, find_catalogue
from tests.cli.command import refuse, run


def script(match: kd.Match, chance: random.Random, actions: int = 10_000) -> list[str]:
    """What to type to play a match at random, in every way that a placement may be typed."""
    lines: list[str] = []
    while not match.over and len(lines) < actions:
        game = match.game
        number = chance.randrange(len(game.legal_actions()))
        action = game.legal_actions()[number]
        if isinstance(action, kd.Claim):
            lines.append(str(action.domino))
        elif isinstance(action, kd.Discard):
            lines.append("")
        else:
            typed = [str(number + 1), str(action), str(action).partition(":")[2].upper()]
            lines += [chance.choice(typed), ""]
        match.play(action)
        if match.game is not game:
            lines.append("")
    return lines


def typed(lines: list[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


@pytest.mark.parametrize("rules", ["classic 2p", "revised 3p harmony middle", "classic 2p duel"])
def test_a_whole_game(rules: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    match = kd.Match.new(
        kd.Rules.from_text(rules), 5, names=["Ann", "Bob", "Cleo"][: int(rules[8])]
    )
    names = [part for name in match.game.names for part in ("--name", name)]
    lines = script(match, random.Random(1))
    outcome = run(
        "play", "--rules", rules, "--seed", "5", *names, "--record", "r.txt", stdin=typed(lines)
    )
    assert outcome.code == 0, outcome.err
    assert str(match.game.record()) in outcome.out
    assert (tmp_path / "r.txt").read_text() == str(match.game.record())
    assert "rank" in outcome.out
    assert run("verify", "r.txt").code == 0


def test_a_dynasty_adds_up_three_games():
    match = kd.Match.new(kd.Rules(players=2, dynasty=True), 9)
    lines = script(match, random.Random(2))
    arguments = ["play", "--rules", "2p dynasty", "--seed", "9", "--name", ""]
    outcome = run(*arguments, stdin=typed(lines))
    first, second = match.totals()
    assert f"Dynasty after game 3: Pink {first}, Yellow {second}." in outcome.out
    assert "The Dynasty is over." in outcome.out
    assert outcome.out.count("[Rules ") == 3


def test_the_set_up_asks_for_rules_and_names():
    answers = ["other", "5", "3", "rev", "duel", "middle, harmony", "Ann", "Yellow", "Cleo"]
    outcome = run("play", "--seed", "1", stdin=typed(answers))
    assert "One of 2, 3, 4, please." in outcome.out
    assert "Mighty Duel is for 2 players" in outcome.out
    assert "revised edition, 3 players, Middle Kingdom, Harmony" in outcome.out
    assert "Yellow" in outcome.out


def test_a_placement_is_previewed_and_can_be_taken_back():
    match = kd.Match.new(kd.Rules(players=2), 5)
    opening = script(match, random.Random(1), actions=4)
    first = match.game.legal_actions()[0]
    lines = [*opening, "list", str(first), "undo", "1", "", "undo", "undo", "help", "all", "q"]
    outcome = run("play", "--rules", "2p", "--seed", "5", "--name", "Ann", stdin=typed(lines))
    assert "  1 " in outcome.out
    assert f"{first} takes you from 0 to " in outcome.out
    assert f"Taken back: {first}." in outcome.out
    assert "There is nothing to take back" in outcome.out
    assert "To place, type a cell" in outcome.out


@pytest.mark.parametrize("language", LANGUAGES)
def test_commands_are_understood_in_english_and_in_the_language_that_is_spoken(
    language: str, request: pytest.FixtureRequest
):
    request.addfinalizer(lambda: words.speak("en"))
    words.speak(language)
    typed = [words.tc("typed", command) for command in COMMANDS]
    assert len(set(typed)) == len(typed)
    assert all(word == word.lower() and word.isalpha() for word in typed), "one word each"
    assert [read_command(word.upper()) for word in typed] == list(COMMANDS)
    assert [read_command(command) for command in COMMANDS] == list(COMMANDS)
    explained = explain_commands(80)
    assert all(f"\n  {word}" in explained for word in typed)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "sentence",
    [
        "{name}, which domino do you claim? (its number, undo, hint, help)",
        "{name}, which domino do you claim? (its number, hint, help)",
        "{name}, domino {domino} is {description}. Where? (g8n, list, hint, help)",
        "say where: save FILE",
        "{text} is no placement: type it as g8n, or list to see them all",
        "{text} is no claim: type the number of a free domino, or help",
        "type where it goes, such as g8n, or list to see all placements",
        "the placements are numbered 1 to {most}: see list",
    ],
)
def test_what_is_said_names_the_commands_as_they_can_be_typed(language: str, sentence: str):
    catalogue = find_catalogue(language)
    told = catalogue.t(sentence)
    assert told != sentence or language == "en"
    for command in ("list", "hint", "undo", "save", "help"):
        if re.search(rf"\b{command}\b", sentence):
            assert re.search(rf"\b{catalogue.tc('typed', command)}\b", told), command


def test_mistakes_are_explained_and_asked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    match = kd.Match.new(kd.Rules(players=2), 5)
    opening = script(match, random.Random(1), actions=4)
    lines = [
        "",
        "what",
        "99",
        "1 2",
        *opening,
        "",
        "g7n",
        "z9n",
        "999",
        "a1a2",
        "save",
        "\x00",
        "q",
    ]
    outcome = run("play", "--rules", "2p", "--seed", "5", "--name", "Ann", stdin=typed(lines))
    assert outcome.code == 0, outcome.err
    for sentence in (
        "type the number of a free domino",
        "'what' is no claim",
        "there is no domino 99",
        "type where it goes",
        "g7 is taken",
        "'z9n' is no placement",
        "the placements are numbered 1 to",
        "does not fit at a1-a2",
        "say where: save FILE",
    ):
        assert sentence.lower() in outcome.out.lower()


def test_the_end_of_input_saves_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    match = kd.Match.new(kd.Rules(players=2), 5)
    lines = script(match, random.Random(1), actions=9)
    arguments = ["play", "--rules", "2p", "--seed", "5", "--name", "Ann"]
    outcome = run(*arguments, stdin=typed(lines))
    assert outcome.code == 0
    assert "There is no more input" in outcome.out
    (saved,) = tmp_path.glob("kingdomino-*.txt")
    assert f"--resume {saved}" in outcome.out
    game = read_match(str(saved)).game
    assert game.history == match.game.history
    assert game.pile == match.game.pile


def test_input_that_ends_before_the_first_action_saves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    assert "no game was begun" in run("play").err
    assert "nothing is saved" in run("play", "--rules", "2p", "--name", "Ann").out
    assert list(tmp_path.iterdir()) == []


def test_a_saved_game_goes_on_with_the_same_pile(tmp_path: Path):
    path = tmp_path / "game.txt"
    match = kd.Match.new(kd.Rules(players=2, dynasty=True), 5)
    chance = random.Random(3)
    lines = script(match, chance, actions=100)  # into the second game
    assert len(match.games) == 2
    arguments = ["play", "--rules", "2p dynasty", "--seed", "5", "--name", "Ann"]
    outcome = run(*arguments, stdin=typed([*lines, f"save {path}", f"save {path}", "q"]))
    assert f"Saved in {path}." in outcome.out
    rest = script(match, chance)
    outcome = run("play", "--resume", str(path), stdin=typed(rest))
    assert str(match.games[2].record()).partition("\n\n")[2] in outcome.out
    assert f"Pink {match.totals()[0]}" not in outcome.out  # she is called Ann
    assert f"Ann {match.totals()[0]}, Yellow {match.totals()[1]}." in outcome.out
    assert outcome.code == 0


def test_another_file_is_never_overwritten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ann")
    lines = [f"save {path}", "save /no/such/folder/x", "q"]
    outcome = run("play", "--rules", "2p", "--name", "Ann", stdin=typed(lines))
    said = " ".join(outcome.out.split())  # where a line breaks depends on the length of the path
    assert "is there already" in said
    assert "cannot be written" in said
    assert path.read_text() == "Dear Ann"


def test_ctrl_c_saves_and_exits_with_130(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    game = kd.Game.new(kd.Rules(players=2), seed=5)
    answers = iter([str(game.legal_actions()[0]).strip("-")])

    def answer(prompt: str) -> str:
        for line in answers:
            return line
        raise KeyboardInterrupt

    monkeypatch.setattr("kingdomino.cli.seats.ask", answer)
    outcome = run("play", "--rules", "2p", "--seed", "5", "--name", "Ann")
    assert outcome.code == 130
    assert "The game is saved" in outcome.out
    (saved,) = tmp_path.glob("kingdomino-*.txt")
    assert len(read_match(str(saved)).game.history) == 1


def test_games_that_cannot_be_resumed(finished: Path, unfinished: Path):
    assert "this game is over" in refuse("play", "--resume", str(finished))
    assert "There is no file" in refuse("play", "--resume", "missing")
    assert "stdin is where you play" in refuse("play", "--resume", "-")
    assert "leave the other options out" in refuse("play", "--resume", "x", "--rules", "2p")
    assert run("play", "--resume", str(unfinished), stdin="q\n").code == 0


@pytest.mark.parametrize("text", ["g8n", "G8 N", "g8 north", "g8-g9", "g8 g9", "10:g8n"])
def test_placements_as_people_type_them(text: str):
    assert parse_placement(text, 10) == kd.Place(10, (0, 1), (0, 2))


@pytest.mark.parametrize("size", [(80, 24), (80, 20), (40, 10), (200, 60)])
def test_the_table_fits_the_screen(size: tuple[int, int]):
    width, height = size
    for rules in (kd.Rules(players=2, mighty_duel=True), kd.Rules(players=4)):
        game = kd.Game.new(rules, seed=3)
        chance = random.Random(4)
        while not game.over:
            console = Console(width=width, height=height, file=None, record=False)
            with console.capture() as capture:
                players = Players(game.names, game.colours)
                console.print(draw_play(game, players, console, game.acting_seat))
            lines = capture.get().rstrip("\n").split("\n")
            assert max(map(len, lines)) <= width
            if height >= 24:
                assert len(lines) <= height - 3  # room for the news, the question and the answer
            game.play(chance.choice(game.legal_actions()))


def terminal(width: int = 80, height: int = 24) -> Console:
    return Console(
        width=width, height=height, file=io.StringIO(), force_terminal=True, color_system=None
    )


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybodys_kingdom_fits_the_screen(players: int):
    game = kd.Game.new(kd.Rules(players=players, harmony=True), seed=3)
    chance = random.Random(4)
    names = ["Ann", "Bob", "Cleo", "Dan"][:players]
    while not game.over:
        game.play(chance.choice(game.legal_actions()))
        console = terminal()
        table = fit_table(game, Players(names, game.colours), console)
        assert count_lines(table, console) <= 24


def test_the_other_kingdoms_stand_beside_ones_own_where_there_is_room():
    game = kd.Game.new(kd.Rules(players=4), seed=3)
    players = Players(["Ann", "Bob", "Cleo", "Dan"], game.colours)
    for width, shown in ((80, 3), (40, 0)):
        console = terminal(width)
        with console.capture() as capture:
            console.print(draw_play(game, players, console, 0))
        castles = re.findall(r"♜[YGB]", capture.get())
        assert len(castles) == shown


def test_the_result_waits_before_it_leaves_the_screen(monkeypatch: pytest.MonkeyPatch):
    match = kd.Match.new(kd.Rules(players=4), 5, names=["Ann", "Bob", "Cleo", "Dan"])
    chance = random.Random(1)
    while not match.over:
        match.play(chance.choice(match.game.legal_actions()))
    console = terminal()
    session = Session(match, [Person(console, Players([""] * 4, match.game.colours))] * 4, console)
    pauses: list[str] = []
    monkeypatch.setattr("kingdomino.cli.session.is_interactive", lambda: True)
    monkeypatch.setattr("kingdomino.cli.session.ask", lambda prompt: pauses.append(prompt) or "")
    monkeypatch.setattr("sys.stdout", io.StringIO())
    session.run()
    assert len(pauses) == 2  # after the kingdoms, and after the ranking


def test_leaving_a_saved_game_at_once_keeps_it(tmp_path: Path):
    game = kd.Game.new(kd.Rules(players=2), seed=1, names=["Ann", "Bob"])
    path = tmp_path / "begun.txt"
    path.write_text(str(game.record(reveal=True)), encoding="utf-8")
    outcome = run("play", "--resume", str(path), stdin="quit\n")
    assert f"kingdomino play --resume {path}" in outcome.out


@pytest.mark.compiled_only
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_game_is_saved_when_the_terminal_is_closed(number: int, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "kingdomino", "play", "--rules", "2p", "--seed", "5"]
    with subprocess.Popen(
        [*command, "--name", "Ann", "--name", "Ben"],
        cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        first = kd.Match.new(kd.Rules(), 5).game.line[0].domino
        process.stdin.write(f"{first}\n".encode())
        process.stdin.flush()
        prompts = 0
        while prompts < 2:  # the second question: the first answer has been played
            prompts += process.stdout.read(1) == b">"
        while process.poll() is None:  # Python misses a signal that comes just before it reads
            process.send_signal(number)
            time.sleep(0.05)
        assert process.returncode == 128 + number, process.stderr.read()
    (saved,) = tmp_path.glob("kingdomino-*.txt")
    assert [move.action for move in read_match(str(saved)).game.history] == [kd.Claim(first)]


@pytest.mark.parametrize("arguments", [[], ["--rules", "2p", "--name", "Ann"]])
def test_to_play_without_any_input_is_an_error(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    outcome = run("play", *arguments)
    assert outcome.code == 2
    assert "There is no more input, so" in outcome.out + outcome.err
    assert not list(tmp_path.iterdir())
