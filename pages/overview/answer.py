"""The overview page's answer to a setting: the model's map on the typed sentence."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from torch import Tensor

from pages.overview.arithmetic import map_arithmetic, shown_cell
from pages.overview.map_parts import compared_with, translator_map
from pages.overview.other_answer import other_answer, other_changed, other_pinned
from pages.overview.other_files import other_files
from pages.translator.attention_source import AttentionSource
from pages.translator.carried import gives, takes
from pages.translator.choices import EXAMPLES
from pages.translator.decoding import decode
from pages.translator.head_choice import head_choice
from pages.translator.hide_chips import hide_chips
from pages.translator.hypotheses import SCRIPT as HYPOTHESES
from pages.translator.model_edits import Head, checked, parameter_cell, with_cell
from pages.translator.other_source import OtherSource, error_note, other_source
from pages.translator.program import translator_program
from pages.translator.setting import SentenceSetting
from pages.translator.trained_attention import translator_config
from pages.translator.verdict import is_doubtful, not_read_notes, state_parts
from transformer_core.explain.computation import Cell
from ui.answer.answer import Answer, Area, PageAnswer
from ui.answer.chips import presets, suggestions
from ui.answer.map_areas import on_demand_areas
from ui.answer.parts import Chip, Chips, Columns, Heading, Note, Part, Reset
from ui.answer.program import Program
from ui.answer.tensor_file import TensorFiles
from ui.explain.next_words import SCRIPT as NEXT_WORDS
from ui.explain.trail import read_cell, write_trail
from ui.picture.model_map import SCRIPT
from ui.state.address import Selection, State
from ui.state.change import Change, ParameterEdit, only
from ui.words.language import Text, text_of

KINDS = ("encoder", "decoder", "cross")
NO_MAP = ("no_part", "probe_differs", "unknown_weight", "weight_size", "missing_weight")
"""Errors of models of which attention weights can be shown all the same."""

CACHED = 6
"""The tokens that were read where the question about the cache opens."""
CACHE_FLAG = 16
"""In a view, that the key-value cache is shown, as in `view_text.js`."""


def answer(state: State[SentenceSetting], text: Text) -> Answer:
    """The map of the workbench's own model, or of another one as soon as it is there."""
    if state.setting.model != "hugging_face":
        return _own_answer(state, text, [])
    setting, source = state.setting, _source(state.setting)
    if source.seen is None:
        own = _own_answer(state, text, _waiting(text, setting, source))
        first = {name: replace(area, is_provisional=True) for name, area in own.first.items()}
        return replace(own, first=first)
    examples = Area(lambda: [_examples(text, setting)])
    return other_answer(state, text, source, examples)


def _waiting(text: Text, setting: SentenceSetting, source: OtherSource) -> list[Part]:
    """Why the workbench's own model is shown instead of another one."""
    words = text_of("models", text.language)
    goes_on = words("notes.goes_on" if setting.is_readable else "notes.goes_on_with_example")
    if source.error is None:
        return [Note(f"{words('notes.loading')} {goes_on}", "info")]
    more = words("board.no_map") if source.error.name in NO_MAP else ""
    return [error_note(text, source.error, f"{more} {goes_on}".strip())]


def _own_answer(state: State[SentenceSetting], text: Text, before: Sequence[Part]) -> Answer:
    """The map of the workbench's own model; `before` are parts above its notice."""
    setting = state.setting

    def arithmetic() -> list[Part]:
        return map_arithmetic(text, setting, state.selection)

    def on_demand(name: str) -> Area | None:
        cell = shown_cell(setting.written, state.selection)
        other = compared_with(setting)
        there = None if other is None else other.computation
        return on_demand_areas(text, setting.written.computation, cell, there)(name)

    first = {
        "examples": Area(lambda: [_examples(text, setting)]),
        "chips": Area(lambda: [_suggestions(text, setting)]),
        "notice": Area(lambda: [*before, *_notice(text, setting)]),
        "map": Area(lambda: [translator_map(text, setting)], is_large=True),
        "details": Area(lambda: _details(text, setting)),
        "arithmetic": Area(arithmetic, follows_pin=True),
    }
    return Answer(first, {"pytorch": Area(lambda: [_program(text, setting)])}, on_demand=on_demand)


