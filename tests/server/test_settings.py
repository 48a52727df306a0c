"""Settings: from the environment, overruled by options, refused with a sentence."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

import kingdomino
from kingdomino.server import serving
from kingdomino.server.errors import ServerError
from kingdomino.server.security import list_origins
from kingdomino.server.settings import OTHERS, Settings, origin_of, read_settings


def test_options_overrule_the_environment_which_overrules_the_defaults() -> None:
    environment = {"KINGDOMINO_PORT": "8000", "KINGDOMINO_HOST": "::1", "OTHER": "x"}
    settings = read_settings(environment, port=9000, host=None)
    assert (settings.port, settings.host) == (9000, "::1")
    assert read_settings({}).port == 4848


def test_lists_and_numbers_are_read() -> None:
    environment = {
        "KINGDOMINO_ALLOW_ORIGINS": "https://a.example, https://b.example",
        "KINGDOMINO_BOT_PAUSE": "0.25",
    }
    settings = read_settings(environment)
    assert settings.allow_origins == ("https://a.example", "https://b.example")
    assert settings.bot_pause == 0.25


@pytest.mark.parametrize(
    ("environment", "sentence"),
    [
        ({"KINGDOMINO_PORT": "many"}, "KINGDOMINO_PORT is a whole number, not 'many'"),
        ({"KINGDOMINO_BOT_PAUSE": "x"}, "KINGDOMINO_BOT_PAUSE is a number, not 'x'"),
        ({"KINGDOMINO_PORT": "70000"}, "a port is a number from 0 to 65535, not 70000"),
        ({"KINGDOMINO_THINKERS": "-1"}, "KINGDOMINO_THINKERS is a number from 0 on, not -1"),
        ({"KINGDOMINO_BOT_PAUSE": "nan"}, "KINGDOMINO_BOT_PAUSE is a number from 0 on, not nan"),
        ({"KINGDOMINO_IDLE_DAYS": "inf"}, "KINGDOMINO_IDLE_DAYS is a number from 0 on, not inf"),
        ({"KINGDOMINO_BASE_URL": "example.org"}, "is no address of a server"),
        (
            {"KINGDOMINO_BASE_URL": "https://example.org/games/"},
            "is more than the address of a server, .*: write https://example.org$",
        ),
        ({"KINGDOMINO_BASE_URL": "https://example.org?x"}, "is more than the address"),
        ({"KINGDOMINO_BASE_URL": "https://ann:pw@example.org"}, "is more than the address"),
        ({"KINGDOMINO_ALLOW_ORIGINS": "https://a.example/b"}, "is more than the address"),
        ({"KINGDOMINO_PROXIES": "10.0.0.0/8, proxy"}, "'proxy' is no proxy: write addresses"),
        ({"KINGDOMINO_BASEURL": "x"}, "KINGDOMINO_BASEURL .* did you mean KINGDOMINO_BASE_URL"),
        ({"KINGDOMINO_COLOUR_OF_KINGS": "x"}, "COLOUR_OF_KINGS is no setting: docs/hosting.md"),
    ],
)
def test_a_setting_that_cannot_be_used_gets_a_sentence(
    environment: dict[str, str], sentence: str
) -> None:
    with pytest.raises(ServerError, match=sentence):
        read_settings(environment)


@pytest.mark.parametrize(
    ("address", "origin"),
    [
        ("https://example.org/", "https://example.org"),
        ("https://Example.org:443/path", "https://example.org"),
        ("http://localhost:4848", "http://localhost:4848"),
        ("http://[::1]:80", "http://[::1]"),
        ("ftp://example.org", None),
        ("example.org", None),
        ("http://a:b", None),
    ],
)
def test_origins_are_written_as_browsers_write_them(address: str, origin: str | None) -> None:
    assert origin_of(address) == origin


def test_only_the_public_address_may_play_where_there_is_one() -> None:
    origins = list_origins(Settings(base_url="https://play.example.org/"), 4848)
    assert origins == {"https://play.example.org"}
    local = list_origins(Settings(), 4848)
    assert {"http://localhost:4848", "http://127.0.0.1:4848"} <= local


def test_whoever_starts_a_server_without_tls_may_play_at_its_own_machine() -> None:
    origins = list_origins(Settings(base_url="http://192.168.1.5:4848"), 4848)
    own = {"http://localhost:4848", "http://127.0.0.1:4848", "http://[::1]:4848"}
    assert origins == {"http://192.168.1.5:4848", *own}


@pytest.mark.parametrize(
    ("settings", "network", "address"),
    [
        (Settings(), "192.168.1.5", "http://192.168.1.5:4848"),
        (Settings(), None, None),
        (Settings(host="::"), "192.168.1.5", "http://192.168.1.5:4848"),
        (Settings(host="127.0.0.1"), "192.168.1.5", None),
        (Settings(host="localhost"), "192.168.1.5", None),
        (Settings(host="::1"), "192.168.1.5", None),
        (Settings(host="192.168.1.9"), "192.168.1.5", "http://192.168.1.9:4848"),
        (Settings(host="fd00::2"), None, "http://[fd00::2]:4848"),
        (Settings(base_url="https://play.example.org/"), None, "https://play.example.org"),
        (Settings(base_url="http://127.0.0.2:80"), "192.168.1.5", "http://127.0.0.2:80"),
    ],
)
def test_links_begin_with_the_address_that_others_can_reach(
    settings: Settings,
    network: str | None,
    address: str | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(serving, "lan_address", lambda: network)
    assert serving.find_shared_address(settings, 4848) == address


def test_networks_of_proxies_and_other_variables_are_taken() -> None:
    environment = {"KINGDOMINO_PROXIES": "::1, 172.16.0.0/12 10.1.2.3", "KINGDOMINO_LANGUAGE": "et"}
    assert read_settings(environment).proxies == ("::1", "172.16.0.0/12", "10.1.2.3")


def test_every_variable_that_something_else_reads_is_no_misspelt_setting() -> None:
    read = {
        variable
        for path in Path(kingdomino.__file__).parent.rglob("*.py")
        for variable in re.findall(r"KINGDOMINO_[A-Z_]+", path.read_text(encoding="utf-8"))
    }
    settings = {f"KINGDOMINO_{field.name.upper()}" for field in fields(Settings)}
    assert read - settings == set(OTHERS)
