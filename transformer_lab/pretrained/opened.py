"""A model that was opened: its tokens, and every number that it computes of a text."""

from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from typing import cast

import torch
from torch import Tensor

from transformer_core.explain.assembled.computation import ModelInputs, assembled_computation
from transformer_core.explain.computation import Computation
from transformer_core.trace import Change, trace
from transformer_core.variants.key_value_cache import KeyValueCache
from transformer_core.variants.learned_positions import LearnedPositions
from transformer_core.variants.models import (
    AssembledModel,
    DecoderModel,
    EncoderDecoderModel,
    EncoderModel,
)
from transformer_lab.pretrained.changed import Changed
from transformer_lab.pretrained.languages import Languages
from transformer_lab.pretrained.settings import Settings
from transformer_lab.pretrained.sizes import whole_number
from transformer_lab.pretrained.tokeniser import Tokeniser
from transformer_lab.pretrained.writing import Writing

MOST_WRITTEN = 64
"""The most tokens of a target that the model writes itself."""
MOST_TOKENS = 1_000_000
"""The most tokens of a text where nothing says how many a model can read."""
Choose = Callable[[Tensor], int]
"""Chooses the next token by its logits, (vocab,)."""


@dataclass(eq=False)
class OpenedModel:
    """Somebody else's model as one of ours.

    name: as it was asked for. family: the `model_type` of its config.json. model: computes, and can
    be traced like any other. settings: its config.json. writing: how it writes a target. languages:
    those between which it translates, with the pair that it does by default.
    probe: the largest difference from transformers' own logits, as a share of the largest of them.
    """

    name: str
    family: str
    model: AssembledModel
    settings: Settings = field(repr=False)
    _text: Tokeniser = field(repr=False)
    writing: Writing = field(default=Writing(), repr=False)
    languages: Languages = field(default=Languages(), repr=False)
    probe: float = float("nan")

    @property
    def limit(self) -> int:
        """The most tokens of a text, special ones included.

        The shortest of what its positions, its config.json and its tokenizer allow.
        """
        tables = [one.max_len for one in self.model.modules() if isinstance(one, LearnedPositions)]
        said = (self.settings["max_position_embeddings"], self._text.longest)
        return min([*tables, *filter(None, map(whole_number, said))], default=MOST_TOKENS)

    @property
    def mask_token(self) -> int | None:
        """The token under which an encoder predicts; None if its tokenizer has none."""
        return self._text.mask

    def beginning(self, languages: tuple[str, ...] = ()) -> Tensor:
        """What a decoder reads before the first token of a target: (1, 1), or (1, 2) with the token
        of the language that it writes.

        A decoder that starts with the language itself reads it alone, as mBART's does, whose labels
        end with it. Where no start token is named, it is the last one of the labels.
        """
        pair = self.languages.chosen(languages)
        if not pair:
            return torch.tensor([[self.writing.start]])
        language = self.languages.ids[pair[1]]
        start = self.writing.start
        if not self.writing.is_named:
            start = int(self._text.labels_of_nothing(pair)[0, -1])
        if start in self.languages.ids.values():
            return torch.tensor([[language]])
        return torch.tensor([[start, language]])

    def ids(self, text: str, *, is_target: bool = False, languages: tuple[str, ...] = ()) -> Tensor:
        """The tokens of a text as numbers: (1, seq_len).

        Special ones are included, but for the target of a multilingual model, which `beginning` and
        the end token are put around.

        Raises: ValueError for a text with no token or with more than `limit`.
        """
        ids, is_cut = self.cut_ids(text, self.limit, is_target=is_target, languages=languages)
        if is_cut or not ids.size(1):
            count = "more" if is_cut else "none"
            raise ValueError(f"a text must have 1 to {self.limit} tokens, this one has {count}")
        return ids

    def cut_ids(
        self, text: str, limit: int, *, is_target: bool = False, languages: tuple[str, ...] = ()
    ) -> tuple[Tensor, bool]:
        """The first tokens of a text, at most `limit`, and whether that is not all of it.

        Of a multilingual model's target, `beginning` and the end token are counted too.
        """
        pair = self.languages.chosen(languages)
        limit = limit - 2 if is_target and pair else limit
        return self._text.ids(text, limit, is_target=is_target, languages=pair)

    def pieces(self, ids: Tensor, *, of_source: bool = False) -> tuple[str, ...]:
        """The readable tokens of ids, (1, seq_len)."""
        return self._text.pieces(ids, of_source=of_source)

    def special_places(self, ids: Tensor) -> list[int]:
        """Where special tokens such as [CLS] or the end are among ids, (1, seq_len)."""
        special = self._text.special
        return [place for place, token in enumerate(ids[0].tolist()) if token in special]

    def plain_text(self, ids: Tensor) -> str:
        """What the ids of a target, (1, seq_len), spell, without special tokens."""
        return self._text.plain_text(ids)

    def tokens(self, text: str, languages: tuple[str, ...] = ()) -> list[str]:
        """The tokens of a text, readable and in order, special ones included."""
        return list(self._text.pieces(self.ids(text, languages=languages), of_source=True))

    def trace(
        self,
        text: str,
        target: str | None = None,
        change: Mapping[str, Change] | None = None,
        languages: tuple[str, ...] = (),
    ) -> dict[str, Tensor]:
        """Every intermediate of one forward in the order in which they are made, logits at last.

        Names are the core's ("encoder.layers.0.self_attention.weights"); of a decoder alone they
        begin with "decoder". A model without logits ends with its last vectors.

        Args:
            target: what an encoder-decoder reads on its other side, each token after the one
                before; when None, what it writes itself, the likeliest token each time.
            change: as in `transformer_core.trace`.
            languages: what a multilingual model reads and writes, by code; in the place of one that
                it does not have, and by default, its own pair.

        Raises: ValueError as `ids` and `transformer_core.trace`.
        """
        return self.recorded(self.given(text, target, languages), change)

    def computation(
        self,
        text: str,
        target: str | None = None,
        change: Mapping[str, Change] | None = None,
        languages: tuple[str, ...] = (),
    ) -> Computation:
        """The same forward, and for every number of it where it comes from.

            computation = model.computation("The animal did not cross the street.")
            explain(computation, Cell("logits", (3, 17)))

        Numbers that are changed count as set by hand. The other arguments and errors are those of
        `trace`.

        Returns: see `assembled_computation`.
        """
        return self.computed(self.given(text, target, languages), change)

    def computed(
        self, given: ModelInputs, change: Mapping[str, Change] | None = None
    ) -> Computation:
        """The computation of these tokens; `change` and errors as in `computation`."""
        changed = Changed(change or {})
        records = self.recorded(given, changed.remembered)
        with torch.inference_mode():
            made = assembled_computation(self.model, records, given)
        return replace(made, by_hand={*made.by_hand} | {*changed.cells(made)})

    def given(
        self, text: str, target: str | None = None, languages: tuple[str, ...] = ()
    ) -> ModelInputs:
        """What the model takes of a text; arguments and errors as in `trace`."""
        ids = self.ids(text, languages=languages)
        if isinstance(self.model, EncoderModel):
            return ModelInputs(src_ids=ids)
        if not isinstance(self.model, EncoderDecoderModel):
            return ModelInputs(tgt_ids=ids)
        beginning = self.beginning(languages)
        if target is not None:
            labels = self.ids(target, is_target=True, languages=languages)
            return ModelInputs(src_ids=ids, tgt_ids=self.read(labels, beginning))
        return ModelInputs(src_ids=ids, tgt_ids=self.written(ids, beginning))

    def recorded(
        self, given: ModelInputs, change: Mapping[str, Change] | None = None
    ) -> dict[str, Tensor]:
        """All of a forward of these tokens; `change`, errors and names as in `trace`."""
        taken: tuple[Tensor | None, ...]
        if isinstance(self.model, EncoderModel):
            taken = (given.src_ids, given.src_padding, given.token_types)
        elif isinstance(self.model, EncoderDecoderModel):
            taken = (given.src_ids, given.tgt_ids, given.src_padding, given.tgt_padding)
        else:
            taken = (given.tgt_ids, given.tgt_padding)
        with torch.inference_mode(), trace(self.model, change) as records:
            self.model(*taken)
        return records

    def read(self, labels: Tensor, beginning: Tensor) -> Tensor:
        """What the decoder reads of a target, (1, seq_len): all but the token that ends it."""
        labels = labels if self.languages.pair else labels[:, :-1]
        return torch.cat([beginning, labels], dim=1)

    def written(
        self,
        ids: Tensor,
        beginning: Tensor,
        *,
        padding: Tensor | None = None,
        change: Mapping[str, Change] | None = None,
        choose: Choose | None = None,
        most: int = MOST_WRITTEN,
    ) -> Tensor:
        """The beginning and what the model writes after it, (1, seq_len).

        Args:
            ids: (1, seq_k) what an encoder-decoder reads.
            padding: (1, seq_k) bool, True where a token is hidden.
            change: as in `trace`, of each forward; the rows are those of one token.
            choose: chooses each token; the likeliest one when None. Tokens that its files exclude
                have a logit of −∞.
            most: the most tokens after the beginning.
        """
        model = cast(EncoderDecoderModel, self.model)
        with torch.inference_mode(), trace(model, change) if change else nullcontext():
            memory, cache = model.encode(ids, padding), KeyValueCache()

            def decoded(read: Tensor, _: int) -> Tensor:
                return model.decode(read, memory, padding, cache=cache)

            return self._extended(beginning, cache, decoded, choose, most)

    def continued(
        self,
        ids: Tensor,
        *,
        padding: Tensor | None = None,
        change: Mapping[str, Change] | None = None,
        choose: Choose | None = None,
        most: int = MOST_WRITTEN,
    ) -> Tensor:
        """A text and what a decoder alone writes after it, with a key-value cache: (1, seq_len).

        Args:
            ids: (1, seq_q) the text; `padding`, of the same shape, hides tokens of it.
            change, choose, most: as in `written`; the first forward has the rows of the text.

        Raises: ValueError for a model that is no decoder alone, or has no logits.
        """
        model = self.model
        if not isinstance(model, DecoderModel) or model.output is None:
            raise ValueError(f"{self.name} does not continue a text")
        cache = KeyValueCache()

        def decoded(read: Tensor, length: int) -> Tensor:
            hidden = padding
            if padding is not None:
                hidden = torch.nn.functional.pad(padding, (0, length - ids.size(1)))
            return model(read, hidden, cache)

        with torch.inference_mode(), trace(model, change) if change else nullcontext():
            return self._extended(ids, cache, decoded, choose, most)

    def _extended(
        self,
        written: Tensor,
        cache: KeyValueCache,
        decoded: Callable[[Tensor, int], Tensor],
        choose: Choose | None,
        most: int,
    ) -> Tensor:
        """These tokens, (1, seq_len), and those that a decoder writes after them.

        decoded: takes the tokens that are not in the cache and the number of all; returns logits,
        (1, seq, vocab).
        """
        for _ in range(min(most, self.limit - written.size(1))):
            logits = decoded(written[:, cache.seq_len :], written.size(1))[0, -1]  # (vocab,)
            excluded = [token for token in self.writing.excluded if token < len(logits)]
            logits[excluded] = -torch.inf
            best = int(logits.argmax()) if choose is None else choose(logits)
            if best in self.writing.ends:
                break
            written = torch.cat([written, torch.tensor([[best]])], dim=1)
        return written
