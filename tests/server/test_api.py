"""What else a page asks for: options, records, pictures, the score pad, QR codes."""

import io
import json
import re
from contextlib import closing

import httpx
import pytest
import segno

import kingdomino as kd
from kingdomino.players.levels import LEVELS
from kingdomino.server import forms, listeners, messages
from kingdomino.server.draw import commit_to
from kingdomino.server.errors import STATUS
from tests.docs.pages import read_page
from tests.server.running import Person, Refused, Running

pytestmark = pytest.mark.compiled_only

PAGE = read_page("docs/protocol.md")


def finish_a_game(ann: Person) -> str:
    made = ann.create("me", "page")
    seat = ann.connect(made["table"])
    seat.contribute()
    seat.play_on()
    table: str = made["table"]
    return table


def test_the_options_hold_the_whole_box(ann: Person) -> None:
    options = forms.Options.model_validate(ann.ask("GET", "/api/options"))
    shown = {domino.number: (domino.a, domino.b) for domino in options.dominoes}
    for domino in kd.DOMINOES:
        a, b = (f"{square.terrain[0]}{square.crowns or ''}" for square in domino[1:])
        assert shown[domino.number] == (a, b)
    levels = [(level.name, level.title) for level in LEVELS]
    assert [(level.name, level.title) for level in options.levels] == levels


def test_a_game_can_be_taken_away_in_every_form(ann: Person) -> None:
    table = finish_a_game(ann)
    path = f"/api/tables/{table}/games/1"
    record = ann.http.get(f"{path}/export.txt")
    assert "attachment" in record.headers["content-disposition"]
    game = kd.Game.from_record(record.text)
    svg = ann.http.get(f"{path}/export.svg")
    assert svg.headers["content-type"].startswith("image/svg+xml")
    assert svg.text.count('href="#terrain-') + svg.text.count("<rect") > 40
    png = ann.http.get(f"{path}/export.png")
    assert png.content.startswith(b"\x89PNG")
    replay = forms.Replay.model_validate(ann.http.get(f"{path}/export.json").json())
    assert len(replay.steps) == len(game.history) + 1
    assert [step.action for step in replay.steps[1:]] == [str(action) for _, action in game.history]
    last = replay.steps[-1].state
    assert [k.score.total for k in last.kingdoms] == [s.total for s in game.scores()]
    assert last.winners == game.winners()
    with pytest.raises(Refused, match="has not been dealt"):
        ann.ask("GET", f"/api/tables/{table}/games/2/replay")


def test_a_record_can_be_looked_at_and_a_wrong_one_is_explained(ann: Person) -> None:
    record = ann.http.get(f"/api/tables/{finish_a_game(ann)}/games/1/export.txt").text
    replay = forms.Replay.model_validate(ann.ask("POST", "/api/records", json={"record": record}))
    assert replay.over
    assert replay.record == record
    with pytest.raises(Refused, match="line 1, column 1"):
        ann.ask("POST", "/api/records", json={"record": "hello"})


def test_the_score_pad_counts_and_doubts(ann: Person) -> None:
    squares = {"g8": "w1", "h8": "w", "f7": "g", "e7": "g2"}
    scored = ann.ask("POST", "/api/kingdoms/score", json={"squares": squares})
    assert (scored["score"]["total"], scored["warnings"], scored["complete"]) == (6, [], False)
    cases = {
        "too large": {"a1": "w1", "a2": "w"},
        "dominoes would make an even number": {"g8": "w"},
        "the box holds 1": {"g8": "m3", "g9": "m3"},
        "cut off": {"h8": "w", "i8": "w"},
        "where the castle stands": {"g7": "w", "g8": "w", "g9": "w"},
        "empty row or column": {"g8": "w", "g9": "w", "i9": "f", "i8": "f"},
    }
    for doubt, strange in cases.items():
        scored = ann.ask("POST", "/api/kingdoms/score", json={"squares": strange})
        assert any(doubt in warning["reason"] for warning in scored["warnings"]), (doubt, scored)
    huge = {f"{column}{row}": "w1" for column in "abcdefghijklm" for row in range(1, 14)}
    scored = ann.ask("POST", "/api/kingdoms/score", json={"squares": huge})
    assert scored["score"]["total"] == 168 * 168


