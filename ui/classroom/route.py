"""The routes of classes: start, join, answer; what the teacher does; the stream to each window."""

import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from ui.answer.requests import BadRequestError, body_of, is_ours, read_body
from ui.answer.route import ROOT
from ui.classroom import join_page
from ui.classroom.codes import is_key, new_key, typed_code
from ui.classroom.counts import counts_csv
from ui.classroom.entrance import TooManyError
from ui.classroom.here import entrance, hub
from ui.classroom.places import place_of
from ui.classroom.questions import MOST_CELLS
from ui.classroom.records import Class, NoClassError, NotAllowedError
from ui.classroom.store import StoreGoneError
from ui.classroom.teacher_requests import LEADS
from ui.classroom.views import Role, question_seen
from ui.server.client import client_of
from ui.server.ending import ENDING
from ui.streamlit.seams import every_method

ADDRESS = f"{ROOT}/class"
LONGEST = 64_000
VOTER, TEACHER = "workbench_voter", "workbench_teacher_"
"""The cookies of a browser that answers, and, with the code, of a teacher's."""
BEAT_SECONDS = 10.0
"""How often a window that is told nothing is told that it is still heard."""
MOST_STARTS, STARTS_SECONDS = 60, 3600.0
"""Classes that one address may start in that time."""
LOGGER = logging.getLogger(__name__)


class Answered(Struct, frozen=True):
    """A person's answer."""

    answer: Annotated[list[float], Meta(max_length=MOST_CELLS)]


class Presence(Struct, frozen=True):
    """Whether a person follows."""

    follows: bool


class KeyGiven(Struct, frozen=True):
    """A teacher's key, brought to another browser."""

    key: Annotated[str, Meta(max_length=64)]


async def _start(request: Request) -> Response:
    client = client_of(request.scope)
    if await hub().classroom.store.count(f"starts:{client}", STARTS_SECONDS) > MOST_STARTS:
        return _no("many", 429)
    code, key = await hub().classroom.start()
    return _with_cookie(request, JSONResponse({"code": code, "key": key}), TEACHER + code, key)


async def _join(request: Request, code: str) -> Response:
    """Let a browser in, and give it what makes it the same voter when it comes again."""
    found = await hub().classroom.of(code)
    place = place_of(found.link) or {}
    leads = is_key(code, request.cookies.get(TEACHER + code, ""), found.teacher)
    address = place.get("address", "")
    here = {"code": code, "now": time.time(), "address": address, "leads": leads}
    here["own"] = await _own_answer(request, code, found)
    response = JSONResponse(here)
    if request.cookies.get(VOTER):
        return response
    return _with_cookie(request, response, VOTER, new_key())


async def _own_answer(request: Request, code: str, found: Class) -> dict[str, Any] | None:
    """Return what this browser has answered to the question on the screen; None if nothing."""
    asked, voter = found.now, request.cookies.get(VOTER, "")
    answer = await hub().classroom.answer_of(code, voter, asked) if asked and voter else None
    if asked is None or answer is None:
        return None
    return {"number": asked.number, "round": asked.round, "answer": answer}


async def _take_over(request: Request, code: str, asked: KeyGiven) -> Response:
    await hub().classroom.led(code, asked.key)
    return _with_cookie(request, JSONResponse({"code": code}), TEACHER + code, asked.key)


def _with_cookie(request: Request, response: Response, name: str, value: str) -> Response:
    response.set_cookie(
        name,
        value,
        max_age=7 * 24 * 3600,
        path=ADDRESS,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )
    return response


async def _answer(request: Request, code: str, asked: Answered) -> Response:
    await hub().classroom.answer(code, _voter(request), asked.answer)
    return JSONResponse({})


async def _here(request: Request, code: str, asked: Presence) -> Response:
    if not await hub().classroom.here(code, _voter(request), follows=asked.follows):
        return _no("full", 429)
    return JSONResponse({})


def _voter(request: Request) -> str:
    voter = request.cookies.get(VOTER, "")
    if not 16 <= len(voter) <= 64:
        raise NotAllowedError("voter")
    return voter


PERSONS: dict[str, tuple[type[Struct], Callable[[Request, str, Any], Awaitable[Response]]]] = {
    "answer": (Answered, _answer),
    "here": (Presence, _here),
    "key": (KeyGiven, _take_over),
}
"""What anybody in a class can do."""


def _no(reason: str, status: int) -> Response:
    return JSONResponse({"refused": reason}, status)


async def _found_code(request: Request) -> str:
    """Return the code in the address. Raises: NoClassError, TooManyError."""
    client, code = client_of(request.scope), typed_code(request.path_params["code"])
    if code is not None and await _is_known(request, code):
        return code
    await entrance().turn(client)
    try:
        if code is None:
            raise NoClassError(request.path_params["code"])
        await hub().classroom.of(code)
    except NoClassError:
        await entrance().missed(client)
        raise
    return code


