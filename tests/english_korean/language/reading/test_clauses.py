import pytest

from english_korean.language.reading.clauses import ClauseReader


def whole_clauses(text):
    """Every clause that is all of the text."""
    reader = ClauseReader(text.split(), frozenset())
    return [clause for clause, stop in reader.clauses(0) if stop == reader.end]


@pytest.mark.parametrize(
    ("text", "kind", "frame", "parts"),
    [
        ("tom sleeps", "verb", "intransitive", {"word": "sleep", "tense": "present"}),
        ("tom ate bread", "verb", "transitive", {"word": "eat", "tense": "past"}),
        ("tom will eat bread", "verb", "transitive", {"mood": "will"}),
        ("tom is eating bread", "verb", "transitive", {"aspect": "progressive"}),
        ("tom has eaten bread", "verb", "transitive", {"aspect": "perfect"}),
        ("bread was eaten", "verb", "transitive", {"passive": True, "tense": "past"}),
        ("tom does not eat bread", "verb", "transitive", {"negated": True}),
        ("tom has to eat bread", "verb", "transitive", {"mood": "have to"}),
        ("tom turned on the light", "verb", "transitive", {"word": "turn on", "split": False}),
        ("tom turned the light on", "verb", "transitive", {"word": "turn on", "split": True}),
        ("tom gave me a book", "verb", "ditransitive", {"recipient_first": True}),
        ("tom gave a book to me", "verb", "ditransitive", {"recipient_first": False}),
        ("tom goes to school", "verb", "motion", {"word": "go"}),
        ("tom lives in seoul", "verb", "location", {"word": "live"}),
        ("tom wants to eat bread", "verb", "infinitive", {"word": "want"}),
        ("tom enjoys eating bread", "verb", "gerund", {"word": "enjoy"}),
        ("tom says that it rains", "verb", "that", {"that": True}),
        ("tom says it rains", "verb", "that", {"that": False}),
        ("tom knows where she lives", "verb", "embedded", {"word": "know"}),
        ("tom told me to eat bread", "verb", "told", {"word": "tell"}),
        ("tom made me eat bread", "verb", "bare", {"word": "make"}),
        ("tom made me happy", "verb", "result", {"word": "make"}),
        ("tom looks happy", "verb", "linking", {"word": "look"}),
        ("tom is happy", "adjective", "", {}),
        ("tom is afraid of dogs", "adjective", "predicate", {"word": "afraid of"}),
        ("tom is too young to drive", "adjective", "too", {}),
        ("the box is too heavy to carry", "adjective", "too", {}),
        ("it is easy for tom to swim", "adjective", "it is", {}),
        ("tom has got a dog", "verb", "transitive", {"word": "have got", "negated": False}),
        ("tom has not got a dog", "verb", "transitive", {"word": "have got", "negated": True}),
        ("tom is ten years old", "noun", "age", {}),
        ("tom is a student", "noun", "", {}),
        ("tom is at home", "place", "", {}),
        ("there is a cat here", "there", "", {}),
        ("it is raining", "weather", "", {"word": "rain"}),
    ],
)
def test_every_construction_is_read(text, kind, frame, parts):
    found = [c for c in whole_clauses(text) if (c.kind, c.frame) == (kind, frame)]
    assert any(all(getattr(c, name) == value for name, value in parts.items()) for c in found)


@pytest.mark.parametrize("text", ["tom sleeps bread", "tom goes to", "sleeps tom", "tom is", "tom"])
def test_what_is_no_clause_is_not_read(text):
    assert whole_clauses(text) == []
