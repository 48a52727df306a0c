"""Everything that the command says to people can be translated.

It is run in a pseudo-language whose every text stands in brackets: what stands outside, and is no
data, has been forgotten.
"""

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from typer.main import get_command

import kingdomino as kd
from kingdomino import words
from kingdomino.arena.contest import Contest
from kingdomino.arena.entrants import Entrant
from kingdomino.arena.pairing import Fixture
from kingdomino.arena.results import Fault
from kingdomino.arena.tables import list_faults
from kingdomino.arena.workers import lose_game
from kingdomino.command import app
from kingdomino.errors import Phrase
from kingdomino.players.player import Budget
from tests.cli.command import Outcome, run
from tests.cli.conftest import finished, play_at_random, unfinished
from tests.words.pseudo import bracket, find_untranslated, pseudo_catalogue

__all__ = ["finished", "unfinished"]

RULES = "classic revised duel dynasty harmony middle"
LEVELS = "page squire knight duke monarch"
COMMANDS = tuple(getattr(get_command(app), "commands"))  # noqa: B009 (Typer does not say its type)


@pytest.fixture(autouse=True)
def pseudo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    catalogue = pseudo_catalogue()
    monkeypatch.setattr(words, "find_catalogue", lambda language: catalogue)
    yield
    monkeypatch.undo()
    words.speak("en")


def tell(*arguments: str, stdin: str = "", data: str = "", code: int = 0) -> str:
    """Run a command, see that it says nothing untranslated, and return what it says."""
    outcome: Outcome = run(*arguments, stdin=stdin, width=600)
    assert outcome.code == code, outcome.err
    printed = outcome.out + outcome.err
    found = find_untranslated(printed, f"kingdomino {data}")
    assert not found, [line for line in printed.splitlines() if any(word in line for word in found)]
    assert "⟦" in printed
    return printed


def test_the_pseudo_language_finds_what_is_not_translated() -> None:
    assert bracket("{domino} fits at {where}.") == "{domino}⟦ fits at ⟧{where}⟦.⟧"
    assert find_untranslated("⟦wins ⟧12⟦ of ⟧20 games", "") == ["games"]
    assert find_untranslated("⟦row⟧ --json 'x y' a/path/there Ann", "Ann") == []


@pytest.mark.parametrize("command", [(), *((command,) for command in COMMANDS)])
def test_help(command: tuple[str, ...]) -> None:
    examples = "Ann bot full greedy champion random module Class sqlite games monday training open"
    data = f"{' '.join(COMMANDS)} {RULES} {LEVELS} {examples} new show"
    printed = tell(*command, "--help", data=data)
    assert bracket("Usage:") in printed


def test_a_deal_and_a_table(unfinished: Path) -> None:
    tags = "Rules Pink Yellow Green Blue Seed Scores"
    tell("new", "--board", "--seed", "1", data=f"{RULES} {tags}")
    tell("new", "--commit", "--seed", "1", data=f"{RULES} {tags} Commitment", code=0)
    tell("show", str(unfinished))


def test_a_replay(finished: Path) -> None:
    tell("replay", str(finished), "--all", data="Ann Bob")


def test_a_replay_names_computers_in_the_language_of_the_reader(tmp_path: Path) -> None:
    game = kd.Game.new(kd.Rules(players=3), seed=1, names=["Duke", "Knight", "Knight II"])
    game.tags["Computers"] = "Yellow knight, Green knight"
    path = tmp_path / "computers.txt"
    path.write_text(str(play_at_random(game).record()), encoding="utf-8")
    printed = tell("replay", str(path), "--all", data="Duke")
    assert f"{bracket('Knight')} II" in printed
    assert bracket("Duke") not in printed  # so a person calls himself


def test_a_score() -> None:
    tell("score", "w w1 f/w C f1/m3 m3 .", "--middle", "--harmony")


def test_a_verification(finished: Path, unfinished: Path, tmp_path: Path) -> None:
    tell("verify", str(finished))
    tell("verify", str(unfinished))
    text = finished.read_text(encoding="utf-8")
    forged = text.replace('[Seed "11"]', '[Seed "12"]')
    (tmp_path / "forged.txt").write_text(forged + "\n" + forged, encoding="utf-8")
    tell("verify", "forged.txt", code=1)
    lines = text.splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("1."))
    moved = "\n".join([*lines[:first], *lines[first:][1:]])
    (tmp_path / "moved.txt").write_text(moved, encoding="utf-8")
    tell("verify", "moved.txt", code=2, data="moved txt")


