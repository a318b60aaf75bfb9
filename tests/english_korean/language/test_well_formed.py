from dataclasses import replace

import pytest

from english_korean.language.syntax import (
    Adverbial,
    Clause,
    NounPhrase,
    Quality,
    Sentence,
)
from english_korean.language.well_formed import clause_is_well_formed, is_well_formed

CAT = NounPhrase("cat", determiner="the")
EATS = Clause("verb", CAT, "eat", "transitive", object=NounPhrase("fish"))
WHO = NounPhrase("who", "wh")
HOURS = NounPhrase("hour", number="two", plural=True)


@pytest.mark.parametrize(
    ("sentence", "good"),
    [
        (Sentence(EATS), True),
        (Sentence(None), False),
        (Sentence(None, phrase="good morning"), True),
        (Sentence(replace(EATS, object=WHO)), False),
        (Sentence(replace(EATS, object=WHO), "question"), True),
        (Sentence(EATS, "question", "when", replace(EATS, subject=WHO)), False),
        (Sentence(EATS, contracted=True), False),
        (Sentence(replace(EATS, negated=True), contracted=True), True),
    ],
)
def test_questions_ask_and_statements_do_not(sentence, good):
    assert is_well_formed(sentence) == good


@pytest.mark.parametrize(
    ("clause", "good"),
    [
        (Clause("adjective", CAT, quality=Quality("big")), True),
        (Clause("adjective", CAT, quality=Quality("main")), False),
        (Clause("adjective", CAT, quality=Quality("big", other=Quality("main"))), False),
        (replace(EATS, object=None, passive=True), True),
        (replace(EATS, passive=True), False),
        (replace(EATS, word="meet", object=None, passive=True), False),
        (replace(EATS, aspect="progressive"), True),
        (replace(EATS, word="know", aspect="progressive"), False),
        (replace(EATS, word="listen to", aspect="progressive"), True),
        (replace(EATS, word="wait for", object=HOURS), False),
        (replace(EATS, word="play with", object=CAT), False),
        (replace(EATS, word="play with", object=NounPhrase("toy", plural=True)), True),
        (Clause("place", CAT, aspect="progressive",
                adverbials=(Adverbial("here", "here"),)), False),
        (Clause("weather", None, "rain", aspect="progressive"), True),
        (Clause("verb", CAT, "think", "that", complement=replace(EATS, passive=True)), False),
    ],
)  # fmt: skip
def test_clauses_have_what_they_need(clause, good):
    assert clause_is_well_formed(clause) == good
