"""Parses the messages that Streamlit sends when it runs a page."""

import json
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from streamlit.proto.Element_pb2 import Element
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState

WIDGETS = ("number_input", "slider", "checkbox", "button_group", "text_input")


class Trouble(Exception):
    """A failure that a user would notice."""


def header(answer: bytes) -> dict[str, Any]:
    """Return the header of an answer, the part before its areas."""
    (length,) = struct.unpack_from("<I", answer)
    return json.loads(answer[4 : 4 + length])


def check(message: ForwardMsg) -> None:
    """Check that a message reports no failure. Raises: Trouble."""
    kind = message.WhichOneof("type")
    if message.delta.new_element.HasField("exception"):
        raise Trouble(f"the page shows {message.delta.new_element.exception.type}")
    if message.script_finished == ForwardMsg.FINISHED_WITH_COMPILE_ERROR:
        raise Trouble("the script does not compile")
    if kind == "page_not_found":
        raise Trouble("there is no such page")


def is_last(message: ForwardMsg) -> bool:
    """Return whether a message ends a run; a run that is restarted has not ended."""
    anew = ForwardMsg.FINISHED_EARLY_FOR_RERUN
    return message.HasField("script_finished") and message.script_finished != anew


def drawn(messages: Sequence[ForwardMsg]) -> bytes:
    """Return the page's answer from the messages of a run. Raises: Trouble if there is none."""
    for one in messages:
        element = one.delta.new_element
        data = _element_data(element)
        if data and "mount" in data:
            return element.bidi_component.bytes
    raise Trouble("a run brings no answer")


def widget_key(element: Element) -> str:
    """Return the app's key of a widget, which is the end of Streamlit's id."""
    return _widget(element).id.split("-", 2)[-1]


def _widget(element: Element) -> Any:
    return getattr(element, element.WhichOneof("type"))


def widget_state(element: Element, value: Any = None, place: int = 0) -> WidgetState:
    """Return a widget's state: its default, or `value`, the `place`th of its options if any."""
    widget, kind = _widget(element), element.WhichOneof("type")
    state = WidgetState(id=widget.id)
    if kind == "number_input":
        given = widget.value if widget.set_value else widget.default
        state.double_value = given if value is None else value
    elif kind == "checkbox":
        given = widget.value if widget.set_value else widget.default
        state.bool_value = given if value is None else value
    elif kind == "text_input":
        state.string_value = widget.value if widget.set_value else widget.default
    elif kind == "slider" and not widget.options:
        given = widget.value if widget.set_value else widget.default
        state.double_array_value.data.extend(given if value is None else [value])
    else:
        labels = [getattr(option, "content", option) for option in widget.options]
        chosen = widget.raw_value if kind == "slider" else widget.raw_values
        given = chosen if widget.set_value else [labels[int(one)] for one in widget.default]
        state.string_array_value.data.extend(given if value is None else [labels[place]])
    return state


@dataclass(frozen=True)
class Opened:
    """The messages of the first run of a page."""

    script: str
    fragment: str
    widgets: Mapping[str, Element]
    """The widgets, by the app's keys."""
    areas: Sequence[str]
    """The areas that the page shows but its first answer does not include."""

    @classmethod
    def of(cls, messages: Sequence[ForwardMsg]) -> "Opened":
        script = next(one for one in messages if one.HasField("new_session"))
        deltas = [one.delta for one in messages if one.HasField("delta")]
        elements = [one.new_element for one in deltas]
        answer = header(drawn(messages))
        mounts = [answer["mount"], *_places(elements)]
        shown = dict.fromkeys(name for mount in mounts for name in mount["areas"])
        return cls(
            script.new_session.page_script_hash,
            next(one.fragment_id for one in deltas if one.fragment_id),
            {widget_key(one): one for one in elements if one.WhichOneof("type") in WIDGETS},
            [name for name in shown if name not in answer["first"]],
        )


def _places(elements: Sequence[Element]) -> list[dict[str, Any]]:
    """Return the mounts of areas that the browser requests separately."""
    return [data for data in map(_element_data, elements) if data and "mount" not in data]


def _element_data(element: Element) -> dict[str, Any] | None:
    """Return the header of a workbench component; None for any other element."""
    component = element.bidi_component
    return header(component.bytes) if component.component_name == "workbench" else None
