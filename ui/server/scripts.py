"""Serve the JavaScript of the pictures as separate modules."""

import hashlib
from functools import cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from streamlit import config

ROOT = Path(__file__).parents[2]
FOLDERS = ("ui", "pages")
LAZY = (
    "ui/share/share.css",
    "ui/share/saved_page.html",
    "ui/lesson/tools.css",
    *(f"ui/picture/{part}/{part}.css" for part in ("matrix_view", "word_lines", "model_map")),
)
"""Files that a module loads only when it first needs them."""
PRELOADED = (
    "ui/answer/",
    "ui/store/",
    "ui/shell/",
    "ui/picture/",
    "ui/explain/",
    "ui/streamlit/streamlit.js",
    "ui/streamlit/controls.js",
)
"""The modules that every page needs, and folders of them."""
PARTS = (
    "matrix_view", "prediction", "arithmetic", "next_words", "word_lines", "model_map", "word_grid",
)  # fmt: skip
"""Parts of an answer whose style sheets apply inside .workbench."""
_base = config.get_option("server.baseUrlPath").strip("/")


OWN_STYLES = (
    "ui/answer/workbench.css",
    "ui/shell/front.css",
    "ui/ask/ask.css",
    "ui/lesson/lesson.css",
    "ui/glossary/glossary.css",
    "ui/present/present.css",
    "ui/classroom/classroom.css",
    "ui/tour/tour.css",
)
"""Style sheets that apply as they are."""


@cache
def scripts() -> dict[str, bytes]:
    """Return every module by its path in the project, and the files that modules load."""
    paths = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.js"))]
    paths += [ROOT / path for path in LAZY]
    return {path.relative_to(ROOT).as_posix(): path.read_bytes() for path in paths}


@cache
def _version() -> str:
    """Return a version that differs after every change, so that browsers may cache for ever."""
    digest = hashlib.sha256()
    for path, script in scripts().items():
        digest.update(path.encode() + b"\0" + script)
    return digest.hexdigest()[:12]


def script_address(path: str) -> str:
    """Return the URL of a module."""
    return f"{'/' if _base else ''}{_base}/scripts-{_version()}/{path}"


def preloads() -> list[str]:
    """Return the URLs of the modules that every page needs."""
    modules = [path for path in scripts() if path not in LAZY]
    return [script_address(path) for path in modules if path.startswith(PRELOADED)]


@cache
def styles() -> str:
    """Return the style sheets of everything that an answer draws, page-specific ones included."""
    own = [ROOT / one for one in OWN_STYLES]
    of_parts = [path for path in sorted((ROOT / "ui").rglob("*.css")) if path.parent.name in PARTS]
    of_labels = ROOT / "ui" / "picture" / "glossed.css"
    of_pages = sorted((ROOT / "pages").rglob("*.css"))
    nested = [
        f".workbench {{\n{path.read_text(encoding='utf-8')}}}\n"
        for path in (of_labels, *of_parts, *of_pages)
    ]
    return "".join([*nested, *(path.read_text(encoding="utf-8") for path in own)])


def _script(request: Request) -> Response:
    path = request.path_params["path"]
    script = scripts().get(path)
    if script is None:
        return Response(status_code=404)
    headers = {"Cache-Control": "public, max-age=31536000, immutable"}
    # The saved page is a template to be filled in, so it must not open as HTML.
    kind = {".css": "css", ".html": "plain"}.get(Path(path).suffix, "javascript")
    return Response(script, headers=headers, media_type=f"text/{kind}")


ROUTES = [Route(script_address("{path:path}"), _script, methods=["GET"])]
