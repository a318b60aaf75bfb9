"""Pictures that the matrix view asks for by itself, ahead of the page, when a control is moved.

A page's rerun takes Streamlit tens of milliseconds, most of them in the browser. The way from
plain values through the core to the matrices takes a few, and is the same one that the page goes:
the page's own answer, which follows, draws what stands there already.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from streamlit import config

from ui.picture.matrix_view.matrix import Item, encode
from ui.shell.language import LANGUAGES, current_language, text_of
from ui.shell.navigation import page_names
from ui.shell.page import Page
from ui.state.url_state import one_of

LONGEST_REQUEST = 64_000


@dataclass(frozen=True)
class Picture:
    """`read` makes a setting of plain values or raises ValueError; `draw` makes the matrices."""

    read: Callable[[Mapping[str, Any]], Any]
    draw: Callable[[Page, Any], list[Item]]


@cache
def picture_of(name: str) -> Picture:
    """What `pages/NAME/picture.py` says. Raises: KeyError where there is no such page or file."""
    module = f"pages.{name}.picture"
    if name not in page_names() or find_spec(module) is None:
        raise KeyError(name)
    return import_module(module).PICTURE


def _address(name: str) -> str:
    base = config.get_option("server.baseUrlPath").strip("/")
    return f"{'/' if base else ''}{base}/pictures/{name}"


def ahead(page: Page, setting: Any, *controls: str) -> dict[str, Any]:
    """What the matrix view needs to ask: where, with which values, changed by which controls."""
    return {
        "address": f"{_address(page.name)}?lang={current_language()}",
        "values": setting.plain(),
        "controls": {page.key(control): control for control in controls},
    }


def drawn(name: str, language: str, body: bytes) -> bytes:
    """The matrices of one page. Raises: ValueError, KeyError, TypeError for bad values."""
    picture = picture_of(name)
    page = Page(name, "", text_of(name, one_of(LANGUAGES)(language)))
    return encode(picture.draw(page, picture.read(json.loads(body))))


async def _answer(request: Request) -> Response:
    body = await request.body()
    if len(body) > LONGEST_REQUEST:
        return Response(status_code=413)
    name, language = request.path_params["name"], request.query_params.get("lang", "en")
    try:
        content = drawn(name, language, body)
    except (ValueError, KeyError, TypeError, RecursionError):
        return Response(status_code=400)
    # Raw numbers hardly shrink, and squeezing them would take longer than all the rest.
    return Response(content, headers={"Content-Encoding": "identity"})


ROUTES = [Route(_address("{name}"), _answer, methods=["POST"])]
