"""The PyTorch code of the encoder-decoder page, with torch alone and with the core."""

from pathlib import Path

from pages.encoder_decoder.forward import Forward
from transformer_lab.learning.one_pair import RATE
from ui.answer.template import both_printed

PROGRAMS = Path(__file__).with_name("programs")


def encoder_decoder_programs(forward: Forward, label_smoothing: float) -> tuple[str, str]:
    """The page's model, its logits and its loss."""
    sizes, pair = forward.sizes, forward.pair
    setting = {
        "vocab": sizes.vocab_size,
        "d_model": sizes.d_model,
        "num_heads": sizes.num_heads,
        "num_layers": sizes.num_layers,
        "d_ff": sizes.d_ff,
        "seed": forward.seed,
        "src_ids": pair.src_ids,
        "trg": pair.trg,
        "steps": forward.training.steps if forward.training else 0,
        "rate": RATE,
        "most_written": len(forward.written) if forward.reads_own else 0,
        "dropout": sizes.dropout,
        "dropout_seed": forward.dropout_seed,
        "label_smoothing": label_smoothing,
        "norm_first": forward.norm_first,
        "is_shared": sizes.shared,
    }
    choices = {
        "norm_first": forward.norm_first,
        "is_shared": sizes.shared,
        "drops": forward.dropout_seed is not None and sizes.dropout > 0,
        "trains": forward.training is not None,
        "reads_own": forward.reads_own,
    }
    return both_printed(PROGRAMS, setting, choices, is_compact=True)
