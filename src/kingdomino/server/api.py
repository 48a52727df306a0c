"""The HTTP API: everything that a page does, besides listening to a table."""

from __future__ import annotations

import asyncio
import io
from typing import TYPE_CHECKING, Annotated, Literal, get_args

from fastapi import APIRouter, Body, Depends, Path, Query, Request, Response

from kingdomino import __version__
from kingdomino.errors import Phrase
from kingdomino.game.seats import Colour
from kingdomino.rules.dominoes import DOMINOES, LETTERS, Square
from kingdomino.server import forms, messages, store
from kingdomino.server.addresses import address_of
from kingdomino.server.errors import Refusal
from kingdomino.server.house import House
from kingdomino.server.pages import choose_language
from kingdomino.server.requests import (
    HouseOf,
    Known,
    Perhaps,
    answer,
    expect_few,
    get_house,
    is_code,
    meet_visitor,
)
from kingdomino.words import N_, find_catalogue
from kingdomino.words.catalogue import SERVER

if TYPE_CHECKING:
    from kingdomino.game.game import Game
    from kingdomino.server.live_table import LiveTable
    from kingdomino.server.snapshots import Json

PROBLEMS: dict[int | str, dict[str, object]] = {
    status: {"model": forms.Problem, "description": description}
    for status, description in {
        400: "cannot be read",
        403: "not allowed to you",
        404: "there is no such thing",
        405: "not with this method",
        409: "not possible now",
        413: "too large",
        422: "malformed",
        429: "too many requests",
        503: "not at the moment",
    }.items()
}

router = APIRouter(prefix="/api", responses=PROBLEMS)


def _read_table_id(table: Annotated[str, Path(examples=["a2b3c4d5e6f7g8h9"])]) -> str:
    if not is_code(table):
        raise Refusal("unknown", "there is no such table")
    return table


TableId = Annotated[str, Depends(_read_table_id)]
GameNumber = Annotated[int, Path(ge=1, le=3)]

EDITIONS = [
    forms.VariantState(
        name="classic",
        title=N_("Classic edition"),
        explanation=N_("Two players use 24 dominoes; with three players a line has 3 dominoes."),
        players=[2, 3, 4],
    ),
    forms.VariantState(
        name="revised",
        title=N_("Revised edition"),
        explanation=N_("Two players play the duel on 7×7, and a line always has 4 dominoes."),
        players=[2, 3, 4],
    ),
]
VARIANTS = [
    forms.VariantState(
        name="middle_kingdom",
        title=N_("Middle Kingdom"),
        explanation=N_("10 points for a castle in the middle of its kingdom."),
        players=[2, 3, 4],
    ),
    forms.VariantState(
        name="harmony",
        title=N_("Harmony"),
        explanation=N_("5 points for a kingdom without a discarded domino."),
        players=[2, 3, 4],
    ),
    forms.VariantState(
        name="dynasty",
        title=N_("Dynasty"),
        explanation=N_("Three games in a row; the points are added up."),
        players=[2, 3, 4],
    ),
    forms.VariantState(
        name="mighty_duel",
        title=N_("Mighty Duel"),
        explanation=N_("Two players use all 48 dominoes on 7×7."),
        players=[2],
    ),
]
LEVELS = [
    forms.LevelState(name="page", title="Page", character=N_("New at court: easily beaten.")),
    forms.LevelState(
        name="squire",
        title="Squire",
        character=N_("Places well, but seldom thinks about what it claims."),
    ),
    forms.LevelState(
        name="knight", title="Knight", character=N_("Takes the most points it can see.")
    ),
    forms.LevelState(
        name="duke", title="Duke", character=N_("Has played many thousands of games.")
    ),
    forms.LevelState(
        name="monarch",
        title="Monarch",
        character=N_("Thinks for a second, about your turns too: the strongest."),
    ),
]
"""The levels of ``players.levels``, weakest first, with a sentence for whoever chooses."""


# --- what can be chosen


@router.get("/options", response_model=forms.Options)
async def get_options(request: Request, house: HouseOf) -> forms.Options:
    """All that can be chosen, and the 48 dominoes."""
    return forms.Options(
        protocol=messages.PROTOCOL,
        version=__version__,
        address=request.app.state.address,
        ready=house.ready,
        editions=EDITIONS,
        variants=VARIANTS,
        players=[2, 3, 4],
        colours=[colour.value for colour in Colour],
        levels=LEVELS,
        phrases=list(get_args(messages.Phrase)),
        clocks=[30, 60, 120, 300, 86_400, 259_200],
        terrains={letter: terrain.value for letter, terrain in LETTERS.items()},
        dominoes=[
            forms.DominoState(number=domino.number, a=_text(domino.a), b=_text(domino.b))
            for domino in DOMINOES
        ],
    )


