"""A lesson as the browser gets it."""

from collections.abc import Callable
from typing import Any

import msgspec

from ui.lesson.lesson import (
    About,
    Cover,
    Do,
    Item,
    Lesson,
    Look,
    Note,
    Open,
    Predict,
    Prose,
    Question,
    Wrong,
)
from ui.lesson.library import said
from ui.lesson.links import LinkError, header_of, target_of
from ui.lesson.markdown import inline_tree, parsed, tree_of
from ui.words.language import text_of


def listed(lesson: Lesson) -> dict[str, Any]:
    """Return what the list of lessons shows of one."""
    return {
        "name": lesson.name,
        "title": lesson.title,
        "about": msgspec.to_builtins(lesson.about),
        "count": len(lesson.steps),
        "is_broken": bool(lesson.problems),
        "language": lesson.language,
    }


def lesson_header(lesson: Lesson, language: str) -> dict[str, Any]:
    """Return a whole lesson, with what its links open, and what is wrong in it."""
    steps = [
        {"title": step.title, "items": [_item(one, language) for one in step.items]}
        for step in lesson.steps
    ]
    problems = [said(one, language) for one in lesson.problems]
    return listed(lesson) | {"intro": lesson.intro, "steps": steps, "problems": problems}


def _target(link: str, language: str) -> dict[str, Any] | None:
    try:
        target = target_of(link, language)
    except LinkError:
        return None
    title = text_of(target.page, language)(f"pages.{target.page}")
    return {**header_of(target), "title": title}


def _hints(block: Do | Predict | Question) -> list[Any]:
    return [inline_tree(one) for one in block.hints]


def _open(block: Open, language: str) -> dict[str, Any]:
    return {"target": _target(block.link, language)}


def _do(block: Do, language: str) -> dict[str, Any]:
    return {
        "say": inline_tree(block.say),
        "when": msgspec.to_builtins(block.when),
        "hints": _hints(block),
        "show": _target(block.show, language) if block.show else None,
    }


def _predict(block: Predict, language: str) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(block)
    kind_of = plain.pop("kind")  # an item's own kind is that of its block
    return plain | {"kind_of": kind_of, "ask": inline_tree(block.ask), "hints": _hints(block)}


def _question(block: Question, language: str) -> dict[str, Any]:
    options = [
        {"text": inline_tree(one.text), "why": inline_tree(one.why), "right": one.right}
        for one in block.options
    ]
    return {
        "ask": inline_tree(block.ask),
        "options": options,
        "answer": inline_tree(block.answer),
        "hints": _hints(block),
    }


_HEADERS: dict[type, Callable[[Any, str], dict[str, Any]]] = {
    Prose: lambda one, _: {"tree": one.tree},
    Open: _open,
    Look: lambda one, _: msgspec.to_builtins(one),
    Cover: lambda one, _: msgspec.to_builtins(one),
    Do: _do,
    Predict: _predict,
    Question: _question,
    Note: lambda one, _: {"tree": tree_of(parsed(one.text))},
    Wrong: lambda one, _: {"message": one.message},
    About: lambda one, _: {},
}


def _item(item: Item | About, language: str) -> dict[str, Any]:
    kind = type(item).__name__.lower()
    return {"kind": kind, **_HEADERS[type(item)](item, language)}
