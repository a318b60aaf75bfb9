"""What the benchmarks are asked for whose counts may be stored by the translator's weights."""

import argparse
from pathlib import Path

import torch

from english_korean import SHIPPED, Translator


def asked(
    description: str | None, *, seed: int, sentences: int, stored: str
) -> tuple[argparse.Namespace, Translator]:
    """Read the command's arguments, and load the translator that they name.

    Args:
        seed, sentences: which new sentences are drawn where nothing else is said, and how many.
        stored: what `--store` stores.
    """
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--seed", type=int, default=seed, help="sets the new sentences")
    parser.add_argument("--sentences", type=int, default=sentences)
    parser.add_argument("--checkpoint", type=Path, default=SHIPPED)
    parser.add_argument("--store", action="store_true", help=f"keep {stored} by the weights")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    return arguments, Translator.load(arguments.checkpoint)
