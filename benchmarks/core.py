"""Our Transformer against torch.nn.Transformer of the same size, and our loss against PyTorch's,
in one process.

    python -m benchmarks.core [--json] [--rounds N]

Each round times every variant once, in a new random order, so that other load slows all of them
equally. The figures are medians over the rounds, and each variant's median ratio to torch's time
in the same round.

"ours traced" keeps its records until the next ones have been made, like a page that shows them.
"ours traced and dropped" discards them immediately: the C library then returns the memory to the
system, and the next trace has to allocate it again, with one page fault per 4 KB. Setting
MALLOC_TRIM_THRESHOLD_ and MALLOC_MMAP_THRESHOLD_ (bytes) before the start avoids that. The two are
never measured in the same rounds, because memory kept by one would save the other page faults.
"""

import argparse
import json
import math
import random
import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from transformer_core import (
    TransformerConfig,
    build_transformer,
    generator,
    masked_cross_entropy,
    positional_encoding,
    trace,
)

GOAL_WITHOUT_TRACE = 1.10
GOAL_WITH_TRACE = 1.25
LEARNING_RATE = 1e-4
SMOOTHING = 0.1
LOSS_SHAPE = (1152, 2844)
"""The positions in a training batch of the translator, and the size of its vocabulary."""


class Size(NamedTuple):
    config: TransformerConfig
    batch: int
    seq_len: int


SIZES = {
    "worked example (d_model 128, 4 layers)": Size(
        TransformerConfig(1000, 1000, 128, 4, num_layers=4, d_ff=512, dropout=0.0), 16, 32
    ),
    "paper's base (d_model 512, 6 layers)": Size(
        TransformerConfig(1000, 1000, 512, 8, num_layers=6, d_ff=2048, dropout=0.0), 4, 64
    ),
}


class TorchTransformer(nn.Module):
    """torch.nn.Transformer with the embeddings, positions and output layer that it lacks."""

    def __init__(self, config: TransformerConfig) -> None:
        super().__init__()
        self.scale = math.sqrt(config.d_model)
        self.pad_id = config.pad_id
        self.src_embedding = nn.Embedding(config.src_vocab_size, config.d_model)
        self.tgt_embedding = nn.Embedding(config.tgt_vocab_size, config.d_model)
        self.register_buffer("positions", positional_encoding(config.max_len, config.d_model))
        self.transformer = nn.Transformer(
            config.d_model,
            config.num_heads,
            config.num_layers,
            config.num_layers,
            config.d_ff,
            config.dropout,
            batch_first=True,
            norm_first=config.norm_first,
        )
        self.output = nn.Linear(config.d_model, config.tgt_vocab_size)

    def forward(self, src_ids: Tensor, tgt_ids: Tensor) -> Tensor:
        src = self.src_embedding(src_ids) * self.scale + self.positions[: src_ids.size(1)]
        tgt = self.tgt_embedding(tgt_ids) * self.scale + self.positions[: tgt_ids.size(1)]
        src_padding = src_ids == self.pad_id
        future = torch.ones(tgt_ids.size(1), tgt_ids.size(1), dtype=torch.bool).triu(1)
        decoded = self.transformer(
            src,
            tgt,
            tgt_mask=future,
            src_key_padding_mask=src_padding,
            tgt_key_padding_mask=tgt_ids == self.pad_id,
            memory_key_padding_mask=src_padding,
        )
        return self.output(decoded)


def forward(model: nn.Module, src_ids: Tensor, tgt_ids: Tensor) -> None:
    with torch.inference_mode():
        model(src_ids, tgt_ids)


def training_step(model: nn.Module, src_ids: Tensor, tgt_ids: Tensor) -> None:
    optimizer = torch.optim.SGD(model.parameters(), LEARNING_RATE)
    masked_cross_entropy(model(src_ids, tgt_ids), tgt_ids).backward()
    optimizer.step()
    optimizer.zero_grad()


