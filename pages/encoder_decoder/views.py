"""The tensors of one block of the encoder-decoder, in the order in which they are made."""

import numpy as np
from torch import Tensor

from pages.encoder_decoder.attention_views import attention_items
from pages.encoder_decoder.blocks import ATTENTIONS, OUTPUT
from pages.encoder_decoder.diagram import shape_text
from pages.encoder_decoder.names import spread_labels
from pages.encoder_decoder.places import Places
from pages.encoder_decoder.sentences import Sentences
from transformer_core import silent_share
from transformer_core.explain.computation import Computation
from transformer_core.explain.origin import HEAD, Block
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
        self.text, self.computation, self.sentences = text, computation, sentences
        self.tensors, self.norm_first = computation.tensors, norm_first
        self.places = Places(computation, norm_first)

    def items(self, block: Block, head: int, part: str) -> list[Item]:
        """What a block makes; of an attention one head, and one part where it has such."""
        if block.part in ATTENTIONS:
            return self._attention(block, head, part)
        if block.part in ("residual", "norm"):
            return self._add_and_norm(block, part)
        views = {
            "feed_forward": self._feed_forward,
            "embedding": self._embedding,
            "positional_encoding": self._encoded,
            "output": self._output if block == OUTPUT else self._stack_output,
            "softmax": self._softmax,
        }
        return views[block.part](block)

    def _attention(self, block: Block, head: int, part: str) -> list[Item]:
        made, origins = self.computation.blocks[block], self.computation.origins
        in_heads = {
            matrix: self.tensors[tensor]
            for matrix, tensor in self._of(block).items()
            if HEAD in origins[tensor].axes
        }
        _, query, key = origins[made["weights"]].axes
        words = (self.sentences.words(query.tokens), self.sentences.words(key.tokens))
        mask = self.tensors[made["mask"]] if "mask" in made else None
        items = attention_items(self.text, in_heads, mask, words, head, part)
        if part != "output":
            return items
        names = ("concatenated", "projected")
        return [*items, *(self._shown(block, one, self.text(f"tensors.{one}")) for one in names)]

    def _stack_output(self, block: Block) -> list[Item]:
        (name,) = self._of(block)
        return [self._shown(block, name, self.text(f"blocks.{name}"))]

    def _of(self, block: Block) -> dict[str, str]:
        """The block's tensors, by the ids of their matrices."""
        return self.places.tensors_of(block)

    def _shown(self, block: Block, id_: str, name: str, note: str = "", **looks: object) -> Matrix:
        tensor = self._of(block)[id_]
        return self._rows(id_, tensor, self.tensors[tensor], name, note, **looks)

    def _positions(self, tensor: str) -> Axis:
        """The rows of a tensor that has one for each token."""
        tokens = self.computation.origins[tensor].axes[0].tokens
        words = self.sentences.words(tokens)
        return Axis("query", labels=words, spoken=self.text("axes.word"))

    def _rows(
        self, id_: str, tensor: str, values: Tensor, name: str, note: str = "", **looks: object
    ) -> Matrix:
        """One vector a position, (seq, width): a tensor's `values`, or the first of them."""
        role = self.computation.origins[tensor].axes[-1].role
        axis = role if role in ("hidden", "token") else "dimension"
        cols = Axis(axis, spoken=self.text("axes.dimension"))
        note = note or shape_text((1, *values.shape))
        wide = values.size(-1) > 6
        rows = self._positions(tensor)
        return Matrix(
            id_, values, rows, cols, name=name, note=note, compact=wide, flat=wide, **looks
        )

    def _embedding(self, block: Block) -> list[Item]:
        factor = f"× √{self.tensors[self._of(block)['embedding']].size(-1)}"
        return [
            self._shown(block, "embedding", self.text("tensors.embedding")),
            Operator("→"),
            self._shown(block, "scaled", self.text("tensors.scaled"), factor, row_labels=False),
        ]

    def _encoded(self, block: Block) -> list[Item]:
        text, of = self.text, self._of(block)
        items: list[Item] = [
            self._shown(block, "scaled", text("tensors.scaled")),
            Operator("+"),
            self._shown(block, "encoding", "PE", row_labels=False),
            Operator("="),
        ]
        hidden = {}
        if "summed" in of:
            hidden = {"hidden": self._dropped(of["encoded"])}
            items += [
                self._shown(block, "summed", text("tensors.encoded"), row_labels=False),
                Operator("→"),
            ]
        name = text("tensors.after_dropout" if hidden else "tensors.encoded")
        return [*items, self._shown(block, "encoded", name, row_labels=False, **hidden)]

    def _feed_forward(self, block: Block) -> list[Item]:
        text, activated = self.text, self.tensors[self._of(block)["activated"]]
        share = text("tensors.silent", percent=percent(silent_share(activated)))
        return [
            self._shown(block, "hidden", text("tensors.hidden")),
            Break(),
            self._shown(block, "activated", text("tensors.activated"), share),
            Break(),
            self._shown(block, "output", text("tensors.ff_output")),
        ]

    def _add_and_norm(self, block: Block, part: str) -> list[Item]:
        """x + Sublayer(x) and its norm; with pre-norm either the one or the other."""
        x = self._shown(block, "x", self.text("tensors.x"))
        if part == "sum" or block.part == "residual":
            return [x, *self._sum(block)]
        before = x if self.norm_first else self._shown(block, "summed", self.text("tensors.summed"))
        return [before, Break(), Operator("→"), *self._normed(block)]

    def _sum(self, block: Block) -> list[Item]:
        sublayer = self._of(block)["sublayer"]
        looks: dict[str, object] = {}
        if (dropped := self._dropped(sublayer)) is not None:
            note = self.text("tensors.dropped", percent=percent(float(dropped.mean())))
            looks = {"hidden": dropped, "note": note}
        return [
            Break(),
            Operator("+"),
            self._shown(block, "sublayer", self.text("tensors.sublayer"), **looks),
            Break(),
            Operator("="),
            self._shown(block, "summed", self.text("tensors.summed")),
        ]

    def _normed(self, block: Block) -> list[Item]:
        """The norm, then mean and deviation of each position's vector before and after it."""
        named = spread_labels(self.text)
        spread = self._of(block)["spread"]
        columns = Axis("figure", labels=named)
        return [
            self._shown(block, "normed", self.text("tensors.normed")),
            Break(self.text("spread.title")),
            Matrix("spread", self.tensors[spread], self._positions(spread), columns, name=" "),
        ]

    def _dropped(self, tensor: str) -> np.ndarray | None:
        """True where dropout set a tensor to 0; None where none was at work."""
        kept = self.computation.steps[tensor].of.get("kept")
        return None if kept is None else (self.tensors[kept] == 0).numpy()

    def _output(self, block: Block) -> list[Item]:
        tensor = self._of(block)["logits"]
        logits = self.tensors[tensor]
        note = shape_text((1, *logits.shape))
        if logits.size(-1) > WIDEST_LOGITS:
            total = f"{logits.size(-1):,}"
            note = self.text("tensors.first_logits", count=WIDEST_LOGITS, total=total)
        shown = logits[:, :WIDEST_LOGITS]
        return [
            self._shown(block, "decoded", self.text("blocks.decoder_output")),
            Break(),
            self._rows("logits", tensor, shown, self.text("tensors.logits"), note),
        ]

    def _softmax(self, block: Block) -> list[Item]:
        of, name = self._of(block), self.text("tensors.probabilities")
        shares = self.tensors[of["probabilities"]][:, :WIDEST_LOGITS]
        looks = {"scale": "weights", "limit": float(shares.max())}
        losses = self.tensors[of["losses"]].unsqueeze(1)  # (seq_q, 1)
        rows, column = self._positions(of["losses"]), Axis("loss", labels=[" "])
        return [
            self._rows("probabilities", of["probabilities"], shares, name, **looks),
            Break(),
            Matrix("losses", losses, rows, column, name=self.text("tensors.losses")),
        ]
