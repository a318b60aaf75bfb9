"""The Python code of the run that the controls describe."""

from dataclasses import asdict, fields

from transformer_lab.learning.config import RunConfig


def training_code(config: RunConfig) -> str:
    """The same run with the workbench's own core, printing its numbers as they come."""
    defaults = {one.name: one.default for one in fields(RunConfig)}
    given = {name: value for name, value in asdict(config).items() if value != defaults[name]}
    given = {"task": config.task, **given, "steps": config.steps, "seed": config.seed}
    given.pop("every", None)
    arguments = "".join(f"    {name}={value!r},\n" for name, value in given.items())
    return f"""import torch
from transformer_lab.learning import RunConfig, learn

torch.set_num_threads(1)  # the same numbers on every machine
config = RunConfig(
{arguments})
for record in learn(config):
    print(f"step {{record.step:5,}}  loss {{record.loss:.4f}} / {{record.held_out_loss:.4f}}  "
          f"exact {{record.exact:.0%}} / {{record.held_out_exact:.0%}}", *record.predicted)
weights = record.attention["decoder.layers.0.cross_attention.weights"]  # (heads, seq_q, seq_k)
print(weights)"""
