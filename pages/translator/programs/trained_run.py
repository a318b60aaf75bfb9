"""A model of the training page, from the file that “Download” saves there."""

from pathlib import Path

import torch

from transformer_core import trace
from transformer_lab.learning.exactness import greedy_ids
from transformer_lab.learning.models import untrained_model
from transformer_lab.learning.stored import read

# Setting
file, sentence, name = "reverse.safetensors", "3141592653", "decoder.layers.0.cross_attention"
# Choices
has_both = True
# Program

stored = read(Path(file).read_bytes())
task, model = stored.config.the_task, untrained_model(stored.config)
model.load_state_dict(stored.weights)
src_ids = torch.tensor([task.source.ids(task.words_of(sentence))])  # (1, seq_k)
with torch.inference_mode():
    if has_both:
        tgt_ids = greedy_ids(model, src_ids, task.longest)[:, :-1]  # (1, seq_q)
        print(*task.words(tgt_ids[0].tolist()))
        with trace(model) as records:
            model(src_ids, tgt_ids)
    if not has_both:
        with trace(model) as records:
            model(src_ids)
weights = records[f"{name}.weights"][0]  # (heads, seq_q, seq_k)
print(weights)
