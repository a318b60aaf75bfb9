"""The link from other pages to trained heads on the same sentence."""

import re

from pages.translator.setting import SentenceSetting
from ui.answer.links import page_address
from ui.answer.parts import Link
from ui.state.typed_input import InputError
from ui.words.language import Text

LETTER = re.compile("[A-Za-z]")


def trained_heads(text: Text, about: str, sentence: str) -> Link:
    """Link to the translator's encoder on a sentence; on its default one if it cannot read this."""
    page, values = "your_sentence", {"kind": "encoder"}
    try:
        own = {**values, "sentence": _read(sentence)}
        address, label = page_address(page, text.language, own), "trained.here"
    except InputError:
        address, label = page_address(page, text.language, values), "trained.elsewhere"
    return Link(about, text(label), address)


def _read(sentence: str) -> str:
    """Read a sentence. Raises: InputError, also for a sentence without an English letter."""
    if not LETTER.search(sentence):
        raise InputError("empty_sentence")
    read: str = SentenceSetting.controls()["sentence"].read(sentence)
    return read


def all_heads(text: Text, about: str, sentence: str, kind: str, layer: int) -> Link:
    """Link to all heads of one attention of the translator on a sentence that it can read.

    Args:
        layer: counted from 1.
    """
    values = {"kind": kind, "sentence": sentence, "layer": layer}
    address = page_address("your_sentence", text.language, values)
    return Link(about, text("trained.all"), address)
