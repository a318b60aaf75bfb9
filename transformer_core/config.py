"""The sizes of a Transformer (section 3 and table 3)."""

from dataclasses import dataclass

from transformer_core.checks import (
    require_flags,
    require_positive,
    require_rate,
    require_sizes,
    require_token,
)


@dataclass(frozen=True)
class TransformerConfig:
    """Everything that determines the shape of a `Transformer`; defaults are the paper's base model.

    Raises: ValueError naming the invalid number.
    """

    src_vocab_size: int
    """Tokens of the source language, padding included."""
    tgt_vocab_size: int
    """Tokens of the target language, padding included."""
    d_model: int = 512
    """Width of every layer's input and output; divisible by num_heads."""
    num_heads: int = 8
    num_layers: int = 6
    """Layers in the encoder, and as many in the decoder."""
    d_ff: int = 2048
    dropout: float = 0.1
    """Probability, in [0, 1): on each sublayer's output and on embedding + position (5.4)."""
    max_len: int = 512
    """The longest sentence, in positions."""
    pad_id: int = 0
    """The token, of both languages, that only fills up a batch."""
    norm_first: bool = False
    """False: LayerNorm(x + Sublayer(x)), the paper's post-norm. True: x + Sublayer(LayerNorm(x)),
    pre-norm, with one more norm after the last layer."""
    layer_norm_eps: float = 1e-6
    tied_output: bool = False
    """True: the output layer is the target embedding's matrix, without a bias (section 3.4)."""
    shared_embeddings: bool = False
    """True: both embeddings and the output layer are one matrix, as in the paper (section 3.4).
    Needs one vocabulary for both languages, and so one size."""

    def __post_init__(self) -> None:
        require_sizes(
            {
                "src_vocab_size": self.src_vocab_size,
                "tgt_vocab_size": self.tgt_vocab_size,
                "d_model": self.d_model,
                "num_heads": self.num_heads,
                "num_layers": self.num_layers,
                "d_ff": self.d_ff,
                "max_len": self.max_len,
            }
        )
        require_rate("dropout", self.dropout)
        require_positive("layer_norm_eps", self.layer_norm_eps)
        require_flags(
            {
                "norm_first": self.norm_first,
                "tied_output": self.tied_output,
                "shared_embeddings": self.shared_embeddings,
            }
        )
        if self.d_model % self.num_heads:
            raise ValueError(
                f"d_model={self.d_model} is not divisible by num_heads={self.num_heads}"
            )
        if self.shared_embeddings and self.src_vocab_size != self.tgt_vocab_size:
            raise ValueError(
                "shared_embeddings needs one vocabulary: "
                f"src_vocab_size={self.src_vocab_size} must equal "
                f"tgt_vocab_size={self.tgt_vocab_size}"
            )
        require_token("pad_id", self.pad_id, min(self.src_vocab_size, self.tgt_vocab_size))

    @property
    def has_tied_output(self) -> bool:
        """True when the output layer is the target embedding's matrix."""
        return self.tied_output or self.shared_embeddings

    @property
    def d_k(self) -> int:
        """Width of one head's queries, keys and values."""
        return self.d_model // self.num_heads
