"""The field "Ask" in the sidebar."""

from ui.answer.parts import encode_frame
from ui.ask.route import ADDRESS
from ui.questions.register import WORDS
from ui.questions.search import LONGEST_QUERY
from ui.shell.component import mounted
from ui.words.language import text_of

_field = mounted("ask", "ask", "ui/ask/ask.js")


def ask_field(language: str) -> None:
    """Draw the field. What is typed goes to the route, and a choice opens its page in the app."""
    text = text_of(WORDS, language)
    sent = {
        "url": ADDRESS,
        "language": language,
        "longest": LONGEST_QUERY,
        "strings": {name: text(f"ask.{name}") for name in ("label", "placeholder", "offline")},
    }
    _field(key="ask", data=encode_frame(sent))
