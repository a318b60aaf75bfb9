"""The curves and the attention of the whole next to those of a variant."""

from collections.abc import Callable

from torch import Tensor

from pages.ablations.findings import shown_head
from pages.ablations.forward import weights_of
from pages.ablations.setting import AblationSetting
from transformer_lab.learning.ablated import ablated
from transformer_lab.learning.ablations import SEEDS, WHOLE, Measured
from ui.picture.curves import COLOURS, Curve, Figure, curve_figure
from ui.picture.matrix_view import Axis, Matrix
from ui.picture.matrix_view.matrix import Item
from ui.picture.word_labels import word_labels
from ui.words.language import Text

WHOLE_COLOUR, WITHOUT_COLOUR = COLOURS[1], COLOURS[5]
HEIGHT = 250
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
