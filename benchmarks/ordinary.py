"""The shipped translator on sentences that people type: python -m benchmarks.ordinary

Sentences are in text files, one per line; by default nine lists, eight of them by people who knew
neither the grammar nor its vocabulary. The failures in the first four were used while extending the
language; three were added afterwards: the fifth has whatever a newcomer types, the sixth plain
sentences as in a first textbook, the seventh what a stranger types who has read only what the page
says of itself. The eighth has the kinds of sentences that explanations of attention use. The ninth
was written last, when language and training were settled; nothing was chosen by it.

A sentence is in the translator's language if the grammar can parse it, right if the model's greedy
translation is the grammar's own, worded otherwise if it is not, but says the same by the grammar's
reading, and sure if the model gave every token of it at least the probability that
`python -m benchmarks.certainty` measured.
"""

import argparse
import statistics
import time
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import torch

from english_korean import SHIPPED, Translator, reference_translation

LISTS = [
    Path(__file__).parent / f"{name}_sentences.txt"
    for name in (
        "ordinary",
        "first_year",
        "textbook",
        "visitor",
        "newcomer",
        "elementary",
        "stranger",
        "canonical",
        "outsider",
    )
]


class Tried(NamedTuple):
    """The result of one sentence."""

    text: str
    written: str
    reference: str | None
    """The grammar's own translation; None outside the language."""
    is_right: bool | None
    is_equivalent: bool
    """Not the grammar's own translation, and yet the same by the grammar's reading."""
    is_sure: bool | None
    """None where nobody measured when the model is sure."""
    milliseconds: float


def sentences_of(path: Path) -> list[str]:
    """Return the lines that are neither empty nor comments, without duplicates. Raises: OSError."""
    lines = (line.strip() for line in path.read_text("utf-8").splitlines())
    return list(dict.fromkeys(line for line in lines if line and not line.startswith("#")))


def tried(translator: Translator, sentences: Iterable[str]) -> list[Tried]:
    """Translate each sentence and measure the time."""
    found = []
    for text in sentences:
        start = time.perf_counter()
        translation = translator.translate(text)
        took = 1000 * (time.perf_counter() - start)
        reference = reference_translation(translation.recognition)
        found.append(
            Tried(text, translation.written, reference, translation.is_right,
                  translation.is_equivalent, translation.is_sure, took)
        )  # fmt: skip
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--file", type=Path, nargs="+", default=LISTS)
    parser.add_argument("--checkpoint", type=Path, default=SHIPPED)
    parser.add_argument(
        "--show",
        action="store_true",
        help="print the sentences that are outside the language or translated wrongly",
    )
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    translator = Translator.load(arguments.checkpoint)
    for file in arguments.file:
        _tell(file.name, tried(translator, sentences_of(file)), is_shown=arguments.show)


def _surely(inside: list[Tried]) -> str:
    """How often it is right where the model is sure, and where it is not."""
    told = []
    for name, is_sure in (("sure", True), ("unsure", False)):
        those = [each for each in inside if each.is_sure is is_sure]
        right = sum(bool(each.is_right or each.is_equivalent) for each in those)
        told.append(f"{name} of {len(those)}, {right} of these right or worded otherwise")
    return ", ".join(told)


def _tell(name: str, found: list[Tried], *, is_shown: bool) -> None:
    inside = [each for each in found if each.is_right is not None]
    right = [each for each in inside if each.is_right]
    shares = len(inside) / max(1, len(found)), len(right) / max(1, len(inside))
    otherwise = sum(each.is_equivalent for each in inside)
    times = [each.milliseconds for each in found]
    print(f"{name}: {len(inside)} of {len(found)} sentences inside the language ({shares[0]:.3f}), "
          f"{len(right)} of these right ({shares[1]:.3f}), {otherwise} worded otherwise; "
          f"{_surely(inside)}; "
          f"{statistics.median(times):.0f} ms per sentence "
          f"(median), {max(times):.0f} at most")  # fmt: skip
    if is_shown:
        for each in found:
            if not each.is_right:
                print(f"{each.text} | {each.written} | {each.reference or 'outside'}")


if __name__ == "__main__":
    main()