def _examples(text: Text, setting: SentenceSetting) -> Chips:
    plain: dict[str, Any] = {"writing": "greedy", "hidden": frozenset()}
    plain |= {"second": ""} if setting.model == "hugging_face" else {"model": "translator"}
    plain |= {"heads_off": frozenset(), "cells": (), "beside": False, "forced": ""}
    given = {name: setting.with_values(sentence=one, **plain) for name, one in EXAMPLES.items()}
    return presets(text, setting, given, menu="examples")


def _suggestions(text: Text, setting: SentenceSetting) -> Chips:
    sharpest = _sharpest_head(setting)
    named = {"head": {"head": sharpest.head + 1, "layer": sharpest.layer + 1}}
    suggested = {"head": (setting.with_values(heads_off=setting.heads_off | {sharpest}), "")}
    # The untrained model is compared with the trained one.
    if setting.model != "untrained":
        suggested["untrained"] = (setting.with_values(beside=True), "")
    count = len(setting.written.recognition.words)
    if count > 1:
        # The word before the last is usually the object of the verb.
        hide = setting.with_values(hidden=setting.hidden | {count - 2})
        suggested = {"hide": (hide, ""), **suggested}
    return suggestions(text, setting, suggested, named)


def _sharpest_head(setting: SentenceSetting) -> Head:
    """The head of the last layer with the sharpest cross-attention while all heads are on.

    It therefore stays the same when that head is switched off.
    """
    between = (setting.own_model, setting.own_sentence, setting.hidden, setting.how)
    written = decode(*between, style=setting.style)
    *before, cross = written.attentions.weights("cross")  # (heads, seq_q, seq_k) of each layer
    return Head("cross", len(before), int(cross.amax(dim=-1).mean(dim=-1).argmax()))


def _notice(text: Text, setting: SentenceSetting) -> list[Part]:
    """Notes on what of the sentence is not read, and why a text should not be trusted."""
    written = setting.written
    doubt = state_parts(text, setting, written) if is_doubtful(setting, written) else []
    # One line: the nearest sentences are in a menu at its end.
    in_line = [replace(one, is_menu=True) if isinstance(one, Chips) else one for one in doubt]
    return [*not_read_notes(text, setting), *in_line]


def _details(text: Text, setting: SentenceSetting) -> list[Part]:
    """The details of the sentence; the words and the heads that can be switched off."""
    written = setting.written
    heads = [_heads(text, setting, kind) for kind in KINDS]
    start = setting.with_values(hidden=frozenset(), heads_off=frozenset(), cells=())
    reset = None if setting.is_unedited else Chip.to("", start, None)
    notes = [] if is_doubtful(setting, written) else state_parts(text, setting, written)
    title = Heading(text("heads_off.title"), text("heads_off.about"))
    switches: list[Part] = [title, Columns("heads", heads), Reset(reset)]
    return [*notes, hide_chips(text, setting, written), *switches]


def _heads(text: Text, setting: SentenceSetting, kind: str) -> list[Part]:
    """A switch for each head of one kind of attention, layer by layer."""
    layers, heads = getattr(setting.written.attentions, kind).shape[:2]
    return [
        Chips(
            f"heads_{kind}_{layer}",
            [
                Chip.to(
                    str(head + 1),
                    setting.with_values(heads_off=setting.heads_off ^ {Head(kind, layer, head)}),
                    None,
                    hint=text("heads_off.help"),
                    is_on=Head(kind, layer, head) not in setting.heads_off,
                )
                for head in range(heads)
            ],
            text("heads_off.of", kind=text(f"kinds_long.{kind}"), layer=layer + 1),
            in_line=True,
            look="switches",
        )
        for layer in range(layers)
    ]


