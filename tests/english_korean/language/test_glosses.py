from itertools import islice

import pytest

from english_korean.language.forms import english_forms, korean_forms
from english_korean.language.glosses import (
    FUNCTION_GLOSSES,
    KOREAN_FUNCTION_GLOSSES,
    LONGEST,
    MOST_ALTERNATIVES,
    base_words,
    gloss,
    korean_gloss,
)
from english_korean.language.korean.written import quoted
from english_korean.language.lexicon import LEXICON
from english_korean.language.pairs import UNKNOWN
from english_korean.language.recognition import recognise
from english_korean.language.syntax import JOINING, STYLES, SUBORDINATE, Style
from english_korean.teaching.sampling.everyday import everyday_texts
from transformer_lab.vocabulary import END, PAD, START

ENGLISH, KOREAN = english_forms(), korean_forms()
STYLE_TOKENS = {style.token for style in STYLES}
TRANSLATED_BY_A_FUNCTION_MORPHEME = (
    *JOINING,
    *(link for link in SUBORDINATE if " " not in link),
    "with",
    "to",
    "than",
    "from",
)


def test_every_morpheme_has_an_english_gloss():
    assert [morpheme for morpheme in KOREAN if not gloss(morpheme).isascii()] == []
    assert [morpheme for morpheme in KOREAN if not gloss(morpheme)] == []


def test_every_word_has_a_korean_gloss():
    assert [word for word in ENGLISH if korean_gloss(word).isascii()] == []


@pytest.mark.parametrize(
    ("tokens", "functions", "of"),
    [(KOREAN, FUNCTION_GLOSSES, gloss), (ENGLISH, KOREAN_FUNCTION_GLOSSES, korean_gloss)],
)
def test_every_gloss_is_short_and_has_two_meanings_at_most(tokens, functions, of):
    assert [token for token in tokens if len(of(token)) > LONGEST] == []
    content = [token for token in tokens if token not in functions]
    assert [token for token in content if len(of(token).split("/")) > MOST_ALTERNATIVES] == []


@pytest.mark.parametrize("of", [gloss, korean_gloss])
def test_padding_start_and_end_have_an_empty_gloss(of):
    assert [of(token) for token in (PAD, START, END)] == ["", "", ""]


def test_the_tables_hold_no_word_that_does_not_occur():
    assert set(FUNCTION_GLOSSES) <= set(KOREAN)
    assert set(KOREAN_FUNCTION_GLOSSES) <= set(ENGLISH)


def test_the_gloss_of_a_content_morpheme_is_a_word_that_it_translates():
    translations: dict[str, set[str]] = {}
    for word, korean in base_words():
        for morpheme in korean.split():
            translations.setdefault(morpheme, {"COUNTER", *LEXICON.openings, *LEXICON.phrases}).add(
                word.lower()
            )
    for morpheme, words in translations.items():
        texts = {each for each in gloss(morpheme).split("/") if not each.startswith("be ")}
        if morpheme not in FUNCTION_GLOSSES:
            assert all(each in words or each.lower() in words for each in texts), morpheme


@pytest.mark.parametrize("word", TRANSLATED_BY_A_FUNCTION_MORPHEME)
def test_a_function_morpheme_has_the_word_that_it_renders_in_its_gloss(word):
    said = (text for text in everyday_texts() if word in text.lower().split())
    pairs = (recognise(text).pair for text in islice(said, 50))
    assert any(
        word in gloss(text).split("/") and word in {pair.english[place] for place in sources}
        for pair in pairs
        for text, sources in zip(pair.korean, pair.alignment, strict=True)
        if text in FUNCTION_GLOSSES
    )


