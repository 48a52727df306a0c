"""The score pad: kingdoms from a real table, also those that could not have come about by play."""

from __future__ import annotations

from kingdomino.errors import Phrase
from kingdomino.game.cells import WAYS, Cell, parse_cell
from kingdomino.game.errors import NotationError
from kingdomino.game.kingdom import Kingdom
from kingdomino.game.scores import Score, Territory, rank
from kingdomino.rules.dominoes import LETTERS, Square
from kingdomino.server.errors import explain
from kingdomino.server.forms import KingdomForm, Ranking, RankingForm
from kingdomino.server.snapshots import Json, show_score

CASTLE = "g7"


def score_kingdom(form: KingdomForm) -> Json:
    """What a kingdom is worth, and a phrase for everything about it that cannot be."""
    squares = read_squares(form.squares)
    warnings: list[Phrase] = []
    if CASTLE in form.squares:
        warnings.append(
            Phrase(
                "{cell} is where the castle stands: the square there does not count", cell=CASTLE
            )
        )
    try:
        kingdom = Kingdom.from_text(_write(squares), form.grid)
        # The pad may know of dominoes that were discarded though the kingdom looks complete.
        score = kingdom.score(form.middle_kingdom, form.harmony and not form.discards)
        warnings += kingdom.doubts()
    except NotationError as error:
        # It cannot lie in the frame, so there is no bonus; its territories still count.
        warnings.append(error.reason)
        score = _count(squares)
    return {
        "score": show_score(score),
        "complete": len(squares) == form.grid**2 - 1,
        "warnings": [explain(warning) for warning in warnings],
    }


def rank_players(form: RankingForm) -> Ranking:
    """Who stands where: by the rules of one game, or by the points of a whole Dynasty."""
    totals = [sum(game.total for game in games) for games in form.players]
    if all(len(games) == 1 for games in form.players):
        scores = [
            Score(game.total, largest=game.largest, crowns=game.crowns) for (game,) in form.players
        ]
    else:  # a Dynasty knows no tie-breaks
        scores = [Score(total) for total in totals]
    ranks = rank(scores)
    winners = [seat for seat, place in enumerate(ranks) if place == 1]
    return Ranking(totals=totals, ranks=list(ranks), winners=winners)


def read_squares(squares: dict[str, str]) -> dict[Cell, Square]:
    """Squares by cell, from their texts; what stands on the castle's cell is left out."""
    return {
        parse_cell(cell): Square(LETTERS[text[0]], int(text[1:] or 0))
        for cell, text in squares.items()
        if cell != CASTLE
    }


def _write(squares: dict[Cell, Square]) -> str:
    """The text of a kingdom, row by row from north to south."""
    xs = [x for x, _ in squares] + [0]
    ys = [y for _, y in squares] + [0]
    rows = []
    for y in range(max(ys), min(ys) - 1, -1):
        row = ""
        for x in range(min(xs), max(xs) + 1):
            square = squares.get((x, y))
            if square is not None:
                row += f"{square.terrain[0]}{square.crowns or ''}"
            else:
                row += "C" if (x, y) == (0, 0) else "."
        rows.append(row)
    return "/".join(rows)


def _count(squares: dict[Cell, Square]) -> Score:
    """Territories of squares that no frame holds, and so no kernel: counted cell by cell."""
    left = dict(squares)
    found = []
    while left:
        start, square = left.popitem()
        cells, crowns, fresh = {start}, square.crowns, [start]
        while fresh:
            x, y = fresh.pop()
            for dx, dy in WAYS.values():
                beside = (x + dx, y + dy)
                if beside in left and left[beside].terrain == square.terrain:
                    crowns += left.pop(beside).crowns
                    cells.add(beside)
                    fresh.append(beside)
        found.append(Territory(square.terrain, len(cells), crowns, frozenset(cells)))
    return Score(
        total=sum(territory.points for territory in found),
        territories=tuple(found),
        largest=max((territory.squares for territory in found), default=0),
        crowns=sum(territory.crowns for territory in found),
    )
