"""The curves and the attention of the whole next to those of a variant."""

from collections.abc import Callable

from torch import Tensor

from pages.ablations.setting import AblationSetting
from transformer_lab.learning.ablated import ablated
from transformer_lab.learning.ablations import SEEDS, WHOLE, Measured
from ui.picture.curves import COLOURS, Curve, Figure, curve_figure
from ui.picture.matrix_view import Axis, Break, Tiles
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
    for seed in sorted(SEEDS, key=lambda seed: seed == chosen):
        for run, colour in (("whole", WHOLE_COLOUR), (setting.variant, WITHOUT_COLOUR)):
            records = ablated(run, seed).records
            label = text("of_seed", name=text(f"short.{run}"), seed=seed)
            steps, values = [one.step for one in records], [value(one) for one in records]
            is_chosen = seed == chosen
            dash = "solid" if is_chosen else "dot"
            lines.append(Curve(label, steps, values, colour, is_chosen, dash))
    return curve_figure(
        lines, text("axis.step"), text(f"axis.{name}"), until=WHOLE.steps, height=HEIGHT
    )


def attention_items(text: Text, setting: AblationSetting) -> list[Item]:
    """The heads of the whole's last layer above those of the variant's."""
    items: list[Item] = []
    for run in ("whole", setting.variant):
        weights = attention_of(setting, run)
        items += [Break(text(f"short.{run}")), _tiles(text, setting, run, weights)]
    return items


def attention_of(setting: AblationSetting, run: str) -> Tensor:
    """The shown weights of the whole or of the variant: (heads, seq_q, seq_k)."""
    return ablated(run, setting.seed_number).attention[setting.attention].float()


def _tiles(text: Text, setting: AblationSetting, run: str, weights: Tensor) -> Tiles:
    example = WHOLE.the_task.example
    source = word_labels(example.source)
    due = [*word_labels(example.target), END]
    heads = [text("head", head=head + 1) for head in range(len(weights))]
    return Tiles(
        "whole" if run == "whole" else "without",
        weights.numpy(),
        rows=Axis(
            "query",
            labels=due if setting.attention == "cross" else source,
            spoken=text("axes.query"),
        ),
        cols=Axis("key", labels=source, spoken=text("axes.key")),
        name=text(f"attention.{setting.attention}"),
        scale="weights",
        limit=1.0,
        tile_axis=Axis("tile", labels=heads),
        columns=len(weights),
    )
