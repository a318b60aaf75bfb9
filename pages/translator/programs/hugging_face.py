"""The attention of a Hugging Face model, by its name, or of a run."""

import torch

from transformer_lab.learning.opened_run import open_stored
from ui.models import load
from ui.models.in_process import InProcessModel

# Setting
file = "reverse.safetensors"  # From “Download” on the page “Training”
name = "Helsinki-NLP/opus-mt-en-de"
sentence, target = "the happy student bought a book", ""
languages = ("eng_Latn", "kor_Hang")
kind, layer, heads_on = "encoder", 1, [0, 1, 3]
# Choices
is_run, has_target, has_languages = False, False, False
how = "average"
# Program

model = InProcessModel(open_stored(file)) if is_run else load(name)
if has_target and has_languages:
    attentions = model.look(sentence, target, languages=languages)
elif has_target:
    attentions = model.look(sentence, target)
elif has_languages:
    attentions = model.look(sentence, languages=languages)
else:
    attentions = model.look(sentence)
heads = getattr(attentions, kind)[layer]  # (heads, seq_q, seq_k)
if how == "difference":
    weights = heads[heads_on[0]] - heads[heads_on[1]]  # (seq_q, seq_k)
elif how == "one":
    weights = heads[heads_on[0]]  # (seq_q, seq_k)
elif how == "rollout":
    weights = torch.eye(heads.size(-1))  # (seq, seq)
    for mean in getattr(attentions, kind)[: layer + 1].mean(dim=1):
        weights = (0.5 * mean + 0.5 * torch.eye(len(mean))) @ weights
elif how == "maximum":
    weights = heads[heads_on].amax(dim=0)  # (seq_q, seq_k)
else:
    weights = heads[heads_on].mean(dim=0)  # (seq_q, seq_k)
print(weights)
