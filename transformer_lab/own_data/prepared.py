"""Data ready to be trained on, with what was read of it: shown before anything starts."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import torch

from transformer_lab.own_data.cutting import CUTS, Cut, Cutter
from transformer_lab.own_data.data import MASK, MOST_TOKENS, OwnData, Pair, pack_pairs, pack_text
from transformer_lab.own_data.encodings import read_lines
from transformer_lab.own_data.errors import LeftOut, OwnDataError
from transformer_lab.own_data.floors import Floors, floors
from transformer_lab.own_data.graphemes import graphemes
from transformer_lab.own_data.merges import LEAST_VOCABULARY, MOST_VOCABULARY
from transformer_lab.own_data.pairs import (
    LEAST_PAIRS,
    CutPair,
    RawPairs,
    cut_pairs,
    divided,
    read_pairs,
)
from transformer_lab.vocabulary import SPECIAL_TOKENS, UNKNOWN_ID, Vocabulary

SUBWORDS = 400
"""Tokens of a vocabulary of subwords where nothing else is asked for."""
LEAST_CHARACTERS = 2_000
"""Of a text."""
_MOST_CHARACTER_TOKENS = 1_000
_EXAMPLES = 4
_TEXT_PARTS = 10
"""Of a text one in so many parts, its end, is held out."""


class Lengths(NamedTuple):
    """Tokens of the shortest sentence, of one in the middle, and of the longest."""

    shortest: int
    middle: int
    longest: int


@dataclass(frozen=True)
class Summary:
    """What was read.

    size: pairs, or characters of a text, that are used. tokens: of a text. names: those of a
    table's columns. removed: held-out pairs that training has in another spelling. unknown: the
    share of the held-out tokens that the vocabulary does not have. piece: a word, as it is cut
    merge by merge.
    """

    format: str
    encoding: str
    size: int
    training: int
    held_out: int
    source_vocabulary: int
    target_vocabulary: int
    unknown: float
    left_out: tuple[LeftOut, ...] = ()
    removed: int = 0
    names: tuple[str, ...] = ()
    columns: tuple[int, int] = (0, 1)
    is_plain: bool = True
    source_lengths: Lengths | None = None
    target_lengths: Lengths | None = None
    examples: tuple[tuple[str, str], ...] = ()
    tokens: int = 0
    floors: Floors | None = None
    piece: tuple[tuple[str, ...], ...] = ()


class Prepared(NamedTuple):
    """Data, and what was read of it."""

    data: OwnData
    summary: Summary


def prepare_pairs(
    raw: bytes, cut: str = "words", columns: tuple[int, int] | None = None, subwords: int = SUBWORDS
) -> Prepared:
    """Sentence pairs from a TSV, CSV or JSONL file.

    Args:
        columns: see `read_pairs`.
        subwords: the tokens of the vocabulary where they are cut so.

    Raises: OwnDataError.
    """
    kind = _checked_cut(cut, subwords)
    read = read_pairs(raw, columns)
    training, held_out, removed = divided(read.pairs)
    texts = [side for pair in training for side in pair[1:]]
    cutter = Cutter.learnt(kind, texts, subwords)
    trained, too_long = cut_pairs(training, cutter)
    kept_out, too_long_out = cut_pairs(held_out, cutter)
    if len(trained) + len(kept_out) < LEAST_PAIRS or not trained or not kept_out:
        raise OwnDataError("few_pairs", pairs=len(trained) + len(kept_out), least=LEAST_PAIRS)
    source = _vocabulary(pair.source for pair in trained)
    target = _vocabulary(pair.target for pair in trained)
    ids = [[_ids(pair, source, target) for pair in part] for part in (trained, kept_out)]
    data = pack_pairs(cutter, source, target, *ids)
    left_out = sorted([*read.left_out, *too_long, *too_long_out])
    every = [*trained, *kept_out]
    summary = Summary(
        read.table.format,
        read.encoding,
        len(every),
        len(trained),
        len(kept_out),
        len(source) - len(SPECIAL_TOKENS),
        len(target) - len(SPECIAL_TOKENS),
        _unknown(side for pair in ids[1] for side in pair),
        tuple(left_out),
        removed,
        read.table.names,
        read.columns[:2],
        read.columns.is_plain,
        _lengths([len(pair.source) for pair in every]),
        _lengths([len(pair.target) for pair in every]),
        _examples(read, cutter),
        piece=_piece(cutter, texts),
    )
    return Prepared(data, summary)


def prepare_text(raw: bytes, cut: str = "characters", subwords: int = SUBWORDS) -> Prepared:
    """A text, whose last tenth is held out.

    Raises: OwnDataError, also for a text that should be cut into words.
    """
    if cut == "words":
        raise OwnDataError("cut")
    kind = _checked_cut(cut, subwords)
    read = read_lines(raw)
    text = "\n".join(line for line in read.lines if line is not None).strip()
    if len(text) < LEAST_CHARACTERS:
        raise OwnDataError("few_characters", characters=len(text), least=LEAST_CHARACTERS)
    first = text[: len(text) - len(text) // _TEXT_PARTS]
    cutter = Cutter.learnt(kind, [first], subwords)
    trained, held_out = cutter.tokens(first), cutter.tokens(text[len(first) :])
    counted = Counter(trained).most_common(
        _MOST_CHARACTER_TOKENS if cut == "characters" else MOST_TOKENS
    )
    vocabulary = Vocabulary.of_words(
        [MASK, *sorted(token for token, _ in counted if token not in (MASK, *SPECIAL_TOKENS))]
    )
    training, kept_out = (torch.tensor(vocabulary.ids(part)) for part in (trained, held_out))
    data = pack_text(cutter, vocabulary, training, kept_out)
    broken = (LeftOut(at, "encoding") for at, line in enumerate(read.lines, 1) if line is None)
    size = len(vocabulary) - len(SPECIAL_TOKENS) - 1
    summary = Summary(
        "text",
        read.encoding,
        len(graphemes(text)),
        len(trained),
        len(held_out),
        size,
        size,
        (kept_out == UNKNOWN_ID).float().mean().item(),
        tuple(broken),
        tokens=len(trained) + len(held_out),
        floors=floors(torch.cat([training, kept_out])),
        piece=_piece(cutter, [first[:20_000]]),
    )
    return Prepared(data, summary)


def _count(steps: list[tuple[str, ...]]) -> int:
    return len(steps)


def _checked_cut(cut: str, subwords: int) -> Cut:
    if cut not in CUTS:
        raise ValueError(f"cut must be one of {', '.join(CUTS)}, got {cut!r}")
    if not LEAST_VOCABULARY <= subwords <= MOST_VOCABULARY:
        raise ValueError(
            f"subwords must be from {LEAST_VOCABULARY} to {MOST_VOCABULARY}, got {subwords}"
        )
    return cut


def _vocabulary(sentences: Iterable[Sequence[str]]) -> Vocabulary:
    """The tokens of the training sentences; of too many the most frequent ones."""
    counted = Counter(token for sentence in sentences for token in sentence)
    tokens = (token for token, _ in counted.most_common(MOST_TOKENS) if token not in SPECIAL_TOKENS)
    return Vocabulary.of_words(sorted(tokens))


def _ids(pair: CutPair, source: Vocabulary, target: Vocabulary) -> Pair:
    return source.ids(pair.source), target.ids(pair.target)


def _unknown(sentences: Iterable[Sequence[int]]) -> float:
    ids = [index for sentence in sentences for index in sentence]
    return ids.count(UNKNOWN_ID) / len(ids)


def _lengths(lengths: list[int]) -> Lengths:
    lengths = sorted(lengths)
    return Lengths(lengths[0], lengths[len(lengths) // 2], lengths[-1])


def _examples(read: RawPairs, cutter: Cutter) -> tuple[tuple[str, str], ...]:
    """The first pairs, as they are cut."""
    first = cut_pairs(read.pairs[:_EXAMPLES], cutter)[0]
    return tuple((" ".join(pair.source), " ".join(pair.target)) for pair in first)


def _piece(cutter: Cutter, texts: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    """Of the first words the one that takes most merges, from its characters on."""
    if cutter.cut != "subwords":
        return ()
    words = [word for text in texts for word in text.split()][:500]
    steps = [cutter.merging.steps(word) for word in words]
    return tuple(sorted(steps, key=_count)[-1]) if steps else ()
