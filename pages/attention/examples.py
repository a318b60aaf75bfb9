"""The worked examples of the attention page, and their sizes."""

from collections.abc import Callable
from typing import NamedTuple

from torch import Tensor

from transformer_lab.examples import identity_example, worked_example

EXAMPLES: dict[str, Callable[[], tuple[Tensor, Tensor, Tensor]]] = {
    "three_queries": lambda: worked_example("three_queries"),
    "one_match": lambda: worked_example("one_match"),
    "two_matches": lambda: worked_example("two_matches"),
    "identity": identity_example,
}


class Sizes(NamedTuple):
    """The lengths and widths of Q, K and V."""

    queries: int
    keys: int
    d_k: int
    d_v: int


def example_sizes(source: str) -> Sizes:
    """The default sizes of an example."""
    Q, K, V = EXAMPLES[source]()
    return Sizes(Q.size(0), K.size(0), K.size(1), V.size(1))
