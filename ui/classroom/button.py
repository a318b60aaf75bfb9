"""The button "Class" in the sidebar; with it come a class's bar, the teacher's and projector's."""

from ui.answer.parts import encode_frame
from ui.answer.route import ROOT
from ui.classroom.join_page import WORDS
from ui.shell.component import mounted
from ui.words.language import text_of

_button = mounted("classroom", "classroom", "ui/classroom/classroom.js")


def class_button(language: str) -> None:
    """Draw the button; everything else is done in the browser, with no rerun."""
    strings = text_of(WORDS, language).section("classroom")
    sent = {"root": ROOT, "language": language, "strings": strings}
    _button(key="classroom", data=encode_frame(sent))
