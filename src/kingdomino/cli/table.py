"""The whole table: the lines with their kings, every kingdom, and the scores."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.style import Style
from rich.table import Table as Grid
from rich.text import Text

from kingdomino.cli.board import (
    FADED,
    Look,
    count_points,
    draw_domino,
    draw_kingdom,
    name_colour,
    name_terrain,
)
from kingdomino.cli.console import knows_unicode
from kingdomino.cli.palette import COLOURS, PAINTS
from kingdomino.game.cells import Cell
from kingdomino.game.company import call, read_company
from kingdomino.game.scores import Score, rank
from kingdomino.words import N_, t, tc, tn

if TYPE_CHECKING:
    from kingdomino.game.kingdom import Kingdom
    from kingdomino.game.position import Position, Slot
    from kingdomino.game.seats import Colour
    from kingdomino.rules.ruleset import Rules

BONUSES = {"middle_kingdom": N_("Middle Kingdom"), "harmony": N_("Harmony")}
NAME = "\ue000"
"""What a sentence is given for the name of a seat; ``Players.tell`` puts it there."""

PLAIN = "not bold default"
"""The style of a sentence around a name."""

GAP = 3  # columns between two kingdoms
ROOM = 24  # columns for what stands under a kingdom


class Players:
    """Who sits where, by seat: what to call them, and their colours."""

    def __init__(
        self,
        names: Sequence[str],
        colours: tuple[Colour, ...],
        tags: Mapping[str, str] | None = None,
    ) -> None:
        """The players of a game as its record's names and tags tell of them."""
        self.names = names
        """The names as they are written in a record."""
        self.colours = colours
        self._called = call(read_company(names, colours, tags or {}), partial(tc, "level"))

    def name(self, seat: int) -> str:
        """What to call a seat: a person's name as it is, a computer's title in the language that is
        spoken, or else the colour."""
        return self._called[seat] or name_colour(self.colours[seat])

    def full_name(self, seat: int) -> str:
        """The name and, if there is one, the colour too."""
        colour, name = name_colour(self.colours[seat]), self._called[seat]
        return f"{name} ({colour})" if name else colour

    def style(self, seat: int) -> Style:
        """The player's colour, for text."""
        return Style(color=COLOURS[self.colours[seat]], bold=True)

    def tell(self, sentence: str, seat: int, style: str = PLAIN) -> Text:
        """A sentence about a seat, with its name, in its colour, where ``NAME`` stands."""
        before, _, after = sentence.partition(NAME)
        name = Text(self.name(seat), self.style(seat))
        return Text().append(before, style).append_text(name).append(after, style)


def choose_look(console: Console, *, large: bool = True) -> Look:
    """The look that suits a console."""
    return Look.of(unicode=knows_unicode(console), large=large)


def draw_table(
    position: Position,
    players: Players,
    console: Console,
    *,
    look: Look | None = None,
    seat: int | None = None,
    marked: Collection[Cell] = (),
    only_kingdoms: bool = False,
) -> RenderableType:
    """Everything that lies open. The squares on ``marked`` cells of ``seat`` stand out.

    ``only_kingdoms`` leaves out the lines, and the free cells around the kingdoms.
    """
    look = look or choose_look(console)
    open_cells = not (position.over or only_kingdoms)
    kingdoms = [
        draw_seat(
            position,
            players,
            number,
            look,
            marked if number == seat else (),
            open_cells=open_cells,
            room=console.width // 2 - GAP if only_kingdoms else ROOM,
        )
        for number in range(position.rules.players)
    ]
    if only_kingdoms:
        pictures = side_by_side(kingdoms, console.width, spacious=False)
        return Group(headline(position, players), pictures)
    parts: list[RenderableType] = [headline(position, players), Text("")]
    lines = draw_lines(position, players, look)
    if lines is not None:
        parts += [lines, Text("")]
    return Group(*parts, side_by_side(kingdoms, console.width))


def fit_table(position: Position, players: Players, console: Console) -> RenderableType:
    """Everything that lies open, drawn so that it fits the terminal, if there is one."""
    table = draw_table(position, players, console)
    if not console.is_terminal or count_lines(table, console) < console.height:
        return table
    small = choose_look(console, large=False)
    table = draw_table(position, players, console, look=small)
    if count_lines(table, console) < console.height:
        return table
    return draw_table(position, players, console, look=small, only_kingdoms=True)


def count_lines(picture: RenderableType, console: Console) -> int:
    """The lines that a picture takes on a console."""
    return len(console.render_lines(picture))


TALLEST = 18
"""The lines that the table of a player takes at most on a terminal of 24."""


