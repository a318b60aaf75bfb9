"""How far a model of a text has come: its loss beside what counts alone would reach."""

from pages.training.run_model import RunModel
from transformer_lab.learning.text_measures import characters_a_token, floors_of
from transformer_lab.own_data.floors import bits_per_character
from ui.answer.parts import Note, Part
from ui.explain.arithmetic import exact
from ui.words.language import Text


def text_verdict(text: Text, run_model: RunModel) -> list[Part]:
    """The loss at the shown step in nats and bits, and whether it is below the floors."""
    snapshot, data = run_model.snapshot, run_model.config.data
    if snapshot is None or data is None:
        return []
    record = next((one for one in snapshot.records if one.step == run_model.step), None)
    if record is None:
        return []
    found, each = floors_of(data), characters_a_token(data)
    if run_model.config.kind == "encoder":
        values = {"loss": exact(record.held_out_loss, 3), "unigram": exact(found.unigram, 3)}
        share = f"{record.held_out_exact:.0%}"
        return [Note(text("floors.masked", step=f"{record.step:,}", share=share, **values))]

    def bits(nats: float) -> str:
        return exact(bits_per_character(nats, 1, 1) / each, 3)

    below = sum(record.held_out_loss < floor for floor in found)
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
    return [Note(f"{words} {text(f'floors.below_{below}')}", "good" if below == 2 else "info")]
