"""Pictures of the sentence page: one large attention, all heads small, lines between words."""

from collections.abc import Callable, Collection, Mapping, Sequence

import numpy as np
import torch
from torch import Tensor

from pages.translator.choices import SUMMARIES
from pages.translator.head_choice import HeadChoice
from pages.translator.labels import without_numbers
from pages.your_sentence.whole_words import Words
from transformer_lab.measures.head_kinds import KINDS, head_kinds, heads_like
from transformer_lab.measures.head_patterns import combined, head_patterns
from transformer_lab.measures.summaries import rollout
from ui.explain.head_summary import title_of_heads
from ui.models import Attentions
from ui.models.attentions import Kind
from ui.picture.matrix_view import Axis, Matrix, Tiles
from ui.picture.matrix_view.matrix import Item
from ui.picture.word_lines import Head, WordLines
from ui.words.language import Text

LINK = "sentence"
SIGNED = ("difference", "gradient")
"""Combinations of heads that can be negative."""
TILES_A_LINE = 12
OF_A_KIND = 0.4
"""The share of its weight from which a head is called one of a kind."""
MOST_ALIKE = 3


Alignment = Sequence[Collection[int]]


def shown_weights(
    attentions: Attentions, kind: Kind, steps: int
) -> tuple[Tensor, Sequence[str], Sequence[str]]:
    """(layers, heads, seq_q, seq_k) up to the `steps` tokens written so far; rows; columns."""
    weights = attentions.weights(kind)
    rows, cols = attentions.labels(kind)
    if kind != "encoder":
        weights, rows = weights[:, :, :steps], rows[:steps]
    if kind == "decoder":
        weights, cols = weights[..., :steps], cols[:steps]
    return weights, rows, cols


def shown_alignment(alignment: Alignment | None, kind: str, steps: int) -> Alignment | None:
    """The alignment of the tokens written so far; None for self-attention."""
    return alignment[:steps] if alignment is not None and kind == "cross" else None


def figures_of(
    weights: Tensor, kind: str, alignment: Alignment | None, keys: Sequence[str] = ()
) -> dict[str, Tensor]:
    """The figures by which heads can be sorted: (layers, heads) each.

    Args:
        keys: labels of the columns; in self-attention the queries are read there, too.
    """
    figures = head_patterns(weights, alignment)
    if kind != "cross" and len(keys) == weights.size(-2):
        ids = {label: at for at, label in enumerate(dict.fromkeys(without_numbers(keys)))}
        found = head_kinds(weights, [ids[label] for label in without_numbers(keys)])
        figures |= {name: one for name, one in found.items() if name not in figures}
    if kind == "encoder":
        return figures
    # Source and target are different tokens, even if there are equally many.
    same, _ = figures.pop("same", None), figures.pop("previous", None)
    if kind == "decoder" and same is not None:
        # A row is named after the next token; the token it is read with is the one before.
        figures["previous"] = same
    return figures


def ordered_heads(
    weights: Tensor, kind: str, alignment: Alignment | None, order: str, keys: Sequence[str] = ()
) -> list[tuple[int, int]]:
    """Every (layer, head), sorted by a figure, strongest first."""
    layers, heads = weights.shape[:2]
    places = [(layer, head) for layer in range(layers) for head in range(heads)]
    figure = figures_of(weights, kind, alignment, keys).get(order)
    if figure is None:
        return places
    # A low entropy means a sharp head, so the lowest comes first.
    sign = 1 if order == "entropy" else -1
    return sorted(places, key=lambda place: sign * float(figure[place]))


