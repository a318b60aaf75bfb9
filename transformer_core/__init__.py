"""The Transformer of "Attention Is All You Need" (Vaswani et al., 2017) in PyTorch, to be read.

Needs nothing but torch, so that it also works alone in a notebook. Start with
`docs/the_transformer_in_120_lines.py`, the whole model in one file; then read this folder from
`attention` to `transformer` and `training_step`. `trace` looks inside a model and changes what it
sees; `explain` shows where a number comes from.

The letters in shapes, everywhere in this package:

    batch      sentences computed at once; "..." means any leading dimensions
    seq_len    positions in a sentence; seq_q of the queries, seq_k of the keys and values
    d_model    numbers that describe one position
    heads      attention heads in parallel
    d_k, d_v   numbers in one query or key, and in one value
    d_ff       numbers in the hidden layer of the feed-forward network
    vocab      tokens that the model knows

Masks are boolean and True means hidden, as in `torch.nn.Transformer`
(`torch.nn.functional.scaled_dot_product_attention` means the opposite).
"""

import sys
import warnings
from collections.abc import Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from types import ModuleType
from typing import Any

# A file is loaded when a name of it is first asked for: `transformer_core.attention` needs torch
# alone, and so does whoever imports it.
_FILES = {
    "attention": "AttentionSteps attention",
    "config": "TransformerConfig",
    "decoder": "Decoder DecoderLayer",
    "decoding": "DecodingStep greedy_decoding sampled_decoding",
    "dropout": "seeded_dropout",
    "encoder": "Encoder EncoderLayer",
    "feed_forward": "FeedForward",
    "initialisation": "untrained",
    "learning_rate": "learning_rate peak_learning_rate",
    "loss": "cross_entropy_over_padding masked_cross_entropy",
    "masks": "decoder_mask look_ahead_mask padding_mask",
    "multi_head_attention": "MultiHeadAttention build_multi_head_attention",
    "positional_encoding": "PositionalEncoding encoding_at position_shift positional_encoding",
    "random_tensors": "generator",
    "trace": "trace",
    "training_step": "training_step",
    "transformer": "TiedOutput Transformer build_transformer",
    "explain.figures": "spread",
}
_HOMES = {
    name: f"transformer_core.{file}" for file, names in _FILES.items() for name in names.split()
}
__all__ = sorted(_HOMES)

# Until the next release, what has moved is also found where it was.
_MOVED = {
    "transformer_core.examples": "transformer_lab.examples",
    "transformer_core.learning": "transformer_lab.learning",
    "transformer_core.measures": "transformer_lab.measures",
    "transformer_core.mistakes": "transformer_lab.mistakes",
    "transformer_core.translator": "english_korean",
    "transformer_core.checkpoint": "english_korean.checkpoint",
    "transformer_core.averaging": "transformer_lab.learning.averaging",
    "transformer_core.beam": "transformer_lab.beam",
    "transformer_core.training": "transformer_lab.learning.training",
    "transformer_core.vocabulary": "transformer_lab.vocabulary",
    "transformer_core.words": "transformer_lab.examples.words",
}
_MOVED_NAMES = (
    "transformer_lab.examples",
    "transformer_lab.measures",
    "transformer_lab.beam",
    "transformer_lab.learning.averaging",
    "transformer_lab.learning.training",
    "transformer_lab.vocabulary",
)


class _Package(ModuleType):
    """Importing a file binds it to its name here, and four files are called like their function."""

    def __setattr__(self, name: str, value: Any) -> None:
        if not (name in _HOMES and isinstance(value, ModuleType)):
            super().__setattr__(name, value)

    def __getattr__(self, name: str) -> Any:
        if name in _HOMES:
            value = getattr(import_module(_HOMES[name]), name)
            setattr(self, name, value)
            return value
        for home in _MOVED_NAMES if not name.startswith("_") else ():
            if name in import_module(home).__all__:
                return getattr(_moved(f"transformer_core.{name}", home), name)
        raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *__all__})


class _Finder:
    """Finds modules under the names that they had before they moved."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        is_moved = any(f"{name}.".startswith(f"{old}.") for old in _MOVED)
        # Python takes a class for a loader; its types do not.
        return spec_from_loader(name, _Finder, is_package=True) if is_moved else None  # type: ignore[arg-type]

    @staticmethod
    def create_module(spec: ModuleSpec) -> None:
        """Python makes the module."""

    @staticmethod
    def exec_module(module: ModuleType) -> None:
        old = next(old for old in _MOVED if f"{module.__name__}.".startswith(f"{old}."))
        new = _moved(module.__name__, _MOVED[old] + module.__name__.removeprefix(old))
        module.__getattr__ = lambda name: getattr(new, name)  # type: ignore[method-assign]


def _moved(old: str, new: str) -> ModuleType:
    warnings.warn(f"{old} is now in {new}", DeprecationWarning, stacklevel=3)
    return import_module(new)


sys.meta_path.append(_Finder)  # type: ignore[arg-type]
sys.modules[__name__].__class__ = _Package
