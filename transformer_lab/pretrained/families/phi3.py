"""Phi-3 and Phi-4 (Abdin et al., 2024): Llama with matrices next to each other in its files.

Those for longer texts ("longrope") have speeds of the turn that we have no part for.
"""

from torch import Tensor

from transformer_core.variants.model_parts import ModelParts
from transformer_lab.pretrained.families import llama, mistral
from transformer_lab.pretrained.family import Family, Reshaped
from transformer_lab.pretrained.settings import Settings
from transformer_lab.pretrained.stored_weights import StoredWeights

DEFAULTS = {
    "vocab_size": 32064,
    "hidden_size": 3072,
    "intermediate_size": 8192,
    "num_hidden_layers": 32,
    "num_attention_heads": 32,
    "num_key_value_heads": None,
    "hidden_act": "silu",
    "max_position_embeddings": 4096,
    "rms_norm_eps": 1e-5,
    "tie_word_embeddings": False,
    "sliding_window": None,
}


def _cut(settings: Settings) -> dict[str, Reshaped]:
    """W_Q, W_K and W_V in one matrix, W_gate and W_1 in another one."""
    num_heads, d_k = settings.size("num_attention_heads"), llama.width_of_head(settings)
    shared = settings.size("num_key_value_heads", otherwise=num_heads) * d_k

    def three(tensor: Tensor) -> tuple[Tensor, ...]:
        return tensor.split([num_heads * d_k, shared, shared])

    def two(tensor: Tensor) -> tuple[Tensor, ...]:
        return tensor.chunk(2)

    queries, keys, values, gate, first = (
        llama.NAMES[f"layers.*.{name}_proj"]
        for name in ("self_attn.q", "self_attn.k", "self_attn.v", "mlp.gate", "mlp.up")
    )
    return {
        "layers.*.self_attn.qkv_proj": Reshaped((queries, keys, values), three),
        "layers.*.mlp.gate_up_proj": Reshaped((gate, first), two),
    }


def parts(settings: Settings, weights: StoredWeights) -> ModelParts:
    """Mistral's decoder, with a window only where the file says so."""
    for key in ("rope_parameters", "rope_scaling"):
        table = settings.inside(key, {})
        # In the first files of this family "yarn" is a former name of longrope.
        table.require("rope_type", None, "default")
        table.require("type", None, "default")
    return mistral.parts(settings, weights)


FAMILY = Family(
    "phi3",
    DEFAULTS,
    parts,
    llama.NAMES,
    prefix="model.",
    unneeded=llama.UNNEEDED,
    cut=_cut,
)
