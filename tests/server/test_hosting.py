"""docs/hosting.md keeps its word: settings, backup and restore, the unit and the container."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from contextlib import closing
from dataclasses import fields
from ipaddress import ip_address, ip_network
from pathlib import Path

import pytest

from kingdomino.server.settings import Settings, read_settings
from tests.cli.command import refuse, run
from tests.docs.pages import ROOT, code, read_page, table
from tests.server.in_process import Inside
from tests.server.running import Person, running

PAGE = read_page("docs/hosting.md")


def test_every_setting_is_listed_with_its_default() -> None:
    rows = table(PAGE, "variable", "option", "default", "")
    listed = {code(row["variable"]).removeprefix("KINGDOMINO_").lower(): row for row in rows}
    assert set(listed) == {field.name for field in fields(Settings)}
    for name, row in listed.items():
        default = getattr(Settings(), name)
        if row["default"].startswith("`"):
            listed_as = code(row["default"])
            assert read_settings({code(row["variable"]): listed_as}) == Settings(), default
    for row in rows:
        if row["option"]:
            assert code(row["option"]) in run("serve", "--help").out


def test_the_unit_and_the_container_set_what_there_is() -> None:
    known = {f"KINGDOMINO_{field.name.upper()}" for field in fields(Settings)}
    for name in ("kingdomino.service", "Containerfile"):
        text = (ROOT / "hosting" / name).read_text(encoding="utf-8")
        assert set(re.findall(r"KINGDOMINO_[A-Z_]+", text)) <= known


@pytest.mark.compiled_only
def test_the_image_compiles_for_all_processors_of_a_kind() -> None:
    text = (ROOT / "hosting" / "Containerfile").read_text(encoding="utf-8")
    (kind,) = re.findall(r"^ARG CPU=(\S+)$", text, re.MULTILINE)
    (line,) = re.findall(r"^ENV (NUMBA_CPU_NAME=.*)$", text, re.MULTILINE)
    chosen = dict(part.split("=", 1) for part in line.replace("$CPU", kind).split())
    assert f"`NUMBA_CPU_NAME={kind}`" in PAGE
    asked = (
        "from llvmlite import binding\n"
        "binding.get_host_cpu_name = lambda: 'another'\n"  # the machine that runs the image
        "from numba.core.registry import cpu_target\n"
        "print(cpu_target.target_context.codegen().magic_tuple()[1:])"
    )
    done = subprocess.run(
        [sys.executable, "-c", asked],
        env=os.environ | chosen,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == f"('{kind}', '')\n"


@pytest.mark.compiled_only
def test_a_backup_of_a_running_server_can_be_restored(tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    with running(tmp_path / "games.db") as server:
        server.wait_until_ready()
        with closing(Person(server, "Ann")) as ann:
            made = ann.create("me", "me")
            seat = ann.connect(made["table"])
            seat.contribute()
            seat.wait_until("playing")
            seat.play_on(7)
            url = f"sqlite:///{server.database}"
            assert run("backup", str(copy), "--database", url).out == f"1 table copied to {copy}.\n"
            assert copy.stat().st_mode & 0o077 == 0  # the deals of running games are in it
            kept = ann.ask("GET", f"/api/tables/{made['table']}")["table"]
            seat.play_on(5)
            seat.close()
            assert server.stop() == 0
            for beside in tmp_path.glob("games.db-*"):
                beside.unlink()
            shutil.copy(copy, server.database)
            server.start()
            again = ann.connect(made["table"], since=99)
            assert again.table == kept
            again.play_on()
            assert again.table["match"]["over"]


def make_database(path: Path, tables: int) -> str:
    """A database with so many tables, as ``--database`` takes it."""
    url = f"sqlite:///{path}"
    path.parent.mkdir(parents=True, exist_ok=True)
    with closing(Inside(path)) as inside:
        for _ in range(tables):
            inside.create("classic 2p", ["ann", "bot"])
    return url


def test_the_documented_backup_copies_the_units_games_whoever_types_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    unit = (ROOT / "hosting" / "kingdomino.service").read_text(encoding="utf-8")
    [database] = re.findall(r"^Environment=KINGDOMINO_DATABASE=(.+)$", unit, re.MULTILINE)
    [line] = re.findall(r"^/opt/kingdomino/bin/kingdomino (backup .+)$", PAGE, re.MULTILINE)
    command = shlex.split(line.replace("$(date +%F)", "today").replace("%F", "today"))
    assert database in command
    own = tmp_path / "own"
    monkeypatch.setenv("XDG_DATA_HOME", str(own))  # the caller plays here, too
    make_database(own / "kingdomino" / "kingdomino.db", 1)
    there = make_database(tmp_path / "unit.db", 2)
    target = command[-1]
    command = [
        word.replace(database, there).replace(target, str(tmp_path / "copy")) for word in command
    ]
    assert run(*command).out == f"2 tables copied to {tmp_path / 'copy'}.\n"


def test_a_backup_of_ones_own_games_says_whose_they_are_and_is_never_empty(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    own = tmp_path / "kingdomino" / "kingdomino.db"
    copy = tmp_path / "copy.db"
    url = make_database(own, 0)
    said = refuse("backup", str(copy))
    assert said.startswith(f"no game has been played at {own}: name the server's database")
    assert not copy.exists()
    assert run("backup", str(copy), "--database", url).out == f"0 tables copied to {copy}.\n"
    copy.unlink()
    make_database(own, 1)
    assert run("backup", str(copy)).out.splitlines() == [
        f"1 table copied to {copy}.",
        f"These are your own games, from {own}.",
    ]


def test_the_recipe_for_nginx_has_room_for_all_connections_that_the_server_takes() -> None:
    for directive in ("worker_connections", "worker_rlimit_nofile"):
        [number] = re.findall(rf"^ *{directive} (\d+);", PAGE, re.MULTILINE)
        assert int(number) > 2 * Settings().sockets  # one to the visitor, one to the server


def is_in(address: str, networks: tuple[str, ...]) -> bool:
    return any(ip_address(address) in ip_network(network) for network in networks)


def test_the_container_behind_a_proxy_names_it_and_is_reached_by_nobody_else() -> None:
    [recipe] = re.findall(r"^podman run (.+?)^```", PAGE, re.MULTILINE | re.DOTALL)
    words = shlex.split(recipe)
    variables = dict(word.split("=", 1) for word in words if word.startswith("KINGDOMINO_"))
    proxies = read_settings(variables).proxies
    assert is_in("172.17.0.1", proxies)  # Docker's bridge
    assert is_in("10.88.0.1", proxies)  # Podman's
    assert not is_in("203.0.113.1", proxies)
    assert words[words.index("-p") + 1].startswith("127.0.0.1:")


def test_a_backup_overwrites_nothing(tmp_path: Path) -> None:
    there = tmp_path / "there.db"
    there.touch()
    missing = f"sqlite:///{tmp_path}/missing.db"
    assert "there are no games" in refuse("backup", str(tmp_path / "x"), "--database", missing)
    present = f"sqlite:///{there}"
    assert "there already" in refuse("backup", str(there), "--database", present)


def test_a_backup_that_fails_leaves_nothing_behind(tmp_path: Path) -> None:
    text = tmp_path / "text.db"
    text.write_text("this is no database " * 100, encoding="utf-8")
    copy = tmp_path / "copy.db"
    said = refuse("backup", str(copy), "--database", f"sqlite:///{text}")
    assert said == f"the games cannot be copied to {copy}: file is not a database."
    assert not copy.exists()
    said = refuse("backup", str(tmp_path / "none" / "x"), "--database", f"sqlite:///{text}")
    assert said.endswith("No such file or directory.")
    assert "is no database" in refuse("backup", str(copy), "--database", "nonsense")
