"""Security headers of every response of the server."""

import os
import re
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ui.shell.index import index_html
from ui.streamlit.seams import COMPONENT_SCRIPTS, inline_scripts
from ui.words.language import LANGUAGES

_UNSAFE = re.compile(r"[;'\"*@\\\s]")
"""Characters that would end the origin in a policy, or name more than one."""
EMBEDDING = "WORKBENCH_EMBED"
"""The variable with the origins whose pages may embed ours, separated by commas or spaces."""


def embedding_origins() -> list[str]:
    """Return the origins whose pages may embed ours, as listed by the server's owner.

    Raises: ValueError naming an entry that is not an origin, such as https://school.example.
    """
    listed = os.environ.get(EMBEDDING, "").replace(",", " ").split()
    for one in listed:
        parts = urlsplit(one)
        is_origin = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
        if not is_origin or one != f"{parts.scheme}://{parts.netloc}" or _UNSAFE.search(one):
            raise ValueError(
                f"{EMBEDDING}: {one!r} is not an origin such as https://school.example"
            )
    return listed


def content_policy() -> str:
    """Allow everything from this server, and nothing that no page uses.

    Streamlit sets styles from scripts, and passes pictures as `data:` and `blob:`.
    """
    known = " ".join(inline_scripts(map(index_html, LANGUAGES)))
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src 'self' {COMPONENT_SCRIPTS} {known}",
            "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data: blob:",
            "font-src 'self' data:",
            "connect-src 'self'",
            "manifest-src 'self'",
            "base-uri 'self'",
            "form-action 'none'",
            " ".join(("frame-ancestors 'self'", *embedding_origins())),
        )
    )


class SecurityHeaders:
    """Adds these headers to every response, Streamlit's included, unless they are set already."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._headers = {
            "Content-Security-Policy": content_policy(),
            "Cross-Origin-Opener-Policy": "same-origin",
            "Cross-Origin-Resource-Policy": "same-origin",
            "Referrer-Policy": "same-origin",
            "X-Content-Type-Options": "nosniff",
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    headers[name] = value
            await send(message)

        await self._app(scope, receive, send_with if scope["type"] == "http" else send)
