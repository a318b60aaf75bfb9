"""The Korean texts: one term for one thing, one register, particles that fit their values."""

import re
from collections import Counter
from string import Formatter

import pytest

from tests.ui.words.test_language import PAGES, places
from ui.words.language import read_words
from ui.words.particles import PAIRS, ends_in_particle

TERMS = {
    "look-ahead": "룩어헤드",
    "warm-up": "웜업",
    "dot product": "내적",
    "cross-attention": "크로스",
    "learning rate": "학습률",
    "dropout": "드롭아웃",
    "padding": "패딩",
    "entropy": "엔트로피",
    "probabilit": "확률",
    "logit": "로짓",
    "embedding": "임베딩",
    "vocabulary": "어휘",
    "column": "열",
    "seed": "시드",
}
"""What the English texts call a thing, and what the Korean texts call it each time."""

PRINTED = {"share.column"}
"""Where a term has another meaning: the column of a printed page is 단, not 열."""

NOT_SAID = {
    "점곱": "내적",
    "켜집니다": "강조됩니다, of a row that is lit",
    "}층": "층 {number}, because 2층 also means two layers",
    "N개의": "N개 after the noun",
    "몫": "비율 or 기여",
    "낱말": "단어",
    "꼭대기": "최댓값",
    "피드포워드": "피드 포워드",
    "임베딩 표": "임베딩 테이블",
    "필름": "영상, 기록 재생",
    "떼어 둔": "검증",
    "Escape": "Esc, as on the key",
    "이 언어의 범위": "번역기가 배운 문법",
    "편향을 뺀": "편향을 보정한",
}
"""What the Korean texts do not say, and what they say for it."""

SIGNS = "−+×÷=≠√^∞"
"""What a formula is made of, beside its letters."""

IN_WORDS = {
    "learning_rate means.falling",
    "mistakes effect.unscaled_scores",
    "mistakes effect_none.unscaled_scores",
    "workbench kinds.change_by_hiding",
    "workbench kinds.difference",
    "workbench kinds.difference_of_heads",
    "workbench kinds.log_probability",
    "workbench kinds.layer_norm",
    "workbench kinds.learning_rate",
    "workbench kinds.softmax",
    "mistakes kinds.opposite_mask",
    "mistakes kinds.position_norm",
    "mistakes kinds.softmax_over_queries",
    "workbench map.about.normed",
    "workbench map.about_blocks.norm",
    "translator controls.combination_help",
    "models errors.config_number",
}
"""Texts whose Korean says a formula of the English one in words."""

OWN_WORDS: set[str] = set()
"""Pages that do not keep to the terms yet."""
PAGES_OF_TERMS = sorted(set(PAGES) - OWN_WORDS)

DRAWN_IN_THE_BROWSER = ("matrix_view.", "lines.", "sides.", "map.", "player.")
"""What JavaScript fills in, which knows no particles."""


@pytest.mark.parametrize("page", PAGES_OF_TERMS)
def test_one_thing_has_one_name(page):
    english, korean = read_words("en", page), read_words("ko", page)
    other = {
        (term, key)
        for key, words in english.items()
        for term, name in TERMS.items()
        if term in words.lower()
        and key not in PRINTED
        and not key.endswith(".also")
        and name not in korean[key]
    }
    assert not other


def signs(words: str) -> Counter[str]:
    """The signs of the formulas in a text, those of its placeholders apart."""
    plain = re.sub(r"\{[^}]*\}", "", words).replace(" minus ", " − ")
    return Counter(sign for sign in plain if sign in SIGNS)


@pytest.mark.parametrize("page", PAGES)
def test_a_formula_has_all_its_signs(page):
    korean = read_words("ko", page)
    lost = {
        key: (words, korean[key])
        for key, words in read_words("en", page).items()
        if f"{page} {key}" not in IN_WORDS
        and not key.endswith(".also")
        and signs(words) - signs(korean[key])
    }
    assert not lost


@pytest.mark.parametrize("page", PAGES_OF_TERMS)
def test_what_misleads_a_reader_is_not_said(page):
    texts = {
        (key, words)
        for key, words in read_words("ko", page).items()
        if any(form in words for form in NOT_SAID)
    }
    assert not texts


@pytest.mark.parametrize("page", PAGES)
def test_sentences_are_in_one_register(page):
    # 합니다, 하세요, 할까요; never 한다 or 할까. Sentences to look at are nobody's speech.
    plain = {
        (key, words)
        for key, words in read_words("ko", page).items()
        if re.search(r"([가-힣](?<!니)다|까)[”’*)]*([.?!]|$)", words)
        and not re.search(r"(_default|_default_v\d+|_own)$", key)
    }
    assert not plain


@pytest.mark.parametrize("page", PAGES)
def test_a_particle_after_a_value_is_left_to_the_value(page):
    particles = "|".join(form for pair in PAIRS for form in pair.split("/"))
    fixed = {
        (key, words)
        for key, words in read_words("ko", page).items()
        if re.search(rf"\{{\w+\}}[”’*)]*(({particles})(?![가-힣])|이?라(고|는))", words)
    }
    assert not fixed


@pytest.mark.parametrize("page", PAGES)
def test_what_the_browser_fills_in_has_no_particle_to_choose(page):
    chosen = {
        key
        for key, words in read_words("ko", page).items()
        if key.startswith(DRAWN_IN_THE_BROWSER) and places(words)
        if any(form for _, _, form, _ in Formatter().parse(words))
    }
    assert not chosen


@pytest.mark.parametrize("page", PAGES)
def test_what_has_a_particle_to_choose_names_two_that_exist(page):
    unknown = {
        (key, words)
        for key, words in read_words("ko", page).items()
        for _, _, form, _ in Formatter().parse(words)
        if form and re.search(r"[가-힣]", form) and not ends_in_particle(form)
    }
    assert not unknown


@pytest.mark.parametrize("page", PAGES)
def test_quotation_marks_come_in_pairs(page):
    open_ended = {
        (key, words)
        for key, words in read_words("ko", page).items()
        for opening, closing in ("“”", "‘’")
        if words.count(opening) != words.count(closing)
    }
    assert not open_ended
