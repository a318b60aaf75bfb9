"""The teacher's page with its setting, as a follower's window opens it."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from ui.lesson.links import LinkError, header_of, target_of
from ui.words.pages import page_names

LANGUAGE = "en"
"""Of no effect on the setting: a link has what depends on the language written out."""


@lru_cache(maxsize=256)
def place_of(link: str) -> Mapping[str, Any] | None:
    """Return what a link opens; None if the app has no such page, or the page no such setting.

    Args:
        link: from its path on, below the app's own; "/" is the first page.
    """
    try:
        return header_of(target_of(page_names()[0] if link == "/" else link, LANGUAGE))
    except LinkError:
        return None
