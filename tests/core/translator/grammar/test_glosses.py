import json
from itertools import islice

import pytest

from transformer_core.translator import SHIPPED
from transformer_core.translator.grammar.forms import KOREAN_FUNCTION_MORPHEMES
from transformer_core.translator.grammar.glosses import (
    FUNCTION_GLOSSES,
    KOREAN_FUNCTION_GLOSSES,
    base_words,
    gloss,
    korean_gloss,
)
from transformer_core.translator.grammar.lexicon import LEXICON
from transformer_core.translator.grammar.pairs import UNKNOWN, random_pairs
from transformer_core.translator.grammar.recognition import recognise
from transformer_core.translator.grammar.syntax import JOINING, SUBORDINATE
from transformer_core.translator.grammar.written_korean import quoted
from transformer_core.vocabulary import END, PAD, SPECIAL_TOKENS, START, Vocabulary

LONGEST = 24
SAVED = json.loads((SHIPPED / "vocabulary.json").read_text("utf-8"))
SOURCE, TARGET = Vocabulary(SAVED["source"]), Vocabulary(SAVED["target"])
CONTENT = set(TARGET.tokens) - set(SPECIAL_TOKENS) - set(FUNCTION_GLOSSES)
TRANSLATED_BY_A_FUNCTION_MORPHEME = (
    *JOINING,
    *SUBORDINATE,
    *("that", "at", "to", "very", "why"),
)


@pytest.mark.parametrize(("tokens", "of"), [(TARGET.tokens, gloss), (SOURCE.tokens, korean_gloss)])
def test_only_padding_start_and_end_have_no_gloss(tokens, of):
    assert {token for token in tokens if not of(token)} == {PAD, START, END}


@pytest.mark.parametrize(("tokens", "of"), [(TARGET.tokens, gloss), (SOURCE.tokens, korean_gloss)])
def test_every_gloss_is_short(tokens, of):
    assert {token for token in tokens if len(of(token)) > LONGEST} == set()


def test_no_korean_is_left_in_an_english_gloss_nor_a_word_of_english_in_a_korean_one():
    assert all(gloss(token).isascii() for token in TARGET.tokens)
    assert not any(map(str.isascii, filter(None, map(korean_gloss, SOURCE.tokens))))


def test_each_function_morpheme_stands_in_the_table_and_no_word_of_the_lexicon_does():
    assert set(FUNCTION_GLOSSES) <= set(KOREAN_FUNCTION_MORPHEMES)
    # 오- is come, of the lexicon, also where it rains
    assert set(KOREAN_FUNCTION_MORPHEMES) - set(FUNCTION_GLOSSES) == {"오-"}
    assert not set(FUNCTION_GLOSSES) & {korean for _, korean in base_words()}


def test_no_english_function_word_is_one_of_the_lexicon():
    assert set(KOREAN_FUNCTION_GLOSSES) <= set(SOURCE.tokens)
    assert not set(KOREAN_FUNCTION_GLOSSES) & {english for english, _ in base_words()}


def test_the_gloss_of_a_content_morpheme_is_a_word_that_it_translates():
    translations = set(base_words())
    for morpheme in CONTENT:
        for word in gloss(morpheme).split("/"):
            assert (word.lower(), morpheme) in translations


def test_the_korean_gloss_of_a_word_begins_with_its_translation():
    prepositions = set(LEXICON.prepositions)
    for word, korean in base_words():
        if word in SOURCE and word not in prepositions:
            assert korean_gloss(word).startswith(korean.removesuffix("-")), word
    for preposition in prepositions:
        assert LEXICON.prepositions[preposition] in korean_gloss(preposition)


def test_a_function_morpheme_has_the_word_that_it_renders_in_its_gloss():
    met = set()
    for pair in islice(random_pairs(1, "training"), 1000):
        for position, word in enumerate(pair.english):
            if word in TRANSLATED_BY_A_FUNCTION_MORPHEME:
                aligned = zip(pair.korean, pair.alignment, strict=True)
                glosses = [gloss(text) for text, sources in aligned if position in sources]
                assert word in "/".join(glosses).split("/"), (word, glosses)
                met.add(word)
    assert met == set(TRANSLATED_BY_A_FUNCTION_MORPHEME)


@pytest.mark.parametrize(
    ("sentence", "glossed"),
    [
        ("The student did not sleep.", "student TOPIC sleep CONNECTIVE NEGATION PAST PLAIN"),
        ("Tom is in the house.", "Tom TOPIC house/home at/to exist PLAIN"),
        ("Tom runs at school.", "Tom TOPIC school at run PRESENT.PLAIN"),
        ("Are you not a king?", "you TOPIC king SUBJECT not.be QUESTION"),
        ("Anna is laughing with me.", "Anna TOPIC I with together laugh and/that/-ing exist PLAIN"),
        ("I can swim.", "I TOPIC swim PROSPECTIVE possibility exist PLAIN"),
        ("We will buy delicious bread.",
         "we/our TOPIC delicious ADNOMINAL bread OBJECT buy PROSPECTIVE thing be PLAIN"),
        ("Mary believes that they are singers.",
         "Mary TOPIC they SUBJECT singer be PLAIN and/that/-ing believe PRESENT.PLAIN"),
        ("The girls gave these apples to a happy cat.",
         "girl PLURAL TOPIC happy ADNOMINAL cat to this/these apple OBJECT give PAST PLAIN"),
        ("It snows after the king comes.",
         "king SUBJECT come ADNOMINAL after snow SUBJECT come PRESENT.PLAIN"),
    ],
)  # fmt: skip
def test_a_sentence_is_glossed_morpheme_by_morpheme(sentence, glossed):
    assert " ".join(map(gloss, recognise(sentence).pair.korean)) == glossed


@pytest.mark.parametrize(
    ("morpheme", "expected"),
    [("학생", "student"), ("행복하-", "happy"), ("먹-", "eat"), ("배우", "actor"),
     ("배우-", "learn"), ("집", "house/home"), ("이", "this/these"), ("우리", "we/our"),
     ("나", "I"), ("한국어", "Korean"), ("한국", "Korea"), ("톰", "Tom"), ("매일", "every day"),
     ("위", "on"), ("누구", "who"), ("비", "rain"), ("그녀의", "her"), (UNKNOWN, "unknown")],
)  # fmt: skip
def test_english_glosses(morpheme, expected):
    assert gloss(morpheme) == expected


@pytest.mark.parametrize(
    ("word", "expected"),
    [("student", "학생"), ("children", "아이(복수)"), ("eat", "먹다"), ("bought", "사다(과거)"),
     ("goes", "가다(3인칭 단수)"), ("running", "달리다(진행)"), ("happy", "행복하다"),
     ("rained", "비가 오다(과거)"), ("him", "그(목적격)"), ("her", "그녀의/그녀(목적격)"),
     ("our", "우리(소유격)"), ("you", "너"), ("I", "나"), ("Korean", "한국어"),
     ("these", "이(복수)"), ("in", "~에(서)"), ("under", "~ 아래에(서)"), ("every", "모든"),
     ("where", "어디"), ("Did", "조동사(과거)"), (UNKNOWN, "모르는 단어")],
)  # fmt: skip
def test_korean_glosses(word, expected):
    assert korean_gloss(word) == expected


def test_an_unknown_word_is_its_own_gloss_without_marks():
    assert gloss(quoted("Zoe")) == "Zoe"
    assert gloss(quoted("o'clock")) == "o'clock"
    assert korean_gloss("Zoe") == "Zoe"
