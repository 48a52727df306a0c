"""The pages: files of the package's ``web`` folder, kept in memory, compressed once.

A page says in which language it is, and the words of that language are a file of their own.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from functools import lru_cache
from http import HTTPStatus
from importlib.resources import files
from importlib.resources.abc import Traversable

from fastapi import APIRouter, Request, Response

from kingdomino.server import store
from kingdomino.server.errors import Refusal
from kingdomino.server.requests import HouseOf, is_code
from kingdomino.words import LANGUAGES, negotiate_language
from kingdomino.words.catalogue import page_words

PAGES = ("table", "join", "replay", "new", "watch", "score", "learn", "rules", "view")
"""The first parts of the addresses that are pages: each its own file if there is one, or the first
page, which finds out by itself what to show."""

PAGES_OF_ONE = ("table", "join", "replay")
"""Those that are about one thing each, which has to be there."""

LANGUAGE_COOKIE = "language"
"""Where a browser keeps the language that its visitor has chosen; scripts may set it."""

LONGEST_PATH = 100
"""Characters in the path of a file; the file system refuses more than some with an error."""

COMPRESSED = (".html", ".js", ".css", ".svg", ".json", ".webmanifest", ".txt", ".map")


@dataclass(frozen=True, slots=True)
class File:
    """A file as it is sent."""

    body: bytes
    compressed: bytes | None
    kind: str
    tag: str


class Shelf:
    """The files of the ``web`` folder by their paths, read when first asked for.

    A file that has changed on disk is read again when the page is asked for anew, so that whoever
    works on the client sees it at once.
    """

    def __init__(self) -> None:
        self._root = files("kingdomino") / "web"
        self._files: dict[str, tuple[float, File]] = {}

    def find(self, path: str) -> File | None:
        """The file with this path inside the folder; ``None`` if there is none."""
        parts = path.split("/")
        if any(part in ("", ".", "..") or part.startswith(".") or "\\" in part for part in parts):
            return None
        if "\0" in path or len(path) > LONGEST_PATH:
            return None
        entry: Traversable = self._root.joinpath(*parts)
        if not entry.is_file():
            return None
        changed = _changed(entry)
        known = self._files.get(path)
        if known is None or known[0] != changed:
            known = self._files[path] = changed, _read(entry)
        return known[1]


def _changed(entry: Traversable) -> float:
    stat = getattr(entry, "stat", None)
    return 0.0 if stat is None else float(stat().st_mtime)


def _read(entry: Traversable) -> File:
    return _make_file(entry.name, entry.read_bytes())


def _make_file(name: str, body: bytes) -> File:
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    if name.endswith((".js", ".mjs")):
        kind = "text/javascript"
    if kind.startswith("text/"):
        kind += "; charset=utf-8"
    packed = gzip.compress(body, 9, mtime=0) if name.endswith(COMPRESSED) else None
    smaller = packed if packed is not None and len(packed) < len(body) else None
    return File(body, smaller, kind, f'"{hashlib.sha256(body).hexdigest()[:20]}"')


ENGLISH_PAGE = b'<html lang="en"'
WORDS_LINK = '<link rel="preload" as="fetch" crossorigin href="/words/{language}.json">'


@lru_cache(maxsize=200)
def _in_language(page: File, language: str) -> File:
    """A page that says it is in a language, and has the browser fetch its words at once."""
    body = page.body.replace(ENGLISH_PAGE, ENGLISH_PAGE.replace(b"en", language.encode()), 1)
    link = WORDS_LINK.format(language=language).encode()
    return _make_file("page.html", body.replace(b"</head>", link + b"</head>", 1))


@lru_cache(maxsize=len(LANGUAGES))
def _words_file(language: str) -> File:
    return _make_file("words.json", page_words(language))


router = APIRouter(include_in_schema=False)


def _send(request: Request, file: File, status: int = HTTPStatus.OK) -> Response:
    headers = {"etag": file.tag, "cache-control": "no-cache", "vary": "accept-encoding"}
    if status == HTTPStatus.OK and request.headers.get("if-none-match") == file.tag:
        return Response(status_code=304, headers=headers)
    body = file.body
    if file.compressed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        body = file.compressed
        headers["content-encoding"] = "gzip"
    return Response(body, status, headers, media_type=file.kind)


def choose_language(request: Request) -> str:
    """The language that the visitor has chosen, or else that the browser prefers."""
    accepted = request.headers.get("accept-language", "")
    return negotiate_language(accepted, request.cookies.get(LANGUAGE_COOKIE))


def _send_page(request: Request, file: File, status: int = HTTPStatus.OK) -> Response:
    """A page in the language that the browser has chosen, or else prefers."""
    language = choose_language(request)
    response = _send(request, file if language == "en" else _in_language(file, language), status)
    response.headers["vary"] = "accept-encoding, accept-language, cookie"
    response.headers["content-language"] = language
    return response


def _shelf(request: Request) -> Shelf:
    shelf: Shelf = request.app.state.shelf
    return shelf


@router.get("/")
@router.head("/")
async def show_first_page(request: Request) -> Response:
    file = _shelf(request).find("index.html")
    assert file is not None
    return _send_page(request, file)


@router.get("/words/{language}.json")
async def show_words(request: Request, language: str) -> Response:
    if language not in LANGUAGES:
        raise Refusal("unknown", "nobody here speaks that language")
    return _send(request, _words_file(language))


@router.get("/static/{path:path}")
@router.head("/static/{path:path}")
async def show_file(request: Request, path: str) -> Response:
    file = _shelf(request).find(path)
    if file is None:
        raise Refusal("unknown", "there is no such file")
    return _send(request, file)


@router.get("/table/{table}")
async def show_table(request: Request, table: str, house: HouseOf) -> Response:
    found = is_code(table) and await house.store.read(lambda c: store.has_table(c, table))
    return _show_if(found, request, "table")


@router.get("/replay/{table}")
async def show_replay(request: Request, table: str, house: HouseOf) -> Response:
    wanted = request.query_params.get("game", "1")
    dealt = await house.store.read(lambda c: store.count_games(c, table)) if is_code(table) else 0
    found = wanted in [str(game) for game in range(1, dealt + 1)]
    return _show_if(found, request, "replay")


@router.get("/join/{invite}")
async def show_invitation(request: Request, invite: str, house: HouseOf) -> Response:
    """The page for those who are invited; it helps those, too, whose code leads nowhere."""
    table = (
        await house.store.read(lambda c: store.find_invite(c, invite)) if is_code(invite) else None
    )
    file = _shelf(request).find("join.html")
    assert file is not None
    return _send_missing(request, file) if table is None else _send_page(request, file)


@router.get("/{page}")
@router.get("/{page}/{rest:path}")
async def show_page(request: Request, page: str, rest: str = "") -> Response:
    shelf = _shelf(request)
    if page in ("favicon.ico", "robots.txt", "manifest.webmanifest", "service-worker.js"):
        file = shelf.find(page)
    elif page in PAGES and (not rest or page not in PAGES_OF_ONE):
        file = shelf.find(f"{page}.html") or shelf.find("index.html")
    else:
        file = None
    if file is None:
        return _show_missing(request, page)
    return _send_page(request, file) if page in PAGES else _send(request, file)


def _show_if(found: bool, request: Request, page: str) -> Response:
    """The page of something, if it is there."""
    file = _shelf(request).find(f"{page}.html") if found else None
    return _show_missing(request, page) if file is None else _send_page(request, file)


def _show_missing(request: Request, page: str) -> Response:
    """A page with a way out for somebody with a browser; programs are refused as everywhere."""
    file = _shelf(request).find("missing.html")
    assert file is not None
    return _send_missing(request, file, page)


def _send_missing(request: Request, file: File, page: str = "") -> Response:
    """A page that helps where there is nothing, not to be kept: something may come to be there."""
    if page == "api" or "text/html" not in request.headers.get("accept", ""):
        raise Refusal("unknown", "there is no such page")
    response = _send_page(request, file, HTTPStatus.NOT_FOUND)
    response.headers["cache-control"] = "no-store"
    return response
