"""A Hugging Face model's heads as one matrix, where that takes more than their weights."""

from dataclasses import dataclass

from torch import Tensor

from pages.translator.other_source import other_source
from ui.models import BoardQuestion, HeadSummary, PretrainedError


@dataclass(frozen=True)
class OtherSummary:
    """The matrix, (seq_q, seq_k); or why there is none, as a name in the page's "ignored"."""

    weights: Tensor | None = None
    why: str = ""


def other_summary(name: str, question: BoardQuestion, asked: HeadSummary) -> OtherSummary:
    """What the model's process makes, once it is open as one of ours."""
    source = other_source(name, question)
    if source.model is None or source.about is None:
        return OtherSummary(why=f"no_{asked.how}" if source.error else "opening")
    if asked.how == "gradient" and not source.about.has_logits:
        return OtherSummary(why="no_logits")
    try:
        return OtherSummary(source.model.board_summary(question, asked))
    except PretrainedError as error:
        is_size = error.name == "summary_size"
        return OtherSummary(why="summary_size" if is_size else f"no_{asked.how}")
