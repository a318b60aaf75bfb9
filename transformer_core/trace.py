"""Looking inside a model, and changing what is seen.

A forward returns only its result. Inside `with trace(model) as records:` the modules also hand
every named intermediate to `records`, and go on with what `change` makes of it. Traces live in a
context variable, not on the model, so each thread sees, and changes, only its own.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple

from torch import Tensor, nn
from torch.compiler import is_compiling

Change = Callable[[Tensor], Tensor]


class _Trace(NamedTuple):
    paths: dict[nn.Module, str]
    """Before the names of a module's intermediates: "encoder.layers.0." or "" """
    records: dict[str, Tensor]
    change: Mapping[str, Change]
    met: set[str]


_traces: ContextVar[tuple[_Trace, ...]] = ContextVar("traces", default=())


@contextmanager
def trace(
    model: nn.Module, change: Mapping[str, Change] | None = None
) -> Iterator[dict[str, Tensor]]:
    """Record every named intermediate of `model` in the order in which they are made.

    Names are module paths with the intermediate's own name at the end, such as
    "encoder.layers.0.self_attention.weights". The tensors are those of the computation itself,
    neither copied nor detached. When a forward runs twice inside one trace, the later values
    replace the earlier ones.

        with trace(model) as records:
            logits = model(src_ids, tgt_ids)
        records["decoder.layers.0.cross_attention.weights"]  # (batch, heads, seq_q, seq_k)

    Args:
        change: by name, a function that puts another tensor of the same shape in the place of an
            intermediate, of a parameter such as "output.weight" or of a buffer. The forward goes on
            with it. The records have what it went on with; of parameters, those that are changed.

    A compiled or exported model records and changes nothing: its graph has no place for it.

    The model is not touched. Several threads may trace the same model at once. A trace inside
    another one records into both, and what is changed goes through the outer one's function first.

    Raises: ValueError for a change that has another shape, and, at the end, for one whose name
        nothing had that was computed.
    """
    paths = {module: f"{path}." if path else "" for path, module in model.named_modules()}
    own = _Trace(paths, {}, change or {}, set())
    token = _traces.set((*_traces.get(), own))
    try:
        yield own.records
    finally:
        _traces.reset(token)
    for name in own.change.keys() - own.met:
        raise ValueError(f"nothing with the name {name!r} was computed, so it was not changed")


def seen(module: nn.Module, name: str, tensor: Tensor) -> Tensor:
    """The tensor that a forward goes on with: this intermediate, or what an open trace made of it.

    Mostly there is no trace, and this costs next to nothing.
    """
    if is_compiling():
        return tensor
    traces = [one for one in _traces.get() if module in one.paths]
    for one in traces:
        tensor = _changed(one, one.paths[module] + name, tensor)
    for one in traces:
        # To its place in the order, where it has been made before.
        one.records.pop(one.paths[module] + name, None)
        one.records[one.paths[module] + name] = tensor
    return tensor


def stored(module: nn.Module, name: str) -> Tensor:
    """The parameter or buffer that a module's forward computes with: its own, or a changed one."""
    tensor: Tensor = getattr(module, name)
    if is_compiling():
        return tensor
    for one in _traces.get():
        if one.change and module in one.paths and one.paths[module] + name in one.change:
            tensor = _changed(one, one.paths[module] + name, tensor)
            one.records[one.paths[module] + name] = tensor
    return tensor


def _changed(one: _Trace, name: str, tensor: Tensor) -> Tensor:
    if name not in one.change:
        return tensor
    one.met.add(name)
    made = one.change[name](tensor)
    if made.shape != tensor.shape:
        shapes = f"{tuple(tensor.shape)}, got {tuple(made.shape)}"
        raise ValueError(f"the change of {name} must have its shape {shapes}")
    return made
