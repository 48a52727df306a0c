"""Names: what people call themselves, and nothing that only a computer can tell apart."""

import pytest

from kingdomino.server.names import clean_name


@pytest.mark.parametrize(
    "name",
    ["Ann", "Þórður", "Õie Ülle", "Ёж", "李小龍", "กิ่งแก้ว", "Ann 👑", "❤️", "Zoë-Jane d'Arc", "7"],
)
def test_names_of_all_peoples_are_kept(name: str) -> None:
    assert clean_name(name) == name


@pytest.mark.parametrize(
    "nothing",
    [
        "\u3164",
        "\u2800" * 5,
        "\u034f",
        "\ufe0f",
        "\ufe00 \U000e0100",
        "\uffa0\u115f",
        " ",
        "",
        "\u0301",
    ],
)
def test_a_name_shows_something(nothing: str) -> None:
    with pytest.raises(ValueError, match="1 to 24 printable characters"):
        clean_name(nothing)


def test_what_cannot_be_seen_does_not_tell_names_apart() -> None:
    for same in ("Ann\u3164", "A\u034fnn", "Ann\ufe0f", "\u2800Ann", " Ann ", "Ann\U000e01ef"):
        assert clean_name(same) == "Ann"
    assert clean_name("Zoe\u0308") == "Zoë"


@pytest.mark.parametrize("wild", ["A" + "\u0301\u0302" * 8, "\u202eAnn", "Ann\u200b", "A\nB\x00"])
def test_a_name_stays_in_its_place(wild: str) -> None:
    with pytest.raises(ValueError, match="printable"):
        clean_name(wild)
