"""How the shipped translator does on what people type: python -m benchmarks.ordinary

Sentences stand in a text file, one a line; by default 300 that were written by somebody who knew
neither the grammar nor its words. A sentence is inside when the grammar reads it, and right when
the model's greedy translation is the grammar's own.
"""

import argparse
import statistics
import time
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import torch

from transformer_core.translator import SHIPPED, Translator, reference_translation

SENTENCES = Path(__file__).parent / "ordinary_sentences.txt"


class Tried(NamedTuple):
    """What came of one sentence."""

    text: str
    written: str
    reference: str | None
    """The grammar's own translation; None outside the language."""
    is_right: bool | None
    milliseconds: float


def sentences_of(path: Path) -> list[str]:
    """The lines that are not empty, each once. Raises: OSError."""
    lines = (line.strip() for line in path.read_text("utf-8").splitlines())
    return list(dict.fromkeys(line for line in lines if line))


def tried(translator: Translator, sentences: Iterable[str]) -> list[Tried]:
    """Each sentence translated, with the time that it took."""
    found = []
    for text in sentences:
        start = time.perf_counter()
        translation = translator.translate(text)
        took = 1000 * (time.perf_counter() - start)
        reference = reference_translation(translation.recognition)
        found.append(Tried(text, translation.written, reference, translation.is_right, took))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--file", type=Path, default=SENTENCES)
    parser.add_argument("--checkpoint", type=Path, default=SHIPPED)
    parser.add_argument("--show", action="store_true", help="print those outside and those wrong")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    found = tried(Translator.load(arguments.checkpoint), sentences_of(arguments.file))
    inside = [each for each in found if each.is_right is not None]
    right = [each for each in inside if each.is_right]
    print(f"{len(inside)} of {len(found)} sentences inside ({len(inside) / len(found):.3f}), of "
          f"these {len(right)} right ({len(right) / max(1, len(inside)):.3f}); "
          f"{statistics.median(each.milliseconds for each in found):.0f} ms a sentence (median), "
          f"{max(each.milliseconds for each in found):.0f} at most")  # fmt: skip
    if arguments.show:
        for each in found:
            if not each.is_right:
                print(f"{each.text} | {each.written} | {each.reference or 'outside'}")


if __name__ == "__main__":
    main()
