"""docs/hosting.md keeps its word: settings, backup and restore, the unit and the container."""

import re
import shutil
from contextlib import closing
from dataclasses import fields
from pathlib import Path

import pytest

from kingdomino.server.settings import Settings
from tests.cli.command import refuse, run
from tests.docs.pages import ROOT, code, read_page, table
from tests.server.running import Person, running

PAGE = read_page("docs/hosting.md")


def test_every_setting_is_listed_with_its_default() -> None:
    rows = table(PAGE, "variable", "option", "default", "")
    listed = {code(row["variable"]).removeprefix("KINGDOMINO_").lower(): row for row in rows}
    assert set(listed) == {field.name for field in fields(Settings)}
    for name, row in listed.items():
        default = getattr(Settings(), name)
        if row["default"].startswith("`"):
            assert (
                float(code(row["default"])) == default
                if isinstance(default, int | float)
                else code(row["default"]) == default
            )
    for row in rows:
        if row["option"]:
            assert code(row["option"]) in run("serve", "--help").out


def test_the_unit_and_the_container_set_what_there_is() -> None:
    known = {f"KINGDOMINO_{field.name.upper()}" for field in fields(Settings)}
    for name in ("kingdomino.service", "Containerfile"):
        text = (ROOT / "hosting" / name).read_text(encoding="utf-8")
        assert set(re.findall(r"KINGDOMINO_[A-Z_]+", text)) <= known


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
    assert said == f"the games cannot be copied to {copy}: file is not a database"
    assert not copy.exists()
    said = refuse("backup", str(tmp_path / "none" / "x"), "--database", f"sqlite:///{text}")
    assert said.endswith("No such file or directory")
    assert "is no database" in refuse("backup", str(copy), "--database", "nonsense")
