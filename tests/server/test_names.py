"""What people are called: a name that was not given is not stored, and no name makes a bot."""

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine, text

import kingdomino as kd
from kingdomino.game.company import Member
from kingdomino.server import events, pictures, store
from kingdomino.server.database import open_engine
from kingdomino.server.migrations.versions import __file__ as versions
from kingdomino.server.table import MOST_RENAMES, Table
from tests.server.in_process import Ear, Inside
from tests.server.running import Person, Refused, Running
from tests.server.running import begin as begin_playing

RECORD = "/api/tables/{table}/games/1/export.txt"


@pytest.fixture
def inside(tmp_path: Path) -> Iterator[Inside]:
    with closing(Inside(tmp_path / "games.db")) as inside:
        yield inside


def play_to_the_end(inside: Inside, table_id: str) -> None:
    """Everybody takes the first legal action."""
    inside.settle()
    while (table := inside.table(table_id).table).status == "playing":
        if table.acting is not None and (who := table.seats[table.acting].visitor) is not None:
            game = table.game
            assert game is not None
            action = str(game.legal_actions()[0])
            answered = inside.do(table_id, who, type="act", action=action, answers=table.answer)
            assert isinstance(answered, dict)
        inside.settle()


def begin(inside: Inside, *kinds: str, rules: str = "classic 2p", **how: Any) -> str:
    table = inside.create(rules, list(kinds), **how)
    inside.take_part(table, *[kind for kind in kinds if kind not in ("open", "bot")])
    return table


def record_of(inside: Inside, table_id: str, game: int = 1) -> str:
    return str(inside.table(table_id).table.games[game - 1].record())


# --- names that were not given


@pytest.mark.compiled_only
def test_a_name_that_was_not_given_is_not_stored(server: Running) -> None:
    with closing(Person(server, "")) as guest:
        seats = [{"kind": "me"}, {"kind": "me", "name": None}, {"kind": "bot", "level": "page"}]
        made = guest.ask("POST", "/api/tables", json={"seats": seats})
        assert guest.ask("GET", "/api/visitor")["name"] is None
        assert made["you"]["name"] == ""
        table = guest.ask("GET", f"/api/tables/{made['table']}")["table"]
        assert [seat["name"] for seat in table["seats"]] == ["", "", ""]
        summary = guest.ask("GET", f"/api/tables/{made['table']}/summary")
        assert summary["names"] == ["", "", ""]
        assert summary["levels"] == [None, None, "page"]
        assert summary["your_seats"] == [0, 1]


@pytest.mark.compiled_only
def test_others_read_guest_in_records_replays_and_pictures(server: Running) -> None:
    with closing(Person(server, "")) as guest:
        seats = [{"kind": "me"}, {"kind": "me"}, {"kind": "bot", "level": "page"}]
        table = guest.ask("POST", "/api/tables", json={"seats": seats})["table"]
        begin_playing(guest.connect(table))
        record = guest.http.get(RECORD.format(table=table)).text
        for line in ('[Pink "Guest"]', '[Yellow "Guest II"]', '[Guests "Pink, Yellow"]'):
            assert line in record.splitlines()
        replay = guest.ask("GET", f"/api/tables/{table}/games/1/replay")
        assert (replay["names"], replay["levels"]) == (["", "", ""], [None, None, "page"])
        again = guest.ask("POST", "/api/records", json={"record": record})
        assert (again["names"], again["levels"]) == (replay["names"], replay["levels"])
        picture = f"/api/tables/{table}/games/1/export.svg"
        for language, names in {"en": ("Guest", "Guest II"), "hu": ("Vendég", "Vendég II")}.items():
            drawn = guest.http.get(picture, headers={"accept-language": language}).text
            assert all(f">{name}</text>" in drawn for name in names)
            assert ">You</text>" not in drawn


def test_a_picture_to_send_shows_the_names() -> None:
    game = kd.Game.new(kd.Rules(players=2), seed=1, names=["Ann", "Ben"])
    ann = pictures.draw(pictures.portray(game))
    assert pictures.rasterise(ann) != pictures.rasterise(ann.replace(">Ann<", "><"))


@pytest.mark.compiled_only
def test_only_the_first_of_several_at_a_device_is_the_visitor(ann: Person) -> None:
    seats = [{"kind": "me", "name": "Ann"}, {"kind": "me", "name": "Ben"}, {"kind": "open"}]
    made = ann.ask("POST", "/api/tables", json={"seats": seats})
    assert ann.ask("GET", "/api/visitor")["name"] == "Ann"
    body = {"name": "Cleo", "invite": made["invite"]}
    ann.ask("POST", f"/api/tables/{made['table']}/seats", json=body)
    assert ann.ask("GET", "/api/visitor")["name"] == "Ann"
    names = ann.ask("GET", f"/api/tables/{made['table']}/summary")["names"]
    assert names == ["Ann", "Ben", "Cleo"]


