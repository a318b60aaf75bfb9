import pytest

from english_korean.language.english.inflection import (
    article,
    compared,
    ing,
    past,
    with_s,
)


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
     ("cry", False, "crying"), ("see", False, "seeing"), ("lie", False, "lying")],
)  # fmt: skip
def test_the_form_of_is_doing(verb, doubled, form):
    assert ing(verb, doubled=doubled) == form


@pytest.mark.parametrize(
    ("adjective", "doubled", "forms"),
    [("tall", False, "taller tallest"), ("nice", False, "nicer nicest"),
     ("happy", False, "happier happiest"), ("big", True, "bigger biggest"),
     ("gray", False, "grayer grayest")],
)  # fmt: skip
def test_comparison(adjective, doubled, forms):
    both = [compared(adjective, ending, doubled=doubled) for ending in ("er", "est")]
    assert " ".join(both) == forms


@pytest.mark.parametrize(
    ("following", "form"),
    [("apple", "an"), ("cat", "a"), ("hour", "an"), ("house", "a"), ("university", "a"),
     ("umbrella", "an"), ("used", "a"), ("european", "a"), ("honest", "an"), ("one", "a")],
)  # fmt: skip
def test_the_article_goes_by_the_next_word(following, form):
    assert article(following) == form
