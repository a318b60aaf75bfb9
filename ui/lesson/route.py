"""The routes of lessons: the list, one lesson, a dropped file, and whether a step is reached."""

from collections.abc import Callable
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
from ui.answer.route import LONGEST_REQUEST, ROOT, kept_by_nobody, respond
from ui.lesson.conditions import reached_in_words, results_of
from ui.lesson.draft import Draft, read_draft, write_draft
from ui.lesson.header import lesson_header, listed
from ui.lesson.lesson import Condition, Lesson
from ui.lesson.library import WORDS, all_lessons, lesson_of, read_text, source_of
from ui.lesson.reading import LONGEST_LESSON
from ui.lesson.templates import Comparison, Kind, subjects_of, template_of
from ui.lesson.worksheet import worksheet_of
from ui.state.address import State
from ui.state.control import JsonValue
from ui.streamlit.seams import every_method
from ui.words.language import LANGUAGES, text_of

ADDRESS = f"{ROOT}/lessons"
LONGEST_FILE = 5 * LONGEST_LESSON
"""Bytes of a request with a dropped file."""
MOST_CONDITIONS = 20
LATER = ("editor", "sheet", "answers")
"""Sections of texts that the browser asks for when it needs them."""


class ReachedRequest(Struct, frozen=True):
    """A page's state, and what is to hold of it."""

    setting: dict[str, JsonValue]
    selection: SelectionRequest
    when: Annotated[list[Condition], Meta(max_length=MOST_CONDITIONS)]


class TemplateRequest(Struct, frozen=True):
    """A block to make of a page's state."""

    setting: dict[str, JsonValue]
    selection: SelectionRequest
    kind: Kind
    subject: str = ""
    comparison: Comparison = "is"


class StateRequest(Struct, frozen=True):
    """A page's state."""

    setting: dict[str, JsonValue]
    selection: SelectionRequest


class WorksheetRequest(Struct, frozen=True):
    """The lesson to print: one of the list, or the text of a file."""

    lesson: str = ""
    source: str = ""


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


def _source(request: Request) -> Response:
    """A lesson's file, to write another one from."""
    language = request.query_params.get("lang", "en")
    if (refused := _refusal(request, language)) is not None:
        return refused
    return _fresh({"source": source_of(request.path_params["lesson"], language)})


def _words(request: Request) -> Response:
    """The texts of the editor, the worksheet and the answers, which few visitors need."""
    language = request.query_params.get("lang", "en")
    if (refused := _refusal(request, language)) is not None:
        return refused
    text = text_of(WORDS, language)
    return _fresh({name: text.section(name) for name in LATER})


def _refusal(request: Request, language: str) -> Response | None:
    if not is_ours(request):
        return Response(status_code=403)
    return None if language in LANGUAGES else Response(status_code=400)


def _fresh(content: Any) -> Response:
    return JSONResponse(content, headers={"Cache-Control": "no-store"})


def _reached(handler: PageHandler, body: bytes) -> bytes:
    """Return for each condition whether it holds, and what the learner has reached in words.

    Raises: BadRequestError.
    """
    asked = read_body(body, ReachedRequest)
    state = _state(handler, asked)
    results = results_of(asked.when, handler, state)
    said = reached_in_words(asked.when, results, handler, state)
    is_reached = all(one.holds for one in results)
    return msgspec.json.encode({"results": results, "reached": is_reached, "said": said})


def _state(
    handler: PageHandler, asked: ReachedRequest | TemplateRequest | StateRequest
) -> State[Any]:
    try:
        return handler.after(PageRequest(asked.setting, asked.selection))
    except ValueError as error:
        raise BadRequestError(str(error)) from error


def _subjects(handler: PageHandler, body: bytes) -> bytes:
    """Return the page's title, and what a step can ask for of its state.

    Raises: BadRequestError.
    """
    state = _state(handler, read_body(body, StateRequest))
    title = handler.text(f"pages.{handler.name}")
    return msgspec.json.encode({"title": title, "subjects": subjects_of(handler, state)})


def _template(handler: PageHandler, body: bytes) -> bytes:
    """Return a block to fill in. Raises: BadRequestError."""
    asked = read_body(body, TemplateRequest)
    state = _state(handler, asked)
    text = template_of(asked.kind, handler, state, asked.subject, asked.comparison)
    return msgspec.json.encode({"text": text})


def _written(handler: PageHandler, body: bytes) -> bytes:
    """Return the file of a draft. Raises: BadRequestError."""
    return msgspec.json.encode({"source": write_draft(read_body(body, Draft))})


def _draft(handler: PageHandler, body: bytes) -> bytes:
    """Return what the editor shows of a file. Raises: BadRequestError."""
    asked = read_body(body, FileRequest)
    if len(asked.source) > LONGEST_LESSON:
        raise BadRequestError(f"a lesson of {len(asked.source):,} characters")
    return msgspec.json.encode({"draft": read_draft(asked.source)})


def _worksheet(handler: PageHandler, body: bytes) -> bytes:
    """Return a lesson with what its worksheet and the key need. Raises: BadRequestError."""
    asked = read_body(body, WorksheetRequest)
    lesson: Lesson | None
    if asked.lesson:
        lesson = lesson_of(asked.lesson, handler.language)
    else:
        lesson = read_text(asked.source, "file", "file", handler.language)
    sheet = None if lesson is None else worksheet_of(lesson, handler.language)
    return msgspec.json.encode({"sheet": sheet})


def _dropped(handler: PageHandler, body: bytes) -> bytes:
    """Return the lesson of a file's text. Raises: BadRequestError."""
    asked = read_body(body, FileRequest)
    name = asked.file.removesuffix(".md")
    lesson = read_text(asked.source, name, asked.file, handler.language)
    return msgspec.json.encode({"lesson": lesson_header(lesson, handler.language)})


def _json(content: bytes) -> Response:
    return kept_by_nobody(content, "application/json")


def _posted(
    path: str, answer: Callable[[PageHandler, bytes], bytes], longest: int = LONGEST_REQUEST
) -> Any:
    async def answered(scope: Scope, receive: Receive, send: Send) -> None:
        await respond(Request(scope, receive), send, answer, _json, longest=longest)

    return every_method(f"{ADDRESS}/{path}/{{name}}", answered)


ROUTES = [
    Route(f"{ADDRESS}/list", _list, methods=["GET"]),
    Route(f"{ADDRESS}/words", _words, methods=["GET"]),
    Route(f"{ADDRESS}/read/{{lesson}}", _one, methods=["GET"]),
    Route(f"{ADDRESS}/source/{{lesson}}", _source, methods=["GET"]),
    _posted("reached", _reached),
    _posted("dropped", _dropped, LONGEST_FILE),
    _posted("subjects", _subjects),
    _posted("template", _template),
    _posted("written", _written, LONGEST_FILE),
    _posted("draft", _draft, LONGEST_FILE),
    _posted("worksheet", _worksheet, LONGEST_FILE),
]
