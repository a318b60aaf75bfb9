"""Attention Workbench: page config, language, navigation.

Streamlit runs this file on every visit. The server also imports it once at start-up, so that
torch is loaded before the first visitor arrives.
"""

from pathlib import Path

import streamlit as st
from starlette.middleware import Middleware

import ui.shell.preload  # noqa: F401
from ui.answer import route
from ui.ask import route as questions
from ui.ask.field import ask_field
from ui.classroom import route as classes
from ui.classroom.button import class_button
from ui.glossary import route as glossary
from ui.glossary.button import glossary_button
from ui.lesson import route as lessons
from ui.lesson.panel import lesson_panel
from ui.present.button import present_button
from ui.runs import route as runs
from ui.server import scripts
from ui.server.connections import watched
from ui.server.locality import RemoteRequestWatcher
from ui.server.open_routes import OnlyOpenRoutes
from ui.server.write_limits import WriteLimits
from ui.share import route as share
from ui.shell import index
from ui.shell.document import set_document_language
from ui.shell.navigation import SIDEBAR_WIDTH, sections, starts_folded, tab_title
from ui.shell.security import SecurityHeaders
from ui.state.chosen_language import current_language, language_switch, page_text
from ui.state.session_value import session_value
from ui.streamlit.seams import is_script_run

HERE = Path(__file__).parent
ICON, LOGO = HERE / "ui/shell/icon.svg", HERE / "ui/shell/logo.svg"

if is_script_run(__name__):
    # Before the navigation: the sidebar takes its width, also the one that it has when it is
    # unfolded, when it first has something to show.
    st.set_page_config(page_icon=ICON, layout="wide", initial_sidebar_state=SIDEBAR_WIDTH)
    if starts_folded(st.context.url, session_value("opened", set)):
        st.set_page_config(initial_sidebar_state="collapsed")

# The server's import needs this call too: without it, Streamlit would list the files in `pages`.
page = st.navigation(sections(page_text("workbench")), expanded=True)

if not is_script_run(__name__):
    # What has a page of its own comes before the pages of the workbench.
    routes = (
        classes.ROUTES + index.ROUTES + route.ROUTES + scripts.ROUTES + runs.ROUTES + share.ROUTES
    )
    routes += share.ROUTES + questions.ROUTES + lessons.ROUTES + glossary.ROUTES
    middleware = [
        Middleware(WriteLimits),
        Middleware(SecurityHeaders),
        Middleware(RemoteRequestWatcher),
        Middleware(OnlyOpenRoutes),
    ]
    app = st.App(__file__, routes=routes, middleware=middleware, lifespan=watched)
else:
    st.set_page_config(page_title=tab_title(page))
    st.logo(LOGO, size="large", icon_image=ICON)
    with st.sidebar:
        ask_field(current_language())
        lesson_panel(current_language())
        with st.container(horizontal=True, gap="small", key="aids"):
            glossary_button(current_language())
            present_button(current_language())
            class_button(current_language())
        language_switch(page_text("workbench")("frame.language"))
        set_document_language(current_language())
    page.run()
