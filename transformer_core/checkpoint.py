"""A trained model on disk: weights as safetensors, vocabularies as JSON, nothing pickled.

Needs the package `safetensors`, which the rest of the core does without.
"""

import dataclasses
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from safetensors import safe_open
from safetensors.torch import load_file, save_file

from transformer_core.config import TransformerConfig
from transformer_core.transformer import Transformer, build_transformer
from transformer_core.vocabulary import Vocabulary

WEIGHTS = "model.safetensors"
VOCABULARY = "vocabulary.json"


class Checkpoint(NamedTuple):
    """A model in evaluation mode, its vocabularies, and what was noted about its making."""

    model: Transformer
    source: Vocabulary
    target: Vocabulary
    notes: dict[str, str]


def save_checkpoint(folder: Path, checkpoint: Checkpoint) -> None:
    """Write WEIGHTS, with config and notes in its header, and VOCABULARY into a folder."""
    model, source, target, notes = checkpoint
    folder.mkdir(parents=True, exist_ok=True)
    header = {**notes, "config": json.dumps(dataclasses.asdict(model.config))}
    tensors = {name: tensor.detach().contiguous() for name, tensor in model.named_parameters()}
    save_file(tensors, folder / WEIGHTS, header)
    words = {"source": source.tokens, "target": target.tokens}
    text = json.dumps(words, ensure_ascii=False, indent=0)
    (folder / VOCABULARY).write_text(text + "\n", encoding="utf-8")


def load_checkpoint(folder: Path) -> Checkpoint:
    """Read what `save_checkpoint` wrote.

    Raises: FileNotFoundError for a missing file; ValueError or RuntimeError when config, weights
        and vocabularies do not belong together.
    """
    with safe_open(folder / WEIGHTS, framework="pt") as weights:
        notes = dict(weights.metadata() or {})
    config = TransformerConfig(**_config(notes.pop("config", None), folder))
    words = json.loads((folder / VOCABULARY).read_text(encoding="utf-8"))
    source, target = Vocabulary(words["source"]), Vocabulary(words["target"])
    _require_size("source", len(source), config.src_vocab_size)
    _require_size("target", len(target), config.tgt_vocab_size)
    model = build_transformer(config, seed=0)
    tensors = load_file(folder / WEIGHTS)
    if config.shared_embeddings:
        # Stored once, named twice in the model's state.
        tensors["tgt_embedding.weight"] = tensors["src_embedding.weight"]
    model.load_state_dict(tensors)
    return Checkpoint(model, source, target, notes)


def _config(text: str | None, folder: Path) -> Mapping[str, Any]:
    if text is None:
        raise ValueError(f"{folder / WEIGHTS} has no config in its header")
    return json.loads(text)


def _require_size(name: str, size: int, wanted: int) -> None:
    if size != wanted:
        raise ValueError(f"the {name} vocabulary has {size} tokens, the model {wanted}")
