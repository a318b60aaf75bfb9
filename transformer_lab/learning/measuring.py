"""The measurements of a model while it is trained."""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

import torch
from torch import Tensor

from transformer_core.loss import masked_cross_entropy
from transformer_core.trace import trace
from transformer_core.transformer import Transformer
from transformer_lab.learning.config import RunConfig
from transformer_lab.learning.every_task import task_of
from transformer_lab.learning.exactness import forced_right, greedily_right, greedy_ids
from transformer_lab.learning.own_task import own_pairs
from transformer_lab.learning.tasks import Split, Words
from transformer_lab.learning.text_measures import seen_of_text, text_loss, unigram_loss
from transformer_lab.learning.training import TokenPair
from transformer_lab.vocabulary import PAD_ID, padded

MOST_PAIRS = 16_384
"""So many sentences at most are trained on, again and again."""
MEASURED = 64
"""Sentences of each split by which loss and exactness are measured."""
HELD_OUT_SEED = 0
"""Every run is measured by the same held-out sentences."""


class Measures(NamedTuple):
    """Loss and accuracy on the sentences of one split."""

    loss: float
    """In nats a token, without dropout and label smoothing."""
    exact: float
    """The share that greedy decoding gets wholly right."""


class Written(NamedTuple):
    """What a model writes by itself of the held-out sentences, each a share of all of them."""

    exact: float
    reordered: float
    """With exactly the right tokens, but not in their order."""


class ExampleResult(NamedTuple):
    """The task's example, as the model sees it now."""

    attention: dict[str, Tensor]
    """By name in a trace: (heads, seq_q, seq_k) each."""
    predicted: Words
    scores: Mapping[str, float] = MappingProxyType({})


@lru_cache(maxsize=4)
def training_pairs(task: str, count: int, seed: int) -> list[TokenPair]:
    """The sentences of a run. The last few runs' are kept."""
    return task_of(task).draw(count, seed, "training")


def pairs_of(config: RunConfig) -> list[TokenPair]:
    """All pairs that a run is trained on."""
    if config.data is not None:
        return own_pairs(config.data, "training")
    count = max(MEASURED, min(config.steps * config.batch_size, MOST_PAIRS))
    return training_pairs(config.task, count, config.seed)


def held_out_pairs(config: RunConfig) -> list[TokenPair]:
    """The held-out pairs by which a run is measured: MEASURED, or all that there are."""
    if config.data is not None:
        return own_pairs(config.data, "held_out")[:MEASURED]
    return _drawn(config.task)


@lru_cache(maxsize=8)
def _drawn(task: str) -> list[TokenPair]:
    return task_of(task).draw(MEASURED, HELD_OUT_SEED, "held_out")


@torch.inference_mode()
def measure(model: Transformer, config: RunConfig, split: Split) -> Measures:
    """Loss and exactness of MEASURED sentences of one split. The model is left in evaluation mode.

    A model trained without the look-ahead mask has to decode word by word: then there is nothing to
    copy.
    """
    if config.kind != "encoder_decoder":
        return Measures(*text_loss(model, config, split))
    pairs = held_out_pairs(config) if split == "held_out" else pairs_of(config)[:MEASURED]
    src_ids, tgt_ids = (padded(ids) for ids in zip(*pairs, strict=True))
    model.eval()
    logits = model(src_ids, tgt_ids[:, :-1])  # (MEASURED, seq_len - 1, vocab)
    loss = masked_cross_entropy(logits, tgt_ids[:, 1:]).item()
    if config.look_ahead:
        right = forced_right(logits, tgt_ids)
    else:
        right = greedily_right(model, src_ids, tgt_ids)
    return Measures(loss, right.float().mean().item())


@lru_cache(maxsize=8)
def frequency_loss(config: RunConfig) -> float:
    """The loss of whoever knows how often each target token comes in the held-out sentences, and
    nothing else: in nats a token.
    """
    if config.kind != "encoder_decoder":
        return unigram_loss(config)
    ids = torch.tensor([token for _, target in held_out_pairs(config) for token in target[1:]])
    shares = ids.bincount().double() / len(ids)
    return float(torch.special.entr(shares).sum())


@torch.inference_mode()
def held_out_writing(model: Transformer, config: RunConfig) -> Written:
    """How the held-out sentences come out by greedy decoding; leaves it in evaluation mode."""
    src_ids, tgt_ids = (padded(ids) for ids in zip(*held_out_pairs(config), strict=True))
    model.eval()
    written = greedy_ids(model, src_ids, tgt_ids.size(1))
    missing = tgt_ids.size(1) - written.size(1)
    written = torch.nn.functional.pad(written, (0, missing), value=PAD_ID)
    exact = (written == tgt_ids).all(dim=1)
    same = (written.sort(dim=1).values == tgt_ids.sort(dim=1).values).all(dim=1)
    shares = (exact.float().mean().item(), (same & ~exact).float().mean().item())
    return Written(*shares)


@torch.inference_mode()
def inspect_example(model: Transformer, config: RunConfig) -> ExampleResult:
    """Attention and prediction of the task's example. Leaves the model in evaluation mode."""
    if config.kind != "encoder_decoder":
        return ExampleResult(*seen_of_text(model, config))
    task = config.the_task
    source, target = task.ids(task.example)
    src_ids = torch.tensor([source])  # (1, seq_k)
    model.eval()
    with trace(model) as records:
        model(src_ids, torch.tensor([target[:-1]]))
    attention = {
        name: tensor[0] for name, tensor in records.items() if name.endswith("attention.weights")
    }
    written = greedy_ids(model, src_ids, len(target))
    return ExampleResult(attention, task.words(written[0].tolist()))
