"""The button "Present" in the sidebar; with it come the keys of the projector's view."""

import streamlit as st

from ui.answer.parts import encode_frame
from ui.server.scripts import script_address
from ui.words.language import text_of

WORDS = "present"
"""The name of the text files."""

_button = st.components.v2.component(
    "present",
    html='<div class="present"></div>',
    js=f"""
const ready = import(new URL("{script_address("ui/present/present.js")}", location.origin));
export default function present(component) {{
  let stop, isGone = false;
  ready.then((script) => {{ if (!isGone) stop = script.mount(component); }});
  return () => {{ isGone = true; stop?.(); }};
}}
""",
    isolate_styles=False,
)


def present_button(language: str) -> None:
    """Draw the button; everything else is done in the browser, with no rerun."""
    text = text_of(WORDS, language)
    sent = {"strings": text.section("present"), "keys": list(text.section("keys").values())}
    _button(key="present", data=encode_frame(sent))
