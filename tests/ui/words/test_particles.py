"""Particles after values: 은 after a consonant, 는 after a vowel, by how the value is read."""

import pytest

from tests.ui.words.test_language import PAGES
from ui.words.language import LANGUAGES, Text, read_words
from ui.words.particles import with_particle


@pytest.mark.parametrize(
    ("value", "pair", "text"),
    [
        ("고양이", "은/는", "고양이는"),
        ("학생", "은/는", "학생은"),
        (37, "과/와", "37과"),
        (38, "과/와", "38과"),
        (22, "과/와", "22와"),
        (10, "이/가", "10이"),
        ("0.5", "은/는", "0.5는"),
        (1, "으로/로", "1로"),
        (3, "으로/로", "3으로"),
        ("서울", "으로/로", "서울로"),
        ("W_Q", "을/를", "W_Q를"),
        ("d_model", "은/는", "d_model은"),
        ("NLL", "은/는", "NLL은"),
        ("GPT", "은/는", "GPT는"),
        ("cat", "이/가", "cat이"),
        ("student", "이/가", "student가"),
        ("the (5)", "이/가", "the (5)가"),
        ("쓰-", "은/는", "쓰-는"),
        ("“-었-”", "을/를", "“-었-”을"),
        ("행복하-", "은/는", "행복하-는"),
        ("모두 맞힘", "’이라고/라고", "모두 맞힘’이라고"),
        (r"the \(1\)", "을/를", r"the \(1\)을"),
        ("나!", "은/는", "나!는"),
        ("책*", "이/가", "책*이"),
        ("me", "을/를", "me를"),
        ("name", "을/를", "name을"),
        ("bag", "을/를", "bag을"),
        ("dog", "을/를", "dog를"),
        ("sleep", "을/를", "sleep을"),
        ("table", "을/를", "table을"),
        ("apple", "으로/로", "apple로"),
        ("people", "이/가", "people이"),
        ("model", "은/는", "model은"),
        ("time", "을/를", "time을"),
        ("rain", "이/가", "rain이"),
        ("nine", "과/와", "nine과"),
        ("long", "은/는", "long은"),
        ("book", "을/를", "book을"),
        ("tree", "은/는", "tree는"),
        ("2.5 × 10⁻³", "은/는", "2.5 × 10⁻³은"),
        ("40%", "을/를", "40%를"),
        ("😀", "은/는", "😀은(는)"),
        ("😀", "으로/로", "😀(으)로"),
        ("“나", "”은/는", "“나”는"),
    ],
)
def test_a_particle_follows_the_sound_of_its_value(value, pair, text):
    assert with_particle(value, pair) == text


def test_a_text_fills_in_values_with_their_particles():
    text = Text({"said": "“{word:”이/가} {p:과/와} {q}에 있습니다. {share:.1f}"})
    assert text("said", word="나", p=1, q=4, share=0.25) == "“나”가 1과 4에 있습니다. 0.2"


@pytest.mark.parametrize("page", PAGES)
def test_no_text_gives_both_forms_of_a_particle(page):
    machine_made = ("은(는)", "이(가)", "을(를)", "와(과)", "과(와)", "(으)로")
    both = {
        key: words
        for key, words in read_words("ko", page).items()
        if any(form in words for form in machine_made)
    }
    assert not both


def test_only_korean_has_particles():
    assert "ko" in LANGUAGES
    assert not [key for page in PAGES for key, w in read_words("en", page).items() if ":은" in w]
