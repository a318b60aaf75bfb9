"""Every way of writing on the sentence page, and what the page says of what was written."""

import random

import pytest

from english_korean.language.pairs import pair_of
from english_korean.language.syntax import MAX_WORDS, STYLES
from english_korean.teaching.sampling.sentences import random_sentence
from pages.translator.decoding import most_tokens
from tests.pages.your_sentence.sentence_page import AskedSentence, without_glosses
from ui.state.typed_input import InputError
from ui.words.language import LANGUAGES

RIGHT = "행복하- -ㄴ 학생 -은/는 어제 책 -을/를 사- -었- -다"
FORCED = {"writing": "forced", "forced": "학생 -은/는 책 -을/를"}
ZOE = "Zoe saw a quokka in the park"


def rows(page):
    return tuple(page.matrices["weights"].rows.labels)


def test_an_unknown_name_is_copied_in_marks():
    page = AskedSentence(sentence=ZOE)
    assert "‘Zoe’" in page.heading
    assert page.text("state.copied", words="“Zoe”, “quokka”") in page.all_text


@pytest.mark.parametrize(
    ("values", "count"),
    [
        ({}, "5 of 5 content words"),
        ({"writing": "sampled", "temperature": 0.1}, "5 of 5 content words"),
        ({"writing": "forced", "forced": RIGHT}, "5 of 5 content words"),
        (
            {"writing": "forced", "forced": RIGHT, "hidden": frozenset({5})},
            "4 of 5 content words",
        ),
        (
            {"writing": "forced", "forced": RIGHT, "hidden": frozenset(range(7))},
            "0 of 5 content words",
        ),
    ],
)
def test_the_words_that_look_right_are_counted_in_what_is_shown(values, count):
    assert count in AskedSentence(**values).all_text


@pytest.mark.parametrize(
    "values",
    [
        {"hidden": frozenset({5})},
        {"model": "untrained"},
        {"writing": "sampled", "temperature": 5.0},
        FORCED,
    ],
)
def test_no_words_look_right_in_what_is_not_the_translation(values):
    assert "content words" not in AskedSentence(**values).all_text


def test_the_untrained_model_hardly_looks_right_when_made_to_write_the_translation():
    page = AskedSentence(model="untrained", writing="forced", forced=RIGHT)
    assert int(page.all_text.split(" of 5 content words")[0][-1]) <= 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_hidden_from_the_model_is_said(language):
    values = {"sentence": "did the cat drink the milk?", "hidden": frozenset({1, 4})}
    page = AskedSentence(language, **values)
    assert page.text("state.hidden", words="“the (2)”, “the (5)”") in without_glosses(page.all_text)
    nothing = page.text("state.hidden", words="|").split("|")[0]
    assert nothing not in AskedSentence(language).all_text


@pytest.mark.parametrize(
    ("values", "copied"),
    [
        ({}, "“Zoe”, “quokka”"),
        ({"hidden": frozenset({0})}, "“quokka”"),
        ({"writing": "forced", "forced": "<unk> -은/는"}, "“Zoe”"),
        ({"writing": "forced", "forced": "학생 -은/는"}, ""),
        ({"model": "untrained"}, ""),
    ],
)
def test_only_words_that_were_copied_are_called_so(values, copied):
    page = AskedSentence(sentence=ZOE, **values)
    assert page.text("state.unknown", words="“Zoe”, “quokka”") in page.all_text
    assert (page.text("state.copied", words=copied) in page.all_text) == bool(copied)
    assert ("Copied" in page.all_text) == bool(copied)


def test_a_text_without_an_end_is_said_to_be_cut():
    page = AskedSentence(sentence="dog " * 20, model="untrained")
    assert page.text("state.cut", count=51) in page.all_text
    assert page.text("state.cut", count=11) not in AskedSentence().all_text


