"""What a visitor takes along from one page to another: the sentence, the place and the sizes."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from ui.state.address import State, write_state
from ui.state.control import JsonValue
from ui.state.setting import Setting
from ui.words.language import Text


@dataclass(frozen=True)
class Carried:
    """What pages have in common. Layers, heads and words count from 1; 0 and "" are nothing."""

    sentence: str = ""
    kind: str = ""
    """The kind of attention of the layer and head: "encoder", "decoder" or "cross"."""
    layer: int = 0
    head: int = 0
    word: int = 0
    d_model: int = 0
    num_heads: int = 0


class Opening(NamedTuple):
    """The fields that a page is opened with, and the same as a URL query."""

    fields: dict[str, JsonValue]
    address: str


def opening(cls: type[Setting], text: Text, fields: Mapping[str, Any]) -> Opening:
    """Return how to open a page with these fields: with all of them, or where they do not fit
    together, with those that it can have.
    """
    start = cls.default(text)
    setting, taken = _with_fields(start, fields), list(fields)
    if setting is None:
        setting, taken = start, []
        for name, value in fields.items():
            changed = _with_fields(setting, {name: value})
            if changed is not None:
                setting, taken = changed, [*taken, name]
    if not taken:
        return Opening({}, "")
    plain = setting.to_json()
    written = write_state(State(setting), text.language, text)
    return Opening({name: plain[name] for name in taken}, written)


def _with_fields(setting: Setting, fields: Mapping[str, Any]) -> Setting | None:
    """Return the setting with these plain values; None if it cannot have them."""
    controls = type(setting).controls()
    try:
        read = {name: controls[name].read(value) for name, value in fields.items()}
        return setting.with_values(**read)
    except ValueError:
        return None
