"""Who counts as one client."""

import pytest

from ui.server.client import FORWARDED, PROXIED, client_of


def scope(host: str | None, **headers: str) -> dict:
    pairs = [(name.replace("_", "-").encode(), text.encode()) for name, text in headers.items()]
    return {"type": "http", "client": (host, 50_000) if host else None, "headers": pairs}


@pytest.fixture(autouse=True)
def owner_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(FORWARDED, raising=False)


@pytest.mark.parametrize(
    ("host", "name"),
    [
        ("203.0.113.5", "203.0.113.5"),
        ("::ffff:203.0.113.5", "203.0.113.5"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::9", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
    ],
)
def test_a_client_is_its_address_or_its_network(host: str, name: str) -> None:
    assert client_of(scope(host)) == name


def test_nothing_that_a_client_says_makes_it_another_one() -> None:
    text = scope("203.0.113.5", cookie="a=b", x_real_ip="8.8.8.8", forwarded="for=9")
    assert client_of(text) == client_of(scope("203.0.113.5"))


def test_forwarded_addresses_are_one_client_until_the_owner_names_the_proxy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The scope has the forwarded address: uvicorn believes a proxy on this machine."""
    students = [scope(f"203.0.113.{end}", x_forwarded_for=f"203.0.113.{end}") for end in (5, 6)]
    assert {client_of(one) for one in students} == {PROXIED}
    monkeypatch.setenv(FORWARDED, "127.0.0.1")
    assert [client_of(one) for one in students] == ["203.0.113.5", "203.0.113.6"]


def test_who_comes_from_nowhere_is_a_client_too() -> None:
    assert client_of(scope(None)) == PROXIED
