"""The multi-head attention page's answer: its steps as small pictures, one of them large."""

from dataclasses import replace

from pages.multi_head_attention.arithmetic import (
    multi_head_arithmetic,
    multi_head_board,
    multi_head_computation,
)
from pages.multi_head_attention.attend_views import HEAD
from pages.multi_head_attention.chips import ASKED_ELSEWHERE, chips
from pages.multi_head_attention.code import multi_head_attention_programs
from pages.multi_head_attention.head_notes import heads_and_one, widths
from pages.multi_head_attention.matrices import head_names
from pages.multi_head_attention.run import PROJECTIONS, MultiHeadRun, run_of
from pages.multi_head_attention.setting import STEPS, MultiHeadSetting
from pages.multi_head_attention.sharing import is_shown, parameter_notes, sharing_notes
from pages.multi_head_attention.steps import step_row
from pages.multi_head_attention.views import MultiHeadViews, to_pin
from pages.translator.glossed import glossed
from pages.translator.link import trained_heads
from transformer_core.explain.computation import Cell
from ui.answer.answer import Answer, Area, PageAnswer
from ui.answer.attention_notes import bits_notes, empty_rows, more_padding_than_keys
from ui.answer.carried import Carried
from ui.answer.parts import Board, Chip, Chips, Heading, Note, Part, Reset
from ui.answer.program import Program
from ui.explain.arithmetic import percent
from ui.explain.arithmetic.numbers import significant
from ui.picture.diff import diff
from ui.picture.label import with_gloss
from ui.picture.matrix_view import Pin
from ui.picture.matrix_view.matrix import Item
from ui.state.address import Selection, State
from ui.state.change import CellEdit, Change, only
from ui.words.language import Text

TILES = {f"{name}_heads": letter for name, (letter, _) in PROJECTIONS.items()} | {
    "heads": "weights",
    "outputs_heads": "output",
}
"""The matrices of all heads, and the opened head's matrix that has the same cells."""
WITH_SWITCHES = ("concatenate", "project_back")
"""The steps in which heads are combined and can be left out."""
MOST_NAMED_HEADS = 16
"""With more heads, their switches show only numbers."""


def answer(state: State[MultiHeadSetting], text: Text) -> Answer:
    setting, run = state.setting, run_of(state.setting)
    return Answer(
        {
            "chips": Area(lambda: chips(text, setting, run)),
            "steps": Area(lambda: [step_row(text, setting, run)]),
            "picture": Area(lambda: _picture(text, state, run)),
            "arithmetic": Area(
                lambda: [multi_head_arithmetic(text, setting, run, state.selection)],
                follows_pin=True,
            ),
        },
        {"pytorch": Area(lambda: [_program(text, setting)])},
        "grouped" if setting.shares else "multi_head",
    )


def _picture(text: Text, state: State[MultiHeadSetting], run: MultiHeadRun) -> list[Part]:
    setting, earlier = state.setting, state.before if state.setting.show == "changed" else None
    items = _items(text, setting)
    if earlier is not None:
        items = diff(text, items, _items(text, _at_the_same_place(earlier, setting)))
    hint = "hint_changed" if earlier else "hint_weights" if _has_editable(items) else "hint"
    return [
        Heading(text(f"steps.{setting.step}")),
        *(sharing_notes(text, setting) or _first(text, setting, run)),
        *_switches(text, setting, run),
        Board(setting.step, items, text(f"matrix_view.{hint}")),
        *widths(text, setting, run),
        *_trained(text, setting),
        *([] if setting.is_trained else bits_notes(text, items)),
        *_notes(text, state, run),
        _changes(text, setting),
    ]


def _items(text: Text, setting: MultiHeadSetting) -> list[Item]:
    return MultiHeadViews(text, setting, run_of(setting)).items(setting.step)


def _at_the_same_place(earlier: MultiHeadSetting, setting: MultiHeadSetting) -> MultiHeadSetting:
    return replace(earlier, head=setting.opened, step=setting.step)


def _has_editable(items: list[Item]) -> bool:
    return any(getattr(item, "editable", False) for item in items)


