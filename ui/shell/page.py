"""A page: its heading, its controls, and the containers in which its answer is drawn."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

import streamlit as st
from msgspec import Struct
from streamlit.delta_generator import DeltaGenerator

from ui.answer.page_handler import ASKED, CORRIDOR, PageHandler, answer_of
from ui.answer.parts import encode_frame
from ui.answer.priority_gate import GATE
from ui.answer.requests import PageRequest, read_values
from ui.answer.route import PLOTLY, address_of, log_once
from ui.shell.component import mounted
from ui.state.address import Selection, State
from ui.state.chosen_language import current_language
from ui.state.control import JsonValue
from ui.state.history import History
from ui.state.labels import field_label
from ui.state.session import PageSession
from ui.state.setting import Setting
from ui.state.typed_input import shown_in_message
from ui.state.widgets import Widgets
from ui.words.language import Text, text_of
from ui.words.pages import page_names

LINE: dict[str, Any] = {"horizontal": True, "vertical_alignment": "center", "gap": "medium"}
"""What stands in one line, as `st.container` takes it."""
Width = int | Literal["stretch", "content"]
S = TypeVar("S", bound=Setting)
LONGEST_WAIT = 0.3
"""Maximum seconds that a rerun gives way to answers, at each of two points."""
STEPS: dict[str, Callable[[History[Any]], History[Any]]] = {
    "undo": History.undone,
    "redo": History.redone,
}

workbench = mounted("workbench", "workbench", "ui/shell/workbench.js")


class Brought(Struct, frozen=True):
    """Another page, to be opened with some of its fields set."""

    page: str
    fields: dict[str, JsonValue]
    pin: str = ""


class Message(Struct, frozen=True):
    """What the browser tells the session: a request that it has made."""

    request: PageRequest
    base: dict[str, JsonValue]
    """The setting that the request was applied to."""
    step: str | None = None
    """One of STEPS, if it was one."""
    bring: Brought | None = None


@dataclass(frozen=True)
class Layout:
    """Place the areas of the answer: above the controls, with the picture, or below it.

    With `docked`, the area "arithmetic" is to the right of the picture if there is room. With
    `pairs`, the areas below it are side by side. The content of `expanders` is made when they are
    opened. With `front`, one picture has the window: title and question are one line, the
    arithmetic and the suggestions lie over the picture's edges.
    """

    above: Sequence[str] = ("chips",)
    main: Sequence[str] = ("picture", "arithmetic")
    below: Sequence[str] = ()
    pairs: bool = False
    docked: bool = True
    front: bool = False
    expanders: Sequence[str] = ("pytorch",)


def place(
    page: str,
    where: str,
    areas: Sequence[str],
    expanders: Sequence[Mapping[str, str]] = (),
    *,
    language: str,
    classes: Sequence[str] = (),
    width: Width = "stretch",
) -> None:
    """Add a container for areas of the answer that the browser requests itself.

    Args:
        page: the page's name.
        where: the container's name on the page.
        language: that of the areas; with another one, they are requested again.
    """
    placed = {
        "page": page,
        "areas": list(areas),
        "expanders": list(expanders),
        "classes": [where, *classes],
        "language": language,
    }
    # As bytes: Streamlit searches any other data for tables, which loads all of pandas.
    workbench(key=f"{page}_{where}", data=encode_frame(placed), width=width)


def front_row() -> DeltaGenerator:
    """Return the one line of controls above a picture that has the window."""
    return st.container(**LINE, key="front_row")


def examples(page: str) -> None:
    """Add the menu of presets of a page whose picture has the window."""
    place(page, "examples", ("examples",), language=current_language(), width="content")


class WorkbenchPage:
    """One page as Streamlit runs it. `controls` draws its controls, in one or two rows."""

    def __init__(
        self,
        name: str,
        controls: Callable[[Widgets[Any]], None],
        *,
        equations: Mapping[str, str],
        layout: Layout = Layout(),
    ) -> None:
        self.name, self.layout, self._controls = name, layout, controls
        self.handler = PageHandler(name, current_language())
        page = answer_of(name)
        self.session: PageSession[Any] = PageSession(page.setting, self.handler.text, page.opened)
        self._head(equations)
        if not layout.front:
            self._static("above", layout.above)
        st.fragment(self._picture)()
        expanders = [
            {"area": area, "title": self.text(f"frame.{area}")} for area in layout.expanders
        ]
        self._static("below", layout.below, expanders, classes=["two"] if layout.pairs else [])
        self._static("end", (CORRIDOR,))

    @property
    def text(self) -> Text:
        return self.handler.text

    def _head(self, equations: Mapping[str, str]) -> None:
        """Draw the title, the question that the page answers, every equation that may apply, and
        the buttons for undo and sharing, in the line that Streamlit's header leaves empty. A
        question that was asked takes the place of the page's own, with its answer.
        """
        kind = "front_head" if self.layout.front else "page_head"
        with st.container(**LINE, key=kind):
            st.title(self.text("title"), anchor=False, width="content")
            place(self.name, "asked", (ASKED,), language=self.handler.language)
            st.markdown(self.text("question"), width="stretch")
            for name, equation in equations.items():
                with st.container(width="content", key=f"{self.name}_equation_{name}"):
                    st.latex(equation)
            place(self.name, "bar", (), language=self.handler.language, width="content")

    def _static(
        self,
        where: str,
        areas: Sequence[str],
        expanders: Sequence[Mapping[str, str]] = (),
        *,
        classes: Sequence[str] = (),
    ) -> None:
        """Add a container for areas, unless there are none."""
        if areas or expanders:
            place(
                self.name, where, areas, expanders, language=self.handler.language, classes=classes
            )

    def _picture(self) -> None:
        """Draw the controls and the picture; Streamlit reruns this part when a control changes."""
        widgets = Widgets(self.session, self.text)
        with GATE.background(LONGEST_WAIT):
            self._say_what_is_lost()
            self._controls(widgets)
            widgets.draw_refusals()
        with GATE.background(LONGEST_WAIT):
            self._answer(widgets)

    def _answer(self, widgets: Widgets[Any]) -> None:
        history, state = self.session.history, self.session.state
        looks = {"docked": self.layout.docked, "front": self.layout.front}
        classes = ["main", *(name for name, is_on in looks.items() if is_on)]
        more: dict[str, Any] = {
            "language": self.handler.language,
            "url": address_of(self.name, self.handler.language),
            "plotly": PLOTLY,
            "controls": widgets.drawn,
            "strings": self._strings(),
            "before": history.previous.to_json() if history.previous is not None else None,
            "views": type(state.setting).views(),
            "acknowledged": self.session.acknowledged,
            "session": self.session.id,
            "undo": self._step("undo", possible=history.can_undo),
            "redo": self._step("redo", possible=history.can_redo),
            "start": self.session.start.to_json(),
            "mount": {"page": self.name, "areas": list(self.layout.main), "classes": classes},
        }
        data = self.handler.encoded(state, is_rerun=True, **more)
        workbench(key=self._key, data=data, on_done_change=self._done)

    def _say_what_is_lost(self) -> None:
        """Warn that the link could not be fully restored, until the setting changes."""
        lost = self.session.lost
        if lost is None:
            return
        if lost:
            names = ", ".join(
                field_label(self.text, type(self.session.setting), one) for one in lost
            )
            st.warning(self.text("frame.link_lost", names=shown_in_message(names, longest=300)))
        else:
            st.warning(self.text("frame.link_newer"))

    @property
    def _key(self) -> str:
        return f"{self.name}_workbench"

    def _strings(self) -> dict[str, str]:
        sections = ("matrix_view", "prediction", "change", "frame")
        return {name: words for one in sections for name, words in self.text.section(one).items()}

    def _step(self, name: str, *, possible: bool) -> dict[str, Any] | None:
        """Return where one step back or forward leads."""
        return {"setting": self.session.stepped(STEPS[name]).state.to_json()} if possible else None

    def _bring(self, brought: Brought) -> None:
        """Open another page with some of its fields set. Raises: ValueError if it has no such
        page or fields.
        """
        if brought.page not in page_names():
            raise ValueError(f"there is no page {brought.page!r}")
        cls, text = answer_of(brought.page).setting, text_of(brought.page, self.handler.language)
        controls = cls.controls()
        if unknown := brought.fields.keys() - controls.keys():
            raise ValueError(f"{brought.page} has no {unknown}")
        PageSession(cls, text).open_with(
            {name: controls[name].read(value) for name, value in brought.fields.items()},
            Selection(brought.pin),
        )

    def _done(self) -> None:
        """Apply to the session what was done in the picture, and leave out what it refuses.

        A fault of ours is logged, as that of an answer is; the page goes on without the message.
        """
        for raw in self.session.new_messages(self._key, "done"):
            try:
                message = read_values(raw, Message)
                self._take_over(message)
                if message.bring is not None:
                    self._bring(message.bring)
            except ValueError:
                continue
            except Exception as error:
                log_once(error)

    def _take_over(self, message: Message) -> None:
        """Raises: ValueError if the page has no such setting, or the action is not possible."""
        state: State[Any] = self.handler.after(message.request)
        base = self.handler.page.setting.read(message.base)
        step = STEPS.get(message.step or "")
        if step is not None and self.session.stepped(step).state == state.setting:
            self.session.step(step)
        else:
            # A control that was changed at the same moment keeps its value.
            self.session.set(self.session.setting.apply_change(base, state.setting))
        self.session.select(Selection(state.selection.pin, state.selection.trail))
