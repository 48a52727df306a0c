"""A table as it is sent: what everybody may see, as JSON, and what the acting seat may do.

Everything here is built for every event of every game, so parts that have not changed are kept as
the bytes they were written as.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import orjson

from kingdomino.errors import Phrase
from kingdomino.game.actions import Claim, Discard, Move, Place
from kingdomino.game.cells import cell_name
from kingdomino.game.game import Game
from kingdomino.game.kingdom import Kingdom
from kingdomino.game.position import Position
from kingdomino.game.scores import Score
from kingdomino.rules import kernel, territories
from kingdomino.rules.dominoes import Square
from kingdomino.rules.ruleset import Rules
from kingdomino.server.table import Table

Json = dict[str, object]


def show_square(square: Square) -> str:
    """A square as text: a letter and its crowns, such as ``w1``."""
    return f"{square.terrain[0]}{square.crowns or ''}"


def show_rules(rules: Rules) -> Json:
    """The rules and the numbers that follow from them."""
    return {
        "text": str(rules),
        "edition": rules.edition,
        "players": rules.players,
        "middle_kingdom": rules.middle_kingdom,
        "harmony": rules.harmony,
        "dynasty": rules.dynasty,
        "mighty_duel": rules.mighty_duel,
        "grid": rules.grid,
        "rounds": rules.rounds,
        "line_length": rules.line_length,
        "kings_each": rules.kings_each,
        "deck_size": rules.deck_size,
    }


def show_score(score: Score) -> Json:
    """A score with its breakdown, the most valuable territory first."""
    return {
        "total": score.total,
        "territories": [
            {
                "terrain": territory.terrain.value,
                "squares": territory.squares,
                "crowns": territory.crowns,
                "points": territory.points,
                "cells": [cell_name(cell) for cell in sorted(territory.cells)],
            }
            for territory in sorted(score.territories, key=lambda t: (-t.points, -t.squares))
        ],
        "bonuses": score.bonuses,
        "largest": score.largest,
        "crowns": score.crowns,
    }


def show_kingdom(kingdom: Kingdom, score: Score, placed: list[Place]) -> Json:
    """A kingdom, what it is worth, and the dominoes it was made of."""
    south_west, north_east = kingdom.frame
    return {
        "squares": {cell_name(cell): show_square(square) for cell, square in kingdom.cells.items()},
        "dominoes": [
            {"domino": place.domino, "a": cell_name(place.a), "b": cell_name(place.b)}
            for place in placed
        ],
        "frame": [cell_name(south_west), cell_name(north_east)],
        "discards": kingdom.discards,
        "score": show_score(score),
    }


class Artist:
    """Draws the positions of one table, one after another, and remembers the kingdoms."""

    def __init__(self) -> None:
        self._kingdoms: dict[int, _Drawn] = {}
        self._frame: tuple[object, Json] = (None, {})

    def show_game(
        self,
        position: Position,
        moves: Sequence[Move],
        *,
        game: int,
        number: int,
        deadline: int | None,
        take_back: bool,
    ) -> Json:
        """A position and the actions that led there, each with its seat."""
        rules = position.rules
        shown = [self._show_kingdom(position, seat, moves) for seat in range(rules.players)]
        standings = [drawn.standing for drawn in shown]
        ranks = [1 + sum(other > standing for other in standings) for standing in standings]
        last_seat, last = moves[-1] if moves else (None, None)
        unseen = sorted(position.unseen)
        return {
            "game": game,
            "number": number,
            "round": position.round,
            "rounds": rules.rounds,
            "phase": position.phase,
            "seat": position.seat,
            "domino": None if position.over else position.domino,
            "line": [{"domino": domino, "seat": seat} for domino, seat in position.line],
            "next_line": [{"domino": domino, "seat": seat} for domino, seat in position.next_line],
            "waiting": [{"seat": seat, "domino": domino} for seat, domino in position.waiting],
            "left": len(unseen) - (48 - rules.deck_size),
            "unseen": unseen,
            "kingdoms": [drawn.text for drawn in shown],
            "ranks": ranks,
            "winners": [seat for seat, place in enumerate(ranks) if place == 1],
            "deadline": deadline,
            "take_back": take_back,
            "last": None if last is None else str(last),
            "last_seat": last_seat,
        }

    def _show_kingdom(self, position: Position, seat: int, moves: Sequence[Move]) -> _Drawn:
        at = kernel.KINGDOMS + kernel.KINGDOM_WORDS * seat
        words = position.state[at : at + kernel.KINGDOM_WORDS].tobytes()
        kept = self._kingdoms.get(seat)
        if kept is None or kept.words != words:
            rules = position.rules
            kingdom = position.kingdom(seat)
            score = kingdom.score(rules.middle_kingdom, rules.harmony)
            placed = [action for who, action in moves if who == seat and isinstance(action, Place)]
            shown = orjson.Fragment(orjson.dumps(show_kingdom(kingdom, score, placed)))
            kept = self._kingdoms[seat] = _Drawn(words, shown, score.standing)
        return kept

    def show_frame(self, table: Table) -> Json:
        """What changes only when somebody comes or goes, or a game begins or ends."""
        version = table.rest, table.status, len(table.games)
        if self._frame[0] != version:
            shown: Json = {name: _fix(value) for name, value in _show_frame(table).items()}
            self._frame = version, shown
        return self._frame[1]


class _Drawn(NamedTuple):
    """A kingdom as it was drawn, and its standing."""

    words: bytes
    text: orjson.Fragment
    standing: int


def _fix(value: object) -> orjson.Fragment:
    return orjson.Fragment(orjson.dumps(value))


def show_table(table: Table, artist: Artist) -> Json:
    """All that everybody may know about a table."""
    return {
        **artist.show_frame(table),
        "number": table.number,
        "match": _show_match(table),
        "game": None
        if table.game is None
        else artist.show_game(
            table.game,
            table.game.history,
            game=len(table.games),
            number=table.answer,
            deadline=table.deadline,
            take_back=table.may_take_back,
        ),
    }


def _show_frame(table: Table) -> Json:
    return {
        "id": table.id,
        "status": table.status,
        "rules": show_rules(table.rules),
        "public": table.public,
        "clock": table.clock,
        "seats": [
            {
                "seat": number,
                "colour": seat.colour.value,
                "kind": seat.kind,
                "name": seat.name,
                "level": seat.level,
            }
            for number, seat in enumerate(table.seats)
        ],
        "requests": [
            {"number": request.number, "name": request.name}
            for request in table.requests.waiting.values()
        ],
        "deals": [
            {
                "commitment": deal.commitment,
                "commitments": table.promised,
                "contributions": list(deal.contributions),
                "secret": deal.secret if revealed else None,
            }
            for deal, revealed in table.deals()
        ],
        "draw": _show_draw(table),
        "draws": table.draw.number,
        "tutorial": table.tutorial,
        "previous": table.previous,
        "rematch": table.rematch,
    }


def _show_draw(table: Table) -> Json | None:
    if table.status != "open" or table.tutorial:
        return None
    draw, visitors = table.draw, [seat.visitor or "" for seat in table.seats]
    return {
        "number": draw.number,
        "sealed": draw.sealed,
        "commitments": [draw.commitments.get(visitor) for visitor in visitors],
        "revealed": [visitor in draw.contributions for visitor in visitors],
    }


def _show_match(table: Table) -> Json:
    over = table.status in ("finished", "archived") and bool(table.games) and table.match.over
    return {
        "games": table.length,
        "played": sum(game.over for game in table.games),
        "totals": [
            sum(int(territories.total(game.state, seat)) for game in table.games)
            for seat in range(table.rules.players)
        ],
        "results": [[score.total for score in game.scores()] for game in table.games if game.over],
        "over": over,
        "winners": table.match.winners() if over else [],
    }


def show_legal(position: Position, answers: int) -> Json | None:
    """What the acting seat may do, with what each placement would bring; nothing after the end."""
    seat = position.seat
    if seat is None:
        return None
    actions = position.legal_actions()
    reason = None
    if isinstance(actions[0], Discard):
        reason = Phrase("domino {domino} fits nowhere in the kingdom", domino=actions[0].domino)
    return {
        "seat": seat,
        "answers": answers,
        "phase": position.phase,
        "actions": _preview(position, seat, position.legal_numbers(), actions),
        "reason": reason and str(reason),
        "why": reason and reason.describe(),
    }


def _preview(
    position: Position, seat: int, numbers: list[int], actions: list[Claim | Place | Discard]
) -> list[Json]:
    if not isinstance(actions[0], Place):
        return [{"action": str(action), "domino": action.domino} for action in actions]
    before = int(territories.total(position.state, seat))
    shown: list[Json] = []
    for number, action in zip(numbers, actions, strict=True):
        state = position.state.copy()
        kernel.apply(state, number)
        total = int(territories.total(state, seat))
        shown.append(_show_placement(action, total - before, total))
    return shown


def _show_placement(action: Claim | Place | Discard, points: int, total: int) -> Json:
    assert isinstance(action, Place)
    return {
        "action": str(action),
        "domino": action.domino,
        "cells": [cell_name(action.a), cell_name(action.b)],
        "points": points,
        "total": total,
    }


def show_fits(game: Game, seat: int, domino: int) -> list[Json]:
    """Where a domino would fit in a seat's kingdom as it stands, and what it would bring."""
    rules = game.rules
    kingdom = game.kingdom(seat)
    before = kingdom.score(rules.middle_kingdom, rules.harmony).total
    shown = []
    for place in kingdom.placements(domino):
        grown = kingdom.copy()
        grown.place(place)
        total = grown.score(rules.middle_kingdom, rules.harmony).total
        shown.append(_show_placement(place, total - before, total))
    return shown


def show_steps(game: Game) -> list[Json]:
    """Every position of a game, from the deal to the last action."""
    artist = Artist()
    history = game.history
    steps: list[Json] = []
    for number, position in enumerate(game.positions()):
        moves = history[:number]
        seat, action = moves[-1] if moves else (None, None)
        state = artist.show_game(
            position, moves, game=1, number=number, deadline=None, take_back=False
        )
        steps.append(
            {"seat": seat, "action": None if action is None else str(action), "state": state}
        )
    return steps
