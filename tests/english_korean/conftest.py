"""Random sentences that the laws are tried on."""

import random

import pytest

from english_korean.language.syntax import MAX_WORDS, Sentence
from english_korean.teaching.sampling.sentences import random_sentence

SEEDS = (1, 2, 3, 5)
OF_EACH_SEED = 400


@pytest.fixture(scope="session")
def sentences() -> list[Sentence]:
    """Some thousands of generated sentences; each once."""
    drawn = [
        random_sentence(draw, MAX_WORDS)
        for draw in map(random.Random, SEEDS)
        for _ in range(OF_EACH_SEED)
    ]
    return list(dict.fromkeys(drawn))
