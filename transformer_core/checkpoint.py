"""A trained model on disk: weights as safetensors, vocabularies as JSON, nothing pickled; and the
checksums of both, in the format of sha256sum.

Needs the package `safetensors`, which the rest of the core does without.
"""

import dataclasses
import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import load_file, save_file
from torch import Tensor

from transformer_core.config import TransformerConfig
from transformer_core.transformer import Transformer, build_transformer
from transformer_core.vocabulary import Vocabulary

WEIGHTS = "model.safetensors"
VOCABULARY = "vocabulary.json"
CHECKSUMS = "SHA256SUMS"
SCALE = ".scale"
"""Behind the name of a matrix: what its rows in int8 are multiplied by."""
LARGEST_INT8 = 127


class CheckpointError(ValueError):
    """A checkpoint that is not whole; `file` is the one at fault."""

    def __init__(self, file: str, fault: str) -> None:
        super().__init__(f"{file} {fault}")
        self.file = file


class Checkpoint(NamedTuple):
    """A model in evaluation mode, its vocabularies, and what was noted about its making."""

    model: Transformer
    source: Vocabulary
    target: Vocabulary
    notes: dict[str, str]


def save_checkpoint(
    folder: Path, checkpoint: Checkpoint, *, dtype: torch.dtype | None = None
) -> None:
    """Write WEIGHTS, with config and notes in its header, VOCABULARY, CHECKSUMS into a folder.

    Args:
        dtype: that the weights are stored in; the model's own when None. float16 takes half the
            room of float32 and keeps 11 binary digits of a weight. int8 takes a quarter: each row
            of a matrix has the largest of its weights as 127, and a scale that gives that back;
            vectors are in float16.

    Raises: ValueError, before anything is written, for any other dtype that does not hold
        floating-point numbers and for a weight beyond its largest, which is named.
    """
    model, source, target, notes = checkpoint
    tensors: dict[str, Tensor] = {}
    for name, parameter in model.named_parameters():
        tensors |= _stored_as(name, parameter.detach(), dtype)
    folder.mkdir(parents=True, exist_ok=True)
    header = {**notes, "config": json.dumps(dataclasses.asdict(model.config))}
    save_file(tensors, folder / WEIGHTS, header)
    words = {"source": source.tokens, "target": target.tokens}
    text = json.dumps(words, ensure_ascii=False, indent=0)
    (folder / VOCABULARY).write_text(text + "\n", encoding="utf-8")
    sums = (f"{_digest(folder / file)}  {file}\n" for file in (VOCABULARY, WEIGHTS))
    (folder / CHECKSUMS).write_text("".join(sums), encoding="utf-8")


def load_checkpoint(folder: Path) -> Checkpoint:
    """Read what `save_checkpoint` wrote. The model is in float32, whatever its weights were
    stored in.

    Raises: CheckpointError, a ValueError, for a file that is missing, is not the one that was
        saved, or does not belong to the others, and for weights that are not finite.
    """
    _check_digests(folder)
    try:
        return _loaded(folder)
    except CheckpointError:
        raise
    except (OSError, SafetensorError, ValueError, RuntimeError, LookupError, TypeError) as error:
        raise CheckpointError(WEIGHTS, f"does not fit what lies beside it: {error}") from error


def _stored_as(name: str, tensor: Tensor, dtype: torch.dtype | None) -> dict[str, Tensor]:
    if dtype != torch.int8:
        return {name: _stored(name, tensor, dtype)}
    if tensor.dim() != 2:
        return {name: _stored(name, tensor, torch.float16)}
    scale = tensor.abs().amax(dim=1, keepdim=True) / LARGEST_INT8  # (rows, 1)
    if not bool(scale.isfinite().all()):
        raise ValueError(f"{name} has a weight that is no number, which int8 cannot hold")
    # A row of zeros has no largest weight: whatever its scale, it stays zeros
    steps = (tensor / scale.where(scale > 0, 1.0)).round()
    return {name: steps.to(torch.int8), name + SCALE: scale}


def _restored(tensors: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """Matrices that were stored as int8 times their scales, all else as it is."""
    return {
        name: tensor * tensors[name + SCALE] if name + SCALE in tensors else tensor
        for name, tensor in tensors.items()
        if not name.endswith(SCALE)
    }


def _stored(name: str, tensor: Tensor, dtype: torch.dtype | None) -> Tensor:
    if dtype is not None and not dtype.is_floating_point:
        raise ValueError(f"{dtype} holds no floating-point numbers")
    stored = tensor.to(dtype or tensor.dtype).contiguous()
    # What was no number before stays none: the loader has a word for it
    if not torch.equal(stored.isfinite(), tensor.isfinite()):
        raise ValueError(f"{name} has a weight too large for {dtype}")
    return stored


def _loaded(folder: Path) -> Checkpoint:
    with safe_open(folder / WEIGHTS, framework="pt") as weights:
        notes = dict(weights.metadata() or {})
    config = TransformerConfig(**_config(notes.pop("config", None)))
    words = json.loads((folder / VOCABULARY).read_text(encoding="utf-8"))
    source, target = Vocabulary(words["source"]), Vocabulary(words["target"])
    _require_size("source", len(source), config.src_vocab_size)
    _require_size("target", len(target), config.tgt_vocab_size)
    model = build_transformer(config, seed=0)
    tensors = _restored(load_file(folder / WEIGHTS))
    for name, tensor in tensors.items():
        if not bool(torch.isfinite(tensor).all()):
            raise CheckpointError(WEIGHTS, f"has a weight that is no number, in {name}")
    if config.shared_embeddings:
        # Stored once, named twice in the model's state.
        tensors["tgt_embedding.weight"] = tensors["src_embedding.weight"]
    model.load_state_dict(tensors)
    return Checkpoint(model, source, target, notes)


def _digest(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def _check_digests(folder: Path) -> None:
    """That the files are those that were saved. Raises: CheckpointError."""
    try:
        lines = (folder / CHECKSUMS).read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        raise CheckpointError(CHECKSUMS, "is missing or cannot be read") from None
    noted = {file: digest for digest, _, file in (line.partition("  ") for line in lines)}
    for file in (WEIGHTS, VOCABULARY):
        try:
            digest = _digest(folder / file)
        except OSError:
            raise CheckpointError(file, "is missing or cannot be read") from None
        if noted.get(file) != digest:
            raise CheckpointError(file, f"is not the file that {CHECKSUMS} was written for")


def _config(text: str | None) -> Mapping[str, Any]:
    if text is None:
        raise CheckpointError(WEIGHTS, "has no config in its header")
    return json.loads(text)


def _require_size(name: str, size: int, wanted: int) -> None:
    if size != wanted:
        fault = f"has {size} tokens in its {name} vocabulary, the model {wanted}"
        raise CheckpointError(VOCABULARY, fault)
