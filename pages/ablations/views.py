"""The curves and the attention of the whole next to those of a variant."""

from collections.abc import Callable

from torch import Tensor

from pages.ablations.findings import shown_head
from pages.ablations.forward import weights_of
from pages.ablations.sentences import shares_of
from pages.ablations.setting import AblationSetting
from transformer_lab.learning.ablated import ablated
from transformer_lab.learning.ablations import SEEDS, VARIANTS, WHOLE, Measured
from ui.picture.curves import COLOURS, STILL, Curve, Figure, curve_figure
from ui.picture.matrix_view import Axis, Matrix
from ui.picture.matrix_view.matrix import Item
from ui.picture.word_labels import word_labels
from ui.words.language import Text

WHOLE_COLOUR, WITHOUT_COLOUR = COLOURS[1], COLOURS[5]
HEIGHT = 250
PARTS_HEIGHT = 320
FAINT = 0.55
"""The opacity of the parts that are not chosen."""
END = "⟨end⟩"


def curves(text: Text, setting: AblationSetting, name: str) -> Figure:
    """A measured number over the steps, "exact" or "loss": all seeds, the chosen one strong."""
    value: Callable[[Measured], float] = lambda one: getattr(one, name)  # noqa: E731
    chosen = setting.seed_number
    lines = []
    # Always in the same order: for another seed the browser then only restyles the lines.
    for seed in SEEDS:
        for run, colour in (("whole", WHOLE_COLOUR), (setting.variant, WITHOUT_COLOUR)):
            records = ablated(run, seed).records
            label = text("of_seed", name=text(f"variant.{run}"), seed=seed)
            steps, values = [one.step for one in records], [value(one) for one in records]
            is_chosen = seed == chosen
            dash = "solid" if is_chosen else "dot"
            lines.append(Curve(label, steps, values, colour, is_chosen, dash))
    return curve_figure(
        lines, text("axis.step"), text(f"axis.{name}"), until=WHOLE.steps, height=HEIGHT
    )


def parts_figure(text: Text, setting: AblationSetting) -> Figure:
    """What every model gets right: a bar a seed, the chosen part and the whole strong."""
    names = ["whole", *VARIANTS]
    titles = [text(f"variant.{name}") for name in names]
    shares = {seed: [ablated(name, seed).settled.exact for name in names] for seed in SEEDS}
    opacity = [1.0 if name in ("whole", setting.variant) else FAINT for name in names]
    colours = [WHOLE_COLOUR if name == "whole" else WITHOUT_COLOUR for name in names]
    bars = [
        {
            "type": "bar",
            "name": text(f"seed.{seed}"),
            "orientation": "h",
            "x": values,
            "y": titles,
            "marker": {"color": colours, "opacity": opacity},
            "hovertemplate": "%{y} · %{x:.0%}<extra>%{fullData.name}</extra>",
        }
        for seed, values in shares.items()
    ]
    tops = [max(values) for values in zip(*shares.values(), strict=True)]
    said: Figure = {"type": "scatter", "x": tops, "y": titles, "mode": "text"}
    said |= {"text": shares_of(names), "textposition": "middle right", "hoverinfo": "skip"}
    layout = {
        "height": PARTS_HEIGHT,
        "margin": {"l": 8, "r": 8, "t": 8, "b": 28},
        **STILL,
        "bargap": 0.35,
        "bargroupgap": 0.12,
        # Names of parts need a line of their own each: below bars they would run into each other.
        "xaxis": {"range": [0, 1.3], "tickvals": [0, 0.5, 1], "tickformat": ".0%"},
        "yaxis": {
            "type": "category",
            "automargin": True,
            "autorange": "reversed",
            "showgrid": False,
        },
    }
    return {"data": [*bars, said], "layout": layout}


def attention_items(text: Text, setting: AblationSetting) -> list[Item]:
    """One head of the whole's last layer next to one of the variant's."""
    return [_matrix(text, setting, run) for run in ("whole", setting.variant)]


def attention_of(setting: AblationSetting, run: str) -> Tensor:
    """The weights of the whole or of the variant: (heads, seq_q, seq_k)."""
    return weights_of(run, setting.seed_number, setting.attention)


def _matrix(text: Text, setting: AblationSetting, run: str) -> Matrix:
    weights, example = attention_of(setting, run), WHOLE.the_task.example
    head = shown_head(setting.attention, weights)
    source = word_labels(example.source)
    due = [*word_labels(example.target), END]
    rows = due if setting.attention == "cross" else source
    return Matrix(
        "whole" if run == "whole" else "without",
        weights[head].numpy(),
        rows=Axis("query", labels=rows, spoken=text("axes.query")),
        cols=Axis("key", labels=source, spoken=text("axes.key")),
        name=text(f"variant.{run}"),
        note=text("head", head=head + 1, heads=len(weights)),
        scale="weights",
        limit=1.0,
    )
