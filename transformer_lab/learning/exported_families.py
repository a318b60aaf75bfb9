"""Decoders that people know, made of the same parts as a run's: their settings and their names."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import torch
from torch import Tensor

from transformer_core.variants.sinusoidal_positions import SinusoidalPositions
from transformer_lab.learning.config import RunConfig
from transformer_lab.learning.today import EPS
from transformer_lab.vocabulary import END_ID, PAD_ID

Weights = Mapping[str, Tensor]


class ExportedFamily(NamedTuple):
    """A family: its name, and what makes its config.json and its tensors of a run's."""

    name: str
    settings: Callable[[RunConfig], dict[str, Any]]
    tensors: Callable[[RunConfig, Weights], dict[str, Tensor]]


def family_of(config: RunConfig) -> ExportedFamily | None:
    """The family whose model is the same as a run's; None where there is none.

    All of them have norms before their sublayers.
    """
    if config.kind != "decoder" or not config.norm_first or not config.scaled:
        return None
    # Without positions, a table of zeros is the same.
    has_table = not config.positional_encoding or config.positions in ("sinusoidal", "learned")
    is_turned = config.positional_encoding and config.positions == "rotary"
    parts = (config.norm_kind, config.feed_forward == "swiglu")
    if has_table and parts == ("layer", False):
        return ExportedFamily("GPT-2", _gpt2_settings, _gpt2_tensors)
    if is_turned and parts == ("layer", False):
        return ExportedFamily("GPT-NeoX", _neox_settings, _neox_tensors)
    if is_turned and parts == ("rms", True):
        return ExportedFamily("Llama", _llama_settings, _llama_tensors)
    return None


def _common(config: RunConfig, model_type: str, architecture: str) -> dict[str, Any]:
    return {
        "model_type": model_type,
        "architectures": [architecture],
        "vocab_size": len(config.the_task.target),
        "tie_word_embeddings": False,
        "bos_token_id": END_ID,
        "eos_token_id": END_ID,
        "pad_token_id": PAD_ID,
        "dtype": "float32",
    }


def _sizes(config: RunConfig) -> dict[str, Any]:
    """As most families call them."""
    return {
        "hidden_size": config.d_model,
        "num_hidden_layers": config.num_layers,
        "num_attention_heads": config.num_heads,
        "intermediate_size": config.d_ff,
        "max_position_embeddings": config.context,
        "attention_bias": True,
        "rope_theta": 10_000.0,
    }


def _embedding(config: RunConfig, weights: Weights) -> Tensor:
    """The rows times sqrt(d_model), which none of these families multiplies by."""
    return weights["tgt_embedding.weight"] * config.d_model**0.5


def _gpt2_settings(config: RunConfig) -> dict[str, Any]:
    return _common(config, "gpt2", "GPT2LMHeadModel") | {
        "n_embd": config.d_model,
        "n_layer": config.num_layers,
        "n_head": config.num_heads,
        "n_inner": config.d_ff,
        "n_positions": config.context,
        "activation_function": config.feed_forward,
        "layer_norm_epsilon": EPS,
        "attn_pdrop": 0.0,
        "embd_pdrop": 0.0,
        "resid_pdrop": 0.0,
    }


def _positions(config: RunConfig, weights: Weights) -> Tensor:
    """(context, d_model)."""
    if not config.positional_encoding:
        return torch.zeros(config.context, config.d_model)
    if config.positions == "learned":
        return weights["tgt_encoding.positions.table.weight"]
    return SinusoidalPositions(config.d_model)(torch.arange(config.context))


def _gpt2_tensors(config: RunConfig, weights: Weights) -> dict[str, Tensor]:
    made = {
        "transformer.wte.weight": _embedding(config, weights),
        "transformer.wpe.weight": _positions(config, weights),
        "lm_head.weight": weights["output.weight"],
    }
    made |= _copied(weights, "decoder.norm", "transformer.ln_f")
    for layer in range(config.num_layers):
        ours, theirs = f"decoder.layers.{layer}.", f"transformer.h.{layer}."
        made |= _copied(weights, f"{ours}norm_1", f"{theirs}ln_1")
        made |= _copied(weights, f"{ours}norm_2", f"{theirs}ln_2")
        made |= _turned_round(weights, f"{ours}self_attention.w_o", f"{theirs}attn.c_proj")
        made |= _turned_round(weights, f"{ours}feed_forward.linear_1", f"{theirs}mlp.c_fc")
        made |= _turned_round(weights, f"{ours}feed_forward.linear_2", f"{theirs}mlp.c_proj")
        three = [f"{ours}self_attention.{name}" for name in ("w_q", "w_k", "w_v")]
        made[f"{theirs}attn.c_attn.weight"] = torch.cat([weights[f"{w}.weight"] for w in three]).t()
        made[f"{theirs}attn.c_attn.bias"] = torch.cat([weights[f"{w}.bias"] for w in three])
    return made


