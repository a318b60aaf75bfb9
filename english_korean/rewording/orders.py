"""Whether morphemes are the grammar's own phrases in an order that says the same."""

from collections.abc import Iterator, Sequence

from english_korean.language.pairs import Pair
from english_korean.language.syntax import Sentence
from english_korean.rewording.phrases import SUBJECT, Order, Phrase, clauses_of

NOMINATIVE = frozenset({"-은/는", "-이/가"})
Chosen = tuple[Phrase, tuple[str, ...]]
"""A phrase and its wording."""


def is_reworded(
    morphemes: Sequence[str], reference: Sequence[str], pair: Pair, sentence: Sentence
) -> bool:
    """Whether a translation is the grammar's own, `reference`, in another order or wording."""
    if sentence.clause is None:
        return False
    words, starts = tuple(morphemes), {0}
    for order in clauses_of(reference, pair.morphemes, sentence, pair.style):
        starts = {end for start in starts for end in ends(order, words, start)}
    return len(words) in starts


def ends(order: Order, words: tuple[str, ...], start: int) -> Iterator[int]:
    """Where a clause that starts there may end."""
    for chosen, end in _arranged(order, words, start, ()):
        behind = end + len(order.tail)
        if words[end:behind] == order.tail and _says_the_same(order, chosen):
            yield behind


def _arranged(
    order: Order, words: tuple[str, ...], start: int, before: tuple[Chosen, ...]
) -> Iterator[tuple[tuple[Chosen, ...], int]]:
    """All phrases that must be said, each once, in the order of the words; and where they end."""
    left = [each for each in order.phrases if all(each is not phrase for phrase, _ in before)]
    if all(each.may_be_left_out for each in left):
        yield before, start
    for phrase in left:
        for end in _phrase_ends(phrase, words, start):
            chosen = (*before, (phrase, words[start:end]))
            yield from _arranged(order, words, end, chosen)


def _phrase_ends(phrase: Phrase, words: tuple[str, ...], start: int) -> Iterator[int]:
    if phrase.inner is not None:
        yield from ends(phrase.inner, words, start)
        return
    for wording in phrase.wordings:
        if words[start : start + len(wording)] == wording:
            yield start + len(wording)


def _says_the_same(order: Order, chosen: tuple[Chosen, ...]) -> bool:
    """Nothing would now be read with another phrase than before, or in another role."""
    now = [phrase for phrase, _ in chosen]
    own = [each for each in order.phrases if each in now]
    if order.tail_has_clause and own and now[-1] is not own[-1]:
        return False
    for index, (phrase, wording) in enumerate(chosen):
        for behind in now[index + 1 :]:
            if _place(own, behind) < _place(own, phrase) and not _may_pass(phrase, behind):
                return False
        if phrase.particle not in wording and not _may_be_reworded(order, now, index, wording):
            return False
    return True


def _may_pass(phrase: Phrase, behind: Phrase) -> bool:
    """Whether a phrase may stand before one that it stood behind."""
    pair = {phrase.particle, behind.particle}
    if len(pair) == 1 or pair <= NOMINATIVE:
        return False  # which is which is only in their order
    if not behind.has_clause:
        return True
    is_topic = phrase.slot == SUBJECT and phrase.particle == "-은/는"
    return is_topic and behind.slot != "bare clause"


def _may_be_reworded(order: Order, now: list[Phrase], index: int, wording: tuple[str, ...]) -> bool:
    """Topic for subject, and subject for topic where nothing else is that and no clause behind it
    would take it for its own.
    """
    if wording[-1] not in NOMINATIVE:
        return True
    others = [each for each in now if each is not now[index]]
    takes_it = order.tail_has_clause or any(each.has_clause for each in others)
    return not takes_it and not any(each.particle in NOMINATIVE for each in others)


def _place(phrases: list[Phrase], phrase: Phrase) -> int:
    return next(index for index, each in enumerate(phrases) if each is phrase)
