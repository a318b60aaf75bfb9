"""The model's blocks with their shapes and parameter counts, for the diagram."""

from pages.encoder_decoder.blocks import SUBLAYERS, first_block, layer_of
from pages.encoder_decoder.model_diagram import Button, Column, Group, ModelDiagram
from pages.encoder_decoder.setting import EncoderDecoderSetting
from ui.shell.language import Text

KINDS = {"self_attention": "attention", "cross_attention": "cross", "feed_forward": "feed_forward"}
MASKS = {
    "encoder.self_attention": "padding",
    "decoder.self_attention": "look_ahead_and_padding",
    "decoder.cross_attention": "source_padding",
}


def shape_text(shape: tuple[int, ...]) -> str:
    return f"({', '.join(str(size) for size in shape)})"


def mask_of(block: str) -> str:
    """What the block hides, by its name in "masks"; nothing where it hides nothing."""
    if (layer_of(block)) is None:
        return ""
    stack, _, _, part = block.split(".")
    return MASKS.get(f"{stack}.{part}", "")


def model_diagram(text: Text, setting: EncoderDecoderSetting) -> ModelDiagram:
    """Both stacks; one layer of each is open."""
    return _Diagram(text, setting).parts()


class _Diagram:
    def __init__(self, text: Text, setting: EncoderDecoderSetting) -> None:
        self.text, self.setting = text, setting
        self.counts, self.shapes = setting.counts, setting.shapes

    def parts(self) -> ModelDiagram:
        decoder = self._stack("decoder", "tgt")
        vocab = shape_text(self.shapes["logits"])
        decoder += [
            self._block("output", "output", shape=vocab, note=self._own("output")),
            self._block("softmax", "softmax", shape=vocab),
        ]
        columns = [
            Column(self.text("diagram.encoder"), self._stack("encoder", "src")),
            Column(self.text("diagram.decoder"), decoder),
        ]
        return ModelDiagram(columns, self.setting.opened, self.text("diagram.name"))

    def _block(self, name: str, id_: str, **looks: str) -> Button:
        return Button(id_, self.text(f"blocks.{name}"), **looks)

    def _count(self, *parts: str) -> str:
        total = sum(self.counts.get(part, 0) for part in parts)
        return self.text("diagram.parameters", count=f"{total:,}") if total else ""

    def _own(self, part: str) -> str:
        """The parameters of an embedding or the output, or that the matrix is the source's."""
        return self._count(part) or self.text("diagram.same_matrix")

    def _stack(self, stack: str, side: str) -> list[Button | Group]:
        stream = shape_text(self.shapes[f"{stack}.output"])
        parts: list[Button | Group] = [
            self._block(
                "embedding",
                f"{side}_embedding",
                shape=shape_text(self.shapes[f"{side}_scaled"]),
                note=self._own(f"{side}_embedding"),
            ),
            self._block("positional_encoding", f"{side}_encoded", shape=stream),
        ]
        for layer in range(self.setting.num_layers):
            parts.append(self._layer(stack, layer, stream))
        note = self._count(f"{stack}.norm")
        output = self._block(f"{stack}_output", f"{stack}.output", shape=stream, note=note)
        return [*parts, output]

    def _layer(self, stack: str, layer: int, stream: str) -> Button | Group:
        path = f"{stack}.layers.{layer}"
        if layer != self.setting.opened_layer:
            own = [part for part in self.counts if part.startswith(f"{path}.")]
            title = self.text("diagram.layer", number=layer + 1)
            return Button(
                path, title, self._count(*own), stream, kind="layer", opens=first_block(path)
            )
        title = self.text("diagram.layer", number=layer + 1)
        groups = [
            self._sublayer(stack, path, number, name, stream)
            for number, name in enumerate(SUBLAYERS[stack], start=1)
        ]
        return Group(groups, title, stream)

    def _sublayer(self, stack: str, path: str, number: int, name: str, stream: str) -> Group:
        mask = mask_of(f"{path}.{name}")
        sublayer = self._block(
            f"masked_{name}" if (stack, name) == ("decoder", "self_attention") else name,
            f"{path}.{name}",
            note=self._count(f"{path}.{name}"),
            shape=stream,
            mask=self.text(f"masks.{mask}") if mask else "",
            kind=KINDS[name],
        )
        norm, count = f"{path}.norm_{number}", self._count(f"{path}.norm_{number}")
        if self.setting.norm_first:
            first = self._block("norm", norm, note=count, shape=stream, kind="norm")
            last = self._block("add", f"{path}.residual_{number}", kind="norm")
            return Group([first, sublayer, last], shape=stream, kind="sublayer")
        last = self._block("add_and_norm", norm, note=count, kind="norm")
        return Group([sublayer, last], shape=stream, kind="sublayer")
