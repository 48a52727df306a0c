"""docs/notation.md says what the code does: its examples, tables, grammars and the fair deal."""

import hashlib
import itertools
import random
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator

import pytest

import kingdomino as kd
from kingdomino.game.cells import cell_name, parse_cell
from tests.docs.grammar import derives
from tests.docs.pages import blocks, code, read_page, run_examples, table
from tests.rulebook.table import SETUPS, turns

PAGE = read_page("docs/notation.md")
VARIED = [*SETUPS, kd.Rules(players=3, harmony=True, middle_kingdom=True, dynasty=True)]


def named(name: str) -> str:
    """The block of text that has this name on the page."""
    return next(block.text for block in blocks(PAGE) if block.name == name)


def accepts(read: Callable[[str], object], text: str) -> bool:
    """Whether a reader takes the text."""
    try:
        read(text)
    except kd.NotationError:
        return False
    return True


def spoilt(text: str, letters: str, chance: random.Random, times: int) -> Iterator[str]:
    """The text with a character taken away, put in, or replaced."""
    for _ in range(times):
        at = chance.randrange(len(text) + 1)
        letter = chance.choice(["", *letters])
        yield text[:at] + letter + text[at + chance.randrange(2) :]


def test_the_examples_show_what_happens() -> None:
    assert run_examples("docs/notation.md") > 5


# --- tables


@pytest.mark.parametrize("row", table(PAGE, "cell", "x, y", "where"), ids=lambda row: row["cell"])
def test_the_cells_are_where_the_page_says(row: dict[str, str]) -> None:
    x, y = row["x, y"].split(", ")
    assert parse_cell(code(row["cell"])) == (int(x), int(y))
    assert cell_name((int(x), int(y))) == code(row["cell"])


@pytest.mark.parametrize("row", table(PAGE, "text", "object"), ids=lambda row: row["text"])
def test_the_actions_are_what_the_page_says(row: dict[str, str]) -> None:
    assert repr(kd.parse_action(code(row["text"]))) == code(row["object"])


@pytest.mark.parametrize(
    "row",
    table(PAGE, "placement", "western or southern cell", "cell", "way", "number"),
    ids=lambda row: row["placement"],
)
def test_the_placements_have_the_numbers_that_the_page_gives(row: dict[str, str]) -> None:
    place = kd.parse_action(code(row["placement"]))
    assert isinstance(place, kd.Place)
    number = kd.Kingdom().check_placement(place)
    assert number == int(row["number"]) == 64 * int(row["way"]) + int(row["cell"])
    x, y = parse_cell(code(row["western or southern cell"]))
    assert (x, y) == min(place.a, place.b)
    assert int(row["cell"]) == 8 * (y % 8) + x % 8


@pytest.mark.parametrize(
    "row", table(PAGE, "text", "grid", "squares", "what it shows"), ids=lambda row: row["text"]
)
def test_the_kingdoms_are_well_formed(row: dict[str, str]) -> None:
    kingdom = kd.Kingdom.from_text(code(row["text"]), grid=int(row["grid"]))
    assert len(kingdom.cells) == int(row["squares"])
    assert bool(kingdom.doubts()) == ("doubts" in row["what it shows"])
    assert str(kingdom) == code(row["text"]).replace(" ", "")


@pytest.mark.parametrize("row", table(PAGE, "malformed", "why"), ids=lambda row: row["malformed"])
def test_a_malformed_kingdom_is_refused_with_the_words_of_the_page(row: dict[str, str]) -> None:
    with pytest.raises(kd.NotationError, match=f"^{re.escape(code(row['why']))}$"):
        kd.Kingdom.from_text(code(row["malformed"]))


@pytest.mark.parametrize("row", table(PAGE, "text", "means"), ids=lambda row: row["text"])
def test_the_words_for_rules_mean_what_the_page_says(row: dict[str, str]) -> None:
    rules = kd.Rules.from_text(code(row["text"]))
    assert rules == eval(code(row["means"]), {"Rules": kd.Rules})
    assert derives("rules", code(row["text"]))


