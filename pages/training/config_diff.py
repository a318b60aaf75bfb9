"""The differences between two runs, in a few words."""

from typing import Any

from transformer_lab.learning.config import CHOICES, RunConfig
from ui.words.language import Text

FIELDS = {"norm_first": "norm", "num_heads": "num_heads"}
LEFT_OUT = ("every",)
MOST = 3


def difference(text: Text, config: RunConfig, other: RunConfig) -> str:
    """The other run's values where the two differ, e.g. "d_model 64, Warm-up 1"."""
    own, others = config.plain, other.plain
    names = [name for name in own if own[name] != others.get(name) and name not in LEFT_OUT]
    differences = [said_of(text, name, others[name]) for name in names[:MOST] if name in others]
    return ", ".join(differences + (["…"] if len(names) > MOST else [])) or text("curve.same")


def said_of(text: Text, name: str, value: Any) -> str:
    if name == "norm_first":
        return text(f"norm.{'pre' if value else 'post'}")
    if name == "exponent":
        return f"{text('controls.exponent')} " + f"{value:g}".replace("-", "−")
    if name == "data":
        return text("curve.other_data")
    if name in CHOICES:
        return f"{text(f'controls.{name}')} {text(f'{name}.{value}')}"
    if name == "task":
        return text(f"task.{value}")
    if name == "warmup_steps":
        return text("curve.warmup", steps=f"{value:g}")
    if isinstance(value, bool):
        return text(f"curve.{'with' if value else 'without'}", what=text(f"controls.{name}"))
    return f"{text(f'controls.{name}')} {value:g}"
