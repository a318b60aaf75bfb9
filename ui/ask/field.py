"""The field "Ask" in the sidebar."""

import streamlit as st

from ui.answer.parts import encode_frame
from ui.ask.route import ADDRESS
from ui.questions.register import WORDS
from ui.questions.search import LONGEST_QUERY
from ui.server.scripts import script_address
from ui.words.language import text_of

_field = st.components.v2.component(
    "ask",
    html='<div class="ask"></div>',
    js=f"""
const ready = import(new URL("{script_address("ui/ask/ask.js")}", location.origin));
export default function ask(component) {{
  let stop, isGone = false;
  ready.then((script) => {{ if (!isGone) stop = script.mount(component); }});
  return () => {{ isGone = true; stop?.(); }};
}}
""",
    isolate_styles=False,
)


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
