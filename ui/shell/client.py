"""Who asks, as far as the network says: what one client has a share of is counted by this.

The name is the address that a request comes from, never something that the client says: who says
another name each time would have as many shares. A whole school may be one client, so a share is
what is left of a thing while others want it too, not a number of requests a minute.
"""

import os
from ipaddress import IPv6Address, ip_address, ip_network

from starlette.datastructures import Headers
from starlette.types import Scope

FORWARDED = "FORWARDED_ALLOW_IPS"
"""The variable by which uvicorn is told whose X-Forwarded-For to believe, such as 127.0.0.1: the
addresses of the owner's proxies, parted by commas."""
PROXIED = "proxied"
"""All who come by a proxy that the owner has not named: one client."""
NETWORK_BITS = 64
"""Of an IPv6 address: whoever has one has all of its network."""


def client_of(scope: Scope) -> str:
    """Who sent a request or opened a websocket: an IPv4 address, or an IPv6 network of 64 bits.

    uvicorn has already put the forwarded address in the scope where it believes the proxy. Unless
    told otherwise it believes this machine, where a proxy may hand on a header that the client
    made up; so without the owner's word what is forwarded is one client.
    """
    is_forwarded = "x-forwarded-for" in Headers(scope=scope)
    if is_forwarded and not os.environ.get(FORWARDED):
        return PROXIED
    address = scope.get("client")
    return named(address[0]) if address else PROXIED


def named(host: str) -> str:
    """The client at an address; what is no address, such as a socket's path, names itself."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ip_network((address.packed, NETWORK_BITS), strict=False))
