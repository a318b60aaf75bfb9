"""The layout of the training page's figures; the browser fills in what a run records."""

from collections.abc import Sequence
from typing import Any

from transformer_lab.learning.config import RunConfig
from transformer_lab.learning.schedule import rates_at
from transformer_lab.learning.text_measures import SCORES, floors_of
from transformer_lab.measures.schedule import schedule_steps
from ui.explain.arithmetic import significant
from ui.picture.curves import ACCENT, COLOURS, Curve, Figure, Mark, curve_figure
from ui.picture.schedule_name import schedule_name
from ui.words.language import Text

HEIGHT = 400
RUN_COLOURS = (ACCENT, COLOURS[0])
"""The colours of the run in the controls and of the one it is compared with."""
LAYER_COLOURS = (COLOURS[1], COLOURS[3], COLOURS[2], COLOURS[4], COLOURS[5], ACCENT, COLOURS[0])
FLOOR = "#818a9b"
FLOOR_DASHES = {"unigram": "dash", "bigram": "dot"}
MARGIN = {"l": 58, "r": 12, "t": 10, "b": 40}


def figures(text: Text, configs: Sequence[RunConfig]) -> dict[str, Any]:
    """Every figure by name. `configs` has one run or two."""
    until = max(2, *(config.steps for config in configs))
    return {
        "learning": _learning(text, until, configs[0]),
        "rate": _rate(text, configs, until),
        "gradients": _layers(text, configs, until, "gradients"),
        "updates": _layers(text, configs, until, "updates"),
        "heads": _heads(text, until),
    }


def _layout(text: Text, y_title: str, until: int) -> Figure:
    layout: Figure = curve_figure([], text("axis.step"), y_title, until=until)["layout"]
    return layout | {"height": HEIGHT, "margin": MARGIN}


def _heads(text: Text, until: int) -> dict[str, Any]:
    """What the best head gives to the previous token, and to what followed the same one before."""
    layout = _layout(text, text("axis.heads"), until)
    layout["yaxis"] |= {"range": [-0.03, 1.05], "tickformat": ".0%"}
    names = {name: text(f"curve.{name}") for name in SCORES}
    return {"layout": layout, "names": names, "colours": LAYER_COLOURS}


def _floor_lines(config: RunConfig) -> list[dict[str, Any]]:
    """A line for each entropy of a text's counts; the legend names them."""
    assert config.data is not None
    return [
        {
            "type": "line",
            "x0": 0,
            "x1": 1,
            "xref": "paper",
            "y0": nats,
            "y1": nats,
            "line": {"color": FLOOR, "width": 1.5, "dash": FLOOR_DASHES[name]},
        }
        for name, nats in floors_of(config.data)._asdict().items()
    ]


def _floors(text: Text, config: RunConfig) -> list[dict[str, str]]:
    """The names of these lines, with how they look."""
    assert config.data is not None
    return [
        {"name": text(f"curve.{name}", nats=significant(nats)), "dash": FLOOR_DASHES[name]}
        for name, nats in floors_of(config.data)._asdict().items()
    ]


def _learning(text: Text, until: int, config: RunConfig) -> Figure:
    """The loss above the exact match, over the same steps; of a text with its floors."""
    layout = _layout(text, text("axis.loss"), until)
    layout["xaxis"] |= {"anchor": "y2"}
    layout["yaxis"] |= {"domain": [0.5, 1.0]}
    layout["yaxis2"] = {
        "title": {"text": text("axis.exact")},
        "domain": [0.0, 0.42],
        "range": [-0.03, 1.05],
        "tickformat": ".0%",
        "tickvals": [0, 0.5, 1],
    }
    if config.kind != "encoder_decoder":
        layout["yaxis2"]["title"] = {"text": text(f"axis.exact_{config.kind}")}
    if config.kind == "decoder":
        layout["shapes"] = _floor_lines(config)
    names = {part: text(f"curve.{part}") for part in ("training", "held_out")}
    floors = _floors(text, config) if config.kind == "decoder" else []
    return {"layout": layout, "names": names, "floors": floors, "floorColour": FLOOR}


def _rate(text: Text, configs: Sequence[RunConfig], until: int) -> Figure:
    """The curve of the learning-rate page, for each run."""
    steps = schedule_steps(until, min(configs[0].warmup_steps, until))
    curves, marks = [], []
    for config, colour in reversed(list(zip(configs, RUN_COLOURS, strict=False))):
        rates = rates_at(steps, config)
        name = schedule_name(text, config.d_model, config.warmup_steps, config.factor)
        if config.schedule != "paper":
            name = f"{text(f'schedule.{config.schedule}')} · {name}"
        curves.append(Curve(name, steps.tolist(), rates.tolist(), colour, config is configs[0]))
        peak = rates.argmax()
        x, y = int(steps[peak]), rates[peak].item()
        marks.append(Mark(x, y, significant(y), colour))
    figure = curve_figure(
        curves, text("axis.step"), text("axis.rate"), marks=marks, until=until, height=HEIGHT
    )
    figure["layout"]["margin"] = MARGIN | {"l": 66, "t": 24}
    return figure | {"names": {}}


def _layers(text: Text, configs: Sequence[RunConfig], until: int, name: str) -> Figure:
    """One curve per layer, on a logarithmic axis because layers differ by powers of ten."""
    layout = _layout(text, text(f"axis.{name}"), until)
    layout["yaxis"] = layout["yaxis"] | {"type": "log", "rangemode": "normal", "dtick": 1}
    return {"layout": layout, "names": layer_names(text, configs), "colours": LAYER_COLOURS}


def layer_names(text: Text, configs: Sequence[RunConfig]) -> dict[str, str]:
    """The names of the layers of a record, for the run with the most layers."""
    layers = max(config.num_layers for config in configs)
    names = {f"{side}_embedding": text(f"curve.{side}_embedding") for side in ("src", "tgt")}
    for stack in ("encoder", "decoder"):
        for layer in range(layers):
            called = text("curve.layer", stack=text(f"diagram.{stack}"), number=layer + 1)
            names[f"{stack}.layers.{layer}"] = called
        if any(config.norm_first for config in configs):
            names[f"{stack}.norm"] = text("curve.last_norm", stack=text(f"diagram.{stack}"))
    return names | {"output": text("curve.output")}