def _program(text: Text, setting: SentenceSetting) -> Program:
    written = setting.written
    choice = head_choice(setting, AttentionSource(written.attentions, written))
    return translator_program(text, setting, written, choice, len(written.tokens))


def _source(setting: SentenceSetting) -> OtherSource:
    """The Hugging Face model that the setting names, on its sentence."""
    return other_source(setting.name, setting.board_question)


def _is_other(setting: SentenceSetting) -> bool:
    """True if the map is that of a Hugging Face model."""
    return setting.model == "hugging_face" and _source(setting).seen is not None


def _tensors(setting: SentenceSetting) -> Mapping[str, Tensor]:
    """All tensors of our own model; those of another one are in its own process."""
    return {} if _is_other(setting) else setting.written.computation.tensors


def _tensor_files(state: State[SentenceSetting], text: Text) -> TensorFiles | None:
    """The tensors of another model, made by its own process."""
    if not _is_other(state.setting):
        return None
    return other_files(state, text, _source(state.setting))


def pinned(state: State[SentenceSetting], pin: str) -> State[SentenceSetting]:
    """Pin any cell of the computation."""
    if _is_other(state.setting):
        return other_pinned(state, pin)
    cell = read_cell(state.setting.written.computation, pin)
    return replace(state, selection=Selection(pin if cell is not None else ""))


def followed(state: State[SentenceSetting], cell: Cell, text: Text) -> State[SentenceSetting]:
    """Pin the cell that the user followed a link to; the map moves there."""
    return replace(state, selection=replace(state.selection, pin=write_trail([cell])))


def changed(setting: SentenceSetting, change: Change) -> SentenceSetting:
    """Set a parameter by hand. Raises: ValueError if the cell is not a parameter."""
    edit = only(ParameterEdit, change)
    if _is_other(setting):
        return other_changed(setting, edit, _source(setting))
    written = setting.written
    cell = read_cell(written.computation, edit.cell)
    tensors = written.computation.tensors
    ids = {side: tensors[f"{side}_ids"] for side in ("src", "tgt")}
    parameter = None if cell is None else parameter_cell(cell.tensor, cell.index, ids)
    if parameter is None:
        raise ValueError("this number is not a parameter")
    return setting.with_values(cells=with_cell(setting.cells, checked(*parameter, edit.value)))


def _at_the_second_token() -> str:
    """The whole map, played until the decoder has read its first own token and written another."""
    return _after_tokens(2)


def _with_cache() -> str:
    """The whole map after some tokens, with what a key-value cache keeps of them."""
    return f"{_after_tokens(CACHED)}_{CACHE_FLAG}"


def _after_tokens(count: int) -> str:
    """The whole map, played until the decoder has read so many tokens."""
    encoder = 2 + 2 * translator_config().num_layers  # embedding, two sublayers a layer, memory
    return f"0_0.5_0.5_{encoder + count}"


def _second_token(setting: SentenceSetting) -> tuple[SentenceSetting, str]:
    """The probability of the second own token: the row that the view has come to."""
    return setting, _written_after(setting, 2)


def _cached_token(setting: SentenceSetting) -> tuple[SentenceSetting, str]:
    """The probability of the token whose row alone is computed."""
    return setting, _written_after(setting, CACHED)


def _written_after(setting: SentenceSetting, count: int) -> str:
    """The probability of the token that is written after so many were read."""
    tokens = setting.written.translation.tgt_ids[0].tolist()
    return write_trail([Cell("probabilities", (count - 1, tokens[count]))])


PAGE = PageAnswer(
    SentenceSetting,
    answer,
    changed=changed,
    pinned=pinned,
    followed=followed,
    tensors=_tensors,
    tensor_files=_tensor_files,
    views={"second_token": _at_the_second_token, "cache": _with_cache},
    questions={"second_token": _second_token, "cache": _cached_token},
    gives=gives,
    takes=takes,
    scripts=(SCRIPT, NEXT_WORDS, HYPOTHESES),
)
