"""The name of a learning-rate schedule in a legend."""

from ui.words.language import Text


def schedule_name(text: Text, d_model: int, warmup_steps: int, factor: float) -> str:
    return text(
        "curves.schedule", d_model=d_model, warmup=f"{warmup_steps:,}", factor=f"{factor:g}"
    )