@pytest.mark.parametrize(
    ("sentence", "glossed"),
    [
        ("The student did not run.", "student TOPIC run CONNECTIVE NEGATION PAST PLAIN"),
        ("Tom is in the house.", "Tom TOPIC house/home at/to exist/have PLAIN"),
        ("Tom runs at school.", "Tom TOPIC school at/from run PRESENT.PLAIN"),
        ("Are you not a king?", "king SUBJECT not.be QUESTION"),
        ("I can swim.", "I TOPIC swim PROSPECTIVE possibility exist/have PLAIN"),
        ("We will buy delicious bread.",
         "we/our TOPIC delicious/tasty ADNOMINAL bread OBJECT buy PROSPECTIVE thing be PLAIN"),
        ("My grandmother is sleeping.",
         "we/our grandmother/grandma TOPIC sleep.HONORIFIC and/that/-ing exist.HONORIFIC "
         "PRESENT.PLAIN"),
        ("It snows after the king comes.",
         "king SUBJECT come HONORIFIC ADNOMINAL after/in eye/snow SUBJECT come PRESENT.PLAIN"),
    ],
)  # fmt: skip
def test_a_sentence_is_glossed_morpheme_by_morpheme(sentence, glossed):
    assert " ".join(map(gloss, recognise(sentence).pair.korean)) == glossed


@pytest.mark.parametrize(
    ("morpheme", "expected"),
    [("학생", "student"), ("행복하-", "happy"), ("먹-", "eat/have"), ("배우", "actor"),
     ("배우-", "learn"), ("집", "house/home"), ("이", "this/two"), ("우리", "we/our"),
     ("나", "I"), ("한국어", "Korean"), ("톰", "Tom"), ("뉴욕", "New York"), ("매일", "every day"),
     ("위", "on/above"), ("누구", "who"), ("비", "rain"), ("그녀의", "her"), ("마리", "COUNTER"),
     ("켜-", "play/turn on"), ("읽히-", "be read"), ("드시-", "eat.HONORIFIC"),
     ("비행사", "astronaut"), ("키가", "height.SUBJECT"), ("-시-", "HONORIFIC"),
     ("-ㅂ니다", "FORMAL"), ("-어요?", "QUESTION.POLITE"), ("안녕하세요", "hello/hi"),
     ("밥", "rice/Bob"), (UNKNOWN, "unknown")],
)  # fmt: skip
def test_english_glosses(morpheme, expected):
    assert gloss(morpheme) == expected


@pytest.mark.parametrize(
    ("word", "expected"),
    [("student", "학생"), ("children", "아이(복수)"), ("ate", "먹다(과거)"),
     ("goes", "가다(3인칭 단수)"),
     ("happy", "행복하다"), ("taller", "더 키가 크다"), ("best", "가장 좋다/가장 잘"),
     ("rained", "비가 오다(과거)"), ("him", "그(목적격)"), ("her", "그녀의/그녀(목적격)"),
     ("our", "우리(소유격)"), ("hers", "그녀의 것"), ("you", "너"), ("I", "나"),
     ("Korean", "한국어/한국"), ("in", "~에(서)"), ("under", "~ 밑에(서)"), ("every", "모든"),
     ("wear", "입다/쓰다"), ("wore", "입다/쓰다(과거)"), ("break", "깨다/깨지다"),
     ("hot", "덥다/뜨겁다"),
     ("watches", "시계(복수)/보다(3인칭 단수)"), ("cups", "컵/잔(복수)"), ("two", "두/이"),
     ("like", "좋아하다/~처럼"), ("where", "어디"), ("Did", "하다/조동사(과거)"),
     (UNKNOWN, "모르는 단어")],
)  # fmt: skip
def test_korean_glosses(word, expected):
    assert korean_gloss(word) == expected


@pytest.mark.parametrize(
    ("style", "english"),
    [(Style("plain"), "plain + honorific"), (Style("polite", False), "polite"),
     (Style("formal"), "formal + honorific")],
)  # fmt: skip
def test_start_tokens_name_their_style(style, english):
    assert gloss(style.token) == english


def test_an_unknown_word_is_its_own_gloss_without_marks():
    assert gloss(quoted("Zoe")) == "Zoe"
    assert gloss(quoted("o'clock")) == "o'clock"
    assert korean_gloss("Zoe") == "Zoe"
