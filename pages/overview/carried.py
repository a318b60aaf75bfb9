"""The typed sentence, carried over to the pages that accept one."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from ui.answer.page_handler import answer_of
from ui.state.address import Selection, State, write_state
from ui.state.control import JsonValue
from ui.words.language import text_of

TAKING: Mapping[str, Mapping[str, JsonValue]] = {
    "positional_encoding": {},
    "masks": {"given": "sentence"},
    "attention": {"source": "sentence"},
    "self_attention": {},
    "multi_head_attention": {},
}
"""The pages that accept any sentence, and the fields that make them use it. The encoder-decoder
page takes two sentences, and one of them would be in the wrong language.
"""
MOST_KEPT = 64


class Carried(NamedTuple):
    """The fields that a page is opened with, and the same as a URL."""

    fields: dict[str, JsonValue]
    address: str


@lru_cache(maxsize=MOST_KEPT)
def carried(page: str, sentence: str, language: str) -> Carried:
    """Carry a sentence to a page; empty if the page takes none, or none of this length."""
    if page not in TAKING:
        return Carried({}, "")
    cls, text = answer_of(page).setting, text_of(page, language)
    fields = {**TAKING[page], "sentence": sentence}
    try:
        read = {name: cls.controls()[name].read(value) for name, value in fields.items()}
        setting = cls.default(text).with_values(**read)
    except ValueError:
        return Carried({}, "")
    return Carried(fields, write_state(State(setting, Selection()), language, text))
