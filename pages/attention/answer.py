"""The attention page's answer to a setting: every step from Q, K and V to the output."""

from collections.abc import Callable

from pages.attention.arithmetic import (
    followed,
    normalised,
    setting_arithmetic,
    setting_tensors,
)
from pages.attention.code import attention_programs
from pages.attention.comparison import difference_notes, side_by_side
from pages.attention.projections import detached_parts, projection_items
from pages.attention.scaling import nothing_to_see, why_scaling, without_scaling
from pages.attention.setting import SOURCES, AttentionSetting
from pages.attention.views import attention_items, early_colours
from pages.translator.link import all_heads
from ui.answer.answer import Answer, Area, PageAnswer
from ui.answer.attention_notes import bits_notes, empty_rows, more_padding_than_keys
from ui.answer.carried import Carried
from ui.answer.chips import presets, suggestions, untrained
from ui.answer.parts import Board, Chip, Heading, Note, Part, Reset
from ui.answer.program import Program
from ui.picture.diff import diff
from ui.picture.matrix_view.matrix import Item
from ui.state.address import State
from ui.state.cells import painted
from ui.state.change import CellEdit, Change, PaintStroke, only
from ui.state.typed_input import MAX_SIZE
from ui.words.language import Text

Drawing = Callable[[Text, AttentionSetting], list[Item]]
LINK = "attention"
"""The boards of this page are highlighted together."""


def answer(state: State[AttentionSetting], text: Text) -> Answer:
    setting = state.setting
    return Answer(
        {
            "chips": Area(lambda: _chips(text, setting)),
            "picture": Area(lambda: _picture(text, state)),
            "projections": Area(lambda: _projections(text, state)),
            "arithmetic": Area(
                lambda: [setting_arithmetic(text, setting, state.selection)], follows_pin=True
            ),
        },
        {"pytorch": Area(lambda: [_program(text, setting)])},
        equation_name(masked=setting.mask != "none", scaled=setting.scaling),
    )


def equation_name(*, masked: bool, scaled: bool) -> str:
    return f"{'scaled' if scaled else 'unscaled'}{'_masked' if masked else ''}"


def _picture(text: Text, state: State[AttentionSetting]) -> list[Part]:
    setting = state.setting
    items = _drawn(text, state, attention_items)
    return [
        Board("attention", items, text(f"matrix_view.{_hint(state)}"), LINK),
        *_where_from(text, setting),
        why_scaling(text),
        *nothing_to_see(text, setting),
        *more_padding_than_keys(text, setting.mask, setting.padding, setting.sizes.keys),
        _changes(text, setting),
        *([Note(ends, "quiet")] if (ends := early_colours(text, items)) else []),
        *_said(text, state),
        *empty_rows(text, setting.steps.weights, setting.labels_in(text.language)[0]),
        *bits_notes(text, items),
    ]


def _where_from(text: Text, setting: AttentionSetting) -> list[Part]:
    """Which head of the translator Q, K and V are from, with a link to all its heads."""
    if not setting.is_trained:
        return []
    shown = setting.trained
    about = text(
        f"from_trained.{setting.kind}",
        layer=setting.shown_layer + 1,
        head=setting.shown_head + 1,
        written=shown.written.translation.written,
    )
    return [all_heads(text, about, setting.sentence, setting.kind, setting.shown_layer + 1)]


def _projections(text: Text, state: State[AttentionSetting]) -> list[Part]:
    """The matrices from which Q, K and V of a sentence are computed."""
    items = _drawn(text, state, projection_items)
    if not items:
        return []
    return [Heading(text("projections")), Board("projections", items, link=LINK)]


def _drawn(text: Text, state: State[AttentionSetting], draw: Drawing) -> list[Item]:
    """The matrices with their values, as differences from before, or as B next to A."""
    setting, before = state.setting, state.before
    items = draw(text, setting)
    if setting.show == "changed" and before is not None:
        return diff(text, items, draw(text, before))
    if setting.show == "compare":
        return side_by_side(draw(text, _baseline(setting)), items)
    return items


def _baseline(setting: AttentionSetting) -> AttentionSetting:
    return setting.baseline or setting.numbers_only()


def _hint(state: State[AttentionSetting]) -> str:
    """The key of the line under the matrices."""
    setting = state.setting
    if setting.show == "compare":
        return "hint_compare"
    if setting.show == "changed" and state.before is not None:
        return "hint_changed"
    if setting.mask == "painted":
        return "hint_paint"
    return "hint_edit_sentence" if setting.source == "sentence" else "hint_edit"


