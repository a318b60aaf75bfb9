"""The arithmetic of any number of the shown model; for a parameter, its Adam update."""

from dataclasses import replace

from pages.training.adam import adam_lines
from pages.training.pending import PendingError
from pages.training.run_board import naming_of, run_board
from pages.training.run_model import PATHS, RunModel, config_of, shown_kind
from pages.training.run_snapshot import ComputingError
from pages.training.setting import TrainingSetting
from pages.training.sides import labelled
from pages.translator.glossed import english_label, korean_label
from pages.whole_model.names import EncoderDecoderNaming
from pages.whole_model.task_sentences import SPECIALS
from transformer_core.explain.computation import Cell, Computation
from transformer_core.explain.explanation import Explanation
from transformer_core.explain.origin import Axis
from ui.explain.arithmetic import Arithmetic
from ui.explain.equation import Naming
from ui.explain.explanation import explained
from ui.explain.onward import uses_lines
from ui.explain.trail import read_cell, valid_trail, write_trail
from ui.picture.label import with_gloss
from ui.picture.matrix_view import Pin
from ui.state.address import Selection, State
from ui.words.language import Text, text_of

WRITTEN = Axis("query", "tgt")
"""The tokens that the decoder attends from."""
PARAMETERS = {
    "encoder_decoder": "decoder.layers.0.cross_attention.w_q.weight",
    "decoder": "decoder.layers.0.self_attention.w_q.weight",
    "encoder": "encoder.layers.0.self_attention.w_q.weight",
}
"""A matrix with a parameter to follow, by what is trained."""


class TrainingNaming(EncoderDecoderNaming):
    """Names cells as the encoder-decoder page does, but explains the embeddings as trained."""

    def __init__(self, text: Text, run_model: RunModel) -> None:
        forward = run_model.forward
        words = text_of("whole_model", text.language)
        self.look_ahead = run_model.config.look_ahead
        self.task, self.is_on_map = run_model.config.the_task, run_model.setting.map
        sentences = labelled(text.language, self.task, forward.sentences)
        super().__init__(words, sentences, forward.computation, run_model.config.norm_first)

    def in_words(self, explanation: Explanation) -> str:
        """Explain a number of an embedding table by the token of its vocabulary."""
        if explanation.kind != "embedding":
            return super().in_words(explanation)
        token = int(explanation.numbers["token"])
        is_source = explanation.cell.tensor.startswith("src")
        vocabulary = self.task.source if is_source else self.task.target
        known, label = vocabulary.tokens[token], english_label if is_source else korean_label
        word = label(self.text.language, known, SPECIALS.get(known, known))
        return self.text("explanation.token", token=token, word=with_gloss(word))

    def _labels(self, cell: Cell) -> list[str]:
        """In the matrices, name a row of the decoder after the token it should write."""
        labels = super()._labels(cell)
        axes = self.computation.coordinates(cell)
        if not self.is_on_map and WRITTEN in axes and any(axis.role == "key" for axis in axes):
            labels[0] = self.sentences.target_names[axes[WRITTEN]]
        return labels


def _naming(text: Text, run_model: RunModel) -> Naming:
    """Names as the encoder-decoder page has them, or, with today's parts, as any model's map."""
    forward, config = run_model.forward, run_model.config
    if forward.given is None:
        return TrainingNaming(text, run_model)
    sentences = labelled(text.language, config.the_task, forward.sentences)
    return naming_of(text, run_board(config, forward, sentences))


def shown_cell(run_model: RunModel, setting: TrainingSetting, selection: Selection) -> Cell:
    """The number to explain: the followed one, the pinned one, else the largest weight of the first
    row shown.
    """
    computation = run_model.forward.computation
    *_, followed = valid_trail(computation, selection.trail) or (None,)
    path = PATHS[shown_kind(setting, run_model.config)]
    pinned = read_cell(computation, selection.pin) or weight_of(computation, path, selection.pin)
    return followed or pinned or _first(computation, path, run_model.config.kind)


def _first(computation: Computation, path: str, kind: str) -> Cell:
    """The largest weight of the first row; of a decoder alone of the last, as its first token sees
    nothing but itself.
    """
    name = path.format(layer=0)
    weights = computation.tensors[name]  # (heads, seq_q, seq_k)
    row = weights.size(1) - 1 if kind == "decoder" else 0
    return Cell(name, (0, row, int(weights[0, row].argmax())))


