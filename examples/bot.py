"""A bot in forty lines: takes a seat, places for the most points, claims the lowest domino.

pip install httpx
python examples/bot.py http://127.0.0.1:4848 INVITE-CODE
"""

import json
import secrets
import sys
from hashlib import sha256

import httpx


def choose(legal):
    """The placement that adds most; when claiming, the first domino, to go first next round."""
    return max(legal["actions"], key=lambda action: action.get("points") or -action["domino"])


def play(server: str, invite: str, name: str = "Miser") -> list[int]:
    """Play one game to its end; returns everybody's points."""
    with httpx.Client(base_url=server, timeout=None) as http:
        token = http.post("/api/bot/tokens", json={"name": name}).json()["token"]
        http.headers["authorization"] = f"Bearer {token}"
        table = http.get(f"/api/invites/{invite}").json()["table"]["table"]
        joined = http.post(f"/api/tables/{table}/seats", json={"name": name, "invite": invite})
        (seat,) = joined.raise_for_status().json()["you"]["seats"]
        drawn, ours = 0, ""
        with http.stream("GET", f"/api/bot/tables/{table}/stream") as stream:
            for line in stream.iter_lines():
                message = json.loads(line) if line.strip() else {}
                shown = message.get("table") or {}
                if shown.get("status") == "finished":
                    return shown["match"]["totals"]
                if draw := shown.get("draw"):  # our share in the chance: first only its hash
                    if draw["number"] > drawn:
                        drawn, ours = draw["number"], secrets.token_hex(32)
                        digest = sha256(ours.encode()).hexdigest()
                        command = {"type": "commit", "commitment": digest}
                    elif draw["sealed"] and not draw["revealed"][seat]:
                        command = {"type": "reveal", "contribution": ours}
                    else:
                        continue
                    http.post(f"/api/tables/{table}/commands", json=command)
                elif legal := message.get("legal"):
                    move = {"action": choose(legal)["action"], "answers": legal["answers"]}
                    http.post(f"/api/bot/tables/{table}/actions", json=move).raise_for_status()
    raise ConnectionError("the stream ended before the game")


if __name__ == "__main__":
    print(play(*sys.argv[1:3]))
