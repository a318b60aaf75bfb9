"""Settings in which what is said of a mistake is tried: the ends of its controls, and others."""

import itertools
from collections.abc import Iterator

from pages.mistakes.comparing import compared
from pages.mistakes.sentences import sentence
from pages.mistakes.setting import MistakeSetting
from transformer_lab.mistakes import MISTAKES, Comparison
from ui.state.control import Number, Stepped
from ui.words.language import text_of

OTHER_SEEDS = (1, 345, 6789)


def ends(name: str) -> Iterator[dict[str, int]]:
    """Every combination of the first, the last and the usual value of each control of a mistake."""
    controls = MistakeSetting.controls()
    sizes = [size for size in MISTAKES[name].sizes if size != "seed"]
    values = []
    for size in sizes:
        control, usual = controls[size], getattr(MistakeSetting(), size)
        assert isinstance(control, Number | Stepped)
        values.append(sorted({int(control.low), usual, int(control.high)}))
    seeds = (0, 9999, 11, *OTHER_SEEDS) if "seed" in MISTAKES[name].sizes else (11,)
    for combination in itertools.product(*values):
        for seed in seeds:
            chosen = dict(zip(sizes, combination, strict=True)) | {"seed": seed}
            yield MistakeSetting(**chosen).sizes_of(name)


def compare(name: str, **sizes: int) -> Comparison:
    return MISTAKES[name].compare(**(MistakeSetting().sizes_of(name) | sizes))


def sentence_of(name: str, language: str = "en", kind: str = "effect", **sizes: int) -> str:
    """What is said of a mistake in a setting."""
    given = MistakeSetting().sizes_of(name) | sizes
    return sentence(text_of("mistakes", language), kind, compared(name, given))
