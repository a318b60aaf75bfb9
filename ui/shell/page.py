"""The bones that every page has: question and equation, presets, try this, PyTorch.

A control's value lives under its key, `page_prefix + name`, which is also its name in the URL.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from ui.picture.matrix_view import Pin, matrix_view
from ui.picture.matrix_view.matrix import Item
from ui.shell.language import Text, page_text
from ui.state.follow import Followed
from ui.state.url_state import UrlValue

# On a page that is longer than the window, the arithmetic of a pinned cell stays in sight.
_IN_SIGHT = """<style>@media (min-width: 900px) and (min-height: 600px) {{
    .st-key-{key} {{ position: sticky; bottom: 0.5rem; z-index: 5; }}
}}</style>"""


@dataclass(frozen=True)
class Page:
    """One page in one language. `prefix` keeps its controls apart from other pages' controls."""

    name: str
    prefix: str
    text: Text

    @classmethod
    def open(cls, name: str, prefix: str, equation: str) -> "Page":
        """Draw the head of a page: its title, the question it answers, the equation (LaTeX)."""
        page = cls(name, prefix, page_text(name))
        with st.container(horizontal=True, horizontal_alignment="distribute", gap="medium"):
            with st.container(width="content", gap=None):
                st.title(page.text("title"), anchor=False)
                st.markdown(page.text("question"))
            if equation:
                with st.container(width="content"):
                    st.latex(equation)
        return page

    def row_with_equation(self) -> tuple[DeltaGenerator, DeltaGenerator]:
        """A row for controls, and at its right a place for the equation that follows from them."""
        with st.container(horizontal=True, horizontal_alignment="distribute", gap="medium"):
            row = {"horizontal": True, "vertical_alignment": "bottom", "gap": "medium"}
            controls = st.container(**row, width="content")
            equation = st.container(width="content", key=self.key("equation"))
        return controls, equation

    def keep_in_sight(self, control: str) -> None:
        """Let an element stay at the window's lower edge while its part of the page is in sight."""
        st.html(_IN_SIGHT.format(key=self.key(control)))

    def section(self, name: str, *, about: str = "about") -> None:
        """The heading of a further part of the page, with what there is to see in it.

        `about` names the words, where those depend on the setting.
        """
        st.markdown(f"**{self.text(f'{name}.title')}**  \n:gray[{self.text(f'{name}.{about}')}]")

    @property
    def followed(self) -> Followed:
        """The page's two parts: what answers at once, and what follows the picture."""
        return Followed(self.prefix)

    def key(self, control: str) -> str:
        return f"{self.prefix}_{control}"

    def set(self, **values: Any) -> None:
        """Give sliders, numbers and toggles new values, from a callback."""
        for control, value in values.items():
            st.session_state[self.key(control)] = value

    def hold(self, **values: str) -> None:
        """The same for text fields and choices, whose home is the URL."""
        for control, value in values.items():
            UrlValue(self.key(control), None, str).set(value)
            st.session_state.pop(f"{self.key(control)}_field.from", None)

    def presets(self, actions: dict[str, Callable[[], None]], *, active: str | None = None) -> None:
        """A row of pills that each bring a whole setting; the one in force is filled."""
        self._pills("presets", actions, active)

    def try_this(self, actions: dict[str, Callable[[], None]]) -> None:
        """Two or three changes worth making, each a pill that makes it."""
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.markdown(f":gray[{self.text('frame.try_this')}]", width="content")
            self._pills("try", actions, None)

    def _pills(
        self, section: str, actions: dict[str, Callable[[], None]], active: str | None
    ) -> None:
        key = self.key(section)

        def act() -> None:
            chosen = st.session_state[key]
            if chosen is not None:
                actions[chosen]()
                if section == "try":
                    self.followed.ask_for_all()

        st.session_state[key] = active
        st.pills(
            self.text(f"frame.{section}"),
            list(actions),
            format_func=lambda name: self.text(f"{section}.{name}"),
            key=key,
            on_change=act,
            label_visibility="collapsed",
        )

    def pytorch(self, code: Callable[[], str]) -> None:
        """The PyTorch that gives exactly these numbers, written when somebody opens it."""
        box = st.expander(
            self.text("frame.pytorch"),
            icon=":material/code:",
            key=self.key("pytorch"),
            on_change="rerun",
        )
        if box.open:
            box.code(code(), language="python")

    def untrained(self, seed: int) -> None:
        st.markdown(f":red[{self.text('frame.untrained', seed=seed)}]", width="content")

    @property
    def _pin(self) -> UrlValue[str]:
        return UrlValue(self.key("pin"), "", str)

    def set_pin(self, pin: str) -> None:
        self._pin.set(pin)

    def pin_by_hand(self, pin: str) -> None:
        """A person pinned a cell: the way back to where numbers come from starts there."""
        UrlValue(self.key("trail"), (), tuple).set(())
        self.set_pin(pin)

    def pinned(self, *matrices: str, limit: dict[str, tuple[int, int]] | None = None) -> Pin | None:
        """The pinned cell when it is in one of these matrices, and inside the sizes given."""
        pin = Pin.parse(self._pin.get())
        if pin is None or (matrices and pin.matrix not in matrices):
            return None
        rows, cols = (limit or {}).get(pin.matrix, (pin.row + 1, pin.col + 1))
        return pin if pin.row < rows and pin.col < cols else None

    def matrices(
        self,
        items: Sequence[Item],
        *,
        name: str = "matrices",
        hint: str = "hint",
        ahead: dict[str, Any] | None = None,
        link: str = "",
        on_pin: Callable[[str], None] | None = None,
        on_change: Callable[[dict[str, Any]], None] | None = None,
    ) -> None:
        """The page's linked matrices; what is pinned in them stands in the URL."""
        matrix_view(
            items,
            key=self.key(name),
            strings=self.text.section("matrix_view")
            | {"hint": self.text(f"matrix_view.{hint}") if hint else ""},
            pin=self._pin.get(),
            run=self.followed.run,
            ahead=ahead,
            link=link,
            on_pin=on_pin or self.pin_by_hand,
            on_change=on_change,
        )
