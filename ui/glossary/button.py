"""The button "Glossary" in the sidebar; with it comes what marks the terms in the texts."""

from ui.answer.parts import encode_frame
from ui.glossary.register import WORDS
from ui.glossary.route import ADDRESS
from ui.shell.component import mounted
from ui.words.language import text_of

_button = mounted("glossary", "glossary", "ui/glossary/glossary.js")


def glossary_button(language: str) -> None:
    """Draw the button; list and terms are drawn in the browser, with no rerun."""
    strings = text_of(WORDS, language).section("glossary")
    sent = {"url": ADDRESS, "language": language, "strings": strings}
    _button(key="glossary", data=encode_frame(sent))
