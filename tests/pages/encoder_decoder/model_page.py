"""The encoder-decoder page, as its tests ask for it."""

from functools import lru_cache
from typing import Any

import torch
from torch import Tensor

from pages.encoder_decoder.setting import EncoderDecoderSetting
from tests.pages.answers import Asked
from tests.ui.seen_map import SeenMap
from transformer_core import build_transformer, seeded_dropout, trace
from transformer_lab.learning.one_pair import trained_on_pair


def asked(language: str = "en", **values: Any) -> Asked:
    return Asked("encoder_decoder", language, **values)


class UnderWay(Asked):
    """The page as it is while it trains or writes: its next answer, whatever is missing."""

    waits = False


def seen(page: Asked) -> SeenMap:
    """The map as it arrives in the browser."""
    return SeenMap(page.answer.areas["map"])


@lru_cache(maxsize=8)
def records_of(setting: EncoderDecoderSetting) -> dict[str, Tensor]:
    """The page's numbers, made without the page; once for what is asked of one training."""
    model = build_transformer(setting.sizes.config(setting.norm_first), setting.seed)
    sentences, pair = setting.sentences, setting.pair
    if setting.steps:
        given = (pair.src_ids, pair.tgt_ids, pair.targets)
        model = trained_on_pair(model, *given, setting.steps, setting.label_smoothing)
    with torch.inference_mode(), trace(model) as records:
        if setting.dropping:
            with seeded_dropout(setting.dropout_seed):
                model(sentences.src_ids, sentences.tgt_ids)
        else:
            model(sentences.src_ids, sentences.tgt_ids)
    return records
