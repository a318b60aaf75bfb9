"""Somebody's data as a run takes it along: token ids, and the words that they stand for.

As bytes it is a header, JSON, and after it all ids as 16-bit numbers, compressed. A process that
has unpacked it once keeps it, so that a run which comes back slice by slice costs a copy of bytes.
"""

import hashlib
import json
import struct
import zlib
from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Any, Literal, NamedTuple

import torch
from torch import Tensor

from transformer_lab.own_data.cutting import CUTS, Cutter
from transformer_lab.own_data.errors import OwnDataError
from transformer_lab.vocabulary import Vocabulary

Kind = Literal["pairs", "text"]
Split = Literal["training", "held_out"]
Pair = tuple[list[int], list[int]]
MASK = "<mask>"
"""The first token after the special ones of a text's vocabulary: an encoder predicts under it."""
LONGEST_SIDE = 62
"""Tokens of a sentence, without start and end."""
MOST_TOKENS = 4_000
"""Of a vocabulary, special ones apart."""
MOST_UNPACKED = 24_000_000
"""Bytes: four million characters are eight."""
_LENGTH = struct.Struct("<I")
_LONGEST_HEADER = 1_000_000


class _Content(NamedTuple):
    kind: Kind
    cutter: Cutter
    source: Vocabulary
    target: Vocabulary
    pairs: dict[Split, list[Pair]]
    text: dict[Split, Tensor]


class OwnData:
    """Pairs or a text, cut and divided. Equal data are equal, whoever brought them.

    Args:
        packed: see `pack_pairs` and `pack_text`.
    """

    def __init__(self, packed: bytes) -> None:
        self.packed = packed
        self.digest = hashlib.sha256(packed).hexdigest()[:32]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OwnData) and other.digest == self.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    def __repr__(self) -> str:
        return f"OwnData({self.digest[:8]})"

    def __reduce__(self) -> Any:
        return OwnData, (self.packed,)

    @cached_property
    def _content(self) -> _Content:
        return _unpacked(self)

    def check(self) -> None:
        """Raises: OwnDataError "file" where the bytes are nobody's data."""
        _ = self._content

    @property
    def kind(self) -> Kind:
        return self._content.kind

    @property
    def cutter(self) -> Cutter:
        return self._content.cutter

    @property
    def source(self) -> Vocabulary:
        """Of a text the same as `target`."""
        return self._content.source

    @property
    def target(self) -> Vocabulary:
        return self._content.target

    def pairs(self, split: Split) -> list[Pair]:
        """Source and target ids, without start and end; none of a text."""
        return self._content.pairs[split]

    def text(self, split: Split) -> Tensor:
        """The ids of a text, (tokens,) int64; none of pairs."""
        return self._content.text[split]


def pack_pairs(
    cutter: Cutter,
    source: Vocabulary,
    target: Vocabulary,
    training: Sequence[Pair],
    held_out: Sequence[Pair],
) -> OwnData:
    """Pairs as data."""
    every = [*training, *held_out]
    lengths = [len(side) for pair in every for side in pair]
    ids = [index for pair in every for side in pair for index in side]
    header = _header("pairs", cutter, source, target) | {
        "training": len(training),
        "held_out": len(held_out),
    }
    return _packed(header, torch.tensor([*lengths, *ids]))


def pack_text(
    cutter: Cutter, vocabulary: Vocabulary, training: Tensor, held_out: Tensor
) -> OwnData:
    """A text as data, its parts (tokens,) each."""
    header = _header("text", cutter, vocabulary, vocabulary) | {
        "training": len(training),
        "held_out": len(held_out),
    }
    return _packed(header, torch.cat([training, held_out]))


def _header(kind: Kind, cutter: Cutter, source: Vocabulary, target: Vocabulary) -> dict[str, Any]:
    return {
        "kind": kind,
        "cut": cutter.cut,
        "merges": cutter.merges,
        "source": source.tokens if kind == "pairs" else (),
        "target": target.tokens,
    }


