"""The picture of the training page as a part of an answer."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from pages.training.curves import RUN_COLOURS, figures, layer_names
from pages.training.setting import CHARTS, KINDS, TrainingSetting
from pages.training.sides import Sides
from pages.training.views import LINK, attention_item, item_header_with_names, word_lines
from pages.training.watching import untrained
from transformer_core.learning.config import RunConfig
from ui.picture.matrix_view.matrix import Blobs
from ui.shell.language import Text

SCRIPT = "pages/training/training.js"


@dataclass(frozen=True)
class TrainingPicture:
    """Curves, attention and what is written: laid out here, filled by the browser as a run goes on.

    Args:
        config: what the controls describe; a run of it is `run`, where there is one.
        other: the config of the run `beside`, where there is one.
        passing: the areas to ask for again when a run comes to rest.
    """

    text: Text
    setting: TrainingSetting
    config: RunConfig
    other: RunConfig | None
    routes: Mapping[str, str]
    labels: Sequence[str]
    watch: str = ""
    passing: Sequence[str] = ()

    def header(self, blobs: Blobs) -> dict[str, Any]:
        setting, config, text = self.setting, self.config, self.text
        configs = [config] if self.other is None else [config, self.other]
        sides = Sides.of(config.the_task)
        alike = [one for one in configs if one.task == config.task]
        item = attention_item(text, setting, sides, alike)
        lines, weights = word_lines(text, setting, sides, config)
        return self._untrained(blobs) | {
            "kind": "training",
            "id": "training",
            "run": setting.run,
            "beside": setting.beside if self.other is not None else "",
            "step": setting.step,
            "config": asdict(config),
            "routes": dict(self.routes),
            "items": [item_header_with_names(item, alike, setting.attention, blobs)],
            "board": {"id": "attention", "hint": text("picture.hint"), "link": LINK},
            "words": lines.header(Blobs()) | {"name": weights, "numbers": None},
            "figures": figures(text, configs),
            "source": list(sides.sentence.source),
            "due": list(sides.sentence.target),
            "isAlike": len(alike) == len(configs),
            "colours": RUN_COLOURS,
            "labels": list(self.labels),
            "layers": list(layer_names(text, configs)),
            "strings": text.section("player"),
            "before": text("player.before", seed=config.seed),
            "watch": self.watch,
            "passing": list(self.passing),
            "choices": self._choices(),
            "chart": setting.chart,
            "attention": setting.attention,
            "layer": min(setting.layer, config.num_layers),
            "lines": setting.lines,
            "map": setting.map,
        }

    def _untrained(self, blobs: Blobs) -> dict[str, Any]:
        """What there is to see at step 0: the numbers, and where those of each attention stand."""
        record = untrained(self.config)
        places, at = {}, 0
        for name, weights in record.attention.items():
            places[name] = [at, weights.numel()]
            at += weights.numel()
        numbers = np.concatenate([one.numpy().ravel() for one in record.attention.values()])
        return {
            "numbers": blobs.add(numbers, "float32"),
            "untrained": {"places": places, "predicted": list(record.predicted)},
        }

    def _choices(self) -> dict[str, list[list[Any]]]:
        """What can be chosen in the picture: names and labels."""
        text, layers = self.text, self.config.num_layers
        return {
            "chart": [[name, text(f"chart.{name}")] for name in CHARTS],
            "attention": [[name, text(f"attention.{name}")] for name in KINDS],
            "how": [[name, text(f"player.{name}")] for name in ("matrices", "lines")],
            "layer": [[layer, str(layer)] for layer in range(1, layers + 1)]
            if self.setting.lines
            else [],
        }


@dataclass(frozen=True)
class Transport:
    """What can be done with the run: start, pause, one step, stop, reset."""

    text: Text
    setting: TrainingSetting
    config: RunConfig
    routes: Mapping[str, str]

    def header(self, blobs: Blobs) -> dict[str, Any]:
        return {
            "kind": "transport",
            "id": "transport",
            "title": self.text("player.title"),
            "run": self.setting.run,
            "beside": self.setting.beside,
            "config": asdict(self.config),
            "routes": dict(self.routes),
            "colours": RUN_COLOURS,
            "labels": [],
            "isAlike": True,
            "strings": self.text.section("player"),
        }


@dataclass(frozen=True)
class ComesSoon:
    """Words in the place of what a worker is still computing: it is asked for again."""

    text: str

    def header(self, blobs: Blobs) -> dict[str, Any]:
        return {"kind": "soon", "id": "soon", "text": self.text}
