"""The button "Glossary" in the sidebar; with it comes what marks the terms in the texts."""

import streamlit as st

from ui.answer.parts import encode_frame
from ui.glossary.register import WORDS
from ui.glossary.route import ADDRESS
from ui.server.scripts import script_address
from ui.words.language import text_of

_button = st.components.v2.component(
    "glossary",
    html='<div class="glossary"></div>',
    js=f"""
const ready = import(new URL("{script_address("ui/glossary/glossary.js")}", location.origin));
export default function glossary(component) {{
  let stop, isGone = false;
  ready.then((script) => {{ if (!isGone) stop = script.mount(component); }});
  return () => {{ isGone = true; stop?.(); }};
}}
""",
    isolate_styles=False,
)


def glossary_button(language: str) -> None:
    """Draw the button; list and terms are drawn in the browser, with no rerun."""
    strings = text_of(WORDS, language).section("glossary")
    sent = {"url": ADDRESS, "language": language, "strings": strings}
    _button(key="glossary", data=encode_frame(sent))
