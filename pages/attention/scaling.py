"""The effect of scaling the scores: where it is visible, and where it is explained."""

import torch

from pages.attention.setting import AttentionSetting
from ui.answer.links import preset_link
from ui.answer.parts import Link, Note
from ui.words.language import Text

ELSEWHERE = ("trained", "random", "sentence")
"""Sources whose scores are close enough together for the scaling to be visible."""


def shows_scaling(setting: AttentionSetting) -> bool:
    """True if scaling changes any weight, in the two decimals of a cell."""
    scaled, unscaled = (
        (100 * setting.with_values(scaling=scaling).steps.weights).round()
        for scaling in (True, False)
    )
    return not torch.equal(scaled, unscaled)


def without_scaling(setting: AttentionSetting) -> dict[str, AttentionSetting]:
    """A setting in which leaving out the scaling is visible, by the name of its chip."""
    if shows_scaling(setting):
        return {"scaling": setting.with_values(scaling=False)}
    others = (setting.of(source) for source in ELSEWHERE if source != setting.source)
    found = next((other for other in others if shows_scaling(other)), None)
    if found is None:
        return {}
    name = "scaling_trained" if found.is_trained else "scaling_elsewhere"
    return {name: found.with_values(scaling=False)}


def nothing_to_see(text: Text, setting: AttentionSetting) -> list[Note]:
    """A note that no cell shows whether the scaling is on, while it is off."""
    if setting.scaling or shows_scaling(setting):
        return []
    return [Note(text("unscaled_same"), "info")]


def why_scaling(text: Text) -> Link:
    """A link to the mistake of leaving it out, which shows the effect as d_k grows."""
    return preset_link(text, "why_scaling.about", "why_scaling.link", "mistakes", "unscaled_scores")
