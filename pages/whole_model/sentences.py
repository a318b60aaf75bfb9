"""A source and a target as token ids."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import torch
from torch import Tensor

from transformer_core.explain.origin import Tokens
from transformer_lab.examples import word_ids
from ui.picture.word_labels import word_labels

PAD, START, END = 0, 1, 2
SPECIALS = ("⟨pad⟩", "⟨start⟩", "⟨end⟩")


@dataclass(frozen=True)
class Sentences:
    """A source and a target as token ids, (1, length) each, with names for the tokens.

    `src_names`, `tgt_names` and `target_names` tell equal tokens apart; `names` maps ids to names.

    The whole target starts with the start token and ends with the end token, after which comes
    padding, if any. The decoder reads `tgt_ids`, all of it but its last token, and should predict
    `targets`, all but its first.
    """

    src_ids: Tensor
    tgt_ids: Tensor
    targets: Tensor
    src_names: tuple[str, ...]
    tgt_names: tuple[str, ...]
    target_names: tuple[str, ...]
    names: dict[int, str]

    @property
    def trg(self) -> Tensor:
        """The whole target, (1, length + 1): what is read and the last token that is not."""
        return torch.cat([self.tgt_ids[:, :1], self.targets], dim=1)

    def words(self, tokens: Tokens) -> tuple[str, ...]:
        """The names of the tokens of the source, or of those the decoder reads."""
        return self.src_names if tokens == "src" else self.tgt_names

    def name(self, token: int) -> str:
        return self.names.get(token, f"#{token}")


def ids_of(words: Sequence[str]) -> list[int]:
    """Give equal words equal ids, counted from after the three special tokens."""
    return [number + len(SPECIALS) for number in word_ids(words)]


def needed_vocabulary(source: Sequence[str], target: Sequence[str]) -> int:
    """The smallest vocabulary that contains both sentences."""
    return max(ids_of([*source, *target])) + 1


def sentences_of(source: Sequence[str], target: Sequence[str], padding: int) -> Sentences:
    """Turn words into ids, equal words into equal ids; `padding` tokens are put after both."""
    words = [*source, *target]
    ids = ids_of(words)
    pads, pad_names = [PAD] * padding, (SPECIALS[PAD],) * padding
    src, tgt = ids[: len(source)], ids[len(source) :]
    names = dict(enumerate(SPECIALS)) | dict(zip(ids, words, strict=True))
    whole = torch.tensor([[START, *tgt, END, *pads]])
    whole_names = (SPECIALS[START], *target, SPECIALS[END], *pad_names)
    return Sentences(
        torch.tensor([src + pads]),
        whole[:, :-1],
        whole[:, 1:],
        word_labels((*source, *pad_names)),
        word_labels(whole_names[:-1]),
        word_labels(whole_names[1:]),
        names,
    )


def reading_own(sentences: Sentences, written: Sequence[int]) -> Sentences:
    """The same pair when the decoder reads what the model wrote instead of the target.

    Args:
        written: the tokens that the model wrote; what should follow the last one is not read.
    """
    count = len(written)
    tokens = [START, *written[:-1]]
    return replace(
        sentences,
        tgt_ids=torch.tensor([tokens]),
        targets=sentences.targets[:, :count],
        tgt_names=word_labels([sentences.name(token) for token in tokens]),
        target_names=sentences.target_names[:count],
    )
