"""Sends the browser the terms, once it has drawn the picture."""

from functools import lru_cache
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ui.answer.requests import is_ours
from ui.answer.route import ROOT
from ui.glossary.register import TERMS, WORDS, Term
from ui.questions.register import question_of
from ui.words.language import LANGUAGES, Text, text_of

ADDRESS = f"{ROOT}/glossary/terms"
"""Of two segments: one would be the name of a page."""


def entry(term: Term, language: str) -> dict[str, Any]:
    """Return a term as the browser finds and shows it."""
    text = text_of(WORDS, language)
    return {
        "key": term.key,
        "name": term.name(language),
        "forms": term.forms(language),
        "never": term.never(language),
        "sentence": term.sentence(language),
        "symbol": term.symbol,
        "source": {"text": term.source.text(text), "address": term.source.address()},
        "see": _seen(term, language) | {"title": _title(term.page, text)},
    }


def _title(page: str, text: Text) -> str:
    return text(f"pages.{page}")


def _seen(term: Term, language: str) -> dict[str, Any]:
    """Return where a term can be seen: the answer to its question, else its page as it is."""
    if not term.question:
        return {"page": term.page, "address": term.page, "brings": {}, "pin": "", "question": ""}
    question = question_of(term.question)
    state = question.state(language)
    return {
        "page": term.page,
        "address": question.address(language),
        "brings": state.setting.to_json(),
        "pin": state.selection.pin,
        "question": term.question,
    }


@lru_cache(maxsize=len(LANGUAGES))
def terms(language: str) -> bytes:
    """Return everything that the browser needs of the glossary, as JSON."""
    endings = text_of(WORDS, language)("glossary.endings").split()
    listed = [entry(term, language) for term in TERMS]
    return msgspec.json.encode({"terms": listed, "endings": endings})


def _terms(request: Request) -> Response:
    if not is_ours(request):
        return Response(status_code=403)
    language = request.query_params.get("lang", "en")
    if language not in LANGUAGES:
        return Response(status_code=400)
    headers = {"Cache-Control": "no-store"}
    return Response(terms(language), headers=headers, media_type="application/json")


ROUTES = [Route(ADDRESS, _terms, methods=["GET"])]
