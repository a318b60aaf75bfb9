"""Somebody's own data as a task: their pairs, or their text from which one goes on."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

import torch

from transformer_core.random_tensors import generator
from transformer_lab.learning.tasks import Sentence, Split, Task, Words
from transformer_lab.learning.training import TokenPair
from transformer_lab.own_data.data import LONGEST_SIDE, MASK, OwnData, Pair
from transformer_lab.vocabulary import END_ID, START_ID

EXAMPLE_TOKENS = 16
"""Of a text, whose attention is shown."""
_READABLE = 14
"""Tokens of an example's longer side, at most, where there is such a pair."""
_ORDER_SEED = 0


@lru_cache(maxsize=8)
def own_task(name: str, data: OwnData) -> Task:
    """The task of somebody's data. Of a text, source and target of a sentence are the same."""
    return _of_pairs(name, data) if data.kind == "pairs" else _of_text(name, data)


@lru_cache(maxsize=8)
def own_pairs(data: OwnData, split: Split) -> list[TokenPair]:
    """All pairs of a split, in an order that says nothing, with start and end token."""
    pairs = data.pairs(split)
    order = torch.randperm(len(pairs), generator=generator(_ORDER_SEED)).tolist()
    return [(pairs[at][0], [START_ID, *pairs[at][1], END_ID]) for at in order]


def _of_pairs(name: str, data: OwnData) -> Task:
    every = [*data.pairs("training"), *data.pairs("held_out")]
    answers = {tuple(source): tuple(target) for source, target in reversed(every)}

    def drawn(draw: torch.Generator, split: Split) -> Iterator[Sentence]:
        among = data.pairs(split)
        while True:
            for at in torch.randint(len(among), (256,), generator=draw).tolist():
                yield _sentence(data, among[at])

    def right(source: Words) -> Words | None:
        answer = answers.get(tuple(data.source.ids(source)))
        return None if answer is None else tuple(data.target.words(answer))

    longest = 2 + max(len(side) for pair in every for side in pair)
    lengths = [len(source) for source, _ in data.pairs("training")]
    return Task(
        name,
        data.source,
        data.target,
        longest,
        drawn,
        right,
        _sentence(data, _shown(data.pairs("held_out"))),
        (min(lengths), max(lengths)),
        cut=lambda text: tuple(data.cutter.tokens(text.strip())),
        space=_space(data),
    )


def _sentence(data: OwnData, pair: Pair) -> Sentence:
    source, target = pair
    return Sentence(tuple(data.source.words(source)), tuple(data.target.words(target)))


def _shown(pairs: Sequence[Pair]) -> Pair:
    """The longest pair that can still be read in a picture; else the shortest."""
    lengths = [max(map(len, pair)) for pair in pairs]
    fitting = [length for length in lengths if length <= _READABLE]
    return pairs[lengths.index(max(fitting) if fitting else min(lengths))]


def _of_text(name: str, data: OwnData) -> Task:
    ids = data.text("held_out")[:EXAMPLE_TOKENS].tolist()
    tokens = tuple(data.target.words(ids))

    def drawn(draw: torch.Generator, split: Split) -> Iterator[Sentence]:
        text = data.text(split)
        while True:
            start = int(torch.randint(len(text) - EXAMPLE_TOKENS, (), generator=draw))
            words = tuple(data.target.words(text[start : start + EXAMPLE_TOKENS].tolist()))
            yield Sentence(words, words)

    return Task(
        name,
        data.target,
        data.target,
        LONGEST_SIDE + 2,
        drawn,
        lambda source: None,
        Sentence(tokens, tokens),
        (1, LONGEST_SIDE),
        cut=lambda text: _cut_with_masks(data, text),
        space=_space(data),
    )


def _cut_with_masks(data: OwnData, text: str) -> Words:
    """The tokens of a typed text, in which gaps are marked."""
    first, *others = (data.cutter.tokens(part) for part in text.split(MASK))
    return (*first, *(token for part in others for token in (MASK, *part)))


def _space(data: OwnData) -> str:
    return " " if data.cutter.cut == "words" else ""
