"""How soon a server answers after it is started, with nothing compiled yet and with all of it.

The first page is there before the engine is; a table needs both. Prints JSON.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import tempfile
import time

import httpx

with socket.socket() as probe:
    probe.bind(("127.0.0.1", 0))
    PORT = probe.getsockname()[1]
ORIGIN = f"http://127.0.0.1:{PORT}"


def start(folder: str, cache: str | None) -> dict[str, float]:
    """Start a server on a new file; returns the seconds until it answers."""
    environment = os.environ | {
        "KINGDOMINO_HOST": "127.0.0.1",
        "KINGDOMINO_PORT": str(PORT),
        "KINGDOMINO_DATABASE": f"sqlite:///{folder}/games.db",
    }
    if cache is not None:
        environment["NUMBA_CACHE_DIR"] = cache
    begun = time.perf_counter()
    server = subprocess.Popen(
        [sys.executable, "-m", "kingdomino", "serve"], env=environment, stdout=subprocess.DEVNULL
    )
    try:
        found = {"first page": wait_for("/") - begun}
        slowest = 0.0
        while True:
            asked = time.perf_counter()
            ready = httpx.get(ORIGIN + "/api/health", timeout=60).json()["ready"]
            slowest = max(slowest, time.perf_counter() - asked)
            if ready:
                break
            time.sleep(0.05)
        found["first table"] = time.perf_counter() - begun
        found["slowest answer meanwhile"] = slowest
    finally:
        server.terminate()
        server.wait()
    return {name: round(seconds, 2) for name, seconds in found.items()}


def wait_for(path: str) -> float:
    """When this path was first answered."""
    while True:
        try:
            httpx.get(ORIGIN + path, timeout=60)
        except httpx.TransportError:
            time.sleep(0.02)
        else:
            return time.perf_counter()


def main() -> None:
    figures = {}
    with tempfile.TemporaryDirectory() as folder:
        figures["empty cache"] = start(folder, f"{folder}/cache")
        start(folder, None)
        figures["warm cache"] = start(folder, None)
    load = round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None
    print(json.dumps({"seconds": figures, "load": load}, indent=2))


if __name__ == "__main__":
    main()
