"""The predicate of a clause, written with the ending of a plain statement."""

import pytest

from english_korean.language.korean.endings import plain_statement
from english_korean.language.korean.predicates import is_denied, predicate
from english_korean.language.korean.written import written
from english_korean.language.syntax import (
    Adverbial,
    Clause,
    NounPhrase,
    Quality,
    Style,
)

HE = NounPhrase("he", "pronoun")
I = NounPhrase("i", "pronoun")  # noqa: E741
STUDENT = NounPhrase("student", determiner="a")
NEVER = (Adverbial("frequency", "never", at="middle"),)
EVER = (Adverbial("frequency", "ever", at="middle"),)


def verb(word="go", frame="intransitive", subject=HE, **parts):
    return Clause("verb", subject, word, frame, **parts)


def plain(clause, *, honored=False, style=Style()):  # noqa: B008
    so_far = predicate(clause, "main", style, honored=honored)
    return written([*(m.text for m in so_far.morphemes), plain_statement(so_far.nature)])


@pytest.mark.parametrize(
    ("clause", "text"),
    [
        (verb(), "간다"), (verb(tense="past"), "갔다"), (verb(negated=True), "가지 않는다"),
        (verb(mood="will"), "갈 것이다"), (verb(mood="be going to"), "갈 것이다"),
        (verb(mood="can"), "갈 수 있다"), (verb(mood="can", negated=True), "갈 수 없다"),
        (verb(mood="could"), "갈 수 있었다"), (verb(mood="be able to"), "갈 수 있다"),
        (verb(mood="must"), "가야 한다"), (verb(mood="should"), "가야 한다"),
        (verb(mood="must", negated=True), "가면 안 된다"),
        (verb(mood="have to", tense="past"), "가야 했다"),
        (verb(mood="have to", negated=True), "갈 필요가 없다"),
        (verb(mood="may"), "갈지도 모른다"),
        (verb(mood="might", negated=True), "가지 않을지도 모른다"),
        (verb(mood="would like to"), "가고 싶다"), (verb(mood="used to"), "가곤 했다"),
        (verb(aspect="progressive"), "가고 있다"),
        (verb(aspect="progressive", tense="past"), "가고 있었다"),
        (verb(aspect="progressive", negated=True), "가고 있지 않다"),
        (verb("sit", aspect="progressive"), "앉아 있다"),
        (verb(aspect="perfect"), "갔다"), (verb(aspect="perfect", adverbials=EVER), "간 적이 있다"),
        (verb(aspect="perfect", adverbials=NEVER), "간 적이 없다"),
        (verb(adverbials=NEVER), "가지 않는다"),
        (verb("know", "transitive", object=I), "안다"),
        (verb("know", "transitive", object=I, negated=True), "모른다"),
        (verb("have", "transitive", object=NounPhrase("car", determiner="no")), "없다"),
        (verb("break", "transitive", NounPhrase("cup"), passive=True, tense="past"), "깨졌다"),
        (Clause("adjective", HE, quality=Quality("tall")), "키가 크다"),
        (Clause("adjective", HE, quality=Quality("married")), "결혼했다"),
        (Clause("adjective", HE, quality=Quality("tall"), negated=True), "키가 크지 않다"),
        (Clause("noun", HE, object=STUDENT), "학생이다"),
        (Clause("noun", HE, object=STUDENT, negated=True), "학생이 아니다"),
        (Clause("noun", HE, object=STUDENT, tense="past"), "학생이었다"),
        (Clause("place", HE), "있다"), (Clause("place", HE, negated=True), "없다"),
        (Clause("weather", None, "rain", aspect="progressive"), "오고 있다"),
    ],
)  # fmt: skip
def test_tense_mood_and_negation(clause, text):
    assert plain(clause) == text


@pytest.mark.parametrize(
    ("clause", "text"),
    [
        (verb(), "가신다"), (verb(tense="past"), "가셨다"), (verb("sleep"), "주무신다"),
        (verb("sleep", aspect="progressive"), "주무시고 계신다"),
        (verb("eat", "transitive", object=NounPhrase("bread")), "드신다"),
        (verb(mood="can", negated=True), "가실 수 없다"), (verb(negated=True), "가지 않으신다"),
        (Clause("place", HE), "계신다"),
        (Clause("adjective", HE, quality=Quality("kind")), "친절하시다"),
    ],
)  # fmt: skip
def test_respect(clause, text):
    assert plain(clause, honored=True) == text


def test_respect_is_a_matter_of_style():
    assert plain(verb("sleep"), honored=True, style=Style("plain", False)) == "잔다"


@pytest.mark.parametrize(
    ("person", "text"), [("i", "가고 싶다"), ("you", "가고 싶다"), ("she", "가고 싶어 한다")]
)
def test_one_feels_only_what_one_wants_oneself(person, text):
    clause = verb(
        "want", "infinitive", NounPhrase(person, "pronoun"), complement=verb(subject=None)
    )
    so_far = predicate(clause, "main", Style(), honored=False)
    endings = [*(m.text for m in so_far.morphemes), plain_statement(so_far.nature)]
    assert written(["가-", "-고", *endings]) == text


def test_no_and_nobody_deny_like_not():
    assert is_denied(verb(negated=True))
    assert is_denied(verb(subject=NounPhrase("nobody", "pronoun")))
    assert is_denied(verb("eat", "transitive", object=NounPhrase("bread", determiner="no")))
    assert not is_denied(verb())
