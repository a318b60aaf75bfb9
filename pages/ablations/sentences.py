"""What the page says of a missing part, each number of it measured on the stored models."""

from collections.abc import Sequence

from pages.ablations.findings import (
    finding,
    largest_shares,
    parameters,
    right_shares,
    spreads,
)
from pages.ablations.setting import AblationSetting
from transformer_core import peak_learning_rate
from transformer_lab.learning.ablated import SETTLED
from transformer_lab.learning.ablations import CONFIGS, EVERY, RATES, SEEDS, WHOLE
from transformer_lab.learning.measuring import MEASURED
from ui.explain.arithmetic import significant
from ui.words.language import Text


def outcome(text: Text, variant: str) -> str:
    """Whether the part is missed, by the share of right inputs over all seeds."""
    found = finding(variant)
    return text(
        f"outcome.{found.verdict}",
        without=text(f"sentence.{variant}"),
        exact=_range(found.without),
        whole=_range(found.whole),
        held_out=MEASURED,
        seeds=len(SEEDS),
    )


def shares_of(models: Sequence[str]) -> list[str]:
    """The inputs that each model gets entirely right, from its least to its best seed."""
    return [_range(finding(model).without) for model in models]


def reason(text: Text, setting: AblationSetting) -> str:
    """Why the part of a setting is missed, or why it is not."""
    variant = setting.variant
    is_missed = finding(variant).verdict in ("fails", "worse")
    ends = (spreads(run, setting.seed_number) for run in ("whole", variant))
    whole, without = (f"{least:.2f}–{most:.2f}" for least, most in ends)
    return text(
        f"{'missed' if is_missed else 'not_missed'}.{variant}",
        whole=whole,
        without=without,
        seed=setting.seed,
        root=f"{(WHOLE.d_model / WHOLE.num_heads) ** 0.5:.1f}",
        **_rates(text),
    )


def _rates(text: Text) -> dict[str, str]:
    """The height of the rate with and without warm-up, and what the heights lead to."""
    peaks = {
        name: peak_learning_rate(one.d_model, one.warmup_steps, one.factor)
        for name, one in CONFIGS.items()
    }
    return {
        "high": significant(peaks["warm_up"], 2),
        "peak": significant(peaks["whole"], 2),
        "low": significant(peaks["low_peak"], 2),
        "times": f"{peaks['warm_up'] / peaks['whole']:.0f}",
        "high_exact": _range(finding("warm_up").without),
        "low_exact": _range(finding("low_peak").without),
        "whole_exact": _range(finding("warm_up").whole),
        "warm_up": text("variant.warm_up"),
    }


def measured(text: Text, setting: AblationSetting) -> str:
    """What else the curves say, over all seeds."""
    found = finding(setting.variant)
    losses = {"loss": f"{found.losses[1]:.2f}", "whole_loss": f"{found.losses[0]:.2f}"}
    parts = [text("outcome.measured", steps=(SETTLED - 1) * EVERY, **losses)]
    whole, without = found.first
    if whole is not None and without is not None:
        parts.append(text("first", step=without, whole=whole))
    return " ".join(parts)


def seen(text: Text, setting: AblationSetting) -> str:
    """What the shown heads of the chosen seed look at."""
    shares = {"cross": right_shares, "encoder": largest_shares}[setting.attention]
    whole, without = shares(setting.variant, setting.seed_number)
    return text(
        f"seen_{setting.attention}",
        whole=f"{whole:.0%}",
        without=f"{without:.0%}",
        even=f"{1 / len(WHOLE.the_task.example.source):.0%}",
        seed=setting.seed,
    )


def alike(text: Text, variant: str) -> str:
    """How both models were trained, and what else had to change with the part."""
    changed = text(f"changed.{variant}", numbers=parameters(), half=WHOLE.d_model // 2)
    sizes = {"layers": WHOLE.num_layers, "d_model": WHOLE.d_model, "heads": WHOLE.num_heads}
    same = "alike_rates" if variant in RATES else "alike"
    return f"{text(same, steps=WHOLE.steps, **sizes)} {changed}"


def _range(shares: tuple[float, float]) -> str:
    least, most = (f"{share:.0%}".removesuffix("%") for share in shares)
    return f"{least}%" if least == most else f"{least}–{most}%"
