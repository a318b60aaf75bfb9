"""Close all of Streamlit's routes that no page uses.

Streamlit serves routes for everything an app may do. This one takes no uploads (which anyone could
make the server hold in memory until none is left), and has no media, no components with files, no
login, no metrics and no agents. All of these answer 404.
"""

from typing import Final

from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocketClose
from streamlit import config

from ui.streamlit.seams import CLOSED_ROUTES, OPEN_ROUTES

POLICY_VIOLATION: Final = 1008


class OnlyOpenRoutes:
    """Answers 404 for every Streamlit route that no page uses."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._base = config.get_option("server.baseUrlPath").strip("/")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or self._is_open(scope["path"]):
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await WebSocketClose(POLICY_VIOLATION)(scope, receive, send)
        else:
            await Response(status_code=404)(scope, receive, send)

    def _is_open(self, path: str) -> bool:
        """Match the path as the router does: below the base path, whatever the slashes
        around it.
        """
        asked = path.strip("/").removeprefix(self._base).strip("/")
        return asked in OPEN_ROUTES or not f"{asked}/".startswith(CLOSED_ROUTES)
