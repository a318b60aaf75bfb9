"""Which attention of a model the user looks at."""

from dataclasses import dataclass

from torch import Tensor

from pages.translator.attention_source import AttentionSource
from pages.translator.choices import OF_NUMBERS, SUMMARIES
from pages.translator.other_summary import other_summary
from pages.translator.setting import SentenceSetting
from ui.models import HeadSummary
from ui.models.attentions import Kind


@dataclass(frozen=True, eq=False)
class HeadChoice:
    """Which attention the user looks at.

    on: the numbers of the heads that are on, at least one. ignored: the name of what the wanted
    combination of heads leaves out, or an empty string. summary: the heads as one, (seq_q, seq_k),
    where another model's process makes it.
    """

    kind: Kind
    layer: int
    on: tuple[int, ...]
    combination: str
    threshold: float
    ignored: str = ""
    summary: Tensor | None = None

    @property
    def how(self) -> str:
        """How the heads that are on are combined: average, maximum, difference, or a summary."""
        if self.combination in SUMMARIES:
            return self.combination
        return "average" if self.combination == "each" or len(self.on) < 2 else self.combination

    @property
    def asked(self) -> HeadSummary:
        """The summary, as another model's process is asked for it."""
        return HeadSummary(self.how, self.kind, self.layer, self.on)


def head_choice(setting: SentenceSetting, source: AttentionSource) -> HeadChoice:
    """The kind of attention, the layer, and the heads that are on.

    Self-attention alone can be followed from layer to layer; and what takes more of another model
    than its weights is an average until that model is open.
    """
    kind = source.kind(setting.kind)
    layers, heads = source.weights(kind).shape[:2]
    on = setting.heads_on(heads)
    layer, how = min(setting.layer, layers) - 1, setting.combination
    ignored, summary = _left_out(how, len(on)), None
    if how == "rollout" and kind == "cross":
        ignored = "no_rollout"
    elif how in OF_NUMBERS and source.written is None:
        asked = HeadSummary(how, kind, layer, on)
        found = other_summary(setting.name, setting.plain_question, asked)
        ignored, summary = found.why, found.weights
    if how in SUMMARIES and ignored:
        how = "average"
    return HeadChoice(kind, layer, on, how, setting.threshold / 100, ignored, summary)


def _left_out(how: str, on: int) -> str:
    """What a combination of so many heads leaves out."""
    if on == 1 and how in ("maximum", "difference"):
        return "one_head"
    return "further_heads" if on > 2 and how == "difference" else ""