def draw_play(
    position: Position,
    players: Players,
    console: Console,
    seat: int,
    kingdom: Kingdom | None = None,
    marked: Collection[Cell] = (),
    *,
    large: bool | None = None,
    tallest: int = TALLEST,
) -> RenderableType:
    """The table as the acting seat needs it: its own kingdom, beside it the lines and scores.

    ``kingdom`` is drawn in place of the one that stands, to try a placement. It all fits a terminal
    of 80×24; the other kingdoms come beside it where there is room, in columns of no more than
    ``tallest`` lines. Squares are large if the terminal is that high, unless ``large`` says
    otherwise.
    """
    look = choose_look(console, large=console.height >= 24 if large is None else large)
    kingdom = kingdom or position.kingdom(seat)
    own = draw_kingdom(kingdom, players.colours[seat], look, marked=marked)
    aside: list[RenderableType] = []
    for title, slots in ((t("This line"), position.line), (t("Next line"), position.next_line)):
        if slots:
            aside += [draw_line(title, slots, players, look), Text("")]
    aside.append(draw_standings(position, players, look))
    blocks: list[RenderableType] = [own, Group(*aside)]
    own_width = measure(own)
    aside_width = max(measure(part) for part in aside if isinstance(part, Text))
    room = console.width - own_width - GAP - aside_width - GAP
    blocks += draw_others(position, players, seat, look, room, tallest)
    grid = Grid.grid(padding=(0, GAP, 0, 0))
    grid.add_column(min_width=own_width)
    grid.add_column(min_width=aside_width)
    grid.add_row(*blocks)
    return Group(headline(position, players), grid)


def draw_others(
    position: Position, players: Players, seat: int, look: Look, room: int, tallest: int
) -> list[RenderableType]:
    """The other kingdoms in small, in columns that are together no wider than ``room``.

    Those for which there is none are left out, the last ones first.
    """
    small = Look(look.glyphs, large=False)
    columns: list[tuple[list[Text], int]] = []  # pictures one below the other, and their width
    for other in range(position.rules.players):
        if other == seat:
            continue
        picture = Text(players.name(other), players.style(other), no_wrap=True)
        kingdom, colour = position.kingdom(other), players.colours[other]
        board = draw_kingdom(kingdom, colour, small, open_cells=False)
        picture.append_text(Text("\n", Style()) + board)
        if columns and _height(columns[-1][0]) + _height([picture]) <= tallest:
            pictures, width = columns.pop()
            columns.append(([*pictures, picture], max(width, measure(picture))))
        else:
            columns.append(([picture], measure(picture)))
        if sum(width + GAP for _, width in columns) - GAP > room:
            columns[-1] = (columns[-1][0][:-1], 0)
            break
    return [Group(*pictures) for pictures, _ in columns if pictures]


def _height(pictures: Sequence[Text]) -> int:
    return sum(picture.plain.count("\n") + 1 for picture in pictures)


def measure(picture: Text) -> int:
    """The columns that a picture takes."""
    return max(map(cell_len, picture.plain.split("\n")))


def draw_legend(look: Look) -> Text:
    """What the letters and signs on a board mean, on one line."""
    legend = Text(no_wrap=True, overflow="ellipsis")
    for terrain, paint in PAINTS.items():
        swatch = Style(bgcolor=paint.ground, color=paint.letter, bold=True)
        legend.append(f" {terrain[0]} ", swatch)
        legend.append(f" {name_terrain(terrain)}  ", FADED)
    return legend


def headline(position: Position, players: Players) -> Text:
    """Round, and what is to be done by whom."""
    text = Text(no_wrap=True, overflow="ellipsis")
    if position.over:
        text.append(t("Game over"), "bold")
    elif position.round == 0:
        text.append(t("Opening"), "bold")
    else:
        round_ = t("Round {round} of {rounds}", round=position.round, rounds=position.rules.rounds)
        text.append(round_, "bold")
    seat = position.seat
    if seat is not None:
        sentence = (
            t("{name} is claiming a domino.", name=NAME)
            if position.domino is None
            else t("{name} is placing domino {number}.", name=NAME, number=position.domino)
        )
        text.append("  ").append_text(players.tell(sentence, seat))
    text.append(f"  {describe_rules(position.rules)}", FADED)
    return text


def describe_rules(rules: Rules) -> str:
    """The rules in the rulebook's words."""
    edition = t("classic edition") if rules.edition == "classic" else t("revised edition")
    words = [edition, tn("{n} player", "{n} players", rules.players)]
    if rules.duel:
        words.append(t("Mighty Duel"))
    if rules.dynasty:
        words.append(t("Dynasty"))
    if rules.middle_kingdom:
        words.append(t("Middle Kingdom"))
    if rules.harmony:
        words.append(t("Harmony"))
    return ", ".join(words)


# --- lines


def draw_lines(position: Position, players: Players, look: Look) -> RenderableType | None:
    """The current and the next line beside each other; ``None`` when there is neither."""
    lines = [
        draw_line(title, slots, players, look)
        for title, slots in ((t("This line"), position.line), (t("Next line"), position.next_line))
        if slots
    ]
    if not lines:
        return None
    grid = Grid.grid(padding=(0, GAP + 2, 0, 0))
    grid.add_row(*lines)
    return grid