def test_bonuses_count_on_the_score_pad(ann: Person) -> None:
    cells = [f"{column}{row}" for column in "efghi" for row in range(5, 10)]
    squares = {cell: "w" for cell in cells if cell != "g7"}
    body = {"squares": squares, "middle_kingdom": True, "harmony": True}
    scored = ann.ask("POST", "/api/kingdoms/score", json=body)
    assert scored["complete"]
    assert scored["score"]["bonuses"] == {"middle_kingdom": 10, "harmony": 5}
    scored = ann.ask("POST", "/api/kingdoms/score", json=body | {"discards": 1})
    assert scored["score"]["bonuses"] == {"middle_kingdom": 10}


def test_kingdoms_of_a_real_table_can_be_drawn(ann: Person) -> None:
    player = {"name": "<Ann>", "colour": "Pink", "squares": {"g8": "w1"}, "total": 1}
    svg = ann.http.post("/api/kingdoms/picture", json={"players": [player]})
    assert "&lt;Ann&gt;</text>" in svg.text
    # The drawings are those of the pages, crowns and all.
    assert 'href="#terrain-w"' in svg.text
    assert svg.text.count('href="#crown"') == 1
    assert 'id="terrain-w"' in svg.text
    assert 'id="crown"' in svg.text
    png = ann.http.post("/api/kingdoms/picture?kind=png", json={"players": [player]})
    assert png.content.startswith(b"\x89PNG")


def test_a_qr_code_leads_to_this_server_only(ann: Person) -> None:
    code = ann.http.get("/api/qr.svg", params={"path": "/join/abc"})
    assert code.headers["content-type"].startswith("image/svg+xml")
    link = ann.http.get("/api/options").json()["address"] + "/join/abc"
    drawn = io.BytesIO()
    segno.make(link, micro=False).save(drawn, kind="svg", scale=4, border=2)
    assert code.content == drawn.getvalue()
    assert ann.http.get("/api/qr.svg", params={"path": "//evil.example"}).status_code == 422
    assert ann.http.get("/api/qr.svg", params={"path": "http://evil"}).status_code == 422


def test_the_page_of_what_is_not_there_says_so(ann: Person) -> None:
    made = ann.create("me", "open")
    open_table, invite = made["table"], made["invite"]
    played = ann.create("me", "page")["table"]
    with closing(ann.connect(played)) as seat:
        seat.contribute()
        seat.wait_until("playing")
    browser = {"accept": "text/html", "origin": ann.server.origin}

    def status(path: str) -> int:
        response = ann.http.get(path, headers=browser)
        if response.status_code == 404:
            assert response.text.startswith("<!doctype html>")
            assert response.headers["cache-control"] == "no-store"
            known = browser | {"if-none-match": response.headers["etag"]}
            assert ann.http.get(path, headers=known).status_code == 404
        return response.status_code

    assert status(f"/table/{open_table}") == status(f"/table/{played}") == 200
    assert status(f"/replay/{played}") == status(f"/replay/{played}?game=1") == 200
    assert status(f"/join/{invite}") == 200
    for path in (
        "/table/aaaaaaaaaaaaaaaa",
        "/table/foo",
        "/table/A%00",
        f"/table/{played}/more",
        "/replay/foo",
        f"/replay/{open_table}",
        f"/replay/{played}?game=2",
        f"/replay/{played}?game=x",
        "/join/aaaaaaaaaaaaaaaaaaaa",
        "/join/%C3%B6",
    ):
        assert status(path) == 404, path
    for path in ("foo", "foo/summary", "foo/games/1/replay", "A%00"):
        refused = ann.http.get(f"/api/tables/{path}")
        assert (refused.status_code, refused.json()["code"]) == (404, "unknown")


def test_pages_are_compressed_and_cached(server: Running) -> None:
    page = httpx.get(server.origin + "/", headers={"accept-encoding": "gzip"})
    assert page.status_code == 200
    again = httpx.get(server.origin + "/", headers={"if-none-match": page.headers["etag"]})
    assert again.status_code == 304
    for path in ("/join", "/new", "/watch", "/score", "/learn", "/rules", "/view"):
        assert httpx.get(server.origin + path).status_code == 200
    missing = httpx.get(server.origin + "/nowhere")
    assert missing.status_code == 404
    assert missing.json()["code"] == "unknown"


def test_a_browser_gets_a_page_where_there_is_none(server: Running) -> None:
    wishes = {"accept": "text/html,*/*;q=0.8", "accept-language": "et"}
    page = httpx.get(server.origin + "/nowhere/at/all", headers=wishes)
    assert page.status_code == 404
    assert page.headers["content-language"] == "et"
    assert 'href="/"' in page.text
    assert httpx.get(server.origin + "/api/nowhere", headers=wishes).json()["code"] == "unknown"


