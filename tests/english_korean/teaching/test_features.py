from english_korean.language.forms import english_forms
from english_korean.teaching.features import word_features


def features(word):
    return word_features([word])[0]


def test_forms_of_a_word_share_the_word():
    assert "noun book" in features("book") & features("books")
    assert "verb write" in features("write") & features("wrote") & features("writing")
    assert "adjective tall" in features("tall") & features("taller") & features("tallest")
    assert "pronoun she" in features("she") & features("her") & features("hers")


def test_words_of_a_kind_share_the_kind():
    assert features("bread") & features("rice") >= {"kind food", "singular"}
    assert "kind food" not in features("desk")


def test_forms_are_told_apart():
    assert "plural" in features("dogs") - features("dog")
    assert {"form past", "form participle"} <= features("walked")
    assert "form ing" in features("walking")


def test_a_form_of_several_words_has_what_all_of_them_have():
    assert {"noun work", "verb work"} <= features("work")


def test_function_words_stand_for_themselves():
    assert features("the") == features("<pad>") == frozenset()


def test_most_words_share_something():
    words = english_forms()
    assert sum(map(bool, word_features(words))) > 0.9 * len(words)
