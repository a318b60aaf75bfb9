"""The model's blocks with their shapes and parameter counts, for the diagram."""

from pages.encoder_decoder.model_diagram import Block, Group
from pages.encoder_decoder.setting import Sizes
from ui.shell.language import Text

KINDS = {"self_attention": "attention", "cross_attention": "cross", "feed_forward": "feed_forward"}
SUBLAYERS = {
    "encoder": ("self_attention", "feed_forward"),
    "decoder": ("self_attention", "cross_attention", "feed_forward"),
}
MASKS = {
    "encoder.self_attention": "padding",
    "decoder.self_attention": "look_ahead_and_padding",
    "decoder.cross_attention": "source_padding",
}


def shape_text(shape: tuple[int, ...]) -> str:
    return f"({', '.join(str(size) for size in shape)})"


class Diagram:
    """Builds both stacks for one setting."""

    def __init__(
        self,
        text: Text,
        sizes: Sizes,
        counts: dict[str, int],
        shapes: dict[str, tuple[int, ...]],
        norm_first: bool,
        layer: int,
    ) -> None:
        self.text, self.sizes, self.counts = text, sizes, counts
        self.shapes, self.norm_first, self.layer = shapes, norm_first, layer

    def columns(self) -> dict[str, list[Block | Group]]:
        decoder = self._stack("decoder", "tgt")
        vocab = shape_text(self.shapes["logits"])
        decoder += [
            self._block("output", "output", shape=vocab, note=self._own("output")),
            self._block("softmax", "softmax", shape=vocab),
        ]
        return {
            self.text("diagram.encoder"): self._stack("encoder", "src"),
            self.text("diagram.decoder"): decoder,
        }

    def _block(self, name: str, id_: str, **looks: str) -> Block:
        return Block(id_, self.text(f"blocks.{name}"), **looks)

    def _count(self, *parts: str) -> str:
        total = sum(self.counts.get(part, 0) for part in parts)
        return self.text("diagram.parameters", count=f"{total:,}") if total else ""

    def _own(self, part: str) -> str:
        """The parameters of an embedding or the output, or that the matrix is the source's."""
        return self._count(part) or self.text("diagram.same_matrix")

    def _stack(self, stack: str, side: str) -> list[Block | Group]:
        stream = shape_text(self.shapes[f"{stack}.output"])
        parts: list[Block | Group] = [
            self._block(
                "embedding",
                f"{side}_embedding",
                shape=shape_text(self.shapes[f"{side}_scaled"]),
                note=self._own(f"{side}_embedding"),
            ),
            self._block("positional_encoding", f"{side}_encoded", shape=stream),
        ]
        for layer in range(self.sizes.num_layers):
            parts.append(self._layer(stack, layer, stream))
        norm = f"{stack}.norm"
        parts.append(
            self._block(f"{stack}_output", f"{stack}.output", shape=stream, note=self._count(norm))
        )
        return parts

    def _layer(self, stack: str, layer: int, stream: str) -> Block | Group:
        path = f"{stack}.layers.{layer}"
        if layer != self.layer:
            own = [part for part in self.counts if part.startswith(f"{path}.")]
            title = self.text("diagram.layer", number=layer + 1)
            return Block(path, title, self._count(*own), stream, kind="layer")
        title = self.text("diagram.open_layer", number=layer + 1, total=self.sizes.num_layers)
        groups = [
            self._sublayer(stack, path, number, name, stream)
            for number, name in enumerate(SUBLAYERS[stack], start=1)
        ]
        return Group(groups, title, stream)

    def _sublayer(self, stack: str, path: str, number: int, name: str, stream: str) -> Group:
        mask = MASKS.get(f"{stack}.{name}")
        sublayer = self._block(
            f"masked_{name}" if (stack, name) == ("decoder", "self_attention") else name,
            f"{path}.{name}",
            note=self._count(f"{path}.{name}"),
            shape=stream,
            mask=self.text(f"masks.{mask}") if mask else "",
            kind=KINDS[name],
        )
        norm, count = f"{path}.norm_{number}", self._count(f"{path}.norm_{number}")
        if self.norm_first:
            first = self._block("norm", norm, note=count, shape=stream, kind="norm")
            last = self._block("add", f"{path}.residual_{number}", kind="norm")
            return Group([first, sublayer, last], shape=stream, kind="sublayer")
        last = self._block("add_and_norm", norm, note=count, kind="norm")
        return Group([sublayer, last], shape=stream, kind="sublayer")


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