def _changes(text: Text, setting: AttentionSetting) -> Reset:
    """Undo, redo and reset, and the choice of how the matrices are shown."""
    original = setting.with_values(edits={}, cells=frozenset())
    changed, compares = setting.show == "changed", setting.show == "compare"
    shown = setting.with_values(show="" if changed else "changed", baseline=None)
    beside = setting.with_values(show="" if compares else "compare", baseline=None)
    extra = [
        Chip.to(text("change.changed"), shown, None, is_on=changed),
        Chip.to(text("change.compare"), beside, None, is_on=compares),
    ]
    further = []
    if compares:
        baseline = setting.with_values(baseline=setting.numbers_only())
        further.append(Chip.to(text("hold"), baseline, None, hint=text("hold_help")))
    is_edited = bool(setting.edits or setting.painted)
    reset = Chip.to(text("change.reset"), original, None) if is_edited else None
    return Reset(reset, extra, further)


def _said(text: Text, state: State[AttentionSetting]) -> list[Part]:
    """Notes on the comparison or the last change, and on matrices that no longer follow from X."""
    setting = state.setting
    parts: list[Part] = [*detached_parts(text, setting)]
    if setting.show == "changed" and state.before is None:
        parts.append(Note(text("change.nothing_yet"), "quiet"))
    if setting.show == "compare":
        parts += difference_notes(text, _baseline(setting), setting)
    return parts


def _chips(text: Text, setting: AttentionSetting) -> list[Part]:
    given = {source: setting.of(source) for source in SOURCES}
    suggested = {name: (target, "") for name, target in without_scaling(setting).items()}
    suggested |= {
        "hide_future": (setting.with_values(mask="look_ahead"), "weights.0.0"),
    }
    if setting.is_trained and setting.kind != "cross":
        suggested["cross"] = (setting.with_values(kind="cross", mask="none"), "")
    if setting.sizes.keys > 1:
        suggested["same_keys"] = (setting.with_equal_keys(), "scores.0.1")
    notes = [untrained(text, setting.seed)] if setting.is_random else []
    return [presets(text, setting, given), *notes, suggestions(text, setting, suggested)]


def _program(text: Text, setting: AttentionSetting) -> Program:
    sources = attention_programs(*setting.matrices, setting.hidden, setting.scale)
    drawn = {"weights": "weights", "output": "output"}
    return Program(text, "attention", *sources, drawn=drawn)


def changed(setting: AttentionSetting, change: Change) -> AttentionSetting:
    """Apply a stroke of paint on the mask, or an edited cell. Raises: ValueError."""
    if isinstance(change, PaintStroke) and change.matrix == "mask":
        return setting.with_values(cells=painted(setting.cells, change))
    edit = only(CellEdit, change)
    # K is shown transposed, but for the wide keys of the translator.
    is_turned = edit.matrix == "K" and not setting.is_trained
    row, col = (edit.col, edit.row) if is_turned else (edit.row, edit.col)
    if not setting.is_trained and max(row, col) >= MAX_SIZE:
        raise ValueError(f"{edit.matrix}[{row}, {col}] is out of range")
    edits = setting.edits | {(edit.matrix, row, col): edit.value}
    control = type(setting).controls()["edits"]
    return setting.with_values(edits=control.read(control.write(edits)))


def loaded(
    setting: AttentionSetting, matrix: str, rows: list[list[float]]
) -> AttentionSetting | None:
    """Load Q, K or V from a file, which sets its size."""
    if setting.is_trained or matrix not in ("Q", "K", "V"):
        return None
    return setting.with_matrix(matrix, rows)


def gives(state: State[AttentionSetting]) -> Carried:
    setting = state.setting
    return Carried(setting.sentence if setting.source == "sentence" else "")


def takes(carried: Carried) -> dict[str, object]:
    sentence: dict[str, object] = {"source": "sentence", "sentence": carried.sentence}
    return sentence if carried.sentence else {}


PAGE = PageAnswer(
    AttentionSetting,
    answer,
    changed,
    tensors=setting_tensors,
    loaded=loaded,
    followed=followed,
    normalised=normalised,
    compares=lambda setting: setting.show == "changed",
    questions={"q_k_v": lambda setting: (setting.of("one_match"), "output.0.0")},
    gives=gives,
    takes=takes,
)
