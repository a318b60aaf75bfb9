"""Handles a page request: takes a setting and an action, returns the page's answer.

The page's own rerun uses the same code. Areas are cached by what they depend on, so that neither
computes what the other already has.
"""

from collections.abc import Hashable, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from transformer_core.explain.computation import Cell
from ui.answer.answer import Answer, Area, PageAnswer, PassingError
from ui.answer.asked import asked_parts
from ui.answer.cache import SizedCache
from ui.answer.carried import opening
from ui.answer.parts import Corridor, encode_frame, encode_parts
from ui.answer.requests import Action, BadRequestError, PageRequest, read_body
from ui.explain.trail import extend_trail, read_trail, write_trail
from ui.server.scripts import script_address
from ui.state.address import Selection, State, write_state
from ui.state.change import read_change
from ui.words.language import Text, text_of
from ui.words.pages import page_names
from ui.words.paper import SECTIONS, section_address

CORRIDOR = "corridor"
"""The area at the end of every page."""
ASKED = "asked"
"""The area in the head of every page with the question that its setting answers."""
KEPT_BYTES = 4_000_000
"""Size of the cache of answers, over all visitors."""
ANSWER_BYTES = 50_000
"""Size that an answer counts with before its areas are encoded; after that, their size is added."""


@cache
def answer_of(name: str) -> PageAnswer[Any]:
    """Return the answer in `pages/NAME/answer.py`. Raises: KeyError if there is no such page or
    file.
    """
    module = f"pages.{name}.answer"
    if name not in page_names() or find_spec(module) is None:
        raise KeyError(name)
    page: PageAnswer[Any] = import_module(module).PAGE
    return page


def _answer_size(answer: Answer) -> int | None:
    """Return the size of an answer; None for a provisional one, which is not cached."""
    is_provisional = any(area.is_provisional for area in answer.areas.values())
    return None if is_provisional else ANSWER_BYTES


def _encoded_parts(area: Area) -> bytes:
    """Raises: PassingError."""
    return encode_parts(area.parts()) if area.encoded is None else area.encoded()


_answers: SizedCache[Answer] = SizedCache(KEPT_BYTES, _answer_size)
_encoded: SizedCache[bytes] = SizedCache(KEPT_BYTES, len)


