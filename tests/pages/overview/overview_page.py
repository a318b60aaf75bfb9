"""The overview, as its tests ask for it."""

from typing import Any

from tests.pages.answers import Asked
from tests.ui.seen_map import SeenMap
from ui.picture.model_map import ModelMap


def overview(language: str = "en", **values: Any) -> Asked:
    return Asked("overview", language, **values)


def map_of(asked: Asked) -> ModelMap:
    (only,) = asked.all(ModelMap, "map")
    return only


def seen(asked: Asked) -> SeenMap:
    """The map as it arrives in the browser."""
    return SeenMap(asked.answer.areas["map"])
