"""Firefox and WebKit, driven by the standards they speak: WebDriver BiDi, and WebDriver."""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

import httpx
from websockets.sync.client import ClientConnection, connect

from tests.server.running import free_port

PATIENCE = 180.0
SIZE = (1366, 768)


class Window(Protocol):
    """A browser with one page open."""

    def open(self, url: str) -> None:
        """Go to a page, and wait until it is there."""

    def run(self, script: str) -> Any:
        """What an expression in the page gives, as plain data."""

    def tap(self, x: float, y: float) -> None:
        """Press a point of the page, and let go."""


def find(*names: str) -> str:
    """A program of the system."""
    for name in names:
        if path := shutil.which(name):
            return path
    raise AssertionError(f"there is no {names[0]}: tools/install-system-packages {names[-1]}")


def _tap_actions(kind: str, x: float, y: float) -> list[dict[str, Any]]:
    moves = [
        {"type": "pointerMove", "x": round(x), "y": round(y)},
        {"type": "pointerDown", "button": 0},
        {"type": "pointerUp", "button": 0},
    ]
    return [{"type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": moves}]


class Firefox:
    """Firefox by WebDriver BiDi; its taps are those of a finger."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.numbers = itertools.count(1)
        self.ask("session.new", capabilities={})
        tree = self.ask("browsingContext.getTree")
        self.context = tree["contexts"][0]["context"]
        width, height = SIZE
        self.ask(
            "browsingContext.setViewport",
            context=self.context,
            viewport={"width": width, "height": height},
        )

    def ask(self, method: str, **params: Any) -> Any:
        """A command's result."""
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            answer = json.loads(self.socket.recv(PATIENCE))
            if answer.get("id") == number:
                assert answer["type"] == "success", answer
                return answer["result"]

    def open(self, url: str) -> None:
        self.ask("browsingContext.navigate", context=self.context, url=url, wait="complete")

    def run(self, script: str) -> Any:
        result = self.ask(
            "script.evaluate",
            expression=f"JSON.stringify(({script}) ?? null)",
            target={"context": self.context},
            awaitPromise=False,
        )
        assert result["type"] == "success", result
        return json.loads(result["result"]["value"])

    def tap(self, x: float, y: float) -> None:
        actions = _tap_actions("touch", x, y)
        self.ask("input.performActions", context=self.context, actions=actions)


@contextlib.contextmanager
def firefox(profile: Path) -> Iterator[Firefox]:
    """A Firefox without a window."""
    profile.mkdir()
    (profile / "user.js").write_text('user_pref("dom.w3c_touch_events.enabled", 1);\n')
    port = free_port()
    process = subprocess.Popen(
        [
            find("firefox", "firefox-esr"),
            "--headless",
            "--no-remote",
            *("--profile", str(profile)),
            *("--remote-debugging-port", str(port)),
        ],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=os.environ | {"MOZ_DISABLE_CONTENT_SANDBOX": "1"},
    )
    try:
        with _connect(f"ws://127.0.0.1:{port}/session") as socket:
            yield Firefox(socket)
    finally:
        process.kill()
        process.wait()


def _connect(address: str) -> ClientConnection:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            return connect(address, proxy=None, max_size=None, open_timeout=10)
        except OSError:
            assert time.monotonic() < until, "the browser does not start"
            time.sleep(0.1)


class WebKit:
    """WebKitGTK, the engine of Safari, by WebDriver; it taps with a mouse."""

    def __init__(self, http: httpx.Client) -> None:
        self.http = http
        browser = next(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))
        options = {"binary": str(browser), "args": ["--automation"]}
        wishes = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        answer = self.ask("POST", "/session", capabilities=wishes)
        self.session = f"/session/{answer['sessionId']}"
        width, height = SIZE
        self.ask("POST", f"{self.session}/window/rect", width=width, height=height)

    def ask(self, method: str, path: str, **body: Any) -> Any:
        """A command's result."""
        response = self.http.request(method, path, json=body)
        assert response.status_code == 200, response.text
        return response.json()["value"]

    def open(self, url: str) -> None:
        self.ask("POST", f"{self.session}/url", url=url)

    def run(self, script: str) -> Any:
        path = f"{self.session}/execute/sync"
        found = self.ask("POST", path, script=f"return JSON.stringify(({script}) ?? null)", args=[])
        return json.loads(found)

    def tap(self, x: float, y: float) -> None:
        self.ask("POST", f"{self.session}/actions", actions=_tap_actions("mouse", x, y))


@contextlib.contextmanager
def webkit() -> Iterator[WebKit]:
    """A WebKit on a screen that nobody sees."""
    port = free_port()
    driver = find("WebKitWebDriver", "webkit2gtk-driver")
    process = subprocess.Popen(
        [find("xvfb-run", "xvfb"), "-a", driver, f"--port={port}"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        env=os.environ | {"WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"},
    )
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE) as http:
            until = time.monotonic() + PATIENCE
            while True:
                with contextlib.suppress(httpx.TransportError):
                    if http.get("/status").status_code == 200:
                        break
                assert time.monotonic() < until, "the driver does not start"
                time.sleep(0.1)
            browser = WebKit(http)
            yield browser
            browser.ask("DELETE", browser.session)
    finally:
        os.killpg(process.pid, 15)
        process.wait()
