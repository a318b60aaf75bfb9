"""What is to be done with a model: the texts, what is hidden and changed, and how it writes."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, NamedTuple

NUMBERS = "numbers"
"""The name under which all numbers of a map are asked for, and sent."""
FIND = "arithmetic~"
"""What the name of the arithmetic begins with where a token is searched for; its text follows."""
PATHS = {
    "encoder": "encoder.layers.{layer}.self_attention",
    "decoder": "decoder.layers.{layer}.self_attention",
    "cross": "decoder.layers.{layer}.cross_attention",
}


class OffHead(NamedTuple):
    """A head that is switched off, counted from 0; `kind` is one of PATHS."""

    kind: str
    layer: int
    head: int

    @property
    def path(self) -> str:
        return PATHS[self.kind].format(layer=self.layer)


class SetNumber(NamedTuple):
    """A number of a parameter, set by hand."""

    name: str
    index: tuple[int, ...]  # type: ignore[assignment]  # a tuple has a method of that name
    value: float


@dataclass(frozen=True)
class BoardQuestion:
    """One forward of a model.

    sentence: what an encoder, or a decoder alone, reads. target: what an encoder-decoder is forced
    to write; it writes itself where this is blank. languages: as in `PretrainedModel.look`.
    hidden: places of tokens of the sentence that no token sees. read: the ids that a decoder of an
    encoder-decoder reads, in the place of a target. is_sampled: whether it draws each
    token, by `temperature`, the `top_k` likeliest (all for 0), those that are `top_p` together, and
    the seed `draw`; otherwise it takes the likeliest.
    """

    sentence: str
    target: str = ""
    languages: tuple[str, ...] = ()
    hidden: tuple[int, ...] = ()
    heads_off: tuple[OffHead, ...] = ()
    numbers: tuple[SetNumber, ...] = ()
    is_sampled: bool = False
    temperature: float = 1.0
    top_k: int = 0
    top_p: float = 1.0
    draw: int = 1
    read: tuple[int, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return asdict(self) | {
            "heads_off": [list(one) for one in self.heads_off],
            "numbers": [list(one) for one in self.numbers],
        }

    @property
    def as_it_is(self) -> "BoardQuestion":
        """The same texts with no token hidden, every head on and no number set."""
        return replace(self, hidden=(), heads_off=(), numbers=())

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> "BoardQuestion":
        """Read what `to_json` made, after JSON has turned tuples into lists."""
        lists = {name: tuple(values[name]) for name in ("languages", "hidden", "read")}
        heads = tuple(OffHead(*one) for one in values["heads_off"])
        numbers = tuple(SetNumber(name, tuple(at), value) for name, at, value in values["numbers"])
        return cls(**{**values, **lists, "heads_off": heads, "numbers": numbers})
