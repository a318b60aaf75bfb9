"""The hyperparameters of a model, and what follows from them without computing it."""

from dataclasses import dataclass, replace
from functools import lru_cache

from pages.whole_model.sentences import PAD
from transformer_core import TransformerConfig
from transformer_lab.measures import parameter_counts
from ui.state.typed_input import InputError

MOST_COMPUTED = 64_000_000
"""The most parameters for which weights are drawn and tensors computed."""
MOST_TRAINED = 50_000
"""The most parameters for which a model is trained while somebody waits."""

LIMITS = {
    "num_layers": (1, 24),
    "d_model": (1, 4096),
    "num_heads": (1, 64),
    "d_ff": (1, 16_384),
    "vocab_size": (4, 200_000),
}


@dataclass(frozen=True)
class Sizes:
    """The hyperparameters that the user chooses."""

    num_layers: int
    d_model: int
    num_heads: int
    d_ff: int
    vocab_size: int
    dropout: float
    shared: bool = False
    """One shared matrix for both embeddings and the output (section 3.4)."""

    def check(self) -> None:
        """Check the sizes. Raises: InputError naming the invalid number."""
        for name, (low, high) in LIMITS.items():
            value = getattr(self, name)
            if not low <= value <= high:
                raise InputError("size_out_of_range", control=name, value=value, low=low, high=high)
        if self.d_model % self.num_heads:
            raise InputError("not_divisible", d_model=self.d_model, num_heads=self.num_heads)

    def config(self, norm_first: bool) -> TransformerConfig:
        return TransformerConfig(
            self.vocab_size,
            self.vocab_size,
            d_model=self.d_model,
            num_heads=self.num_heads,
            num_layers=self.num_layers,
            d_ff=self.d_ff,
            dropout=self.dropout,
            max_len=128,
            pad_id=PAD,
            norm_first=norm_first,
            shared_embeddings=self.shared,
        )


PRESETS = {
    "tiny": Sizes(2, 16, 2, 32, 32, 0.1),
    "example": Sizes(4, 128, 4, 512, 9_000, 0.3),
    "paper_base": Sizes(6, 512, 8, 2048, 37_000, 0.1, shared=True),
    "paper_big": Sizes(6, 1024, 16, 4096, 37_000, 0.3, shared=True),
}
PAPER = ("paper_base", "paper_big")


def matches_paper(sizes: Sizes) -> bool:
    """True if the paper counts the parameters of this model, with shared matrices or not."""
    base, big = (replace(PRESETS[name], dropout=0.0, shared=True) for name in PAPER)
    return replace(sizes, dropout=0.0, shared=True) in (base, big)


@lru_cache(maxsize=64)
def counts_of(sizes: Sizes, norm_first: bool) -> dict[str, int]:
    """The number of parameters, by the parts of the model."""
    return parameter_counts(sizes.config(norm_first))
