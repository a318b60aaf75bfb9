"""The link from other pages to trained heads on the same sentence."""

import re

from pages.your_sentence.setting import SentenceSetting
from ui.answer.parts import Link
from ui.shell.language import Text, text_of
from ui.state.address import State, write_state
from ui.state.typed_input import InputError

LETTER = re.compile("[A-Za-z]")


def trained_heads(text: Text, about: str, sentence: str) -> Link:
    """Link to the translator's encoder on a sentence; on its default one if it cannot read this."""
    words = text_of("your_sentence", text.language)
    start = SentenceSetting.default(words).with_values(kind="encoder")
    try:
        setting, label = start.with_values(sentence=_read(sentence)), "trained.here"
    except InputError:
        setting, label = start, "trained.elsewhere"
    address = f"your_sentence{write_state(State(setting), text.language, words)}"
    return Link(about, text(label), address)


def _read(sentence: str) -> str:
    """Read a sentence. Raises: InputError, also for a sentence without an English letter."""
    if not LETTER.search(sentence):
        raise InputError("empty_sentence")
    read: str = SentenceSetting.controls()["sentence"].read(sentence)
    return read