def _text(square: Square) -> str:
    return f"{square.terrain[0]}{square.crowns or ''}"


@router.get("/schema")
async def get_schema() -> dict[str, object]:
    """The JSON Schema of every WebSocket message."""
    return messages.schema()


@router.get("/health")
async def get_health(house: HouseOf) -> dict[str, bool]:
    """Whether the server is there, and whether its engine is warm."""
    return {"ok": True, "ready": house.ready}


# --- visitors


@router.get("/visitor", response_model=forms.VisitorState)
async def get_visitor(visitor: Perhaps) -> forms.VisitorState:
    """Who the server takes you for."""
    return _describe_visitor(visitor)


def _describe_visitor(visitor: store.Visitor | None) -> forms.VisitorState:
    if visitor is None:
        return forms.VisitorState(name=None)
    return forms.VisitorState(name=visitor.name or None, bot=visitor.bot)


@router.put("/visitor", response_model=forms.VisitorState)
async def put_visitor(
    form: forms.VisitorForm, request: Request, response: Response
) -> forms.VisitorState:
    """Say your name, or that you want none. Somebody new gets a cookie to be recognised by."""
    return _describe_visitor(await meet_visitor(request, response, form.name or ""))


@router.get("/visitor/tables", response_model=forms.TableList)
async def get_own_tables(house: HouseOf, visitor: Perhaps) -> forms.TableList:
    """The tables at which you sit, the newest first."""
    if visitor is None:
        return forms.TableList(tables=[])
    found = await house.store.read(lambda c: store.list_of_visitor(c, visitor.id))
    return forms.TableList(tables=[_summarise(listing, visitor) for listing in found])


# --- tables


@router.get("/tables", response_model=forms.TableList)
async def get_lobby(house: HouseOf, visitor: Perhaps) -> forms.TableList:
    """The lobby: public tables that wait for players or are being played."""
    found = await house.store.read(store.list_public)
    return forms.TableList(tables=[_summarise(listing, visitor) for listing in found])


@router.post("/tables", response_model=forms.TableCreated, status_code=201)
async def post_table(
    form: forms.TableForm, request: Request, response: Response, house: HouseOf
) -> forms.TableCreated:
    """Set up a table."""
    expect_few(request)
    tables = await house.tables()
    own_name = next((seat.name for seat in form.seats if seat.kind == "me"), None)
    visitor = await meet_visitor(request, response, own_name)
    await _expect_seats_left(house, visitor)
    plan = tables.plan_form(form, visitor.id, visitor.name)
    live = await tables.create(plan, address_of(request.scope))
    you = messages.You.model_validate(live.show_you(visitor.id, visitor.name))
    return forms.TableCreated(table=live.table.id, invite=live.table.invite, you=you)


async def _expect_seats_left(house: House, visitor: store.Visitor) -> None:
    """``Refusal`` if a visitor keeps many seats at tables that have not begun."""
    most = house.settings.waiting_per_visitor
    if await house.store.read(lambda c: store.count_waiting(c, visitor.id)) >= most:
        raise Refusal(
            "too_many",
            Phrase.counted(
                "you sit at {n} table that has not begun: leave it first",
                "you sit at {n} tables that have not begun: leave some of them first",
                most,
            ),
        )


@router.get("/tables/{table}", response_model=messages.Welcome)
async def get_table(
    table: TableId,
    house: HouseOf,
    visitor: Perhaps,
    since: Annotated[int, Query(ge=0, le=2**53)] = 0,
) -> Response:
    """The whole view of a table: the same as the first message of a connection."""
    live = await (await house.tables()).get(table)
    who, name = (None, "") if visitor is None else (visitor.id, visitor.name)
    return answer(live.welcome(who, name, since))


@router.get("/tables/{table}/events", response_model=forms.EventPage)
async def get_events(
    table: TableId, house: HouseOf, since: Annotated[int, Query(ge=0, le=2**53)] = 0
) -> Response:
    """What has happened at a table after an event, a page at a time."""
    live = await (await house.tables()).get(table)
    return answer(live.show_events(since))


