"""A reason that is read off the words alone is given only where it is true of them."""

import pytest

from english_korean.language.reading.constructions import TABLE
from english_korean.language.recognition import recognise


def is_given(sentence):
    return recognise(sentence).reason in TABLE.rows


@pytest.mark.parametrize(
    "sentence",
    ["Not every bird can fly.", "Only Tom ate the cake.", "Who do you think broke the window?",
     "The cat came out of the box.", "The old man the boat.", "The dog ran to the park slept.",
     "The woman with the children is my aunt."],
)  # fmt: skip
def test_a_construction_says_why_it_is_outside(sentence):
    assert is_given(sentence)


@pytest.mark.parametrize(
    "sentence",
    ["Not now.", "Not really, it was too noisy.", "Only yesterday I saw him.",
     "What do you think of my drawing?", "What a pretty dress!", "Happy birthday, Grandma!",
     "I read the left page quickly green.", "He said she left him to.",
     "With a knife he cut the bread blue."],
)  # fmt: skip
def test_what_only_looks_like_one_has_no_such_reason(sentence):
    found = recognise(sentence)
    assert found.state == "outside" and not is_given(sentence)


@pytest.mark.parametrize(
    "mended",
    ["Some birds can't fly.", "Tom ate the cake.", "The cat came from the box.",
     "The horse ran to the river and fell.", "The horse that ran to the river fell.",
     "The man who has the dogs is my uncle."],
)  # fmt: skip
def test_what_a_reason_advises_is_inside(mended):
    assert recognise(mended).state == "inside"
