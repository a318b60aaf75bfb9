"""What is changed in a tree is another tree."""

import dataclasses

import pytest

from english_korean.language.syntax import Clause, NounPhrase, replace

CAT = NounPhrase("cat", determiner="the")


@pytest.mark.parametrize(
    ("node", "values"),
    [
        (CAT, {}),
        (CAT, {"plural": True, "number": "two"}),
        (Clause("verb", CAT, "sleep", "intransitive"), {"subject": None, "tense": "past"}),
    ],
)
def test_other_values_are_those_that_dataclasses_give(node, values):
    before = dataclasses.replace(node)
    changed = replace(node, **values)
    assert changed == dataclasses.replace(node, **values)
    assert hash(changed) == hash(dataclasses.replace(node, **values))
    assert node == before


def test_a_field_that_there_is_not_is_refused():
    with pytest.raises(TypeError, match=r"NounPhrase has no field \['nmber'\]"):
        replace(CAT, nmber="two")
