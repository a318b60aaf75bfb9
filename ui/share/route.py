"""The routes for sharing: next to the answers, with the same rules."""

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import Any, TypeVar

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send
from torch import Tensor

from ui.answer.admission import ANSWERS, FILES, Admission
from ui.answer.answer import PassingError
from ui.answer.page_handler import PageHandler
from ui.answer.requests import BadRequestError, PageRequest, SelectionRequest, read_body
from ui.answer.route import LONGEST_REQUEST, ROOT, kept_by_nobody, respond
from ui.answer.tensor_file import TooLargeError, file_of
from ui.share.link_contents import caption, changed_fields
from ui.share.loading import loaded, matrix_of
from ui.share.matrix_file import matrix_csv
from ui.share.number_file import LONGEST as LONGEST_FILE
from ui.share.qr import LONGEST, qr_svg
from ui.share.setting_file import opened, setting_file
from ui.state.address import State
from ui.state.control import JsonValue
from ui.state.typed_input import InputError
from ui.streamlit.seams import every_method

SAID_HERE = ("file_too_large", "file_no_target")
"""Messages about a file that the browser shows without a request."""
BYTES = "application/octet-stream"


@dataclass(frozen=True)
class File:
    """A response: bytes of a media type."""

    body: bytes
    kind: str = "application/json"

    @classmethod
    def of(cls, content: Any) -> "File":
        return cls(json.dumps(content, ensure_ascii=False).encode())


class StateRequest(Struct, frozen=True):
    """What to share."""

    setting: dict[str, JsonValue]
    selection: SelectionRequest


class LinkRequest(StateRequest, frozen=True):
    """The same, with the link to it."""

    link: str = ""


class MatrixRequest(StateRequest, frozen=True, kw_only=True):
    """One matrix of it."""

    matrix: str
    before: dict[str, JsonValue] | None = None
    """The setting before the last change."""


class TensorRequest(StateRequest, frozen=True):
    """All its tensors, or the one that is named."""

    tensor: str = ""


class FileRequest(StateRequest, frozen=True):
    """One matrix of it, to be filled from a file of this name."""

    matrix: str
    name: str


R = TypeVar("R", bound=StateRequest)


def state_asked(handler: PageHandler, body: bytes, kind: type[R]) -> tuple[State[Any], R]:
    """Return the state to share, and the whole request. Raises: BadRequestError."""
    asked = read_body(body, kind)
    try:
        return handler.after(PageRequest(asked.setting, asked.selection)), asked
    except ValueError as error:
        raise BadRequestError(str(error)) from error


def _as_seen(handler: PageHandler, state: State[Any], asked: MatrixRequest) -> State[Any]:
    """Return the state with the setting before the last change, if the page shows its effect."""
    if not asked.before or not handler.page.compares(state.setting):
        return state
    try:
        return replace(state, before=handler.page.setting.read(asked.before))
    except ValueError as error:
        raise BadRequestError(str(error)) from error


def about(handler: PageHandler, body: bytes) -> File:
    """Return everything the panel shows: its texts, the link's contents, its QR code, the
    caption.
    """
    state, asked = state_asked(handler, body, LinkRequest)
    link, text = asked.link, handler.text
    elsewhere = handler.page.tensor_files(state, text)
    words = text.section("share") | {name: text(f"errors.{name}") for name in SAID_HERE}
    if elsewhere is not None:
        words["tensors_about"] = elsewhere.about
    try:
        code = qr_svg(link)
    except ValueError:
        code = ""
    return File.of(
        {
            "words": words,
            "title": text(f"pages.{handler.name}"),
            "holds": list(changed_fields(text, state.setting)),
            "caption": caption(handler.name, text, state.setting),
            "qr": code,
            "long": len(link) > LONGEST,
            "tensors": len(_tensors(handler, state)) if elsewhere is None else elsewhere.count,
            "shown": "" if elsewhere is None else elsewhere.shown,
        }
    )


