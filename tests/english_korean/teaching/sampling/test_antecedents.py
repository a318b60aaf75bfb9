"""Whom a pronoun can stand for in its own sentence."""

import random

import pytest

from english_korean.teaching.sampling.antecedents import orphans
from english_korean.teaching.sampling.everyday import EverydayDrawing, everyday_sentence
from english_korean.teaching.sampling.sentences import SentenceDrawing


@pytest.mark.parametrize(
    ("english", "expected"),
    [
        ("Susan helps her mother.", set()),
        ("Susan helps his mother.", {"he"}),
        ("He loves his wife.", set()),
        ("The boys lost their ball.", set()),
        ("The boy lost their ball.", {"they"}),
        ("Tom and Mary sold their house.", set()),
        ("I help his mother.", set()),
        ("Jenny is short but he likes soccer.", {"he"}),
        ("The boy cried until her mother came.", {"she"}),
        ("Susan loves his family.", {"he"}),
        ("Tom and his wife have two sons.", set()),
        ("Jane and his wife have two sons.", {"he"}),
        ("His mother sleeps.", set()),
        ("The dog is old but it is healthy.", set()),
    ],
)
def test_a_pronoun_that_finds_nobody_is_an_orphan(english, expected):
    assert orphans(everyday_sentence(english)) == expected


def test_another_word_makes_no_orphan():
    """Who gives way to somebody else takes the pronouns along."""
    draw = random.Random(1)
    drawing = EverydayDrawing(SentenceDrawing(draw))
    sentence = everyday_sentence("Susan helps her mother every day.")
    made = {drawing.varied(sentence) for _ in range(200)}
    assert len(made) > 20
    assert not any(map(orphans, made))