@pytest.mark.parametrize(
    "row", table(PAGE, "record", "changed", "error"), ids=lambda row: row["changed"]
)
def test_a_faulty_record_is_refused_with_the_words_of_the_page(row: dict[str, str]) -> None:
    record, before = named("record"), code(row["record"])
    assert record.count(before) == 1
    with pytest.raises((kd.NotationError, kd.IllegalAction)) as caught:
        kd.Game.from_record(record.replace(before, code(row["changed"])))
    assert f"{type(caught.value).__name__}: {caught.value}" == code(row["error"])


@pytest.mark.parametrize("row", table(PAGE, "position", "what it shows"), ids=["new", "3p", "over"])
def test_the_positions_round_trip(row: dict[str, str]) -> None:
    text = code(row["position"])
    assert str(kd.Position.from_text(text)) == text
    assert derives("position", text)


def test_the_fields_of_a_position_are_those_of_the_example() -> None:
    example = next(
        block.text.strip() for block in blocks(PAGE, "text") if "classic-2p PY" in block.text
    )
    fields = [row["here"].replace("`", "") for row in table(PAGE, "field", "here", "meaning")]
    start, _ = " ".join(fields).split("…")
    assert example.startswith(start)
    assert str(kd.Position.from_text(example)) == example


def test_the_table_of_dominoes_is_that_of_the_box() -> None:
    cells = re.findall(r"\| (\d+) \| `(\w+) (\w+)` (?=\|)", PAGE)
    faces = {
        domino.number: tuple(
            f"{square.terrain[0]}{square.crowns or ''}" for square in (domino.a, domino.b)
        )
        for domino in kd.DOMINOES
    }
    assert {int(number): (a, b) for number, a, b in cells} == faces


# --- grammars


def test_the_grammar_of_cells_is_exact() -> None:
    letters = "aAgmn01379 "
    for size in range(5):
        for text in map("".join, itertools.product(letters, repeat=size)):
            assert accepts(parse_cell, text) == derives("cell", text), text


def test_the_grammar_of_actions_is_exact() -> None:
    chance = random.Random(1)
    actions = ["-15", "07", "13:h7e", "48:a13n", "10x", "4:m10w"]
    for text in actions:
        assert derives("action", text)
        for other in spoilt(text, "-:xensgm0149 ", chance, 500):
            assert accepts(kd.parse_action, other) == derives("action", other), other


@pytest.mark.parametrize("rules", VARIED, ids=str)
def test_what_a_game_writes_follows_the_grammar(rules: kd.Rules) -> None:
    game = kd.Game.new(rules, seed=5, names=['O"B\\', "Þóra", "", "d"][: rules.players])
    for action in turns(game, seed=5):
        assert derives("action", str(action))
        assert derives("position", str(game))
        if len(game.history) % 5 == 0:
            assert derives("record", str(game.record()))
            assert all(derives("kingdom", str(kingdom)) for kingdom in game.kingdoms)
    assert derives("record", str(game.record()))
    assert derives("position", str(game))
    assert derives("rules", str(rules))


def test_a_kingdom_that_is_read_follows_the_grammar() -> None:
    chance = random.Random(2)
    for text in [named("typed"), "lg2gg./g2gff./ww1Cff/wwsm2m/wm3sm2w1", "w 1 C"]:
        assert derives("kingdom", text)
        read = 0
        for other in spoilt(text, "wfC.12/ \n4x", chance, 400):
            if accepts(kd.Kingdom.from_text, other):
                read += 1
                assert derives("kingdom", other), other
        assert read


def test_a_record_that_is_read_follows_the_grammar() -> None:
    chance = random.Random(3)
    for text in [named("record"), named("unfinished"), named("record").replace(" P", "\n  P")]:
        assert derives("record", text)
        read = 0
        for other in spoilt(text, 'PYRw[]"\\-:x.,019 \n', chance, 300):
            if accepts(kd.Record.parse, other):
                read += 1
                assert derives("record", other), other
        assert read


def test_a_position_that_is_read_follows_the_grammar() -> None:
    chance = random.Random(4)
    for row in table(PAGE, "position", "what it shows"):
        rules, _, rest = code(row["position"]).partition(" ")
        for other in spoilt(rest, "PYGw.C/,-0148 ", chance, 300):
            text = f"{rules} {other}"
            if accepts(kd.Position.from_text, text):
                assert derives("position", text.strip()), text


