"""The blocks of the model by their names, e.g. "encoder.layers.0.self_attention"."""

from pages.encoder_decoder.sizes import Sizes

SUBLAYERS = {
    "encoder": ("self_attention", "feed_forward"),
    "decoder": ("self_attention", "cross_attention", "feed_forward"),
}


def first_block(chosen: str) -> str:
    """A closed layer opens at its self-attention; every other block is itself."""
    return f"{chosen}.self_attention" if chosen.rsplit(".", 1)[-1].isdigit() else chosen


def layer_of(block: str) -> int | None:
    """The layer that a block stands in."""
    pieces = block.split(".")
    numbered = len(pieces) > 2 and pieces[1] == "layers" and pieces[2].isdecimal()
    return int(pieces[2]) if numbered else None


def is_block(block: str, sizes: Sizes, norm_first: bool) -> bool:
    """Whether a model of these sizes has this block."""
    layer = layer_of(block)
    if layer is None:
        ends = ("src_embedding", "src_encoded", "tgt_embedding", "tgt_encoded", "output", "softmax")
        return block in (*ends, "encoder.output", "decoder.output")
    stack, _, _, part = [*block.split("."), ""][:4]
    sublayers = SUBLAYERS.get(stack, ())
    numbers = range(1, len(sublayers) + 1)
    norms = [f"norm_{number}" for number in numbers]
    norms += [f"residual_{number}" for number in numbers] if norm_first else []
    return layer < sizes.num_layers and part in (*sublayers, *norms) and block.count(".") == 3


def read_block(text: str) -> str:
    """A block's name from the URL. Raises ValueError for what can be none."""
    pieces = text.split(".")
    numbered = len(pieces) == 4 and pieces[2].isascii() and pieces[2].isdigit()
    if len(pieces) > 2 and not (numbered and pieces[1] == "layers" and len(pieces[2]) < 4):
        raise ValueError(f"{text[:40]!r} is no block")
    return text
