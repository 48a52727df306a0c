"""Starting and stopping: the port, the links, the browser, and a sentence when it does not work."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator

import uvicorn

from kingdomino.server.addresses import Proxies
from kingdomino.server.app import create_app
from kingdomino.server.connections import HttpConnection
from kingdomino.server.doors import Door
from kingdomino.server.errors import ServerError
from kingdomino.server.frames import FRAMES_FOR_A_MESSAGE, SocketConnection
from kingdomino.server.messages import LARGEST_MESSAGE
from kingdomino.server.proxies import ProxyWatch
from kingdomino.server.security import is_loopback, lan_address
from kingdomino.server.settings import Settings, with_database
from kingdomino.server.store import Store
from kingdomino.words import t
from kingdomino.words.system import find_cause

EVERYWHERE = ("", "0.0.0.0", "::")
STOPPING = (signal.SIGINT, signal.SIGTERM)

UNREAD = 128 * 1024
"""How many bytes the system keeps for a reader; left to itself, it would keep megabytes."""

SPARE_FILES = 100
"""How many open files are kept for the database, the thinkers and the pages."""


def serve(settings: Settings, *, open_browser: bool = False, quiet: bool = False) -> None:
    """Serve until told to stop. ``ServerError`` if that cannot begin."""
    settings = with_database(settings)
    files = _allow_many_files()
    listening = bind(settings)
    try:
        port: int = listening.getsockname()[1]
        store = Store(settings.database)
        shared = find_shared_address(settings, port)
        own = shared if settings.secure and shared else f"http://{_local_host(settings)}:{port}"
        failures: list[ServerError] = []

        def give_up(error: ServerError) -> None:
            failures.append(error)
            server.should_exit = True

        app = create_app(settings, store, shared, port, give_up)
        http, sockets = _make_protocols(settings, files)
        server = _Server(
            lambda: _greet(own, shared, settings, open_browser, quiet),
            uvicorn.Config(
                ProxyWatch(app),
                log_config=None,
                log_level="error",  # what strangers send is no news
                access_log=False,
                lifespan="on",
                http=http,
                ws=sockets,
                ws_max_size=LARGEST_MESSAGE * 4,
                ws_max_queue=16,
                ws_per_message_deflate=False,
                server_header=False,
                forwarded_allow_ips=list(settings.proxies),
                timeout_graceful_shutdown=5,
                timeout_keep_alive=30,
                backlog=4096,
            ),
        )
        logging.basicConfig(
            level=logging.WARNING,
            format="%(asctime)s %(levelname)s %(message)s",
            stream=sys.stderr,
        )
        server.run(sockets=[listening])
        if failures:
            raise failures[0]
    finally:
        listening.close()
    if not quiet:
        print(t("Goodbye. All games are kept."))


def _make_protocols(
    settings: Settings, files: int
) -> tuple[type[asyncio.Protocol], type[asyncio.Protocol]]:
    """Uvicorn's protocols for HTTP and for WebSockets, behind one door.

    A WebSocket or a bot's stream may take half of what an address has; the rest is for requests.
    """
    most = min(2 * settings.sockets, max(SPARE_FILES, files - SPARE_FILES))
    shared = {
        "door": Door(2 * settings.sockets_per_address, most, Proxies(settings.proxies)),
        "patience": settings.stall_seconds,
    }
    frames = {"frames_per_second": FRAMES_FOR_A_MESSAGE * settings.messages_per_second}
    return (
        type("Http", (HttpConnection,), shared),
        type("Socket", (SocketConnection,), shared | frames),
    )


def _allow_many_files() -> int:
    """Take as many open files as we may have: every connection is one. Returns how many."""
    if sys.platform == "win32":
        return 10_000
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 65536 if hard == resource.RLIM_INFINITY else hard
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]


class _Server(uvicorn.Server):
    """Uvicorn, telling when it listens."""

    def __init__(self, when_started: Callable[[], None], config: uvicorn.Config) -> None:
        super().__init__(config)
        self._when_started = when_started

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop gracefully when asked to, and then end as a program that did what it should."""
        before = {number: signal.signal(number, self.handle_exit) for number in STOPPING}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._when_started()


def bind(settings: Settings) -> socket.socket:
    """A socket on the port that is wanted; ``ServerError`` says why there is none."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    if sys.platform != "win32":  # there it would let two servers share a port
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNREAD)  # each connection inherits it
    try:
        listening.bind((settings.host, settings.port))
        listening.listen(4096)
    except OSError as error:
        listening.close()
        raise _explain(settings, error) from None
    listening.setblocking(False)
    return listening


def _explain(settings: Settings, error: OSError) -> ServerError:
    port = settings.port
    if error.errno == errno.EADDRINUSE:
        return ServerError(
            "Port {port} is in use, perhaps by a kingdomino that is running already: "
            "open {address}, or choose another port with --port.",
            port=port,
            address=f"http://127.0.0.1:{port}",
        )
    if error.errno in (errno.EACCES, errno.EPERM):
        return ServerError(
            "Port {port} is not ours to use: choose one above 1023 with --port.", port=port
        )
    return ServerError(
        "The server cannot listen on {address}: {reason}.",
        address=f"{settings.host}:{port}",
        reason=find_cause(error),
    )


def _local_host(settings: Settings) -> str:
    if settings.host in EVERYWHERE:
        return "127.0.0.1"
    return f"[{settings.host}]" if ":" in settings.host else settings.host


def find_shared_address(settings: Settings, port: int) -> str | None:
    """What links that are passed on begin with; ``None`` if only this machine reaches the server.

    An address that the host has named is believed, whatever it is.
    """
    if settings.base_url:
        return settings.base_url.rstrip("/")
    if settings.host in EVERYWHERE:
        lan = lan_address()
        return None if lan is None else f"http://{lan}:{port}"
    return None if is_loopback(settings.host) else f"http://{_local_host(settings)}:{port}"


def _greet(
    own: str, shared: str | None, settings: Settings, open_browser: bool, quiet: bool
) -> None:
    """Print the links and a QR code, and open the browser."""
    if not quiet:
        print(t("Kingdomino is served at {address}", address=own))
        if shared is None:
            print(t("Only this device can open that: --base-url names an address for others."))
        elif shared != own:
            print(t("For others: {address}", address=shared))
            _print_qr_code(shared)
        place = settings.database.removeprefix("sqlite:///")
        print(t("Games are kept in {path}", path=place))
        print(t("Ctrl-C stops the server."), flush=True)
    if open_browser and _has_screen():
        threading.Thread(target=_open_browser, args=(own,), daemon=True).start()


def _has_screen() -> bool:
    """Whether there is a screen for a browser; one in the terminal would be in the way."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _open_browser(address: str) -> None:
    with contextlib.suppress(Exception):  # a machine without a browser serves all the same
        webbrowser.open(address)


def _print_qr_code(address: str) -> None:
    import segno

    if (sys.stdout.encoding or "").lower().replace("-", "").startswith("utf"):
        segno.make(address, micro=False).terminal(compact=True)
