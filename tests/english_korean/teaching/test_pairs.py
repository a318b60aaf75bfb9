from collections import Counter
from itertools import islice

import pytest

from english_korean.language.english.written import written_english
from english_korean.language.forms import english_forms, korean_forms
from english_korean.language.lexicon import LEXICON
from english_korean.language.pairs import UNKNOWN, pair_of
from english_korean.language.recognition import recognise
from english_korean.language.syntax import MAX_WORDS, STYLES, Style
from english_korean.language.tokens import NUMBER, YEAR, as_read, readings
from english_korean.teaching.pairs import heart_sentence, known_by_heart, part_of_pair, random_pairs
from english_korean.teaching.sampling.everyday import everyday_texts
from english_korean.teaching.sampling.sentences import EVERYDAY

COPIED = (UNKNOWN, YEAR, NUMBER)
"""Tokens whose words stand in the Korean as they are."""


@pytest.fixture(scope="module")
def trained():
    """The first of what is trained on."""
    return list(islice(random_pairs(3, "training"), 2000))


@pytest.fixture(scope="module")
def pairs():
    return list(islice(random_pairs(3, "training"), 200))


@pytest.fixture(scope="module")
def by_heart():
    """What is known by heart, each text with the words of all its readings, as a model reads it."""
    return {
        text: [tuple(as_read(token.text) for token in tokens) for tokens in readings(text)]
        for texts in known_by_heart()
        for text in texts
    }


def rendered(text, style=Style()):  # noqa: B008
    """Each Korean morpheme with the English words that it translates."""
    pair = recognise(text, style).pair
    return {
        morpheme: " ".join(pair.english[position] for position in sorted(sources))
        for morpheme, sources in zip(pair.korean, pair.alignment, strict=True)
    }


def test_subject_verb_object_becomes_subject_object_verb():
    assert rendered("The cat eats fish.") == {
        "고양이": "cat", "-은/는": "", "생선": "fish", "-을/를": "", "먹-": "eats",
        "-ㄴ다": "",
    }  # fmt: skip


def test_what_has_no_word_of_its_own_renders_the_word_that_asks_for_it():
    found = rendered("The boys will not go to the park because it rained.")
    assert found["-어서"] == "because"
    assert found["비"] == found["오-"] == "it rained"
    assert rendered("It rained.")["-었-"] == "rained"
    assert found["않-"] == "not"
    assert found["것"] == "will"
    assert found["-에"] == "to"
    assert found["-들"] == "boys"
    assert found["가-"] == "go"


def test_a_number_and_its_counter_render_the_number_and_the_noun():
    found = rendered("She bought three books.", Style("formal"))
    assert (found["책"], found["세"], found["권"]) == ("books", "three", "three books")
    assert found["-ㅂ니다"] == ""


def test_words_that_are_said_at_once_share_a_stem():
    found = rendered("I turned off the light.")
    assert found["끄-"] == "turned off"
    assert rendered("I don't know him.")["모르-"] == "do not know"


def test_each_content_word_has_a_source(sentences):
    for index, sentence in enumerate(sentences):
        pair = pair_of(sentence, STYLES[index % len(STYLES)])
        for morpheme, sources in zip(pair.morphemes, pair.alignment, strict=True):
            assert sources or not morpheme.is_content, (written_english(sentence), morpheme)


@pytest.mark.thorough
def test_unknown_words_stand_on_both_sides_and_face_each_other(pairs):
    with_unknown = [pair for pair in pairs if UNKNOWN in pair.english]
    assert 0.02 < len(with_unknown) / len(pairs) < 1 / 3
    for pair in with_unknown:
        copied = [position for position, text in enumerate(pair.english) if text in COPIED]
        facing = [
            sorted(sources)
            for text, sources in zip(pair.korean, pair.alignment, strict=True)
            if text == UNKNOWN
        ]
        assert sorted(facing) == [[position] for position in copied]


def test_sentences_come_in_all_styles_and_their_words_say_nothing_of_it(pairs):
    assert {pair.style for pair in pairs} == set(STYLES)
    assert not any({style.token for style in STYLES} & set(pair.english) for pair in pairs)
    assert all(len(pair.english) <= MAX_WORDS for pair in pairs)


