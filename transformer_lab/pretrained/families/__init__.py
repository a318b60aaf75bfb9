"""The families of models that can be opened, each described in a file of its own."""

from transformer_lab.pretrained.families import (
    albert,
    bart,
    bert,
    distilbert,
    electra,
    gemma2,
    gemma3_text,
    gpt2,
    gpt_neox,
    llama,
    m2m_100,
    marian,
    mbart,
    mistral,
    pegasus,
    phi,
    phi3,
    qwen2,
    qwen3,
    roberta,
    t5,
    xlm_roberta,
)
from transformer_lab.pretrained.family import Family

_MODULES = (
    albert,
    bart,
    bert,
    distilbert,
    electra,
    gemma2,
    gemma3_text,
    gpt2,
    gpt_neox,
    llama,
    m2m_100,
    marian,
    mbart,
    mistral,
    pegasus,
    phi,
    phi3,
    qwen2,
    qwen3,
    roberta,
    t5,
    xlm_roberta,
)
FAMILIES: dict[str, Family] = {module.FAMILY.model_type: module.FAMILY for module in _MODULES}
"""By the `model_type` of their config.json."""
