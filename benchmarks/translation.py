"""Accuracy of the shipped translator on new sentences: python -m benchmarks.translation

Sentences are drawn from --seed; those that belong to the training or validation part are left
out, so that every seed gives sentences that the model never saw.
"""

import argparse
import json
import time
from itertools import islice
from pathlib import Path

import torch

from english_korean import SHIPPED, Translator
from english_korean.teaching.accuracy import TranslationAccuracy, translation_accuracy
from english_korean.teaching.pairs import random_pairs

GOAL_EXACT = 0.985
GOAL_ALIGNED = 0.985


def measure(
    translator: Translator, seed: int, sentences: int, everyday: float = 1.0
) -> TranslationAccuracy:
    """Accuracy on test sentences of one seed, a share of which vary everyday sentences."""
    pairs = list(islice(random_pairs(seed, "test", everyday=everyday), sentences))
    return translation_accuracy(translator.model, pairs, translator.source, translator.target)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=0, help="sets the sentences")
    parser.add_argument("--sentences", type=int, default=2000)
    parser.add_argument(
        "--everyday",
        type=float,
        default=1.0,
        help="the share of sentences that are variations of everyday sentences",
    )
    parser.add_argument("--checkpoint", type=Path, default=SHIPPED)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    translator = Translator.load(arguments.checkpoint)
    start = time.perf_counter()
    found = measure(translator, arguments.seed, arguments.sentences, arguments.everyday)
    results = {
        "seed": arguments.seed,
        "everyday": arguments.everyday,
        "sentences": found.sentences,
        "exact": found.exact,
        "exact_share": round(found.exact_share, 5),
        "content_words": found.content_morphemes,
        "aligned": found.aligned,
        "aligned_share": round(found.aligned_share, 5),
        "seconds": round(time.perf_counter() - start, 2),
    }
    # Sentences generated from the grammar alone have no goal.
    has_goals = arguments.everyday == 1
    if arguments.json:
        goals = {"exact_share": GOAL_EXACT, "aligned_share": GOAL_ALIGNED} if has_goals else {}
        print(json.dumps({"torch": torch.__version__, "goals": goals, "results": results}))
        return
    exact, aligned = (f", goal {goal}" if has_goals else "" for goal in (GOAL_EXACT, GOAL_ALIGNED))
    print(
        f"seed {arguments.seed}: {found.exact} of {found.sentences} sentences exact "
        f"({found.exact_share:.4f}{exact}), {found.aligned} of {found.content_morphemes} "
        f"content words aligned ({found.aligned_share:.4f}{aligned}), {results['seconds']} s"
    )


if __name__ == "__main__":
    main()
