"""The sentence page's answer to a setting: the written text, lines between words, heads."""

from collections.abc import Mapping
from dataclasses import replace

from torch import Tensor

from pages.translator.carried import gives, takes
from pages.translator.hypotheses import SCRIPT as HYPOTHESES
from pages.translator.setting import SentenceSetting
from pages.your_sentence.other_areas import TABS, arithmetic_area, below_area, is_pinned_early
from pages.your_sentence.panels import written_parts
from pages.your_sentence.patch_arithmetic import patch_pin
from pages.your_sentence.reading import early_place
from pages.your_sentence.sentence_parts import SentenceParts
from pages.your_sentence.views import (
    ordered_heads,
    shown_alignment,
    shown_weights,
)
from pages.your_sentence.whole_words import shown_source
from transformer_core.explain.computation import Cell
from ui.answer.answer import Answer, Area, PageAnswer
from ui.explain.next_words import SCRIPT
from ui.picture.matrix_view import Pin
from ui.picture.word_grid import SCRIPT as WORD_GRID
from ui.state.address import Selection, State
from ui.words.language import Text


def answer(state: State[SentenceSetting], text: Text) -> Answer:
    setting = state.setting
    page = SentenceParts(text, setting)
    provisional = page.source.is_loading or page.source.error is not None
    first = {
        "chips": Area(page.chips, is_provisional=provisional),
        "written": Area(
            lambda: written_parts(text, setting, page.source), is_provisional=provisional
        ),
        "lines": Area(page.lines, is_provisional=provisional),
        "matrix": Area(page.matrix, is_provisional=provisional),
        "details": Area(page.details, is_provisional=provisional),
        "arithmetic": Area(
            lambda: page.arithmetic(state.selection), follows_pin=True, is_provisional=provisional
        ),
        "tabs": Area(page.tabs, is_provisional=provisional),
        "reading": Area(page.reading, is_provisional=provisional),
        "patching": Area(page.patching, is_provisional=provisional),
    }
    if page.written is None:
        first["arithmetic"] = arithmetic_area(text, setting, page.choice, state.selection)
        first |= {one: below_area(text, setting, one) for one in TABS}
    later = {
        "heads": Area(page.heads, is_provisional=provisional),
        "pytorch": Area(page.code, is_provisional=provisional),
    }
    return Answer(first, later)


def pinned(state: State[SentenceSetting], text: str) -> State[SentenceSetting]:
    """Pin a cell; one in a small matrix opens its head alone and is pinned there."""
    pin, setting = Pin.parse(text), state.setting
    if pin is None or pin.matrix != "all_heads":
        return replace(state, selection=Selection(text))
    source, steps = shown_source(setting), setting.shown_steps
    kind = source.kind(setting.kind)
    weights, _, keys = shown_weights(source.attentions, kind, steps)
    alignment = shown_alignment(source.written.alignment if source.written else None, kind, steps)
    layer, head = ordered_heads(weights, kind, alignment, setting.order, keys)[pin.tile]
    others = frozenset(range(weights.size(1))) - {head}
    opened = setting.with_values(layer=layer + 1, off=others)
    return replace(state, setting=opened, selection=Selection(f"weights.{pin.row}.{pin.col}"))


def followed(state: State[SentenceSetting], cell: Cell, text: Text) -> State[SentenceSetting]:
    """Drop the pin: the page shows no other matrix of the model, only the trail. What is read early
    is followed within its own computation.
    """
    setting, pin = state.setting, state.selection.pin
    if setting.model == "hugging_face":
        is_below = is_pinned_early(setting, pin) or patch_pin(setting, pin) is not None
        return state if is_below else replace(state, selection=Selection())
    if early_place(setting, pin) is not None or patch_pin(setting, pin) is not None:
        return state
    return replace(state, selection=Selection())


def _tensors(setting: SentenceSetting) -> Mapping[str, Tensor]:
    """All tensors of our own model; for another model its attention weights by kind and layer."""
    source = setting.attention_source
    if source.written is not None:
        return source.written.computation.tensors
    return {
        f"{kind}.layers.{layer}.weights": weights
        for kind in source.attentions.kinds
        for layer, weights in enumerate(source.weights(kind))
    }


PAGE = PageAnswer(
    SentenceSetting,
    answer,
    pinned=pinned,
    followed=followed,
    tensors=_tensors,
    gives=gives,
    takes=takes,
    scripts=(SCRIPT, HYPOTHESES, WORD_GRID),
)
