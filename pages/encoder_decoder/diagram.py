"""The model's blocks with their shapes and parameter counts, for the diagram."""

from dataclasses import replace

from pages.encoder_decoder.blocks import (
    OUTPUT,
    SOFTMAX,
    blocks_of_layer,
    layer_path,
    write_block,
)
from pages.encoder_decoder.model_diagram import Button, Column, Group, ModelDiagram
from pages.encoder_decoder.setting import EncoderDecoderSetting
from transformer_core.explain.origin import SUBLAYERS, TOKENS, Block, Stack
from ui.shell.language import Text

KINDS = {"self_attention": "attention", "cross_attention": "cross", "feed_forward": "feed_forward"}
MASKS = {
    ("encoder", "self_attention"): "padding",
    ("decoder", "self_attention"): "look_ahead_and_padding",
    ("decoder", "cross_attention"): "source_padding",
}


def shape_text(shape: tuple[int, ...]) -> str:
    return f"({', '.join(str(size) for size in shape)})"


def mask_of(block: Block) -> str:
    """What the block hides, by its name in "masks"; nothing where it hides nothing."""
    return MASKS.get((block.stack, block.part), "")


def model_diagram(text: Text, setting: EncoderDecoderSetting) -> ModelDiagram:
    """Both stacks; one layer of each is open."""
    return _Diagram(text, setting).parts()


class _Diagram:
    def __init__(self, text: Text, setting: EncoderDecoderSetting) -> None:
        self.text, self.setting = text, setting
        self.counts, self.shapes = setting.counts, setting.shapes

    def parts(self) -> ModelDiagram:
        decoder = self._stack("decoder")
        vocab = shape_text(self.shapes["logits"])
        decoder += [
            self._button("output", OUTPUT, shape=vocab, note=self._own("output")),
            self._button("softmax", SOFTMAX, shape=vocab),
        ]
        columns = [
            Column(self.text("diagram.encoder"), self._stack("encoder")),
            Column(self.text("diagram.decoder"), decoder),
        ]
        return ModelDiagram(columns, write_block(self.setting.opened), self.text("diagram.name"))

    def _button(self, name: str, block: Block, **looks: str) -> Button:
        return Button(write_block(block), self.text(f"blocks.{name}"), **looks)

    def _count(self, *parts: str) -> str:
        total = sum(self.counts.get(part, 0) for part in parts)
        return self.text("diagram.parameters", count=f"{total:,}") if total else ""

    def _own(self, part: str) -> str:
        """The parameters of an embedding or the output, or that the matrix is the source's."""
        return self._count(part) or self.text("diagram.same_matrix")

    def _stack(self, stack: Stack) -> list[Button | Group]:
        side, stream = TOKENS[stack], shape_text(self.shapes[f"{stack}.output"])
        parts: list[Button | Group] = [
            self._button(
                "embedding",
                Block("embedding", stack),
                shape=shape_text(self.shapes[f"{side}_scaled"]),
                note=self._own(f"{side}_embedding"),
            ),
            self._button("positional_encoding", Block("positional_encoding", stack), shape=stream),
        ]
        for layer in range(self.setting.num_layers):
            parts.append(self._layer(stack, layer, stream))
        note = self._count(f"{stack}.norm")
        output = self._button(f"{stack}_output", Block("output", stack), shape=stream, note=note)
        return [*parts, output]

    def _layer(self, stack: Stack, layer: int, stream: str) -> Button | Group:
        title = self.text("diagram.layer", number=layer + 1)
        if layer != self.setting.opened_layer:
            own = list(map(write_block, blocks_of_layer(stack, layer)))
            path, note = layer_path(stack, layer), self._count(*own)
            return Button(path, title, note, stream, kind="layer", opens=own[0])
        groups = [
            self._sublayer(Block(part, stack, layer), number, stream)
            for number, part in enumerate(SUBLAYERS[stack], start=1)
        ]
        return Group(groups, title, stream)

    def _sublayer(self, block: Block, number: int, stream: str) -> Group:
        is_masked = (block.stack, block.part) == ("decoder", "self_attention")
        mask = mask_of(block)
        sublayer = self._button(
            f"masked_{block.part}" if is_masked else block.part,
            block,
            note=self._count(write_block(block)),
            shape=stream,
            mask=self.text(f"masks.{mask}") if mask else "",
            kind=KINDS[block.part],
        )
        norm = Block("norm", block.stack, block.layer, number)
        count = self._count(write_block(norm))
        if self.setting.norm_first:
            residual = replace(norm, part="residual")
            first = self._button("norm", norm, note=count, shape=stream, kind="norm")
            last = self._button("add", residual, kind="norm")
            return Group([first, sublayer, last], shape=stream, kind="sublayer")
        last = self._button("add_and_norm", norm, note=count, kind="norm")
        return Group([sublayer, last], shape=stream, kind="sublayer")
