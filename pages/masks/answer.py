"""The masks page's answer to a setting: the masks side by side, each above its weights."""

from pages.masks.arithmetic import mask_arithmetic, mask_computation
from pages.masks.code import masks_programs
from pages.masks.setting import (
    ALL_KINDS,
    CROSS,
    EXAMPLES,
    PAD_ID,
    TABLE,
    MaskSetting,
    empty_rows,
    outside_window,
    padding_first,
    read_words,
    whole_row,
)
from pages.masks.views import cross_items, mask_items
from transformer_core import AttentionSteps
from ui.answer.answer import Answer, Area, PageAnswer
from ui.answer.chips import presets, suggestions
from ui.answer.parts import Board, Chip, Chips, Heading, Note, Part, Reset
from ui.answer.program import Program
from ui.explain.arithmetic import Arithmetic
from ui.picture.word_labels import rows_in_words
from ui.state.address import State
from ui.state.cells import painted
from ui.state.change import Change, PaintStroke, only
from ui.state.typed_input import shortened
from ui.words.language import Text

LINK = "masks"
"""The boards of this page are highlighted together."""


def answer(state: State[MaskSetting], text: Text) -> Answer:
    setting = state.setting
    steps = setting.steps()

    def arithmetic() -> list[Arithmetic]:
        return [mask_arithmetic(text, setting, steps, state.selection)]

    return Answer(
        {
            "chips": Area(lambda: _chips(text, setting)),
            "picture": Area(lambda: _picture(text, setting, steps)),
            "arithmetic": Area(arithmetic, follows_pin=True),
        },
        {"pytorch": Area(lambda: [_program(text, setting)])},
        "masks",
    )


def _picture(text: Text, setting: MaskSetting, steps: dict[str, AttentionSteps]) -> list[Part]:
    parts: list[Part] = [Board("masks", mask_items(text, setting, steps), _hint(text), LINK)]
    if setting.given == "sentence":
        parts.append(Note(f"{text('token_ids')} {list(setting.token_ids)}", "quiet"))
    if setting.is_unpadded:
        count, length = len(read_words(setting.sentence)), setting.length
        parts.append(Note(text("unpadded", count=count, length=length), "info"))
    clear = Chip.to(text("change.reset"), setting.with_values(cells=frozenset()))
    cross = Board(CROSS, cross_items(text, setting, steps), link=LINK)
    return [
        *parts,
        Reset(clear if setting.cells else None),
        *_empty_rows(text, setting, steps),
        Heading(text("cross.title"), text("cross.about")),
        cross,
    ]


def _hint(text: Text) -> str:
    return text("matrix_view.hint_masks")


def _empty_rows(text: Text, setting: MaskSetting, steps: dict[str, AttentionSteps]) -> list[Note]:
    """Notes on queries that see nothing at all, under which mask, and why."""
    notes = []
    for kind in ALL_KINDS:
        if empty := empty_rows(steps[kind]):
            labels, name = setting.query_labels[kind], text(f"matrices.{kind}")
            rows = rows_in_words(empty, labels, shortened)
            message = text("empty_rows", mask=name, rows=rows, why=text(f"why_empty.{kind}"))
            notes.append(Note(message, "info"))
    return notes


def _chips(text: Text, setting: MaskSetting) -> list[Chips]:
    middle = setting.size // 2
    given = {name: setting.with_values(given="numbers", ids=ids) for name, ids in EXAMPLES.items()}
    given["sentence"] = setting.with_values(given="sentence")
    row = f"painted_weights.{middle}.0"
    suggested: dict[str, tuple[MaskSetting, str]] = {
        "hide_row": (setting.with_values(cells=whole_row(setting.size, middle)), row),
        "window": (setting.with_values(cells=outside_window(setting.size, 1)), row),
    }
    moved = padding_first(setting.token_ids)
    if moved[0] == PAD_ID:
        last_padding = moved.count(PAD_ID) - 1
        pin = f"decoder_weights.{last_padding}.0"
        suggested["padding_first"] = (setting.behind_its_padding(), pin)
    if PAD_ID in setting.token_ids:
        padding = setting.token_ids.index(PAD_ID)
        suggested["cross"] = (setting, f"{CROSS}_weights.0.{padding}")
    return [presets(text, setting, given), suggestions(text, setting, suggested)]


def _program(text: Text, setting: MaskSetting) -> Program:
    masks = setting.masks()
    targets = len(setting.target_labels)
    given = (list(setting.token_ids), targets, masks["painted"], setting.seed, TABLE)
    drawn = {f"weights, {name}": f'weights["{name}"]' for name in masks}
    return Program(text, "masks", *masks_programs(*given), drawn)


def changed(setting: MaskSetting, change: Change) -> MaskSetting:
    """Apply a stroke of paint to the mask that can be painted. Raises: ValueError."""
    stroke = only(PaintStroke, change)
    if stroke.matrix != "painted":
        raise ValueError(f"{stroke.matrix!r} cannot be painted")
    return setting.with_values(cells=painted(setting.cells, stroke))


PAGE = PageAnswer(
    MaskSetting,
    answer,
    changed,
    tensors=lambda setting: mask_computation(setting, setting.steps()).tensors,
)