def _packed(header: dict[str, Any], numbers: Tensor) -> OwnData:
    text = json.dumps(header, ensure_ascii=False).encode()
    raw = numbers.to(torch.uint16).numpy().astype("<u2").tobytes()
    return OwnData(zlib.compress(_LENGTH.pack(len(text)) + text + raw, level=1))


@lru_cache(maxsize=8)
def _unpacked(data: OwnData) -> _Content:
    """Read and check the bytes, which may be anyone's. Raises: OwnDataError "file"."""
    try:
        return _read(data.packed)
    except (ValueError, KeyError, TypeError, zlib.error, struct.error, RecursionError) as error:
        raise OwnDataError("file") from error


def _read(packed: bytes) -> _Content:
    unpacker = zlib.decompressobj()
    raw = unpacker.decompress(packed, MOST_UNPACKED)
    if not unpacker.eof:
        raise ValueError("more bytes than any data has")
    (length,) = _LENGTH.unpack_from(raw)
    end = _LENGTH.size + length
    if length > _LONGEST_HEADER:
        raise ValueError("a header that is too long")
    header = json.loads(raw[_LENGTH.size : end])
    numbers = torch.frombuffer(bytearray(raw[end:]), dtype=torch.uint16).long()
    target = Vocabulary(_tokens(header["target"]))
    counts: dict[Split, int] = {"training": header["training"], "held_out": header["held_out"]}
    if min(counts.values()) < 1:
        raise ValueError("a split without anything in it")
    cutter = Cutter(header["cut"], tuple((str(a), str(b)) for a, b in header["merges"]))
    if cutter.cut not in CUTS:
        raise ValueError("cut in no known way")
    if header["kind"] == "text":
        return _Content("text", cutter, target, target, _none(), _texts(numbers, counts, target))
    source = Vocabulary(_tokens(header["source"]))
    empty: dict[Split, Tensor] = {"training": numbers[:0], "held_out": numbers[:0]}
    pairs = _pairs(numbers.tolist(), counts, source, target)
    return _Content("pairs", cutter, source, target, pairs, empty)


def _none() -> dict[Split, list[Pair]]:
    return {"training": [], "held_out": []}


def _tokens(tokens: Any) -> list[str]:
    if not isinstance(tokens, list) or not all(isinstance(token, str) for token in tokens):
        raise TypeError("a vocabulary is a list of texts")
    if len(tokens) > MOST_TOKENS + 16:
        raise ValueError("a vocabulary that is too large")
    return tokens


def _texts(numbers: Tensor, counts: dict[Split, int], words: Vocabulary) -> dict[Split, Tensor]:
    if len(numbers) != sum(counts.values()) or int(numbers.max()) >= len(words):
        raise ValueError("not the ids of these tokens")
    training, held_out = numbers.split([counts["training"], counts["held_out"]])
    return {"training": training, "held_out": held_out}


def _pairs(
    numbers: list[int], counts: dict[Split, int], source: Vocabulary, target: Vocabulary
) -> dict[Split, list[Pair]]:
    total = sum(counts.values())
    lengths, ids = numbers[: 2 * total], numbers[2 * total :]
    if len(lengths) != 2 * total or sum(lengths) != len(ids):
        raise ValueError("not the ids of so many pairs")
    if not 1 <= min(lengths) <= max(lengths) <= LONGEST_SIDE:
        raise ValueError("a sentence that is empty or too long")
    every, at = [], 0
    for place in range(total):
        first, second = lengths[2 * place], lengths[2 * place + 1]
        pair = ids[at : at + first], ids[at + first : at + first + second]
        at += first + second
        if max(pair[0]) >= len(source) or max(pair[1]) >= len(target):
            raise ValueError("an id outside its vocabulary")
        every.append(pair)
    return {"training": every[: counts["training"]], "held_out": every[counts["training"] :]}
