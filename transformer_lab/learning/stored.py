"""A run as a file: its weights as safetensors, and with them its config, all its records and the
data that somebody brought.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import torch
from safetensors import SafetensorError
from safetensors.torch import load, save
from torch import Tensor

from transformer_lab.learning.config import RunConfig
from transformer_lab.learning.models import untrained_model
from transformer_lab.own_data import OwnData

FORMAT = "attention-workbench-run-1"
DATA = "data"
"""The name of the tensor that somebody's own data are in, as bytes."""
WATCHED = "records/"
"""The prefix of the names of tensors that are not weights: attention, (records, heads, seq_q,
seq_k)."""
_HEADER_LENGTH = 8
LONGEST_HEADER = 1_500_000
"""Bytes: 800 records of the largest model take 1,160,000. JSON that means nothing takes twenty
times its length in memory, so nobody reads a longer one."""


class Stored(NamedTuple):
    """The contents of a file."""

    config: RunConfig
    weights: dict[str, Tensor]
    """By the names of the model's parameters."""
    records: list[dict[str, Any]]
    """Plain values of each record, as they were given."""
    watched: dict[str, Tensor]
    """The attention in the records: (records, heads, seq_q, seq_k) each, by name."""


class StoredError(ValueError):
    """A file is not a stored run."""


def dump(
    config: RunConfig,
    weights: Mapping[str, Tensor],
    records: Sequence[Mapping[str, Any]] = (),
    watched: Mapping[str, Tensor] | None = None,
) -> bytes:
    """A run as the bytes of a safetensors file."""
    tensors = {name: tensor.detach().contiguous() for name, tensor in weights.items()}
    for name, tensor in (watched or {}).items():
        tensors[WATCHED + name] = tensor.contiguous()
    if config.data is not None:
        tensors[DATA] = torch.frombuffer(bytearray(config.data.packed), dtype=torch.uint8)
    metadata = {
        "format": FORMAT,
        "config": json.dumps(config.plain),
        "records": json.dumps(list(records), ensure_ascii=False),
    }
    return save(tensors, metadata)


def read(data: bytes) -> Stored:
    """Read and check what `dump` wrote: the file may be anyone's.

    Raises: StoredError for a file that is not safetensors, for a header that is too long, for an
        impossible config, and for weights that are not those of its model or not finite.
    """
    header = int.from_bytes(data[:_HEADER_LENGTH], "little")
    if header > LONGEST_HEADER:
        raise StoredError(f"a header of {header:,} bytes; at most {LONGEST_HEADER:,} are read")
    try:
        tensors, metadata = load(data), _metadata(data)
        if metadata.get("format") != FORMAT:
            raise StoredError("not a run of the workbench")
        config = RunConfig.of(json.loads(metadata["config"]), _data(tensors.pop(DATA, None)))
        records = json.loads(metadata["records"])
    except StoredError:
        raise
    except (SafetensorError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise StoredError(f"not a run of the workbench: {error}") from error
    watched = {
        name.removeprefix(WATCHED): tensor
        for name, tensor in tensors.items()
        if name.startswith(WATCHED)
    }
    weights = {name: each for name, each in tensors.items() if not name.startswith(WATCHED)}
    _require_weights(config, weights)
    if not isinstance(records, list) or not all(isinstance(each, dict) for each in records):
        raise StoredError("its records are not valid")
    return Stored(config, weights, records, watched)


def _data(stored: Tensor | None) -> OwnData | None:
    if stored is None:
        return None
    if stored.dtype != torch.uint8 or stored.dim() != 1:
        raise StoredError("its data are not bytes")
    data = OwnData(stored.numpy().tobytes())
    data.check()
    return data


def _metadata(data: bytes) -> dict[str, str]:
    """The texts in the header, which safetensors reads only from a file on disk."""
    end = _HEADER_LENGTH + int.from_bytes(data[:_HEADER_LENGTH], "little")
    found = json.loads(data[_HEADER_LENGTH:end]).get("__metadata__", {})
    return dict(found)


def _require_weights(config: RunConfig, weights: Mapping[str, Tensor]) -> None:
    expected = dict(untrained_model(config).named_parameters())
    if set(expected) != set(weights):
        raise StoredError("its weights are from another model")
    for name, parameter in expected.items():
        tensor = weights[name]
        if tensor.shape != parameter.shape or tensor.dtype != torch.float32:
            raise StoredError(f"{name} does not fit the model")
        if not tensor.isfinite().all():
            raise StoredError(f"{name} is not finite")