def _notes(text: Text, state: State[MultiHeadSetting], run: MultiHeadRun) -> list[Note]:
    """Notes on the step, and on special cases of the setting."""
    setting, notes = state.setting, []
    if not setting.is_trained and setting.num_heads != setting.heads:
        sizes = {"d_model": setting.width, "wanted": setting.num_heads, "num_heads": setting.heads}
        notes.append(Note(text("not_divisible", **sizes), "info"))
    if not setting.is_trained:
        notes += more_padding_than_keys(text, setting.mask, setting.padding, len(setting.words))
    if is_shown(setting):
        notes += [*parameter_notes(text, setting), *_first(text, setting, run)]
    if setting.step in WITH_SWITCHES:
        notes.append(Note(_losses(text, setting, run)))
    notes += empty_rows(text, run.head(0).weights, setting.labels(text.language)[0])
    if setting.show == "changed" and state.before is None:
        notes.append(Note(text("change.nothing_yet"), "quiet"))
    return notes


def _first(text: Text, setting: MultiHeadSetting, run: MultiHeadRun) -> list[Note]:
    """What the picture of the step answers."""
    if setting.step == "split":
        return [Note(_own_projections(text, setting, run))]
    if setting.step == "attend" and setting.drops:
        sums = run.dropped[setting.opened].sum(-1)
        low, high = (f"{float(one):.2f}" for one in (sums.min(), sums.max()))
        factor = f"{1 / (1 - setting.dropout):.4g}"
        p, number = f"{setting.dropout:g}", setting.opened + 1
        return [Note(text("drops", p=p, factor=factor, number=number, low=low, high=high))]
    return heads_and_one(text, setting, run)


def _trained(text: Text, setting: MultiHeadSetting) -> list[Part]:
    """A link to trained heads, on the step that compares random ones."""
    if setting.step != "attend" or setting.is_trained:
        return []
    return [trained_heads(text, text("trained.about"), setting.sentence)]


def _switches(text: Text, setting: MultiHeadSetting, run: MultiHeadRun) -> list[Part]:
    """A switch for each head, highlighted while it is on, on the steps that combine heads."""
    if setting.step not in WITH_SWITCHES:
        return []
    names = head_names(text, setting.heads)
    if setting.heads > MOST_NAMED_HEADS:
        names = [str(head + 1) for head in range(setting.heads)]
    chips = [
        Chip.to(
            f"{name} · {percent(run.shares[head])}%",
            setting.switched(head),
            None,
            is_on=head not in setting.heads_off,
        )
        for head, name in enumerate(names)
    ]
    heads = Chips("heads", chips, text("heads_on"), look="switches")
    return [heads, *_effect(text, setting, run), Note(text("share_means"), "quiet")]


def _own_projections(text: Text, setting: MultiHeadSetting, run: MultiHeadRun) -> str:
    """That a projection of its own gives a head the same queries, with the largest difference."""
    *_, own = run.own_projection(setting.opened)
    apart = float((own - run.of_head("queries", setting.opened)).abs().max())
    first = setting.opened * setting.d_k
    return text(
        "own_projections",
        number=setting.opened + 1,
        heads=setting.heads,
        d_model=setting.width,
        d_k=setting.d_k,
        first=first,
        last=first + setting.d_k - 1,
        apart=significant(apart, 2),
    )


def _losses(text: Text, setting: MultiHeadSetting, run: MultiHeadRun) -> str:
    """How much the output changes without the heads that are off."""
    off = ", ".join(str(head + 1) for head in sorted(setting.heads_off))
    return text(
        "loses_share" if off else "loses_nothing", heads=off, percent=percent(run.lost_share)
    )


def _effect(text: Text, setting: MultiHeadSetting, run: MultiHeadRun) -> list[Note]:
    """What becomes of the translator's next token without the heads that are off."""
    effect, trained = run.effect, setting.attention
    if effect is None or trained is None:
        return []
    place = effect.most_changed
    token = glossed(text.language, trained.written).predicted[place]
    before, after = (float(one[place]) for one in (effect.before, effect.after))
    figures = {
        "others": effect.others,
        "count": len(effect.written),
        "token": with_gloss(token),
        "before": percent(before),
        "after": percent(after),
    }
    return [Note(text("effect" if effect.others else "effect_none", **figures))]


