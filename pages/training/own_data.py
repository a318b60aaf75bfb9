"""Where a visitor brings data: pasted or dropped, read, and shown before anything starts."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pages.training.run_model import data_of
from pages.training.setting import TrainingSetting
from transformer_lab.learning.config import OF_DATA
from transformer_lab.own_data.encodings import MOST_BYTES
from transformer_lab.own_data.errors import REASONS
from transformer_lab.own_data.pairs import MOST_PAIRS
from transformer_lab.own_data.prepared import SUBWORDS
from ui.answer.parts import Note, Part
from ui.picture.matrix_view.matrix import Blobs
from ui.words.language import Text

_PAPER: dict[str, Any] = {
    "num_layers": 1,
    "d_model": 64,
    "num_heads": 4,
    "d_ff": 128,
    "norm": "post",
    "dropout": 0.0,
    "warmup_steps": 100,
    "factor": 1.0,
    "exponent": "paper",
    "batch_size": 64,
    "label_smoothing": 0.0,
    "steps": 500,
    "positional_encoding": True,
    "scaled": True,
    "look_ahead": True,
    "positions": "sinusoidal",
    "norm_kind": "layer",
    "feed_forward": "relu",
    "schedule": "paper",
}
_TEXT = _PAPER | {
    "num_layers": 2,
    "d_ff": 256,
    "norm": "pre",
    "batch_size": 32,
    "steps": 600,
    "positions": "rotary",
    "feed_forward": "gelu",
    "schedule": "cosine",
    "context": 64,
}
SUGGESTED: Mapping[str, Mapping[str, Any]] = {
    "own_pairs": _PAPER,
    "own_text": _TEXT,
    "own_masked": _TEXT,
}
"""The sizes that data are first trained with, by task."""
CUTS_OF = {
    "own_pairs": ("words", "characters", "subwords"),
    "own_text": ("characters", "subwords"),
    "own_masked": ("characters", "subwords"),
}
EXAMPLES_OF = {"own_pairs": ("dates", "alphabet"), "own_text": ("text",), "own_masked": ("text",)}


@dataclass(frozen=True)
class OwnData:
    """The button that opens the dialog, and all that the dialog needs."""

    text: Text
    setting: TrainingSetting
    routes: Mapping[str, str]

    def header(self, blobs: Blobs) -> dict[str, Any]:
        text = self.text
        return {
            "kind": "own_data",
            "id": "own-data",
            "routes": dict(self.routes),
            "strings": text.section("bring"),
            "reasons": {name: text(f"reasons.{name}") for name in REASONS},
            "errors": text.section("bring_errors"),
            "tasks": [
                {
                    "task": task,
                    "kind": kind,
                    "label": text(f"task.{task}"),
                    "about": text(f"bring_about.{task}"),
                    "cuts": [[cut, text(f"cut.{cut}")] for cut in CUTS_OF[task]],
                    "examples": [[one, text(f"example_data.{one}")] for one in EXAMPLES_OF[task]],
                    "suggested": dict(SUGGESTED[task]),
                }
                for task, kind in OF_DATA.items()
            ],
            "subwords": SUBWORDS,
            "mostBytes": MOST_BYTES,
            "mostPairs": MOST_PAIRS,
            "isOn": data_of(self.setting) is not None,
        }


def gone_note(text: Text, setting: TrainingSetting) -> list[Part]:
    """That the data of this address are not here any more."""
    if setting.task not in OF_DATA or data_of(setting) is not None:
        return []
    return [Note(text("bring.gone" if setting.data else "bring.missing"), "warning")]
