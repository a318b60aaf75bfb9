"""The training page's answer to a setting: presets, prediction, picture and arithmetic."""

from collections.abc import Callable, Mapping

from torch import Tensor

from pages.training.arithmetic import (
    PARAMETERS,
    followed,
    is_computed,
    pinned,
    shown_cell,
    training_arithmetic,
)
from pages.training.code import torch_code, training_code
from pages.training.config_diff import difference
from pages.training.elsewhere import elsewhere
from pages.training.map_part import training_map
from pages.training.own_data import OwnData, gone_note
from pages.training.own_input import own_parts
from pages.training.part import SCRIPT, PendingNote, TrainingPicture, Transport
from pages.training.pending import PendingError
from pages.training.predictions import (
    control_row,
    expectation,
    low_peak_row,
    preset_runs,
    verdict,
    watch_text,
    with_part,
)
from pages.training.presets import PRESETS
from pages.training.run_model import RunModel, config_of
from pages.training.run_snapshot import ComputingError, find_run
from pages.training.setting import BEGIN, TrainingSetting
from pages.training.text_outcome import text_verdict
from transformer_core.explain.computation import Cell
from ui.answer.answer import Answer, Area, PageAnswer
from ui.answer.carried import Carried
from ui.answer.chips import suggestions
from ui.answer.map_areas import on_demand_areas
from ui.answer.parts import Note, Part
from ui.answer.program import Program
from ui.answer.route import ROOT
from ui.explain.trail import write_trail
from ui.picture.model_map import SCRIPT as MAP
from ui.state.address import State
from ui.words.language import Text

PASSING = ("picture", "verdict", "own", "map", "arithmetic")
"""The areas to request again when a run stops changing."""
ROUTES = {"runs": f"{ROOT}/runs"}


def answer(state: State[TrainingSetting], text: Text) -> Answer:
    setting = state.setting
    run_model = RunModel.of(setting)
    provisional = run_model.is_provisional or not run_model.is_ready
    is_explained = is_computed(setting, state.selection)

    def on_demand(name: str) -> Area | None:
        cell = shown_cell(run_model, setting, state.selection)
        return on_demand_areas(text, run_model.forward.computation, cell)(name)

    def arithmetic() -> list[Part]:
        return [training_arithmetic(text, setting, state.selection)]

    def known(make: Callable[[], list[Part]]) -> Callable[[], list[Part]]:
        return lambda: once_computed(text, run_model.step, make)

    first = {
        "chips": Area(lambda: _chips(text, setting)),
        "picture": Area(
            lambda: _picture(text, setting, run_model),
            is_provisional=run_model.is_own and provisional,
        ),
        "map": Area(
            known(lambda: _map(text, setting, run_model)),
            is_large=setting.map,
            is_provisional=provisional,
        ),
        "verdict": Area(
            lambda: _verdict(text, setting, run_model),
            is_provisional=run_model.is_under_way or not run_model.is_judged,
        ),
        "own": Area(known(lambda: _own(text, setting, run_model)), is_provisional=provisional),
        "arithmetic": Area(
            known(arithmetic), follows_pin=True, is_provisional=provisional or not is_explained
        ),
    }
    return Answer(first, {"pytorch": Area(lambda: [_program(text, setting)])}, on_demand=on_demand)


def once_computed(text: Text, step: int, make: Callable[[], list[Part]]) -> list[Part]:
    """Parts that need the model of a step, or, while a worker computes it, a note to wait."""
    try:
        return make()
    except PendingError:
        return [PendingNote(text("player.pending", step=f"{step:,}"))]
    except ComputingError as error:
        return [Note(text(f"player.not_computed_{error}", step=f"{step:,}"), "warning")]


def _chips(text: Text, setting: TrainingSetting) -> list[Part]:
    transport = Transport(text, setting, config_of(setting), ROUTES)
    watch = Note(watch_text(text, setting), "watch")
    own = OwnData(text, setting, ROUTES)
    first: list[Part] = [preset_runs(text, setting), own, transport, watch]
    return [*first, *gone_note(text, setting), expectation(text, setting)]


