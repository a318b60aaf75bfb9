"""The routes for sharing: next to the answers, with the same rules."""

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send
from torch import Tensor

from ui.answer.admission import ANSWERS, FILES, Admission
from ui.answer.requests import json_of
from ui.answer.route import LONGEST_REQUEST, ROOT, kept_by_nobody, respond
from ui.answer.trip import NO_SETTING, BadRequestError, Trip
from ui.share.held import caption, changed_fields
from ui.share.loading import loaded, matrix_of
from ui.share.number_file import LONGEST as LONGEST_FILE
from ui.share.qr import LONGEST, qr_svg
from ui.share.setting_file import opened, setting_file
from ui.share.tensor_file import TooLargeError, matrix_csv, npz_file, safetensors_file
from ui.state.address import State
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
    def of(cls, said: Any) -> "File":
        return cls(json.dumps(said, ensure_ascii=False).encode())


def state_asked(trip: Trip, body: bytes) -> tuple[State[Any], Mapping[str, Any]]:
    """Return the state to share, and the whole request. Raises: BadRequestError."""
    try:
        said = json_of(body)
        return trip.after({"setting": said["setting"], "place": said["place"]}), said
    except NO_SETTING as error:
        raise BadRequestError(str(error)) from error


def _as_seen(trip: Trip, state: State[Any], said: Mapping[str, Any]) -> State[Any]:
    """Return the state with the setting before the last change, if the page shows its effect."""
    if not said.get("before") or not trip.page.compares(state.setting):
        return state
    try:
        return replace(state, before=trip.page.setting.read(said["before"]))
    except NO_SETTING as error:
        raise BadRequestError(str(error)) from error


def about(trip: Trip, body: bytes) -> File:
    """Return everything the panel shows: its texts, the link's contents, its QR code, the
    caption.
    """
    state, said = state_asked(trip, body)
    link, text = str(said.get("link", "")), trip.text
    try:
        code = qr_svg(link)
    except ValueError:
        code = ""
    return File.of(
        {
            "words": text.section("share") | {name: text(f"errors.{name}") for name in SAID_HERE},
            "title": text(f"pages.{trip.name}"),
            "holds": list(changed_fields(text, state.setting)),
            "caption": caption(trip.name, text, state.setting),
            "qr": code,
            "long": len(link) > LONGEST,
            "tensors": len(_tensors(trip, state)),
        }
    )


def setting(trip: Trip, body: bytes) -> File:
    return File(setting_file(trip, state_asked(trip, body)[0]).encode())


def open_file(trip: Trip, body: bytes) -> File:
    """Return where a settings file leads, or an error message."""
    try:
        found = opened(trip, body)
    except ValueError:
        return File.of({"error": trip.text("share.no_setting_file")})
    lost = ", ".join(found.pop("lost"))
    return File.of(found | {"lost": trip.text("frame.link_lost", names=lost) if lost else ""})


def _tensors(trip: Trip, state: State[Any]) -> Mapping[str, Tensor]:
    return trip.page.tensors(state.setting)


def npz(trip: Trip, body: bytes) -> File:
    """Return all tensors of the page for NumPy; or an error message."""
    state, _ = state_asked(trip, body)
    try:
        return File(npz_file(_tensors(trip, state)), BYTES)
    except TooLargeError:
        return File.of({"error": trip.text("share.too_many")})


def safetensors(trip: Trip, body: bytes) -> File:
    """Return all tensors of the page for torch; or an error message."""
    state, _ = state_asked(trip, body)
    about = caption(trip.name, trip.text, state.setting)
    try:
        return File(safetensors_file(_tensors(trip, state), about), BYTES)
    except TooLargeError:
        return File.of({"error": trip.text("share.too_many")})


def csv(trip: Trip, body: bytes) -> File:
    """Return one matrix, as shown, for a spreadsheet, which recognises UTF-8 by its byte-order
    mark.
    """
    state, said = state_asked(trip, body)
    try:
        matrix = matrix_of(trip, _as_seen(trip, state, said), str(said.get("matrix")))
    except InputError as error:
        raise BadRequestError(str(error)) from error
    return File(matrix_csv(matrix).encode("utf-8-sig"), "text/csv; charset=utf-8")


def load(trip: Trip, body: bytes) -> File:
    """Return the state with a matrix from a file, which follows a length and a request of that
    length.

    Problems with the file are returned as a message.
    """
    try:
        size = int.from_bytes(body[:4], "little")
        if size > LONGEST_REQUEST:
            raise ValueError(f"a request of {size:,} bytes")
        state, said = state_asked(trip, body[4 : 4 + size])
        matrix, name = str(said["matrix"]), str(said["name"])
    except NO_SETTING as error:
        raise BadRequestError(str(error)) from error
    try:
        setting = loaded(trip, state, matrix, name, body[4 + size :])
    except InputError as error:
        return File.of({"error": trip.text(f"errors.{error.name}", **error.values)})
    except ValueError:
        return File.of({"error": trip.text("errors.file_not_possible")})
    return File.of({"state": {"setting": setting.plain(), "place": asdict(state.place)}})


@dataclass(frozen=True)
class Kind:
    """What can be requested: its handler, its maximum request size, and its admission."""

    answer: Callable[[Trip, bytes], File]
    longest: int = LONGEST_REQUEST
    admission: Admission = ANSWERS


KINDS = {
    "about": Kind(about),
    "setting": Kind(setting),
    "open": Kind(open_file),
    "npz": Kind(npz, admission=FILES),
    "safetensors": Kind(safetensors, admission=FILES),
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
