"""The same run with the core on your own data, printing its numbers as they come."""

from pathlib import Path

import torch

from transformer_lab.learning import RunConfig, learn
from transformer_lab.own_data import prepare_pairs, prepare_text

# Setting
task, steps, seed = "own_pairs", 12, 1
cut, subwords = "words", 400
# Choices
is_pairs = True
# Program

torch.set_num_threads(1)  # the same numbers on every machine
if is_pairs:
    data, read = prepare_pairs(Path("pairs.tsv").read_bytes(), cut, subwords=subwords)
if not is_pairs:
    data, read = prepare_text(Path("text.txt").read_bytes(), cut, subwords=subwords)
print(read)
config = RunConfig(
    task=task,
    data=data,
    steps=steps,
    seed=seed,
    # Lines: changed
)
for record in learn(config):
    print(
        f"step {record.step:5,}  loss {record.loss:.4f} / {record.held_out_loss:.4f}  "
        f"right {record.exact:.0%} / {record.held_out_exact:.0%}",
        *record.predicted,
    )
weights = next(iter(record.attention.values()))  # (heads, seq_q, seq_k)
print(weights)
