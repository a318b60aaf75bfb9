"""Where a weight on the sentence page comes from, back to the word."""

import torch
from torch import Tensor

from pages.encoder_decoder.names import EncoderDecoderNaming
from pages.encoder_decoder.sentences import Sentences
from pages.your_sentence.views import Looking, SentenceViews
from pages.your_sentence.writing import PARTS, Written, shown_token
from transformer_core.explain.computation import Cell, Computation, Step
from transformer_core.explain.explanation import Explanation
from transformer_core.measures.head_patterns import combined
from ui.answer.parts import Arithmetic
from ui.explain.explanation import explained
from ui.picture.matrix_view import Pin
from ui.shell.language import Text, text_of
from ui.state.address import Place

KINDS = {"average": "mean", "maximum": "maximum", "difference": "difference_of_heads"}
TOGETHER = "together"


class SentenceNaming(EncoderDecoderNaming):
    """As the encoder-decoder page calls its cells, and the heads put together by their title."""

    def __init__(self, text: Text, title: str, written: Written, kind: str) -> None:
        attentions = written.attentions
        ids = written.translation.tgt_ids
        sentences = Sentences(
            ids,
            ids[:, :-1],
            ids[:, 1:],
            attentions.source,
            attentions.read,
            attentions.predicted,
            dict(enumerate(map(shown_token, written.tgt_tokens))),
        )
        super().__init__(text_of("encoder_decoder", text.language), sentences, norm_first=False)
        self.words = text
        self.title, self.labels = title, attentions.labels(kind)
        self.predicted = attentions.predicted
        self.vocabularies = {"src": written.src_tokens, "tgt": written.tgt_tokens}

    def name(self, cell: Cell) -> str:
        if cell.tensor != TOGETHER:
            return super().name(cell)
        rows, cols = self.labels
        return f"{self.title}[ {rows[cell.index[0]]}, {cols[cell.index[1]]} ]"

    def term(self, cell: Cell) -> str:
        if cell.tensor.endswith(".weights") and len(cell.index) == 3:
            return self.text("tensors.head", number=cell.index[0] + 1)
        return super().term(cell)

    def means(self, explanation: Explanation) -> str:
        """A trained table's number is looked up, and not by chance."""
        if explanation.kind == "dot_product" and explanation.cell.tensor.startswith("decoder"):
            row = explanation.cell.index[1]
            read, predicted = self.sentences.tgt_names[row], self.predicted[row]
            return self.words("explained.shift", token=predicted, before=read)
        if explanation.kind != "embedding":
            return super().means(explanation)
        token = int(explanation.numbers["token"])
        word = shown_token(self.vocabularies[explanation.cell.tensor[:3]][token])
        return self.text("explanation.token", token=token, word=word)

    def _labels(self, cell: Cell) -> list[str]:
        """A row of the decoder's attention is named after the token that is predicted there."""
        labels = super()._labels(cell)
        name = cell.tensor.rpartition(".")[2]
        if cell.tensor.startswith("decoder") and name in ("scores", "scaled", "masked", "weights"):
            labels[0] = self.predicted[cell.index[1]]
        return labels


def pinned_row(views: SentenceViews, weights: Tensor, pin: str) -> tuple[int, int]:
    """Row and column of the pinned weight; of the strongest one in sight while none is pinned."""
    rows, cols = len(views.rows), len(views.cols)
    pinned = Pin.parse(pin)
    if pinned and pinned.matrix == "weights" and pinned.row < rows and pinned.col < cols:
        return pinned.row, pinned.col
    return divmod(int(weights[:rows, :cols].argmax()), cols)


def weight_arithmetic(
    text: Text, written: Written, looking: Looking, views: SentenceViews, place: Place
) -> Arithmetic:
    """The arithmetic of the pinned weight."""
    stack, part = PARTS[looking.kind]
    tensor = f"{stack}.layers.{looking.layer}.{part}.weights"
    computation = _together(written.computation, tensor, looking)
    name = TOGETHER if len(looking.on) > 1 else tensor
    weights = computation.tensors[name]
    weights = weights if name == TOGETHER else weights[looking.on[0]]
    row, col = pinned_row(views, weights, place.pin)
    cell = Cell(name, (row, col) if name == TOGETHER else (looking.on[0], row, col))
    naming = SentenceNaming(text, views.title(), written, looking.kind)
    return explained(text, computation, cell, naming, place.trail)


def _together(computation: Computation, tensor: str, looking: Looking) -> Computation:
    """With the heads that are on as one more tensor."""
    if len(looking.on) < 2:
        return computation
    weights = computation.tensors[tensor][list(looking.on)]  # (heads, seq_q, seq_k)
    made = {"on": torch.tensor(looking.on), TOGETHER: combined(weights, looking.how)}
    tensors = {**computation.tensors, **made}
    step = Step(KINDS[looking.how], {"x": tensor, "heads": "on"})
    return Computation(tensors, {**computation.steps, TOGETHER: step})
