import random

import pytest

from english_korean.language.english.sentences import english_words
from english_korean.language.pairs import pair_of
from english_korean.language.reading.reader import Reader
from english_korean.language.reading.sentences import LONGEST, parse
from english_korean.language.syntax import Style
from english_korean.teaching.sampling.sentences import with_unknown_words

MOST_LOOKS = 400
"""At each word so often: what is read once is kept, so that reading does not grow out of hand."""

TANGLED = [
    "the man who saw the man who saw the man who saw the man who saw the man who saw the man slept",
    "i think that i think that i think that i think that i think that i think that he sleeps",
    "what do you want to want to want to try to start to begin to learn to try to eat",
    "i gave him a book to read to eat to read to eat to read to eat to play to go home to sleep",
    "i help him help her help me help them help us help tom help jane help him sing",
    "i see the girl the boy the man the woman the dog saw saw saw saw saw",
    "the cat of the dog of the cat of the dog of the cat of the dog of the cat of the dog sleeps",
    " ".join(["i like", *["to like"] * 15, "tom"]),
    " ".join(["because"] * LONGEST),
    " ".join(["the"] * LONGEST),
]


def read(words):
    unknown = frozenset(index for index, word in enumerate(words) if word.unknown)
    return parse([word.text for word in words], unknown)


def test_a_sentence_is_read_back_as_the_tree_that_it_was_written_from(sentences):
    for sentence in sentences:
        assert read(english_words(sentence)).trees[0] == sentence


def test_unknown_words_are_read_as_nouns(sentences):
    draw = random.Random(3)
    for sentence in sentences[:300]:
        changed = with_unknown_words(sentence, draw, 0.5)
        pairs = [pair_of(tree, Style()) for tree in read(english_words(changed)).trees[:1]]
        assert pairs == [pair_of(changed, Style())]


@pytest.mark.parametrize(
    ("text", "stopped_at"),
    [("the cat eats the", ""), ("he goed to school", "goed"), ("tom of of", "of")],
)
def test_the_first_word_that_cannot_be_read_is_known(text, stopped_at):
    words = text.split()
    found = parse(words, frozenset())
    assert found.trees == []
    assert [*words, ""][found.reached] == stopped_at


def trees(text):
    return parse(text.split(), frozenset()).trees


def test_that_links_behind_so_only():
    assert [tree.link for tree in trees("he ran so fast that he won")] == ["that"]
    assert trees("he ran fast that he won") == []
    assert trees("i am so glad that she came") == []  # she did not come of my gladness


def test_three_adjectives_are_listed_but_shades_belong_to_their_colour():
    (tree, *_) = trees("he is tall kind and smart")
    quality = tree.clause.quality
    assert (quality.word, quality.other.word, quality.other.other.word) == ("tall", "kind", "smart")
    (tree, *_) = trees("the dress is dark blue and white")
    assert tree.clause.kind == "noun"
    assert trees("is she tall thin or short") == []  # Korean asks twice


def test_what_it_takes_is_a_long_time_and_no_time_for_it():
    (tree, *_) = trees("it takes a long time to learn english")
    assert tree.clause.object.relative is None
    (tree, *_) = trees("it is time to go")
    assert tree.clause.object.relative is not None


def test_what_is_too_heavy_to_carry_is_what_is_carried():
    (tree, *_) = trees("the box is too heavy to carry")
    assert tree.clause.complement.object.kind == "gap"
    (tree, *_) = trees("he is too tired to read")
    assert tree.clause.complement.object is None


def test_nothing_and_too_much_have_no_tree():
    assert parse([], frozenset())[:2] == ([], 0)
    assert parse(["i", *["slept", "and"] * LONGEST], frozenset())[:2] == ([], 0)


def looks(words, monkeypatch):
    count = 0
    at = Reader.at

    def counted(self, position):
        nonlocal count
        count += 1
        return at(self, position)

    with monkeypatch.context() as patch:
        patch.setattr(Reader, "at", counted)
        parse(words, frozenset())
    return count


@pytest.mark.parametrize("text", TANGLED, ids=lambda text: text[:40])
def test_reading_tangled_sentences_takes_few_looks_at_each_word(text, monkeypatch):
    words = text.split()
    assert looks(words, monkeypatch) <= MOST_LOOKS * len(words)


def test_reading_takes_few_looks_at_each_word(sentences, monkeypatch):
    for sentence in sentences[:400]:
        words = [word.text for word in english_words(sentence)]
        assert looks(words, monkeypatch) <= MOST_LOOKS * len(words), words
