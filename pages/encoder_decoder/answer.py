"""The encoder-decoder page's answer to a setting: the model's map and its output."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from torch import Tensor

from pages.encoder_decoder.arithmetic import (
    computation_of,
    followed,
    model_arithmetic,
    opened,
    pinned,
    shown_cell,
)
from pages.encoder_decoder.code import encoder_decoder_programs
from pages.encoder_decoder.counts import counts_parts
from pages.encoder_decoder.inference import inference_parts, inference_works
from pages.encoder_decoder.loss import loss_parts
from pages.encoder_decoder.map_part import model_map
from pages.encoder_decoder.output import PARTS
from pages.encoder_decoder.questions import ASKED_ELSEWHERE
from pages.encoder_decoder.setting import TABS, EncoderDecoderSetting
from pages.encoder_decoder.sizes import MOST_COMPUTED, PRESETS
from pages.encoder_decoder.token_rows import SCRIPT as TOKEN_ROWS
from ui.answer.answer import Answer, Area, PageAnswer
from ui.answer.chips import presets_and_questions, suggestions
from ui.answer.map_areas import on_demand_areas
from ui.answer.parts import Chip, Chips, Note, Part
from ui.answer.program import Program
from ui.answer.progress import Progress
from ui.picture.model_map import SCRIPT
from ui.state.address import Selection, State
from ui.state.typed_input import InputError
from ui.words.language import Text

PICKED = {"loss": loss_parts, "inference": inference_parts}
"""The tabs that show the picked position."""
BELOW = ("norm", "padding")
"""The suggestions whose result is below the map."""
CROSS = "decoder.layers.0.cross_attention.weights@0.1.0"


def answer(state: State[EncoderDecoderSetting], text: Text) -> Answer:
    setting = state.setting
    first = {
        "examples": Area(lambda: [_presets(text, setting)]),
        "chips": Area(lambda: _suggestions(text, setting)),
        "map": Area(lambda: _map(text, setting), is_large=True),
        "details": Area(lambda: _details(text, setting)),
        "arithmetic": Area(lambda: _arithmetic(text, setting, state.selection), follows_pin=True),
    }
    later = {
        "below": Area(
            lambda: _below(text, setting, state.selection),
            follows_pin=setting.below in PICKED,
            is_provisional=_runs_under_way(setting),
        ),
        "pytorch": Area(lambda: [_program(text, setting)]),
    }

    def on_demand(name: str) -> Area | None:
        if not setting.is_computed:
            return None
        cell = shown_cell(setting, state.selection)
        return on_demand_areas(text, computation_of(setting), cell)(name)

    if setting.is_under_way:
        first = {name: replace(area, is_provisional=True) for name, area in first.items()}
        later = {name: replace(area, is_provisional=True) for name, area in later.items()}
        shown = [*first, *later]
        first["details"] = Area(
            lambda: [_progress(text, setting, shown), *_details(text, setting)], is_provisional=True
        )
    return Answer(first, later, setting.norm, on_demand)


def _progress(text: Text, setting: EncoderDecoderSetting, areas: list[str]) -> Progress:
    """Take the steps of this answer, and say how far the training has come: it can be stopped
    there.
    """
    _ = setting.forward.model
    done = setting.trained_steps
    if done == setting.steps or not setting.is_trained:
        written, target = setting.forward.writing, setting.with_values(reads="target")
        said = text("writing.under_way", done=len(written.done), count=written.most)
        stop = Chip.to(text("writing.stop"), target, None)
        return Progress(said, len(written.done), written.most, areas, stop)
    said = text("trained.under_way", done=done, steps=setting.steps)
    stop = Chip.to(text("trained.stop"), setting.with_values(steps=done), None)
    return Progress(said, done, setting.steps, areas, stop)


def _runs_under_way(setting: EncoderDecoderSetting) -> bool:
    """Return whether the tab on inference takes more runs of the decoder than one answer makes."""
    if setting.below != "inference" or not setting.is_computed:
        return False
    works = inference_works(setting)
    missing = sum(work.most - len(work.done) for work in works if not work.is_whole)
    return missing > setting.forward.tokens_at_once


def _runs(text: Text, setting: EncoderDecoderSetting) -> Progress:
    """Make the runs of this answer, and say how many there are of how many."""
    works, left = inference_works(setting), setting.forward.tokens_at_once
    for work in works:
        left = work.take(left)
    done = sum(len(work.done) for work in works)
    most = sum(len(work.done) if work.is_whole else work.most for work in works)
    stop = Chip.to(text("writing.stop"), setting.with_values(below=TABS[0]), None)
    said = text("writing.runs", done=done, count=most)
    return Progress(said, done, most, ["below"], stop)


def _tensors(setting: EncoderDecoderSetting) -> Mapping[str, Tensor]:
    """Return the numbers of the page after all steps, whatever is still shown."""
    setting.train_whole()
    return computation_of(setting.with_values()).tensors


def _map(text: Text, setting: EncoderDecoderSetting) -> list[Part]:
    return [model_map(text, setting)] if setting.is_computed else []


def _details(text: Text, setting: EncoderDecoderSetting) -> list[Part]:
    """The number of parameters; all counts if the model is not computed."""
    total = f"{sum(setting.counts.values()):,}"
    count = Note(text("counts.total", count=total), "quiet")
    if setting.is_computed:
        return [count]
    note = Note(text("not_computed", limit=f"{MOST_COMPUTED:,}"), "info")
    return [note, count, *counts_parts(text, setting)]


def _arithmetic(text: Text, setting: EncoderDecoderSetting, selection: Selection) -> list[Part]:
    return [model_arithmetic(text, setting, selection)] if setting.is_computed else []


def _below(text: Text, setting: EncoderDecoderSetting, selection: Selection) -> list[Part]:
    """One part of the model's output, and tabs for the others."""
    if not setting.is_computed:
        return []
    tabs = [
        Chip.to(
            text(f"{tab}.title"), setting.with_values(below=tab), None, is_on=tab == setting.below
        )
        for tab in TABS
    ]
    if _runs_under_way(setting):
        parts: Sequence[Part] = [_runs(text, setting)]
    elif setting.below in PICKED:
        parts = PICKED[setting.below](text, setting, selection)
    else:
        parts = PARTS[setting.below](text, setting)
    return [Chips("below", tabs, look="tabs"), *parts]


