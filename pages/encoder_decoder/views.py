"""The tensors of one block of the encoder-decoder, in the order in which they are made."""

from collections.abc import Sequence

from torch import Tensor

from pages.encoder_decoder.attention_views import attention_items
from pages.encoder_decoder.diagram import shape_text
from pages.encoder_decoder.names import spread_labels
from pages.encoder_decoder.places import tensors_of
from pages.encoder_decoder.sentences import Sentences
from transformer_core import silent_share
from transformer_core.explain.computation import Computation
from ui.explain.arithmetic import percent
from ui.picture.matrix_view import Axis, Break, Matrix, Operator
from ui.picture.matrix_view.matrix import Item
from ui.shell.language import Text

WIDEST_LOGITS = 512


class BlockViews:
    """Items for the matrix view from everything that one forward computed."""

    def __init__(
        self, text: Text, computation: Computation, sentences: Sentences, norm_first: bool
    ) -> None:
        self.text = text
        self.tensors, self.sentences = computation.tensors, sentences
        self.norm_first = norm_first

    def items(self, block: str, head: int, part: str) -> list[Item]:
        """What a block makes; of an attention one head, and one part where it has such."""
        if block.endswith("attention"):
            keys = self.sentences.src_names if "cross" in block else self.words(block)
            words = (self.words(block), keys)
            projected = self._shown(block, "projected", self.text("tensors.projected"))
            concatenated = self._shown(block, "concatenated", self.text("tensors.concatenated"))
            parts = {name: self.tensors[tensor] for name, tensor in self._of(block).items()}
            mask = self.tensors.get(f"{block}.mask")
            items = attention_items(self.text, parts, mask, words, head, part)
            return [*items, concatenated, projected] if part == "output" else items
        if block.endswith("feed_forward"):
            return self._feed_forward(block)
        if "norm_" in block or "residual_" in block:
            return self._add_and_norm(block, part)
        if block.endswith("embedding"):
            return self._embedding(block)
        if block.endswith("encoded"):
            return self._encoded(block)
        if block in ("output", "softmax"):
            return self._output() if block == "output" else self._softmax()
        (name,) = self._of(block)
        return [self._shown(block, name, self.text(f"blocks.{name}"))]

    def _of(self, block: str) -> dict[str, str]:
        """The block's tensors that were computed, by the ids of their matrices."""
        named = tensors_of(block, self.norm_first)
        return {name: tensor for name, tensor in named.items() if tensor in self.tensors}

    def _shown(self, block: str, id_: str, name: str, note: str = "", **looks: object) -> Matrix:
        return self._rows(id_, self.tensors[self._of(block)[id_]], block, name, note, **looks)

    def words(self, block: str) -> Sequence[str]:
        """What stands at the positions that a block's rows are."""
        encoder = block.startswith(("encoder", "src"))
        return self.sentences.src_names if encoder else self.sentences.tgt_names

    def _rows(
        self, id_: str, tensor: Tensor, block: str, name: str, note: str = "", **looks: object
    ) -> Matrix:
        """One vector a position, (seq, width)."""
        rows = Axis("query", labels=self.words(block), spoken=self.text("axes.word"))
        cols = Axis(looks.pop("axis", "dimension"), spoken=self.text("axes.dimension"))
        note = note or shape_text((1, *tensor.shape))
        wide = tensor.size(-1) > 6
        return Matrix(
            id_, tensor, rows, cols, name=name, note=note, compact=wide, flat=wide, **looks
        )

    def _embedding(self, block: str) -> list[Item]:
        factor = f"× √{self.tensors[self._of(block)['embedding']].size(-1)}"
        return [
            self._shown(block, "embedding", self.text("tensors.embedding")),
            Operator("→"),
            self._shown(block, "scaled", self.text("tensors.scaled"), factor, row_labels=False),
        ]

    def _encoded(self, block: str) -> list[Item]:
        text, of = self.text, self._of(block)
        items: list[Item] = [
            self._shown(block, "scaled", text("tensors.scaled")),
            Operator("+"),
            self._shown(block, "encoding", "PE", row_labels=False),
            Operator("="),
        ]
        hidden = {}
        if "summed" in of:
            hidden = {"hidden": (self.tensors[f"{of['encoded']}.kept"] == 0).numpy()}
            items += [
                self._shown(block, "summed", text("tensors.encoded"), row_labels=False),
                Operator("→"),
            ]
        name = text("tensors.after_dropout" if hidden else "tensors.encoded")
        return [*items, self._shown(block, "encoded", name, row_labels=False, **hidden)]

    def _feed_forward(self, block: str) -> list[Item]:
        text, activated = self.text, self.tensors[f"{block}.activated"]
        share = text("tensors.silent", percent=percent(silent_share(activated)))
        return [
            self._shown(block, "hidden", text("tensors.hidden"), axis="hidden"),
            Break(),
            self._shown(block, "activated", text("tensors.activated"), share, axis="hidden"),
            Break(),
            self._shown(block, "output", text("tensors.ff_output")),
        ]

    def _add_and_norm(self, block: str, part: str) -> list[Item]:
        """x + Sublayer(x) and its norm; with pre-norm either the one or the other."""
        x = self._shown(block, "x", self.text("tensors.x"))
        if part == "sum" or "residual" in block:
            return [x, *self._sum(block)]
        before = x if self.norm_first else self._shown(block, "summed", self.text("tensors.summed"))
        return [before, Break(), Operator("→"), *self._normed(block)]

    def _sum(self, block: str) -> list[Item]:
        sublayer = self._of(block)["sublayer"]
        looks: dict[str, object] = {}
        if (kept := self.tensors.get(f"{sublayer}.kept")) is not None:
            share = percent(float((kept == 0).float().mean()))
            note = self.text("tensors.dropped", percent=share)
            looks = {"hidden": (kept == 0).numpy(), "note": note}
        return [
            Break(),
            Operator("+"),
            self._shown(block, "sublayer", self.text("tensors.sublayer"), **looks),
            Break(),
            Operator("="),
            self._shown(block, "summed", self.text("tensors.summed")),
        ]

    def _normed(self, block: str) -> list[Item]:
        """The norm, then mean and deviation of each position's vector before and after it."""
        named = spread_labels(self.text)
        rows = Axis("query", labels=self.words(block), spoken=self.text("axes.word"))
        spread = self.tensors[self._of(block)["spread"]]
        return [
            self._shown(block, "normed", self.text("tensors.normed")),
            Break(self.text("spread.title")),
            Matrix("spread", spread, rows, Axis("figure", labels=named), name=" "),
        ]

    def _output(self) -> list[Item]:
        logits = self.tensors["logits"]
        note = shape_text((1, *logits.shape))
        if logits.size(-1) > WIDEST_LOGITS:
            total = f"{logits.size(-1):,}"
            note = self.text("tensors.first_logits", count=WIDEST_LOGITS, total=total)
        shown = logits[:, :WIDEST_LOGITS]
        return [
            self._shown("output", "decoded", self.text("blocks.decoder_output")),
            Break(),
            self._rows("logits", shown, "tgt", self.text("tensors.logits"), note, axis="token"),
        ]

    def _softmax(self) -> list[Item]:
        shares = self.tensors["probabilities"][:, :WIDEST_LOGITS]
        looks = {"scale": "weights", "limit": float(shares.max()), "axis": "token"}
        name = self.text("tensors.probabilities")
        losses = self.tensors["losses"].unsqueeze(1)  # (seq_q, 1)
        rows = Axis("query", labels=self.words("tgt"), spoken=self.text("axes.word"))
        column = Axis("loss", labels=[" "])
        return [
            self._rows("probabilities", shares, "tgt", name, **looks),
            Break(),
            Matrix("losses", losses, rows, column, name=self.text("tensors.losses")),
        ]
