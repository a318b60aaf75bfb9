"""The picture of the training page, as a part of the page's answer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from torch import Tensor

from pages.training.curves import RUN_COLOURS, figures, layer_names
from pages.training.run_model import OwnForward, kinds_of, sent_config, shown_kind, untrained
from pages.training.setting import BEGIN, CHARTS, SWEEP, TrainingSetting
from pages.training.sides import glosses, sides_of
from pages.training.sweep_part import sweep_header
from pages.training.views import LINK, attention_item, item_header_with_names, word_lines
from transformer_lab.learning.config import RunConfig
from ui.picture.matrix_view import Matrix
from ui.picture.matrix_view.matrix import Blobs
from ui.words.language import Text

SCRIPT = "pages/training/training.js"


@dataclass(frozen=True)
class TrainingPicture:
    """Curves, attention and written text: laid out here, filled in by the browser during a run.

    Args:
        config: what the controls describe; `run` is a run of it, if there is one.
        other: the config of the run `beside`, if there is one.
        control: the config of the run to begin as `beside`, if a link asks for it.
        provisional: the areas to request again when a run stops changing.
        own: what is shown for the user's own input instead of the example.
    """

    text: Text
    setting: TrainingSetting
    config: RunConfig
    other: RunConfig | None
    routes: Mapping[str, str]
    labels: Sequence[str]
    provisional: Sequence[str] = ()
    own: OwnForward | None = None
    control: RunConfig | None = None

    def header(self, blobs: Blobs) -> dict[str, Any]:
        setting, config, text = self.setting, self.config, self.text
        configs = [config] if self.other is None else [config, self.other]
        sides = sides_of(config, config.the_task.example, text.language)
        alike = [one for one in configs if (one.task, one.data) == (config.task, config.data)]
        item = attention_item(text, setting, sides, alike)
        own = [] if self.own is None else [(self._own_item(self.own), [config])]
        items = [(item, alike), *own]
        kind = shown_kind(setting, config)
        lines, weights = word_lines(text, setting, sides, config)
        is_text = config.kind != "encoder_decoder"
        before = "not_started" if self.other is not None else "before"
        chart = setting.chart if setting.chart in charts_of(config) else CHARTS[0]
        return self._numbers(blobs) | {
            "kind": "training",
            "id": "training",
            "run": setting.run,
            "beside": setting.beside if self.other is not None else "",
            "step": setting.step,
            "config": sent_config(config),
            "control": None if self.control is None else sent_config(self.control),
            "routes": dict(self.routes),
            "items": [item_header_with_names(one, runs, kind, blobs) for one, runs in items],
            "board": {"id": "attention", "hint": text("picture.hint"), "link": LINK},
            "words": lines.header(Blobs()) | {"name": weights, "numbers": None},
            "figures": figures(text, configs),
            "source": list(sides.sentence.source),
            "due": None if is_text else list(sides.sentence.target),
            "isText": is_text,
            "glosses": glosses(text.language, config.the_task),
            "isAlike": len(alike) == len(configs),
            "colours": RUN_COLOURS,
            "labels": list(self.labels),
            "layers": list(layer_names(text, configs)),
            "strings": text.section("player"),
            "runs": [text("curve.this_run"), text("curve.other_run")],
            "before": text(f"player.{before}", seed=config.seed),
            "provisional": list(self.provisional),
            "choices": self._choices(),
            "chart": CHARTS[0] if chart == SWEEP else chart,
            "isSweep": chart == SWEEP,
            "sweep": sweep_header(text, setting),
            "attention": kind,
            "layer": min(setting.layer, config.num_layers),
            "lines": setting.lines,
            "map": setting.map,
        }

    def _numbers(self, blobs: Blobs) -> dict[str, Any]:
        """The data of the example at step 0 and of the user's input at its step: all numbers, and
        the range of each attention among them.
        """
        record = untrained(self.config)
        of_own = {} if self.own is None else self.own.attention
        each = [record.attention, of_own]
        numbers = [weights.numpy().ravel() for one in each for weights in one.values()]
        places, own_places = _places(each)
        return {
            "numbers": blobs.add(np.concatenate(numbers), "float32"),
            "untrained": {"places": places, "predicted": list(record.predicted)},
            "own": None if self.own is None else self._own(self.own, own_places),
        }

    def _own_item(self, own: OwnForward) -> Matrix:
        sides = sides_of(self.config, own.sentence, self.text.language)
        return attention_item(self.text, self.setting, sides, [self.config], own.attention)

    def _own(self, own: OwnForward, places: Mapping[str, list[int]]) -> dict[str, Any]:
        """The user's own input instead of the example."""
        sides = sides_of(self.config, own.sentence, self.text.language)
        lines, name = word_lines(self.text, self.setting, sides, self.config, own.attention)
        return {
            "step": own.step,
            "places": places,
            "words": lines.header(Blobs()) | {"name": name, "numbers": None},
            "source": list(own.sentence.source),
            "due": None if own.right is None else list(own.right),
            "predicted": list(own.sentence.target),
            "caption": self.text("own.shown", step=f"{own.step:,}"),
        }

    def _choices(self) -> dict[str, list[list[Any]]]:
        """The choices in the picture, each with its name and label."""
        text, layers = self.text, self.config.num_layers
        return {
            "chart": [[name, text(f"chart.{name}")] for name in charts_of(self.config)],
            "attention": [[name, text(f"attention.{name}")] for name in kinds_of(self.config)],
            "how": [[name, text(f"player.{name}")] for name in ("matrices", "lines")],
            "layer": [[layer, str(layer)] for layer in range(1, layers + 1)]
            if self.setting.lines
            else [],
        }


def charts_of(config: RunConfig) -> tuple[str, ...]:
    """The charts of a run; only a decoder alone has its heads measured."""
    return tuple(one for one in CHARTS if config.kind == "decoder" or one != "heads")


def _places(each: Sequence[Mapping[str, Tensor]]) -> list[dict[str, list[int]]]:
    """The offset and length of each attention's numbers when all are concatenated."""
    places: list[dict[str, list[int]]] = []
    at = 0
    for attention in each:
        places.append({})
        for name, weights in attention.items():
            places[-1][name] = [at, weights.numel()]
            at += weights.numel()
    return places


@dataclass(frozen=True)
class Transport:
    """The buttons of the run: start, pause, one step, stop, reset."""

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
            "beside": "" if self.setting.beside == BEGIN else self.setting.beside,
            "config": sent_config(self.config),
            "routes": dict(self.routes),
            "colours": RUN_COLOURS,
            "labels": [],
            "isAlike": True,
            "strings": self.text.section("player"),
        }


@dataclass(frozen=True)
class PendingNote:
    """A text shown while a worker is still computing a part, which is then requested again."""

    text: str

    def header(self, blobs: Blobs) -> dict[str, Any]:
        return {"kind": "pending", "id": "pending", "text": self.text}
