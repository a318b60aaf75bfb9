"""The lessons in the sidebar."""

from ui.answer.parts import encode_frame
from ui.lesson.library import WORDS
from ui.lesson.route import ADDRESS
from ui.shell.component import mounted
from ui.words.language import text_of

TOUR = "tour"
"""The name of the text files of the tour, which begins from the list of lessons."""

_panel = mounted("lessons", "lessons", "ui/lesson/lesson.js")


def lesson_panel(language: str) -> None:
    """Draw the button that opens the lessons; the panel is drawn in the browser."""
    strings = text_of(WORDS, language).section("lesson")
    tour = text_of(TOUR, language).section("tour")
    sent = {"url": ADDRESS, "language": language, "strings": strings, "tour": tour}
    _panel(key="lessons", data=encode_frame(sent))
