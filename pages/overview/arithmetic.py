"""The arithmetic of any number on the map, and what the number goes into."""

from dataclasses import replace

from pages.overview.map_parts import compared_with, other_name
from pages.translator.decoding import DecodedSentence
from pages.translator.decoding_parts import hypotheses, next_words
from pages.translator.model_edits import shapes
from pages.translator.naming import SentenceNaming, parameter_question
from pages.translator.setting import SentenceSetting
from transformer_core.explain.computation import Cell, Computation
from transformer_core.explain.explanation import explain
from transformer_core.explain.origin import HEAD, SUBLAYERS, Block, Origin
from ui.answer.parts import Part
from ui.explain.arithmetic import Line, span
from ui.explain.equation import value_text
from ui.explain.explanation import explained
from ui.explain.onward import uses_lines
from ui.explain.trail import has_cell, read_cell, valid_trail
from ui.state.address import Selection
from ui.words.language import Text, text_of


class MapNaming(SentenceNaming):
    """Names cells as the sentence page does, except that a row is named after the token read there,
    as on the map.
    """

    def name(self, cell: Cell) -> str:
        """Name a layer's numbers by their sublayer and their column on the map."""
        origin = self.computation.origins.get(cell.tensor)
        if origin is None or origin.block is None or origin.block.layer is None:
            return super().name(cell)
        column = _column(self.words, origin)
        if not column:
            return super().name(cell)
        places = self.computation.coordinates(cell)
        head = [] if HEAD not in places else [self.words("map.head", number=places[HEAD] + 1)]
        where = " · ".join([*self._sublayer(origin.block), *head, column])
        return f"{where}[ {self._in_words(cell)} ]"

    def _sublayer(self, block: Block) -> list[str]:
        """The names of the layer and of the sublayer that a block is, or that it surrounds."""
        number = (block.layer or 0) + 1
        layer = self.words(f"map.titles.{block.stack}", number=number)
        return [layer, self.words(f"map.parts.{_part(block)}")]

    def _parameter(self, cell: Cell) -> str:
        origin = self.computation.origins.get(cell.tensor)
        if origin is None or origin.block is None or origin.block.layer is None:
            return cell.tensor
        return " · ".join([*self._sublayer(origin.block), origin.name])

    def _is_predicting(self, cell: Cell) -> bool:
        return False


def _part(block: Block) -> str:
    """The sublayer; for a residual or a norm, the sublayer that it surrounds."""
    if block.part not in ("residual", "norm") or block.number is None:
        return block.part
    return SUBLAYERS[block.stack][block.number - 1]


def _column(words: Text, origin: Origin) -> str:
    """The name of a tensor's column on the map; "" if it has none there."""
    is_grid = origin.axes[-1].role == "key"
    name = "scaled_scores" if origin.name == "scaled" and is_grid else origin.name
    return words(f"map.tensors.{name}") if f"map.tensors.{name}" in words else ""


def shown_cell(written: DecodedSentence, selection: Selection) -> Cell:
    """The number to explain: the followed one, the pinned one, else a probability."""
    computation = written.computation
    *_, followed = valid_trail(computation, selection.trail) or (None,)
    pinned = followed or read_cell(computation, selection.pin)
    return pinned or Cell("probabilities", (0, int(written.translation.tgt_ids[0, 1])))


def map_arithmetic(text: Text, setting: SentenceSetting, selection: Selection) -> list[Part]:
    """The arithmetic, what the number goes into, and the next tokens of its row."""
    written = setting.written
    computation, cell = written.computation, shown_cell(written, selection)
    words = text_of("translator", text.language)
    naming = MapNaming(words, computation, "", written, "cross")
    made = explained(words, computation, cell, naming, selection.trail)
    lines = [*made.lines, *uses_lines(text, computation, cell, naming)]
    lines += _other_line(text, setting, cell)
    if cell.tensor in shapes():
        made = replace(made, question=parameter_question(text, setting.model))
    arithmetic = replace(made, lines=lines)
    row = _target_row(computation, cell)
    # With beam search the beams come first.
    searched = hypotheses(words, written, len(written.tokens) - 1 if row is None else row)
    if row is None:
        return [*searched, arithmetic]
    likeliest = next_words(words, written, row)
    likeliest = replace(likeliest, title=f"{likeliest.title}{_drawn(text, setting)}")
    return [*searched, arithmetic, likeliest]


def _drawn(text: Text, setting: SentenceSetting) -> str:
    """A note on what changes the probabilities before a token is drawn; "" if nothing does."""
    how, options = setting.how, []
    if how.way == "sampled" and how.temperature != 1:
        options.append(text("drawn.temperature", temperature=f"{how.temperature:g}"))
    if how.way == "sampled" and how.top_k:
        options.append(text("drawn.top_k", count=how.top_k))
    return f" ({', '.join(options)})" if options else ""


def _other_line(text: Text, setting: SentenceSetting, cell: Cell) -> list[Line]:
    """The same number in the model that this one is compared with."""
    other = compared_with(setting)
    if other is None or not has_cell(other.computation, cell):
        return []
    value = value_text(text, explain(other.computation, cell))
    return [(other_name(text, setting), [span(value, "result")])]


def _target_row(computation: Computation, cell: Cell) -> int | None:
    """The target token that a number belongs to; None if it belongs to none."""
    places = computation.coordinates(cell)
    rows = (
        place
        for axis, place in places.items()
        if axis.tokens == "tgt" and axis.role in ("query", "position", "key")
    )
    return next(rows, None)
