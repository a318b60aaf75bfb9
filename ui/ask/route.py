"""Answers what is typed into the field "Ask" with the questions that fit."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from ui.answer.requests import is_ours
from ui.answer.route import ROOT
from ui.questions.register import (
    REGISTER,
    WATCHED,
    WORDS,
    Question,
    question_of,
    questions_of,
    spoken_of,
)
from ui.questions.search import LONGEST_QUERY, find
from ui.words.language import LANGUAGES, text_of

ADDRESS = f"{ROOT}/questions/found"
"""Of two segments: one would be the name of a page."""


@lru_cache(maxsize=len(REGISTER) * len(LANGUAGES))
def entry(key: str, language: str) -> dict[str, Any]:
    """Return a question as the browser shows and opens it."""
    question: Question = question_of(key)
    state = question.state(language)
    return {
        "key": key,
        "question": question.text(language),
        "answer": question.answer(language),
        "title": text_of(question.page, language)(f"pages.{question.page}"),
        "page": question.page,
        "address": question.address(language),
        "brings": state.setting.to_json(),
        "speaksOf": spoken_of(question, language),
        "watched": WATCHED.get(question.page, ()),
        "pin": state.selection.pin,
        "view": state.selection.view,
    }


def found(query: str, language: str) -> dict[str, Any]:
    """Return the questions that fit, with a line about how many; where none does, the nearest."""
    text, result = text_of(WORDS, language), find(query)
    count = len(result.questions)
    if not result.fits:
        message = text("ask.closest" if count else "ask.nothing", words=query.strip())
    elif count == 1:
        message = text("ask.found_one")
    else:
        message = text("ask.found", count=count) if count else ""
    return _listed("answers" if result.fits else "nearest", message, result.questions, language)


def found_on(page: str, language: str) -> dict[str, Any]:
    """Return the questions that a page answers; where there are none, what can be asked instead."""
    text = text_of(WORDS, language)
    questions = questions_of(page)
    message = text("ask.here" if questions else "ask.not_here")
    return _listed("page", message, questions, language)


def _listed(
    kind: str, message: str, questions: Sequence[Question], language: str
) -> dict[str, Any]:
    entries = [entry(one.key, language) for one in questions]
    return {"kind": kind, "message": message, "questions": entries}


def _ask(request: Request) -> Response:
    if not is_ours(request):
        return Response(status_code=403)
    query, language = request.query_params.get("q", ""), request.query_params.get("lang", "en")
    page = request.query_params.get("page")
    if language not in LANGUAGES or len(query) > LONGEST_QUERY:
        return Response(status_code=400)
    answer = found(query, language) if page is None else found_on(page, language)
    return JSONResponse(answer, headers={"Cache-Control": "no-store"})


ROUTES = [Route(ADDRESS, _ask, methods=["GET"])]
