"""Which controls each mistake has, from where to where they go, and what is worth trying."""

from collections.abc import Sequence

from transformer_core.mistakes import MISTAKES
from transformer_core.mistakes.training import MOST_PADDING
from ui.state.url_state import one_of

Sizes = dict[str, int]
"""What the controls of a mistake say, by their names."""

CONTROLS = {
    "unscaled_scores": ("d_k", "seed"),
    "softmax_over_queries": ("seq_len", "seed"),
    "mask_after_softmax": ("seq_len", "seed"),
    "mask_hides_itself": ("seq_len", "seed"),
    "mask_leaks_next": ("seq_len", "seed"),
    "minus_1e9": ("seq_len", "padding", "seed"),
    "minus_infinity": ("seq_len", "padding", "seed"),
    "one_speed": ("positions", "d_model"),
    "unscaled_embeddings": ("d_model", "seed"),
    "heads_without_transpose": ("seq_len", "num_heads"),
    "pre_norm": ("num_layers", "seed"),
    "loss_over_padding": ("padded", "seed"),
    "warmup_exponent": ("warmup",),
}
"""By the names that the mistake's `given` knows them by."""

DEFAULTS = {
    "d_k": 64,
    "d_model": 64,
    "num_heads": 2,
    "num_layers": 6,
    "padded": 8,
    "padding": 2,
    "positions": 50,
    "seed": 11,
    "seq_len": 6,
    "warmup": 4000,
}

NUMBERS = {
    "positions": (2, 128),
    "seed": (0, 9999),
    "seq_len": (2, 8),
    "warmup": (100, 20_000),
}
"""Numbers to type, from least to most."""

D_KS = (2, 4, 8, 16, 32, 64, 128, 256, 512)
_STEPS: dict[str, Sequence[int]] = {
    "d_k": D_KS,
    "d_model": (16, 32, 64, 128, 256),
    "num_heads": (2, 4, 8),
    "num_layers": range(1, 13),
    "padded": range(1, MOST_PADDING + 1),
}


def steps(control: str, sizes: Sizes) -> Sequence[int]:
    """What a slider goes through; a sentence has at most as much padding as tokens."""
    return range(1, sizes["seq_len"] + 1) if control == "padding" else _STEPS[control]


TRIES = {
    "unscaled_scores": {"d_k_512": {"d_k": 512}, "d_k_2": {"d_k": 2}},
    "softmax_over_queries": {"longer": {"seq_len": 7}, "shorter": {"seq_len": 3}},
    "mask_after_softmax": {"longer": {"seq_len": 7}, "shorter": {"seq_len": 3}},
    "mask_hides_itself": {"longer": {"seq_len": 7}, "shorter": {"seq_len": 3}},
    "mask_leaks_next": {"longer": {"seq_len": 7}, "shorter": {"seq_len": 3}},
    "minus_1e9": {"one_padded": {"padding": 1}, "all_padded": {"padding": NUMBERS["seq_len"][1]}},
    "minus_infinity": {
        "one_padded": {"padding": 1},
        "all_padded": {"padding": NUMBERS["seq_len"][1]},
    },
    "one_speed": {"longer_text": {"positions": 128}, "narrow": {"d_model": 16, "positions": 8}},
    "unscaled_embeddings": {"d_model_256": {"d_model": 256}, "d_model_16": {"d_model": 16}},
    "heads_without_transpose": {"four_heads": {"num_heads": 4}, "shorter": {"seq_len": 3}},
    "pre_norm": {"one_layer": {"num_layers": 1}, "deep": {"num_layers": 12}},
    "loss_over_padding": {"little_padding": {"padded": 1}, "much_padding": {"padded": 24}},
    "warmup_exponent": {"short_warmup": {"warmup": 400}, "long_warmup": {"warmup": 16_000}},
}
"""Changes worth making, and what they set. A slider takes the nearest value below."""


def read_mistake(text: str) -> str:
    """A mistake from its name, or from the number that it has in the list, from 1.

    Raises: ValueError for any other text.
    """
    names = list(MISTAKES)
    if text in (str(number) for number in range(1, len(names) + 1)):
        return names[int(text) - 1]
    return one_of(MISTAKES)(text)


def write_number(name: str) -> str:
    """A mistake as its number, for an address that is to name none."""
    return str(list(MISTAKES).index(name) + 1)


def has_chance(name: str) -> bool:
    """Whether there is chance in a mistake's numbers."""
    return "seed" in CONTROLS[name]
