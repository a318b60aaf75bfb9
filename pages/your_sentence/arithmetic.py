"""Where a weight on the sentence page comes from, back to the word."""

import torch

from pages.encoder_decoder.names import EncoderDecoderNaming
from pages.encoder_decoder.sentences import Sentences
from pages.your_sentence.setting import PARTS, Written, shown_token
from pages.your_sentence.views import Looking, SentenceViews
from transformer_core.explain.computation import Cell, Computation, Step
from transformer_core.explain.explanation import Explanation
from transformer_core.measures.head_patterns import combined
from ui.explain.explanation import show_explanation
from ui.shell.language import page_text
from ui.shell.page import Page

KINDS = {"average": "mean", "maximum": "maximum", "difference": "difference_of_heads"}
TOGETHER = "together"


class SentenceNaming(EncoderDecoderNaming):
    """As the encoder-decoder page calls its cells, and the heads put together by their title."""

    def __init__(self, title: str, written: Written, kind: str) -> None:
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
        super().__init__(page_text("encoder_decoder"), sentences, norm_first=False)
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


def show_weight(page: Page, written: Written, looking: Looking, views: SentenceViews) -> None:
    """The arithmetic of the pinned weight; of the strongest one in sight while none is pinned."""
    stack, part = PARTS[looking.kind]
    tensor = f"{stack}.layers.{looking.layer}.{part}.weights"
    computation = _together(written.computation, tensor, looking)
    name = TOGETHER if len(looking.on) > 1 else tensor
    weights = computation.tensors[name]
    weights = weights if name == TOGETHER else weights[looking.on[0]]
    rows, cols = len(views.rows), len(views.cols)
    pin = page.pinned("weights", limit={"weights": (rows, cols)})
    row, col = (pin.row, pin.col) if pin else divmod(int(weights[:rows, :cols].argmax()), cols)
    cell = Cell(name, (row, col) if name == TOGETHER else (looking.on[0], row, col))
    naming = SentenceNaming(views.title(), written, looking.kind)
    # The page shows no other matrix of the model: the way is in the arithmetic alone.
    show_explanation(page, computation, cell, naming, lambda _: page.set_pin(""))


def _together(computation: Computation, tensor: str, looking: Looking) -> Computation:
    """With the heads that are on as one more tensor."""
    if len(looking.on) < 2:
        return computation
    weights = computation.tensors[tensor][list(looking.on)]  # (heads, seq_q, seq_k)
    made = {"on": torch.tensor(looking.on), TOGETHER: combined(weights, looking.how)}
    tensors = {**computation.tensors, **made}
    step = Step(KINDS[looking.how], {"x": tensor, "heads": "on"})
    return Computation(tensors, {**computation.steps, TOGETHER: step})
