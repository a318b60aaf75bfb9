"""Two stored models, one without a part: what they attend to in the task's example."""

import torch

from transformer_core import trace
from transformer_lab.learning.ablated import stored_model
from transformer_lab.learning.ablations import WHOLE

# Setting
seed = 1
names, path, heads_shown = ["whole", "residuals"], "decoder.layers.1.cross_attention", [0, 1]
# Program

task = WHOLE.the_task
source, target = (torch.tensor([ids]) for ids in task.ids(task.example))
weights = []
for name, head in zip(names, heads_shown, strict=True):
    model = stored_model(name, seed)
    with torch.inference_mode(), trace(model) as records:
        logits = model(source, target[:, :-1])
    wrong = logits.argmax(2)[0, :-1] != target[0, 1:-1]
    weights.append(records[f"{path}.weights"][0])
    print(f"{name}: {int(wrong.sum())} of {len(wrong)} digits are wrong")
    print(weights[-1][head])