def _changes(text: Text, setting: MultiHeadSetting) -> Reset:
    """The button that drops the edits, and the switch to differences."""
    reset = Chip.to(text("change.reset"), setting.with_values(edits={}), None)
    other = "" if setting.show else "changed"
    label = text("change.changed")
    changed = Chip.to(label, setting.with_values(show=other), None, is_on=bool(setting.show))
    return Reset(reset if setting.edits_in_force else None, [changed])


def changed(setting: MultiHeadSetting, change: Change) -> MultiHeadSetting:
    """Set a number of the embedding or of a weight matrix by hand."""
    edit, control = only(CellEdit, change), setting.controls()["edits"]
    edits = setting.edits | {(edit.matrix, edit.row, edit.col): edit.value}
    return setting.with_values(edits=control.read(control.write(edits)))


def pinned(state: State[MultiHeadSetting], pin: str) -> State[MultiHeadSetting]:
    """Pin a cell; one in a small matrix is pinned in its head, which is opened."""
    found = Pin.parse(pin)
    if found is not None and found.matrix.startswith(HEAD):
        opened = state.setting.with_values(head=int(found.matrix.removeprefix(HEAD)))
        return replace(
            state, setting=opened, selection=Selection(f"weights.{found.row}.{found.col}")
        )
    if found is None or found.matrix not in TILES:
        return replace(state, selection=Selection(pin))
    opened = state.setting.with_values(head=found.tile)
    return replace(
        state, setting=opened, selection=Selection(f"{TILES[found.matrix]}.{found.row}.{found.col}")
    )


def followed(state: State[MultiHeadSetting], cell: Cell, text: Text) -> State[MultiHeadSetting]:
    """Go to the step and the head that show a number; unchanged if no matrix shows it."""
    setting, run = state.setting, run_of(state.setting)
    shown = multi_head_board(text, setting, run).tensors.get(cell.tensor)
    if shown is None or not shown.matrix:
        return state
    if shown.head is not None:
        setting = setting.with_values(head=cell.index[0])
    there = replace(state.selection, pin=shown.pinned(cell))
    return normalised(replace(state, setting=setting, selection=there))


def normalised(state: State[MultiHeadSetting]) -> State[MultiHeadSetting]:
    """Go to a step that shows the pinned matrix, if there is one."""
    pin, setting = Pin.parse(state.selection.pin), state.setting
    if pin is None:
        return state
    steps = [setting.step, *STEPS]
    step = next((step for step in steps if pin.matrix in to_pin(setting, step)), setting.step)
    return replace(state, setting=setting.with_values(step=step))


def _compares(setting: MultiHeadSetting) -> bool:
    return setting.show == "changed"


def _program(text: Text, setting: MultiHeadSetting) -> Program:
    batch = "" if setting.is_trained else "0, "
    drawn = {
        f"weights, head {head + 1}": f"weights[{batch}{head}]" for head in range(setting.heads)
    }
    output = "output" if setting.is_trained else "output[0]"
    sources = multi_head_attention_programs(setting)
    return Program(text, "multi_head_attention", *sources, drawn | {"output": output})


def gives(state: State[MultiHeadSetting]) -> Carried:
    setting = state.setting
    return Carried(setting.sentence, d_model=setting.d_model, num_heads=setting.heads)


def takes(carried: Carried) -> dict[str, object]:
    return {"sentence": carried.sentence} if carried.sentence else {}


PAGE = PageAnswer(
    MultiHeadSetting,
    answer,
    changed,
    pinned=pinned,
    followed=followed,
    normalised=normalised,
    compares=_compares,
    tensors=lambda setting: multi_head_computation(run_of(setting), setting.opened).tensors,
    scripts=("pages/multi_head_attention/steps.js",),
    questions=ASKED_ELSEWHERE,
    gives=gives,
    takes=takes,
)
