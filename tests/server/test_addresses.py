"""Addresses: whom the limits count, and which server a request means."""

import pytest

from kingdomino.server.addresses import KnownHosts, address_of, group_address


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("2001:db8::1", "2001:db8:0:0:ffff::2"),
        ("2001:db8::1", "2001:0db8:0000:0000:0000:0000:0000:0009"),
        ("2001:DB8:0:0::1", "2001:db8::ffff:ffff:ffff:ffff"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("::ffff:c000:207", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::2%eth1"),
    ],
)
def test_one_address_is_one_however_it_is_written(one: str, other: str) -> None:
    assert group_address(one) == group_address(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("2001:db8::1", "2001:db8:0:1::1"),
        ("192.0.2.7", "192.0.2.8"),
        ("::ffff:192.0.2.7", "::ffff:192.0.2.8"),
        ("::1", "1::"),
    ],
)
def test_neighbours_are_not_one(one: str, other: str) -> None:
    assert group_address(one) != group_address(other)


def test_who_has_no_address_is_counted_all_the_same() -> None:
    assert address_of({"client": None}) == address_of({}) == "unknown"
    assert len(group_address("x" * 5000)) < 100


HOSTS = KnownHosts(["https://games.example.org", "http://127.0.0.1:4848"])


@pytest.mark.parametrize(
    "host",
    [
        "games.example.org",
        "Games.Example.org.:443",
        "127.0.0.1:4848",
        "192.168.1.5:8080",
        "[fe80::1]:4848",
        "localhost",
        "raspberrypi.local:4848",
        "kingdomino:4848",
    ],
)
def test_a_servers_own_names_and_those_of_its_network_are_known(host: str) -> None:
    assert host in HOSTS


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "games.example.org.evil.example",
        "evil.example:4848",
        "",
        "a b",
        "a@b.c",
        "x" * 999,
    ],
)
def test_no_other_name_is_known(host: str) -> None:
    assert host not in HOSTS