class SentenceViews:
    """One model's attention on one sentence, up to the `steps` tokens written so far."""

    def __init__(
        self,
        text: Text,
        attentions: Attentions,
        choice: HeadChoice,
        steps: int,
        alignment: Alignment | None = None,
        *,
        hidden_words: Collection[int] = (),
        laid_over: bool = False,
        summary: Callable[[], Tensor] | None = None,
        words: Words | None = None,
    ) -> None:
        """`summary` gives the (seq_q, seq_k) of all tokens where it takes more than these weights;
        `words` are the pieces that were joined to one label each.
        """
        self.words = words
        self.summary = summary
        self.text, self.choice = text, choice
        self.weights, self.rows, self.cols = shown_weights(attentions, choice.kind, steps)
        self.alignment = shown_alignment(alignment, choice.kind, len(self.rows))
        self.hidden_words = hidden_words
        self.laid_over = laid_over

    @property
    def _heads(self) -> Tensor:
        """The heads that are on, (heads, seq_q, seq_k)."""
        return self.weights[self.choice.layer, list(self.choice.on)]

    @property
    def combined_weights(self) -> Tensor:
        """The heads that are on as one, (seq_q, seq_k)."""
        if self.choice.how == "rollout" and self.summary is None:
            return rollout(self.weights)[self.choice.layer]
        if self.choice.how in SUMMARIES:
            assert self.summary is not None  # see `head_choice`
            return self.summary()[: len(self.rows), : len(self.cols)]
        return combined(self._heads, self.choice.how)

    def _axes(self) -> tuple[Axis, Axis]:
        rows = Axis("query", labels=self.rows, spoken=self.text("axes.query"))
        return rows, Axis("key", labels=self.cols, spoken=self.text("axes.key"))

    def _marks(self) -> np.ndarray | None:
        """True where a written token is aligned with a source word."""
        if self.alignment is None or not self.laid_over:
            return None
        marks = np.zeros((len(self.rows), len(self.cols)), dtype=bool)
        for row, words in enumerate(self.alignment):
            marks[row, list(words)] = True
        return marks

    def _hidden(self) -> np.ndarray | None:
        """True where a key was hidden from a query, (seq_q, seq_k); None if none was."""
        hidden = np.zeros((len(self.rows), len(self.cols)), dtype=bool)
        if self.choice.kind == "decoder" and self.words is not None:
            queries, keys = self.words.sides("decoder")
            # A word is seen where its first piece is seen from the last piece of the row.
            for row, pieces in enumerate(queries):
                hidden[row] = [key[0] > pieces[-1] for key in keys]
        elif self.choice.kind == "decoder":
            hidden |= ~np.tri(*hidden.shape, dtype=bool)
        else:
            hidden[:, [place for place in self.hidden_words if place < len(self.cols)]] = True
        return hidden if hidden.any() else None

    def title(self) -> str:
        """The title of the large matrix, e.g. "Cross-attention, layer 2, average of 4 heads"."""
        choice = self.choice
        how = choice.how if len(choice.on) > 1 or choice.how in SUMMARIES else ""
        return title_of_heads(self.text, choice.kind, choice.layer, choice.on, how)

    def large(self, id_: str = "weights", name: str = "") -> Matrix:
        """The heads that are on as one matrix."""
        how = self.choice.how
        return Matrix(
            id_,
            self.combined_weights,
            *self._axes(),
            name=name or self.title(),
            scale="diverging" if how in SIGNED else "weights",
            limit=None if how == "gradient" else 1.0,
            hidden=self._hidden(),
            marks=self._marks(),
        )

    def figures(self) -> dict[str, Tensor]:
        """How the heads can be sorted: (layers, heads) each."""
        return figures_of(self.weights, self.choice.kind, self.alignment, self.cols)

    def ordered(self, order: str) -> list[tuple[int, int]]:
        """Every (layer, head), sorted by a figure, strongest first."""
        return ordered_heads(self.weights, self.choice.kind, self.alignment, order, self.cols)

    def tiles(self, order: str) -> list[Item]:
        """All heads of all layers as small matrices."""
        places = self.ordered(order)
        figures = self.figures()
        figure = figures.get(order)
        labels = [
            self.text("heads.tile", layer=layer + 1, head=head + 1)
            + (
                f" · {float(figure[layer, head]):.2f}"
                if figure is not None
                else self._kind(figures, layer, head)
                if order == "layer"
                else ""
            )
            for layer, head in places
        ]
        stacked = torch.stack([self.weights[place] for place in places])  # (tiles, seq_q, seq_k)
        heads = self.weights.size(1)
        return [
            Tiles(
                "all_heads",
                stacked,
                *self._axes(),
                name=self.text("heads.all"),
                note=self.text("heads.click_opens"),
                scale="weights",
                hidden=self._hidden(),
                tile_axis=Axis("tile", labels=labels),
                # A few heads wrap to fit the screen; many are in lines of one layer each.
                columns=TILES_A_LINE if heads > 8 else None,
            ),
        ]

    def _kind(self, figures: Mapping[str, Tensor], layer: int, head: int) -> str:
        """What kind of head one is, with the figure that says so; nothing where none is large."""
        found = {name: float(figures[name][layer, head]) for name in KINDS if name in figures}
        kind = max(found, key=lambda name: found[name], default="")
        if not kind or found[kind] < OF_A_KIND:
            return ""
        return f" · {self.text(f'head_kinds.{kind}')} {found[kind]:.2f}"

    def like(self) -> list[tuple[int, int, float]]:
        """The heads that are most like the only one that is on, nearest first; none if several
        are on.
        """
        if len(self.choice.on) != 1:
            return []
        return heads_like(self.weights, self.choice.layer, self.choice.on[0])[:MOST_ALIKE]

    def lines(
        self, notes: Sequence[str], pins: str, hints: Mapping[str, str] | None = None
    ) -> WordLines:
        """The same weights as lines between the words; `notes` are shown next to the written
        tokens, `hints` explain a word.
        """
        choice, text = self.choice, self.text
        each = choice.combination == "each"
        pictures = self._heads if each else self.combined_weights[None]
        pairs = [
            (row, word)
            for row, words in enumerate(self.alignment or ())
            if self.laid_over
            for word in words
        ]
        heads = [
            Head(text("heads.one", head=head + 1), head in choice.on)
            for head in range(self.weights.size(1))
        ]
        return WordLines(
            "lines",
            pictures.numpy(),
            self.cols,
            self.rows,
            heads=heads,
            shown=choice.on if each else (),
            strings=text.section("lines") | self._sides(),
            notes=notes[: len(self.rows)] if choice.kind != "encoder" else (),
            threshold=choice.threshold,
            aligned=pairs,
            pins=pins,
            link=LINK,
            pins_field="pins",
            off_field="off",
            hints=hints or {},
        )

    def _sides(self) -> dict[str, str]:
        sides = self.text.section(f"sides.{self.choice.kind}")
        return {"keys": sides["keys"], "queries": sides["queries"]}
