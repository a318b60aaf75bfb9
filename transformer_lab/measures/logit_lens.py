"""What a model would write if it ended after one of its layers: the logit lens.

After nostalgebraist, "interpreting GPT: the logit lens" (2020): the vectors between two layers go
through the model's own last norm and output layer, as if no layer came after them.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import cast

import torch
from torch import Tensor, nn

from transformer_core import Transformer, trace
from transformer_core.explain.computation import Computation, Step
from transformer_core.variants.models import AssembledModel, EncoderModel

Model = Transformer | AssembledModel


def writing_stack(model: Model) -> str:
    """The stack whose last vectors become logits: "encoder" of an encoder alone, else "decoder"."""
    return "encoder" if isinstance(model, EncoderModel) else "decoder"


def stream_names(records: Mapping[str, Tensor], stack: str) -> list[str]:
    """The names of the vectors between layers: what the first layer takes, then what each makes.

    Args:
        records: from `trace(model)`, in the order in which they were made.
        stack: "encoder" or "decoder".

    Returns: names of tensors (batch, seq, d_model), one more than there are layers.
    """
    own = re.compile(rf"{stack}\.layers\.(\d+)\.(residual|normed)_\d+")
    side = "src" if stack == "encoder" else "tgt"
    taken, made = "", dict[int, str]()
    for name in records:
        if name.startswith(f"{side}_") and not made and "." not in name:
            taken = name
        elif found := own.fullmatch(name):
            made[int(found[1])] = name  # the last one of a layer is what it hands on
    return [taken, *(made[layer] for layer in sorted(made))]


@torch.inference_mode()
def logit_lens(model: Model, records: Mapping[str, Tensor]) -> Tensor:
    """The probabilities of each token of the vocabulary, had the model ended after each layer.

    The last row is what the model says itself, to the last digit. Before the first layer it is what
    the embedding alone leads to. Where the model is traced with changed parameters, these count.

    Args:
        records: from `trace(model)`, of a forward.

    Returns: (1 + layers, batch, seq, vocab).
    Raises: ValueError for a model without an output layer.
    """
    return torch.stack(list(layers_read(model, records)))


def layers_read(model: Model, records: Mapping[str, Tensor]) -> Iterator[Tensor]:
    """The same one layer at a time, for models whose vocabulary is too large for all of them.

    Yields: (batch, seq, vocab), before the first layer and after each.
    Raises: ValueError for a model without an output layer.
    """
    stack = writing_stack(model)
    for name in stream_names(records, stack):
        with torch.inference_mode():
            shares = torch.softmax(_logits(model, _normed(model, stack, records[name])), dim=-1)
        yield shares


@torch.inference_mode()
def ended_after(model: Model, records: Mapping[str, Tensor], layer: int) -> dict[str, Tensor]:
    """The records of the same forward, had the last layer handed on what `layer` did.

    Args:
        records: from `trace(model)`, of a forward.
        layer: how many layers have been applied, 0 for none.

    Returns: as `records`, with other numbers in what comes after the last layer.
    """
    stack = writing_stack(model)
    names = stream_names(records, stack)
    x = records[names[layer]]
    with trace(model) as made:
        output = _normed(model, stack, x)
        logits = _logits(model, output)
    return {**records, **made, names[-1]: x, f"{stack}.output": output, "logits": logits}


def with_source_of_last(computation: Computation, names: Sequence[str], layer: int) -> Computation:
    """Say, of what `ended_after` recorded, where the last vectors come from.

    Args:
        computation: of those records.
        names: the vectors between the layers, see `stream_names`.
    """
    if layer == len(names) - 1:
        return computation
    steps = {**computation.steps, names[-1]: Step("copy", {"x": names[layer]})}
    return replace(computation, steps=steps)


def _normed(model: Model, stack: str, x: Tensor) -> Tensor:
    """Through the stack's last norm, where it has one: takes and returns (batch, seq, d_model)."""
    norm = cast(nn.Module | None, model.get_submodule(stack).norm)
    return x if norm is None else norm(x)


def _logits(model: Model, x: Tensor) -> Tensor:
    """(batch, seq, d_model) -> (batch, seq, vocab)."""
    if isinstance(model, Transformer):
        return cast(Tensor, model.output(x))
    if model.output is None:
        raise ValueError("a model without an output layer has no words to write")
    return model.logits(x)
