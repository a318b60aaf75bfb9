"""Recording what a model computes on the way to its answer.

A forward returns only its result. Inside `with trace(model) as records:` the modules also hand
every named intermediate to `records`. Recordings live in a context variable, not on the model, so
each thread sees only its own.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple

from torch import Tensor, nn
from torch.compiler import is_compiling


class _Naming(NamedTuple):
    before: str
    behind: str


class _Recording(NamedTuple):
    namings: dict[nn.Module, _Naming]
    records: dict[str, Tensor]


_recordings: ContextVar[tuple[_Recording, ...]] = ContextVar("recordings", default=())


@contextmanager
def trace(model: nn.Module) -> Iterator[dict[str, Tensor]]:
    """Record every named intermediate of `model` in the order in which they are made.

    Names are module paths with the intermediate's own name at the end, such as
    "encoder.layers.0.self_attention.weights". The tensors are those of the computation itself,
    neither copied nor detached. When a forward runs twice inside one trace, the later values
    replace the earlier ones.

        with trace(model) as records:
            logits = model(src_ids, tgt_ids)
        records["decoder.layers.0.cross_attention.weights"]  # (batch, heads, seq_q, seq_k)

    A compiled or exported model records nothing: its graph has no place for recording.

    The model is not touched. Several threads may trace the same model at once; a trace inside
    another one records into both.
    """
    namings = {module: _naming(module, path) for path, module in model.named_modules()}
    recording = _Recording(namings, {})
    token = _recordings.set((*_recordings.get(), recording))
    try:
        yield recording.records
    finally:
        _recordings.reset(token)


def record(module: nn.Module, **intermediates: Tensor) -> None:
    """Hand intermediates of `module` to the traces that are open here; mostly there are none."""
    if is_compiling():
        return
    for namings, records in _recordings.get():
        if module in namings:
            before, behind = namings[module]
            for name, tensor in intermediates.items():
                full_name = f"{before}{name}{behind}"
                records.pop(full_name, None)
                records[full_name] = tensor


def _naming(module: nn.Module, path: str) -> _Naming:
    """The text before and after the names of a module's records: mostly its path before them.

    What a module that `records_beside` itself makes is its parent's, with the module's own number:
    "layers.0.residual_1" records "layers.0.normed_1".
    """
    number = ""
    # Asked of the class: a module without it would look through its parameters first.
    if getattr(type(module), "records_beside", False):
        path, _, own_name = path.rpartition(".")
        number = own_name.rpartition("_")[2]
    return _Naming(f"{path}." if path else "", f"_{number}" if number.isdigit() else "")
