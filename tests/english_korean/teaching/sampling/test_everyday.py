import random
from pathlib import Path

import pytest

from english_korean.language.english.sentences import english_words
from english_korean.language.well_formed import is_well_formed
from english_korean.teaching.sampling.company import keeps_company
from english_korean.teaching.sampling.everyday import (
    OPENINGS,
    EverydayDrawing,
    everyday_company,
    everyday_sentence,
    everyday_texts,
)
from english_korean.teaching.sampling.sentences import SentenceDrawing

MEASURED_BY = (
    "benchmarks/ordinary_sentences.txt",
    "benchmarks/first_year_sentences.txt",
    "benchmarks/textbook_sentences.txt",
    "benchmarks/visitor_sentences.txt",
    "benchmarks/newcomer_sentences.txt",
    "benchmarks/elementary_sentences.txt",
    "tests/english_korean/language/pairs.tsv",
)
ROOT = Path(__file__).parents[4]


@pytest.fixture(scope="module")
def varied() -> list[str]:
    everyday = EverydayDrawing(SentenceDrawing(random.Random(3)))
    sentences = [everyday.sentence() for _ in range(300)]
    return [" ".join(word.text for word in english_words(one)) for one in sentences]


def test_every_sentence_is_in_the_language():
    trees = {text: everyday_sentence(text) for text in everyday_texts()}
    assert [text for text, tree in trees.items() if tree is None or not is_well_formed(tree)] == []


def test_no_sentence_stands_twice():
    texts = everyday_texts()
    assert len(set(texts)) == len(texts)


def test_none_is_one_that_the_translator_is_measured_by():
    lines = [
        line.split("\t")[2] if "\t" in line else line
        for file in MEASURED_BY
        for line in (ROOT / file).read_text().split("\n")
    ]
    assert _bare(everyday_texts()).isdisjoint(_bare(lines))


def _bare(texts):
    return {text.lower().strip().rstrip(".?!") for text in texts if text.strip()}


def test_most_are_varied_and_some_stay_as_they_stand(varied):
    as_written = {
        " ".join(word.text for word in english_words(tree))
        for tree in map(everyday_sentence, everyday_texts())
        if tree is not None
    }
    stayed = [text for text in varied if text in as_written]
    assert 0.1 < len(stayed) / len(varied) < 0.6


def test_a_person_is_replaced_all_through_a_sentence(varied):
    """I lost my ticket, he lost his ticket; never he lost my ticket."""
    lost = [text for text in _variants("I lost my ticket.") if text.split()[1] == "lost"]
    owner = {"i": "my", "you": "your", "he": "his", "she": "her", "we": "our", "they": "their"}
    lost = [text for text in lost if text.split()[0] in owner]
    assert len({text.split()[0] for text in lost}) >= 5
    for text in lost:
        person, _, whose, *_ = text.split()
        assert whose == owner[person]


def test_what_is_his_stays_an_owner():
    words = {text.split()[-1] for text in _variants("My bag is bigger than his.")}
    assert words == {"his"}


def test_a_noun_gives_way_to_one_of_its_kind():
    drunk = {text.split()[-1] for text in _variants("she never drinks coffee.")}
    assert {"coffee", "tea", "milk", "water"} <= drunk
    assert "book" not in drunk


def test_a_verb_gives_way_to_one_that_the_same_thing_can_be_done_by():
    done = {text.split()[1] for text in _variants("she drank coffee.") if len(text.split()) == 3}
    assert "drank" in done and len(done) > 3
    assert not {"wore", "read", "rode", "opened"} & done


def test_what_is_said_is_also_denied_asked_and_said_of_another_time():
    openings = {" ".join(text.split()[:3]) for text in _variants("she smiled.")}
    assert {"she did not", "did she smile", "she smiles", "she will smile"} <= openings


def test_a_sentence_is_said_behind_a_greeting_now_and_then():
    variants = _variants("she smiled.", count=600)
    opened = {text for text in variants if text.startswith(OPENINGS["statement"])}
    assert len({text.split()[0] for text in opened}) >= 5
    assert len(opened) < len(variants) / 2


def test_what_is_said_before_a_question_is_no_answer():
    opened = {text.split(" did ")[0] for text in _variants("did she smile?", count=600)}
    assert {"hello", "excuse me"} <= opened
    assert opened.isdisjoint({"yes", "no", "thank you", "okay"})


def test_have_got_stays_in_the_present():
    words = {word for text in _variants("I have got a car.") for word in text.split()}
    assert "got" in words
    assert words.isdisjoint({"will", "can", "should", "must"})


def test_what_has_no_degree_gets_none():
    texts = _variants("She bought a very different bag.", count=600)
    assert any("very" in text for text in texts)
    assert not any("very same" in text for text in texts)


def test_words_are_put_where_they_stand_in_other_sentences_too():
    everyday = EverydayDrawing(SentenceDrawing(random.Random(1)))
    made = {everyday.varied(everyday_sentence("The game was fun.")) for _ in range(200)}
    assert len(made) > 20
    assert all(keeps_company(each, everyday_company()) for each in made)


def test_any_day_of_the_month_is_named():
    days = {text.split()[-1] for text in _variants("My birthday is on July 7th.")}
    assert len({day for day in days if day[0].isdigit()}) > 20


def test_numbers_and_prices_are_any():
    ages = {word for text in _variants("I am 42 years old.", 400) for word in text.split()}
    assert {"two", "seven"} <= ages
    assert any(word.isdecimal() and int(word) > 12 for word in ages)
    prices = {word for text in _variants("I have 5,000 won.") for word in text.split()}
    assert {int(word) % 500 for word in prices if word.isdecimal() and int(word) > 99} == {0}


def test_a_compound_keeps_its_last_noun():
    classes = [text for text in _variants("We have science class today.") if "class" in text]
    assert len({text.split()[2] for text in classes if text.startswith("we have ")}) > 5


def test_a_time_that_is_named_stays_with_its_tense():
    swum = {text.split()[1] for text in _variants("we swam last summer.") if "last" in text}
    assert not {"will", "can", "should", "are"} & swum


def _variants(text, count=250):
    """What is made of one sentence."""
    everyday = EverydayDrawing(SentenceDrawing(random.Random(1)))
    tree = everyday_sentence(text)
    made = (everyday.varied(tree) for _ in range(count))
    return {" ".join(word.text for word in english_words(one)) for one in made}
