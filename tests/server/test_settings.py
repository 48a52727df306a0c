"""Settings: from the environment, overruled by options, refused with a sentence."""

import pytest

from kingdomino.server.errors import ServerError
from kingdomino.server.security import list_origins
from kingdomino.server.settings import Settings, origin_of, read_settings


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
