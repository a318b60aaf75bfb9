"""What depends on how Streamlit 1.67 is built, and may end with its next release.

Everything that is not in Streamlit's documentation is used here, in `streamlit.js`, `controls.js`
and `phrases.js`, which the browser loads, and in `streamlit.css`; the rest of the app asks these.
Each seam has a test of its name, `test_seam_...`, here or in tests/browser/test_streamlit_seams.py:
after an upgrade, the tests that fail name what has to be looked at.

The room knows nothing of the app.
"""

import asyncio
import base64
import hashlib
import re
import socket
import sys
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send
from streamlit.file_util import get_static_dir
from streamlit.runtime import memory_session_storage
from streamlit.web.server.starlette.starlette_websocket import is_host_allowed

HERE = Path(__file__).parent


class SeamError(RuntimeError):
    """Streamlit is not built as this room expects; the message starts with the seam's name."""


# The page in which everything opens


BACK_SCRIPT = """
addEventListener("popstate", (event) => {
  const asked = new CustomEvent("streamlit-back", { cancelable: true });
  if (!dispatchEvent(asked)) event.stopImmediatePropagation();
});
"""
"""Asks `listenForBack` in `streamlit.js` before Streamlit hears that the user goes back or forward.

Browsers call the listeners of a window in their order, whatever their phase: this one has to be
there before Streamlit's own script runs.
"""


def index_page(language: str, title: str, head: str) -> str:
    """Return Streamlit's index page with this language and title, and with `head` and the script
    above at the end of its head.

    Streamlit has no setting for them (https://github.com/streamlit/streamlit/issues/9058 and 6140).
    What arrives later, by `st.html` or `st.set_page_config`, comes up to a second after a page's
    first text, and shifts all of it.

    Raises: SeamError if Streamlit's page has none of the places to replace, or several.
    """
    html = (Path(get_static_dir()) / "index.html").read_text(encoding="utf-8")
    html = _replaced(html, '<html lang="en">', f'<html lang="{language}">')
    html = _replaced(html, "<title>Streamlit</title>", f"<title>{title}</title>")
    return _replaced(html, "</head>", f"{head}<script>{BACK_SCRIPT}</script>\n</head>")


def _replaced(html: str, old: str, new: str) -> str:
    found = html.count(old)
    if found != 1:
        raise SeamError(f"index_page: Streamlit's index.html has {old!r} {found} times, not once")
    return html.replace(old, new)


_INLINE = re.compile(r"<script(?![^>]*\ssrc=)[^>]*>(.*?)</script>", re.DOTALL)


def inline_scripts(pages: Iterable[str]) -> list[str]:
    """Return the hashes of the inline scripts in these pages' HTML, in the form that a
    policy uses.

    Streamlit's index page has one, and offers no nonce for it: without its hash, a policy that
    allows no other inline script would block it.
    """
    scripts = {script for page in pages for script in _INLINE.findall(page)}
    digests = sorted(hashlib.sha256(script.encode()).digest() for script in scripts)
    return [f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests]


COMPONENT_SCRIPTS = "blob:"
"""The source, in a policy, from which Streamlit imports the code of components."""


def style_sheet() -> str:
    """Return the rules on elements that Streamlit makes, by their test ids and classes.

    Only the classes that come from a `key` are documented; what has no key is reached by these.
    """
    return (HERE / "streamlit.css").read_text(encoding="utf-8")


def phrases_script() -> str:
    """Return the code of the component that replaces Streamlit's own texts, English only, and the
    document's language.

    Streamlit has no translations (https://github.com/streamlit/streamlit/issues/1353).
    """
    return (HERE / "phrases.js").read_text(encoding="utf-8")


# Routes


class _Endpoint:
    """What is not a function gets every request from Starlette."""

    def __init__(self, answer: ASGIApp) -> None:
        self._answer = answer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._answer(scope, receive, send)


def every_method(path: str, answer: ASGIApp) -> Route:
    """Return a route on which `answer` gets the requests of every method.

    A route to a function takes some methods only; the others fall through to Streamlit's last
    route, which answers any path with its index page.
    """
    return Route(path, _Endpoint(answer))


