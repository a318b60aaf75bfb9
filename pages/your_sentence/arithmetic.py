"""The arithmetic of a weight on the sentence page, back to the words."""

import torch
from torch import Tensor

from pages.encoder_decoder.names import EncoderDecoderNaming
from pages.encoder_decoder.sentences import Sentences
from pages.your_sentence.glossed import english_label, glossed, korean_label, korean_labels
from pages.your_sentence.views import Looking, SentenceViews
from pages.your_sentence.writing import Written, attention_block
from transformer_core.explain.computation import Cell, Computation, Step
from transformer_core.explain.explanation import Explanation
from transformer_core.explain.origin import HEAD, Axis, Origin
from transformer_lab.measures.head_patterns import combined
from ui.answer.parts import Arithmetic
from ui.explain.explanation import explained
from ui.picture.label import with_gloss
from ui.picture.matrix_view import Pin
from ui.shell.language import Text, text_of
from ui.state.address import Selection

KINDS = {"average": "mean", "maximum": "maximum", "difference": "difference_of_heads"}
TOGETHER = "together"
WRITTEN = Axis("query", "tgt")
"""The tokens that the decoder attends from."""


class SentenceNaming(EncoderDecoderNaming):
    """Names cells as the encoder-decoder page does, and the combined heads by their title."""

    def __init__(
        self, text: Text, computation: Computation, title: str, written: Written, kind: str
    ) -> None:
        attentions = glossed(text.language, written)
        ids = written.translation.tgt_ids
        sentences = Sentences(
            ids,
            ids[:, :-1],
            ids[:, 1:],
            attentions.source,
            attentions.read,
            attentions.predicted,
            dict(enumerate(korean_labels(text.language, written.tgt_tokens))),
        )
        words = text_of("encoder_decoder", text.language)
        super().__init__(words, sentences, computation, norm_first=False)
        self.words = text
        self.title, self.labels = title, attentions.labels(kind)
        self.predicted = attentions.predicted
        self.vocabularies = {"src": written.src_tokens, "tgt": written.tgt_tokens}

    def name(self, cell: Cell) -> str:
        if cell.tensor != TOGETHER:
            return super().name(cell)
        (rows, cols), (row, col) = self.labels, cell.index
        return f"{self.title}[ {with_gloss(rows[row])}, {with_gloss(cols[col])} ]"

    def term(self, cell: Cell) -> str:
        head = self.computation.coordinates(cell).get(HEAD)
        if self._own_name(cell) == "weights" and head is not None:
            return self.text("tensors.head", number=head + 1)
        return super().term(cell)

    def means(self, explanation: Explanation) -> str:
        """Explain a number of the trained embedding table as looked up, not as random."""
        cell = explanation.cell
        if explanation.kind == "dot_product" and self._is_predicting(cell):
            row = self._row(cell)
            read, predicted = map(with_gloss, (self.sentences.tgt_names[row], self.predicted[row]))
            return self.words("explained.shift", token=predicted, before=read)
        if explanation.kind != "embedding":
            return super().means(explanation)
        token = int(explanation.numbers["token"])
        position, _ = self.computation.origins[cell.tensor].axes
        labelled = english_label if position.tokens == "src" else korean_label
        word = labelled(self.text.language, self.vocabularies[position.tokens][token])
        return self.text("explanation.token", token=token, word=with_gloss(word))

    def _labels(self, cell: Cell) -> list[str]:
        """Name a row of the decoder's attention after the token predicted there."""
        labels = super()._labels(cell)
        if self._is_predicting(cell):
            labels[0] = self.predicted[self._row(cell)]
        return labels

    def _is_predicting(self, cell: Cell) -> bool:
        """True if a number says how a written token attends to another."""
        axes = self.computation.coordinates(cell)
        return WRITTEN in axes and any(axis.role == "key" for axis in axes)

    def _row(self, cell: Cell) -> int:
        return self.computation.coordinates(cell)[WRITTEN]


def pinned_row(views: SentenceViews, weights: Tensor, pin: str) -> tuple[int, int]:
    """Row and column of the pinned weight; of the strongest shown weight if none is pinned."""
    rows, cols = len(views.rows), len(views.cols)
    pinned = Pin.parse(pin)
    if pinned and pinned.matrix == "weights" and pinned.row < rows and pinned.col < cols:
        return pinned.row, pinned.col
    return divmod(int(weights[:rows, :cols].argmax()), cols)


def weight_arithmetic(
    text: Text, written: Written, looking: Looking, views: SentenceViews, selection: Selection
) -> Arithmetic:
    """The arithmetic of the pinned weight."""
    block = attention_block(looking.kind, looking.layer)
    tensor = written.computation.blocks[block]["weights"]
    computation = _together(written.computation, tensor, looking)
    name = TOGETHER if len(looking.on) > 1 else tensor
    weights = computation.tensors[name]
    weights = weights if name == TOGETHER else weights[looking.on[0]]
    row, col = pinned_row(views, weights, selection.pin)
    cell = Cell(name, (row, col) if name == TOGETHER else (looking.on[0], row, col))
    naming = SentenceNaming(text, computation, views.title(), written, looking.kind)
    return explained(text, computation, cell, naming, selection.trail)


def parameter_question(text: Text, model: str) -> str:
    """What a parameter of one of the workbench's own models is: set by training, or random."""
    return text(f"parameter.{'untrained' if model == 'untrained' else 'trained'}")


def _together(computation: Computation, tensor: str, looking: Looking) -> Computation:
    """Add the combination of the heads that are on as one more tensor."""
    if len(looking.on) < 2:
        return computation
    weights = computation.tensors[tensor][list(looking.on)]  # (heads, seq_q, seq_k)
    made = {"on": torch.tensor(looking.on), TOGETHER: combined(weights, looking.how)}
    tensors = {**computation.tensors, **made}
    step = Step(KINDS[looking.how], {"x": tensor, "heads": "on"})
    of_heads = computation.origins[tensor]
    axes = tuple(axis for axis in of_heads.axes if axis != HEAD)
    origins = {**computation.origins, TOGETHER: Origin(TOGETHER, axes, of_heads.block)}
    return Computation(tensors, {**computation.steps, TOGETHER: step}, origins=origins)