def test_figures() -> None:
    tell("perft", "--depth", "2", data=RULES)


def test_a_bench(monkeypatch: pytest.MonkeyPatch) -> None:
    from kingdomino.cli import figures

    monkeypatch.setattr(figures, "sign", lambda: "0123456789abcdef")
    for measure in ("measure_playouts", "measure_threads", "measure_game_api"):
        monkeypatch.setattr(figures, measure, lambda *rest: 1.0)
    taken = {"import": 0.1, "first_action": 0.2}
    monkeypatch.setattr(figures, "measure_startup", lambda **rest: taken)
    tell("bench", "--cold", data="duel Game python numba numpy")


@pytest.mark.compiled_only
def test_an_arena(monkeypatch: pytest.MonkeyPatch) -> None:
    players = ("full-greedy", "random", "random")
    data = f"{RULES} full greedy random"
    tell("arena", *players, "--games", "3", "--jobs", "1", "--out", "kept", data=data)
    tell("arena", *players, "--games", "6", "--jobs", "1", "--out", "kept", data=data)
    tell("arena", "random", "--games", "2", "--out", "kept", data="kept", code=2)


FAILING = """
import time
import kingdomino as kd

class Crashes:
    def choose(self, view, rng):
        raise ValueError

class Cheats:
    def choose(self, view, rng):
        return kd.Discard(1)

class Talks:
    def choose(self, view, rng):
        return 7

class Sleeps:
    def __init__(self, budget):
        pass
    def choose(self, view, rng):
        time.sleep(0.03)
        return view.legal_actions()[0]

class Refuses:
    count = 0
    def __init__(self):
        Refuses.count += 1
        if Refuses.count > 2:
            raise ValueError
    def choose(self, view, rng):
        return None

class Nobody:
    pass
"""


@pytest.mark.compiled_only
@pytest.mark.parametrize("player", ["Crashes", "Cheats", "Talks", "Sleeps@1ms", "Refuses"])
def test_players_that_fail(player: str, tmp_path: Path) -> None:
    module = f"failing_{player.partition('@')[0].lower()}"
    (tmp_path / f"{module}.py").write_text(FAILING, encoding="utf-8")
    name = f"{module}:{player}"
    data = f"{RULES} failing {module[8:]} {player.partition('@')[0]} random ValueError TypeError"
    data += " Traceback most recent call last File line in init " + " ".join(
        re.findall(r"\w+", FAILING)
    )
    code = 0 if player.startswith("Sleeps") else 1
    tell("arena", name, "random", "--games", "2", "--jobs", "1", data=data, code=code)


def test_games_that_are_lost() -> None:
    words.speak("et")
    contest = Contest(
        kd.Rules(), tuple(Entrant(name, Budget(), name) for name in ("one", "two")), 2, "1", False
    )
    lost = lose_game(contest, Fixture(1, 0, 0, (0, 1)), Phrase("with code {code}", code=3)).faults
    stuck = Phrase(
        "{player} does not answer in deal {deal}, round {round}, and is given up: "
        "this game does not count.",
        player="one",
        deal=1,
        round=2,
    )
    faults = [*lost, Fault("lost", "one", 1, 2, stuck)] * 5
    printed = "\n".join(list_faults(faults, ["one", "two"]))
    assert find_untranslated(printed, "one two") == []
    assert "one⟦ or ⟧two⟦ ended" in printed


