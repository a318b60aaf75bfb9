"""The multi-head attention page's input: a sentence, its weights, and how they are split."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from torch import Tensor

from pages.translator.model_edits import PATHS, the_translator
from pages.translator.trained_attention import (
    KINDS,
    TrainedAttention,
    is_readable,
    trained_attention,
    translator_config,
)
from pages.translator.typed_text import read_english
from transformer_core import MultiHeadAttention, build_multi_head_attention
from transformer_core.variants.shared_heads import share_heads
from transformer_lab.examples import build_mask, encoded_words, split_words, word_ids
from ui.picture.word_labels import word_labels
from ui.state.cells import Edits, edited
from ui.state.control import Stepped
from ui.state.setting import Setting, choice, edited_cells, number, picture_field, stepped, typed
from ui.state.typed_input import read_sentence

STEPS = ("input", "project", "split", "attend", "concatenate", "project_back")
MASKS = ("none", "padding", "look_ahead")
SOURCES = ("trained", "random")
MOST_LAYERS = 6
"""The most layers of a translator that a link may name."""
WIDTHS = (4, 8, 12, 16, 24, 32, 48, 64, 96, 128, 256, 512)
MOST_HEADS = 64
MOST_WORDS = 64

WEIGHTS = {"W_Q": "w_q", "W_K": "w_k", "W_V": "w_v", "W_O": "w_o"}
"""The weight matrices that can be edited, and the layers that store them, transposed."""
SHARED = ("W_K", "W_V")
"""Those whose columns heads of a group share."""
MOST_EDITABLE = 16
"""With a larger d_model nothing can be edited."""

PRESETS = {"small": (16, 4), "base": (512, 8)}
"""d_model and num_heads."""

Heads = frozenset[int]


def divisors(d_model: int) -> list[int]:
    """The numbers of heads that divide d_model, as far as they can be drawn."""
    return [heads for heads in range(1, min(d_model, MOST_HEADS) + 1) if d_model % heads == 0]


def read_heads(text: str) -> Heads:
    """Parse "0_3": the indices of heads. Raises: ValueError for any other text."""
    heads = list(filter(None, text.split("_")))
    if any(not re.fullmatch(r"\d{1,2}", head, re.ASCII) for head in heads):
        raise ValueError(f"{text[:40]!r} is not a list of heads")
    if any(int(head) >= MOST_HEADS for head in heads):
        raise ValueError(f"{text[:40]!r} names a head above {MOST_HEADS - 1}")
    return frozenset(map(int, heads))


def write_heads(heads: Heads) -> str:
    return "_".join(map(str, sorted(heads)))


def read_words(text: str) -> list[str]:
    return read_sentence(text, split_words, limit=MOST_WORDS)


def _splits(setting: "MultiHeadSetting") -> Sequence[int]:
    return divisors(setting.width)


def _shared_splits(setting: "MultiHeadSetting") -> Sequence[int]:
    return divisors(setting.heads)


def _open(setting: "MultiHeadSetting") -> Sequence[int]:
    return range(setting.heads)


def _layers(_: "MultiHeadSetting") -> Sequence[int]:
    return range(translator_config().num_layers)


@dataclass(frozen=True, eq=False)
class MultiHeadSetting(Setting):
    """A sentence, the sizes of its attention, what is switched off or edited, and what is open."""

    PREFIX = "mh"

    sentence: str = typed(
        read_words,
        default_words="controls.sentence_default",
        opens_with="controls.sentence_trained",
    )
    seed: int = number(0, 9999, 7)
    d_model: int = stepped(WIDTHS[0], WIDTHS[-1], 16, lambda _: WIDTHS, width=120)
    num_heads: int = stepped(1, MOST_HEADS, 4, _splits, width=120)
    mask: str = choice(MASKS, "none")
    padding: int = number(0, MOST_WORDS, 2)
    off: Heads = picture_field(read_heads, write_heads, frozenset())
    edits: Edits = edited_cells(("embedding", *WEIGHTS), MOST_WORDS)
    head: int = stepped(0, MOST_HEADS - 1, 0, _open, width=120, counts_from=1, is_view=True)
    step: str = choice(STEPS, "attend", is_view=True)
    show: str = choice(("", "changed"), "", section="change", is_view=True)
    source: str = choice(SOURCES, "trained", former="random")
    kind: str = choice(KINDS, "encoder")
    dropout: float = number(0.0, 0.9, 0.0, step=0.1)
    layer: int = stepped(0, MOST_LAYERS - 1, 1, _layers, width=100, counts_from=1)
    kv_heads: int = stepped(1, MOST_HEADS, MOST_HEADS, _shared_splits, width=120)

    def check(self) -> None:
        """Raises: InputError for a sentence that the translator cannot read."""
        if self.is_trained:
            read_english(self.sentence)

    @property
    def is_trained(self) -> bool:
        """Whether the weights and the input are those of the trained translator."""
        return self.source == "trained"

    @cached_property
    def attention(self) -> TrainedAttention | None:
        """One attention of the trained translator; None for random numbers."""
        if not self.is_trained:
            return None
        kind = next(one for one in KINDS if one == self.kind)
        return trained_attention(self.sentence, kind, self.opened_layer)

    @property
    def opened_layer(self) -> int:
        """The layer of the translator that is used."""
        return self._chosen("layer")

    @cached_property
    def words(self) -> tuple[str, ...]:
        return tuple(read_words(self.sentence))

    def labels(self, language: str) -> tuple[Sequence[str], Sequence[str]]:
        """Labels for the queries and the keys, equal ones told apart."""
        if self.attention is not None:
            return self.attention.labels(language)
        words = word_labels(self.words)
        return words, words

    @property
    def width(self) -> int:
        """The d_model that is used."""
        return translator_config().d_model if self.is_trained else self.random_width

    @property
    def random_width(self) -> int:
        """The d_model of the random numbers."""
        return self._chosen("d_model")

    @property
    def heads(self) -> int:
        """The number of heads that is used; the requested one may not divide d_model."""
        return translator_config().num_heads if self.is_trained else self._chosen("num_heads")

    @property
    def used_kv_heads(self) -> int:
        """The number of heads of keys and values that is used; it divides that of the heads."""
        return self.heads if self.is_trained else self._chosen("kv_heads")

    @property
    def shares(self) -> bool:
        """Whether heads share keys and values."""
        return self.used_kv_heads < self.heads

    @property
    def groups(self) -> list[range]:
        """The heads that have the same keys and values, by group."""
        size = self.heads // self.used_kv_heads
        return [range(first, first + size) for first in range(0, self.heads, size)]

    @property
    def opened(self) -> int:
        """The head that is shown large."""
        return self._chosen("head")

    def _chosen(self, name: str) -> int:
        control = self.controls()[name]
        assert isinstance(control, Stepped)
        return control.chosen(self, getattr(self, name))

    @property
    def d_k(self) -> int:
        return self.width // self.heads

    @property
    def heads_off(self) -> Heads:
        """The existing heads that are switched off."""
        return frozenset(head for head in self.off if head < self.heads)

    @property
    def is_cross(self) -> bool:
        """Whether the keys are those of another sentence."""
        return self.is_trained and self.kind == "cross"

    @property
    def drops(self) -> bool:
        """Whether dropout on the weights is shown, as in training; of random numbers alone."""
        return self.dropout > 0 and not self.is_trained

    @property
    def is_editable(self) -> bool:
        return self.width <= MOST_EDITABLE

    @property
    def edits_in_force(self) -> Edits:
        """Where heads share a column, a number set in one of them is set in all."""
        edits = self.edits if self.is_editable else {}
        return {cell: value for one, value in edits.items() for cell in self._shared_cells(one)}

    def _shared_cells(self, cell: tuple[str, int, int]) -> Iterator[tuple[str, int, int]]:
        matrix, row, col = cell
        if matrix not in SHARED or not self.shares:
            yield cell
            return
        (group,) = [one for one in self.groups if col // self.d_k in one]
        for head in group:
            yield matrix, row, head * self.d_k + col % self.d_k

    @property
    def hides(self) -> bool:
        """Whether there is a mask."""
        return self.kind == "decoder" if self.is_trained else self.mask != "none"

    @property
    def dropout_seed(self) -> int:
        """Differs from those of the weights and of the embedding."""
        return self.seed + 2

    @property
    def embedding_seed(self) -> int:
        """Differs from the weights' seed, which would give the same random numbers."""
        return self.seed + 1

    def input(self) -> tuple[Tensor, Tensor, Tensor]:
        """Embedding, positional encoding and their sum, (words, d_model) each."""
        embedding, encoding, _ = encoded_words(self.words, self.width, self.embedding_seed)
        embedding = edited("embedding", embedding, self.edits_in_force)
        return embedding, encoding, embedding + encoding

    def module(self) -> MultiHeadAttention:
        """The translator's own, which must not be changed, or one with the weights given by the
        seed and the edits.
        """
        if self.is_trained:
            path = PATHS[self.kind].format(layer=self.opened_layer)
            found = the_translator().model.get_submodule(path)
            assert isinstance(found, MultiHeadAttention)
            return found
        module = build_multi_head_attention(self.width, self.heads, self.seed)
        share_heads(module, self.used_kv_heads)
        for name, layer in WEIGHTS.items():
            weight = getattr(module, layer).weight  # (d_model, d_model), transposed
            weight.copy_(edited(name, weight.mT, self.edits_in_force).mT.clone())
        return module

    def ids(self) -> list[int]:
        return word_ids(self.words)

    def hidden(self) -> Tensor | None:
        """The mask, (queries, keys), True = hidden; None if there is none."""
        if self.attention is not None:
            return self.attention.mask
        size = len(self.words)
        return build_mask(self.mask, size, size, self.padding, frozenset())

    def with_numbers_alone(self) -> "MultiHeadSetting":
        """The same numbers in the default view; settings with equal numbers become equal."""
        return self.shown_as(MultiHeadSetting())

    def of_sizes(self, d_model: int, num_heads: int) -> "MultiHeadSetting":
        """Random numbers of these sizes, with every head switched on."""
        sizes = {"d_model": d_model, "num_heads": num_heads, "kv_heads": MOST_HEADS}
        return self.with_values(source="random", **sizes, off=frozenset(), dropout=0.0)

    def of_translator(self, kind: str, otherwise: str) -> "MultiHeadSetting":
        """An attention of the trained translator on this sentence, or on another one if it cannot
        read this, with every head switched on.
        """
        sentence = self.sentence if is_readable(self.sentence) else otherwise
        values = {"source": "trained", "kind": kind, "off": frozenset(), "edits": {}}
        return self.with_values(sentence=sentence, **values)

    def switched(self, head: int) -> "MultiHeadSetting":
        """Switch one head on or off."""
        return self.with_values(off=self.heads_off ^ {head})
