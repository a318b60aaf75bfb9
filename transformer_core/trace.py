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


class _Recording(NamedTuple):
    prefixes: dict[nn.Module, str]
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

    The model is not touched. Several threads may trace the same model at once; a trace inside
    another one records into both.
    """
    prefixes = {module: f"{name}." if name else "" for name, module in model.named_modules()}
    recording = _Recording(prefixes, {})
    token = _recordings.set((*_recordings.get(), recording))
    try:
        yield recording.records
    finally:
        _recordings.reset(token)


def record(module: nn.Module, **intermediates: Tensor) -> None:
    """Hand intermediates of `module` to the traces that are open here; mostly there are none."""
    for prefixes, records in _recordings.get():
        if module in prefixes:
            for name, tensor in intermediates.items():
                full_name = prefixes[module] + name
                records.pop(full_name, None)
                records[full_name] = tensor
