"""A model that was opened: its tokens, and every number that it computes of a text."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import cast

import torch
from torch import Tensor

from transformer_core.explain.assembled.computation import ModelInputs, assembled_computation
from transformer_core.explain.computation import Computation
from transformer_core.trace import Change, trace
from transformer_core.variants.key_value_cache import KeyValueCache
from transformer_core.variants.learned_positions import LearnedPositions
from transformer_core.variants.models import AssembledModel, EncoderDecoderModel, EncoderModel
from transformer_lab.pretrained.changed import Changed
from transformer_lab.pretrained.languages import Languages
from transformer_lab.pretrained.settings import Settings
from transformer_lab.pretrained.sizes import whole_number
from transformer_lab.pretrained.tokeniser import Tokeniser
from transformer_lab.pretrained.writing import Writing

MOST_WRITTEN = 64
"""The most tokens of a target that the model writes itself."""


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
        """The most tokens of a text, special ones included."""
        tables = [one for one in self.model.modules() if isinstance(one, LearnedPositions)]
        longest = whole_number(self._text.longest)
        return min([table.max_len for table in tables] + ([longest] if longest else []))

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
        pair = self.languages.chosen(languages)
        limit = self.limit - 2 if is_target and pair else self.limit
        ids, is_cut = self._text.ids(text, limit, is_target=is_target, languages=pair)
        if is_cut or not ids.size(1):
            count = "more" if is_cut else "none"
            raise ValueError(f"a text must have 1 to {limit} tokens, this one has {count}")
        return ids

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
        return self._recorded(self._given(text, target, languages), change)

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
        given, changed = self._given(text, target, languages), Changed(change or {})
        records = self._recorded(given, changed.remembered)
        with torch.inference_mode():
            made = assembled_computation(self.model, records, given)
        return replace(made, by_hand={*made.by_hand} | {*changed.cells(made)})

    def _given(self, text: str, target: str | None, languages: tuple[str, ...]) -> ModelInputs:
        ids = self.ids(text, languages=languages)
        if isinstance(self.model, EncoderModel):
            return ModelInputs(src_ids=ids)
        if not isinstance(self.model, EncoderDecoderModel):
            return ModelInputs(tgt_ids=ids)
        beginning = self.beginning(languages)
        if target is not None:
            return ModelInputs(src_ids=ids, tgt_ids=self._read(target, beginning, languages))
        with torch.inference_mode():
            read = self._written(ids, beginning)
        return ModelInputs(src_ids=ids, tgt_ids=read)

    def _recorded(
        self, given: ModelInputs, change: Mapping[str, Change] | None
    ) -> dict[str, Tensor]:
        ids = [one for one in (given.src_ids, given.tgt_ids) if one is not None]
        with torch.inference_mode(), trace(self.model, change) as records:
            self.model(*ids)
        return records

    def _read(self, target: str, beginning: Tensor, languages: tuple[str, ...]) -> Tensor:
        """What the decoder reads of a target, (1, seq_len): all but the token that ends it."""
        labels = self.ids(target, is_target=True, languages=languages)
        if not self.languages.pair:
            labels = labels[:, :-1]
        return torch.cat([beginning, labels], dim=1)

    def _written(self, ids: Tensor, beginning: Tensor) -> Tensor:
        """The beginning and what the model writes after it, (1, seq_len)."""
        model = cast(EncoderDecoderModel, self.model)
        memory, cache, written = model.encode(ids), KeyValueCache(), beginning
        vocab_size = model.tgt_embedding.num_embeddings
        excluded = [token for token in self.writing.excluded if token < vocab_size]
        for _ in range(min(MOST_WRITTEN, self.limit - beginning.size(1))):
            logits = model.decode(written[:, cache.seq_len :], memory, cache=cache)[0, -1]
            logits[excluded] = -torch.inf  # (vocab,)
            best = int(logits.argmax())
            if best in self.writing.ends:
                break
            written = torch.cat([written, torch.tensor([[best]])], dim=1)
        return written
