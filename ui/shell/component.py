"""What Streamlit mounts of ours: an element, and the module that fills it."""

from collections.abc import Callable
from typing import Any

import streamlit as st

from ui.server.scripts import script_address


def mounted(name: str, class_name: str, script: str) -> Callable[..., Any]:
    """Return a component with one element, which the `mount` of a module draws in; the function
    that it returns ends that.

    Args:
        name: in the app, once.
        script: the module's path in the project.
    """
    return st.components.v2.component(
        name,
        html=f'<div class="{class_name}"></div>',
        js=f"""
const ready = import(new URL("{script_address(script)}", location.origin));
export default function {name}(component) {{
  let stop, isGone = false;
  ready.then((script) => {{ if (!isGone) stop = script.mount(component); }});
  return () => {{ isGone = true; stop?.(); }};
}}
""",
        isolate_styles=False,
    )
