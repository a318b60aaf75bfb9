"""The same run with the core, printing its numbers as they come."""

import torch

from transformer_lab.learning import RunConfig, learn

# Setting
task, steps, seed = "reverse", 12, 1
# Program

torch.set_num_threads(1)  # the same numbers on every machine
config = RunConfig(
    task=task,
    steps=steps,
    seed=seed,
    # Lines: changed
)
for record in learn(config):
    print(
        f"step {record.step:5,}  loss {record.loss:.4f} / {record.held_out_loss:.4f}  "
        f"exact {record.exact:.0%} / {record.held_out_exact:.0%}",
        *record.predicted,
    )
weights = record.attention["decoder.layers.0.cross_attention.weights"]  # (heads, seq_q, seq_k)
print(weights)