@pytest.mark.compiled_only
def test_a_name_can_be_changed_and_taken_away_at_any_time(server: Running) -> None:
    with closing(Person(server, "")) as person:
        for name in ("Ann", None, "Te"):
            assert person.ask("PUT", "/api/visitor", json={"name": name})["name"] == name
            assert person.ask("GET", "/api/visitor")["name"] == name


# --- names at a running table


def test_a_player_is_renamed_at_a_running_table_for_everybody(inside: Inside) -> None:
    table = begin(inside, "ann", "bot")
    ear = Ear(inside, table, "bob")
    assert isinstance(inside.do(table, "ann", type="rename", name="Anna"), dict)
    heard = json.loads(ear.listen()[-1])
    assert heard["event"] | {"at": 0, "number": 0} == {
        "kind": "renamed", "seat": 0, "name": "Anna", "at": 0, "number": 0
    }  # fmt: skip
    assert heard["table"]["seats"][0]["name"] == "Anna"
    assert '[Pink "Anna"]' in record_of(inside, table)
    listing = inside.run(inside.store.read(lambda c: store.find_listing(c, table)))
    assert listing is not None
    assert listing.names == ("Anna", "")
    inside.restart()
    assert inside.table(table).table.seats[0].name == "Anna"
    assert '[Pink "Anna"]' in record_of(inside, table)
    inside.do(table, "ann", type="rename", name=None)
    assert '[Pink "Guest"]' in record_of(inside, table)


def test_nobody_renames_others_and_nobody_without_end(inside: Inside) -> None:
    table = begin(inside, "ann", "bob")
    assert inside.do(table, "eve", type="rename", name="Bill") == "forbidden"
    assert inside.do(table, "ann", type="rename", name="Bill", seat=1) == "forbidden"
    number = inside.table(table).table.number
    inside.do(table, "ann", type="rename", name="ann")
    assert inside.table(table).table.number == number
    for turn in range(MOST_RENAMES):
        assert isinstance(inside.do(table, "ann", type="rename", name=f"A{turn}"), dict)
    assert inside.do(table, "ann", type="rename", name="Bill") == "too_many"
    assert isinstance(inside.do(table, "bob", type="rename", name="Bill"), dict)


def test_who_has_won_can_still_sign_the_record_until_the_table_is_put_away(inside: Inside) -> None:
    table = begin(inside, "ann", "bot", rules="classic 2p dynasty")
    for _ in range(3):
        play_to_the_end(inside, table)
        inside.do(table, "ann", type="start")
        inside.settle()
    inside.do(table, "ann", type="rename", name="Anna")
    assert all('[Pink "Anna"]' in record_of(inside, table, game) for game in (1, 2, 3))
    assert kd.Game.from_record(record_of(inside, table)).over
    table = begin(inside, "ann", "bot")
    inside.run(inside.table(table).archive())
    assert inside.do(table, "ann", type="rename", name="Anna") == "closed"


# --- bots


@pytest.mark.compiled_only
@pytest.mark.parametrize("name", ["bot:knight", "Knight", "Knight II", "Guest", "You"])
def test_a_person_stays_what_the_person_wrote(name: str, server: Running) -> None:
    with closing(Person(server, name)) as person:
        table = person.create("me", "me", "knight")["table"]
        begin_playing(person.connect(table))
        summary = person.ask("GET", f"/api/tables/{table}/summary")
        assert summary["names"] == [name, f"{name}1", ""]
        assert summary["levels"] == [None, None, "knight"]
        record = person.http.get(RECORD.format(table=table)).text
        replay = person.ask("POST", "/api/records", json={"record": record})
        assert replay["names"] == [name, f"{name}1", ""]
        assert replay["levels"] == [None, None, "knight"]
        drawn = person.http.get(
            f"/api/tables/{table}/games/1/export.svg", headers={"accept-language": "hu"}
        ).text
        assert f">{name}</text>" in drawn
        assert ">Lovag</text>" in drawn
        people = person.create("me", "me")["table"]
        begin_playing(person.connect(people))
        assert person.ask("GET", f"/api/tables/{people}/games/1/replay")["levels"] == [None, None]