@router.get("/tables/{table}/summary", response_model=forms.TableSummary)
async def get_summary(table: TableId, house: HouseOf, visitor: Perhaps) -> forms.TableSummary:
    """A table as lists show it."""
    listing = await house.store.read(lambda c: store.find_listing(c, table))
    if listing is None:
        raise Refusal("unknown", "there is no such table")
    return _summarise(listing, visitor)


@router.get("/invites/{invite}", response_model=forms.InviteState)
async def get_invite(
    invite: Annotated[str, Path(min_length=1, max_length=64)], house: HouseOf, visitor: Perhaps
) -> forms.InviteState:
    """Where an invite link leads."""
    table_id = await house.store.read(lambda c: store.find_invite(c, invite))
    if table_id is None:
        raise Refusal("unknown", "this invite link leads nowhere: ask for a new one")
    listing = await house.store.read(lambda c: store.find_listing(c, table_id))
    assert listing is not None
    return forms.InviteState(table=_summarise(listing, visitor))


@router.post("/tables/{table}/seats", response_model=forms.Joined)
async def post_seat(
    table: TableId,
    form: forms.JoinForm,
    request: Request,
    response: Response,
    house: HouseOf,
    known: Perhaps,
) -> forms.Joined:
    """Take an open seat; several times for several people on one device."""
    live = await (await house.tables()).get(table)
    # Whoever sits down beside somebody on the same device is somebody else.
    another = known is not None and bool(live.table.seats_of(known.id))
    visitor = await meet_visitor(request, response, None if another else form.name)
    name = form.name or ("" if another else visitor.name)
    if not live.table.seats_of(visitor.id):
        await _expect_seats_left(house, visitor)
    address = address_of(request.scope)
    await live.join(visitor.id, name, form.seat, form.invite, form.commitment, address)
    you = messages.You.model_validate(live.show_you(visitor.id, visitor.name))
    return forms.Joined(table=table, you=you)


@router.post("/tables/{table}/requests", response_model=forms.Joined)
async def post_request(
    table: TableId, form: forms.AskForm, request: Request, response: Response, house: HouseOf
) -> forms.Joined:
    """Ask the host for a seat, without an invitation: ``you.request`` tells what becomes of it."""
    live = await (await house.tables()).get(table)
    visitor = await meet_visitor(request, response, form.name)
    await live.ask(visitor.id, form.name or visitor.name)
    you = messages.You.model_validate(live.show_you(visitor.id, visitor.name))
    return forms.Joined(table=table, you=you)


@router.post("/tables/{table}/commands", response_model=messages.Answer)
async def post_command(
    table: TableId,
    command: Annotated[messages.TableCommand, Body()],
    house: HouseOf,
    visitor: Known,
) -> Response:
    """Any command that a connection can send: act, take back, start, and so on."""
    live = await (await house.tables()).get(table)
    answers: list[Json] = []
    await live.perform(visitor.id, command, answers.append)
    return answer(answers[0])


def _summarise(listing: store.Listing, visitor: store.Visitor | None) -> forms.TableSummary:
    mine = [
        seat
        for seat, who in enumerate(listing.visitors)
        if visitor is not None and who == visitor.id
    ]
    return forms.TableSummary(
        table=listing.id,
        status=listing.status,
        rules=listing.rules,
        names=list(listing.names),
        levels=list(listing.levels),
        open_seats=sum(name is None for name in listing.names),
        clock=listing.clock,
        public=listing.public,
        updated=listing.updated_at,
        yours=bool(mine),
        your_seats=mine,
        your_turn=listing.acting in mine,
    )


# --- games, to look at and to take away


def _game_of(live: LiveTable, number: int) -> Game:
    games = live.table.games
    if number > len(games):
        raise Refusal("unknown", "that game has not been dealt")
    return games[number - 1]


@router.get("/tables/{table}/games/{game}/replay", response_model=forms.Replay)
async def get_replay(table: TableId, game: GameNumber, house: HouseOf) -> Response:
    """Every position of a game, with the action that led to it."""
    found = _game_of(await (await house.tables()).get(table), game)
    return answer(await asyncio.to_thread(_replay, found.copy()))


