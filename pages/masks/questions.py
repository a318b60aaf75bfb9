"""Presets and suggestions: what the page starts with, and the questions that it answers."""

from collections.abc import Callable, Mapping
from functools import cache

from pages.masks.setting import COMPARED, EXAMPLES, SINCE, MaskSetting
from pages.masks.tokens import MAX_TOKENS, PAD_ID, padding_first
from pages.translator.padded_sentence import PAD_LABEL
from ui.answer.chips import presets, suggestion_row, suggestions
from ui.answer.parts import Chip, Chips
from ui.state.cells import Cells
from ui.words.language import LANGUAGES, Text, text_of

UNPADDED = "11 12 13 14 15 16 17 18"
LEARNED_GAIN = 20_000
"""Scores 0.5 apart become 10^4 apart."""


@cache
def _short_targets() -> Mapping[str, str]:
    """For the target that the page starts with in each language, one whose masks have room for
    their numbers next to each other.
    """
    words = [text_of("masks", code) for code in LANGUAGES]
    return {text("controls.target_default"): text("controls.target_asked") for text in words}


def _about(attention: str, compare: str) -> Callable[[MaskSetting], MaskSetting]:
    """One attention next to another mask, with source and target padded to one length."""

    def asked(setting: MaskSetting) -> MaskSetting:
        target = _short_targets().get(setting.target, setting.target)
        values = {"attention": attention, "compare": compare, "gain": 1, "target": target}
        return setting.for_one_attention().with_values(**values).padded_alike()

    return asked


def _written(setting: MaskSetting) -> MaskSetting:
    """A target without padding, as it is while it is written."""
    asked = _about("decoder", "recomputed")(setting)
    tokens = [token for token in asked.target_tokens if token != PAD_LABEL]
    return asked.with_values(target_length=min(len(tokens), MAX_TOKENS))


def _half(setting: MaskSetting) -> MaskSetting:
    return _about("decoder", "half")(setting).with_values(padding_first=True)


def _learned(setting: MaskSetting) -> MaskSetting:
    return _about("decoder", "finite")(setting).with_values(gain=LEARNED_GAIN)


def _since(name: str, **numbers: object) -> Callable[[MaskSetting], MaskSetting]:
    """A mask since the paper, on eight tokens without padding, next to those of the paper."""
    plain = {
        "attention": "all",
        "compare": "",
        "source": "random",
        "given": "numbers",
        "ids": UNPADDED,
    }
    default = {"window": 3, "prefix": 3, "documents": "3 2"}
    return lambda setting: setting.with_values(**plain, last=name, **default | numbers)


QUESTIONS: Mapping[str, Callable[[MaskSetting], MaskSetting]] = {
    "which_padding": _about("cross", "target"),
    "queries_too": _about("cross", "queries"),
    "and_or": _about("decoder", "and"),
    "zero": _about("encoder", "zero"),
    "residual": _about("decoder", "residual"),
    "position_norm": _about("decoder", "norm"),
    "half": _half,
    "learned": _learned,
    "is_causal": _about("decoder", "causal"),
    "whole_target": _about("decoder", "recomputed"),
    "inference": _written,
    "sliding_window": _since("window", window=4),
    "packed_documents": _since("packed", documents="2 3"),
}
"""The setting whose picture answers each question."""
ASKED_ELSEWHERE: Mapping[str, Callable[[MaskSetting], MaskSetting]] = {
    **QUESTIONS,
    "true_hides": _about("encoder", "opposite"),
    "mask_axis": _about("encoder", "axis"),
    "triangle": _about("decoder", "transposed"),
    "look_ahead": _about("decoder", "padding"),
}
"""The same, with questions whose answers the tabs already name."""
SUGGESTED = {
    "encoder": ("which_padding", "zero"),
    "decoder": ("and_or", "learned", "inference"),
    "cross": ("which_padding", "queries_too"),
}
"""The questions that are suggested where each attention is shown."""


def chips(text: Text, setting: MaskSetting) -> list[Chips]:
    """The menus of presets and of questions, and the row of suggestions."""
    all_masks = setting.with_values(attention="all", source="random")
    given = {
        name: all_masks.with_values(given="numbers", ids=ids, last="painted")
        for name, ids in EXAMPLES.items()
    }
    given |= {name: _since(name)(setting) for name in SINCE}
    given["sentence"] = all_masks.with_values(given="sentence", last="painted")
    given["trained"] = setting.of_translator()
    asked = {name: _question(text, setting, name) for name in QUESTIONS}
    menu = Chips("questions", list(asked.values()), text("questions_menu"), is_menu=True)
    if setting.attention == "all":
        suggested = suggestions(text, setting, _masks(setting))
    else:
        names = SUGGESTED[setting.attention]
        suggested = suggestion_row(text, [asked[name] for name in names])
    return [presets(text, setting, given), menu, suggested]


def _question(text: Text, setting: MaskSetting, name: str) -> Chip:
    target = QUESTIONS[name](setting)
    return Chip.to(
        text(f"questions.{name}"),
        target,
        hint=text(f"answers.{name}"),
        is_on=target == setting,
    )


def _masks(setting: MaskSetting) -> dict[str, tuple[MaskSetting, str]]:
    """What can be done to the masks of one sentence, each with the cell to pin after it."""
    if setting.last in SINCE:
        return _of_since(setting)
    middle = setting.size // 2
    row = f"painted_weights.{middle}.0"
    suggested = {
        "hide_row": (setting.with_values(cells=whole_row(setting.size, middle)), row),
        "window": (setting.with_values(cells=outside_window(setting.size, 1)), row),
    }
    moved = padding_first(setting.token_ids)
    if moved[0] == PAD_ID:
        pin = f"decoder_weights.{moved.count(PAD_ID) - 1}.0"
        suggested["padding_first"] = (setting.behind_its_padding(), pin)
    return suggested


def _of_since(setting: MaskSetting) -> dict[str, tuple[MaskSetting, str]]:
    """The smallest number of such a mask, and the one at which it is the look-ahead mask."""
    size = setting.size
    values: dict[str, dict[str, dict[str, object]]] = {
        "window": {"window_one": {"window": 1}, "window_all": {"window": size}},
        "prefix": {"prefix_none": {"prefix": 0}, "prefix_all": {"prefix": size}},
        "packed": {
            "packed_one": {"documents": str(size)},
            "packed_each": {"documents": " ".join(["1"] * size)},
        },
    }
    return {
        name: (setting.with_values(**one), f"{setting.last}_weights.{size - 1}.0")
        for name, one in values[setting.last].items()
    }


def whole_row(size: int, row: int) -> Cells:
    """The cells that hide everything from one query."""
    return frozenset((row, col) for col in range(size))


def outside_window(size: int, reach: int) -> Cells:
    """The cells that leave each query only its neighbours, `reach` on either side."""
    everywhere = ((row, col) for row in range(size) for col in range(size))
    return frozenset((row, col) for row, col in everywhere if abs(row - col) > reach)


def tabs(text: Text, setting: MaskSetting) -> Chips:
    """What the attention is compared with."""
    shown = [
        Chip.to(
            text(f"compared.{name}"),
            setting.with_values(compare=name),
            is_on=name == setting.compared_with,
        )
        for name in COMPARED[setting.attention]
    ]
    # Those of the decoder fill the line.
    title = "" if setting.attention == "decoder" else text("compare_with")
    return Chips("compare", shown, title, look="tabs")
