import random

import pytest

from transformer_core.translator.grammar.agreement import is_well_formed
from transformer_core.translator.grammar.drawing.chance import BY_KIND
from transformer_core.translator.grammar.drawing.sentences import SentenceDrawing
from transformer_core.translator.grammar.senses import PEOPLE

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
