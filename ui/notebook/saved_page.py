"""A picture as a self-contained page, built from the modules that draw it in the app."""

import base64
import json
import re
import zlib
from collections.abc import Mapping, Sequence
from functools import cache
from html import escape
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Any

from ..picture.matrix_view.matrix import Blobs, Item, item_header

ROOT = Path(__file__).parents[2]
"""The folder that contains `ui`."""
PAGE = "ui/share/saved_page.html"
ENTRY = "ui/share/standalone_board.js"
STYLE = "ui/picture/matrix_view/matrix_view.css"
_IMPORT = re.compile(r'(\bfrom\s*|\bimport\s*)"(\.[^"]+)"')
_PLACE = re.compile(r"%(\w+)%")


def saved_page(items: Sequence[Item], pin: str, strings: Mapping[str, str], **texts: str) -> str:
    """Return the HTML of linked matrices, with everything it needs.

    Args:
        items: the contents of the board.
        pin: the cell pinned at first, "NAME.row.col"; empty for none.
        strings: the board's texts, the section `matrix_view` of the app's texts.
        texts: `title`, `caption`, `language` and `theme` ("light" or "dark").
    """
    blobs = Blobs()
    header = {
        "kind": "answer",
        "items": [item_header(item, blobs) for item in items],
        "pin": pin,
        "strings": {**strings, "hint": ""},
    }
    values = {name: escape(text) for name, text in texts.items()} | {
        "style": _read(STYLE),
        "entry": ENTRY,
        "modules": _modules(),
        "data": _deflated(_framed(header) + b"".join(blobs.parts)),
    }
    return _PLACE.sub(lambda place: values.get(place[1], place[0]), _read(PAGE))


@cache
def _modules() -> str:
    """Return the modules that draw a board, by name, packed."""
    modules: dict[str, str] = {}

    def take(name: str) -> None:
        if name in modules:
            return
        modules[name] = _IMPORT.sub(lambda one: f'{one[1]}"{_beside(name, one[2])}"', _read(name))
        for one in _IMPORT.finditer(_read(name)):
            take(_beside(name, one[2]))

    take(ENTRY)
    return _deflated(json.dumps(modules).encode())


def _beside(name: str, path: str) -> str:
    return normpath(join(dirname(name), path))


@cache
def _read(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def _framed(header: Mapping[str, Any]) -> bytes:
    text = json.dumps(header).encode()
    return len(text).to_bytes(4, "little") + text


def _deflated(data: bytes) -> str:
    packer = zlib.compressobj(level=9, wbits=-zlib.MAX_WBITS)
    return base64.b64encode(packer.compress(data) + packer.flush()).decode()