@pytest.mark.thorough
def test_no_sentence_is_in_two_parts():
    parts = ("training", "validation", "test")
    found = {part: {pair.english for pair in islice(random_pairs(7, part), 100)} for part in parts}
    assert all(len(sentences) > 60 for sentences in found.values())
    assert not found["training"] & found["test"]
    assert not found["training"] & found["validation"]
    assert not found["validation"] & found["test"]


def test_a_sentence_is_in_the_same_part_in_every_style():
    for text in ("The cat eats fish.", "Where do you live?", "Let's go home."):
        assert len({part_of_pair(recognise(text, style).pair) for style in STYLES}) == 1


def test_the_seed_decides_the_pairs(pairs):
    assert list(islice(random_pairs(3, "training"), 20)) == pairs[:20]
    assert list(islice(random_pairs(4, "training"), 20)) != pairs[:20]


@pytest.mark.thorough
def test_what_is_tested_varies_what_one_says_and_what_is_trained_on_is_also_made_up():
    def drawn(part, **shares):
        return list(islice(random_pairs(5, part, **shares), 25))

    for part in ("validation", "test"):
        assert drawn(part) == drawn(part, everyday=1.0) != drawn(part, everyday=EVERYDAY)
    assert drawn("training") == drawn("training", everyday=EVERYDAY)
    assert 0 < EVERYDAY < 1


@pytest.mark.parametrize(
    ("text", "wish"),
    [("I want to eat pizza.", {"want", "to"}), ("She wants to sleep.", {"wants", "to"}),
     ("We would like to go.", {"would", "like", "to"}), ("I want a car.", set())],
)  # fmt: skip
def test_a_wish_renders_all_the_words_that_say_it(text, wish):
    pair = recognise(text).pair
    sources = {
        pair.english[place]
        for morpheme, places in zip(pair.korean, pair.alignment, strict=True)
        if morpheme == "싶-"
        for place in places
    }
    assert sources == wish


@pytest.mark.parametrize(
    ("text", "part"),
    [("The cat eats fish.", "training"), ("The horse eats fish.", "validation"),
     ("The dog eats fish.", "test")],
)  # fmt: skip
def test_the_part_of_a_sentence_never_changes(text, part):
    assert part_of_pair(recognise(text).pair) == part


def test_what_one_says_every_day_is_trained_on_in_its_very_words():
    for text in everyday_texts()[::12]:
        pair = recognise(text).pair
        assert pair is None or part_of_pair(pair) == "training", text


@pytest.mark.thorough
def test_no_two_pairs_are_alike_but_those_that_are_known_by_heart(trained, by_heart):
    counts = Counter((pair.english, pair.style) for pair in trained)
    again = {english for (english, _), times in counts.items() if times > 1}
    assert again and again <= {words for each in by_heart.values() for words in each}
    tested = Counter((pair.english, pair.style) for pair in islice(random_pairs(6, "test"), 300))
    assert set(tested.values()) == {1}


@pytest.mark.thorough
def test_a_fixed_phrase_comes_oftener_than_a_sentence_of_every_day(trained, by_heart):
    counts = Counter(pair.english for pair in trained)
    phrases, sentences = ([counts[by_heart[text][0]] for text in each] for each in known_by_heart())
    assert sum(phrases) / len(phrases) > sum(sentences) / len(sentences) > 0


@pytest.mark.thorough
def test_most_words_come_soon_in_what_is_trained_on(trained):
    """In 2,000 of 250,000 sentences: one cannot know a word that one has not met."""
    assert len({word for pair in trained for word in pair.english}) > 0.4 * len(english_forms())
    assert len({word for pair in trained for word in pair.korean}) > 0.5 * len(korean_forms())


def test_what_is_trained_on_has_another_sentence_beside_it_that_is_made_like_it(pairs):
    made_alike = sum(map(_share_half_their_words, pairs, pairs[1:]))
    assert made_alike > len(pairs) / 5
    others = list(islice(random_pairs(3, "validation"), 100))
    assert sum(map(_share_half_their_words, others, others[1:])) < len(others) / 20


def _share_half_their_words(first, second):
    words = [set(pair.english) for pair in (first, second)]
    return len(words[0] & words[1]) >= min(map(len, words)) / 2


def test_what_is_known_by_heart_is_in_the_language():
    phrases, texts = known_by_heart()
    assert set(phrases) == set(LEXICON.phrases)
    assert all(heart_sentence(text).clause or heart_sentence(text).opening for text in texts[::20])
