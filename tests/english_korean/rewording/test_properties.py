"""Laws of rewording, on the sentences of all lists."""

import itertools
import random

import pytest

from benchmarks.ordinary import LISTS, sentences_of
from english_korean import reference_morphemes
from english_korean.language.recognition import Recognition, recognise
from english_korean.rewording import is_reworded
from english_korean.rewording.phrases import Order, clauses_of

EVERY = 3
PARTICLES = ("-은/는", "-이/가", "-을/를", "-에", "-에서", "-에게", "-로/으로")
ENDINGS = ("-다", "-ㄴ다", "-니", "-어라", "-자", "-어요")
NUMBERS = ("두", "세", "네", "다섯")
MOST_ORDERS = 24


@pytest.fixture(scope="module")
def inside() -> list[Recognition]:
    texts = [text for path in LISTS for text in sentences_of(path)[::EVERY]]
    found = [recognise(text) for text in texts]
    return [each for each in found if each.sentence is not None and each.sentence.clause]


def is_same(recognition: Recognition, morphemes) -> bool:
    reference, pair, tree = words_of(recognition), recognition.pair, recognition.sentence
    assert pair is not None and tree is not None
    return is_reworded(morphemes, reference, pair, tree)


def words_of(recognition: Recognition) -> tuple[str, ...]:
    reference = reference_morphemes(recognition)
    assert reference is not None
    return reference


def orders_of(recognition: Recognition) -> list[Order]:
    assert recognition.pair is not None and recognition.sentence is not None
    return clauses_of(
        words_of(recognition), recognition.pair.morphemes, recognition.sentence, recognition.style
    )


def test_the_grammars_own_words_say_the_same(inside):
    assert len(inside) > 300
    for each in inside:
        assert is_same(each, words_of(each)), words_of(each)


def test_phrases_of_different_particles_may_stand_in_any_order(inside):
    """Where no clause inside, nor a second topic or subject, could be read with another."""
    tried = 0
    for each in inside:
        orders = orders_of(each)
        order = orders[-1]
        particles = [phrase.particle for phrase in order.phrases]
        is_plain = not order.tail_has_clause and not any(p.has_clause for p in order.phrases)
        nominative = sum(p in ("-은/는", "-이/가") for p in particles)
        if len(orders) > 1 or not is_plain or len(set(particles)) < len(particles):
            continue
        if nominative > 1:
            continue
        for phrases in itertools.islice(itertools.permutations(order.phrases), MOST_ORDERS):
            words = [word for phrase in phrases for word in phrase.wordings[0]]
            assert is_same(each, (*words, *order.tail)), words
            tried += len(phrases) > 1
    assert tried > 300


def test_nothing_else_in_the_same_words_says_the_same(inside):
    """Two words of different phrases or of the predicate have changed places."""
    generator = random.Random(0)
    for each in inside:
        words = words_of(each)
        whole = {
            phrase for order in orders_of(each) for p in order.phrases for phrase in p.wordings
        }
        for _ in range(5):
            first, second = sorted(generator.choices(range(len(words)), k=2))
            if words[first] == words[second]:
                continue
            changed = list(words)
            changed[first], changed[second] = changed[second], changed[first]
            if is_same(each, changed):
                # only whole phrases of one word can have done that
                assert (words[first],) in whole or (words[second],) in whole, changed


def mutations(words: tuple[str, ...]):
    """Each says something else, or says it wrongly."""
    for place, word in enumerate(words):
        before, behind = words[:place], words[place + 1 :]
        yield (*before, *behind)
        yield (*before, word, word, *behind)
        yield from (
            (*before, other, *behind) for other in NUMBERS if word in NUMBERS and other != word
        )
        for other in PARTICLES:
            is_nominative = {word, other} <= {"-은/는", "-이/가"}
            if word in PARTICLES and other != word and not is_nominative:
                yield (*before, other, *behind)
    yield from ((*words[:-1], end) for end in ENDINGS if end != words[-1])
    denied = [
        place for place in range(len(words) - 1) if words[place : place + 2] == ("-지", "않-")
    ]
    yield from ((*words[:place], *words[place + 2 :]) for place in denied)
    yield (*words[:-1], "-었-", words[-1])
    yield (*words[:-1], "-지", "않-", words[-1])


def swapped(words: tuple[str, ...]):
    """The words with the particles of two nouns exchanged."""
    roles = [place for place in range(1, len(words)) if words[place] in PARTICLES]
    for first, second in itertools.combinations(roles, 2):
        changed = list(words)
        changed[first], changed[second] = words[second], words[first]
        yield tuple(changed)


@pytest.mark.parametrize(("change", "least"), [(mutations, 5000), (swapped, 300)])
def test_what_says_something_else_is_refused(inside, change, least):
    tried = 0
    for each in inside:
        words = words_of(each)
        for changed in change(words):
            if changed != words:
                assert not is_same(each, changed), (words, changed)
                tried += 1
    assert tried > least


def test_nothing_leaves_a_clause_inside_a_phrase(inside):
    """What it begins with is read with another clause where something stands between."""
    tried = 0
    for each in inside:
        (*_, order) = orders_of(each)
        for phrase in order.phrases:
            others = [other for other in order.phrases if other is not phrase]
            if not phrase.has_clause or not others or phrase.inner is not None:
                continue
            first, *rest = phrase.wordings[0]
            between = [word for other in others for word in other.wordings[0]]
            for out in ((first, *between, *rest), (*rest, *between, first)):
                assert not is_same(each, (*out, *order.tail)), out
                tried += 1
    assert tried > 5
