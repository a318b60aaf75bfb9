"""The model's output: the next tokens, the loss, the norms over depth, the parameter counts."""

from dataclasses import replace

import torch

from pages.encoder_decoder.blocks import blocks_of_layer, write_block
from pages.encoder_decoder.setting import EncoderDecoderSetting
from pages.encoder_decoder.sizes import counts_of, matches_paper
from pages.whole_model.sentences import PAD
from transformer_core import cross_entropy_over_padding, masked_cross_entropy
from transformer_core.explain.origin import SUBLAYERS
from transformer_lab.measures import depth_profile, likeliest
from ui.answer.parts import Curves, Entry, Legend, Note, Part, Table
from ui.explain.arithmetic import Arithmetic, Chart, Span, chart_of, exact, percent, span
from ui.explain.arithmetic.numbers import read_back, relation
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
BARS = 5
"""The number of tokens with a separate bar next to the loss."""


def _percent(share: float) -> str:
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
            f"{sentences.name(int(token))}  {_percent(float(share))}%"
            for token, share in zip(tokens[:, place], probabilities[:, place], strict=True)
        ]
    parts: list[Part] = [Note(text("output.about"), "quiet"), Table(columns)]
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


def _result(worked_out: float, value: float) -> Span:
    return span(f"{relation(worked_out, value)} {exact(value)}", "result")


def loss_parts(text: Text, setting: EncoderDecoderSetting) -> list[Part]:
    """The loss over real positions, and the result of averaging over padding as well."""
    logits, targets = setting.forward.records["logits"], setting.sentences.targets
    smoothing = setting.label_smoothing
    plain = masked_cross_entropy(logits, targets, PAD)
    smoothed = masked_cross_entropy(logits, targets, PAD, smoothing)
    diluted = cross_entropy_over_padding(logits, targets, PAD, smoothing)
    real, every = int((targets != PAD).sum()), targets.numel()
    total = read_back(exact(float(smoothed) * real))
    chance = float(torch.log(torch.tensor(float(logits.size(-1)))))
    name = "loss.padding" if setting.padding else "loss.no_padding"
    padding = span(text(name, padding=every - real, count=every))
    mean = [span(f"{exact(total)} / {real}"), _result(total / real, float(smoothed))]
    # Without smoothing both numbers are equal.
    lines = [(text("loss.plain"), [span(exact(float(plain)), "result")] if smoothing else mean)]
    if smoothing:
        lines.append((text("loss.masked"), mean))
    lines += [
        (
            text("loss.diluted"),
            [span(f"{exact(total)} / {every}"), _result(total / every, float(diluted)), padding],
        ),
        (text("loss.chance"), [span(f"ln {logits.size(-1):,}"), _result(chance, chance)]),
    ]
    title = f"{text('loss.title')} = {exact(float(smoothed))}"
    parts: list[Part] = [
        Arithmetic(title, text("loss.question"), lines, _target_charts(text, setting))
    ]
    if smoothing:
        parts.append(Note(text("loss.about", percent=f"{100 * smoothing:g}"), "quiet"))
    return parts


def _target_charts(text: Text, setting: EncoderDecoderSetting) -> list[Chart]:
    """Bars of the first token's smoothed target, and of the model's prediction."""
    sentences, size, share = setting.sentences, setting.vocab_size, setting.label_smoothing
    due = int(sentences.targets[0, 0])
    predicted = setting.forward.records["logits"][0, 0].softmax(dim=-1)  # (vocab,)
    target = torch.full((size,), share / size, dtype=torch.float64)
    target[due] += 1 - share
    likely = [token for token in predicted.topk(min(BARS, size)).indices.tolist() if token != due]
    tokens = [due, *likely[: BARS - 1]]
    labels = [*map(sentences.name, tokens), text("loss.others", count=f"{size - len(tokens):,}")]
    due_name = "target" if share else "target_certain"
    rows = {due_name: target, "predicted": predicted.double()}
    return [
        chart_of(
            text(f"loss.{name}", token=sentences.tgt_names[0]),
            labels,
            [*one[tokens].tolist(), float(one.sum() - one[tokens].sum())],
            percent=True,
            is_share=True,
        )
        for name, one in rows.items()
    ]


def depth_parts(text: Text, setting: EncoderDecoderSetting) -> list[Part]:
    """The mean standard deviation of the residual sums over depth, post-norm against pre-norm."""
    legend = [
        Entry(colour, text(f"depth.{norm}_{kind}")) for (norm, kind), (colour, *_) in LINES.items()
    ]
    about = text("depth.about_one" if setting.d_model == 1 else "depth.about")
    stacks = [_depth_curves(text, setting, stack) for stack in ("encoder", "decoder")]
    return [Note(about, "quiet"), Legend(legend), *stacks]


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
    "loss": loss_parts,
    "depth": depth_parts,
    "counts": counts_parts,
}
