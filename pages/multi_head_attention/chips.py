"""Presets, the questions that the page answers, and suggestions."""

from collections.abc import Callable, Mapping

from pages.multi_head_attention.run import MultiHeadRun
from pages.multi_head_attention.setting import MOST_HEADS, PRESETS, MultiHeadSetting, divisors
from ui.answer.chips import presets, suggestions
from ui.answer.parts import Chip, Chips
from ui.words.language import Text


def chips(text: Text, setting: MultiHeadSetting, run: MultiHeadRun) -> list[Chips]:
    """The menus of presets and of questions, and the row of suggestions."""
    trained = setting.of_translator("encoder", text("controls.sentence_trained"))
    small = setting.of_sizes(*PRESETS["small"])
    split = small.with_values(step="split")
    given = {
        "encoder": trained,
        "small": small.with_values(step="attend"),
        "grouped": split.with_values(kv_heads=2),
        "multi_query": split.with_values(kv_heads=1),
    }
    suggested = suggestions(text, setting, _suggested(setting, run))
    return [presets(text, setting, given), _questions(text, setting), suggested]


def _projections(setting: MultiHeadSetting) -> MultiHeadSetting:
    """The columns of one projection next to a projection of their own."""
    return setting.of_sizes(*PRESETS["small"]).with_values(step="split")


def _dropped(setting: MultiHeadSetting) -> MultiHeadSetting:
    """The opened head's weights after dropout, whose rows add up to more or less than 1."""
    return setting.of_sizes(*PRESETS["small"]).with_values(step="attend", dropout=0.5)


def _grouped(setting: MultiHeadSetting) -> MultiHeadSetting:
    """Eight heads of queries, four to each head of keys and values."""
    return setting.of_sizes(16, 8).with_values(step="split", kv_heads=2, head=0)


ASKED_ELSEWHERE: Mapping[str, Callable[[MultiHeadSetting], tuple[MultiHeadSetting, str]]] = {
    "projections": lambda setting: (_projections(setting), ""),
    "dropped": lambda setting: (_dropped(setting), ""),
    "grouped_heads": lambda setting: (_grouped(setting), ""),
}
"""The questions that other pages link to, each with its setting and the cell to pin."""


def _questions(text: Text, setting: MultiHeadSetting) -> Chips:
    """Each question with the setting whose picture answers it."""
    cross = setting.of_translator("cross", text("controls.sentence_trained"))
    asked = {
        "cross": cross.with_values(step="attend"),
        "projections": _projections(setting),
        "dropped": _dropped(setting),
        "grouped_heads": _grouped(setting),
        "one_head": setting.of_sizes(setting.random_width, 1),
        "base": setting.of_sizes(*PRESETS["base"]),
    }
    made = [
        Chip.to(
            text(f"questions.{name}"),
            target,
            hint=text(f"watch.{name}"),
            is_on=target == setting,
        )
        for name, target in asked.items()
    ]
    return Chips("questions", made, text("questions_menu"), is_menu=True)


def _suggested(
    setting: MultiHeadSetting, run: MultiHeadRun
) -> dict[str, tuple[MultiHeadSetting, str]]:
    suggested: dict[str, tuple[MultiHeadSetting, str]] = {}
    strongest = frozenset({run.strongest})
    if setting.heads > 1 and setting.heads_off in (frozenset(), strongest):
        suggested["strongest"] = (setting.with_values(off=strongest, step="project_back"), "")
    if not setting.is_trained:
        most = divisors(setting.width)[-1]
        suggested["most_heads"] = (setting.with_values(num_heads=most), "")
    if setting.shares:
        suggested["own_keys"] = (setting.with_values(kv_heads=MOST_HEADS), "")
    if setting.heads_off:
        suggested["all_on"] = (setting.with_values(off=frozenset()), "")
    return suggested
