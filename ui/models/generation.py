"""How a model writes a target: always the most probable token, with no other rule.

The files of many models ask for more: beams, no repeated n-grams, a minimum length, a token forced
at the start or the end. A row would then not show what is attended to in order to predict its
token. All of these are therefore switched off, and listed. Only the tokens that are never written
stay excluded.
"""

import copy
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

_IDS = ("bos_token_id", "eos_token_id", "pad_token_id", "decoder_start_token_id")
_OFF = (
    "num_beams",
    "num_beam_groups",
    "do_sample",
    "penalty_alpha",
    "min_length",
    "min_new_tokens",
    "no_repeat_ngram_size",
    "encoder_no_repeat_ngram_size",
    "repetition_penalty",
    "encoder_repetition_penalty",
    "diversity_penalty",
    "exponential_decay_length_penalty",
    "begin_suppress_tokens",
    "sequence_bias",
    "guidance_scale",
)
_FORCED = ("forced_bos_token_id", "forced_eos_token_id")
_NOTHING: tuple[object, ...] = (None, False, 0, 0.0, 1, 1.0, [], ())


@dataclass(frozen=True)
class Generation:
    """A model's own generation settings, and which of them apply here.

    switched_off: those that would choose another token than the most probable, "min_length = 20".
    excluded: the ids that are never written.
    """

    switched_off: tuple[str, ...]
    excluded: tuple[int, ...]
    _plain: Any

    @classmethod
    def of(cls, network: Any, languages: Collection[int] = ()) -> "Generation":
        """Replace the network's own settings, which `generate` would otherwise apply.

        languages: ids that are forced in any case, because the user chooses them.
        """
        own = network.generation_config
        excluded = _excluded(own)
        plain = type(own)(
            **{name: getattr(own, name, None) for name in _IDS}, suppress_tokens=excluded or None
        )
        network.generation_config = plain
        return cls(_switched_off(own, languages), tuple(excluded), plain)

    @property
    def start(self) -> int:
        """The token with which a decoder starts to read."""
        first = self._plain.decoder_start_token_id
        return int(self._plain.bos_token_id if first is None else first)

    def written(self, network: Any, ids: Tensor, start: Tensor, most: int) -> tuple[Tensor, bool]:
        """Decode greedily, up to `most` tokens.

        Args:
            ids: what the encoder reads, (1, seq_k).
            start: what the decoder has read already, (1, at least one).

        Returns: all of the decoder's tokens, `start` first; and whether they were cut off.
        """
        plain = copy.deepcopy(self._plain)
        # transformers puts another start token before one that it does not expect.
        plain.decoder_start_token_id = int(start[0, 0])
        plain.update(do_sample=False, num_beams=1, max_new_tokens=most, max_length=None)
        plain.update(use_cache=_has_room(network.config))
        written = network.generate(
            input_ids=ids,
            attention_mask=torch.ones_like(ids),
            decoder_input_ids=start,
            generation_config=plain,
        )
        ends = self._plain.eos_token_id
        ended = int(written[0, -1]) in (ends if isinstance(ends, list) else [ends])
        return written, not ended


def _has_room(config: Any) -> bool:
    """True if transformers makes its cache long enough: T5's has as many layers as its encoder."""
    decoder = getattr(config, "num_decoder_layers", None)
    return decoder in (None, getattr(config, "num_layers", None))


def _excluded(own: Any) -> list[int]:
    single = [ids[0] for ids in own.bad_words_ids or () if len(ids) == 1]
    return sorted({*single, *(own.suppress_tokens or ())})


def _switched_off(own: Any, languages: Collection[int]) -> tuple[str, ...]:
    asked = {name: getattr(own, name, None) for name in _OFF}
    named = {name: value for name, value in asked.items() if value not in _NOTHING}
    named |= {name: getattr(own, name) for name in _FORCED if getattr(own, name) is not None}
    if own.forced_bos_token_id in languages:
        del named["forced_bos_token_id"]
    if any(len(ids) > 1 for ids in own.bad_words_ids or ()):
        named["bad_words_ids"] = len(own.bad_words_ids)
    return tuple(f"{name} = {value}" for name, value in named.items())
