"""Describe in words how a setting differs from its page's defaults."""

from collections.abc import Iterator

from transformer_core.version import __version__
from ui.state.control import Choice, Control, Number, PictureField, Stepped, Toggle
from ui.state.labels import field_label
from ui.state.setting import Setting
from ui.words.language import Text
from ui.words.pages import NAME

LONGEST_VALUE = 60


def _value_text(text: Text, name: str, control: Control, setting: Setting) -> str:
    """Format a value as its control shows it; empty for a value that no control shows."""
    value = getattr(setting, name)
    if isinstance(control, PictureField):
        key = f"{control.section}.{value}"
        return text(key) if key in text else str(value) if isinstance(value, int) else ""
    if isinstance(control, Choice):
        # A choice without a control is made by the presets, or by a row of titles.
        sections = (control.section or name, "presets")
        words = (*(f"{section}.{value}" for section in sections), f"{value}.title")
        return next((text(one) for one in words if one in text), str(value))
    if isinstance(control, Toggle):
        return text("share.on" if value else "share.off")
    if isinstance(control, Stepped):
        return control.shown(control.chosen(setting, value))
    shown = control.to_text(value) if isinstance(control, Number) else str(value)
    return shown if len(shown) <= LONGEST_VALUE else f"{shown[:LONGEST_VALUE]}…"


def field_in_words(text: Text, setting: Setting, name: str) -> tuple[str, str]:
    """Return the label of a field and its value as its control shows it."""
    control = type(setting).controls()[name]
    return field_label(text, type(setting), name), _value_text(text, name, control, setting)


def changed_fields(text: Text, setting: Setting) -> Iterator[tuple[str, str]]:
    """Yield label and value of every field that is not at its default, in the page's order."""
    plain, start = setting.to_json(), type(setting).default(text).to_json()
    for name in type(setting).controls():
        if plain[name] != start[name]:
            yield field_in_words(text, setting, name)


def _named_alone(setting: Setting) -> list[str]:
    """Return the fields that refer to something by a name that only the server knows."""
    controls = type(setting).controls()
    held = (name for name, control in controls.items() if isinstance(control, PictureField))
    return [name for name in held if isinstance(getattr(setting, name), str)]


def caption(page: str, text: Text, setting: Setting) -> str:
    """Return one line for below a picture: the page, its changed settings, and the version.

    The id of a run and the like are left out, as they mean nothing to a reader.
    """
    names = {field_label(text, type(setting), name) for name in _named_alone(setting)}
    changed = (
        f"{label} {value}".strip()
        for label, value in changed_fields(text, setting)
        if value or label not in names
    )
    parts = [text(f"pages.{page}"), *changed, f"{NAME} {__version__}".strip()]
    return " · ".join(parts)
