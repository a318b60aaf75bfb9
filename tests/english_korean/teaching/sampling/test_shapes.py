"""What a sentence is built of."""

import random
from collections import Counter

import pytest

from english_korean.teaching.sampling.everyday import everyday_sentence
from english_korean.teaching.sampling.sentences import random_sentence
from english_korean.teaching.sampling.shapes import shapes


def shapes_of(english: str) -> set[str]:
    sentence = everyday_sentence(english)
    assert sentence is not None
    return set(shapes(sentence))


def test_other_words_leave_the_shape():
    one = shapes_of("The boy who lost his dog cried because it was small.")
    assert one == shapes_of("The man who sold his house laughed because it was old.")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The cat that chased the mouse is black.", "The cat that the mouse chased is black."),
        ("The cat chased the mouse.", "The mouse was chased by the cat."),
        ("I slept because I was tired.", "Because I was tired, I slept."),
        ("I like the box of apples.", "I like the box."),
        ("I know that he is tall.", "I know who is tall."),
    ],
)
def test_another_construction_is_another_shape(one, other):
    assert shapes_of(one) != shapes_of(other)


@pytest.mark.thorough
def test_what_is_rarely_built_so_is_drawn_more_often():
    """Of what is drawn evenly, more kinds of constructions come than of all else."""
    draw, met = random.Random(1), Counter()
    kinds = {False: Counter(), True: Counter()}
    for number in range(400):
        is_even = bool(number % 2)
        sentence = random_sentence(draw, 18, met if is_even else None)
        kinds[is_even].update(set(shapes(sentence)))
        met.update(shapes(sentence))
    assert len(kinds[True]) > 1.15 * len(kinds[False])
