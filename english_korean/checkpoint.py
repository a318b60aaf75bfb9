"""A trained model on disk: weights as safetensors, vocabularies as JSON, nothing pickled; and the
checksums of both, in the format of sha256sum.

Needs the package `safetensors`, which the rest of the core does without.
"""

import dataclasses
import hashlib
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import load_file, save
from torch import Tensor

from english_korean.stored_weights import restored, stored_as
from transformer_core.config import TransformerConfig
from transformer_core.transformer import Transformer, build_transformer
from transformer_lab.vocabulary import Vocabulary

WEIGHTS = "model.safetensors"
VOCABULARY = "vocabulary.json"
CHECKSUMS = "SHA256SUMS"
CONFIG = "config"
"""The config's name in the header of WEIGHTS; all other names there are those of notes."""
NOTE = "note."
"""Before the name of a note that would otherwise be taken for something else."""


class CheckpointError(ValueError):
    """A checkpoint is incomplete or damaged; `file` names the bad file."""

    def __init__(self, file: str, fault: str) -> None:
        super().__init__(f"{file} {fault}")
        self.file = file


class Checkpoint(NamedTuple):
    """A model in evaluation mode, its vocabularies, and metadata about its training."""

    model: Transformer
    source: Vocabulary
    target: Vocabulary
    notes: dict[str, str]


def save_checkpoint(
    folder: str | PathLike[str], checkpoint: Checkpoint, *, dtype: torch.dtype | None = None
) -> None:
    """Write WEIGHTS, with config and notes in its header, VOCABULARY, CHECKSUMS into a folder.

    Args:
        folder: made where it does not exist.
        dtype: that the weights are stored in; the model's own when None. float16 takes half the
            room of float32 and keeps 11 binary digits of a weight; the 8-bit floats of torch that
            safetensors can write keep 3 or 4. int8 takes a quarter: each row of a matrix has the
            largest of its weights as 127, and a scale that gives that back; vectors are in
            float16.

    Raises: ValueError, before anything is written, for any other dtype, for a weight that is too
        large for it, which is named, and for notes that are not text.
    """
    model, source, target, notes = checkpoint
    tensors: dict[str, Tensor] = {}
    for name, parameter in model.named_parameters():
        tensors |= stored_as(name, parameter.detach(), dtype)
    words = {"source": source.tokens, "target": target.tokens}
    text = json.dumps(words, ensure_ascii=False, indent=0)
    files = {
        VOCABULARY: f"{text}\n".encode(),
        WEIGHTS: _serialised(tensors, _header(model.config, notes)),
    }
    sums = (f"{hashlib.sha256(data).hexdigest()}  {file}\n" for file, data in files.items())
    files[CHECKSUMS] = "".join(sums).encode()
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for file, data in files.items():
        (folder / file).write_bytes(data)


def load_checkpoint(folder: str | PathLike[str]) -> Checkpoint:
    """Read what `save_checkpoint` wrote. The model is in float32, whatever its weights were
    stored in.

    Raises: CheckpointError, a ValueError, for a file that is missing, is not the one that was
        saved, cannot be read or does not fit the others, and for weights that are not finite.
    """
    folder = Path(folder)
    _check_digests(folder)
    with _blaming(WEIGHTS):
        config, notes = _read_header(folder / WEIGHTS)
        model = _read_model(folder / WEIGHTS, config)
    with _blaming(VOCABULARY):
        source, target = _read_vocabularies(folder / VOCABULARY, config)
    return Checkpoint(model, source, target, notes)


@contextmanager
def _blaming(file: str) -> Iterator[None]:
    """Turns whatever goes wrong while a file is read into a CheckpointError."""
    try:
        yield
    except CheckpointError:
        raise
    except (
        ArithmeticError,
        AttributeError,
        LookupError,
        MemoryError,
        OSError,
        RuntimeError,
        SafetensorError,
        TypeError,
        ValueError,
    ) as error:
        raise CheckpointError(file, f"cannot be loaded: {error}") from error


