"""The families of models that can be opened, each described in a file of its own."""

from importlib import import_module

from transformer_lab.pretrained.family import Family

_FILES = (
    "albert",
    "bart",
    "bert",
    "distilbert",
    "electra",
    "gemma",
    "gemma2",
    "gemma3_text",
    "gpt2",
    "gpt_neox",
    "llama",
    "m2m_100",
    "marian",
    "mbart",
    "mistral",
    "opt",
    "pegasus",
    "phi",
    "phi3",
    "qwen2",
    "qwen3",
    "roberta",
    "t5",
    "xlm_roberta",
)
_FAMILIES: list[Family] = [import_module(f"{__name__}.{file}").FAMILY for file in _FILES]
FAMILIES = {family.model_type: family for family in _FAMILIES}
"""By the `model_type` of their config.json."""
