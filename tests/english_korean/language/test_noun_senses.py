"""What a noun is called: English sentence -> a word of the Korean."""

import pytest

from english_korean.language.noun_senses import korean_noun
from english_korean.language.recognition import recognise
from english_korean.language.syntax import NounPhrase

WORDS = {
    "I bought a new car.": "새", "My car is new.": "새것", "I ate fish.": "생선",
    "I saw a big fish.": "물고기", "I ate chicken.": "닭고기", "He is in my class.": "반",
    "I like the class.": "수업", "I went to work.": "직장", "It is cold.": "날씨",
    "My mother sings.": "우리", "My sister sings.": "내",
    "They live in the country.": "시골", "I like the country.": "나라", "I watch the news.": "뉴스",
    "I heard the news.": "소식", "I answered the phone.": "전화", "I lost my phone.": "전화기",
}  # fmt: skip


@pytest.mark.parametrize(("english", "word"), WORDS.items(), ids=WORDS)
def test_the_words_around_a_noun_decide_its_meaning(english, word):
    assert word in recognise(english).pair.korean


def test_what_one_eats_of_an_animal_has_a_name_of_its_own():
    assert korean_noun(NounPhrase("fish", determiner="the"), "eat") == "생선"
    assert korean_noun(NounPhrase("fish", determiner="the"), "see") == "물고기"
