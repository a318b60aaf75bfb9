"""A Hugging Face model's attention, by its name."""

import torch

from ui.models import load

# Setting
name = "Helsinki-NLP/opus-mt-en-de"
sentence, target = "the happy student bought a book", ""
languages = ("eng_Latn", "kor_Hang")
kind, layer, heads_on = "encoder", 1, [0, 1, 3]
# Choices
has_target, has_languages = False, False
how = "average"
# Program

if has_target and has_languages:
    attentions = load(name).look(sentence, target, languages=languages)
elif has_target:
    attentions = load(name).look(sentence, target)
elif has_languages:
    attentions = load(name).look(sentence, languages=languages)
else:
    attentions = load(name).look(sentence)
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
