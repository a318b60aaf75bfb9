"""Joining a class: a small page with a field for the code, and the code as a picture."""

from functools import cache
from html import escape
from pathlib import Path
from string import Template

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from ui.answer.requests import is_ours
from ui.answer.route import ROOT
from ui.classroom.codes import typed_code
from ui.server.scripts import script_address
from ui.share.qr import qr_svg
from ui.shell.index import first_language
from ui.words.language import text_of

WORDS = "classroom"
"""The name of the text files."""
_PAGE = Template(Path(__file__).with_name("join_page.html").read_text(encoding="utf-8"))


@cache
def join_html(language: str) -> str:
    """Return the page; it loads nothing of the workbench, whose pages are large."""
    text = text_of(WORDS, language)
    own = {name: escape(words) for name, words in text.section("join").items()}
    script = script_address("ui/classroom/join.js")
    return _PAGE.substitute(own, language=language, script=script, root=ROOT)


def _join(request: Request) -> Response:
    headers = {"Cache-Control": "no-cache", "Vary": "Accept-Language"}
    return HTMLResponse(join_html(first_language(request)), headers=headers)


def _start(request: Request) -> Response:
    """The address that a teacher types: the first page, with what begins a class open."""
    return RedirectResponse(f"{ROOT}/?class=start")


def _code(request: Request) -> Response:
    """A link to join, as a QR code to put on a screen."""
    code, link = typed_code(request.path_params["code"]), request.query_params.get("link", "")
    if not is_ours(request):
        return Response(status_code=403)
    try:
        if code is None or not link.endswith(f"{ROOT}/join?code={code}"):
            raise ValueError("this link joins no class")
        return Response(qr_svg(link), media_type="image/svg+xml")
    except ValueError as error:
        return Response(str(error), status_code=400)


ROUTES = [
    Route(f"{ROOT}/join", _join, methods=["GET"]),
    Route(f"{ROOT}/class", _start, methods=["GET"]),
    Route(f"{ROOT}/class/{{code}}/qr", _code, methods=["GET"]),
]
