"""One forward of the translator on what it wrote, with every record."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import torch
from torch import Tensor

from pages.translator.decoding import DecodedSentence
from pages.translator.model_edits import editing, the_translator
from pages.translator.setting import SentenceSetting
from transformer_core import trace
from transformer_core.explain.computation import Computation
from transformer_core.explain.provenance import transformer_computation
from transformer_core.trace import Change
from transformer_lab.measures.logit_lens import (
    ended_after,
    logit_lens,
    stream_names,
    with_source_of_last,
)

MOST_FORWARDS = 32
"""The number of forwards cached, over all users."""


@dataclass(frozen=True, eq=False)
class Forward:
    """The records of one forward, (1, ...) each, and what was put in by hand."""

    records: Mapping[str, Tensor]
    parameters: Mapping[str, Tensor]
    """Those that are not the shipped ones."""
    src_ids: Tensor
    tgt_ids: Tensor
    """What the decoder read: (1, seq_q)."""


@lru_cache(maxsize=MOST_FORWARDS)
def forward_of(setting: SentenceSetting) -> Forward:
    """The forward of one of our own models, with the user's edits, on what it wrote."""
    written = setting.written
    return run(setting, written, written.translation.tgt_ids[:, :-1])


def run(
    setting: SentenceSetting,
    written: DecodedSentence,
    tgt_ids: Tensor,
    change: Mapping[str, Change] | None = None,
) -> Forward:
    """A forward of the sentence of `written` with the model of a setting.

    Args:
        tgt_ids: (1, seq_q), what the decoder reads.
        change: as in `transformer_core.trace`.
    """
    translator = the_translator()
    src_ids = translator.source_ids(written.recognition, written.hidden)
    with (
        torch.inference_mode(),
        editing(setting.own_model, setting.edits) as parameters,
        trace(translator.model, change) as records,
    ):
        translator.model(src_ids, tgt_ids)
    return Forward(records, parameters, src_ids, tgt_ids)


@lru_cache(maxsize=MOST_FORWARDS)
def read_by_layer(setting: SentenceSetting) -> Tensor:
    """The probabilities after each layer, none first: (1 + layers, seq_q, vocab)."""
    with editing(setting.own_model, setting.edits):
        return logit_lens(the_translator().model, forward_of(setting).records)[:, 0]


@lru_cache(maxsize=MOST_FORWARDS)
def ended_early(setting: SentenceSetting, layer: int) -> Computation:
    """The same forward as if it had ended after `layer` layers of the decoder, step by step."""
    model, made = the_translator().model, forward_of(setting)
    names = stream_names(made.records, "decoder")
    with torch.inference_mode(), editing(setting.own_model, setting.edits):
        records = {**ended_after(model, made.records, layer), **made.parameters}
        computation = transformer_computation(model, records, made.src_ids, made.tgt_ids)
    return with_source_of_last(computation, names, layer)
