"""The HTML in which every page opens: Streamlit's own, with our style sheet and language added."""

from functools import cache
from pathlib import Path

from starlette.convertors import Convertor, register_url_convertor
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route
from streamlit import config

from ui.server.scripts import preloads, styles
from ui.streamlit.seams import index_page, style_sheet
from ui.words.language import LANGUAGES
from ui.words.pages import NAME, page_names

# Embedded in another page, there is no room for what surrounds ours.
_EMBED = """
(() => {
  const asked = new URLSearchParams(location.search);
  if (asked.get("embed") !== "true") return;
  const isPicture = asked.getAll("embed_options").includes("picture");
  document.documentElement.dataset.embed = isPicture ? "picture" : "page";
})();
"""


@cache
def index_html(language: str) -> str:
    own = Path(__file__).with_name("page.css").read_text(encoding="utf-8")
    style = style_sheet() + own + styles()
    scripts = "".join(f'<link rel="modulepreload" href="{path}">\n' for path in preloads())
    head = f"<style>\n{style}</style>\n{scripts}<script>{_EMBED}</script>\n"
    return index_page(language, NAME, head)


def first_language(request: Request) -> str:
    """Return the language in the URL, else the browser's; code that runs later may know better."""
    accepted = request.headers.get("accept-language", "")[:2].lower()
    asked = (request.query_params.get("lang"), accepted)
    return next((code for code in asked if code in LANGUAGES), "en")


def _index(request: Request) -> Response:
    if request.path_params.get("name") == page_names()[0]:
        # The first page is at the root; Streamlit would not find it by its name.
        query = f"?{request.url.query}" if request.url.query else ""
        return RedirectResponse(f"{_ROOT}/{query}")
    headers = {"Cache-Control": "no-cache", "Vary": "Accept-Language"}
    return HTMLResponse(index_html(first_language(request)), headers=headers)


class _PagePath(Convertor[str]):
    """Any page name, valid or not, or none; files have a dot in their names."""

    regex = "[^/.]*"

    def convert(self, value: str) -> str:
        return value

    def to_string(self, value: str) -> str:
        return value


register_url_convertor("page", _PagePath())

_BASE = config.get_option("server.baseUrlPath").strip("/")
_ROOT = f"/{_BASE}" if _BASE else ""
ROUTES = [Route(f"{_ROOT}/{{name:page}}", _index)]