def weight_of(computation: Computation, path: str, text: str) -> Cell | None:
    """The cell of a weight pinned in the matrix, or in the small matrices of all heads.

    Args:
        path: one of `PATHS`.
    """
    pin = Pin.parse(text)
    if pin is None or pin.matrix not in ("weights", "heads"):
        return None
    heads = computation.tensors[path.format(layer=0)].size(0)
    layer, head = divmod(pin.tile, heads)
    name = path.format(layer=layer)
    return read_cell(computation, write_trail([Cell(name, (head, pin.row, pin.col))]))


def looked_at(setting: TrainingSetting, selection: Selection) -> RunModel:
    """The run whose number is pinned: the page's own, or the one it is compared with."""
    own, pin = RunModel.of(setting), Pin.parse(selection.pin)
    count = own.config.num_layers * own.config.num_heads
    if pin is None or setting.map or pin.tile < count or not setting.beside:
        return own
    other = RunModel.of(setting.with_values(run=setting.beside))
    return own if other.is_gone else other


def own_tile(run_model: RunModel, setting: TrainingSetting, selection: Selection) -> Selection:
    """The pin with its tile counted within its own run."""
    pin = Pin.parse(selection.pin)
    if pin is None or run_model.setting.run == setting.run:
        return selection
    own = config_of(setting)
    tile = pin.tile - own.num_layers * own.num_heads
    return replace(selection, pin=f"{pin.matrix}.{tile}.{pin.row}.{pin.col}")


def is_computed(setting: TrainingSetting, selection: Selection) -> bool:
    """True if everything explained is available without waiting for a worker."""
    run_model = looked_at(setting, selection)
    if not run_model.is_ready:
        return False
    selection = own_tile(run_model, setting, selection)
    cell = shown_cell(run_model, setting, selection)
    if not run_model.step or not is_parameter(run_model.forward.computation, cell):
        return True
    try:
        run_model.adam_update(cell)
    except (PendingError, ComputingError):
        return False
    return True


def training_arithmetic(text: Text, setting: TrainingSetting, selection: Selection) -> Arithmetic:
    """How a number is computed, and what it goes into."""
    run_model = looked_at(setting, selection)
    selection = own_tile(run_model, setting, selection)
    computation = run_model.forward.computation
    cell = shown_cell(run_model, setting, selection)
    naming = _naming(text, run_model)
    made = explained(text, computation, cell, naming, selection.trail)
    lines, question = [*made.lines], _of_step(text, made.question, run_model)
    levels = dict(made.levels)
    if is_parameter(computation, cell):
        update = run_model.adam_update(cell)
        question = _of_parameter(text, run_model)
        steps = adam_lines(text, update) if update is not None else []
        lines += steps
        # A parameter has no other numbers; the sentences between them are for who asks for all.
        levels |= {label: "numbers" for label, _ in steps if label}
    lines += uses_lines(text, computation, cell, naming)
    # Omit the chart with other scaling: the model was trained with this one.
    return replace(made, question=question, lines=lines, charts=made.charts[:1], levels=levels)


def _of_step(text: Text, question: str, run_model: RunModel) -> str:
    return f"{question} ({text('player.of_step', step=f'{run_model.step:,}')})"


def is_parameter(computation: Computation, cell: Cell) -> bool:
    """True if a number is a trained parameter."""
    is_made = cell.tensor in computation.steps
    return not is_made and cell.tensor.endswith((".weight", ".bias"))


def _of_parameter(text: Text, run_model: RunModel) -> str:
    if run_model.step == 0:
        return text("explained.untouched")
    return text("explained.parameter", step=f"{run_model.step:,}")


def pinned(state: State[TrainingSetting], text: str) -> State[TrainingSetting]:
    """Pin any number of the model, on the map or in the matrices."""
    is_pin = Pin.parse(text) is not None or "@" in text
    return replace(state, selection=Selection(text if is_pin else ""))


def followed(state: State[TrainingSetting], cell: Cell, text: Text) -> State[TrainingSetting]:
    """On the map, pin the cell that the user followed a link to; in the matrices keep the pin."""
    if not state.setting.map:
        return state
    return replace(state, selection=replace(state.selection, pin=write_trail([cell])))
