"""What comes after the picture: it is computed when the picture already stands.

Streamlit's front end takes more than a millisecond for every element of a rerun, and shows none
before the last. So the controls that are moved most stand with the picture in one fragment, which
answers at once; everything else follows when the picture has been drawn and the hand rests.
"""

from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

import streamlit as st

from ui.state.url_state import stop_waiting, write_later, write_now

_follower = st.components.v2.component(
    "follow", js=(Path(__file__).parent / "follow.js").read_text(encoding="utf-8")
)


class Followed:
    """The picture of one page and what follows it. `name` keeps pages apart."""

    def __init__(self, name: str) -> None:
        self._run_key, self._view_key = f"{name}.run", f"{name}.view"
        self._whole_key, self._key = f"{name}.whole", f"{name}_follow"

    def begin(self) -> str:
        """Start a run of the picture's part. Returns its name, for the picture to announce."""
        write_later()
        st.session_state[self._run_key] = uuid4().hex
        return st.session_state[self._run_key]

    @property
    def run(self) -> str:
        return st.session_state.get(self._run_key, "")

    def hand_on(self, **view: object) -> None:
        """Give the part that follows what it shows. Call it before the picture is drawn: its
        answer may come while the rest of the run is still under way."""
        st.session_state[self._view_key] = view
        stop_waiting()

    def ask_for_all(self) -> None:
        """From a callback in the part that follows: what it changes concerns the picture too."""
        st.session_state[self._whole_key] = True

    def show(self, draw: Callable[..., None]) -> None:
        """Draw what follows, `draw(**view)`, and again after every later picture."""

        @st.fragment
        def following() -> None:
            if st.session_state.pop(self._whole_key, False):
                st.rerun()
            write_now()
            _follower(key=self._key, data={"run": self.run}, on_seen_change=lambda: None)
            if self._view_key in st.session_state:
                draw(**st.session_state[self._view_key])

        following()
