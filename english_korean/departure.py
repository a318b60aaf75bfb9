"""How a translation departs from the grammar's own: in its wording alone, or in what it says."""

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from english_korean.language.pairs import Pair
from english_korean.language.syntax import Sentence
from english_korean.rewording import is_reworded

SAYING = frozenset({"않-", "말-", "안", "못", "-었-"})
"""Function morphemes without which a sentence says something else: not, and the past."""
SUBJECT, OBJECT = frozenset({"-은/는", "-이/가"}), frozenset({"-을/를"})


@dataclass(frozen=True)
class Departure:
    """What shows that a translation says something else. Where both are empty, nothing does: it
    says the same, or nobody knows.
    """

    missing: tuple[str, ...]
    """Morphemes of the grammar's own that say something, and that it does not have."""
    turned: tuple[str, ...]
    """Nouns that are the object in one of the two and the subject or topic in the other."""
    is_same: bool = False
    """Whether it certainly says the same: it has the grammar's own phrases in another order or
    wording that the grammar knows."""

    @property
    def is_wrong(self) -> bool:
        """Whether it certainly says something else."""
        return bool(self.missing or self.turned)


def departure(
    morphemes: Sequence[str],
    reference: Sequence[str],
    pair: Pair,
    sentence: Sentence | None = None,
) -> Departure:
    """Compare a translation with the grammar's own, `reference`, whose morphemes are the pair's
    with copied words in marks.

    Args:
        sentence: its tree, without which nobody knows whether another wording says the same.
    """
    if sentence is not None and is_reworded(morphemes, reference, pair, sentence):
        return Departure((), (), is_same=True)
    saying = [
        text
        for text, each in zip(reference, pair.morphemes, strict=True)
        if each.is_content or text in SAYING
    ]
    missing = Counter(saying) - Counter(morphemes)
    own, other = dict(_roles(reference)), dict(_roles(morphemes))
    turned = [noun for noun in own if noun in other and own[noun] != other[noun]]
    in_order = dict.fromkeys(text for text in saying if text in missing)
    return Departure(tuple(in_order), tuple(turned))


def _roles(morphemes: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Each noun that comes once before a particle of the subject or the object, with which."""
    count = Counter(morphemes)
    for noun, particle in itertools.pairwise(morphemes):
        if count[noun] != 1:
            continue
        if particle in SUBJECT:
            yield noun, "subject"
        elif particle in OBJECT:
            yield noun, "object"
