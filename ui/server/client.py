"""Identify the client of a request from the network; shares are counted per client.

The name is the address that a request comes from, never anything that the client sends: otherwise
it could send a different name each time and get as many shares. A whole school may be one client,
so a share is part of what is left while others want it too, not a number of requests per minute.
"""

import os
from ipaddress import IPv6Address, ip_address, ip_network

from starlette.datastructures import Headers
from starlette.types import Scope

FORWARDED = "FORWARDED_ALLOW_IPS"
"""The variable that tells uvicorn whose X-Forwarded-For to trust, such as 127.0.0.1: the addresses
of the owner's proxies, separated by commas."""
PROXIED = "proxied"
"""Everyone who comes through a proxy that the owner has not named: one client."""
NETWORK_BITS = 64
"""Prefix length that identifies an IPv6 client: the holder of one address has its whole network."""


def client_of(scope: Scope) -> str:
    """Return the client that sent a request or opened a websocket: an IPv4 address, or an IPv6
    network of 64 bits.

    uvicorn has already put the forwarded address in the scope if it trusts the proxy. By default it
    trusts this machine, where a proxy may pass on a header that the client made up; so unless the
    owner has named the proxy, all forwarded requests are one client.
    """
    is_forwarded = "x-forwarded-for" in Headers(scope=scope)
    if is_forwarded and not os.environ.get(FORWARDED):
        return PROXIED
    address = scope.get("client")
    return named(address[0]) if address else PROXIED


def named(host: str) -> str:
    """Return the client at an address; anything else, such as a socket's path, is its own name."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ip_network((address.packed, NETWORK_BITS), strict=False))
