"""The page's model with the core; torch's initialisers draw other numbers."""

import torch

from transformer_core import (
    TransformerConfig,
    build_transformer,
    greedy_decoding,
    masked_cross_entropy,
    seeded_dropout,
    trace,
)
from transformer_lab.learning.one_pair import trained_on_pair

# Setting
vocab, d_model, num_heads = 32, 16, 2
num_layers, d_ff, seed = 2, 32, 3
src_ids = torch.tensor([[4, 9, 5, 0]])
trg = torch.tensor([[1, 7, 2, 0]])
steps, rate = 20, 0.1
most_written = 2
dropout, dropout_seed = 0.1, 1
label_smoothing = 0.1
norm_first, is_shared = False, False
# Choices
drops, trains, reads_own = True, False, False
# Program

config = TransformerConfig(
    vocab,
    vocab,
    d_model=d_model,
    num_heads=num_heads,
    num_layers=num_layers,
    d_ff=d_ff,
    dropout=dropout if drops else 0.0,
    max_len=128,
    norm_first=norm_first,
    shared_embeddings=is_shared,
)
model = build_transformer(config, seed=seed)
tgt_ids, targets = trg[:, :-1], trg[:, 1:]  # what the decoder reads, and what it should say
if trains:
    model = trained_on_pair(model, src_ids, tgt_ids, targets, steps, label_smoothing, rate)
if reads_own:
    *_, step = greedy_decoding(model, src_ids, start_id=1, end_id=2, max_len=most_written + 1)
    tgt_ids, targets = step.tgt_ids[:, :-1], targets[:, :most_written]
if drops:
    with torch.inference_mode(), trace(model) as records, seeded_dropout(dropout_seed):
        logits = model(src_ids, tgt_ids)
else:
    with torch.inference_mode(), trace(model) as records:
        logits = model(src_ids, tgt_ids)
for name, tensor in records.items():
    print(name, tuple(tensor.shape))
loss = masked_cross_entropy(logits, targets, label_smoothing=label_smoothing)
print(torch.softmax(logits, dim=-1), loss)