@dataclass(frozen=True)
class PageHandler:
    """One page in one language."""

    name: str
    language: str

    @property
    def page(self) -> PageAnswer[Any]:
        return answer_of(self.name)

    @property
    def text(self) -> Text:
        return text_of(self.name, self.language)

    def after(self, asked: PageRequest) -> State[Any]:
        """Return the state that a request leads to. Raises: ValueError if the page has no such
        setting, or the action is not possible there.
        """
        read, done = self.page.setting.read, asked.do or Action()
        before = read(asked.before) if asked.before else None
        leaving = read(asked.leaving) if asked.leaving else None
        state = State(
            read(asked.setting), Selection(asked.selection.pin, asked.selection.trail), before
        )
        if done.change is not None:
            changed = self.page.changed(state.setting, read_change(done.change))
            return replace(state, setting=changed, before=state.setting)
        if done.pin is not None:
            return self.page.pinned(state, done.pin)
        if done.follow is not None:
            return self._followed(state, done.here, done.follow)
        if leaving is None:
            return state
        return replace(state, setting=state.setting.reset_dependents(leaving))

    def _followed(self, state: State[Any], here: str, to: str) -> State[Any]:
        trail: tuple[Cell, ...] = extend_trail(
            read_trail(state.selection.trail), read_trail(here), to
        )
        opened: State[Any] = self.page.followed(state, trail[-1], self.text)
        return replace(opened, selection=replace(opened.selection, trail=write_trail(trail)))

    def answer(self, state: State[Any]) -> Answer:
        """Return the page's answer; the request and the rerun after it share one."""
        return _answers.get(self._key(state), lambda: self._answered(state))

    def _answered(self, state: State[Any]) -> Answer:
        """Return the page's own answer, and the head and the end that every page has."""
        answer: Answer = self.page.answer(state, self.text)
        head = Area(lambda: asked_parts(self.name, self.language, state.setting))
        end = Area(lambda: [self._corridor(state)], follows_pin=True)
        return replace(answer, first={**answer.first, ASKED: head, CORRIDOR: end})

    def _corridor(self, state: State[Any]) -> Corridor:
        """Return the way on, with what the visitor takes along."""
        order, text = page_names(), self.text
        following = order[(order.index(self.name) + 1) % len(order)]
        target, words = answer_of(following), text_of(following, self.language)
        taken = opening(target.setting, words, target.takes(self.page.gives(state)))
        return Corridor(
            self.page.known(state.setting, text),
            text("corridor.next"),
            text(f"pages.{following}"),
            following,
            f"{following}{taken.address}",
            taken.fields,
            text("frame.known"),
            text("frame.next"),
            self._paper(),
        )

    def _paper(self) -> dict[str, str] | None:
        """Return the link to the section of the paper that the page is about."""
        section = SECTIONS.get(self.name)
        if section is None:
            return None
        words = self.text("frame.paper", section=section)
        return {"text": words, "address": section_address(section)}

    def _key(self, state: State[Any]) -> Hashable:
        return self.name, self.language, state

    def encoded(
        self,
        state: State[Any],
        wanted: Sequence[str] | None = None,
        *,
        is_rerun: bool = False,
        **more: Any,
    ) -> bytes:
        """Encode the state, its URL and the wanted areas; the first ones if none are named.

        A rerun leaves out the large areas: the browser requests those that it does not have.
        """
        if state.before is not None and not self.page.compares(state.setting):
            state = replace(state, before=None)
        state = self.page.normalised(state)
        answer = self.answer(state)
        found = {name: answer.area(name) for name in (answer.first if wanted is None else wanted)}
        there = {name: area for name, area in found.items() if area is not None}
        if is_rerun:
            there = {name: area for name, area in there.items() if not area.is_large}
        areas = {name: self._area(state, name, area) for name, area in there.items()}
        header = {
            "page": self.name,
            "state": {"setting": state.setting.to_json(), "selection": asdict(state.selection)},
            "address": write_state(state, self.language, self.text),
            "equation": answer.equation,
            "scripts": [script_address(path) for path in self.page.scripts],
            "first": list(answer.first),
            "follows": [name for name, area in answer.areas.items() if area.follows_pin],
            "later": list(answer.later),
            "provisional": [name for name, area in answer.areas.items() if area.is_provisional],
            "areas": {name: len(area) for name, area in areas.items()},
        }
        return encode_frame(header | more, *areas.values())

    def _area(self, state: State[Any], name: str, area: Area) -> bytes:
        try:
            return self._kept_area(state, name, area)
        except PassingError as error:
            return encode_parts(error.parts)

    def _kept_area(self, state: State[Any], name: str, area: Area) -> bytes:
        if area.is_provisional:
            return _encoded_parts(area)
        selection = (state.selection.pin, state.selection.trail) if area.follows_pin else ()
        before = state.before.key if state.before is not None else ""
        key = (self.name, self.language, name, state.setting.key, before, *selection)

        def encoded() -> bytes:
            parts = _encoded_parts(area)
            _answers.weigh(self._key(state), len(parts))
            return parts

        return _encoded.get(key, encoded)

    def answered(self, body: bytes) -> bytes:
        """Answer a request from the browser. Raises: BadRequestError."""
        asked = read_body(body, PageRequest)
        try:
            state = self.after(asked)
        except ValueError as error:
            raise BadRequestError(str(error)) from error
        same = state.setting.to_json() == asked.setting
        # The action has changed the setting: nothing that is drawn is valid any longer.
        return self.encoded(state, asked.areas if same else None)