def test_lists_and_replays_tell_bots_from_people_of_the_same_name(server: Running) -> None:
    duke = Person(server, "Duke")
    made = duke.create("me", "duke", "open")
    summary = duke.ask("GET", f"/api/tables/{made['table']}/summary")
    assert (summary["names"], summary["levels"]) == (["Duke", "", None], [None, "duke", None])
    record = '[Rules "classic 2p"]\n[Pink "Knight"]\n[Yellow "Knight II"]\n'
    tagged = f'{record}[Computers "Yellow knight"]\n\n0. 5,9,24,46 P Y Y P\n'
    replay = duke.ask("POST", "/api/records", json={"record": tagged})
    assert (replay["names"], replay["levels"]) == (["Knight", ""], [None, "knight"])
    duke.close()


def test_my_tables_are_listed_with_whose_turn_it_is(ann: Person) -> None:
    made = ann.create("me", "me")
    assert ann.ask("GET", "/api/visitor")["name"] == "Ann"
    seat = ann.connect(made["table"])
    seat.contribute()
    seat.wait_until("playing")
    (mine,) = ann.ask("GET", "/api/visitor/tables")["tables"]
    assert (mine["table"], mine["yours"], mine["your_turn"]) == (made["table"], True, True)


def test_commands_can_be_posted_too(ann: Person) -> None:
    made = ann.create("me", "me")
    path = f"/api/tables/{made['table']}/commands"
    own = 32 * "a"
    ann.ask("POST", path, json={"type": "commit", "commitment": commit_to(own)})
    while not (ann.ask("GET", f"/api/tables/{made['table']}")["table"]["draw"] or {})["sealed"]:
        pass
    ann.ask("POST", path, json={"type": "reveal", "contribution": own})
    while ann.ask("GET", f"/api/tables/{made['table']}")["table"]["game"] is None:
        pass
    view = ann.ask("GET", f"/api/tables/{made['table']}")
    act = {
        "type": "act",
        "action": view["legal"]["actions"][0]["action"],
        "answers": view["legal"]["answers"],
    }
    assert ann.ask("POST", path, json=act)["type"] == "done"
    with pytest.raises(Refused) as refused:
        ann.ask("POST", path, json=act)
    assert refused.value.code == "stale"


def test_the_tutorial_deals_the_same_first_game_every_time(ann: Person) -> None:
    lines = []
    for _ in range(2):
        made = ann.create("me", "squire", tutorial=True)
        ann.connect(made["table"]).wait_until("playing")
        lines.append(ann.ask("GET", f"/api/tables/{made['table']}")["table"]["game"]["line"])
    assert [slot["domino"] for slot in lines[0]] == [slot["domino"] for slot in lines[1]]


def test_a_tutorial_is_for_one_person_and_bots_for_its_deal_is_known(ann: Person) -> None:
    for seats in (("me", "open"), ("me", "me"), ("page", "page"), ("open", "page")):
        with pytest.raises(Refused, match="a tutorial is for one person and bots"):
            ann.create(*seats, tutorial=True)
    with pytest.raises(Refused, match="a tutorial is for one person and bots"):
        ann.create("me", "page", tutorial=True, public=True)


# --- docs/protocol.md


def test_the_page_names_every_message_event_command_and_code() -> None:
    schema = json.dumps(messages.schema())
    names = set(re.findall(r'"const": "(\w+)"', schema)) | set(STATUS)
    for name in names:
        assert f"`{name}`" in PAGE or f'"type": "{name}"' in PAGE, name
    codes = [value for name, value in vars(listeners).items() if name.isupper() and value > 1000]
    for code in codes:
        assert f"| {code}" in PAGE, code


def test_the_page_lists_every_route(server: Running) -> None:
    paths = httpx.get(server.origin + "/api/openapi.json").json()["paths"]
    shown = PAGE.replace("{id}", "{table}").replace("{code}", "{invite}").replace("{n}", "{game}")
    for path in paths:
        assert path.replace("{kind}", "txt") in shown, path


def test_every_field_that_is_sent_is_explained() -> None:
    for model in (messages.GameState, messages.TableState, messages.KingdomState, messages.You):
        for name in model.model_fields:
            assert re.search(rf"\b{name}\b", PAGE), (model.__name__, name)
