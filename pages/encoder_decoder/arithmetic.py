"""The arithmetic of any number of the model, and what it goes into."""

from dataclasses import replace

from pages.encoder_decoder.blocks import FIRST_BLOCK
from pages.encoder_decoder.setting import EncoderDecoderSetting
from pages.whole_model.cell_locations import CellLocations
from pages.whole_model.names import EncoderDecoderNaming, spread_labels
from transformer_core.explain.computation import Cell, Computation
from transformer_core.explain.explanation import Explanation
from transformer_core.explain.origin import Block
from ui.explain.arithmetic import Arithmetic, Line, exact, span
from ui.explain.explanation import explained
from ui.explain.onward import uses_lines
from ui.explain.trail import read_cell, valid_trail, write_trail
from ui.picture.matrix_view import Pin
from ui.picture.model_map import map_sections
from ui.state.address import Selection, State
from ui.words.language import Text

MOST_TERMS = 50_000
"""The most terms explained by default: a softmax has one for each token of the vocabulary."""


def computation_of(setting: EncoderDecoderSetting) -> Computation:
    return setting.forward.computation(setting.label_smoothing)


def picked_cell(setting: EncoderDecoderSetting, selection: Selection) -> Cell | None:
    """The number that was followed last, else the pinned one, if there is one."""
    computation = computation_of(setting)
    *_, followed = valid_trail(computation, selection.trail) or (None,)
    return followed or read_cell(computation, selection.pin)


def shown_cell(setting: EncoderDecoderSetting, selection: Selection) -> Cell:
    """The number to explain: the followed one, the pinned one, else a probability.

    With a very large vocabulary it is a logit, which has fewer terms.
    """
    name = "probabilities" if setting.vocab_size <= MOST_TERMS else "logits"
    first = Cell(name, (0, int(setting.sentences.targets[0, 0])))
    return picked_cell(setting, selection) or first


class TrainedNaming(EncoderDecoderNaming):
    """Names the cells of a model that is trained on its pair of sentences."""

    def in_words(self, explanation: Explanation) -> str:
        if explanation.kind != "embedding":
            return super().in_words(explanation)
        token = int(explanation.numbers["token"])
        return self.text("explanation.token", token=token, word=self.sentences.name(token))


def naming_of(text: Text, setting: EncoderDecoderSetting) -> EncoderDecoderNaming:
    naming = TrainedNaming if setting.is_trained else EncoderDecoderNaming
    return naming(text, setting.sentences, computation_of(setting), setting.norm_first)


def model_arithmetic(
    text: Text, setting: EncoderDecoderSetting, selection: Selection
) -> Arithmetic:
    """How the shown number is computed, and what it goes into."""
    return arithmetic_of(text, setting, shown_cell(setting, selection), selection.trail)


def arithmetic_of(text: Text, setting: EncoderDecoderSetting, cell: Cell, trail: str) -> Arithmetic:
    """The same of any number."""
    computation, naming = computation_of(setting), naming_of(text, setting)
    made = explained(text, computation, cell, naming, trail)
    more = [
        *_spread_lines(text, computation, cell),
        *uses_lines(text, computation, cell, naming),
    ]
    return replace(made, lines=[*made.lines, *more])


def _spread_lines(text: Text, computation: Computation, cell: Cell) -> list[Line]:
    """Mean and standard deviation of a token's vector before and after a layer norm."""
    block = computation.origins[cell.tensor].block if cell.tensor in computation.origins else None
    if block is None or block.part not in ("residual", "norm") or len(cell.index) != 2:
        return []
    tensor = computation.blocks[replace(block, part="norm")].get("spread")
    if tensor is None:
        return []
    figures = computation.tensors[tensor][cell.index[0]].tolist()
    spans = [
        span(f"{label} {exact(figure)}", to=write_trail([Cell(tensor, (cell.index[0], at))]))
        for at, (label, figure) in enumerate(zip(spread_labels(text), figures, strict=True))
    ]
    return [(text("spread.title"), spans)]


def opened(state: State[EncoderDecoderSetting]) -> State[EncoderDecoderSetting]:
    """An older URL names a block and a matrix in it: pin the same cell."""
    setting, selection = state.setting, state.selection
    pin = Pin.parse(selection.pin)
    plain = setting.with_values(block=FIRST_BLOCK, head=1)
    if not setting.is_computed:
        return replace(state, setting=plain, selection=Selection())
    computation = computation_of(setting)
    if pin is None:
        if setting.opened == FIRST_BLOCK or selection.pin:
            return replace(state, setting=plain)
        cell: Cell | None = _first_of(setting, computation, setting.opened)
    else:
        locations = CellLocations(computation, setting.norm_first)
        cell = locations.cell_at(setting.opened, setting.opened_head, pin)
    there = read_cell(computation, write_trail([cell])) if cell is not None else None
    written = write_trail([there]) if there else ""
    return replace(
        state, setting=plain, selection=Selection(written, selection.trail, selection.view)
    )


def _first_of(setting: EncoderDecoderSetting, computation: Computation, block: Block) -> Cell:
    """The first number of a block's output, as the map shows it."""
    sections = map_sections(computation, norm_first=setting.norm_first)
    columns = {column.tensor for section in sections for column in section.columns}
    made = CellLocations(computation, setting.norm_first).tensors_of(block).values()
    *_, tensor = (one for one in made if one in columns)
    return Cell(tensor, (0,) * computation.tensors[tensor].dim())


def pinned(state: State[EncoderDecoderSetting], text: str) -> State[EncoderDecoderSetting]:
    """Pin any number of the computation."""
    setting = state.setting
    cell = read_cell(computation_of(setting), text) if setting.is_computed else None
    return replace(state, selection=Selection(text if cell is not None else ""))


def followed(
    state: State[EncoderDecoderSetting], cell: Cell, text: Text
) -> State[EncoderDecoderSetting]:
    """Pin the cell that the user followed a link to; the map moves there."""
    return replace(state, selection=replace(state.selection, pin=write_trail([cell])))
