"""The lessons in the sidebar."""

import streamlit as st

from ui.answer.parts import encode_frame
from ui.lesson.library import WORDS
from ui.lesson.route import ADDRESS
from ui.server.scripts import script_address
from ui.words.language import text_of

TOUR = "tour"
"""The name of the text files of the tour, which begins from the list of lessons."""

_panel = st.components.v2.component(
    "lessons",
    html='<div class="lessons"></div>',
    js=f"""
const ready = import(new URL("{script_address("ui/lesson/lesson.js")}", location.origin));
export default function lessons(component) {{
  let stop, isGone = false;
  ready.then((script) => {{ if (!isGone) stop = script.mount(component); }});
  return () => {{ isGone = true; stop?.(); }};
}}
""",
    isolate_styles=False,
)


def lesson_panel(language: str) -> None:
    """Draw the button that opens the lessons; the panel is drawn in the browser."""
    strings = text_of(WORDS, language).section("lesson")
    tour = text_of(TOUR, language).section("tour")
    sent = {"url": ADDRESS, "language": language, "strings": strings, "tour": tour}
    _panel(key="lessons", data=encode_frame(sent))
