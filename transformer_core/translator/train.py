"""Make the shipped translator again: python -m transformer_core.translator.train"""

import argparse
import dataclasses
import time
from itertools import islice
from pathlib import Path

import torch

from transformer_core.checkpoint import Checkpoint, save_checkpoint
from transformer_core.translator import SHIPPED
from transformer_core.translator.accuracy import translation_accuracy
from transformer_core.translator.card import Figures, translator_card
from transformer_core.translator.grammar.pairs import random_pairs
from transformer_core.translator.recipe import (
    TRAINING,
    Progress,
    training_run,
    translator_vocabularies,
    untrained_translator,
)

SEED = 1
SHOWN_EVERY = 100
TEST_SEEDS = (101, 102, 103)
TEST_SENTENCES = 2000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=SEED, help="decides data, weights and dropout")
    parser.add_argument("--steps", type=int, default=TRAINING.steps)
    parser.add_argument("--out", type=Path, default=SHIPPED, help="folder of the checkpoint")
    arguments = parser.parse_args()
    # One thread: with more the sums would be made in another order, and the weights differ
    torch.set_num_threads(1)
    config = dataclasses.replace(TRAINING, steps=arguments.steps)
    start = time.process_time()
    weights = None
    for progress in training_run(arguments.seed, config):
        weights = weights if progress.weights is None else progress.weights
        show(progress, config.steps)
    seconds = time.process_time() - start
    write(arguments.out, arguments.seed, config.steps, weights or {}, seconds)


def show(progress: Progress, steps: int) -> None:
    """Print a line now and then."""
    step, validation = progress.training, progress.validation
    if validation is not None:
        print(
            f"step {step.step}: of {validation.sentences} sentences {validation.exact_share:.3f} "
            f"exact, {validation.aligned_share:.3f} of content words aligned",
            flush=True,
        )
    elif step.step % SHOWN_EVERY == 0:
        print(f"step {step.step} of {steps}: loss {step.loss:.3f}", flush=True)


def write(
    folder: Path, seed: int, steps: int, weights: dict[str, torch.Tensor], seconds: float
) -> None:
    """Test the weights and write them, their vocabularies and their card."""
    model = untrained_translator(seed)
    model.load_state_dict(weights)
    vocabularies = translator_vocabularies()
    tests = {}
    for test_seed in TEST_SEEDS:
        pairs = list(islice(random_pairs(test_seed, "test"), TEST_SENTENCES))
        tests[test_seed] = translation_accuracy(model, pairs, *vocabularies)
        print(f"test sentences of seed {test_seed}: {tests[test_seed]}", flush=True)
    save_checkpoint(
        folder, Checkpoint(model, *vocabularies, {"seed": str(seed), "steps": str(steps)})
    )
    figures = Figures(model, seed, steps, seconds, tests)
    (folder / "card.md").write_text(translator_card(figures), encoding="utf-8")


if __name__ == "__main__":
    main()
