"""Every number of another model, opened by transformer_lab."""

import torch

from transformer_core.explain.assembled.computation import ModelInputs
from transformer_lab import open_model
from transformer_lab.learning.opened_run import open_stored

# Setting
name = "Helsinki-NLP/opus-mt-en-de"
file = "reverse.safetensors"  # From “Download” on the page “Training”
src_ids = [5, 1102, 0]  # The tokens of the sentence
tgt_ids = [58100, 43, 7]  # What the decoder reads
hidden = [1]
row = -1
shown, place = "encoder.layers.0.self_attention.weights", (0, 2, 1)
# Choices
side, hides, has_logits, is_run = "both", True, True, False
# Program

opened = open_stored(file) if is_run else open_model(name)
# Lines: by_hand
if side != "decoder":
    src = torch.tensor([src_ids])  # (1, seq_len)
if side != "encoder":
    tgt = torch.tensor([tgt_ids])  # (1, seq_len)
if hides:
    padding = torch.zeros(1, len(tgt_ids if side == "decoder" else src_ids)).bool()
    padding[0, hidden] = True  # True = hidden
if side == "encoder" and hides:
    given = ModelInputs(src_ids=src, src_padding=padding)
elif side == "encoder":
    given = ModelInputs(src_ids=src)
elif side == "decoder" and hides:
    given = ModelInputs(tgt_ids=tgt, tgt_padding=padding)
elif side == "decoder":
    given = ModelInputs(tgt_ids=tgt)
elif hides:
    given = ModelInputs(src_ids=src, tgt_ids=tgt, src_padding=padding)
else:
    given = ModelInputs(src_ids=src, tgt_ids=tgt)
seen = opened.computed(given).tensors

numbers = seen[shown]
print(shown, list(place), numbers[place].item(), numbers[place[:-2]], sep="\n")
if has_logits:
    top = seen["probabilities"][row].topk(5)  # Before temperature, top_k and top_p
    ids = top.indices[None]  # (1, 5)
    tokens = opened.pieces(ids, of_source=True) if side == "encoder" else opened.pieces(ids)
    print(*zip(tokens, top.values.tolist(), strict=True), sep="\n")