def test_training(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from kingdomino.cli import training

    class FakeTraining:
        def __init__(self, table: str, folder: Path, **rest: object) -> None:
            self.spent, self.history = 0.5, []  # type: ignore[var-annotated]  # a stand-in
            self.weights = folder / "duel.npz"

        def run(self, report: object) -> None:
            report(  # type: ignore[operator]  # a stand-in
                SimpleNamespace(number=1, games=10, error=2.0, wins=0.5, points=40.0)
            )

    monkeypatch.setattr(training, "Training", FakeTraining)
    tell("train", "duel", "--minutes", "1", data="duel full greedy")


def test_a_dataset(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    made = ("dataset", "random", "--games", "2", "--playouts", "0", "--jobs", "1")
    tell(*made, "--out", "folder", data="folder")
    tell(*made, "--out", "folder", "--seed", "3", "--rules", "classic 3p", data="folder", code=2)
    tell("dataset", "random", "--games", "1", "--out", "folder", "--playouts", "0", code=2,
         data="folder")  # fmt: skip
    tell("dataset", "random", "--games", "0", "--out", "folder", code=2)
    tell("dataset", "random", "--jobs", "0", "--out", "folder", code=2)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "other.txt").touch()
    tell("dataset", "random", "--out", "full", code=2, data="full")


def test_a_backup(tmp_path: Path) -> None:
    from kingdomino.server.store import Store

    asyncio.run(Store(f"sqlite:///{tmp_path / 'games.db'}").close())
    tell("backup", "copy.db", "--database", f"sqlite:///{tmp_path / 'games.db'}", data="copy")
    tell("backup", "copy.db", "--database", f"sqlite:///{tmp_path / 'games.db'}", data="copy",
         code=2)  # fmt: skip


def test_the_greeting_of_the_server(capsys: pytest.CaptureFixture[str]) -> None:
    from kingdomino.server.serving import _greet
    from kingdomino.server.settings import Settings

    words.speak("et")
    settings = Settings(database="sqlite:///games.db")
    _greet("http://127.0.0.1:1", "http://10.0.0.1:1", settings, open_browser=False, quiet=False)
    assert find_untranslated(capsys.readouterr().out, "Ctrl games") == []


# --- the game in the terminal


def test_the_questions_before_a_game() -> None:
    typed = "what\nother\n3\n\nharmony nonsense\nmiddle\nAnn\n\nbot:nobody\nduke\n"
    tell(
        "play", "-s", "3", stdin=typed, data=f"{RULES} Ann none {LEVELS}", code=2
    )  # no more is typed


def test_a_game_against_a_computer() -> None:
    typed = ["help", "list", "hint", "all", "save", "undo", "nonsense", "99", "8", "24", "29", "44"]
    typed += [
        "8",
        "24",
        "hint",
        "undo",
        "list",
        "help",
        "g8n",
        "a1 m13",
        "nonsense",
        "777",
        "",
        "1",
    ]
    typed += [
        "",
        "save absent/kept.txt",
        "save kept.txt",
        "save kept.txt",
        "undo",
        "undo",
        "1",
        "",
        "99",
        "quit",
    ]
    data = f"Ann list hint help all undo save quit kept txt Enter play {RULES}"
    printed = tell("play", "-r", "classic 2p", "-s", "1", "--seat", "Ann", "--seat", "bot:knight",
                   stdin="\n".join(typed), data=data)  # fmt: skip
    assert bracket("Knight") in printed
    tell("play", "--resume", "kept.txt", stdin="quit\n", data=data)


def test_a_dynasty_is_left_and_taken_up(tmp_path: Path) -> None:
    seats = ("--seat", "bot:page", "--seat", "bot:page", "--seat", "bot:squire")
    data = f"{RULES} Rules Pink Yellow Green Seed Scores Computers page squire Page Squire"
    tell("play", "-r", "classic 3p dynasty", "-s", "5", *seats, data=data)
    game = ("play", "-r", "classic 2p", "-s", "5")
    saved = tell(*game, stdin="Ann\nBob\n12\nquit\n", data="Ann Bob play txt")
    assert "--resume" in saved
    assert "--resume" not in tell(*game, stdin="Ann\nBob\nquit\n", data="Ann Bob")


# --- what is refused

RECORD = """[Rules "classic 2p"]
[Pink "Ann"]
[Yellow "Bob"]

0. 1,2,3,4 P Y P Y
"""

REFUSED = [
    (("nonsense",), ""),
    (("plai",), ""),
    (("--nonsense",), ""),
    (("--versio",), ""),
    (("show",), ""),
    (("show", "a", "b"), ""),
    (("show", "a.txt", "--at", "x"), ""),
    (("show", "a.txt", "--at"), ""),
    (("show", "a.txt", "--json=3"), ""),
    (("bench", "--seconds", "x"), ""),
    (("bench", "--seconds", "0"), ""),
    (("perft", "--depth", "0"), ""),
    (("dataset", "random"), ""),
    (("show", "absent.txt"), ""),
    (("show", "."), ""),
    (("new", "--rules", "classic 5p"), ""),
    (("new", "--rules", "nonsense"), RULES),
    (("new", "--rules", "classic"), ""),
    (("new", "--rules", "classic revised 2p"), ""),
    (("new", "--rules", "2p 3p"), ""),
    (("new", "--rules", "2p duel duel"), RULES),
    (("new", "--rules", "3p duel"), ""),
    (("new", "--seed", "-1"), ""),
    (("new", "--name", "a", "--name", "b", "--name", "c"), ""),
    (("play", "--seat", "bot:nobody", "--rules", "2p"), LEVELS),
    (("play", "--resume", "-"), ""),
    (("play", "--resume", "absent.txt", "--seed", "1"), ""),
    (("score", "w"), ""),
    (("score", "C", "--grid", "6"), ""),
    (("score", "CwC"), ""),
    (("score", "w9C"), ""),
    (("score", "wwwwwwwwwC"), ""),
    (("arena",), "full greedy"),
    (("arena", "nobody"), "module Class random full greedy placement player learned champion uct "
     + LEVELS),
    (("arena", "random@x"), "random"),
    (("arena", "@"), "module Class"),
    (("arena", "absent:Player"), "absent Player module named"),
    (("arena", "random", "--jobs", "0"), ""),
    (("arena", "random", "--games", "0"), ""),
    (("arena", "random", "--time", "-1"), ""),
    (("arena", "random", "--work", "0"), ""),
    (("arena", "random", "--plot", "a.txt"), ""),
    (("arena", "random", "--csv", "absent/a.csv"), ""),
    (("arena", "random", "--csv", "."), ""),
    (("arena", "random", "--one-against-field"), ""),
    (("train", "five"), "five two three four duel"),
    (("train", "--minutes", "0"), ""),
    (("serve", "--port", "70000"), ""),
    (("serve", "--base-url", "nonsense", "--port", "0"), ""),
    (("serve", "--database", "nonsense", "--port", "0"), ""),
    (("serve", "--database", "sqlite://", "--port", "0"), ""),
    (("serve", "--database", "sqlite:////absent/games.db", "--port", "0"), ""),
    (("backup", "a.db", "--database", "sqlite:///absent.db"), "absent"),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "data"), REFUSED)