def test_a_bot_that_plays_on_keeps_the_name_and_begins_the_next_game_as_itself(
    inside: Inside,
) -> None:
    table = begin(inside, "ann", "bob", rules="classic 2p dynasty")
    inside.do(table, "bob", type="leave")
    seat = inside.table(table).table.seats[1]
    assert (seat.kind, seat.name, seat.level) == ("bot", "bob", "knight")
    assert "Computers" not in record_of(inside, table)
    play_to_the_end(inside, table)
    inside.do(table, "ann", type="start")
    inside.settle()
    assert inside.table(table).table.companies[1] == (Member("ann"), Member(level="knight"))
    assert '[Yellow "Knight"]\n[Computers "Yellow knight"]' in record_of(inside, table, 2)


# --- what earlier versions have stored

OLD_LOG = [
    '{"kind":"created","rules":"classic 3p","public":false,"clock":null,"host":"v","invite":"i",'
    '"seats":[{"colour":"Pink","kind":"person","name":"Te","level":null,"visitor":"v"},'
    '{"colour":"Yellow","kind":"bot","name":"Knight","level":"knight","visitor":null},'
    '{"colour":"Green","kind":"open","name":"","level":null,"visitor":null}],'
    '"secrets":["2026"],"tutorial":false,"previous":null,"autostart":true}',
    '{"kind":"seated","seat":2,"name":"Guest","visitor":"w"}',
    '{"kind":"started","game":1,"contributions":[]}',
]


def test_old_logs_are_read_without_the_words_that_stood_for_no_name() -> None:
    table = Table("t", [(0, events.read_event(body)) for body in OLD_LOG])
    assert [seat.name for seat in table.seats] == ["", "", ""]
    assert table.companies == [(Member(), Member(level="knight"), Member())]
    kept = OLD_LOG[0].replace('"Te"', '"Ann"'), OLD_LOG[1].replace('"Guest"', '"Knight"')
    table = Table("t", [(0, events.read_event(body)) for body in kept])
    assert [seat.name for seat in table.seats] == ["Ann", "", "Knight"]


@pytest.mark.parametrize("name", sorted(events.PLACEHOLDERS))
def test_whoever_writes_such_a_word_now_is_called_so(name: str) -> None:
    seated = events.Seated(seat=0, name=name, visitor="v")
    assert events.read_event(events.write_event(seated)) == seated
    assert "given" not in events.publish(seated, 1, 0)


def test_an_old_database_is_brought_up_to_date(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'games.db'}"
    engine = create_engine(url)
    config = Config()
    config.set_main_option("script_location", str(Path(versions).parents[1]))
    config.attributes["engine"] = engine
    command.upgrade(config, "0001")
    seated = [("Sina", "v"), ("Ann", "w"), ("Knight", None), ("Ben", None), (None, None)]
    with engine.begin() as old:
        old.execute(
            text(
                "insert into tables (id, invite, status, public, rules, number, created_at, "
                "updated_at) values ('t', 'i', 'playing', 1, 'classic 2p', 1, 0, 0)"
            )
        )
        for seat, (name, visitor) in enumerate(seated):
            row = {"seat": seat, "name": name, "visitor": visitor}
            old.execute(text("insert into seatings values ('t', :seat, :name, :visitor)"), row)
        for name, bot in (("Вы", 0), ("Ann", 0), ("You", 1)):
            row = {"name": name, "bot": bot}
            old.execute(
                text("insert into visitors values (:name || :bot, '', :name, :bot, 0)"), row
            )
    engine.dispose()
    engine = open_engine(url)
    with engine.connect() as connection:
        listing = store.find_listing(connection, "t")
        assert listing is not None
        assert listing.names == ("", "Ann", "", "Ben", None)
        assert listing.levels == (None, None, "knight", "knight", None)
        named = connection.execute(text("select name from visitors order by created_at, id"))
        assert sorted(named.scalars()) == ["", "Ann", "You"]
    engine.dispose()


@pytest.mark.compiled_only
def test_records_of_earlier_versions_still_tell_who_is_a_bot(ann: Person) -> None:
    head = '[Rules "classic 2p"]\n[Pink "Ann"]\n'
    game = "\n0. 5,9,24,46 P Y Y P\n"
    for tags in ('[Yellow "bot:knight"]\n', '[Yellow "Knight"]\n[Computers "Yellow knight"]\n'):
        replay = ann.ask("POST", "/api/records", json={"record": head + tags + game})
        assert (replay["names"], replay["levels"]) == (["Ann", ""], [None, "knight"])


@pytest.mark.compiled_only
def test_a_name_has_to_be_one(ann: Person) -> None:
    for name in ("", " ", "\t", "x" * 25):
        with pytest.raises(Refused) as refused:
            ann.ask("PUT", "/api/visitor", json={"name": name})
        assert refused.value.code == "malformed"
