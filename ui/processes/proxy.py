"""The proxy's configuration: one template, here with ports of this machine, in deploy/ with names.

python -m ui.processes.proxy    prints deploy/haproxy.cfg
"""

import shutil
from collections.abc import Mapping
from ipaddress import ip_address
from pathlib import Path
from string import Template

TEMPLATE = Path(__file__).with_name("haproxy.cfg")
COOKIE = "workbench-process"
COMMAND = "haproxy"
PORT = 8501
IN_CONTAINERS = tuple(f"app-{number}" for number in range(1, 5))
"""The names of the processes in deploy/."""

FORWARDED = """\
    # Who asks is said by the proxy alone: what a visitor sends under these names is removed.
    http-request del-header Forwarded
    http-request del-header X-Forwarded-Host
    http-request del-header X-Real-IP
    http-request set-header X-Forwarded-For %[src]
"""
RESOLVE = " resolvers names init-addr libc,none"
RESOLVERS = """
resolvers names
    # A container that is replaced has another address.
    parse-resolv-conf
    hold valid 5s
"""


class ProxyMissingError(RuntimeError):
    """HAProxy is not installed."""


def installed_proxy() -> str:
    """Return the path of haproxy. Raises: ProxyMissingError, saying how to install it."""
    found = shutil.which(COMMAND) or shutil.which(COMMAND, path="/usr/sbin:/usr/local/sbin")
    if found is None:
        raise ProxyMissingError(
            "--processes needs HAProxy, which is not on PATH. Install it: apt-get install haproxy "
            "(Debian, Ubuntu), dnf install haproxy (Fedora), brew install haproxy (macOS)."
        )
    return found


def is_own_machine(address: str) -> bool:
    """Return whether an address to listen on is reached from this machine only."""
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return address == "localhost"


def host_and_port(address: str, port: int) -> str:
    """Return them in the form of a URL, with brackets around an IPv6 address."""
    return f"[{address}]:{port}" if ":" in address else f"{address}:{port}"


def configuration(
    bind: str, servers: Mapping[str, str], *, is_shared: bool, is_by_name: bool = False
) -> str:
    """Return HAProxy's configuration.

    Args:
        bind: where it listens, such as 127.0.0.1:8501.
        servers: the address of each process, by the name that the cookie has for it.
        is_shared: whether others than this machine reach it. If not, no forwarding header is sent:
            the app then refuses tricks of other sites itself, and keeps its owner's features.
        is_by_name: whether the addresses are names that may move, as between containers.
    """
    lines = [f"    server {name} {place} cookie {name}" for name, place in servers.items()]
    return (
        Template(TEMPLATE.read_text(encoding="utf-8"))
        .substitute(
            bind=bind,
            forwarded=FORWARDED if is_shared else "",
            servers="\n".join(lines),
            resolve=RESOLVE if is_by_name else "",
            resolvers=RESOLVERS if is_by_name else "",
        )
        .rstrip()
        + "\n"
    )


def container_configuration() -> str:
    """Return what deploy/haproxy.cfg contains."""
    servers = {name: f"{name}:{PORT}" for name in IN_CONTAINERS}
    return configuration(f":{PORT}", servers, is_shared=True, is_by_name=True)


if __name__ == "__main__":
    print(container_configuration(), end="")
