"""The score of one kingdom, as counted at the table."""

from __future__ import annotations

import os
import re
import sys

from rich.console import Console
from rich.style import Style
from rich.table import Table as Grid
from rich.text import Text

from kingdomino.cli.board import draw_kingdom, name_terrain
from kingdomino.cli.console import ask, is_interactive, make_console, print_json
from kingdomino.cli.errors import InputError
from kingdomino.cli.palette import PAINTS
from kingdomino.cli.sources import name_of, read_text
from kingdomino.cli.table import choose_look, name_bonus
from kingdomino.errors import quote
from kingdomino.game.cells import cell_name
from kingdomino.game.errors import NotationError
from kingdomino.game.kingdom import Kingdom
from kingdomino.game.scores import Score
from kingdomino.game.seats import Colour
from kingdomino.words import t, tell, tn

_KINGDOM_TEXT = re.compile(r"[wflgsmc.0-9/\s]*", re.IGNORECASE)


def score_kingdom(
    source: str | None, *, grid: int | None, middle: bool, harmony: bool, as_json: bool
) -> None:
    """Read a kingdom, from wherever it comes, and print what it is worth."""
    if grid not in (None, 5, 7):
        raise InputError("--grid is 5 or 7, not {grid}.", grid=grid)
    console = make_console()
    name, text = _find_text(source, console, as_json)
    kingdom = read_kingdom(text, name, grid)
    score = kingdom.score(middle, harmony)
    if as_json:
        print_json(describe_score(kingdom, score))
        return
    look = choose_look(console)
    console.print(draw_kingdom(kingdom, Colour.PINK, look, open_cells=False))
    console.print()
    console.print(draw_breakdown(score, kingdom.discards, middle, harmony))
    console.print(
        t(
            "For ties: largest territory {squares}, crowns {crowns}.",
            squares=score.largest,
            crowns=score.crowns,
        ),
        style="dim",
    )
    warnings = make_console(stderr=True)
    for doubt in kingdom.doubts():
        said = tell(doubt)
        sentence = t("Are you sure?") + f" {said[:1].upper()}{said[1:]}."
        warnings.print(sentence, style="yellow", soft_wrap=True)


def _find_text(source: str | None, console: Console, quiet: bool) -> tuple[str, str]:
    """The text of the kingdom and what to call the place it comes from."""
    if source is None:
        if is_interactive() and not quiet:
            return t("The kingdom"), ask_for_rows(console)
        source = "-"
    if source == "-" or os.path.isfile(source):
        return name_of(source), read_text(source)
    if _KINGDOM_TEXT.fullmatch(source) and "c" in source.lower():
        return t("The kingdom"), source
    if os.path.exists(source):
        return source, read_text(source)  # a directory, or something else that cannot be read
    raise InputError(
        "{source} is neither a file nor a kingdom with a castle C, such as w1w./.Cf1.",
        source=quote(source),
    )


def ask_for_rows(console: Console) -> str:
    """The rows of a kingdom typed one by one; an empty row ends them."""
    console.print(
        t(
            "Type your kingdom row by row, from the top. Every square is a letter:\n"
            "  w wheat   f forest   l lake   g grassland   s swamp   m mine\n"
            "with its crowns after it, if any: m3. C is the castle, . an empty cell.\n"
            "An empty row ends it. For example: w1 w f f ."
        )
    )
    rows: list[str] = []
    while True:
        try:
            row = ask(t("row {number}>", number=len(rows) + 1) + " ")
        except EOFError:
            row = ""
        if not row:
            break
        if not _KINGDOM_TEXT.fullmatch(row):
            sentence = t("Only w f l g s m, the digits 1 to 3, . and C, please.")
            console.print(sentence, style="red")
            continue
        rows.append(row)
    if not rows:
        raise InputError("No kingdom was typed.")
    sys.stdout.write("\n")
    return "\n".join(rows)


def read_kingdom(text: str, name: str, grid: int | None) -> Kingdom:
    """The kingdom that a text describes, in capitals or not.

    Without a grid it is 5×5, or 7×7 if it does not fit there.
    """
    text = text.lower().replace("c", "C").replace("\r", "")
    sizes = [grid] if grid else [5, 7]
    for size in sizes:
        try:
            return Kingdom.from_text(text, size)
        except NotationError as error:
            fault = error
    raise InputError("{source}: {reason}", source=name, reason=fault)


def draw_breakdown(score: Score, discards: int, middle: bool, harmony: bool) -> Grid:
    """The table that shows how a score comes about."""
    grid = Grid(box=None, padding=(0, 2, 0, 0), header_style="bold", show_footer=True)
    grid.add_column(t("territory"), footer=Text(t("total"), "bold"))
    grid.add_column(t("squares"), justify="right")
    grid.add_column(t("crowns"), justify="right")
    grid.add_column(t("points"), justify="right", footer=Text(str(score.total), "bold"))
    grid.add_column("")
    for item in sorted(score.territories, key=lambda item: (-item.points, -item.squares)):
        paint = PAINTS[item.terrain]
        swatch = Style(bgcolor=paint.ground, color=paint.letter, bold=True)
        name = Text.assemble((f" {item.terrain[0]} ", swatch), f" {name_terrain(item.terrain)}")
        style = None if item.points else "dim"
        grid.add_row(
            name,
            str(item.squares),
            f"× {item.crowns}",
            f"= {item.points:>3}",
            ", ".join(cell_name(cell) for cell in sorted(item.cells)[:1]),
            style=style,
        )
    if middle:
        points = score.bonuses.get("middle_kingdom", 0)
        note = "" if points else t("the castle is not at the centre")
        grid.add_row(name_bonus("middle_kingdom"), "", "", f"= {points:>3}", note)
    if harmony:
        points = score.bonuses.get("harmony", 0)
        note = "" if points else tn("{n} domino short", "{n} dominoes short", discards)
        grid.add_row(name_bonus("harmony"), "", "", f"= {points:>3}", note)
    return grid


def describe_score(kingdom: Kingdom, score: Score) -> dict[str, object]:
    """A kingdom and its score, for ``--json``."""
    return {
        "kingdom": str(kingdom),
        "grid": kingdom.grid,
        "total": score.total,
        "territories": [
            {
                "terrain": str(item.terrain),
                "squares": item.squares,
                "crowns": item.crowns,
                "points": item.points,
                "cells": [cell_name(cell) for cell in sorted(item.cells)],
            }
            for item in score.territories
        ],
        "bonuses": dict(score.bonuses),
        "largest": score.largest,
        "crowns": score.crowns,
        "discards": kingdom.discards,
        "doubts": [str(doubt) for doubt in kingdom.doubts()],
    }
