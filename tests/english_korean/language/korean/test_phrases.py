import pytest

from english_korean.language.korean.counting import number_text
from english_korean.language.korean.determiners import possessive
from english_korean.language.korean.phrases import noun_phrase
from english_korean.language.korean.topic import marks_topic, subject_particle
from english_korean.language.korean.written import written
from english_korean.language.syntax import NounPhrase, Quality, Style

TOM = NounPhrase("tom")


def text(phrase, style=Style()):  # noqa: B008
    return written(each.text for each in noun_phrase(phrase, "object", style))


@pytest.mark.parametrize(
    ("phrase", "korean"),
    [
        (NounPhrase("cat", determiner="the"), "고양이"),
        (NounPhrase("cat", determiner="this"), "이 고양이"),
        (NounPhrase("cat", number="two", plural=True), "고양이 두 마리"),
        (NounPhrase("book", number="three", plural=True), "책 세 권"),
        (NounPhrase("student", number="twenty", plural=True), "학생 스무 명"),
        (NounPhrase("pencil", number="ten", plural=True), "연필 열 자루"),
        (NounPhrase("coffee", determiner="a", measure="cup"), "커피 한 잔"),
        (NounPhrase("water", number="two", measure="bottle", plural=True), "물 두 병"),
        (NounPhrase("shoe", determiner="a", measure="pair", contents_plural=True), "신발 한 켤레"),
        (NounPhrase("book", determiner="some", plural=True), "책 몇 권"),
        (NounPhrase("milk", determiner="some"), "우유"),
        (NounPhrase("friend", determiner="my", plural=True), "내 친구들"),
        (NounPhrase("book", determiner="my", plural=True), "내 책"),
        (NounPhrase("mother", determiner="my"), "우리 어머니"),
        (NounPhrase("sister", determiner="my"), "내 여동생"),
        (NounPhrase("book", owner=TOM), "톰의 책"),
        (NounPhrase("name", determiner="the", owner=TOM, behind=True), "톰의 이름"),
        (NounPhrase("cat", determiner="a", quality=Quality("big")), "큰 고양이"),
        (NounPhrase("cat", determiner="a", quality=Quality("big"), second=Quality("black")),
         "큰 까만 고양이"),
        (NounPhrase("bread", quality=Quality("delicious")), "맛있는 빵"),
        (NounPhrase("car", determiner="a", quality=Quality("new")), "새 차"),
        (NounPhrase("boy", determiner="the", quality=Quality("tall", "most")), "키가 가장 큰 소년"),
        (NounPhrase("day", number="three", plural=True), "사흘"),
        (NounPhrase("hour", number="two", plural=True), "두 시간"),
        (NounPhrase("minute", number="five", plural=True), "오 분"),
        (NounPhrase("seven", "clock", number="thirty"), "일곱 시 삼십 분"),
        (NounPhrase("mine", "pronoun"), "내 것"),
        (NounPhrase("tom", other=NounPhrase("jane")), "톰과 제인"),
        (NounPhrase("milk", other=NounPhrase("juice"), joined="or"), "우유나 주스"),
        (NounPhrase("who", "wh"), "누구"),
    ],
)  # fmt: skip
def test_noun_phrases(phrase, korean):
    assert text(phrase) == korean


@pytest.mark.parametrize(("word", "plain", "polite"), [("i", "내", "제"), ("you", "네", "당신의"),
                                                       ("we", "우리", "우리"),
                                                       ("he", "그의", "그의")])  # fmt: skip
def test_pronouns_are_polite_where_the_sentence_is(word, plain, polite):
    assert possessive(word, Style("plain")) == plain
    assert possessive(word, Style("polite")) == possessive(word, Style("formal")) == polite


def test_the_unit_decides_the_row_of_numbers():
    assert number_text("three", "hour") == "세"
    assert number_text("three", "minute") == "삼"


@pytest.mark.parametrize(
    ("phrase", "particle"),
    [(NounPhrase("cat", determiner="the"), "-은/는"), (NounPhrase("cat", determiner="a"), "-이/가"),
     (NounPhrase("i", "pronoun"), "-은/는"), (NounPhrase("who", "wh"), "-이/가"),
     (NounPhrase("someone", "pronoun"), "-이/가"), (TOM, "-은/는"),
     (NounPhrase("cat", number="two", plural=True), "-이/가"),
     (NounPhrase("cat", determiner="many", plural=True), "-이/가")],
)  # fmt: skip
def test_what_is_new_is_no_topic(phrase, particle):
    assert subject_particle(phrase, is_main=True) == particle
    assert subject_particle(phrase, is_main=False) == "-이/가"
    assert marks_topic(phrase) == (particle == "-은/는")
