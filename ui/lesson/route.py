"""The routes of lessons: the list, one lesson, a dropped file, and whether a step is reached."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from ui.answer.page_handler import PageHandler
from ui.answer.requests import (
    BadRequestError,
    PageRequest,
    SelectionRequest,
    is_ours,
    read_body,
)
from ui.answer.route import ROOT, kept_by_nobody, respond
from ui.lesson.conditions import results_of
from ui.lesson.header import lesson_header, listed
from ui.lesson.lesson import Condition
from ui.lesson.library import all_lessons, lesson_of, read_text
from ui.lesson.reading import LONGEST_LESSON
from ui.state.control import JsonValue
from ui.streamlit.seams import every_method
from ui.words.language import LANGUAGES

ADDRESS = f"{ROOT}/lessons"
LONGEST_FILE = 5 * LONGEST_LESSON
"""Bytes of a request with a dropped file."""
MOST_CONDITIONS = 20


class ReachedRequest(Struct, frozen=True):
    """A page's state, and what is to hold of it."""

    setting: dict[str, JsonValue]
    selection: SelectionRequest
    when: Annotated[list[Condition], Meta(max_length=MOST_CONDITIONS)]


class FileRequest(Struct, frozen=True):
    """A dropped file."""

    file: Annotated[str, Meta(max_length=300)]
    source: str


def _list(request: Request) -> Response:
    language = request.query_params.get("lang", "en")
    if (refused := _refusal(request, language)) is not None:
        return refused
    lessons = [listed(one) for one in all_lessons(language)]
    return _fresh({"lessons": lessons})


def _one(request: Request) -> Response:
    language = request.query_params.get("lang", "en")
    if (refused := _refusal(request, language)) is not None:
        return refused
    lesson = lesson_of(request.path_params["lesson"], language)
    return _fresh({"lesson": None if lesson is None else lesson_header(lesson, language)})


def _refusal(request: Request, language: str) -> Response | None:
    if not is_ours(request):
        return Response(status_code=403)
    return None if language in LANGUAGES else Response(status_code=400)


def _fresh(content: Any) -> Response:
    return JSONResponse(content, headers={"Cache-Control": "no-store"})


def _reached(handler: PageHandler, body: bytes) -> bytes:
    """Return for each condition whether it holds. Raises: BadRequestError."""
    asked = read_body(body, ReachedRequest)
    try:
        state = handler.after(PageRequest(asked.setting, asked.selection))
    except ValueError as error:
        raise BadRequestError(str(error)) from error
    results = results_of(asked.when, handler, state)
    return msgspec.json.encode({"results": results, "reached": all(one.holds for one in results)})


def _dropped(handler: PageHandler, body: bytes) -> bytes:
    """Return the lesson of a file's text. Raises: BadRequestError."""
    asked = read_body(body, FileRequest)
    name = asked.file.removesuffix(".md")
    lesson = read_text(asked.source, name, asked.file, handler.language)
    return msgspec.json.encode({"lesson": lesson_header(lesson, handler.language)})


def _json(content: bytes) -> Response:
    return kept_by_nobody(content, "application/json")


async def _reached_route(scope: Scope, receive: Receive, send: Send) -> None:
    await respond(Request(scope, receive), send, _reached, _json)


async def _dropped_route(scope: Scope, receive: Receive, send: Send) -> None:
    await respond(Request(scope, receive), send, _dropped, _json, longest=LONGEST_FILE)


ROUTES = [
    Route(f"{ADDRESS}/list", _list, methods=["GET"]),
    Route(f"{ADDRESS}/read/{{lesson}}", _one, methods=["GET"]),
    every_method(f"{ADDRESS}/reached/{{name}}", _reached_route),
    every_method(f"{ADDRESS}/dropped/{{name}}", _dropped_route),
]
