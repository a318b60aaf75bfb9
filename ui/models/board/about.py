"""What a server knows of a model's map: plain values, no tensors."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple


@dataclass(frozen=True)
class BoardAbout:
    """The model.

    family: its `model_type`. probe: the largest difference from transformers' own logits, as a
    share of the largest of them. heads: how many each layer has, by kind of attention. parameters:
    their shapes by name. mask: the name of the token under which it predicts; "" without one.
    constants: those of the short program that computes it, by name; none if there is none.
    """

    family: str
    probe: float
    heads: Mapping[str, Sequence[int]]
    has_logits: bool
    parameters: Mapping[str, Sequence[int]]
    mask: str
    constants: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> "BoardAbout":
        return cls(**values)


@dataclass(frozen=True)
class BoardSeen:
    """One forward: the tokens of both sides, their ids, what was written, what was cut.

    first: the number that is explained where none is pinned, as in `write_trail`; shapes: of all
    tensors, by name; special: the places of the tokenizer's special tokens on each side.
    """

    src: Sequence[str]
    tgt: Sequence[str]
    ids: Mapping[str, Sequence[int]]
    written: str
    is_cut: bool
    is_target_cut: bool
    first: str
    shapes: Mapping[str, Sequence[int]]
    special: Mapping[str, Sequence[int]] = field(default_factory=dict)


class Continued(NamedTuple):
    """A token that a model writes after a sentence, and the text up to it if there is one."""

    token: str
    probability: float
    text: str
