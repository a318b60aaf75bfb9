"""The word alignment that cross-attention shows, and how often it is right."""

from collections.abc import Collection, Mapping, Sequence

from torch import Tensor

from transformer_core.config import TransformerConfig


def last_cross_attention(records: Mapping[str, Tensor], config: TransformerConfig) -> Tensor:
    """The last decoder layer's cross-attention, averaged over its heads.

    Row i belongs to the token that is *predicted* there, which is the next one after the i-th
    token of the decoder's input. Labelled with the input's tokens, every row is one off.

    Args:
        records: of a trace of one forward.

    Returns: (batch, seq_q, seq_k), each row a distribution over the source.
    """
    name = f"decoder.layers.{config.num_layers - 1}.cross_attention.weights"
    return records[name].mean(dim=1)  # (batch, seq_q, seq_k)


def attended(weights: Tensor) -> list[int]:
    """The source position that each row of (seq_q, seq_k) weights attends to most."""
    return weights.argmax(dim=-1).tolist()


def correctly_attended(
    weights: Tensor, alignment: Sequence[Collection[int]], counted: Sequence[bool]
) -> tuple[int, int]:
    """The number of predicted tokens that attend most to a source word they translate.

    Args:
        weights: (seq_q, seq_k), one row for each predicted token; further rows are ignored.
        alignment: for each predicted token the source positions that it translates.
        counted: which tokens count, such as content words only. One without any source position
            never counts.

    A row of zeros, where every key is hidden, attends to nothing and is not right.

    Returns: right, counted.
    """
    most = weights.amax(dim=-1).tolist()
    judged = [
        weight > 0 and position in sources
        for position, weight, sources, counts in zip(
            attended(weights), most, alignment, counted, strict=False
        )
        if counts and sources
    ]
    return sum(judged), len(judged)