def _of_presets(
    setting: EncoderDecoderSetting,
) -> tuple[dict[str, EncoderDecoderSetting], dict[str, InputError]]:
    """Return the settings of the presets by name, and the errors of those whose vocabulary has
    fewer words than the sentences.
    """
    given, refused = {}, {}
    for name, sizes in PRESETS.items():
        try:
            given[name] = setting.of(sizes)
        except InputError as error:
            refused[name] = error
    return given, refused


def _presets(text: Text, setting: EncoderDecoderSetting) -> Chips:
    """The sizes, then questions that the page answers."""
    given, _ = _of_presets(setting)
    return presets_and_questions(
        text, setting, given, ASKED_ELSEWHERE, group="sizes", reveal=lambda _: "below"
    )


def _refused(text: Text, setting: EncoderDecoderSetting) -> list[Note]:
    """Return a note on each preset that is not offered."""
    _, refused = _of_presets(setting)
    return [
        Note(text("ignored.preset", preset=text(f"presets.{name}"), **error.values), "quiet")
        for name, error in refused.items()
    ]


def _suggestions(text: Text, setting: EncoderDecoderSetting) -> list[Part]:
    missing = _refused(text, setting)
    if not setting.is_computed:
        # Suggestions need numbers, and there are none; the row has the note of the preset.
        return [suggestions(text, setting, {}), *missing]
    other = setting.with_values(norm="post" if setting.norm_first else "pre", below="depth")
    suggested = {
        "norm": (other, ""),
        "padding": (setting.with_values(padding=4, below="loss"), ""),
        "cross": (setting, CROSS),
    }
    row = suggestions(text, setting, suggested)
    chips = [
        replace(chip, reveal="below" if name in BELOW else "")
        for name, chip in zip(suggested, row.chips, strict=True)
    ]
    return [replace(row, chips=chips), *missing]


def _program(text: Text, setting: EncoderDecoderSetting) -> Program:
    sources = encoder_decoder_programs(setting.forward, setting.label_smoothing)
    drawn = {"probabilities": "logits.softmax(dim=-1)[0]"}
    return Program(text, "encoder_decoder", *sources, drawn=drawn)


PAGE = PageAnswer(
    EncoderDecoderSetting,
    answer,
    pinned=pinned,
    followed=followed,
    opened=opened,
    tensors=_tensors,
    questions=ASKED_ELSEWHERE,
    scripts=(SCRIPT, TOKEN_ROWS),
)
