"""XLM-R (Conneau et al., 2020): RoBERTa in a hundred languages."""

from dataclasses import replace

from transformer_lab.pretrained.families.roberta import DEFAULTS as ROBERTA_DEFAULTS
from transformer_lab.pretrained.families.roberta import FAMILY as ROBERTA

DEFAULTS = {**ROBERTA_DEFAULTS, "vocab_size": 30522}
FAMILY = replace(ROBERTA, model_type="xlm-roberta", defaults=DEFAULTS)
