"""The masks page's input: token ids, their masks, and the attention under each mask."""

from dataclasses import dataclass
from functools import cached_property

import torch
from torch import Tensor

from pages.masks.tokens import (
    MAX_TOKENS,
    PAD_ID,
    padded_ids,
    padding_first,
    read_ids,
    read_words,
)
from pages.translator.padded_sentence import PAD_LABEL, PaddedSentence, padded_sentence
from pages.translator.shown_head import ShownHead
from pages.translator.trained_attention import is_readable, translator_config
from pages.translator.typed_text import read_english
from transformer_core import AttentionSteps, attention, decoder_mask, look_ahead_mask, padding_mask
from transformer_lab.examples import painted_mask, random_embedding
from transformer_lab.measures.masks_since import documents_of, mask_since
from ui.picture.word_labels import word_labels
from ui.state.cells import Cells
from ui.state.setting import (
    Setting,
    choice,
    number,
    painted_cells,
    picture_field,
    stepped,
    toggle,
    typed,
)

KINDS = ("padding", "look_ahead", "decoder", "painted")
"""Masks of self-attention: every token is a query and a key."""
SINCE = ("window", "prefix", "packed")
"""Masks since the paper, one of which may be in the place of the painted one."""
CROSS = "cross"
"""The mask of cross-attention: queries are the target's tokens, keys are the page's."""
ALL_KINDS = (*KINDS, CROSS)
EXAMPLES = {"padded": "1 21 777 0 0", "gap": "1 2 0 4 5"}
START_LABEL = "⟨start⟩"
D_K = 4
TABLE = (MAX_TOKENS, 2 * D_K)
COMPARED = {
    "encoder": ("none", "axis", "queries", "opposite", "zero", "finite"),
    "decoder": (
        "and",
        "padding",
        "causal",
        "transposed",
        "half",
        "finite",
        "residual",
        "norm",
        "recomputed",
    ),
    "cross": ("target", "queries", "axis", "opposite", "none", "zero", "finite"),
}
"""What each attention is compared with, by name; the first one at first."""
COMPARISONS = frozenset(name for names in COMPARED.values() for name in names)
MOST_GAIN = 100_000
SOURCES = ("random", "trained")
"""Where Q, K and V of one attention come from."""
TRAINED_SENTENCE = "the cat saw the dog"
"""The sentence of the trained numbers where none is given in English."""
MOST_LAYERS, MOST_HEADS = 12, 8


def read_comparison(name: str) -> str:
    if name and name not in COMPARISONS:
        raise ValueError(f"{name[:40]!r} is not one of {', '.join(sorted(COMPARISONS))}")
    return name


