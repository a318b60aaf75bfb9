"""From which probability on the translator is sure: python -m benchmarks.certainty [--store]

Chosen by new sentences of the grammar's own, drawn from --seed, and by one half of each list of
sentences that people wrote; judged by the other half, which has no part in the choice. A hash of
the sentence says which half it is in. With --store the threshold is kept beside the weights, where
`Translator.load` finds it.
"""

import hashlib
from collections.abc import Iterable, Iterator
from itertools import islice

from benchmarks.ordinary import LISTS, sentences_of
from benchmarks.stored_counts import asked
from english_korean import Translator
from english_korean.certainty import (
    TRUSTED,
    Outcome,
    Shares,
    save_certainty,
    shares,
    threshold_of,
)
from english_korean.language.syntax import Style
from english_korean.teaching.pairs import random_pairs

SEED = 707
SENTENCES = 1000
UNTOUCHED = ("outsider_sentences",)
"""Lists that neither choose nor judge."""
OTHERS = (0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
"""Thresholds printed beside the chosen one."""


def is_held_out(sentence: str) -> bool:
    """Whether a sentence of a list is kept for judging."""
    return hashlib.sha256(sentence.encode()).digest()[0] % 2 == 0


def outcomes(translator: Translator, sentences: Iterable[tuple[str, Style]]) -> list[Outcome]:
    """Translate those of the sentences that are in the language."""
    found = []
    for text, style in sentences:
        translation = translator.translate(text, style=style)
        if translation.is_right is not None and translation.certainty is not None:
            is_right = translation.is_right or translation.is_equivalent
            found.append(Outcome(translation.certainty, is_right))
    return found


def drawn(seed: int, sentences: int) -> Iterator[tuple[str, Style]]:
    """New sentences that no training has seen."""
    for pair in islice(random_pairs(seed, "test"), sentences):
        yield " ".join(word.text for word in pair.words), pair.style


def halves() -> tuple[list[str], list[str]]:
    """The sentences of all lists: to choose by, and held out."""
    chosen_by = (path for path in LISTS if path.stem not in UNTOUCHED)
    everything = dict.fromkeys(text for path in chosen_by for text in sentences_of(path))
    held_out = [text for text in everything if is_held_out(text)]
    return [text for text in everything if not is_held_out(text)], held_out


def row(threshold: float, counts: Shares) -> str:
    """One line of the table."""
    share = counts.sure / max(1, counts.sure + counts.unsure)
    right = counts.sure_right / max(1, counts.sure)
    unsure_right = counts.unsure_right / max(1, counts.unsure)
    return (
        f"{threshold:9.3f} | {counts.sure:4} ({share:.3f}) | {counts.sure_right:4} ({right:.3f}) | "
        f"{counts.unsure:4} | {counts.unsure_right:4} ({unsure_right:.3f})"
    )


def main() -> None:
    arguments, translator = asked(__doc__, seed=SEED, sentences=SENTENCES, stored="the threshold")
    chosen_by, held_out = ([(text, Style()) for text in half] for half in halves())
    new = drawn(arguments.seed, arguments.sentences)
    threshold = threshold_of(outcomes(translator, [*new, *chosen_by]))
    judged = outcomes(translator, held_out)
    print(f"sure from {threshold:.3f} on, where {TRUSTED} or more are right; held out:")
    print("threshold | sure         | right        | unsure | right")
    for each in sorted({*OTHERS, threshold}):
        print(row(each, shares(judged, each)))
    if arguments.store:
        save_certainty(arguments.checkpoint, threshold, shares(judged, threshold))


if __name__ == "__main__":
    main()