def _replay(game: Game) -> Json:
    """Every position of a game. It takes a while, so a thread does it, on a copy."""
    from kingdomino.game.company import read_company
    from kingdomino.server.snapshots import show_rules, show_steps

    company = read_company(game.names, game.colours, game.tags)
    return {
        "rules": show_rules(game.rules),
        "colours": [colour.value for colour in game.colours],
        "names": [member.name for member in company],
        "levels": [member.level for member in company],
        "over": game.over,
        "record": str(game.record()),
        "steps": show_steps(game),
    }


@router.get(
    "/tables/{table}/games/{game}/export.{kind}",
    response_class=Response,
    responses={
        200: {
            "content": {
                "text/plain": {},
                "application/json": {},
                "image/svg+xml": {},
                "image/png": {},
            }
        }
    },
)
async def get_export(
    table: TableId,
    game: GameNumber,
    kind: Literal["txt", "json", "svg", "png"],
    house: HouseOf,
    request: Request,
) -> Response:
    """A game to take away: its record, all positions as JSON, or a picture of its kingdoms.

    The record reveals the deal once the game is over, for ``kingdomino verify`` to check.
    """
    found = _game_of(await (await house.tables()).get(table), game)
    name = f"kingdomino-{table}-{game}.{kind}"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    if kind == "txt":
        return Response(str(found.record()), media_type="text/plain", headers=headers)
    if kind == "json":
        return answer(await asyncio.to_thread(_replay, found.copy()), headers)
    from kingdomino.server.pictures import draw, portray

    words = find_catalogue(choose_language(request), SERVER)
    return await _send_picture(request, draw(portray(found, words)), kind, headers)


async def _send_picture(request: Request, svg: str, kind: str, headers: dict[str, str]) -> Response:
    if kind == "svg":
        return Response(svg, media_type="image/svg+xml", headers=headers)
    png = await get_house(request).easel.rasterise(svg, address_of(request.scope))
    return Response(png, media_type="image/png", headers=headers)


@router.post("/records", response_model=forms.Replay)
async def post_record(form: forms.RecordForm, house: HouseOf) -> Response:
    """A record to look at: every position of its game. Nothing is kept."""
    await house.tables()
    return answer(await asyncio.to_thread(_read_record, form.record))


def _read_record(text: str) -> Json:
    from kingdomino.game.errors import IllegalAction, NotationError
    from kingdomino.game.record import Record

    try:
        game = Record.parse(text).replay(seed=0)
    except (IllegalAction, NotationError) as error:
        raise Refusal("malformed", error.phrase) from None
    return _replay(game)


# --- the score pad


@router.post("/kingdoms/score", response_model=forms.KingdomScored)
async def post_kingdom(form: forms.KingdomForm, house: HouseOf) -> Response:
    """What a kingdom from a real table is worth. Nothing is kept."""
    await house.tables()
    from kingdomino.server.scorepad import score_kingdom

    return answer(score_kingdom(form))


@router.post("/kingdoms/ranking", response_model=forms.Ranking)
async def post_ranking(form: forms.RankingForm, house: HouseOf) -> forms.Ranking:
    """Who has won at a real table, ties broken. Nothing is kept."""
    await house.tables()
    from kingdomino.server.scorepad import rank_players

    return rank_players(form)


@router.post(
    "/kingdoms/picture",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {}, "image/png": {}}}},
)
async def post_picture(
    form: forms.PadForm, request: Request, house: HouseOf, kind: Literal["svg", "png"] = "svg"
) -> Response:
    """A picture of kingdoms from a real table."""
    await house.tables()
    from kingdomino.server.pictures import Portrait, draw
    from kingdomino.server.scorepad import read_squares

    portraits = [
        Portrait(
            player.name,
            player.total,
            player.colour,
            read_squares(player.squares),
            form.grid,
        )
        for player in form.players
    ]
    return await _send_picture(request, draw(portraits), kind, {})


@router.get(
    "/qr.svg",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {}}}},
)
async def get_qr_code(
    request: Request,
    path: Annotated[str, Query(pattern="^/[A-Za-z0-9/_-]{0,100}$")] = "/",
) -> Response:
    """A QR code for a page of this server, under the address that others can reach."""
    import segno

    address: str | None = request.app.state.address
    if address is None:
        raise Refusal("unknown", "this server knows of no address that others can reach")
    image = io.BytesIO()
    segno.make(address + path, micro=False).save(image, kind="svg", scale=4, border=2)
    return Response(image.getvalue(), media_type="image/svg+xml")
