"""A Streamlit app with every kind of control that the workbench uses and nothing of the workbench
but the room of seams, so that a test here fails only where Streamlit has changed.
"""

import json
import time

import streamlit as st
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from ui.server import scripts
from ui.streamlit.seams import every_method, is_script_run

OPTIONS = ["one", "two", "three"]
STARTS = {
    "choice": "one",
    "slider": 3,
    "options": 2,
    "number": 3,
    "toggle": False,
    "text": "cat",
    "list": "one",
}
MESSAGES = """
export default ({ setStateValue }) => {
    globalThis.setDone = (value) => setStateValue("done", value);
};
"""


async def answer(scope: Scope, receive: Receive, send: Send) -> None:
    await PlainTextResponse("every")(scope, receive, send)


def only_get(_request: object) -> PlainTextResponse:
    return PlainTextResponse("only get")


def reset() -> None:
    st.session_state.update(STARTS)
    st.session_state["noted"] = []
    st.session_state["resets"] = st.session_state.get("resets", 0) + 1


def note_done() -> None:
    st.session_state.setdefault("noted", []).extend(st.session_state["messages"].get("done") or [])


def controls() -> None:
    st.title("Controls")
    values = {
        "choice": st.segmented_control(
            "Choice", OPTIONS, default="one", required=True, key="choice"
        ),
        "slider": st.slider("Slider", 0, 10, 3, key="slider"),
        "options": st.select_slider("Options", [1, 2, 4, 8], 2, key="options"),
        "number": st.number_input("Number", 0, 10, 3, key="number"),
        "toggle": st.toggle("Toggle", key="toggle"),
        "text": st.text_input("Text", "cat", key="text"),
        "list": st.selectbox("List", OPTIONS, key="list"),
    }
    component(key="messages", on_done_change=note_done)
    values["noted"] = st.session_state.get("noted", [])
    st.button("Reset", on_click=reset)
    st.text(f"Reset {st.session_state.get('resets', 0)} times")
    if st.button("Wait"):
        time.sleep(0.5)
    st.badge("Badge")
    with st.container(horizontal=True):
        st.caption("In a row")
    st.code(json.dumps(values), language=None)
    st.container(height=2000, border=False)


def second() -> None:
    st.title("Second")


if not is_script_run(__name__):
    routes = [*scripts.ROUTES, every_method("/every", answer), Route("/only_get", only_get)]
    app = st.App(__file__, routes=routes)
else:
    component = st.components.v2.component("messages", js=MESSAGES)
    first = st.Page(controls, title="Controls", url_path="controls", default=True)
    st.navigation([first, st.Page(second, title="Second", url_path="second")]).run()
