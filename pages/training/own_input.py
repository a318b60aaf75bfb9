"""The user's own input, and what the model of the shown step writes for it."""

from dataclasses import dataclass
from typing import Any

from pages.training.forward import written_by
from pages.training.run_model import RunModel
from pages.training.setting import LONGEST_INPUT, TrainingSetting
from pages.translator.glossed import english_label, korean_label
from transformer_lab.learning.tasks import Task, UnreadableError, Words
from transformer_lab.vocabulary import SPECIAL_TOKENS
from ui.answer.parts import Chip, Chips, Note, Part
from ui.picture.label import with_gloss
from ui.picture.matrix_view.matrix import Blobs
from ui.words.language import Text

MOST_NAMED = 60


@dataclass(frozen=True)
class OwnInput:
    """An input field with a button; its text goes into `field` of the setting."""

    value: str
    label: str
    button: str
    example: str
    field: str = "written"

    def header(self, blobs: Blobs) -> dict[str, Any]:
        return {"kind": "own_input", "id": "own", "value": self.value, "label": self.label} | {
            "button": self.button,
            "example": self.example,
            "field": self.field,
            "longest": LONGEST_INPUT,
        }


def own_parts(text: Text, setting: TrainingSetting, run_model: RunModel) -> list[Part]:
    """The field, followed by what the model writes and whether that is right."""
    task = run_model.config.the_task
    step = f"{run_model.step:,}"
    space = task.space
    example = space.join(task.example.source)
    label = _label(text, run_model, step)
    field = OwnInput(setting.written, label, text("own.write"), example)
    return [field, *_decoded(text, setting, run_model, task, space), *_way_back(text, setting)]


def _label(text: Text, run_model: RunModel, step: str) -> str:
    kind, task = run_model.config.kind, run_model.config.the_task
    if kind == "encoder_decoder":
        return text("own.label", step=step, lengths=_lengths(text, task))
    return text(f"own.label_{kind}", step=step, context=run_model.config.context)


def _lengths(text: Text, task: Task) -> str:
    """The lengths of the inputs that the task trains on."""
    least, most = task.lengths
    return text("own.exactly" if least == most else "own.between", least=least, most=most)


def _way_back(text: Text, setting: TrainingSetting) -> list[Part]:
    """A chip back to the task's example, if the user typed an input."""
    if not setting.written.strip():
        return []
    chip = Chip.to(text("own.example"), setting.with_values(written=""), None)
    return [Chips("example", [chip])]


def _decoded(
    text: Text, setting: TrainingSetting, run_model: RunModel, task: Task, space: str
) -> list[Part]:
    if not setting.written.strip():
        return []
    try:
        source = task.read(setting.written)
    except UnreadableError as error:
        return [Note(_refused(text, task, error, setting.written), "warning")]
    if not run_model.has_outcome:
        return [Note(_written_on(text, run_model, task, source))]
    written, right = written_by(run_model.model, task, source), task.right(source)

    def said_of(tokens: Words) -> str:
        return space.join(with_gloss(korean_label(text.language, token)) for token in tokens)

    message = text("own.wrote", step=f"{run_model.step:,}", text=said_of(written) or "—")
    length = _length_notes(text, task, len(source))
    if right is None:
        return [Note(message), *length]
    if written == right:
        return [Note(f"{message} {text('own.right')}", "good"), *length]
    return [Note(f"{message} {text('own.wrong', text=said_of(right))}", "bad"), *length]


def _written_on(text: Text, run_model: RunModel, task: Task, source: Words) -> str:
    """A typed text and what a model makes of it, told by the way it is drawn."""
    setting, step = run_model.setting, f"{run_model.step:,}"
    written = task.space.join(run_model.written).replace("\n", " ⏎ ")
    if run_model.config.kind == "encoder":
        return text("own.filled", step=step, text=written)
    before = task.space.join(source)
    drawn = text("own.greedy")
    if setting.temperature:
        values = {"temperature": f"{setting.temperature:g}", "top_p": f"{setting.top_p:g}"}
        drawn = text("own.drawn", **values)
    return f"{text('own.goes_on', step=step, before=before, text=written)} {drawn}"


def _length_notes(text: Text, task: Task, count: int) -> list[Part]:
    """A note if the task never trains on inputs of this length."""
    least, most = task.lengths
    if least <= count <= most:
        return []
    return [Note(text("own.other_length", count=count, lengths=_lengths(text, task)), "warning")]


def _refused(text: Text, task: Task, error: UnreadableError, written: str) -> str:
    if error.word is None:
        limit = task.longest - 2
        return text("own.too_long", limit=limit)
    if task.cut is not None:
        return text("own.unknown_own", word=error.word[:40])
    tokens = (token for token in task.source.tokens if token not in SPECIAL_TOKENS)
    known = [with_gloss(english_label(text.language, token)) for token in tokens]
    return text("own.unknown", word=error.word[:40], known=" ".join(known[:MOST_NAMED]))
