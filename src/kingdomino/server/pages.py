"""The pages: files of the package's ``web`` folder, kept in memory, compressed once."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable

from fastapi import APIRouter, Request, Response

from kingdomino.server.errors import Refusal

PAGES = ("table", "join", "replay", "new", "watch", "score", "learn", "rules", "view")
"""The first parts of the addresses that are pages: each its own file if there is one, or the first
page, which finds out by itself what to show."""

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
        entry: Traversable = self._root.joinpath(*parts)
        if "\0" in path or not entry.is_file():
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
    body = entry.read_bytes()
    kind = mimetypes.guess_type(entry.name)[0] or "application/octet-stream"
    if entry.name.endswith((".js", ".mjs")):
        kind = "text/javascript"
    if kind.startswith("text/"):
        kind += "; charset=utf-8"
    packed = gzip.compress(body, 9, mtime=0) if entry.name.endswith(COMPRESSED) else None
    smaller = packed if packed is not None and len(packed) < len(body) else None
    return File(body, smaller, kind, f'"{hashlib.sha256(body).hexdigest()[:20]}"')


router = APIRouter(include_in_schema=False)


def _send(request: Request, file: File) -> Response:
    headers = {"etag": file.tag, "cache-control": "no-cache", "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == file.tag:
        return Response(status_code=304, headers=headers)
    body = file.body
    if file.compressed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        body = file.compressed
        headers["content-encoding"] = "gzip"
    return Response(body, headers=headers, media_type=file.kind)


def _shelf(request: Request) -> Shelf:
    shelf: Shelf = request.app.state.shelf
    return shelf


@router.get("/")
@router.head("/")
async def show_first_page(request: Request) -> Response:
    file = _shelf(request).find("index.html")
    assert file is not None
    return _send(request, file)


@router.get("/static/{path:path}")
@router.head("/static/{path:path}")
async def show_file(request: Request, path: str) -> Response:
    file = _shelf(request).find(path)
    if file is None:
        raise Refusal("unknown", "there is no such file")
    return _send(request, file)


@router.get("/{page}")
@router.get("/{page}/{rest:path}")
async def show_page(request: Request, page: str, rest: str = "") -> Response:
    shelf = _shelf(request)
    if page in ("favicon.ico", "robots.txt", "manifest.webmanifest", "service-worker.js"):
        file = shelf.find(page)
    elif page in PAGES:
        file = shelf.find(f"{page}.html") or shelf.find("index.html")
    else:
        file = None
    if file is None:
        raise Refusal("unknown", "there is no such page")
    return _send(request, file)