@pytest.mark.thorough
def test_no_translation_of_the_language_is_cut():
    """Long sentences are made up, and each is as likely as a short one."""
    draw = random.Random(4)
    for index in range(1000):
        sentence = random_sentence(draw, MAX_WORDS, seldomer=1.0, everyday=0.0)
        pair = pair_of(sentence, STYLES[index % len(STYLES)])
        tokens = len(pair.korean) + 2  # the start and the end
        assert tokens <= most_tokens(len(pair.english)), pair.english


@pytest.mark.parametrize(
    "writing", [{}, {"writing": "sampled", "temperature": 3.0, "draw": 7, "top_k": 9}]
)
@pytest.mark.parametrize("model", ["translator", "untrained"])
def test_with_and_without_hidden_words_are_written_in_the_way_that_is_chosen(model, writing):
    whole = AskedSentence(model=model, **writing).heading
    page = AskedSentence(model=model, hidden=frozenset({5}), **writing)
    assert f"{page.text('hide.before')}: **{whole}**" in page.notes


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_forced_text_is_not_said_to_change_with_what_is_hidden(language):
    page = AskedSentence(language, writing="forced", hidden=frozenset({5}))
    assert page.text("hide.before") not in page.all_text


def test_a_token_that_cannot_be_drawn_is_not_among_the_likeliest():
    assert len(AskedSentence(writing="sampled", top_k=2).next_words.rows) == 2
    assert len(AskedSentence(writing="sampled").next_words.likeliest) == 5


def test_what_was_written_stands_among_the_bars_however_improbable():
    words = AskedSentence(**FORCED, step=3).next_words
    assert words.chosen[0] == "책"
    assert words.chosen in words.rows


def test_what_was_written_had_some_probability():
    notes = AskedSentence(**FORCED).lines.notes
    assert "<1%" in notes
    assert "0%" not in notes


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_outside_the_language_is_called_so(language):
    page = AskedSentence(language)
    page.pressed(page.text("presets.outside"))
    assert page.text("state.outside") in page.all_text
    assert page.text("translation.right") not in page.all_text


def test_sampling_is_decided_by_the_draw():
    settings = {"writing": "sampled", "temperature": 3.0}
    first, again, other = (rows(AskedSentence(draw=draw, **settings)) for draw in (1, 1, 2))
    assert first == again != other
    assert "책" in rows(AskedSentence(draw=2, top_k=1, **settings))


def test_a_translation_of_ones_own_is_forced():
    assert rows(AskedSentence(**FORCED)) == ("학생", "-은/는", "책", "-을/를", "⟨end⟩")


@pytest.mark.sampled
@pytest.mark.parametrize("model", ["translator", "untrained"])
@pytest.mark.parametrize("sentence", [ZOE, "colorless green ideas sleep furiously", "dog " * 40])
def test_forcing_starts_from_what_the_field_takes(model, sentence):
    page = AskedSentence(sentence=sentence, model=model, writing="forced")
    assert page.setting.forced
    assert page.setting.read(page.setting.to_json()) == page.setting
    assert rows(page)[-1] == "⟨end⟩"


def test_an_unknown_word_is_copied_when_it_is_forced():
    page = AskedSentence(sentence=ZOE, writing="forced")
    assert "‘Zoe’은(는) 공원에서 ‘quokka’을(를) 보았다" in page.heading


def test_a_forced_translation_ends_with_its_sentence():
    page = AskedSentence(**FORCED)
    assert len(rows(page)) == 5
    assert rows(page.typed(sentence="I love you"))[:2] == ("나", "-은/는")


def test_the_untrained_model_beside_writes_the_same_tokens_and_no_more():
    page = AskedSentence(sentence="dog " * 20, model="untrained", beside=True)
    assert page.matrices["weights"].rows.labels == page.matrices["untrained"].rows.labels
    assert "⟨end⟩" not in rows(page)


def test_a_morpheme_that_the_model_does_not_have_is_refused():
    with pytest.raises(InputError) as refused:
        AskedSentence(writing="forced").typed(forced="학생 <b>")
    assert refused.value.name == "unknown_morpheme"