def _copied(weights: Weights, ours: str, theirs: str) -> dict[str, Tensor]:
    endings = (one for one in ("weight", "bias") if f"{ours}.{one}" in weights)
    return {f"{theirs}.{ending}": weights[f"{ours}.{ending}"] for ending in endings}


def _renamed(
    config: RunConfig, weights: Weights, names: Mapping[str, str], layers: str
) -> dict[str, Tensor]:
    """What is the same in each layer but for its name: ours to theirs in `names`."""
    made: dict[str, Tensor] = {}
    for layer in range(config.num_layers):
        for own, name in names.items():
            made |= _copied(weights, f"decoder.layers.{layer}.{own}", f"{layers}.{layer}.{name}")
    return made


def _turned_round(weights: Weights, ours: str, theirs: str) -> dict[str, Tensor]:
    """Their layers compute x W."""
    both = {"weight": weights[f"{ours}.weight"].t(), "bias": weights[f"{ours}.bias"]}
    return {f"{theirs}.{ending}": one for ending, one in both.items()}


def _neox_settings(config: RunConfig) -> dict[str, Any]:
    common = _common(config, "gpt_neox", "GPTNeoXForCausalLM")
    return common | _sizes(config) | {
        "hidden_act": config.feed_forward,
        "layer_norm_eps": EPS,
        "use_parallel_residual": False,
        "rotary_pct": 1.0,
        "rotary_emb_base": 10_000,
    }  # fmt: skip


def _neox_tensors(config: RunConfig, weights: Weights) -> dict[str, Tensor]:
    made = {
        "gpt_neox.embed_in.weight": _embedding(config, weights),
        "embed_out.weight": weights["output.weight"],
    }
    made |= _copied(weights, "decoder.norm", "gpt_neox.final_layer_norm")
    names = {
        "norm_1": "input_layernorm",
        "norm_2": "post_attention_layernorm",
        "self_attention.w_o": "attention.dense",
        "feed_forward.linear_1": "mlp.dense_h_to_4h",
        "feed_forward.linear_2": "mlp.dense_4h_to_h",
    }
    made |= _renamed(config, weights, names, "gpt_neox.layers")
    for layer in range(config.num_layers):
        ours, theirs = f"decoder.layers.{layer}.", f"gpt_neox.layers.{layer}."
        for ending in ("weight", "bias"):
            three = [
                weights[f"{ours}self_attention.{one}.{ending}"] for one in ("w_q", "w_k", "w_v")
            ]
            heads = [one.unflatten(0, (config.num_heads, -1)) for one in three]
            fused = torch.stack(heads, dim=1).flatten(0, 2)  # (heads * 3 * d_k, ...)
            made[f"{theirs}attention.query_key_value.{ending}"] = fused
    return made


def _llama_settings(config: RunConfig) -> dict[str, Any]:
    common = _common(config, "llama", "LlamaForCausalLM")
    return common | _sizes(config) | {
        "num_key_value_heads": config.num_heads,
        "hidden_act": "silu",
        "rms_norm_eps": EPS,
        "mlp_bias": False,
    }  # fmt: skip


def _llama_tensors(config: RunConfig, weights: Weights) -> dict[str, Tensor]:
    made = {
        "model.embed_tokens.weight": _embedding(config, weights),
        "lm_head.weight": weights["output.weight"],
    }
    made |= _copied(weights, "decoder.norm", "model.norm")
    names = {
        "norm_1": "input_layernorm",
        "norm_2": "post_attention_layernorm",
        "self_attention.w_q": "self_attn.q_proj",
        "self_attention.w_k": "self_attn.k_proj",
        "self_attention.w_v": "self_attn.v_proj",
        "self_attention.w_o": "self_attn.o_proj",
        "feed_forward.linear_gate": "mlp.gate_proj",
        "feed_forward.linear_1": "mlp.up_proj",
        "feed_forward.linear_2": "mlp.down_proj",
    }
    return made | _renamed(config, weights, names, "model.layers")
