import pytest

from transformer_core.translator.grammar.inflection import ing, past, with_s


@pytest.mark.parametrize(
    ("word", "form"),
    [("cat", "cats"), ("box", "boxes"), ("peach", "peaches"), ("baby", "babies"), ("key", "keys"),
     ("potato", "potatoes"), ("piano", "pianos"), ("go", "goes"), ("miss", "misses"),
     ("wash", "washes"), ("study", "studies"), ("play", "plays"), ("house", "houses")],
)  # fmt: skip
def test_plurals_and_third_persons(word, form):
    assert with_s(word) == form


@pytest.mark.parametrize(
    ("verb", "doubled", "form"),
    [("walk", False, "walked"), ("like", False, "liked"), ("cry", False, "cried"),
     ("play", False, "played"), ("hug", True, "hugged"), ("visit", False, "visited")],
)  # fmt: skip
def test_regular_pasts(verb, doubled, form):
    assert past(verb, doubled=doubled) == form


@pytest.mark.parametrize(
    ("verb", "doubled", "form"),
    [("walk", False, "walking"), ("make", False, "making"), ("run", True, "running"),
     ("cry", False, "crying"), ("see", False, "seeing")],
)  # fmt: skip
def test_the_form_of_is_doing(verb, doubled, form):
    assert ing(verb, doubled=doubled) == form
