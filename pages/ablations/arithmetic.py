"""The arithmetic of any number of a stored model, back to its embeddings."""

from dataclasses import replace

from pages.ablations.findings import shown_head
from pages.ablations.forward import PATHS, Forward, forward_of, weights_of
from pages.ablations.setting import AblationSetting
from pages.whole_model.names import EncoderDecoderNaming
from transformer_core.explain.computation import Cell, Computation
from transformer_core.explain.explanation import Explanation
from transformer_core.explain.origin import Axis, Block
from ui.explain.arithmetic import Arithmetic
from ui.explain.explanation import explained
from ui.explain.onward import uses_lines
from ui.explain.trail import has_cell, valid_trail
from ui.picture.matrix_view import Pin
from ui.state.address import Selection, State
from ui.words.language import Text, text_of

MATRICES = ("whole", "without")
WRITTEN = Axis("query", "tgt")
"""The tokens that the decoder attends from."""


class AblationNaming(EncoderDecoderNaming):
    """Names cells as the encoder-decoder page does, in a model that may lack a part."""

    def __init__(self, text: Text, name: str, forward: Forward) -> None:
        words = text_of("whole_model", text.language)
        super().__init__(words, forward.sentences, forward.computation, norm_first=False)
        self.missing = name

    def in_words(self, explanation: Explanation) -> str:
        """Explain a number of an embedding table, which is trained here."""
        if explanation.kind != "embedding":
            return super().in_words(explanation)
        token = int(explanation.numbers["token"])
        return self.text("explanation.token", token=token, word=self.sentences.name(token))

    def _title(self, block: Block) -> str:
        """Only one of "Add & Norm" is left where the other is missing."""
        if self.missing == "norm" and block.part == "norm":
            return super()._title(replace(block, part="residual"))
        if self.missing == "residuals" and block.part == "norm":
            return (
                super()
                ._title(block)
                .replace(self.text("blocks.add_and_norm"), self.text("blocks.norm"))
            )
        return super()._title(block)

    def _labels(self, cell: Cell) -> list[str]:
        """Name a row of the decoder's attention after the token it should write."""
        labels = super()._labels(cell)
        axes = self.computation.coordinates(cell)
        if WRITTEN in axes and any(axis.role == "key" for axis in axes):
            labels[0] = self.sentences.target_names[axes[WRITTEN]]
        return labels


def run_of(setting: AblationSetting, matrix: str) -> str:
    """The name of the model that a matrix of the page is from."""
    return setting.variant if matrix == "without" else "whole"


def pinned_matrix(selection: Selection) -> str:
    """The matrix whose number is pinned; that of the variant if none is."""
    pin = Pin.parse(selection.pin)
    return pin.matrix if pin is not None and pin.matrix in MATRICES else "without"


def head_of(setting: AblationSetting, run: str) -> int:
    """The head that the picture shows of a model."""
    kind = setting.attention
    return shown_head(kind, weights_of(run, setting.seed_number, kind))


def shown_cell(setting: AblationSetting, selection: Selection) -> Cell:
    """The pinned weight; else the first row's: in cross-attention on the digit that it should
    find, in self-attention its largest.
    """
    matrix, pin = pinned_matrix(selection), Pin.parse(selection.pin)
    run = run_of(setting, matrix)
    computation = forward_of(run, setting.seed_number).computation
    name, head = PATHS[setting.attention], head_of(setting, run)
    if pin is not None and pin.matrix == matrix:
        cell = Cell(name, (head, pin.row, pin.col))
        if has_cell(computation, cell):
            return cell
    row = computation.tensors[name][head, 0]
    col = len(row) - 1 if setting.attention == "cross" else int(row.argmax())
    return Cell(name, (head, 0, col))


def explained_pin(setting: AblationSetting) -> str:
    """The pin of the cell that is explained if none is pinned."""
    *_, row, col = shown_cell(setting, Selection()).index
    return f"without.{row}.{col}"


def ablation_arithmetic(text: Text, setting: AblationSetting, selection: Selection) -> Arithmetic:
    """How a number of one of the two models is computed, and what it goes into."""
    run = run_of(setting, pinned_matrix(selection))
    forward = forward_of(run, setting.seed_number)
    computation, naming = forward.computation, AblationNaming(text, run, forward)
    start = shown_cell(setting, selection)
    made = explained(text, computation, start, naming, selection.trail)
    *_, cell = valid_trail(computation, selection.trail) or (start,)
    lines = [*made.lines, *uses_lines(text, computation, cell, naming)]
    question = f"{made.question} ({text(f'variant.{run}')})"
    # The chart without the scaling would be of another model than the one that was trained.
    return replace(
        made,
        question=question,
        lines=lines,
        charts=made.charts[:1],
        sentence=_instead(text, run, computation, cell) or made.sentence,
    )


def _instead(text: Text, run: str, computation: Computation, cell: Cell) -> str:
    """The sentence of a step whose purpose is another one without the part; "" for all others."""
    origin = computation.origins.get(cell.tensor)
    if origin is None or origin.block is None:
        return ""
    name = f"instead.{run}.{origin.block.part}_{origin.name}"
    return text(name) if name in text else ""


def pinned(state: State[AblationSetting], text: str) -> State[AblationSetting]:
    """Pin a weight of one of the two models."""
    pin = Pin.parse(text)
    is_shown = pin is not None and pin.matrix in MATRICES
    return replace(state, selection=Selection(text if is_shown else ""))
