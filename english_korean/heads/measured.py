"""How much weight every head gives to each job's keys, and which job is therefore its own."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import torch
from torch import Tensor

from english_korean.heads.jobs import ATTENTIONS, JOBS, Attention, Job
from english_korean.heads.roles import Targets
from english_korean.language.pairs import Pair
from english_korean.translator import Translator
from transformer_core.trace import trace
from transformer_lab.vocabulary import padded

BATCH = 256
THRESHOLD = 0.4
"""The least mean weight on its keys by which a head has a job."""
ALIKE = 0.05
"""Of jobs whose mean weights differ by no more than this, the first one is the head's."""
FEWEST = 30
"""A job with fewer queries is nobody's."""


class Figure(NamedTuple):
    """What one head does of one job."""

    weight: float
    """The mean weight that a query gives to its keys."""
    most: float
    """The share of the queries whose largest weight is on one of them."""
    queries: int


class HeadJob(NamedTuple):
    """A head with its best job."""

    attention: Attention
    layer: int
    head: int
    nearest: str
    """What it does best, however badly."""
    figure: Figure

    @property
    def job(self) -> str:
        """ "" where it does nothing with a mean weight of THRESHOLD."""
        # Rounded as the table writes it, so that its figure never contradicts its verdict
        return self.nearest if round(self.figure.weight, 3) >= THRESHOLD else ""


class Sink(NamedTuple):
    """How a head of the encoder gathers its weight on one position."""

    layer: int
    head: int
    share: float
    """The mean weight on the position of a sentence that has most of it."""


@dataclass
class Tally:
    """Sums over queries for all heads of an attention: (layers, heads)."""

    weight: Tensor | float = 0.0
    most: Tensor | float = 0.0
    queries: int = 0

    def add(self, weights: Tensor, targets: Sequence[Targets]) -> None:
        """Count a batch: weights (batch, layers, heads, seq_q, seq_k)."""
        belongs = belonging(targets, weights.size(-2), weights.size(-1))
        sentence, query = belongs.any(-1).nonzero(as_tuple=True)
        rows = weights[sentence, :, :, query]  # (queries, layers, heads, seq_k)
        keys = belongs[sentence, query][:, None, None].expand_as(rows)
        self.weight = self.weight + (rows * keys).sum(-1).sum(0)
        largest = rows.argmax(-1, keepdim=True)
        self.most = self.most + keys.gather(-1, largest)[..., 0].sum(0)
        self.queries += len(query)

    def figure(self, layer: int, head: int) -> Figure:
        if not isinstance(self.weight, Tensor) or not isinstance(self.most, Tensor):
            return Figure(0.0, 0.0, 0)
        count = max(1, self.queries)
        weight, most = (float(each[layer, head]) for each in (self.weight, self.most))
        return Figure(weight / count, most / count, self.queries)


@dataclass
class Measured:
    """The figures of all heads."""

    layers: int
    heads: int
    tallies: dict[Attention, dict[str, Tally]] = field(default_factory=dict)

    def add(self, attention: Attention, jobs: Sequence[Job], weights: Tensor,
            pairs: Sequence[Pair]) -> None:  # fmt: skip
        tallies = self.tallies.setdefault(attention, {})
        for job in jobs:
            found = [job.targets(pair) for pair in pairs]
            tallies.setdefault(job.name, Tally()).add(weights, found)

    def figures(self, attention: Attention, layer: int, head: int) -> dict[str, Figure]:
        """By job, in the table's order."""
        tallies = self.tallies.get(attention, {})
        return {name: tally.figure(layer, head) for name, tally in tallies.items()}


def belonging(targets: Sequence[Targets], queries: int, keys: int) -> Tensor:
    """Which keys belong to which query: (batch, seq_q, seq_k) of bool."""
    belongs = torch.zeros(len(targets), queries, keys, dtype=torch.bool)
    for sentence, found in enumerate(targets):
        for query, theirs in found.items():
            belongs[sentence, query, list(theirs)] = True
    return belongs


def measured(
    translator: Translator,
    pairs: Sequence[Pair],
    jobs: Mapping[Attention, Sequence[Job]] = JOBS,
) -> Measured:
    """The figures of every head for every job of its attention, with the true translation as the
    decoder's input.
    """
    config = translator.model.config
    found = Measured(config.num_layers, config.num_heads)
    for batch, weights in attention_weights(translator, pairs):
        for attention, theirs in jobs.items():
            found.add(attention, theirs, weights[attention], batch)
    return found


@torch.inference_mode()
def attention_weights(
    translator: Translator, pairs: Sequence[Pair]
) -> Iterator[tuple[Sequence[Pair], dict[Attention, Tensor]]]:
    """Sentences of about one length, and their weights (batch, layers, heads, seq_q, seq_k)."""
    model = translator.model
    ordered = sorted(pairs, key=lambda pair: len(pair.morphemes))
    for start in range(0, len(ordered), BATCH):
        batch = ordered[start : start + BATCH]
        src_ids = padded([translator.source.ids(pair.english) for pair in batch])
        tgt_ids = padded([translator.target_ids(pair)[0].tolist() for pair in batch])
        with trace(model) as records:
            model(src_ids, tgt_ids[:, :-1])
        layers = range(model.config.num_layers)
        yield (
            batch,
            {
                attention: torch.stack(
                    [records[name.format(layer=layer)] for layer in layers], dim=1
                )
                for attention, name in ATTENTIONS.items()
            },
        )


def best_job(figures: Mapping[str, Figure], fewest: int = FEWEST) -> tuple[str, Figure]:
    """What a head does best, with its figure; "" where nothing has queries enough.

    Args:
        figures: by job, general jobs before special ones.
        fewest: a job with fewer queries does not count.
    """
    counted = {name: each for name, each in figures.items() if each.queries >= fewest}
    if not counted:
        return "", Figure(0.0, 0.0, 0)
    largest = max(each.weight for each in counted.values())
    name = next(name for name, each in counted.items() if each.weight >= largest - ALIKE)
    return name, counted[name]


def jobs_of(translator: Translator, pairs: Sequence[Pair], fewest: int = FEWEST) -> list[HeadJob]:
    """Every head of every attention with its best job."""
    return head_jobs(measured(translator, pairs), fewest)


def head_jobs(found: Measured, fewest: int = FEWEST) -> list[HeadJob]:
    """The same of what is measured already."""
    return [
        HeadJob(attention, layer, head, *best_job(found.figures(attention, layer, head), fewest))
        for attention in found.tallies
        for layer in range(found.layers)
        for head in range(found.heads)
    ]


def sinks_of(translator: Translator, pairs: Sequence[Pair]) -> list[Sink]:
    """How much weight each head of the encoder gathers on one position, on average over the
    queries of a sentence.
    """
    config = translator.model.config
    total = torch.zeros(config.num_layers, config.num_heads)
    for batch, weights in attention_weights(translator, pairs):
        for pair, theirs in zip(batch, weights["encoder"], strict=True):
            count = len(pair.words)
            total += theirs[..., :count, :count].mean(-2).amax(-1)
    shares = total / max(1, len(pairs))
    return [
        Sink(layer, head, float(shares[layer, head]))
        for layer in range(config.num_layers)
        for head in range(config.num_heads)
    ]
