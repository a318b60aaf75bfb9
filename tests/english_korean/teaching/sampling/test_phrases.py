import random

import pytest

from english_korean.language.agreement import is_well_formed
from english_korean.language.senses import PEOPLE
from english_korean.teaching.sampling.chance import BY_KIND
from english_korean.teaching.sampling.sentences import SentenceDrawing

KINDS = sorted(BY_KIND)


@pytest.mark.parametrize("kind", KINDS)
def test_phrases_of_every_kind_are_good_english(kind):
    drawing = SentenceDrawing(random.Random(1))
    for _ in range(40):
        phrase = drawing.phrase({kind})
        assert is_well_formed(phrase)


def test_the_generator_decides():
    one, same, other = (SentenceDrawing(random.Random(seed)) for seed in (3, 3, 4))
    first = [one.phrase(PEOPLE) for _ in range(50)]
    assert first == [same.phrase(PEOPLE) for _ in range(50)]
    assert first != [other.phrase(PEOPLE) for _ in range(50)]
