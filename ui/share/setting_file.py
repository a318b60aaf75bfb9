"""A page's state as a JSON file, for states too long for a link."""

import json
from dataclasses import asdict
from typing import Any

from transformer_core.version import __version__
from ui.answer.requests import json_of
from ui.answer.trip import NO_SETTING, Trip, answer_of
from ui.state.address import VERSION, Place, State, write_state
from ui.state.labels import field_label
from ui.state.setting import Setting

PROJECT = "attention-workbench"

LONGEST_PLACE = 4000


def setting_file(trip: Trip, state: State[Any]) -> str:
    """Return the text of the file: page, language, all settings and the pin."""
    said = {
        "workbench": PROJECT,
        "version": __version__,
        "codec": int(VERSION),
        "page": trip.name,
        "language": trip.language,
        "setting": state.setting.plain(),
        "place": asdict(state.place),
    }
    return json.dumps(said, ensure_ascii=False, indent=1) + "\n"


def opened(trip: Trip, body: bytes) -> dict[str, Any]:
    """Return what a file opens: page, URL and state, and a message on what could not be restored.

    Raises: ValueError for any other file.
    """
    try:
        said = json_of(body)
        if said["workbench"] != PROJECT:
            raise ValueError("the file is from another program")
        own = Trip(str(said["page"]), trip.language)
        cls: type[Setting] = answer_of(own.name).setting
        setting, lost = _restored(own, cls, dict(said["setting"]))
        place = _place(said.get("place") or {})
    except NO_SETTING as error:
        raise ValueError(str(error)) from error
    state = State(setting, place)
    return {
        "page": own.name,
        "address": write_state(state, own.language, own.text),
        "state": {"setting": setting.plain(), "place": asdict(place)},
        "lost": [field_label(own.text, cls, name) for name in lost],
    }


def _restored(trip: Trip, cls: type[Setting], said: dict[str, Any]) -> tuple[Setting, list[str]]:
    """Restore what can be read, and the defaults for the rest. Raises: ValueError."""
    start, controls = cls.default(trip.text), cls.controls()
    values, lost = {}, [name for name in said if name not in controls]
    for name, value in said.items():
        if name not in controls:
            continue
        try:
            values[name] = controls[name].read(value)
        except NO_SETTING:
            lost.append(name)
    return start.having(**values), lost


def _place(said: dict[str, Any]) -> Place:
    place = {name: str(said.get(name, "")) for name in ("pin", "trail")}
    if max(map(len, place.values())) > LONGEST_PLACE:
        raise ValueError("the pin or the trail is too long")
    return Place(**place)