def _controls_note(text: Text, setting: TrainingSetting) -> list[Part]:
    """A note on controls whose value is limited or has no effect."""
    sentences = []
    if setting.heads != setting.num_heads:
        values = {"wanted": setting.num_heads, "d_model": setting.d_model, "heads": setting.heads}
        sentences.append(text("controls.heads_cut", **values))
    if setting.d_model == setting.heads:
        sentences.append(text("controls.scaled_in_vain"))
    config = config_of(setting)
    if config.is_of_today and (setting.dropout or not setting.look_ahead):
        sentences.append(text("controls.not_of_today"))
    if config.positions != setting.positions:
        sentences.append(text("controls.rotary_in_vain"))
    if setting.warmup_steps == 1 and setting.exponent == "mistake":
        sentences.append(text("controls.exponent_in_vain"))
    return [Note(" ".join(sentences), "info")] if sentences else []


def _picture(text: Text, setting: TrainingSetting, run_model: RunModel) -> list[Part]:
    config, beside = config_of(setting), find_run(setting.beside)
    other = None if beside is None else beside.config
    labels = [text("curve.this_run"), text("curve.other_run")]
    if other is not None:
        labels[1] = f"{labels[1]}: {difference(text, config, other)}"
    # A link may name a run of a model that differs from the controls.
    own = run_model.own if run_model.config.untrained == config.untrained else None
    control = config_of(with_part(setting)) if setting.beside == BEGIN else None
    picture = TrainingPicture(text, setting, config, other, ROUTES, labels, PASSING, own, control)
    return [
        *_controls_note(text, setting),
        picture,
        *control_row(text, setting, other),
        *low_peak_row(text, setting),
    ]


def _verdict(text: Text, setting: TrainingSetting, run_model: RunModel) -> list[Part]:
    if not run_model.has_outcome:
        return text_verdict(text, run_model)
    result, config = run_model.result, run_model.config
    if result is None:
        return []

    def judged() -> list[Part]:
        return verdict(text, setting, config, result, run_model.reordered)

    return once_computed(text, result.step, judged)


def _own(text: Text, setting: TrainingSetting, run_model: RunModel) -> list[Part]:
    suggested = {
        "weight": (setting, write_trail([Cell(PARAMETERS[run_model.config.kind], (0, 0))]))
    }
    own = own_parts(text, setting, run_model)
    return [*own, suggestions(text, setting, suggested), *elsewhere(text, run_model)]


def _map(text: Text, setting: TrainingSetting, run_model: RunModel) -> list[Part]:
    return [training_map(text, setting, run_model)] if setting.map else []


def _program(text: Text, setting: TrainingSetting) -> Program:
    config = config_of(setting)
    drawn = {"cross-attention, head 1": "weights[0]"}
    return Program(text, "training", torch_code(config), training_code(config), drawn)


def _tensors(setting: TrainingSetting) -> Mapping[str, Tensor]:
    """The tensors of the shown step; empty while a worker computes it."""
    run_model = RunModel.of(setting)
    return run_model.forward.computation.tensors if run_model.is_ready else {}


def _results(setting: TrainingSetting) -> Mapping[str, float]:
    """What the run has recorded at the shown step; empty before its first record."""
    run_model = RunModel.of(setting)
    records = () if run_model.snapshot is None else run_model.snapshot.records
    return next((one._asdict() for one in records if one.step == run_model.step), {})


def gives(state: State[TrainingSetting]) -> Carried:
    setting = state.setting
    return Carried(d_model=setting.d_model, num_heads=setting.heads)


PAGE = PageAnswer(
    TrainingSetting,
    answer,
    pinned=pinned,
    followed=followed,
    scripts=(SCRIPT, MAP),
    tensors=_tensors,
    results=_results,
    presets=PRESETS,
    gives=gives,
)
