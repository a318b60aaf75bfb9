"""Preset runs: those that learn, and one for each part whose absence matters."""

from dataclasses import replace
from types import MappingProxyType

from transformer_lab.learning.config import MISPRINTED_EXPONENT, RunConfig

_REVERSE = RunConfig(task="reverse", steps=500)
_WIDE = replace(_REVERSE, d_model=64, factor=2.0)
_SYMBOLS = RunConfig(num_layers=2, d_model=64, num_heads=4, d_ff=128, factor=0.3)
"""What has to be carried, matched or looked up takes a second layer and a lower rate."""
LEARNING = MappingProxyType(
    {
        "reverse": _REVERSE,
        "copy": replace(_REVERSE, task="copy", steps=700),
        "sort": replace(_REVERSE, task="sort", steps=1400),
        "translate": RunConfig(task="translate", d_model=64, num_heads=4, factor=0.5, steps=700),
        "dates": RunConfig(task="dates", num_heads=4, steps=400),
        "add": replace(_SYMBOLS, task="add", steps=2000),
        "brackets": replace(_SYMBOLS, task="brackets", steps=1000),
        "second": replace(_SYMBOLS, task="second", num_layers=1, factor=0.5, steps=1500),
        "recall": replace(
            _SYMBOLS, task="recall", num_layers=1, schedule="stable_decay", steps=2500, every=25
        ),
    }
)
"""Each reaches 99 % held-out sentences wholly right; add, brackets and second 95 %, recall 85 %."""
FAILING = MappingProxyType(
    {
        "no_positions": replace(_REVERSE, positional_encoding=False),
        "no_warm_up": replace(_REVERSE, warmup_steps=1),
        "misprinted_exponent": replace(_REVERSE, exponent=MISPRINTED_EXPONENT),
        "no_scaling": replace(_WIDE, scaled=False),
        "no_look_ahead": replace(_REVERSE, look_ahead=False),
    }
)
"""None of them writes a tenth of the sentences right; `WORKING` says what would."""
WORKING = MappingProxyType({name: _WIDE if name == "no_scaling" else _REVERSE for name in FAILING})
"""The same with nothing left out. Without scaling it takes wide heads and a high rate to fail."""
