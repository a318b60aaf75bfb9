"""What a key-value cache keeps of each row of a decoder, for the map."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from transformer_core.explain.computation import Computation
from transformer_core.variants.shared_heads import cached_numbers
from ui.picture.model_map.sections import Section

PARTS = ("self_attention", "cross_attention")


class Cached(NamedTuple):
    """What the attentions of one kind keep, the same in each layer.

    heads: heads of queries. kv_heads: heads of keys and values, fewer where some share theirs.
    numbers: what one layer keeps of one row.
    """

    layers: int
    heads: int
    kv_heads: int
    d_k: int
    numbers: int

    @property
    def unshared(self) -> int:
        """What a layer would keep of a row if no heads shared keys and values."""
        return cached_numbers(self.heads, self.d_k)


def cached_by(computation: Computation, sections: Sequence[Section], part: str) -> Cached | None:
    """What a decoder's attentions of this part keep; None without any, or where layers differ."""
    found = list(_layers(computation, sections, part))
    if not found or len(set(found)) > 1:
        return None
    heads, kv_heads, d_k = found[0]
    return Cached(len(found), heads, kv_heads, d_k, cached_numbers(kv_heads, d_k))


def _layers(
    computation: Computation, sections: Sequence[Section], part: str
) -> Iterator[tuple[int, int, int]]:
    """The heads of each layer's queries, those of its keys and values, and their d_k."""
    for section in sections:
        if section.stack != "decoder" or section.part != part:
            continue
        shapes = {one.name: computation.tensors[one.tensor].shape for one in section.columns}
        kv_heads, _, d_k = shapes["keys"]  # (kv_heads, seq_k, d_k)
        yield shapes["queries"][0], kv_heads, d_k


def cache_header(computation: Computation, sections: Sequence[Section]) -> dict[str, Any] | None:
    """What a map says of a decoder's cache, by kind of attention; None if it has no decoder."""
    kept = {part: cached_by(computation, sections, part) for part in PARTS}
    if kept["self_attention"] is None:
        return None
    return {part: one and {**one._asdict(), "unshared": one.unshared} for part, one in kept.items()}
