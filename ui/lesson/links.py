"""Links to pages in a lesson: what they open."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from ui.answer.page_handler import answer_of
from ui.state.address import State, read_state, unrestored_fields, write_state
from ui.words.language import text_of
from ui.words.pages import page_names

OF_ALL_PAGES = ("v", "lang", "ask", "lesson", "class", "present", "embed", "embed_options")
"""Parameters that a copied link may have besides those of its page."""


class LinkError(ValueError):
    """A link opens nothing; `key` and `values` say why, as those of a `Problem` do."""

    def __init__(self, key: str, **values: Any) -> None:
        super().__init__(key)
        self.key, self.values = key, values


@dataclass(frozen=True)
class Target:
    """A page and its state."""

    page: str
    state: State[Any]
    address: str
    """Relative to the app, "masks?v=4&lang=en..."."""


def target_of(link: str, language: str) -> Target:
    """Return what a link opens, in a language: "masks", "masks?mk_seq_len=5", or a whole URL.

    Raises: LinkError if there is no such page, or it has no such setting.
    """
    parts = urlsplit(link.strip())
    page = parts.path.rstrip("/").rpartition("/")[2]
    if page not in page_names():
        raise LinkError("unknown_page", page=page, known=", ".join(page_names()))
    parameters = dict(parse_qsl(parts.query, keep_blank_values=True))
    own, text = answer_of(page), text_of(page, language)
    others = [name for name in parameters if not _is_known(name, own.setting.PREFIX)]
    if lost := unrestored_fields(own.setting, text, parameters) + others:
        raise LinkError("bad_link", page=page, fields=", ".join(lost))
    state = own.opened(read_state(own.setting, text, parameters))
    return Target(page, state, f"{page}{write_state(state, language, text)}")


def _is_known(name: str, prefix: str) -> bool:
    return name in OF_ALL_PAGES or name.startswith(f"{prefix}_")


def header_of(target: Target) -> Mapping[str, Any]:
    """Return a target as the browser opens it."""
    selection = target.state.selection
    return {
        "page": target.page,
        "address": target.address,
        "brings": target.state.setting.to_json(),
        "pin": selection.pin,
        "trail": selection.trail,
        "view": selection.view,
    }
