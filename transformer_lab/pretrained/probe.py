"""Whether a model computes what transformers computes from the same folder."""

from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from transformer_core.variants.models import AssembledModel, DecoderModel, EncoderModel
from transformer_lab.pretrained.package import BUILDING, CAREFUL, import_transformers

LARGEST_DIFFERENCE = 1e-3
"""As a share of the largest logit. Above it, what is computed is another model."""


def probed(model: AssembledModel, path: Path, ids: Tensor, start: int) -> float:
    """The largest difference from transformers' own logits, as a share of the largest of them.

    A model without logits is compared by its last vectors. transformers computes in float32, step
    by step ("eager"); its model is in memory for this moment.

    Args:
        ids: (1, seq_len) tokens of a text.
        start: the token that a decoder reads before its first one.
    """
    network = _network(model, path)
    with torch.inference_mode():
        if isinstance(model, (EncoderModel, DecoderModel)):
            ours = model(ids)
            output = network(input_ids=ids)
        else:
            read = torch.cat([torch.tensor([[start]]), ids[:, :-1]], dim=1)  # (1, seq_len)
            read = read.clamp(max=model.get_parameter("tgt_embedding.weight").size(0) - 1)
            ours = model(ids, read)
            output = network(input_ids=ids, decoder_input_ids=read, use_cache=False)
    theirs = output.last_hidden_state if model.output is None else output.logits
    return float((ours - theirs).abs().max() / theirs.abs().max())


def _network(model: AssembledModel, path: Path) -> Any:
    if isinstance(model, EncoderModel):
        kind = "AutoModel" if model.output is None else "AutoModelForMaskedLM"
    else:
        is_decoder = isinstance(model, DecoderModel)
        kind = "AutoModelForCausalLM" if is_decoder else "AutoModelForSeq2SeqLM"
    with BUILDING:
        network = getattr(import_transformers(), kind).from_pretrained(
            path, attn_implementation="eager", use_safetensors=True, dtype=torch.float32, **CAREFUL
        )
    return network.eval()
