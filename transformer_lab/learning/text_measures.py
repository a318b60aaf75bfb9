"""What is measured of a model of a text: its loss, what it writes, and which heads it has formed.

Previous-token and induction heads: Olsson et al., "In-context Learning and Induction Heads" (2022),
measured as there on random tokens that come twice, which no count of a text can predict.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

import torch
from torch import Tensor, nn

from transformer_core.loss import masked_cross_entropy
from transformer_core.random_tensors import generator
from transformer_core.trace import trace
from transformer_lab.learning.config import RunConfig
from transformer_lab.learning.sampling import TEMPERATURE, continued
from transformer_lab.learning.tasks import Split, Words
from transformer_lab.learning.text_training import MASK_ID, windows
from transformer_lab.measures.head_kinds import head_kinds
from transformer_lab.own_data.data import OwnData
from transformer_lab.own_data.floors import Floors, entropy, floors
from transformer_lab.own_data.graphemes import graphemes
from transformer_lab.vocabulary import PAD_ID

MEASURED_TOKENS = 4_096
"""Of each split, about so many, in windows spread evenly over it."""
WRITTEN_TOKENS = 40
"""Of the sample that is written at each record."""
PROMPT_TOKENS = 8
REPEATED, ROWS = 16, 4
"""Random tokens that come twice, at most, and how many such sequences are read."""
EVERY_FIFTH = slice(3, None, 5)
"""The tokens that an encoder has to find in a text where none is masked already."""
_SEED = 0
SCORES = ("previous", "induction")


class Example(NamedTuple):
    """A text as a model reads it, (1, seq) each."""

    ids: Tensor
    hidden: Tensor
    """Which tokens an encoder has to find; none of a decoder."""


class SeenOfText(NamedTuple):
    """The example as a model sees it now, what it writes, and its heads' scores."""

    attention: dict[str, Tensor]
    predicted: Words
    scores: Mapping[str, float]


@torch.inference_mode()
def text_loss(model: nn.Module, config: RunConfig, split: Split) -> tuple[float, float]:
    """The loss in nats a token, and the share of tokens that are the most probable one."""
    read, due = _measured(config, split)
    model.eval()
    logits = model(read)  # (windows, context, vocab)
    is_due = due != PAD_ID
    right = (logits.argmax(dim=-1) == due)[is_due]
    return masked_cross_entropy(logits, due, PAD_ID).item(), right.float().mean().item()


def _measured(config: RunConfig, split: Split) -> tuple[Tensor, Tensor]:
    text = _data(config).text(split)
    last = len(text) - config.context - 1
    starts = torch.linspace(0, last, min(MEASURED_TOKENS // config.context, last + 1)).long()
    return windows(text, starts, config.context, config.kind == "encoder")


def unigram_loss(config: RunConfig) -> float:
    """What somebody loses who knows how often each token comes in the held-out part."""
    return entropy(_data(config).text("held_out"))


@lru_cache(maxsize=8)
def floors_of(data: OwnData) -> Floors:
    """The floors of a whole text."""
    return floors(torch.cat([data.text("training"), data.text("held_out")]))


@lru_cache(maxsize=8)
def characters_a_token(data: OwnData) -> float:
    """Of the held-out part, on average: a loss a token over this is one a character."""
    ids = data.text("held_out")
    lengths = torch.tensor([len(graphemes(token)) for token in data.target.tokens])
    return lengths[ids].double().mean().item()


@torch.inference_mode()
def seen_of_text(model: nn.Module, config: RunConfig) -> SeenOfText:
    """Attention, a sample and the heads' scores. Leaves the model in evaluation mode."""
    model.eval()
    ids, hidden = example_of(config, config.the_task.example.source)
    with trace(model) as records:
        logits = model(ids)
    attention = {
        name: tensor[0] for name, tensor in records.items() if name.endswith("attention.weights")
    }
    if config.kind == "encoder":
        filled = torch.where(hidden, logits.argmax(dim=-1), ids)[0].tolist()
        return SeenOfText(attention, tuple(_data(config).target.words(filled)), {})
    prompt = ids[0, :PROMPT_TOKENS].tolist()
    draw = generator(config.seed)
    written = continued(
        model, prompt, WRITTEN_TOKENS, draw, config.context, temperature=TEMPERATURE
    )
    words = tuple(_data(config).target.words([*prompt, *written]))
    return SeenOfText(attention, words, head_scores(model, config))


def example_of(config: RunConfig, source: Words) -> Example:
    """A text as it is read, at most `context` tokens of it."""
    ids = torch.tensor([_data(config).target.ids(source[: config.context])])
    hidden = ids == MASK_ID
    if config.kind == "encoder" and not hidden.any():
        hidden[:, EVERY_FIFTH] = True
    return Example(ids.masked_fill(hidden, MASK_ID), hidden)


@torch.inference_mode()
def head_scores(model: nn.Module, config: RunConfig) -> dict[str, float]:
    """The share of its weight that the best head gives to the previous token, and to what followed
    the same token before, where random tokens come twice: 0 to 1.
    """
    found: dict[str, list[Tensor]] = {name: [] for name in SCORES}
    with trace(model) as records:
        model(repeated := repeated_ids(config))
    names = [f"decoder.layers.{layer}.self_attention.weights" for layer in range(config.num_layers)]
    weights = torch.stack([records[name] for name in names])  # (layers, rows, heads, seq, seq)
    for row, ids in enumerate(repeated.tolist()):
        kinds = head_kinds(weights[:, row], ids)
        for name in SCORES:
            found[name].append(kinds[name])
    return {name: float(torch.stack(each).mean(dim=0).max()) for name, each in found.items()}


def repeated_ids(config: RunConfig) -> Tensor:
    """Random tokens of the vocabulary, twice in a row: (ROWS, seq)."""
    first = MASK_ID + 1
    count = len(_data(config).target) - first
    half = max(2, min(REPEATED, config.context // 2))
    draw = generator(_SEED)
    rows = []
    for _ in range(ROWS):
        order = torch.randperm(count, generator=draw)[:half] + first
        rows.append(torch.cat([order, order]))
    return torch.stack(rows)


def _data(config: RunConfig) -> OwnData:
    assert config.data is not None
    return config.data
