"""The door: so many connections for each address, and those that only wait make room."""

from kingdomino.server.addresses import Proxies
from kingdomino.server.doors import Door


class Guest:
    """A connection that remembers whether it was closed."""

    def __init__(self) -> None:
        self.closed = False

    def close_idle(self) -> None:
        self.closed = True


def test_an_address_has_so_many_connections_and_idle_ones_make_room() -> None:
    door = Door(2, 10)
    first, second, third, fourth = (Guest() for _ in range(4))
    assert door.enter(first, "192.0.2.1")
    assert door.enter(second, "192.0.2.1")
    door.work(first)
    assert door.enter(third, "::ffff:192.0.2.1")
    assert [guest.closed for guest in (first, second, third)] == [False, True, False]
    door.work(third)
    assert not door.enter(fourth, "192.0.2.1")
    assert door.enter(fourth, "192.0.2.2")
    door.rest(first)
    assert door.enter(Guest(), "192.0.2.1")
    assert first.closed


def test_who_leaves_makes_room_once() -> None:
    door = Door(1, 10)
    guest = Guest()
    assert door.enter(guest, "192.0.2.1")
    door.leave(guest)
    door.leave(guest)
    door.rest(guest)  # too late
    assert len(door) == 0
    assert door.enter(Guest(), "192.0.2.1")


def test_all_connections_have_a_bound_that_nobody_else_pays_for() -> None:
    door = Door(2, 3)
    patient = Guest()
    assert door.enter(patient, "192.0.2.1")
    assert door.enter(Guest(), "192.0.2.2")
    assert door.enter(Guest(), "192.0.2.3")
    assert not door.enter(Guest(), "192.0.2.4")
    assert not patient.closed


def test_a_proxy_speaks_for_many() -> None:
    door = Door(2, 5, Proxies(["10.0.0.0/8", "2001:db8::1"]))
    assert all(door.enter(Guest(), "10.1.2.3") for _ in range(5))
