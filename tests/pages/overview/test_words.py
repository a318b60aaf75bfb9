"""What stands beside the map's rows, in the reader's language; and any text is only text."""

import pytest

from english_korean.language.glosses import gloss, korean_gloss
from pages.translator.choices import EXAMPLES
from pages.translator.setting import MOST_STEPS
from tests.pages.answers import Asked
from tests.pages.overview.overview_page import map_of, overview, seen


@pytest.mark.parametrize("sentence", EXAMPLES.values(), ids=EXAMPLES)
def test_readers_of_english_are_told_what_the_korean_tokens_mean(sentence):
    header = seen(overview(sentence=sentence)).header
    assert header["src"]["glosses"] == []
    glosses, read = header["tgt"]["glosses"], header["tgt"]["labels"]
    assert len(glosses) == len(read) == len(header["glossesNext"])
    assert glosses[0] == "plain + honorific", "the start token"
    assert glosses[1:] == header["glossesNext"][:-1]
    for token, meaning in zip(read[1:], glosses[1:], strict=True):
        plain = token.split(" (")[0]
        assert meaning == gloss(plain if not plain.startswith("‘") else "<unk>"), token


@pytest.mark.parametrize("sentence", EXAMPLES.values(), ids=EXAMPLES)
def test_readers_of_korean_are_told_what_the_english_words_mean(sentence):
    header = seen(overview("ko", sentence=sentence)).header
    assert (header["tgt"]["glosses"], header["glossesNext"]) == ([], [])
    words = [one.text for one in overview(sentence=sentence).setting.written.recognition.words]
    glosses = {word: korean_gloss(word) for word in words}
    known = ["" if glosses[word] == word else glosses[word] for word in words]
    assert header["src"]["glosses"] == known


def test_a_gloss_is_in_the_language_of_its_reader():
    english, korean = overview(), overview("ko")
    assert map_of(english).tgt.glosses[1:4] == ["happy", "ADNOMINAL", "student"]
    assert map_of(korean).src.glosses[:3] == ["정관사", "행복하다", "학생"]


def test_the_sides_are_called_in_the_language_of_the_page(language):
    asked = overview(language)
    strings = seen(asked).header["strings"]
    assert strings["sides"] == {side: asked.text(f"map_sides.{side}") for side in ("src", "tgt")}
    assert strings["hide"] == asked.text("map.hide")


@pytest.mark.thorough
@pytest.mark.parametrize(
    "sentence",
    [
        "🙂 a",
        "مرحبا بالعالم",
        "<script>alert(1)</script> *b*",
        "고양이가 잔다",
        "שלום \u202ex",
    ],
)
@pytest.mark.parametrize("values", [{}, {"beside": True}, {"writing": "forced"}])
def test_words_of_any_script_are_labels_and_nothing_else(language, sentence, values):
    asked = overview(language, sentence=sentence, **values)
    words = [token.typed for token in asked.setting.written.recognition.words]
    labels = seen(asked).header["src"]["labels"]
    assert [label.split(" (")[0] for label in labels] == words
    assert words and all(word in sentence for word in words)
    assert asked.handler.encoded(asked.state)


def test_an_old_link_opens_the_map_on_its_sentence():
    asked = Asked.at("overview", ov_sentence="she saw the dog", ov_seed="3", ov_pin="weights.2.0")
    assert asked.setting.sentence == "she saw the dog"
    assert asked.setting == overview(sentence="she saw the dog").setting
    assert asked.state.selection.pin == ""
    assert asked.arithmetic == overview(sentence="she saw the dog").arithmetic


def test_what_an_address_says_now_comes_before_what_it_said_once():
    address = {"ys_sentence": "I love you", "ov_sentence": "she saw the dog"}
    assert Asked.at("overview", **address).setting.sentence == "I love you"
    assert Asked.at("your_sentence", ov_sentence="I love you").setting.sentence == "I love you"


@pytest.mark.parametrize(
    "address",
    [
        {"ys_sentence": "w " * 129},
        {"ov_sentence": "?!"},
        {"ys_hidden": "-1"},
        {"ys_heads_off": "c9.0"},
        {"ys_heads_off": "x0.0"},
        {"ys_heads_off": "c0.4"},
        {"ys_cells": "src_embedding.weight@0.0=nan"},
        {"ys_cells": "src_embedding.weight@0.999=1"},
        {"ys_cells": "no_such@0.0=1"},
        {"ys_cells": "logits@0.0=1"},
        {"ys_cells": "src_embedding.weight@0.0=1e7"},
        {"ys_cells": "~".join(f"src_embedding.weight@{n}.0=1" for n in range(65))},
        {"ys_model": "gpt"},
        {"ys_pin": "weights.40.40"},
        {"ys_pin": "<b>"},
        {"ys_trail": "together@0.0~logits@0.0"},
        {"ys_view": "<b>"},
    ],
)
def test_bad_values_in_an_address_fall_back(address):
    asked, start = Asked.at("overview", **address), overview()
    assert asked.setting == start.setting
    assert asked.state.selection.view == ""
    assert asked.arithmetic == start.arithmetic


@pytest.mark.parametrize("view", ["1.5_0_-20", "0.12_3.4_5.6"])
def test_what_is_in_sight_stands_in_the_address_and_changes_nothing_else(view):
    asked = Asked.at("overview", ys_view=view)
    assert asked.state.selection.view == view
    assert asked.address["ys_view"] == view
    assert asked.arithmetic == overview().arithmetic


def test_hidden_places_that_the_sentence_does_not_have_hide_nothing():
    asked = overview(hidden=frozenset({5, 40, MOST_STEPS}))
    assert seen(asked).header["src"]["hidden"] == [5]
