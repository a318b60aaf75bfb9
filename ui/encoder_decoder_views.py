"""The tensors of one block of the encoder-decoder, in the order in which they are made."""

from collections.abc import Sequence

import torch
from torch import Tensor

from transformer_core import positional_encoding, silent_share, spread
from ui.attention_views import axes, entropy_bars
from ui.encoder_decoder_diagram import SUBLAYERS, shape_text
from ui.encoder_decoder_setting import Sentences
from ui.matrix_view import Axis, Break, Matrix, Operator, Tiles
from ui.matrix_view.matrix import Item
from ui.page import Page

WIDEST_LOGITS = 512


class BlockViews:
    """Items for the matrix view from the records of one traced forward."""

    def __init__(
        self, page: Page, records: dict[str, Tensor], sentences: Sentences, norm_first: bool
    ) -> None:
        self.text, self.page = page.text, page
        self.records, self.sentences, self.norm_first = records, sentences, norm_first

    def items(self, block: str, head: int) -> list[Item]:
        if block.endswith("attention"):
            return self._attention(block, head)
        if block.endswith("feed_forward"):
            return self._feed_forward(block)
        if "norm_" in block or "residual_" in block:
            return self._add_and_norm(block)
        if block.endswith("embedding"):
            return self._embedding(block.split("_")[0])
        if block.endswith("encoded"):
            return self._encoded(block.split("_")[0])
        if block in ("output", "softmax"):
            return self._output(block)
        return [
            self._rows(
                block, self.records[block], block, self.text(f"blocks.{block.replace('.', '_')}")
            )
        ]

    def words(self, block: str) -> Sequence[str]:
        """What stands at the positions that a block's rows are."""
        encoder = block.startswith(("encoder", "src"))
        return self.sentences.src_names if encoder else self.sentences.tgt_names

    def hidden(self, block: str) -> Tensor | None:
        """What the mask of an attention hides, (seq_q, seq_k); None when it hides nothing."""
        hidden = self.records[f"{block}.masked"][0, 0] == -torch.inf
        return hidden if hidden.any() else None

    def _rows(
        self, id_: str, tensor: Tensor, block: str, name: str, note: str = "", **looks: object
    ) -> Matrix:
        """One vector a position, (1, seq, width)."""
        word = self.text("axes.word")
        rows = Axis("query", labels=self.words(block), spoken=word)
        cols = Axis(looks.pop("axis", "dimension"), spoken=self.text("axes.dimension"))
        note = note or shape_text(tuple(tensor.shape))
        small = tensor.size(-1) > 6
        return Matrix(
            id_.replace(".", "_"),
            tensor[0],
            rows,
            cols,
            name=name,
            note=note,
            compact=small,
            **looks,
        )

    def _embedding(self, side: str) -> list[Item]:
        embeddings, scaled = self.records[f"{side}_embeddings"], self.records[f"{side}_scaled"]
        factor = f"× √{embeddings.size(-1)}"
        return [
            self._rows("embedding", embeddings, side, self.text("tensors.embedding")),
            Operator("→"),
            self._rows(
                "scaled", scaled, side, self.text("tensors.scaled"), factor, row_labels=False
            ),
        ]

    def _encoded(self, side: str) -> list[Item]:
        scaled, encoded = self.records[f"{side}_scaled"], self.records[f"{side}_encoded"]
        code = positional_encoding(scaled.size(1), scaled.size(2)).unsqueeze(0)
        dropped = (encoded[0] == 0) & (scaled[0] + code[0] != 0)
        hidden = {"hidden": dropped.numpy()} if dropped.any() else {}
        return [
            self._rows("scaled", scaled, side, self.text("tensors.scaled")),
            Operator("+"),
            self._rows("encoding", code, side, "PE", row_labels=False),
            Operator("="),
            self._rows(
                "encoded", encoded, side, self.text("tensors.encoded"), row_labels=False, **hidden
            ),
        ]

    def _attention(self, block: str, head: int) -> list[Item]:
        text, of = (
            self.text,
            {
                name: self.records[f"{block}.{name}"]
                for name in ("queries", "keys", "values", "scores", "weights", "heads", "projected")
            },
        )
        queries = self.words(block)
        keys = self.sentences.src_names if "cross" in block else queries
        on = axes(self.page, None)
        on["query"] = Axis("query", labels=queries, spoken=text("axes.query"))
        on["key"] = Axis("key", labels=keys, spoken=text("axes.key"))
        grid = {"rows": on["query"], "cols": on["key"]}
        hidden = self.hidden(block)
        hatched = {} if hidden is None else {"hidden": hidden.numpy()}
        all_hidden = (
            {} if hidden is None else {"hidden": hidden.expand_as(of["weights"][0]).numpy()}
        )
        number = of["weights"].size(1)
        names = [text("tensors.head", number=one + 1) for one in range(number)]
        one = {
            name: of[name][0, head]
            for name in ("queries", "keys", "values", "scores", "weights", "heads")
        }
        wide = one["queries"].size(1) > 4
        return [
            Tiles(
                "all_heads",
                of["weights"][0],
                **grid,
                name=text("tensors.all_heads"),
                note=shape_text(tuple(of["weights"].shape)),
                scale="weights",
                tile_axis=Axis("head", labels=names),
                **all_hidden,
            ),
            Break(names[head]),
            Matrix(
                "queries",
                one["queries"],
                on["query"],
                on["d_k"],
                name="Q",
                role="query",
                note=shape_text(tuple(one["queries"].shape)),
                compact=wide,
            ),
            Operator("×"),
            Matrix(
                "keys",
                one["keys"].T,
                on["d_k"],
                on["key"],
                name="Kᵀ",
                role="key",
                note=shape_text(tuple(one["keys"].T.shape)),
                compact=wide,
                row_labels=not wide,
            ),
            Break(),
            Matrix("scores", one["scores"], **grid, name=text("matrices.scores"), note="QKᵀ"),
            Operator("→"),
            Matrix(
                "weights",
                one["weights"],
                **grid,
                name=text("matrices.weights"),
                note="softmax",
                scale="weights",
                fixed={"head": head},
                bars=entropy_bars(self.page, one["weights"]),
                row_labels=False,
                **hatched,
            ),
            Break(),
            Matrix(
                "values",
                one["values"],
                on["key"],
                on["d_v"],
                name="V",
                role="value",
                note=shape_text(tuple(one["values"].shape)),
                compact=wide,
            ),
            Operator("→"),
            Matrix(
                "output",
                one["heads"],
                on["query"],
                on["d_v"],
                name=text("tensors.head_output"),
                note=shape_text(tuple(one["heads"].shape)),
                compact=wide,
            ),
            Break(text("tensors.all_heads_again")),
            self._rows("projected", of["projected"], block, text("tensors.projected")),
        ]

    def _feed_forward(self, block: str) -> list[Item]:
        hidden, activated = self.records[f"{block}.hidden"], self.records[f"{block}.activated"]
        text = self.text
        share = text("tensors.silent", percent=f"{100 * silent_share(activated):.0f}")
        return [
            self._rows("hidden", hidden, block, text("tensors.hidden"), axis="hidden"),
            Break(),
            self._rows(
                "activated", activated, block, text("tensors.activated"), share, axis="hidden"
            ),
            Break(),
            self._rows("output", self.records[f"{block}.output"], block, text("tensors.ff_output")),
        ]

    def stream_before(self, block: str) -> Tensor:
        """What enters the sublayer that an Add & Norm closes: the residual stream."""
        path, name = block.rsplit(".", 1)
        stack, _, layer = path.split(".")
        number = int(name[-1])
        kept = "residual" if self.norm_first else "normed"
        if number > 1:
            return self.records[f"{path}.{kept}_{number - 1}"]
        if int(layer):
            last = len(SUBLAYERS[stack])
            return self.records[f"{stack}.layers.{int(layer) - 1}.{kept}_{last}"]
        return self.records["src_encoded" if stack == "encoder" else "tgt_encoded"]

    def _add_and_norm(self, block: str) -> list[Item]:
        text, (path, name) = self.text, block.rsplit(".", 1)
        number = name[-1]
        x = self.stream_before(block)
        summed = self.records[f"{path}.residual_{number}"]
        normed = self.records[f"{path}.normed_{number}"]
        if self.norm_first and name.startswith("norm"):
            return [
                self._rows("x", x, block, text("tensors.x")),
                Break(),
                self._rows("normed", normed, block, text("tensors.normed")),
                Break(text("spread.title")),
                self._spread(block, x, normed),
            ]
        sublayer = self._rows(
            "sublayer", summed - x, block, text("tensors.sublayer"), **self._dropped(path, number)
        )
        items: list[Item] = [
            self._rows("x", x, block, text("tensors.x")),
            Break(),
            Operator("+"),
            sublayer,
            Break(),
            Operator("="),
            self._rows("summed", summed, block, text("tensors.summed")),
        ]
        if not self.norm_first:
            items += [
                Break(),
                Operator("→"),
                self._rows("normed", normed, block, text("tensors.normed")),
                Break(text("spread.title")),
                self._spread(block, summed, normed),
            ]
        return items

    def _dropped(self, path: str, number: str) -> dict[str, object]:
        dropped = self.records.get(f"{path}.dropouts.{int(number) - 1}.dropped")
        if dropped is None:
            return {}
        share = f"{100 * float(dropped.float().mean()):.0f}"
        note = self.text("tensors.dropped", percent=share)
        return {"hidden": dropped[0].numpy(), "note": note}

    def _spread(self, block: str, before: Tensor, after: Tensor) -> Matrix:
        """Mean and deviation of each position's vector before and after the norm."""
        columns = [*spread(before), *spread(after)]
        labels = [self.text(f"spread.{name}") for name in ("mean", "deviation")]
        named = [
            self.text(f"spread.{when}", of=of) for when in ("before", "after") for of in labels
        ]
        rows = Axis("query", labels=self.words(block), spoken=self.text("axes.word"))
        values = torch.cat(columns).T  # (seq, 4)
        return Matrix("spread", values, rows, Axis("figure", labels=named), name=" ")

    def _output(self, block: str) -> list[Item]:
        logits = self.records["logits"]
        shown = logits[..., :WIDEST_LOGITS]
        note = shape_text(tuple(logits.shape))
        if logits.size(-1) > WIDEST_LOGITS:
            note = self.text(
                "tensors.first_logits", count=WIDEST_LOGITS, total=f"{logits.size(-1):,}"
            )
        if block == "softmax":
            shares = torch.softmax(logits, dim=-1)[..., :WIDEST_LOGITS]
            limit = float(shares.max())
            name = self.text("tensors.probabilities")
            return [
                self._rows("probabilities", shares, "tgt", name, note, scale="weights", limit=limit)
            ]
        return [
            self._rows(
                "decoded", self.records["decoder.output"], "tgt", self.text("blocks.decoder_output")
            ),
            Break(),
            self._rows("logits", shown, "tgt", self.text("tensors.logits"), note, axis="token"),
        ]