CORE = "_stcore/"
OPEN_ROUTES = frozenset({f"{CORE}health", f"{CORE}host-config", f"{CORE}stream"})
"""The routes of Streamlit that its front end needs for pages like ours."""
CLOSED_ROUTES = (CORE, "media/", "component/", "auth/", "oauth2callback", "app/static/")
"""Every other route of Streamlit starts like one of these: uploads, media, components with files,
login, metrics, agents. There is no setting that closes them all."""


def is_allowed_host(host: str) -> bool:
    """Return whether the server's owner lists a host in server.allowedHosts.

    Streamlit reads that list for its websocket only; its own function knows the patterns in it.
    """
    return is_host_allowed(host)


# The process


def is_script_run(name: str) -> bool:
    """Return whether a file runs as the script of a visit, given its `__name__`.

    `streamlit run` imports a file in which it finds an `st.App`, and then runs the same file as
    `__main__` for every visit. In two files, the pages' paths and the folder of the configuration
    would depend on the script's place, not on the file that is started.
    """
    return name == "__main__"


def run_script(script: Path, arguments: list[str]) -> None:
    """Start the server of a script as `streamlit run` does, until it is stopped.

    `st.App.run` takes no arguments of the command line, such as --server.port.
    """
    from streamlit.web import cli

    sys.argv = ["streamlit", "run", str(script), *arguments]
    cli.main()


KEPT_SESSIONS = 128
"""How many sessions without a browser Streamlit keeps, for two minutes."""


def keep_sessions(most: int) -> None:
    """Make Streamlit keep fewer sessions whose browser has left. Call it before the server starts.

    server.disconnectedSessionTTL limits how long they are kept, not how many.
    """
    # Streamlit has no setting for it, so the class is replaced.
    memory_session_storage.MemorySessionStorage = partial(  # type: ignore[misc, assignment]
        memory_session_storage.MemorySessionStorage, maxsize=most
    )


@asynccontextmanager
async def sending_at_once(
    _app: Any, made_by: Callable[[Callable[..., Any]], Callable[..., Any]] = lambda make: make
) -> AsyncIterator[None]:
    """Make the server send without delay: the `lifespan` of `st.App`, which begins just before the
    server accepts connections.

    Streamlit listens on a socket that does not name its protocol, and asyncio sets TCP_NODELAY only
    on connections of a socket that names TCP (https://github.com/Kludex/uvicorn/issues/3149). A
    small message then waits until the previous one is acknowledged, which the other side may delay
    by 40 ms: an answer of several messages arrives late when changes come quickly. uvloop, which
    Streamlit uses if it is installed, sets it itself; it does not exist for Windows.

    The server's socket is not accessible from here, but the loop that receives it is. A loop whose
    method cannot be replaced is left as it is.

    Args:
        made_by: may replace the protocol factory, which is called for each connection.
    """
    loop = asyncio.get_running_loop()
    create_server = loop.create_server

    async def create_tcp_server(
        make: Callable[..., Any], *args: Any, sock: socket.socket | None = None, **options: Any
    ) -> Any:
        listener = sock and naming_tcp(sock)
        return await create_server(made_by(make), *args, sock=listener, **options)

    # A loop's own method is replaced; some loops allow that, and the others are left as they are.
    with suppress(AttributeError):
        loop.create_server = create_tcp_server  # type: ignore[method-assign, assignment]
    try:
        yield
    finally:
        with suppress(AttributeError):
            del loop.create_server


def naming_tcp(listener: socket.socket) -> socket.socket:
    """Return the same listening socket, with TCP as its protocol if it cannot be anything else.

    Setting TCP_NODELAY on the listener itself would miss those who connect while the server is
    still starting: their connections are already made, and wait to be accepted.
    """
    is_internet = listener.family in (socket.AF_INET, socket.AF_INET6)
    if not is_internet or listener.type != socket.SOCK_STREAM or listener.proto:
        return listener
    return socket.fromfd(listener.fileno(), listener.family, listener.type, socket.IPPROTO_TCP)
