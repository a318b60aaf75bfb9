import pytest

from english_korean.language.english.words import capitalised


@pytest.mark.parametrize(
    ("word", "written"),
    [("tom", "Tom"), ("i", "I"), ("cat", "cat"), ("monday", "Monday"), ("july", "July"),
     ("korean", "Korean"), ("seoul", "Seoul"), ("tv", "TV"), ("tom,", "Tom,")],
)  # fmt: skip
def test_names_have_a_capital(word, written):
    assert capitalised(word) == written
