"""The norms over depth: post-norm against pre-norm, and the last norm that only pre-norm needs."""

from collections.abc import Sequence

from pages.encoder_decoder.setting import EncoderDecoderSetting
from transformer_lab.measures import depth_profile, mean_deviation
from ui.answer.parts import Curves, Entry, Legend, Note, Part
from ui.picture.curves import ACCENT, COLOURS, Curve, Figure, Mark, curve_figure
from ui.words.language import Text

STACKS = ("encoder", "decoder")
LINES = {
    ("post", "residual"): (ACCENT, True, "solid"),
    ("post", "normed"): (COLOURS[2], True, "solid"),
    ("pre", "residual"): (COLOURS[0], True, "solid"),
    ("pre", "normed"): (COLOURS[1], True, "dot"),
}
"""Colour of each curve over depth, whether it is strong, and its dash. Both norms of the normed
curves give the same deviation, so one is dotted to leave the other visible."""
LAST = (COLOURS[3], True, "dash")
"""The same of the step from pre-norm's last sum to the output."""
BESIDE = 0.25
"""How far the axis extends beyond the first and the last point."""
HEIGHT = 300
ROOM = 0.04
"""For the label of the output: the width on the right, for each sublayer."""


def depth_parts(text: Text, setting: EncoderDecoderSetting) -> list[Part]:
    """The mean standard deviation of the residual sums over depth, up to the stacks' outputs."""
    looks = {text(f"depth.{norm}_{kind}"): colour for (norm, kind), (colour, *_) in LINES.items()}
    looks[text("depth.pre_last")] = LAST[0]
    legend = Legend([Entry(colour, name) for name, colour in looks.items()])
    stacks = [_depth_curves(text, setting, stack) for stack in STACKS]
    about = Note(_about_depth(text, setting), "quiet")
    return [about, *_last_norm(text, setting), legend, *stacks]


def _about_depth(text: Text, setting: EncoderDecoderSetting) -> str:
    """What the curves show: what post-norm brings the sums back to, and how far pre-norm's go."""
    if setting.d_model == 1:
        return text("depth.about_one")
    post, pre = (setting.forward.with_norm(first).records for first in (False, True))
    normed = [one for stack in STACKS for one in depth_profile(post, stack)["normed"].tolist()]
    least, most = (f"{end(normed):.2f}" for end in (min, max))
    # Training moves the gain of a norm away from 1.
    exact = f"{float(least):g}"
    ends = {"post": exact if least == most else text("depth.between", least=least, most=most)}
    for stack in STACKS:
        sums = depth_profile(pre, stack)["residual"].tolist()
        ends |= {f"{stack}_first": f"{sums[0]:.2f}", f"{stack}_last": f"{sums[-1]:.2f}"}
    return text("depth.about", **ends)


def _last_norm(text: Text, setting: EncoderDecoderSetting) -> list[Note]:
    """What the norm at the end of both stacks of pre-norm does, and what comes without it."""
    if setting.d_model == 1:
        return []
    pre = setting.forward.with_norm(True)
    ends = {
        "logits": mean_deviation(pre.records["logits"]),
        "without": mean_deviation(pre.logits_without_last_norms),
    }
    for stack in STACKS:
        ends[stack] = float(depth_profile(pre.records, stack)["residual"][-1])
        ends[f"{stack}_normed"] = mean_deviation(pre.records[f"{stack}.output"])
    return [Note(text("depth.last", **{name: f"{one:.2f}" for name, one in ends.items()}))]


def _depth_curves(text: Text, setting: EncoderDecoderSetting, stack: str) -> Curves:
    records = {norm: setting.forward.with_norm(norm == "pre").records for norm in ("post", "pre")}
    profiles = {norm: depth_profile(one, stack) for norm, one in records.items()}
    places = list(range(1, len(profiles["pre"]["residual"]) + 1))
    curves = [
        Curve(text(f"depth.{norm}_{kind}"), places, profiles[norm][kind].tolist(), *looks)
        for (norm, kind), looks in LINES.items()
    ]
    output = mean_deviation(records["pre"][f"{stack}.output"])
    ends = [float(profiles["pre"]["residual"][-1]), output]
    at = [len(places), len(places) + 1]
    curves.append(Curve(text("depth.pre_last"), at, ends, *LAST))
    marks = [Mark(x, y, f"{y:.2f}", LAST[0]) for x, y in zip(at, ends, strict=True)]
    name = text(f"diagram.{stack}")
    return Curves(
        f"depth_{stack}",
        _figure(text, name, curves, marks, len(places)),
        f"{text('depth.title')}: {name}",
    )


def _figure(
    text: Text, name: str, curves: Sequence[Curve], marks: Sequence[Mark], count: int
) -> Figure:
    """The curves of a stack of `count` sublayers, and its output after them."""
    figure = curve_figure(
        curves,
        text("depth.sublayer"),
        text("depth.deviation"),
        marks=marks,
        until=count + 1,
        height=HEIGHT,
    )
    title = {"text": name, "font": {"size": 14}, "x": 0, "xanchor": "left", "y": 0.98}
    figure["layout"]["title"] = title
    figure["layout"]["yaxis"]["rangemode"] = "normal"
    # The dashed line comes from the left.
    figure["data"][-1]["textposition"] = ["top left", "top right"]
    ticks = _ticks(count)
    figure["layout"]["xaxis"] |= {
        "range": [1 - BESIDE, count + 1 + BESIDE + ROOM * count],
        "tickvals": [*ticks, count + 1],
        "ticktext": [*map(str, ticks), text("depth.output")],
    }
    return figure


def _ticks(count: int) -> list[int]:
    """The numbered sublayers: with many, not each, and none just before the output."""
    step = 1 if count < 10 else 2 if count < 20 else 4
    return list(range(1, count + 2 - step, step))