@dataclass(frozen=True, eq=False)
class MaskSetting(ShownHead, Setting):
    """Tokens, as numbers or as a padded sentence, the painted mask, and what is compared.

    With the attention "all" the page shows the masks of one sentence; otherwise one of the three
    attentions under its mask, and under another.
    """

    PREFIX = "ma"

    attention: str = choice(("all", *COMPARED), "all")
    compare: str = picture_field(read_comparison, str, "")
    given: str = choice(("numbers", "sentence"), "numbers")
    ids: str = typed(read_ids, EXAMPLES["padded"])
    sentence: str = typed(read_words, default_words="controls.sentence_default")
    length: int = number(1, MAX_TOKENS, 8)
    padding_first: bool = toggle(False)
    target: str = typed(read_words, default_words="controls.target_default")
    target_length: int = number(1, MAX_TOKENS, 5)
    gain: int = number(1, MOST_GAIN, 1)
    seed: int = number(0, 9999, 11)
    cells: Cells = painted_cells()
    source: str = choice(SOURCES, "random")
    layer: int = stepped(
        0, MOST_LAYERS - 1, MOST_LAYERS - 1, lambda _: range(translator_config().num_layers),
        width=110, counts_from=1,
    )  # fmt: skip
    head: int = stepped(
        0, MOST_HEADS - 1, 0, lambda _: range(translator_config().num_heads), width=130,
        counts_from=1,
    )  # fmt: skip

    last: str = choice(("painted", *SINCE), "painted")
    window: int = number(1, MAX_TOKENS, 3)
    prefix: int = number(0, MAX_TOKENS, 3)
    documents: str = typed(read_ids, "3 2")

    def check(self) -> None:
        """The translator needs a sentence that it can read. Raises: InputError."""
        if self.is_trained:
            read_english(self.sentence)

    @property
    def is_trained(self) -> bool:
        """True if Q, K and V are those of a head of the translator; not with all masks."""
        return self.source == "trained" and self.attention != "all"

    @cached_property
    def padded(self) -> PaddedSentence:
        """The sentence and its translation, padded, through the translator."""
        lengths = self.length, self.target_length
        return padded_sentence(self.sentence, *lengths, self.padding_first)

    @cached_property
    def token_ids(self) -> tuple[int, ...]:
        if self.is_trained:
            return tuple(self.padded.src_ids[0].tolist())
        if self.given == "numbers":
            return tuple(read_ids(self.ids))
        words = read_words(self.sentence)
        return tuple(padded_ids(words, self.length, first=self.padding_first))

    @property
    def tokens(self) -> tuple[str, ...]:
        """The typed tokens, with padding."""
        if self.is_trained:
            return self.padded.source
        if self.given == "numbers":
            return tuple(map(str, self.token_ids))
        words = read_words(self.sentence)
        padding = (PAD_LABEL,) * (self.size - len(words))
        return (*padding, *words) if self.padding_first else (*words, *padding)

    @property
    def size(self) -> int:
        return len(self.token_ids)

    @property
    def labels(self) -> tuple[str, ...]:
        """Labels for the tokens, equal ones told apart."""
        return word_labels(self.tokens)

    @cached_property
    def target_labels(self) -> tuple[str, ...]:
        """The tokens of the target, equal ones told apart."""
        return word_labels(read_words(self.target))

    @cached_property
    def target_tokens(self) -> tuple[str, ...]:
        """What the decoder reads: the start, the words of the target, and padding."""
        if self.is_trained:
            return self.padded.read
        words = (START_LABEL, *read_words(self.target))
        padding = (PAD_LABEL,) * (self.target_length - len(words))
        return (*padding, *words) if self.padding_first else (*words, *padding)

    @property
    def target_ids(self) -> tuple[int, ...]:
        """An id from 1 for each distinct token of the target, and 0 for padding."""
        if self.is_trained:
            return tuple(self.padded.tgt_ids[0].tolist())
        ids = {PAD_LABEL: PAD_ID}
        return tuple(ids.setdefault(token, len(ids)) for token in self.target_tokens)

    @property
    def compared_with(self) -> str:
        """What the attention is compared with; at first with a mask that fits."""
        names = COMPARED.get(self.attention, ("",))
        if self.compare in names:
            return self.compare
        fits = self.size == len(self.target_tokens)
        return names[0] if fits or names[0] != "target" else "none"

    @property
    def kinds(self) -> tuple[str, ...]:
        """The masks of self-attention that are shown."""
        return (*KINDS[:-1], self.last)

    @property
    def all_kinds(self) -> tuple[str, ...]:
        """The same, and the mask of cross-attention."""
        return (*self.kinds, CROSS)

    @cached_property
    def documents_in_order(self) -> Tensor:
        """Which document each token is in, (size,)."""
        return documents_of(self.size, read_ids(self.documents))

    @property
    def query_labels(self) -> dict[str, tuple[str, ...]]:
        """Labels for the queries of each kind of mask."""
        return dict.fromkeys(self.kinds, self.labels) | {CROSS: self.target_labels}

    @property
    def is_unpadded(self) -> bool:
        """True if a sentence needs no padding, because it is as long as requested or longer."""
        return self.given == "sentence" and PAD_ID not in self.token_ids

    def masks(self) -> dict[str, Tensor]:
        """One mask of each kind, (size, size), but padding and cross (1, size). True = hidden."""
        token_ids = torch.tensor([self.token_ids])  # (1, size)
        return {
            "padding": padding_mask(token_ids, PAD_ID)[0, 0],  # (1, size)
            "look_ahead": look_ahead_mask(self.size),
            "decoder": decoder_mask(token_ids, PAD_ID)[0, 0],  # (size, size)
            self.last: self.last_mask(),
            CROSS: padding_mask(token_ids, PAD_ID)[0, 0],  # (1, size), for any number of queries
        }

    def last_mask(self) -> Tensor:
        """The one that is painted, or one since the paper, (size, size)."""
        if self.last == "painted":
            return painted_mask(self.size, self.size, self.cells)
        return mask_since(self.last, self.documents_in_order, self.window, self.prefix)

    def queries_and_keys(self) -> tuple[Tensor, Tensor]:
        """Random Q and K, (size, D_K) each, cut from one draw so that a longer text keeps them."""
        table = random_embedding(*TABLE, self.seed)[: self.size]
        return table[:, :D_K], table[:, D_K:]

    def target_queries(self) -> Tensor:
        """Random Q of the target, (target tokens, D_K), from a separate draw."""
        return random_embedding(*TABLE, self.seed + 1)[: len(self.target_labels), :D_K]

    def steps(self) -> dict[str, AttentionSteps]:
        """The same attention under each mask; under the cross-attention mask with other queries."""
        Q, K = self.queries_and_keys()
        queries = dict.fromkeys(self.kinds, Q) | {CROSS: self.target_queries()}
        # Only the weights are shown, so any values will do.
        return {kind: attention(queries[kind], K, K, mask) for kind, mask in self.masks().items()}

    def vectors_of(self, side: str) -> tuple[Tensor, Tensor, Tensor]:
        """Random Q, K and V of the source or the target, (tokens, D_K) each.

        A word of the target keeps its vectors when ⟨start⟩ comes before it: that has the last row.
        """
        is_target = int(side == "target")
        size = len(self.target_tokens) if is_target else self.size
        places = (torch.arange(size) - is_target) % MAX_TOKENS
        values = random_embedding(*TABLE, self.seed + 2).chunk(2, dim=1)[is_target]
        Q, K = random_embedding(*TABLE, self.seed + is_target)[places].chunk(2, dim=1)
        return Q, K, values[places]

    def padded_alike(self) -> "MaskSetting":
        """Source and target padded to one length, at least two tokens more than the longer has."""
        words = [token for token in self.target_tokens if token != PAD_LABEL]
        ids = [token for token in self.token_ids if token != PAD_ID] or [1]
        length = min(max(len(words), len(ids)) + 2, MAX_TOKENS)
        numbers = " ".join(map(str, [*ids, *[PAD_ID] * (length - len(ids))]))
        is_typed = self.given == "numbers" and not self.is_trained
        source = {"ids": numbers} if is_typed else {"length": length}
        return self.with_values(target_length=length, padding_first=False, **source)

    def for_one_attention(self) -> "MaskSetting":
        """With random numbers where the translator cannot read the sentence."""
        if self.source == "trained" and not is_readable(self.sentence):
            return self.with_values(source="random")
        return self

    def of_translator(self) -> "MaskSetting":
        """An attention of the translator under its mask and another, on the sentence if it is an
        English one.
        """
        is_own = self.sentence.isascii() and is_readable(self.sentence)
        return self.with_values(
            attention="cross" if self.attention == "all" else self.attention,
            compare="",
            given="sentence",
            sentence=self.sentence if is_own else TRAINED_SENTENCE,
            source="trained",
            layer=MOST_LAYERS - 1,
            head=0,
            gain=1,
        ).padded_alike()

    def behind_its_padding(self) -> "MaskSetting":
        """Move the padding before the tokens."""
        moved = padding_first(self.token_ids)
        if self.given == "numbers":
            return self.with_values(ids=" ".join(map(str, moved)))
        return self.with_values(length=len(moved), padding_first=True)
