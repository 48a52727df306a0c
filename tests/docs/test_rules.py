"""docs/rules.md says what the code does: its tables and its worked examples."""

import re
from collections import Counter

import pytest

import kingdomino as kd
from tests.docs.pages import code, read_page, table, tables

PAGE = read_page("docs/rules.md")

SCORE = ("terrain", "squares", "crowns", "points")
BONUSES = {"Middle Kingdom": "middle_kingdom", "Harmony": "harmony"}
EXAMPLES = [
    (text, tables(rows)[0])
    for text, rows in re.findall(r"```kingdom\n(.*?)```.*?\n((?:\|[^\n]*\n)+)", PAGE, re.DOTALL)
]


@pytest.mark.parametrize(("text", "rows"), EXAMPLES)
def test_a_worked_example_adds_up(text: str, rows: list[dict[str, str]]) -> None:
    assert tuple(rows[0]) == SCORE
    points = {row["terrain"]: int(row["points"]) for row in rows}
    shown = [
        (row["terrain"], int(row["squares"]), int(row["crowns"]), int(row["points"]))
        for row in rows
        if row["squares"]
    ]
    flags = {flag: name in points for name, flag in BONUSES.items()}
    kingdom = kd.Kingdom.from_text(text)
    assert kingdom.doubts() == []
    score = kingdom.score(**flags)
    found = [(t.terrain.value, t.squares, t.crowns, t.points) for t in score.territories]
    assert sorted(shown) == sorted(found)
    assert score.total == points["total"]
    for name, flag in BONUSES.items():
        assert score.bonuses.get(flag, 0) == points.get(name, 0)


def test_there_are_examples_of_everything() -> None:
    assert len(EXAMPLES) == PAGE.count("```kingdom") >= 6


@pytest.mark.parametrize("row", table(PAGE, "terrain", "squares", "crowns"), ids=str)
def test_the_terrains_are_as_frequent_as_the_page_says(row: dict[str, str]) -> None:
    squares: Counter[str] = Counter()
    crowns: Counter[str] = Counter()
    for domino in kd.DOMINOES:
        for square in (domino.a, domino.b):
            squares[square.terrain] += 1
            crowns[square.terrain] += square.crowns
    assert squares[row["terrain"]] == int(row["squares"])
    assert crowns[row["terrain"]] == int(row["crowns"])


@pytest.mark.parametrize(
    "row",
    table(
        PAGE,
        "rules",
        "kings each",
        "dominoes in play",
        "in a line",
        "claimed from a line",
        "rounds",
        "grid",
    ),
    ids=lambda row: row["rules"],
)
def test_the_set_up_is_as_the_page_says(row: dict[str, str]) -> None:
    rules = kd.Rules.from_text(code(row["rules"]))
    assert [*row.values()][1:] == [
        str(rules.kings_each),
        str(rules.deck_size),
        str(rules.line_length),
        str(rules.kings),
        str(rules.rounds),
        f"{rules.grid}×{rules.grid}",
    ]


@pytest.mark.parametrize(
    "row",
    table(PAGE, "grid", "kingdom", "placement", "allowed?"),
    ids=lambda row: f"{row['kingdom']}-{row['placement']}-{row['grid']}",
)
def test_a_placement_is_allowed_or_refused_as_the_page_says(row: dict[str, str]) -> None:
    kingdom = kd.Kingdom.from_text(code(row["kingdom"]), grid=int(row["grid"]))
    place = kd.parse_action(code(row["placement"]))
    assert isinstance(place, kd.Place)
    answer, _, reason = row["allowed?"].partition(": ")
    if answer == "yes":
        kingdom.place(place)
        return
    assert answer == "no"
    with pytest.raises(kd.IllegalAction, match=f": .*{re.escape(reason)}$"):
        kingdom.place(place)


@pytest.mark.parametrize("row", table(PAGE, "kingdom", "domino", "ways to place it"), ids=str)
def test_there_are_as_many_placements_as_the_page_says(row: dict[str, str]) -> None:
    kingdom = kd.Kingdom.from_text(code(row["kingdom"]))
    assert len(kingdom.placements(int(row["domino"]))) == int(row["ways to place it"])


@pytest.mark.parametrize(
    "rows", [rows for rows in tables(PAGE) if "place" in rows[0]], ids=["four", "three"]
)
def test_ties_are_broken_as_the_page_says(rows: list[dict[str, str]]) -> None:
    scores = [
        kd.Score(
            total=int(row["total"]),
            largest=int(row["largest territory"]),
            crowns=int(row["crowns"]),
        )
        for row in rows
    ]
    assert kd.rank(scores) == [int(row["place"]) for row in rows]
    assert kd.winners(scores) == [seat for seat, row in enumerate(rows) if row["place"] == "1"]


@pytest.mark.parametrize(
    "row", table(PAGE, "asked for", "answer"), ids=lambda row: row["asked for"]
)
def test_impossible_rules_are_refused_with_the_words_of_the_page(row: dict[str, str]) -> None:
    with pytest.raises(kd.RulesError, match=f"^{re.escape(code(row['answer']))}$"):
        eval(code(row["asked for"]), {"Rules": kd.Rules})
