"""Where a pinned number of "Patching" comes from: how far a vector moved, or a probability."""

from functools import lru_cache

import torch

from pages.translator.decoding import DecodedSentence
from pages.translator.glossed import source_labels
from pages.translator.model_edits import editing, the_translator
from pages.translator.naming import SentenceNaming
from pages.translator.setting import SentenceSetting
from pages.your_sentence.forward import MOST_FORWARDS, Forward
from pages.your_sentence.patching import Patched, other_of, patched
from transformer_core.explain.computation import Cell, Computation
from transformer_core.explain.provenance import transformer_computation
from transformer_lab.measures.patch_steps import with_moves
from ui.answer.parts import Part
from ui.explain.explanation import explained
from ui.explain.trail import has_cell
from ui.models import STACKS
from ui.models.board.patch_pins import BEFORE, PatchNaming, PatchPin
from ui.state.address import Selection
from ui.words.language import Text


def patch_pin(setting: SentenceSetting, pin: str) -> PatchPin | None:
    """The pinned number of the tab, if it is open and has one."""
    return PatchPin.parse(pin) if setting.below == "patching" else None


@lru_cache(maxsize=MOST_FORWARDS)
def computations(setting: SentenceSetting) -> tuple[Computation, Computation]:
    """The forward before and after, step by step; the second with how far vectors moved."""
    done = patched(setting)
    before, after = (_computation(setting, one) for one in (done.before, done.after))
    names = [name for stack in STACKS.values() for name in done.names(stack)]
    stack, layer, token = done.patch.place
    put = done.names(stack)[layer]
    cells = [Cell(put, (token, at)) for at in range(after.tensors[put].size(-1))]
    olds = {name: before.tensors[name] for name in names}
    return before, with_moves(after, olds, names, cells)


def patched_arithmetic(
    text: Text,
    setting: SentenceSetting,
    written: DecodedSentence,
    pin: PatchPin,
    selection: Selection,
) -> list[Part]:
    """Nothing where there is no such number."""
    if len(other_of(setting).words) != len(written.words):
        return []
    done, is_before = patched(setting), not pin.stack and pin.row == BEFORE
    cell = _cell(setting, done, pin)
    computation = computations(setting)[0 if is_before else 1]
    if cell is None or not has_cell(computation, cell):
        return []
    own = SentenceNaming(text, computation, "", written, "cross")
    stack, layer, token = done.patch.place
    word = "" if is_before else _taken(text, setting, done)
    naming = PatchNaming(own, text, (done.names(stack)[layer], token), word)
    return [explained(text, computation, cell, naming, selection.trail)]


def _cell(setting: SentenceSetting, done: Patched, pin: PatchPin) -> Cell | None:
    if pin.stack:
        return pin.cell(done.names(pin.stack), ())
    return pin.cell((), done.likeliest[pin.row][1][: setting.shown_steps].tolist())


def _taken(text: Text, setting: SentenceSetting, done: Patched) -> str:
    """The token whose vector was taken."""
    place, token = done.patch.place, done.patch.token
    if place.stack == "decoder":
        return str(setting.written.attentions.read[token])
    other = other_of(setting)
    return source_labels(text.language, other, other.words)[token]


def _computation(setting: SentenceSetting, made: Forward) -> Computation:
    model = the_translator().model
    with torch.inference_mode(), editing(setting.own_model, setting.edits):
        records = {**made.records, **made.parameters}
        return transformer_computation(model, records, made.src_ids, made.tgt_ids)
