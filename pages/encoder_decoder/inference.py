"""Training beside inference: the decoder reads the target, or what the model wrote itself."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from torch import Tensor

from pages.encoder_decoder.arithmetic import model_arithmetic
from pages.encoder_decoder.forward import Forward
from pages.encoder_decoder.output import one_decimal
from pages.encoder_decoder.setting import EncoderDecoderSetting
from pages.encoder_decoder.switches import training_steps
from pages.encoder_decoder.token_by_token import TokenByToken
from pages.encoder_decoder.token_rows import TokenCell, TokenRow, TokenRows, Tone
from pages.whole_model.sentences import END, PAD
from transformer_core.explain.computation import Cell
from transformer_lab.measures import first_difference
from ui.answer.parts import Chip, Columns, Note, Part
from ui.explain.arithmetic import significant
from ui.explain.trail import write_trail
from ui.state.address import Selection
from ui.words.language import Text

FINEST = -5
"""The smallest power of ten by which float32 logits of one forward and of several are compared."""


@dataclass(frozen=True)
class Reading:
    """What the decoder reads and says at each position that is not padding."""

    forward: Forward
    """With the decoder reading the target, or its own tokens."""

    @cached_property
    def count(self) -> int:
        return int((self.forward.sentences.targets != PAD).sum())

    @property
    def read(self) -> list[int]:
        return self.forward.sentences.tgt_ids[0, : self.count].tolist()

    @property
    def due(self) -> list[int]:
        return self.forward.sentences.targets[0, : self.count].tolist()

    @cached_property
    def probabilities(self) -> Tensor:
        """(count, vocab)"""
        return self.forward.records["logits"][0, : self.count].softmax(dim=-1)

    @cached_property
    def said(self) -> list[int]:
        return self.probabilities.argmax(dim=-1).tolist()

    @property
    def right(self) -> int:
        return sum(one == other for one, other in zip(self.said, self.due, strict=True))


def inference_parts(text: Text, setting: EncoderDecoderSetting, selection: Selection) -> list[Part]:
    """Both ways to read beside one another, and how far apart they lead."""
    if setting.dropping:
        return [Note(text("inference.dropping"), "info")]
    forced, free = (Reading(setting.forward.reading(own)) for own in (False, True))
    notes = [Note(one) for one in _notes(text, setting, forced, free)]
    left: list[Part] = [_rows(text, setting, selection, forced, free), *notes]
    right: list[Part] = [model_arithmetic(text, setting, selection)]
    return [*training_steps(text, setting), Columns("inference", [left, right])]


def _rows(
    text: Text,
    setting: EncoderDecoderSetting,
    selection: Selection,
    forced: Reading,
    free: Reading,
) -> TokenRows:
    names = forced.forward.sentences.target_names
    due = [TokenCell(names[place]) for place in range(forced.count)]
    return TokenRows(
        "readings",
        text("inference.title"),
        [
            TokenRow(text("inference.due"), due),
            _read_row(text, "training", forced, forced),
            _said_row(text, setting, selection, "target", forced),
            _read_row(text, "inference", free, forced),
            _said_row(text, setting, selection, "own", free),
        ],
    )


def _read_row(text: Text, name: str, reading: Reading, forced: Reading) -> TokenRow:
    """The tokens that are read; those that are not of the target say which one is."""
    names = reading.forward.sentences.tgt_names
    first = first_difference(reading.read, forced.read)
    cells = []
    for place, (token, true) in enumerate(zip(reading.read, forced.read, strict=False)):
        about = (
            ""
            if token == true
            else text("inference.instead", token=forced.forward.sentences.name(true))
        )
        tone: Tone = "first" if place == first else "other" if about else ""
        cells.append(TokenCell(names[place], about, tone))
    return TokenRow(text("inference.reads"), cells, heading=text(f"inference.{name}"))


def _said_row(
    text: Text,
    setting: EncoderDecoderSetting,
    selection: Selection,
    reads: str,
    reading: Reading,
) -> TokenRow:
    """The most probable token of each position, which leads to its probability."""
    sentences, target = reading.forward.sentences, setting.with_values(reads=reads)
    cells = []
    for place, (said, due) in enumerate(zip(reading.said, reading.due, strict=True)):
        pin, is_right = write_trail([Cell("probabilities", (place, said))]), said == due
        is_on = setting.reads == reads and selection.pin == pin
        share = one_decimal(float(reading.probabilities[place, said]))
        chip = Chip.to(sentences.name(said), target, pin, is_on=is_on)
        about = f"{'✓' if is_right else '✗'} {share}%"
        cells.append(TokenCell(sentences.name(said), about, "right" if is_right else "wrong", chip))
    return TokenRow(text("inference.says"), cells)


def inference_works(setting: EncoderDecoderSetting) -> Sequence[TokenByToken[Any]]:
    """Return what the tab needs that takes a run of the decoder for each token."""
    forced = setting.forward.reading(False)
    return forced.writing, forced.apart


def _notes(
    text: Text, setting: EncoderDecoderSetting, forced: Reading, free: Reading
) -> Sequence[str]:
    """What was computed how often, and what the errors lead to."""
    forward, count = forced.forward, forced.count
    difference = forward.records["logits"][:, :count] - forward.one_at_a_time
    bound = significant(_bound(float(difference.abs().max())), 1)
    return [
        text("inference.at_once", count=count, bound=bound),
        " ".join([*_outcome(text, forced, free), *_of_training(text, setting, forced)]),
    ]


def _bound(difference: float) -> float:
    """The power of ten that a difference is below; no smaller one than the rounding allows."""
    return 10.0 ** max(FINEST, math.floor(math.log10(difference or 10.0**FINEST)) + 1)


def _outcome(text: Text, forced: Reading, free: Reading) -> list[str]:
    """The first error, where it makes the inputs differ, and how many tokens are right."""
    error = first_difference(free.said, forced.due)
    if error is None:
        return [text("inference.all_right")]
    sentences = forced.forward.sentences
    values = {"wrote": sentences.name(free.said[error]), "due": sentences.name(forced.due[error])}
    scores = {"forced": forced.right, "free": free.right, "count": forced.count}
    score = text("inference.score", **scores)
    if error == free.count - 1:
        is_early = free.said[error] == END and free.count < forced.count
        name = "inference.stopped" if is_early else "inference.last"
        return [text(name, position=error + 1, **values), score]
    return [text("inference.differs", position=error + 1, next=error + 2, **values), score]


def _of_training(text: Text, setting: EncoderDecoderSetting, forced: Reading) -> list[str]:
    if setting.is_trained:
        return [text("inference.trained", steps=setting.trained_steps)]
    is_wrong = forced.said[0] != forced.due[0]
    return [text("inference.untrained_first" if is_wrong else "inference.untrained")]
