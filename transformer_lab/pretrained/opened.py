"""A model that was opened: its tokens, and every number that it computes of a text."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import cast

import torch
from torch import Tensor

from transformer_core.trace import Change, trace
from transformer_core.variants.key_value_cache import KeyValueCache
from transformer_core.variants.learned_positions import LearnedPositions
from transformer_core.variants.models import AssembledModel, EncoderDecoderModel
from transformer_lab.pretrained.settings import Settings
from transformer_lab.pretrained.sizes import whole_number
from transformer_lab.pretrained.tokeniser import Tokeniser

MOST_WRITTEN = 64
"""The most tokens of a target that the model writes itself."""


@dataclass(eq=False)
class OpenedModel:
    """Somebody else's model as one of ours.

    name: as it was asked for. family: the `model_type` of its config.json. model: computes, and can
    be traced like any other. settings: its config.json.
    probe: the largest difference from transformers' own logits, as a share of the largest of them.
    """

    name: str
    family: str
    model: AssembledModel
    settings: Settings = field(repr=False)
    _text: Tokeniser = field(repr=False)
    probe: float = float("nan")

    @property
    def limit(self) -> int:
        """The most tokens of a text, special ones included."""
        tables = [one for one in self.model.modules() if isinstance(one, LearnedPositions)]
        longest = whole_number(self._text.longest)
        return min([table.max_len for table in tables] + ([longest] if longest else []))

    @property
    def start(self) -> int:
        """The token that a decoder reads before the first one of a target."""
        named = (self.settings[key] for key in ("decoder_start_token_id", "pad_token_id"))
        return next((token for token in named if isinstance(token, int)), 0)

    def ids(self, text: str, *, is_target: bool = False) -> Tensor:
        """The tokens of a text as numbers, special ones included: (1, seq_len).

        Raises: ValueError for a text with no token or with more than `limit`.
        """
        ids, is_cut = self._text.ids(text, self.limit, is_target=is_target)
        if is_cut or not ids.size(1):
            count = "more" if is_cut else "none"
            raise ValueError(f"a text must have 1 to {self.limit} tokens, this one has {count}")
        return ids

    def tokens(self, text: str) -> list[str]:
        """The tokens of a text, readable and in order, special ones included."""
        return list(self._text.pieces(self.ids(text), of_source=True))

    def trace(
        self, text: str, target: str | None = None, change: Mapping[str, Change] | None = None
    ) -> dict[str, Tensor]:
        """Every intermediate of one forward in the order in which they are made, logits at last.

        Names are the core's ("encoder.layers.0.self_attention.weights"); of a decoder alone they
        begin with "decoder". A model without logits ends with its last vectors.

        Args:
            target: what an encoder-decoder reads on its other side, each token after the one
                before; when None, what it writes itself, the likeliest token each time.
            change: as in `transformer_core.trace`.

        Raises: ValueError as `ids` and `transformer_core.trace`.
        """
        ids = self.ids(text)
        with torch.inference_mode():
            inputs = [ids]
            if isinstance(self.model, EncoderDecoderModel):
                inputs.append(self._written(ids) if target is None else self._read(target))
            with trace(self.model, change) as records:
                self.model(*inputs)
        return records

    def _read(self, target: str) -> Tensor:
        """What the decoder reads of a target: the start token, then all but the last."""
        labels = self.ids(target, is_target=True)
        return torch.cat([torch.tensor([[self.start]]), labels[:, :-1]], dim=1)  # (1, seq_len)

    def _written(self, ids: Tensor) -> Tensor:
        """The start token and what the model writes after it, (1, seq_len)."""
        model = cast(EncoderDecoderModel, self.model)
        memory, cache = model.encode(ids), KeyValueCache()
        written = torch.tensor([[self.start]])
        ends, pad = self.settings["eos_token_id"], self.settings["pad_token_id"]
        for _ in range(min(MOST_WRITTEN, self.limit - 1)):
            logits = model.decode(written[:, -1:], memory, cache=cache)[0, -1]  # (vocab,)
            if isinstance(pad, int):
                logits[pad] = -torch.inf
            best = int(logits.argmax())
            if best in (ends if isinstance(ends, list) else [ends]):
                break
            written = torch.cat([written, torch.tensor([[best]])], dim=1)
        return written