def setting(handler: PageHandler, body: bytes) -> File:
    return File(setting_file(handler, state_asked(handler, body, StateRequest)[0]).encode())


def open_file(handler: PageHandler, body: bytes) -> File:
    """Return where a settings file leads, or an error message."""
    try:
        found = opened(handler, body)
    except ValueError:
        return File.of({"error": handler.text("share.no_setting_file")})
    lost = ", ".join(found.pop("lost"))
    return File.of(found | {"lost": handler.text("frame.link_lost", names=lost) if lost else ""})


def _tensors(handler: PageHandler, state: State[Any]) -> Mapping[str, Tensor]:
    return handler.page.tensors(state.setting)


def tensors(handler: PageHandler, body: bytes, kind: str) -> File:
    """Return all tensors of the page in a file for NumPy or torch; or an error message."""
    state, asked = state_asked(handler, body, TensorRequest)
    about = caption(handler.name, handler.text, state.setting)
    elsewhere = handler.page.tensor_files(state, handler.text)
    try:
        if elsewhere is not None:
            return File(elsewhere.file(kind, asked.tensor, about), BYTES)
        return File(file_of(_tensors(handler, state), kind, about), BYTES)
    except TooLargeError:
        return File.of({"error": handler.text("share.too_many")})
    except PassingError:
        return File.of({"error": handler.text("share.no_tensors")})


def csv(handler: PageHandler, body: bytes) -> File:
    """Return one matrix, as shown, for a spreadsheet, which recognises UTF-8 by its byte-order
    mark.
    """
    state, asked = state_asked(handler, body, MatrixRequest)
    try:
        matrix = matrix_of(handler, _as_seen(handler, state, asked), asked.matrix)
    except InputError as error:
        raise BadRequestError(str(error)) from error
    return File(matrix_csv(matrix).encode("utf-8-sig"), "text/csv; charset=utf-8")


def load(handler: PageHandler, body: bytes) -> File:
    """Return the state with a matrix from a file, which follows a length and a request of that
    length.

    Problems with the file are returned as a message.
    """
    size = int.from_bytes(body[:4], "little")
    if size > LONGEST_REQUEST:
        raise BadRequestError(f"a request of {size:,} bytes")
    state, asked = state_asked(handler, body[4 : 4 + size], FileRequest)
    try:
        setting = loaded(handler, state, asked.matrix, asked.name, body[4 + size :])
    except InputError as error:
        return File.of({"error": handler.text(f"errors.{error.name}", **error.values)})
    except ValueError:
        return File.of({"error": handler.text("errors.file_not_possible")})
    return File.of({"state": {"setting": setting.to_json(), "selection": asdict(state.selection)}})


@dataclass(frozen=True)
class Kind:
    """What can be requested: its handler, its maximum request size, and its admission."""

    answer: Callable[[PageHandler, bytes], File]
    longest: int = LONGEST_REQUEST
    admission: Admission = ANSWERS


KINDS = {
    "about": Kind(about),
    "setting": Kind(setting),
    "open": Kind(open_file),
    "npz": Kind(partial(tensors, kind="npz"), admission=FILES),
    "safetensors": Kind(partial(tensors, kind="safetensors"), admission=FILES),
    "csv": Kind(csv, admission=FILES),
    "load": Kind(load, LONGEST_FILE + LONGEST_REQUEST),
}


def _response(file: File) -> Response:
    return kept_by_nobody(file.body, file.kind)


async def _shares(scope: Scope, receive: Receive, send: Send) -> None:
    request = Request(scope, receive)
    kind = KINDS.get(request.path_params["kind"])
    if kind is None:
        await Response(status_code=404)(scope, receive, send)
        return
    await respond(
        request, send, kind.answer, _response, longest=kind.longest, admission=kind.admission
    )


ROUTES = [every_method(f"{ROOT}/share/{{name}}/{{kind}}", _shares)]
