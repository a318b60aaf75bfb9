"""Answers what is typed into the field "Ask" with the questions that fit."""

from functools import lru_cache
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from ui.answer.requests import is_ours
from ui.answer.route import ROOT
from ui.questions.register import REGISTER, WORDS, Question, question_of
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
        "pin": state.selection.pin,
        "view": state.selection.view,
    }


def found(query: str, language: str) -> dict[str, Any]:
    """Return the questions that fit, with a line about how many or how well."""
    text, result = text_of(WORDS, language), find(query)
    count = len(result.questions)
    if not result.fits:
        message = text("ask.closest" if count else "ask.nothing", words=query.strip())
    elif count == 1:
        message = text("ask.found_one")
    else:
        message = text("ask.found", count=count) if count else ""
    entries = [entry(one.key, language) for one in result.questions]
    return {"fits": result.fits, "message": message, "questions": entries}


def _ask(request: Request) -> Response:
    if not is_ours(request):
        return Response(status_code=403)
    query, language = request.query_params.get("q", ""), request.query_params.get("lang", "en")
    if language not in LANGUAGES or len(query) > LONGEST_QUERY:
        return Response(status_code=400)
    return JSONResponse(found(query, language), headers={"Cache-Control": "no-store"})


ROUTES = [Route(ADDRESS, _ask, methods=["GET"])]
