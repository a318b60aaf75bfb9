import pytest

from english_korean.language.korean.endings import (
    LINKS,
    TENSELESS,
    adnominal,
    as_fact,
    final,
    linking,
    plain_statement,
    quoted,
    whether,
)
from english_korean.language.syntax import (
    JOINING,
    LEVELS,
    SO_THAT,
    SUBORDINATE,
)


def texts(morphemes):
    return " ".join(each.text for each in morphemes)


@pytest.mark.parametrize(
    ("mood", "endings"),
    [("statement", ["-ㄴ다", "-어요", "-ㅂ니다"]), ("question", ["-니", "-어요?", "-ㅂ니까"]),
     ("wondering", ["-ㄹ까", "-ㄹ까요", "-ㄹ까요"]), ("command", ["-어라", "-세요", "-십시오"]),
     ("proposal", ["-자", "-어요", "-ㅂ시다"])],
)  # fmt: skip
def test_each_mood_has_an_ending_of_each_level(mood, endings):
    assert [texts(final(mood, "verb", level)) for level in LEVELS] == endings


def test_no_english_word_says_the_level():
    for level in LEVELS:
        assert [each.sources for each in final("statement", "verb", level)] == [()]


@pytest.mark.parametrize(
    ("nature", "ending"),
    [("verb", "-ㄴ다"), ("adjective", "-다"), ("copula", "-다"), ("past", "-다")],
)
def test_the_plain_present_of_a_verb_is_another(nature, ending):
    assert plain_statement(nature) == ending


@pytest.mark.parametrize(
    ("link", "nature", "korean"),
    [("and", "verb", "-고"), ("because", "past", "-기 때문에"), ("before", "verb", "-기 전에"),
     ("after", "verb", "-ㄴ 후에"), ("until", "verb", "-ㄹ 때까지"), ("while", "verb", "-는 동안"),
     ("while", "adjective", "-ㄴ 동안"), ("if", "adjective", "-면"), ("so", "verb", "-어서")],
)  # fmt: skip
def test_clauses_are_linked(link, nature, korean):
    morphemes = linking(link, nature)
    assert texts(morphemes) == korean
    assert all(each.sources == ("link",) for each in morphemes)


def test_every_link_has_its_korean():
    meant = {"because of it", "because, so do", "ever since", "from when", "then", "while doing"}
    assert set(LINKS) - meant | {"while"} == {
        *JOINING,
        *SUBORDINATE,
        SO_THAT,
    }
    assert set(LINKS) | {"while"} >= TENSELESS


def test_before_a_noun():
    assert adnominal("verb", ()).text == "-는"
    assert adnominal("adjective", ()).text == "-ㄴ"
    assert adnominal("adjective", (), exists=True).text == "-는"


def test_what_is_said_and_what_is_known():
    assert texts(quoted("verb", ("that",))) == "-ㄴ다 -고"
    assert texts(quoted("copula", ("that",))) == "-라 -고"
    assert texts(as_fact("adjective", ("that",))) == "-다 -는 것 -을/를"
    assert whether("past", exists=False).text == "-는지"
    assert whether("adjective", exists=False).text == "-ㄴ지"
