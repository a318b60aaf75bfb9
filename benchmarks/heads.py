"""What the heads of the shipped translator attend to: python -m benchmarks.heads

Every head is measured on new sentences of --seed, whose trees are known.
"""

import argparse
import time
from itertools import islice
from pathlib import Path

import torch

from english_korean import SHIPPED, Translator
from english_korean.heads.jobs import JOBS, SENSES
from english_korean.heads.measured import Measured, head_jobs, measured, sinks_of
from english_korean.heads.table import job_table, sense_table, senses_of, sink_table
from english_korean.teaching.pairs import random_pairs


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=101, help="sets the sentences")
    parser.add_argument("--sentences", type=int, default=2000)
    parser.add_argument("--checkpoint", type=Path, default=SHIPPED)
    parser.add_argument("--all", action="store_true", help="print every job of every head")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    translator = Translator.load(arguments.checkpoint)
    pairs = list(islice(random_pairs(arguments.seed, "test"), arguments.sentences))
    start = time.perf_counter()
    found = measured(translator, pairs)
    senses = measured(translator, pairs, {"encoder": SENSES})
    print(job_table(head_jobs(found)), end="\n\n")
    print(sense_table(senses_of(senses)), end="\n\n")
    print(sink_table(sinks_of(translator, pairs)), end="\n\n")
    if arguments.all:
        show_all(found)
    print(f"{len(pairs)} sentences, {time.perf_counter() - start:.1f} s")


def show_all(found: Measured) -> None:
    """Print every job of every head: mean weight, share of the queries, their number."""
    for attention in JOBS:
        for layer in range(found.layers):
            for head in range(found.heads):
                print(f"{attention} layer {layer + 1}, head {head + 1}")
                for name, figure in found.figures(attention, layer, head).items():
                    print(f"  {figure.weight:.3f} {figure.most:.3f} {figure.queries:6} {name}")


if __name__ == "__main__":
    main()
