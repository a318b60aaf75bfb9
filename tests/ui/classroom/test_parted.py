"""A bad network: more people lose their connection at once than sessions are kept of."""

import pytest
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.sync.client import connect

from benchmarks.changes import opening
from benchmarks.opened import drawn, header, is_last
from tests.own_thread import in_own_thread
from tests.ui.server.test_descriptors import FEW, limited, needs_limits
from tests.ui.test_running_server import visit
from ui.server.descriptors import kept_sessions

pytestmark = [pytest.mark.thorough, needs_limits]
PATIENCE_SECONDS = 60
PERSON = 7


class Window:
    """A window of one person, who comes back with the session that the browser remembers."""

    def __init__(self, address: str) -> None:
        self.address, self.session = address, ""

    def open(self) -> tuple[bool, dict]:
        """Return whether the session is the one before, and the page's setting."""
        _, message = opening("attention", "en", PERSON)
        with connect(
            f"{self.address.replace('http', 'ws', 1)}/_stcore/stream",
            origin=self.address,
            subprotocols=["streamlit", "PLACEHOLDER_AUTH_TOKEN", *filter(None, [self.session])],
            max_size=None,
            open_timeout=PATIENCE_SECONDS,
        ) as socket:
            socket.send(message)
            messages: list[ForwardMsg] = []
            while not messages or not is_last(messages[-1]):
                messages.append(ForwardMsg.FromString(socket.recv(PATIENCE_SECONDS)))
        begun = next(one for one in messages if one.HasField("new_session"))
        before, self.session = self.session, begun.new_session.initialize.session_id
        return self.session == before, header(drawn(messages))["state"]["setting"]


def check_what_is_left(address: str) -> None:
    window = Window(address)
    _, setting = window.open()
    for _ in range(kept_sessions(FEW) - 1):
        visit(address)
    is_same, again = window.open()
    assert is_same, "whoever is back in time has the same session"
    assert again == setting
    for _ in range(kept_sessions(FEW) + 1):
        visit(address)
    is_same, again = window.open()
    assert not is_same, "of those who went first, no session is left"
    assert again == setting, "the page and its setting are in the address"


def test_who_lost_the_connection_first_finds_the_page_though_the_session_is_gone() -> None:
    with limited("") as address:
        in_own_thread(check_what_is_left, address)
