"""One vector of a forward put in the place of another's, and what that can change.

Activation patching (Vig et al., "Investigating Gender Bias in Language Models Using Causal
Mediation Analysis", 2020; Meng et al., "Locating and Editing Factual Associations in GPT", 2022).
What can change follows from the masks alone: a query takes only from keys that it sees, and
everything else is done position by position.
"""

from collections.abc import Mapping
from typing import NamedTuple

import torch
from torch import Tensor

from transformer_core.trace import Change
from transformer_lab.measures.logit_lens import Model, stream_names, writing_stack


class Place(NamedTuple):
    """A vector between two layers: of "encoder" or "decoder", after how many layers, of a token."""

    stack: str
    layer: int
    token: int


def patch(
    records: Mapping[str, Tensor], place: Place, token: int | None = None
) -> dict[str, Change]:
    """What to trace another forward with, so that it goes on with a vector of this one.

        with trace(model, patch(records, Place("decoder", 2, 3))) as patched:
            model(other_ids)

    Args:
        records: from `trace(model)`, of the forward that the vector is taken from.
        place: where it is put.
        token: whose vector is taken, of the same layer; the same token's when None.

    Raises: IndexError for a layer or a token that there is not.
    """
    name = stream_names(records, place.stack)[place.layer]
    vector = records[name][0, place.token if token is None else token]  # (d_model,)

    def put(x: Tensor) -> Tensor:
        x = x.clone()
        x[0, place.token] = vector
        return x

    return {name: put}


def moved(before: Tensor, after: Tensor) -> Tensor:
    """How far each vector has moved, as a share of its length before; 0 for one without length.

    Args:
        before, after: (seq, d_model).

    Returns: (seq,).
    """
    shares = (after - before).norm(dim=-1) / before.norm(dim=-1)
    return torch.nan_to_num(shares, nan=0.0, posinf=0.0)


def cone(model: Model, records: Mapping[str, Tensor], place: Place) -> dict[str, Tensor]:
    """What a change of a vector can change: the rows that it reaches through the attentions.

    Everywhere else the numbers are the same, to the last digit.

    Args:
        records: from `trace(model)`, of the forward that is changed.

    Returns: bool, True = can change, by name: (seq,) for each vector between layers and for
        "logits", (seq_q, seq_k) for the weights of each attention.
    """
    found: dict[str, Tensor] = {}
    memory = None
    for stack in ("encoder", "decoder"):
        if hasattr(model, stack):
            memory = _reached(records, stack, place, memory, found)
    assert memory is not None  # every model has one of the two
    found["logits"] = found[stream_names(records, writing_stack(model))[-1]]
    return found


def _reached(
    records: Mapping[str, Tensor],
    stack: str,
    place: Place,
    memory: Tensor | None,
    found: dict[str, Tensor],
) -> Tensor:
    """Adds what is reached in one stack. Returns: its last rows, (seq,)."""
    rows = torch.zeros(records[stream_names(records, stack)[0]].size(1), dtype=torch.bool)
    for layer, name in enumerate(stream_names(records, stack)):
        if layer:
            path = f"{stack}.layers.{layer - 1}"
            rows = _attended(records, f"{path}.self_attention", rows, rows, found)
            if memory is not None:
                rows = _attended(records, f"{path}.cross_attention", rows, memory, found)
        if (stack, layer) == place[:2]:
            rows = rows.clone()
            rows[place.token] = True
        found[name] = rows
    return rows


def _attended(
    records: Mapping[str, Tensor],
    path: str,
    queries: Tensor,
    keys: Tensor,
    found: dict[str, Tensor],
) -> Tensor:
    """Adds the weights that can change. Returns: the rows that can, after an attention."""
    weights = records[f"{path}.weights"][0]  # (heads, seq_q, seq_k)
    hidden = records.get(f"{path}.mask")
    seen = torch.ones_like(weights[0], dtype=torch.bool)
    if hidden is not None:
        seen = ~hidden[0].expand_as(weights).all(0)  # (seq_q, seq_k)
    rows = queries | (seen & keys).any(-1)
    found[f"{path}.weights"] = seen & rows[:, None]
    return rows
