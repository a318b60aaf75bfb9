import pytest

from english_korean.language.english.verbs import inflected, person_of
from english_korean.language.syntax import NounPhrase

TOM = NounPhrase("tom")
I = NounPhrase("i", "pronoun")  # noqa: E741


@pytest.mark.parametrize(
    ("phrase", "person"),
    [(I, "i"), (NounPhrase("you", "pronoun"), "plural"), (NounPhrase("she", "pronoun"), "third"),
     (NounPhrase("everyone", "pronoun"), "third"), (TOM, "third"), (None, "third"),
     (NounPhrase("cat", plural=True), "plural"), (NounPhrase("tom", other=I), "plural"),
     (NounPhrase("tom", other=I, joined="or"), "third")],
)  # fmt: skip
def test_the_verb_agrees_with_its_subject(phrase, person):
    assert person_of(phrase) == person


@pytest.mark.parametrize(
    ("verb", "form", "tense", "person", "written"),
    [("go", "finite", "present", "third", "goes"), ("go", "finite", "present", "i", "go"),
     ("go", "finite", "past", "third", "went"), ("go", "participle", "past", "i", "gone"),
     ("go", "ing", "present", "i", "going"), ("go", "base", "past", "third", "go"),
     ("be", "finite", "present", "i", "am"), ("be", "finite", "past", "plural", "were"),
     ("be", "participle", "present", "i", "been"), ("have", "finite", "present", "third", "has"),
     ("can", "finite", "past", "third", "can")],
)  # fmt: skip
def test_verbs_are_inflected(verb, form, tense, person, written):
    assert inflected(verb, form, tense, person) == written
