"""Which attention of a model the user looks at."""

from dataclasses import dataclass

from pages.translator.attention_source import AttentionSource
from pages.translator.choices import SUMMARIES, can_be_summed_up
from pages.translator.setting import SentenceSetting
from ui.models.attentions import Kind


@dataclass(frozen=True)
class HeadChoice:
    """Which attention the user looks at."""

    kind: Kind
    layer: int
    on: tuple[int, ...]
    """The numbers of the heads that are on, at least one."""
    combination: str
    threshold: float

    @property
    def how(self) -> str:
        """How the heads that are on are combined: average, maximum, difference, or a summary."""
        if self.combination in SUMMARIES:
            return self.combination
        return "average" if self.combination == "each" or len(self.on) < 2 else self.combination


def head_choice(setting: SentenceSetting, source: AttentionSource) -> HeadChoice:
    """The kind of attention, the layer, and the heads that are on."""
    kind = source.kind(setting.kind)
    layers, heads = source.weights(kind).shape[:2]
    on = setting.heads_on(heads)
    layer = min(setting.layer, layers) - 1
    how = setting.combination
    if how in SUMMARIES and not can_be_summed_up(how, kind, source.written is not None):
        how = "average"
    return HeadChoice(kind, layer, on, how, setting.threshold / 100)
