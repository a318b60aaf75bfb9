import dataclasses

import pytest

from transformer_core.translator.grammar.syntax import (
    LEVELS,
    STYLES,
    Clause,
    NounPhrase,
    Sentence,
    Style,
)

CAT = NounPhrase("cat", determiner="the")
EATS = Clause("verb", CAT, "eat", "transitive", object=NounPhrase("fish"))


def test_each_speech_level_stands_with_and_without_respect():
    assert {style.level for style in STYLES} == set(LEVELS)
    assert len(STYLES) == len(set(STYLES)) == 2 * len(LEVELS)


@pytest.mark.parametrize(
    ("style", "token", "label"),
    [(Style("plain"), "<plain+si>", "해라체+시"), (Style("plain", False), "<plain>", "해라체"),
     (Style("polite"), "<polite+si>", "해요체+시"),
     (Style("formal", False), "<formal>", "합니다체")],
)  # fmt: skip
def test_a_style_is_one_control_token(style, token, label):
    assert (style.token, style.label) == (token, label)


def test_the_plain_style_with_respect_is_meant_where_nothing_is_said():
    assert Style() == Style("plain", True) == STYLES[0]


def test_trees_are_values():
    same = Sentence(dataclasses.replace(EATS))
    assert same == Sentence(EATS)
    assert len({same, Sentence(EATS)}) == 1
    assert Sentence(EATS, "question") != Sentence(EATS)
