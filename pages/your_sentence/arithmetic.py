"""The arithmetic of a weight on the sentence page, back to the words."""

import torch
from torch import Tensor

from pages.translator.choices import SUMMARIES
from pages.translator.decoding import DecodedSentence, attention_block
from pages.translator.head_choice import HeadChoice
from pages.translator.naming import SentenceNaming
from pages.translator.setting import SentenceSetting
from pages.your_sentence.summary import summary_steps
from pages.your_sentence.views import SentenceViews
from transformer_core.explain.computation import Cell, Computation, Step
from transformer_core.explain.origin import HEAD, Origin
from transformer_lab.measures.head_patterns import combined
from ui.explain.arithmetic import Arithmetic
from ui.explain.explanation import explained
from ui.explain.head_summary import TOGETHER
from ui.picture.matrix_view import Pin
from ui.state.address import Selection
from ui.words.language import Text

KINDS = {"average": "mean", "maximum": "maximum", "difference": "difference_of_heads"}


def pinned_row(views: SentenceViews, weights: Tensor, pin: str) -> tuple[int, int]:
    """Row and column of the pinned weight; of the strongest shown weight if none is pinned."""
    rows, cols = len(views.rows), len(views.cols)
    pinned = Pin.parse(pin)
    if pinned and pinned.matrix == "weights" and pinned.row < rows and pinned.col < cols:
        return pinned.row, pinned.col
    return divmod(int(weights[:rows, :cols].argmax()), cols)


def weight_arithmetic(
    text: Text,
    written: DecodedSentence,
    choice: HeadChoice,
    views: SentenceViews,
    selection: Selection,
    setting: SentenceSetting,
) -> Arithmetic:
    """The arithmetic of the pinned weight."""
    block = attention_block(choice.kind, choice.layer)
    tensor = written.computation.blocks[block]["weights"]
    computation = _together(written.computation, tensor, choice, setting)
    name = TOGETHER if TOGETHER in computation.tensors else tensor
    weights = computation.tensors[name]
    weights = weights if name == TOGETHER else weights[choice.on[0]]
    row, col = pinned_row(views, weights, selection.pin)
    cell = Cell(name, (row, col) if name == TOGETHER else (choice.on[0], row, col))
    naming = SentenceNaming(text, computation, views.title(), written, choice.kind)
    return explained(text, computation, cell, naming, selection.trail)


def _together(
    computation: Computation, tensor: str, choice: HeadChoice, setting: SentenceSetting
) -> Computation:
    """Add the combination of the heads that are on as one more tensor."""
    if choice.how in SUMMARIES:
        made, steps = summary_steps(setting, computation, choice)
    elif len(choice.on) < 2:
        return computation
    else:
        weights = computation.tensors[tensor][list(choice.on)]  # (heads, seq_q, seq_k)
        made = {"on": torch.tensor(choice.on), TOGETHER: combined(weights, choice.how)}
        steps = {TOGETHER: Step(KINDS[choice.how], {"x": tensor, "heads": "on"})}
    tensors = {**computation.tensors, **made}
    of_heads = computation.origins[tensor]
    axes = tuple(axis for axis in of_heads.axes if axis != HEAD)
    origins = {**computation.origins, TOGETHER: Origin(TOGETHER, axes, of_heads.block)}
    return Computation(tensors, {**computation.steps, **steps}, origins=origins)
