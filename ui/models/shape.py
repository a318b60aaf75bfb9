"""A model's dimensions for its users: its layers, its positions, whether it looks ahead."""

import re
from typing import Any

import torch

from transformer_lab.pretrained.sizes import whole_number
from ui.models.attentions import Kind

_LAYER_NAMES: dict[Kind, tuple[str, ...]] = {
    "encoder": ("encoder_layers", "num_encoder_layers", "num_layers", "num_hidden_layers"),
    "decoder": ("decoder_layers", "num_decoder_layers", "num_layers", "num_hidden_layers"),
}
_POSITIONS = re.compile(r"(^|\.)position_embeddings$")


def layer_count(config: Any, kind: Kind) -> int | None:
    """The number of layers with this kind of attention, by the configuration; None if unknown."""
    if not getattr(config, "is_encoder_decoder", False):
        return whole_number(getattr(config, "num_hidden_layers", None))
    side: Kind = "encoder" if kind == "encoder" else "decoder"
    half: Any = getattr(config, side, None)
    if hasattr(half, "num_hidden_layers"):
        return whole_number(getattr(half, "num_hidden_layers", None))
    values = (whole_number(getattr(config, name, None)) for name in _LAYER_NAMES[side])
    return next((number for number in values if number is not None), None)


def piece_limit(network: Any, longest: object, most: int) -> int:
    """The most pieces of one sentence: `most`, or what the model or its tokenizer has room for.

    A value that is not a number above 0 is no limit: XLNet has -1.
    """
    values = (longest, getattr(network.config, "max_position_embeddings", None))
    limits = [number for value in values if (number := whole_number(value)) is not None]
    return min([most, *limits, *_usable_positions(network)])


def looks_ahead(network: Any) -> bool:
    """True if a model that predicts the next token also sees the tokens after it.

    Measured on two tokens, because no configuration states it: BERT for generation and XLNet may.
    """
    ids = torch.zeros(1, 2, dtype=torch.long)
    try:
        with torch.inference_mode():
            output = network(
                input_ids=ids, attention_mask=torch.ones_like(ids), output_attentions=True
            )
        return any(bool(layer[..., 0, 1].any()) for layer in output.attentions)
    except Exception:
        # The first sentence will report the error, whatever it is.
        return False


def _usable_positions(network: Any) -> list[int]:
    """RoBERTa counts its positions from after that of the padding."""
    tables = (
        module
        for name, module in network.named_modules()
        if _POSITIONS.search(name) and isinstance(module, torch.nn.Embedding)
    )
    return [
        table.num_embeddings - table.padding_idx - 1
        for table in tables
        if table.padding_idx is not None
    ]
