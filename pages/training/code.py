"""The programs of the run that the controls describe, with torch alone and with the core."""

from dataclasses import fields
from pathlib import Path

from transformer_lab.learning.config import PAPER_EXPONENT, RunConfig
from transformer_lab.learning.measuring import MEASURED, MOST_PAIRS
from ui.answer.template import Choices, printed

PROGRAMS = Path(__file__).with_name("programs")
ON_DIGITS = ("reverse", "copy", "sort")
"""The English-Korean task needs its grammar, and so the core."""


def torch_code(config: RunConfig) -> str:
    """The run in torch alone, printing its numbers as they come, and at the end the decoder's
    attention in the example. Empty for sentences, which come from a grammar.
    """
    if (
        config.task not in ON_DIGITS
        or config.is_of_today
        or config.schedule != "paper"
        or config.weight_decay
    ):
        return ""
    count = max(MEASURED, min(config.steps * config.batch_size, MOST_PAIRS))
    setting = config.plain | {"count": count, "batch_count": -(-count // config.batch_size)}
    choices: Choices = {
        "task": config.task,
        "is_papers_rate": config.exponent == PAPER_EXPONENT,
        "is_scaled": config.scaled,
        "drops": config.dropout > 0,
        "norm_first": config.norm_first,
        "has_positions": config.positional_encoding,
        "hides_future": config.look_ahead,
    }
    return printed(PROGRAMS / "torch_only.py", setting, choices, is_compact=True)


def training_code(config: RunConfig) -> str:
    """The same run with the core."""
    setting = config.plain
    usual = {one.name: one.default for one in fields(RunConfig)}
    # How often is recorded follows from the steps, unless it is told.
    always = {"task", "steps", "seed", "every", "data"}
    changed = [
        f"{name}={value!r},"
        for name, value in setting.items()
        if name not in always and value != usual[name]
    ]
    if config.data is None:
        return printed(PROGRAMS / "with_core.py", setting, lines={"changed": changed})
    data = config.data
    setting |= {"cut": data.cutter.cut, "subwords": max(64, len(data.target))}
    choices: Choices = {"is_pairs": data.kind == "pairs"}
    program = PROGRAMS / "own_data_with_core.py"
    return printed(program, setting, choices, lines={"changed": changed})
