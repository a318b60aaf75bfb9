"""A page's state as a JSON file, for states too long for a link."""

import json
from dataclasses import asdict
from typing import Annotated, Any, Literal, get_args

from msgspec import Meta, Struct, convert, field

from transformer_core.version import __version__
from ui.answer.page_handler import PageHandler, answer_of
from ui.answer.requests import LONGEST_PIN, read_body
from ui.state.address import VERSION, Selection, State, write_state
from ui.state.control import JsonValue
from ui.state.labels import field_label
from ui.state.setting import Setting
from ui.words.pages import page_names

Project = Literal["attention-workbench"]
(PROJECT,) = get_args(Project)
Part = Annotated[str, Meta(max_length=LONGEST_PIN)]


class FileSelection(Struct):
    """The pin and the trail, as far as a file has them."""

    pin: Part = ""
    trail: Part = ""


class SettingFile(Struct):
    """What is read of a file, which may be anyone's."""

    workbench: Project
    page: str
    setting: dict[str, Any]
    selection: FileSelection | None = field(name="place", default=None)


def setting_file(handler: PageHandler, state: State[Any]) -> str:
    """Return the text of the file: page, language, all settings and the pin."""
    content = {
        "workbench": PROJECT,
        "version": __version__,
        "codec": int(VERSION),
        "page": handler.name,
        "language": handler.language,
        "setting": state.setting.to_json(),
        "place": asdict(state.selection),
    }
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def opened(handler: PageHandler, body: bytes) -> dict[str, Any]:
    """Return what a file opens: page, URL and state, and a message on what could not be restored.

    Raises: ValueError for any other file.
    """
    file = read_body(body, SettingFile)
    if file.page not in page_names():
        raise ValueError(f"there is no page {file.page[:40]!r}")
    own, written = PageHandler(file.page, handler.language), file.selection or FileSelection()
    cls: type[Setting] = answer_of(own.name).setting
    setting, lost = _restored(own, cls, file.setting)
    selection = Selection(written.pin, written.trail)
    state = State(setting, selection)
    return {
        "page": own.name,
        "address": write_state(state, own.language, own.text),
        "state": {"setting": setting.to_json(), "selection": asdict(selection)},
        "lost": [field_label(own.text, cls, name) for name in lost],
    }


def _restored(
    handler: PageHandler, cls: type[Setting], content: dict[str, Any]
) -> tuple[Setting, list[str]]:
    """Restore what can be read, and the defaults for the rest. Raises: ValueError."""
    start, controls = cls.default(handler.text), cls.controls()
    content = {_today(cls, name): value for name, value in content.items()}
    values = {
        name: control.read(control.former)
        for name, control in controls.items()
        if control.former is not None
    }
    lost = [name for name in content if name not in controls]
    for name, value in content.items():
        if name not in controls:
            continue
        try:
            values[name] = controls[name].read(convert(value, JsonValue))
        except ValueError:
            lost.append(name)
    return start.with_values(**values), lost


def _today(cls: type[Setting], name: str) -> str:
    """The name that a field has today, by the one it had when the file was written."""
    former = f"{cls.PREFIX}_{name}"
    return next((field for field, names in cls.FORMER.items() if former in names), name)
