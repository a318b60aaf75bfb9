"""How far a model of a text has come: its loss beside what counts alone would reach."""

from pages.training.run_model import RunModel
from pages.training.run_snapshot import Recorded
from transformer_lab.learning.text_measures import characters_a_token, floors_of
from transformer_lab.own_data.floors import Floors, bits_per_character
from ui.answer.parts import Note, Part
from ui.explain.arithmetic import exact
from ui.words.language import Text

WORSE = 1.05
"""From so many times the lowest held-out loss on, a model does worse than it did."""


def text_verdict(text: Text, run_model: RunModel) -> list[Part]:
    """The loss at the shown step in nats and bits, and whether it is below the floors, or was."""
    snapshot, data = run_model.snapshot, run_model.config.data
    if snapshot is None or data is None:
        return []
    record = next((one for one in snapshot.records if one.step == run_model.step), None)
    if record is None:
        return []
    found, each = floors_of(data), characters_a_token(data)
    best = min(
        (one for one in snapshot.records if one.step <= record.step),
        key=lambda one: one.held_out_loss,
    )
    if run_model.config.kind == "encoder":
        values = {"loss": exact(record.held_out_loss, 3), "unigram": exact(found.unigram, 3)}
        share = f"{record.held_out_exact:.0%}"
        words = text("floors.masked", step=f"{record.step:,}", share=share, **values)
        return [Note(words + _worse(text, record, best))]

    def bits(nats: float) -> str:
        return exact(bits_per_character(nats, 1, 1) / each, 3)

    words = text(
        "floors.text",
        step=f"{record.step:,}",
        loss=exact(record.held_out_loss, 3),
        bits=bits(record.held_out_loss),
        unigram=exact(found.unigram, 3),
        unigram_bits=bits(found.unigram),
        bigram=exact(found.bigram, 3),
        bigram_bits=bits(found.bigram),
    )
    worse = _worse(text, record, best)
    below = floors_below(record, found)
    said = worse or f" {text(f'floors.below_{below}')}"
    return [Note(words + said, "good" if below == 2 and not worse else "info")]


def floors_below(record: Recorded, found: Floors) -> int:
    """How many of the two floors a held-out loss is below."""
    return sum(record.held_out_loss < floor for floor in found)


def is_worse(record: Recorded, best: Recorded) -> bool:
    """Whether a model does worse on what it is not trained on than it did at its best step."""
    return record.held_out_loss > WORSE * best.held_out_loss


def _worse(text: Text, record: Recorded, best: Recorded) -> str:
    if not is_worse(record, best):
        return ""
    lowest = exact(best.held_out_loss, 3)
    return f" {text('floors.worse', best=f'{best.step:,}', lowest=lowest)}"