@pytest.mark.parametrize(
    "text", ["0", "7", "2026", "x", "x00ff", "", "07", "-1", "x0", "xAB", "x0g", " 1"]
)
def test_the_grammar_of_secrets_is_exact(text: str) -> None:
    assert accepts(kd.Deal, text) == derives("secret", text)


@pytest.mark.parametrize("text", ["00", "c0ffee", "abc", "C0", "g", "1 2"])
def test_the_grammar_of_contributions_is_exact(text: str) -> None:
    def read(text: str) -> kd.Deal:
        return kd.Deal("1", (text,))

    assert accepts(read, text) == derives("contribution", text)


# --- the fair deal, from the page's words alone


def deal_by_the_page(
    secret: str, contributions: list[str], in_play: int, kings: list[int] | None
) -> tuple[list[int], list[int]]:
    stream: list[int] = []
    block = -1

    def number(n: int) -> int:
        nonlocal block
        while True:
            if not stream:
                block += 1
                lines = ["kingdomino deal 1", secret, *contributions, str(block)]
                stream.extend(hashlib.sha256("\n".join(lines).encode("ascii")).digest())
            byte = stream.pop(0)
            if byte < 256 - 256 % n:
                return byte % n

    def shuffle(items: list[int]) -> list[int]:
        i = len(items) - 1
        while i >= 1:
            j = number(i + 1)
            items[i], items[j] = items[j], items[i]
            i -= 1
        return items

    pile = shuffle(list(range(1, 49)))[:in_play]
    if kings is not None:
        return pile, shuffle(kings)
    f = number(2)
    return pile, [f, 1 - f, 1 - f, f]


SETUP_NUMBERS = {
    kd.Rules(players=2): (24, [0, 0, 1, 1]),
    kd.Rules(players=2, mighty_duel=True): (48, [0, 0, 1, 1]),
    kd.Rules(players=3): (36, [0, 1, 2]),
    kd.Rules(players=4): (48, [0, 1, 2, 3]),
    kd.Rules(players=2, edition="revised"): (48, None),
    kd.Rules(players=3, edition="revised"): (48, [0, 1, 2]),
    kd.Rules(players=4, edition="revised"): (48, [0, 1, 2, 3]),
}


@pytest.mark.parametrize("rules", SETUP_NUMBERS, ids=str)
@pytest.mark.parametrize("contributions", [[], ["c0ffee"], ["c0ffee", "0123"]], ids=len)
def test_the_fair_deal_follows_the_page(rules: kd.Rules, contributions: list[str]) -> None:
    in_play, kings = SETUP_NUMBERS[rules]
    for secret in ["0", "2026", "x", "x00ff", *(str(seed) for seed in range(20))]:
        order = list(kings) if kings else None
        pile, opening = deal_by_the_page(secret, contributions, in_play, order)
        deal = kd.Deal(secret, tuple(contributions))
        assert deal.shuffle(rules) == (tuple(pile), tuple(opening))


def test_the_first_steps_of_the_shuffle_are_as_the_page_shows_them() -> None:
    stream = iter(hashlib.sha256(b"kingdomino deal 1\n2026\n0").digest())
    items = list(range(1, 49))
    place = 47
    columns = ("i", "n", "kept below", "byte", "j", "domino that place i gets")
    for row in table(PAGE, *columns):
        byte = next(stream)
        limit = 256 - 256 % (place + 1)
        shown = [str(place), str(place + 1), str(limit), str(byte)]
        if byte >= limit:
            assert list(row.values()) == [*shown, "dropped", ""]
            continue
        other = byte % (place + 1)
        items[place], items[other] = items[other], items[place]
        assert list(row.values()) == [*shown, str(other), str(items[place])]
        place -= 1
    assert place < 42


COMMANDS = [
    (command, output)
    for block in blocks(PAGE, "console")
    for command, output in re.findall(r"^\$ (.*)\n(.*)$", block.text, re.MULTILINE)
]


@pytest.mark.skipif(shutil.which("sha256sum") is None, reason="there is no sha256sum here")
@pytest.mark.parametrize(("command", "output"), COMMANDS)
def test_the_commands_print_what_the_page_shows(command: str, output: str) -> None:
    assert re.fullmatch(r"printf '?[\w \\]+'? \| sha256sum", command)
    run = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=True)
    assert run.stdout.rstrip("\n") == output