class Traced:
    """Runs a function under a trace; keeps or drops the last records."""

    def __init__(self, run: Callable, keep: bool) -> None:
        self.run = run
        self.keep = keep
        self.kept: dict[str, Tensor] = {}

    def __call__(self, model: nn.Module, *ids: Tensor) -> None:
        with trace(model) as records:
            self.run(model, *ids)
        if self.keep:
            self.kept = records


def token_ids(size: Size, seed: int) -> Tensor:
    """Return (batch, seq_len) random tokens; every second sentence ends in a quarter of padding."""
    shape = (size.batch, size.seq_len)
    ids = torch.randint(1, 1000, shape, generator=generator(seed))
    ids[::2, -(size.seq_len // 4) :] = 0
    return ids


def measure(size: Size, rounds: int) -> dict[str, dict[str, float]]:
    src_ids, tgt_ids = token_ids(size, 1), token_ids(size, 2)
    ours, theirs = build_transformer(size.config, seed=1), TorchTransformer(size.config)
    of_ours = (ours, src_ids, tgt_ids)
    figures = {}
    for name, run, training in (
        ("forward", forward, False),
        ("training step", training_step, True),
    ):
        ours.train(training)
        theirs.train(training)
        common = {
            "torch": partial(run, theirs, src_ids, tgt_ids),
            "ours": partial(run, *of_ours),
        }
        dropping = {"ours traced and dropped": partial(Traced(run, keep=False), *of_ours)}
        keeping = {"ours traced": partial(Traced(run, keep=True), *of_ours)}
        figures[name] = _interleaved(common | dropping, rounds)
        figures[name] |= _interleaved(common | keeping, rounds)
    return figures


def measure_loss(rounds: int) -> dict[str, dict[str, float]]:
    """Measure the smoothed loss of bfloat16 logits, with the gradient with respect to them."""
    logits = torch.randn(LOSS_SHAPE, generator=generator(1)).bfloat16().requires_grad_()
    targets = torch.randint(1, LOSS_SHAPE[1], LOSS_SHAPE[:1], generator=generator(2))
    of_both = (logits, targets)
    variants = {
        "torch": partial(_loss_step, _torch_loss, *of_both),
        "ours": partial(_loss_step, masked_cross_entropy, *of_both),
    }
    return {"with its gradient": _interleaved(variants, rounds)}


def _torch_loss(logits: Tensor, targets: Tensor, label_smoothing: float) -> Tensor:
    return F.cross_entropy(logits.float(), targets, ignore_index=0, label_smoothing=label_smoothing)


def _loss_step(loss: Callable[..., Tensor], logits: Tensor, targets: Tensor) -> None:
    torch.autograd.grad(loss(logits, targets, label_smoothing=SMOOTHING), logits)


def _interleaved(variants: dict[str, Callable[[], None]], rounds: int) -> dict[str, float]:
    for variant in variants.values():
        variant()
    times: dict[str, list[float]] = {name: [] for name in variants}
    order = list(variants)
    shuffle = random.Random(0)
    for _ in range(rounds):
        shuffle.shuffle(order)
        for name in order:
            start = time.perf_counter()
            variants[name]()
            times[name].append(1000 * (time.perf_counter() - start))
    figures = {f"{name} ms": statistics.median(taken) for name, taken in times.items()}
    for name in list(variants)[1:]:
        ratios = [mine / floor for mine, floor in zip(times[name], times["torch"], strict=True)]
        figures[f"{name} ratio"] = statistics.median(ratios)
    return {name: round(figure, 3) for name, figure in figures.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--rounds", type=int, default=20)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    results = {name: measure(size, arguments.rounds) for name, size in SIZES.items()}
    results["smoothed loss, {} positions, vocabulary {}".format(*LOSS_SHAPE)] = measure_loss(
        arguments.rounds
    )
    if arguments.json:
        goals = {"ours ratio": GOAL_WITHOUT_TRACE, "ours traced ratio": GOAL_WITH_TRACE}
        print(json.dumps({"torch": torch.__version__, "goals": goals, "results": results}))
        return
    for size, runs in results.items():
        print(size)
        for run, figures in runs.items():
            print(f"  {run}: " + ", ".join(f"{name} {x:g}" for name, x in figures.items()))


if __name__ == "__main__":
    main()
