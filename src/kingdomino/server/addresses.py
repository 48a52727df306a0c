"""Where requests come from and which server they mean, as far as that can be believed."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

LOCAL_ENDINGS = (".local", ".localhost", ".internal", ".home.arpa", ".lan")
"""Names that nobody can register: they mean a machine in the network one is in."""


def address_of(scope: Mapping[str, Any]) -> str:
    """Whom a request counts for: see ``group_address``."""
    client = scope.get("client")
    return group_address(client[0]) if client else "unknown"


@lru_cache(maxsize=8192)
def group_address(host: str) -> str:
    """The address that the limits count by: whoever has one of IPv6 has its whole /64.

    The same address is the same however it is written, an IPv4 address within IPv6 included.
    """
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host[:64]
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.IPv6Network((int(address) >> 64 << 64, 64)))


class Proxies:
    """The proxies that may say for whom they ask: addresses and networks."""

    def __init__(self, named: Iterable[str]) -> None:
        self._networks = [ipaddress.ip_network(each, strict=False) for each in named]

    def __contains__(self, host: object) -> bool:
        try:
            address = ipaddress.ip_address(str(host).partition("%")[0])
        except ValueError:
            return False
        mapped = getattr(address, "ipv4_mapped", None) or address
        return any(mapped in network for network in self._networks)


class KnownHosts:
    """The names that this server goes by, so that no other page can have a browser talk to it.

    A page elsewhere may let its own name point at this server. Such a name always has a dot and is
    registered; an address in digits or a name within one's own network is nobody else's.
    """

    def __init__(self, origins: Iterable[str]) -> None:
        hosts = (urlsplit(origin).hostname for origin in origins)
        self._named = frozenset(host for host in hosts if host is not None)

    def __contains__(self, host: str) -> bool:
        """Whether a ``Host`` header may mean this server."""
        name = _name_of(host)
        return name is not None and (name in self._named or _is_local(name))


def _is_local(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return "." not in name or name.endswith(LOCAL_ENDINGS)
    return True


@lru_cache(maxsize=1024)
def _name_of(host: str) -> str | None:
    """A ``Host`` header without its port, in small letters; ``None`` if it is none."""
    if len(host) > 300 or any(sign in host for sign in "/?#@\\ "):
        return None
    try:
        name = urlsplit(f"//{host}").hostname
    except ValueError:
        return None
    return name.rstrip(".") if name else None