def test_refusals(arguments: tuple[str, ...], data: str) -> None:
    data += f" {arguments[0]} nobody classic"
    tell(*arguments, data=data, code=2)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        '[Rules "classic 9p"]',
        '[Name "x"]',
        "[Rules classic]",
        RECORD.replace('[Pink "Ann"]', '[Pink "Ann"]\n[Pink "Eve"]'),
        RECORD.replace('[Yellow "Bob"]\n', ""),
        RECORD.replace("0. ", "1. "),
        RECORD.replace("1,2,3,4", "1,2,3"),
        RECORD.replace("1,2,3,4", "1,2,3,x"),
        RECORD.replace("1,2,3,4", "4,3,2,1"),
        RECORD.replace("1,2,3,4", "1,2,3,99"),
        RECORD.replace("P Y P Y", "P Y P"),
        RECORD.replace("P Y P Y", "P-1 Y-1 P Y"),
        RECORD.replace("P Y P Y", "P-7 Y P Y"),
        RECORD.replace("P Y P Y", "P Y-1 P Y"),
        RECORD.replace("P Y P Y", "P-1 Y-2 P-3 Y-4"),
        RECORD.replace("P Y P Y", "P-1x Y P Y"),
        RECORD.replace("P Y P Y", "G-1 Y P Y"),
        RECORD + "1. 5,6,7,8 P1:g8n-5\n",
        RECORD + '[Seed "?"]',
        RECORD.replace("[Pink", '[Seed "?"]\n[Pink'),
        RECORD.replace("[Pink", '[Scores "1"]\n[Pink'),
        RECORD.replace("[Pink", '[Scores "1 2"]\n[Pink'),
        RECORD.replace("[Pink", '[Contributions "1 2"]\n[Pink'),
        "classic-2p PY",
        "classic-2p PP 0 P,Y,P,Y 1,2,3,4 C C 5-48",
        "classic-2p PY 0 P,Y,P,Y 1,2,3,4 Cw C 5-48",
        "classic-2p PY 0 P,Y,P,Y 1,2,3,4 C C 5-47",
        "classic-2p PY 0 P,Y,P,Y 4,3,2,1 C C 5-48",
        "classic-2p PY 77 P,Y,P,Y 1,2,3,4 C C 5-48",
        "classic-2p PY 0 P,Y,P,Z 1,2,3,4 C C 5-48",
    ],
)
def test_records_and_positions_that_are_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "wrong.txt").write_text(text, encoding="utf-8")
    data = "wrong.txt wrong txt Rules Name Pink Ann value classic"
    tell("show", "wrong.txt", code=2, data=data)
