"""Names for the numbers of the translator, in the words of its sentence."""

from pages.translator.decoding import DecodedSentence
from pages.translator.glossed import english_label, glossed, korean_label, korean_labels
from pages.whole_model.names import EncoderDecoderNaming
from pages.whole_model.sentences import Sentences
from transformer_core.explain.computation import Cell, Computation
from transformer_core.explain.explanation import Explanation
from transformer_core.explain.origin import HEAD, Axis
from ui.explain.head_summary import TOGETHER, is_on_the_way, step_name, step_term
from ui.models import Attentions
from ui.models.attentions import Kind
from ui.picture.label import with_gloss
from ui.words.language import Text, text_of

WRITTEN = Axis("query", "tgt")
"""The tokens that the decoder attends from."""


class SentenceNaming(EncoderDecoderNaming):
    """Names cells as the encoder-decoder page does, and the combined heads by their title."""

    def __init__(
        self,
        text: Text,
        computation: Computation,
        title: str,
        written: DecodedSentence,
        kind: Kind,
        seen: Attentions | None = None,
    ) -> None:
        """`seen` has the labels of the tokens where there are others, such as padding."""
        attentions = seen or glossed(text.language, written)
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
        words = text_of("whole_model", text.language)
        super().__init__(words, sentences, computation, norm_first=False)
        self.words = text
        self.title, self.labels = title, attentions.labels(kind)
        self.predicted = attentions.predicted
        self.vocabularies = {"src": written.src_tokens, "tgt": written.tgt_tokens}

    def name(self, cell: Cell) -> str:
        if is_on_the_way(cell):
            return step_name(self.words, cell, self.labels)
        if cell.tensor != TOGETHER:
            return super().name(cell)
        (rows, cols), (row, col) = self.labels, cell.index
        return f"{self.title}[ {with_gloss(rows[row])}, {with_gloss(cols[col])} ]"

    def term(self, cell: Cell) -> str:
        if is_on_the_way(cell):
            return step_term(cell, self.labels, self.text("tensors.head"))
        head = self.computation.coordinates(cell).get(HEAD)
        if self._own_name(cell) == "weights" and head is not None:
            return self.text("tensors.head", number=head + 1)
        return super().term(cell)

    def in_words(self, explanation: Explanation) -> str:
        """Explain a number of the trained embedding table as looked up, not as random."""
        cell = explanation.cell
        if explanation.kind == "dot_product" and self._is_predicting(cell):
            row = self._row(cell)
            read, predicted = map(with_gloss, (self.sentences.tgt_names[row], self.predicted[row]))
            return self.words("explained.shift", token=predicted, before=read)
        if explanation.kind != "embedding":
            return super().in_words(explanation)
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


def parameter_question(text: Text, model: str) -> str:
    """What a parameter of one of the workbench's own models is: set by training, or random."""
    return text(f"parameter.{'untrained' if model == 'untrained' else 'trained'}")