async def _is_known(request: Request, code: str) -> bool:
    """Whether somebody is in this class already, so that no one else's wrong codes slow them."""
    voter, key = request.cookies.get(VOTER, ""), request.cookies.get(TEACHER + code, "")
    return await hub().classroom.knows(code, voter, key)


async def _posted(request: Request) -> Response:
    what = request.path_params.get("what", "start")
    body = await body_of(request, LONGEST)
    if body is None:
        return _no("long", 413)
    if what == "start":
        return await _start(request)
    code = await _found_code(request)
    if what == "join":
        return await _join(request, code)
    if what in PERSONS:
        kind, do = PERSONS[what]
        return await do(request, code, read_body(body, kind))
    if what not in LEADS:
        return _no("unknown", 404)
    lead_kind, lead = LEADS[what]
    await lead(code, request.cookies.get(TEACHER + code, ""), read_body(body, lead_kind))
    return JSONResponse({})


async def _safely(request: Request, answer: Callable[[Request], Awaitable[Response]]) -> Response:
    """Return an answer, or why there is none."""
    if not is_ours(request):
        return _no("origin", 403)
    try:
        return await answer(request)
    except BadRequestError as error:
        return _no(str(error), 400)
    except NotAllowedError as error:
        return _no(str(error), 403)
    except NoClassError:
        return _no("class", 404)
    except TooManyError:
        return _no("many", 429)
    except StoreGoneError as error:
        LOGGER.warning("the store of classes does not answer: %s", error)
        return _no("interrupted", 503)


async def _post(scope: Scope, receive: Receive, send: Send) -> None:
    request = Request(scope, receive)
    if request.method != "POST":
        await Response(status_code=405, headers={"Allow": "POST"})(scope, receive, send)
        return
    try:
        response = await _safely(request, _posted)
    except ClientDisconnect:
        return
    response.headers["Cache-Control"] = "no-store"
    await response(scope, receive, send)


async def _events(request: Request) -> Response:
    return await _safely(request, _stream)


async def _stream(request: Request) -> Response:
    """Tell a window what happens, for as long as it is open (server-sent events)."""
    code = await _found_code(request)
    role = _role(request.query_params.get("role", "student"))
    if role != "student":
        await hub().classroom.led(code, request.cookies.get(TEACHER + code, ""))
    headers = {
        "Cache-Control": "no-store",
        "Content-Encoding": "identity",
        "X-Accel-Buffering": "no",
    }
    return StreamingResponse(
        _told(request, code, role), headers=headers, media_type="text/event-stream"
    )


def _role(given: str) -> Role:
    roles: dict[str, Role] = {
        "teacher": "teacher",
        "projector": "projector",
        "student": "student",
    }
    if given not in roles:
        raise BadRequestError("role")
    return roles[given]


async def _told(request: Request, code: str, role: Role) -> AsyncIterator[bytes]:
    async with hub().window(code, role) as window:
        while not await request.is_disconnected():
            try:
                async with ENDING.patience(BEAT_SECONDS):
                    message = await window.unread.get()
            except TimeoutError:
                if ENDING.has_begun:
                    return
                yield b": still there\n\n"
            else:
                yield b"data: " + message + b"\n\n"


async def _counts(request: Request) -> Response:
    return await _safely(request, _counted)


async def _counted(request: Request) -> Response:
    code = await _found_code(request)
    classroom = hub().classroom
    found = await classroom.led(code, request.cookies.get(TEACHER + code, ""))
    headers = {
        "Cache-Control": "no-store",
        "Content-Disposition": f'attachment; filename="class-{code}.csv"',
    }
    content = await counts_csv(classroom, code, found)
    return Response(content, headers=headers, media_type="text/csv; charset=utf-8")


async def _history(request: Request) -> Response:
    return await _safely(request, _told_history)


async def _told_history(request: Request) -> Response:
    """All questions of a class, with the answers of every round and the pages they are about."""
    code = await _found_code(request)
    classroom = hub().classroom
    found = await classroom.led(code, request.cookies.get(TEACHER + code, ""))
    asked = [
        question_seen(one, "teacher", is_open=False)
        | {"results": msgspec.to_builtins(await classroom.results(code, one))}
        for one in found.asked
    ]
    return JSONResponse({"asked": asked}, headers={"Cache-Control": "no-store"})


ROUTES = [
    *join_page.ROUTES,
    every_method(f"{ADDRESS}/start", _post),
    Route(f"{ADDRESS}/{{code}}/events", _events, methods=["GET"]),
    Route(f"{ADDRESS}/{{code}}/counts", _counts, methods=["GET"]),
    Route(f"{ADDRESS}/{{code}}/history", _history, methods=["GET"]),
    every_method(f"{ADDRESS}/{{code}}/{{what}}", _post),
]
