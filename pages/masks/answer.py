"""The masks page's answer to a setting: all masks side by side, or one attention under two."""

from collections.abc import Mapping

from torch import Tensor

from pages.masks.arithmetic import mask_arithmetic, mask_computation
from pages.masks.code import compared_programs, masks_programs, trained_programs
from pages.masks.comparison import Comparison, comparison_of
from pages.masks.comparison_arithmetic import compared_attention, comparison_arithmetic
from pages.masks.comparison_notes import comparison_notes
from pages.masks.comparison_views import comparison_items
from pages.masks.questions import ASKED_ELSEWHERE, chips, tabs
from pages.masks.setting import CROSS, MaskSetting
from pages.masks.since import since_notes
from pages.masks.tokens import PAD_ID, read_words
from pages.masks.trained import TrainedHead
from pages.masks.views import cross_items, mask_items
from pages.translator.link import all_heads
from transformer_core import AttentionSteps
from ui.answer.answer import Answer, Area, PageAnswer, unpinned
from ui.answer.carried import Carried
from ui.answer.parts import Board, Chip, Heading, Link, Note, Part, Reset
from ui.answer.program import Program
from ui.explain.arithmetic import Arithmetic
from ui.picture.rows_in_words import rows_in_words
from ui.state.address import State
from ui.state.cells import painted
from ui.state.change import Change, PaintStroke, only
from ui.state.typed_input import shortened
from ui.words.language import Text

LINK = "masks"
"""The boards of this page are highlighted together."""


def answer(state: State[MaskSetting], text: Text) -> Answer:
    setting = state.setting
    is_one = setting.attention != "all"

    def picture() -> list[Part]:
        return _comparison(text, setting) if is_one else _picture(text, setting, setting.steps())

    def arithmetic() -> list[Arithmetic]:
        if is_one:
            return [comparison_arithmetic(text, _compared(text, setting), state.selection)]
        return [mask_arithmetic(text, setting, setting.steps(), state.selection)]

    return Answer(
        {
            "chips": Area(lambda: chips(text, setting)),
            "picture": Area(picture),
            "arithmetic": Area(arithmetic, follows_pin=True),
        },
        {"pytorch": Area(lambda: [_program(text, setting)])},
        "masks",
    )


def _compared(text: Text, setting: MaskSetting) -> Comparison:
    """The comparison of a setting, with labels for the reader."""
    return comparison_of(setting).labelled(text.language)


def _comparison(text: Text, setting: MaskSetting) -> list[Part]:
    of = _compared(text, setting)
    items = comparison_items(text, of)
    hint = "hint_opposite" if of.name == "opposite" else "hint_compared"
    return [
        tabs(text, setting),
        *comparison_notes(text, of),
        Board("comparison", items, text(f"matrix_view.{hint}")),
        *([_where_from(text, setting, of.trained)] if of.trained else []),
    ]


def _where_from(text: Text, setting: MaskSetting, trained: TrainedHead) -> Link:
    """Which head of the translator Q, K and V are from, with a link to all its heads."""
    kind, layer = trained.shown.kind, trained.shown.layer + 1
    written = trained.padded.written.translation.written
    about = text(f"from_trained.{kind}", layer=layer, head=trained.head + 1, written=written)
    has_padding = PAD_ID in (*setting.token_ids, *setting.target_ids)
    more = [text("from_trained.padding")] if has_padding else []
    if trained.gain != 1:
        more.append(text("from_trained.gain", gain=trained.gain))
    return all_heads(text, " ".join([about, *more]), setting.sentence, kind, layer)


def _picture(text: Text, setting: MaskSetting, steps: dict[str, AttentionSteps]) -> list[Part]:
    parts: list[Part] = [
        Board("masks", mask_items(text, setting, steps), _hint(text, setting), LINK)
    ]
    parts += since_notes(text, setting, steps)
    if setting.given == "sentence":
        parts.append(Note(f"{text('token_ids')} {list(setting.token_ids)}", "quiet"))
    if setting.is_unpadded:
        count, length = len(read_words(setting.sentence)), setting.length
        parts.append(Note(text("unpadded", count=count, length=length), "info"))
    clear = Chip.to(text("change.reset"), setting.with_values(cells=frozenset()))
    return [
        *parts,
        Reset(clear if setting.cells and setting.last == "painted" else None),
        *_empty_rows(text, setting, steps),
        Note(f"{text('where')} {text('conventions')}", "quiet"),
        Heading(text("cross.title"), text("cross.about")),
        Board(CROSS, cross_items(text, setting, steps), link=LINK),
    ]


def _hint(text: Text, setting: MaskSetting) -> str:
    """Only the painted mask can be painted."""
    hint = "hint_masks" if setting.last == "painted" else "hint_compared"
    return text(f"matrix_view.{hint}")


def _empty_rows(text: Text, setting: MaskSetting, steps: dict[str, AttentionSteps]) -> list[Note]:
    """Notes on queries that see nothing at all, under which mask, and why."""
    notes = []
    for kind in setting.all_kinds:
        if empty := empty_rows(steps[kind]):
            labels, name = setting.query_labels[kind], text(f"matrices.{kind}")
            rows = rows_in_words(empty, labels, shortened)
            message = text("empty_rows", mask=name, rows=rows, why=text(f"why_empty.{kind}"))
            notes.append(Note(message, "info"))
    return notes


def _program(text: Text, setting: MaskSetting) -> Program:
    if setting.attention != "all":
        drawn = {text(f"sides.{side}"): f"{side}_weights" for side in comparison_of(setting).sides}
        programs = trained_programs(setting) if setting.is_trained else compared_programs(setting)
        return Program(text, "masks", *programs, drawn)
    masks = setting.masks()
    targets = len(setting.target_labels)
    drawn = {f"weights, {name}": f'weights["{name}"]' for name in masks}
    return Program(text, "masks", *masks_programs(setting, targets), drawn)


def empty_rows(steps: AttentionSteps) -> list[int]:
    """The queries from which every key is hidden."""
    return [row for row, total in enumerate(steps.weights.sum(-1).tolist()) if total == 0]


def changed(setting: MaskSetting, change: Change) -> MaskSetting:
    """Apply a stroke of paint to the mask that can be painted. Raises: ValueError."""
    stroke = only(PaintStroke, change)
    if stroke.matrix != "painted":
        raise ValueError(f"{stroke.matrix!r} cannot be painted")
    return setting.with_values(cells=painted(setting.cells, stroke))


def _tensors(setting: MaskSetting) -> Mapping[str, Tensor]:
    if setting.attention == "all":
        return mask_computation(setting, setting.steps()).tensors
    return compared_attention(comparison_of(setting)).tensors


def gives(state: State[MaskSetting]) -> Carried:
    setting = state.setting
    has_sentence = setting.given == "sentence" or setting.is_trained
    return Carried(setting.sentence if has_sentence else "")


def takes(carried: Carried) -> dict[str, object]:
    sentence: dict[str, object] = {"given": "sentence", "sentence": carried.sentence}
    return sentence if carried.sentence else {}


PAGE = PageAnswer(
    MaskSetting,
    answer,
    changed,
    tensors=_tensors,
    questions={name: unpinned(asked) for name, asked in ASKED_ELSEWHERE.items()},
    gives=gives,
    takes=takes,
)