def draw_line(title: str, slots: Sequence[Slot], players: Players, look: Look) -> Text:
    """A line of dominoes, lowest first, with the kings on them."""
    picture = Text(title, "bold", no_wrap=True)
    for number, seat in slots:
        picture.append(f"\n{number:>3} ", Style())
        picture.append_text(draw_domino(number, look))
        if seat is not None:
            name = players.name(seat)
            short = name if len(name) <= 14 else name[:13] + "…"
            picture.append(f" {look.glyphs.king} {short}", players.style(seat))
    return picture


# --- kingdoms and scores


def draw_seat(
    position: Position,
    players: Players,
    seat: int,
    look: Look,
    marked: Collection[Cell] = (),
    *,
    open_cells: bool = True,
    room: int = ROOM,
) -> Text:
    """A seat's name and points, its kingdom, and what the points are made of.

    That may take so many columns as there is ``room`` for, or as the kingdom takes.
    """
    score = position.scores()[seat]
    kingdom = position.kingdom(seat)
    board = draw_kingdom(kingdom, players.colours[seat], look, open_cells=open_cells, marked=marked)
    width = max(map(len, board.plain.split("\n")))
    picture = Text(no_wrap=True)
    picture.append(f"   {look.glyphs.castle} {players.name(seat)}", players.style(seat))
    picture.append(f"  {count_points(score.total)}")
    if position.over and seat in position.winners():
        picture.append(f" {look.glyphs.crown}", "bold")
    picture.append("\n")
    picture.append_text(board)
    for line in wrap(breakdown(score, look, kingdom.discards), max(width, room) - 3):
        picture.append(f"\n   {line}", FADED)
    return picture


def breakdown(score: Score, look: Look, discards: int = 0) -> list[str]:
    """What the points are made of, such as ``wheat 5×2``, best first."""
    earning = sorted(
        (territory for territory in score.territories if territory.points),
        key=lambda territory: -territory.points,
    )
    parts = [
        f"{name_terrain(item.terrain)} {item.squares}{look.glyphs.times}{item.crowns}"
        for item in earning
    ]
    parts += [f"{name_bonus(name)} {points}" for name, points in score.bonuses.items()]
    if discards:
        parts.append(tn("{n} thrown away", "{n} thrown away", discards))
    return parts


def name_bonus(name: str) -> str:
    """A bonus in the language that is spoken."""
    return t(BONUSES[name])


def wrap(parts: Sequence[str], width: int) -> list[str]:
    """Parts with commas between them, in lines of this width."""
    lines: list[str] = []
    for part in parts:
        if lines and len(lines[-1]) + len(part) + 2 <= width:
            lines[-1] += f", {part}"
        else:
            lines.append(part)
    return lines


def side_by_side(pictures: Sequence[Text], width: int, *, spacious: bool = True) -> RenderableType:
    """Pictures beside each other, as many in a row as there is room for."""
    widths = [max(map(len, picture.plain.split("\n"))) for picture in pictures]
    across = max(1, min(len(pictures), (width + GAP) // (max(widths) + GAP)))
    if len(pictures) == 4 and across == 3:
        across = 2
    rows: list[RenderableType] = []
    for start in range(0, len(pictures), across):
        grid = Grid.grid(padding=(0, GAP, 0, 0))
        for size in widths[start : start + across]:
            grid.add_column(min_width=size)
        grid.add_row(*pictures[start : start + across])
        rows += [grid, Text("")] if spacious and start + across < len(pictures) else [grid]
    return Group(*rows)


def draw_standings(position: Position, players: Players, look: Look) -> Text:
    """Every seat's points in a line each."""
    picture = Text(t("Points"), "bold", no_wrap=True)
    for seat, score in enumerate(position.scores()):
        picture.append(f"\n{score.total:>3} ", Style())
        picture.append(f"{look.glyphs.castle} {players.name(seat)}", players.style(seat))
    return picture


def draw_ranking(scores: Sequence[Score], players: Players) -> Grid:
    """The final ranking with both tie-breaks."""
    grid = Grid(box=None, padding=(0, 2, 0, 0), header_style="bold")
    grid.add_column(t("rank"), justify="right")
    grid.add_column(t("player"))
    for title in (t("points"), t("largest territory"), t("crowns")):
        grid.add_column(title, justify="right")
    ranks = rank(scores)
    for seat in sorted(range(len(scores)), key=lambda seat: ranks[seat]):
        score = scores[seat]
        grid.add_row(
            f"{ranks[seat]}.",
            Text(players.full_name(seat), players.style(seat)),
            str(score.total),
            str(score.largest),
            str(score.crowns),
        )
    return grid


def name_winners(winners: Sequence[int], players: Players) -> str:
    """The sentence that says who wins."""
    names = [players.name(seat) for seat in winners]
    if len(names) == 1:
        return t("{name} wins.", name=names[0])
    return t(
        "{names} and {last_name} share the victory.",
        names=", ".join(names[:-1]),
        last_name=names[-1],
    )
