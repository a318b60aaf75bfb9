"""Which pieces of a tokenizer are one word."""

import re
from collections.abc import Sequence

from transformer_lab.pretrained.pieces import SPACE

_SPECIAL = re.compile(r"[\[<⟨].*[\]>⟩]")
_NO_WORD = re.compile(r"\W*", flags=re.UNICODE)


def word_groups(pieces: Sequence[str], special: Sequence[int] = ()) -> list[list[int]]:
    """Which pieces are one word, by the marks of their tokenizer.

    WordPiece marks what goes on with ##, BPE with @@ before it or </w> at its end; byte-level BPE
    and SentencePiece mark with a space what begins a word. A text without any of these marks has a
    word in each piece. Special tokens, such as [CLS] or </s>, and punctuation are for themselves.

    Args:
        pieces: readable, see `readable_pieces`.
        special: places of tokens that are no part of the text, besides those in brackets.
    """
    goes_on = _continues(pieces)
    groups: list[list[int]] = []
    alone = [place in special or _is_alone(piece) for place, piece in enumerate(pieces)]
    for place in range(len(pieces)):
        if place and goes_on[place] and not alone[place] and not alone[place - 1]:
            groups[-1].append(place)
        else:
            groups.append([place])
    return groups


def _continues(pieces: Sequence[str]) -> list[bool]:
    """Whether each piece goes on with the word of the one before it."""
    if any(piece.startswith("##") and len(piece) > 2 for piece in pieces):
        return [piece.startswith("##") for piece in pieces]
    before = ["", *pieces[:-1]]
    if any(piece.endswith("@@") for piece in pieces):
        return [piece.endswith("@@") for piece in before]
    if any(piece.endswith("</w>") for piece in pieces):
        return [bool(piece) and not piece.endswith("</w>") for piece in before]
    if any(piece.startswith(SPACE) for piece in pieces):
        return [not piece.startswith(SPACE) for piece in pieces]
    return [False] * len(pieces)


def _is_alone(piece: str) -> bool:
    bare = piece.removeprefix(SPACE).removesuffix("</w>")
    return bool(_SPECIAL.fullmatch(piece)) or (bool(bare) and bool(_NO_WORD.fullmatch(bare)))


def joined_labels(pieces: Sequence[str], groups: Sequence[Sequence[int]]) -> tuple[str, ...]:
    """The words, without the marks of their pieces."""
    return tuple(_written([pieces[place] for place in group]) for group in groups)


def _written(pieces: Sequence[str]) -> str:
    if len(pieces) == 1:
        return pieces[0]
    bare = [piece.removeprefix("##").removesuffix("@@").removesuffix("</w>") for piece in pieces]
    return "".join(bare)
