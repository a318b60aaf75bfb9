"""The button "Present" in the sidebar; with it come the keys of the projector's view."""

from ui.answer.parts import encode_frame
from ui.shell.component import mounted
from ui.words.language import text_of

WORDS = "present"
"""The name of the text files."""

_button = mounted("present", "present", "ui/present/present.js")


def present_button(language: str) -> None:
    """Draw the button; everything else is done in the browser, with no rerun."""
    text = text_of(WORDS, language)
    sent = {"strings": text.section("present"), "keys": list(text.section("keys").values())}
    _button(key="present", data=encode_frame(sent))