def _serialised(tensors: dict[str, Tensor], header: dict[str, str]) -> bytes:
    try:
        return save(tensors, header)
    except (KeyError, SafetensorError) as error:
        dtypes = ", ".join(sorted({str(tensor.dtype) for tensor in tensors.values()}))
        raise ValueError(f"safetensors cannot store {dtypes}: {error}") from error


def _header(config: TransformerConfig, notes: Mapping[str, str]) -> dict[str, str]:
    header = {CONFIG: json.dumps(dataclasses.asdict(config))}
    for name, note in notes.items():
        if not isinstance(name, str) or not isinstance(note, str):
            raise ValueError(f"notes must be text by name, got {name!r}: {note!r}")
        is_taken = name == CONFIG or name.startswith(NOTE)
        header[NOTE + name if is_taken else name] = note
    return header


def _read_header(file: Path) -> tuple[TransformerConfig, dict[str, str]]:
    with safe_open(file, framework="pt") as weights:
        header = dict(weights.metadata() or {})
    if CONFIG not in header:
        raise ValueError("its header has no config")
    config = TransformerConfig(**json.loads(header.pop(CONFIG)))
    return config, {name.removeprefix(NOTE): note for name, note in header.items()}


def _read_vocabularies(file: Path, config: TransformerConfig) -> tuple[Vocabulary, Vocabulary]:
    words = json.loads(file.read_text(encoding="utf-8"))
    return (
        _vocabulary("source", words, config.src_vocab_size),
        _vocabulary("target", words, config.tgt_vocab_size),
    )


def _vocabulary(side: str, words: Any, size: int) -> Vocabulary:
    tokens = words.get(side) if isinstance(words, dict) else None
    if not isinstance(tokens, list) or not all(isinstance(token, str) for token in tokens):
        raise ValueError(f'it must be {{"source": [tokens], "target": [tokens]}}; see "{side}"')
    if len(tokens) != size:
        raise ValueError(f"it has {len(tokens)} tokens in its {side} vocabulary, the model {size}")
    return Vocabulary(tokens)


def _read_model(file: Path, config: TransformerConfig) -> Transformer:
    tensors = restored(load_file(file))
    _require_sizes_of(config, tensors)
    model = build_transformer(config, seed=0)
    if config.shared_embeddings:
        # Stored once, named twice in the model's state
        tensors["tgt_embedding.weight"] = tensors["src_embedding.weight"]
    model.load_state_dict(tensors)
    return model


def _require_sizes_of(config: TransformerConfig, tensors: Mapping[str, Tensor]) -> None:
    """Raise ValueError unless a model of this config is about as large as its weights: a config
    that is wrong must not take all memory.
    """
    last = f"encoder.layers.{config.num_layers - 1}.feed_forward.linear_1.weight"
    shapes = {
        "src_embedding.weight": (config.src_vocab_size, config.d_model),
        last: (config.d_ff, config.d_model),
    }
    if not config.shared_embeddings:
        shapes["tgt_embedding.weight"] = (config.tgt_vocab_size, config.d_model)
    for name, shape in shapes.items():
        if name not in tensors:
            raise ValueError(f"it does not fit its config: it has no {name}")
        if tensors[name].shape != shape:
            raise ValueError(
                f"it does not fit its config: {name} must have shape {shape}, "
                f"got {tuple(tensors[name].shape)}"
            )


def digest(file: Path) -> str:
    """The SHA-256 of a file, as CHECKSUMS has it. Raises: OSError."""
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def _check_digests(folder: Path) -> None:
    """Raise CheckpointError unless the files are those that were saved."""
    try:
        lines = (folder / CHECKSUMS).read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        raise CheckpointError(CHECKSUMS, "is missing or cannot be read") from None
    noted = {file: digest for digest, _, file in (line.partition("  ") for line in lines)}
    for file in (WEIGHTS, VOCABULARY):
        try:
            found = digest(folder / file)
        except OSError:
            raise CheckpointError(file, "is missing or cannot be read") from None
        if noted.get(file) != found:
            raise CheckpointError(file, f"is not the file that {CHECKSUMS} was written for")
