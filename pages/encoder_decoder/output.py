"""The model's output: the next tokens, the norms over depth, the parameter counts."""

from dataclasses import replace

from pages.encoder_decoder.blocks import blocks_of_layer, write_block
from pages.encoder_decoder.setting import EncoderDecoderSetting
from pages.encoder_decoder.sizes import counts_of, matches_paper
from transformer_core.explain.origin import SUBLAYERS
from transformer_lab.measures import depth_profile, likeliest
from ui.answer.parts import Curves, Entry, Legend, Note, Part, Table
from ui.explain.arithmetic import percent
from ui.picture.curves import ACCENT, COLOURS, Curve, curve_figure
from ui.words.language import Text

LINES = {
    ("post", "residual"): (ACCENT, True, "solid"),
    ("post", "normed"): (COLOURS[2], True, "solid"),
    ("pre", "residual"): (COLOURS[0], True, "solid"),
    ("pre", "normed"): (COLOURS[1], True, "dot"),
}
"""Colour of each curve over depth, whether it is strong, and its dash. Both norms of the normed
curves give the same deviation, so one is dotted to leave the other visible."""
BESIDE = 0.25
"""How far the axis extends beyond the first and the last sublayer."""
DEPTH_HEIGHT = 300


def one_decimal(share: float) -> str:
    """Format with one decimal; the share of one token among very many is not shown as 0."""
    return f"{100 * share:.1f}" if share >= 0.001 else percent(share)


def output_parts(text: Text, setting: EncoderDecoderSetting) -> list[Part]:
    """The five most probable next tokens after each token of the target."""
    sentences, logits = setting.sentences, setting.forward.records["logits"]
    tokens, probabilities = likeliest(logits[0])
    columns = {
        text("likely.after"): list(sentences.tgt_names),
        text("likely.due"): list(sentences.target_names),
    }
    for place in range(tokens.size(1)):
        columns[str(place + 1)] = [
            f"{sentences.name(int(token))}  {one_decimal(float(share))}%"
            for token, share in zip(tokens[:, place], probabilities[:, place], strict=True)
        ]
    about = text("output.about_trained" if setting.is_trained else "output.about")
    parts: list[Part] = [Note(about, "quiet"), Table(columns)]
    if any("#" in cell for shown in columns.values() for cell in shown):
        values = {"count": f"{setting.vocab_size:,}", "last": setting.vocab_size - 1}
        parts.append(Note(text("output.unnamed", **values), "quiet"))
    if setting.dropping and setting.dropout == 0:
        parts.append(Note(text("ignored.nothing_dropped"), "info"))
    elif setting.dropping:
        without = setting.forward.without_dropout().records["logits"]
        difference = f"{float((logits - without).abs().max()):.4f}"
        parts.append(Note(text("output.dropout_difference", difference=difference)))
    return parts


def depth_parts(text: Text, setting: EncoderDecoderSetting) -> list[Part]:
    """The mean standard deviation of the residual sums over depth, post-norm against pre-norm."""
    legend = [
        Entry(colour, text(f"depth.{norm}_{kind}")) for (norm, kind), (colour, *_) in LINES.items()
    ]
    stacks = [_depth_curves(text, setting, stack) for stack in ("encoder", "decoder")]
    return [Note(_about_depth(text, setting), "quiet"), Legend(legend), *stacks]


def _about_depth(text: Text, setting: EncoderDecoderSetting) -> str:
    """What the curves show: what post-norm brings the sums back to, and how far pre-norm's go."""
    if setting.d_model == 1:
        return text("depth.about_one")
    stacks = ("encoder", "decoder")
    post, pre = (setting.forward.with_norm(first).records for first in (False, True))
    normed = [one for stack in stacks for one in depth_profile(post, stack)["normed"].tolist()]
    least, most = (f"{end(normed):.2f}" for end in (min, max))
    # Training moves the gain of a norm away from 1.
    exact = f"{float(least):g}"
    ends = {"post": exact if least == most else text("depth.between", least=least, most=most)}
    for stack in stacks:
        sums = depth_profile(pre, stack)["residual"].tolist()
        ends |= {f"{stack}_first": f"{sums[0]:.2f}", f"{stack}_last": f"{sums[-1]:.2f}"}
    return text("depth.about", **ends)


def _depth_curves(text: Text, setting: EncoderDecoderSetting, stack: str) -> Curves:
    records = {norm: setting.forward.with_norm(norm == "pre").records for norm in ("post", "pre")}
    profiles = {norm: depth_profile(one, stack) for norm, one in records.items()}
    curves = []
    for (norm, kind), looks in LINES.items():
        values = profiles[norm][kind].tolist()
        places = list(range(1, len(values) + 1))
        curves.append(Curve(text(f"depth.{norm}_{kind}"), places, values, *looks))
    name = text(f"diagram.{stack}")
    figure = curve_figure(
        curves,
        text("depth.sublayer"),
        text("depth.deviation"),
        until=len(places),
        height=DEPTH_HEIGHT,
    )
    title = {"text": name, "font": {"size": 14}, "x": 0, "xanchor": "left", "y": 0.98}
    figure["layout"]["title"] = title
    figure["layout"]["xaxis"]["range"] = [1 - BESIDE, len(places) + BESIDE]
    figure["layout"]["yaxis"]["rangemode"] = "normal"
    # Ticks at whole sublayers only.
    figure["layout"]["xaxis"]["tick0"] = 1
    figure["layout"]["xaxis"]["dtick"] = 1 if len(places) < 20 else 4
    return Curves(f"depth_{stack}", figure, f"{text('depth.title')}: {name}")


def counts_parts(text: Text, setting: EncoderDecoderSetting) -> list[Part]:
    """Parameters by part, and the total with and without one matrix shared three ways."""
    counts = setting.counts
    parts = {
        name: sum(counts.get(part, 0) for part in parts)
        for name, parts in _parts_of_model(setting.num_layers).items()
    }
    shown = {text(f"counts.{part}"): [f"{count:,}"] for part, count in parts.items()}
    total = {text("counts.sum"): [f"{sum(setting.counts.values()):,}"]}
    sums = {
        name: f"{_total(setting, shared):,}"
        for name, shared in (("shared", True), ("apart", False))
    }
    made: list[Part] = [Table(shown | total), Note(text("counts.sharing", **sums), "quiet")]
    if matches_paper(setting.sizes):
        made.append(Note(text("counts.paper"), "quiet"))
    return made


def _parts_of_model(num_layers: int) -> dict[str, list[str]]:
    """The parts of the model that have parameters, by their names in `counts_of`."""
    stacks: dict[str, list[str]] = {
        stack: [
            *(write_block(one) for at in range(num_layers) for one in blocks_of_layer(stack, at)),
            f"{stack}.norm",
        ]
        for stack in SUBLAYERS
    }
    return {"embeddings": ["src_embedding", "tgt_embedding"], **stacks, "output": ["output"]}


def _total(setting: EncoderDecoderSetting, shared: bool) -> int:
    return sum(counts_of(replace(setting.sizes, shared=shared), setting.norm_first).values())


PARTS = {
    "output": output_parts,
    "depth": depth_parts,
    "counts": counts_parts,
}
