import pytest

from english_korean.language.reading.sentences import SentenceReader


@pytest.mark.parametrize(
    ("text", "kind", "word"),
    [("every day", "time", "every day"), ("on monday", "time", "on"),
     ("next monday", "time", "next"),
     ("at seven", "clock", "at"), ("two days ago", "ago", "ago"), ("in the park", "place", "in"),
     ("with tom", "companion", "with"), ("with a knife", "tool", "with"),
     ("by bus", "vehicle", "by"),
     ("for two hours", "duration", "for"), ("for lunch", "meal", "for"),
     ("for tom", "benefit", "for"),
     ("from seoul", "source", "from"), ("in english", "in language", "in"),
     ("often", "frequency", "often"),
     ("here", "here", "here"), ("about the movie", "about", "about"), ("too", "also", "too"),
     ("until nine", "until", "until"), ("during the class", "during", "during")],
)  # fmt: skip
def test_adverbials_are_read(text, kind, word):
    reader = SentenceReader(text.split(), frozenset())
    found = [each for each, stop in reader.adverbials(0) if stop == reader.end]
    assert (kind, word) in [(each.kind, each.word) for each in found]
