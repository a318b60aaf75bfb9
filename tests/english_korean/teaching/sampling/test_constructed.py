"""Sentences of constructions that one seldom needs every day."""

from pathlib import Path

from benchmarks.ordinary import LISTS, sentences_of
from english_korean.teaching.sampling.everyday import (
    constructed_texts,
    everyday_sentence,
)


def plain(text: str) -> str:
    return text.lower().rstrip(".?!")


def test_each_is_in_the_language():
    assert [text for text in constructed_texts() if everyday_sentence(text) is None] == []


def test_none_is_what_the_model_is_tried_with():
    tried = {plain(text) for path in map(Path, LISTS) for text in sentences_of(path)}
    assert [text for text in constructed_texts() if plain(text) in tried] == []


def test_none_is_there_twice():
    texts = [plain(text) for text in constructed_texts()]
    assert len(set(texts)) == len(texts)
