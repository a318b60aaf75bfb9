"""Which step made each tensor: of one attention, and of everything that a traced model records."""

import math
from collections.abc import Collection, Iterator, Mapping
from typing import cast

import torch
from torch import Tensor, nn

from transformer_core.attention import AttentionSteps
from transformer_core.dropout import Dropout
from transformer_core.encoder import Encoder
from transformer_core.examples.attention_examples import QKV, WordProjections
from transformer_core.explain.computation import Cell, Computation, Step
from transformer_core.feed_forward import FeedForward
from transformer_core.measures.activity import Spread, spread
from transformer_core.measures.difference import ROUNDING
from transformer_core.multi_head_attention import MultiHeadAttention
from transformer_core.positional_encoding import positional_encoding
from transformer_core.transformer import Transformer

Steps = dict[str, Step]


def attention_steps(
    names: Mapping[str, str], factor: float, mask: str | None = None
) -> Iterator[tuple[str, Step]]:
    """The steps of `attention` (section 3.2.1, equation 1).

    Args:
        names: what the tensors are called, by "queries", "keys", "values", "scores", "scaled",
            "masked", "weights" and "output".
        factor: what the scores were multiplied with.
        mask: the name of the mask, True = hidden, when there is one.
    """
    yield names["scores"], Step("dot_product", {"left": names["queries"], "right": names["keys"]})
    yield names["scaled"], Step("scaling", {"x": names["scores"]}, {"factor": factor})
    if mask is None:
        yield names["masked"], Step("copy", {"x": names["scaled"]})
    else:
        yield names["masked"], Step("masking", {"x": names["scaled"], "mask": mask})
    yield names["weights"], Step("softmax", {"x": names["masked"]})
    weighted = {"weights": names["weights"], "values": names["values"]}
    yield names["output"], Step("weighted_sum", weighted)


def attention_computation(
    Q: Tensor, K: Tensor, V: Tensor, steps: AttentionSteps, mask: Tensor | None, factor: float
) -> Computation:
    """One attention. Q is (seq_q, d_k), K (seq_k, d_k), V (seq_k, d_v); the steps are 2-D."""
    tensors = {"Q": Q, "K": K, "V": V, **steps._asdict()}
    if mask is not None:
        tensors["mask"] = mask
    names = {name: name for name in steps._fields} | {"queries": "Q", "keys": "K", "values": "V"}
    return Computation(
        tensors, dict(attention_steps(names, factor, None if mask is None else "mask"))
    )


def projected_computation(
    attended: Computation, made: WordProjections, by_hand: Collection[Cell] = ()
) -> Computation:
    """An attention whose Q, K and V were made of embeddings: Q = X W_Q, K = X W_K, V = X W_V.

    `by_hand` are the cells of Q, K and V that were set otherwise.
    """
    steps = {
        name: Step("matrix_product", {"left": "X", "right": f"W_{name}"}) for name in QKV._fields
    }
    tensors = {**attended.tensors, **made._asdict()}
    return Computation(tensors, {**attended.steps, **steps}, frozenset(by_hand))


def multi_head_steps(
    path: str, module: MultiHeadAttention, query: str, memory: str, mask: str | None
) -> Iterator[tuple[str, Step]]:
    """The steps of a `MultiHeadAttention` whose records start with `path`.

    `query` and `memory` name the tensors that it attends from and to, `mask` what it hides when
    there is one.
    """
    d_k = module.w_q.out_features // module.num_heads
    heads = {"heads": module.num_heads, "d_head": d_k}
    sources = {"queries": ("w_q", query), "keys": ("w_k", memory), "values": ("w_v", memory)}
    for name, (linear, x) in sources.items():
        yield f"{path}{name}", Step("linear", _linear(f"{path}{linear}", x), heads)
    names = {name: path + name for name in (*sources, *AttentionSteps._fields)}
    names["output"] = f"{path}heads"
    yield from attention_steps(names, 1 / math.sqrt(d_k), mask)
    yield f"{path}concatenated", Step("concatenation", {"x": f"{path}heads"})
    yield f"{path}projected", Step("linear", _linear(f"{path}w_o", f"{path}concatenated"))


def transformer_computation(
    model: Transformer,
    records: Mapping[str, Tensor],
    src_ids: Tensor,
    tgt_ids: Tensor,
    targets: Tensor | None = None,
    label_smoothing: float = 0.0,
) -> Computation:
    """Everything that a forward of one sentence recorded, and the step that made each tensor.

    Besides the records it names the parameters as the model does ("output.weight"), the inputs
    "src_ids" and "tgt_ids", the positional encodings "src_positions" and "tgt_positions", for each
    sublayer n its output after dropout "sublayer_n" and, as "spread_n", mean and deviation of each
    token's vector before and after its norm; given `targets`, the loss of each token as "losses".

    Args:
        records: from `trace(model)`, of the forward of src_ids (1, seq_k) and tgt_ids (1, seq_q);
            with dropout at work only inside `seeded_dropout`, which lets it record what it drops.
        targets: (1, seq_q) what should have been said.
    """
    builder = _Transformer(model, records)
    builder.embed("src", src_ids)
    builder.embed("tgt", tgt_ids)
    memory = builder.stack("encoder", "src_encoded", ())
    decoded = builder.stack("decoder", "tgt_encoded", (memory,))
    output = Step("linear", _linear("output", decoded))
    if model.config.has_tied_output:
        tied = {"x": decoded, "weight": "tgt_embedding.weight"}
        output = Step("linear_without_bias", tied)
    builder.steps["logits"] = output
    if targets is not None:
        builder.lose(targets, label_smoothing)
    return Computation(builder.tensors, builder.steps)


def encoder_computation(
    encoder: Encoder, records: Mapping[str, Tensor], x: Tensor, prefix: str = ""
) -> Computation:
    """The same of an encoder alone, whose input "x" nothing made. Its names start with `prefix`.

    Args:
        records: from `trace(encoder)`, of the forward of x (1, seq_len, d_model).
    """
    builder = _Layers(encoder, records, prefix)
    builder.tensors[f"{prefix}x"] = x[0]
    last = f"{prefix}x"
    for number, layer in enumerate(encoder.layers):
        last = builder.layer(f"{prefix}layers.{number}.", layer, last, ())
    return Computation(builder.tensors, builder.steps)


def _spread_of(x: Tensor) -> Spread:
    """As `spread`; a mean within float32 rounding of 0, such as a norm leaves, is 0."""
    mean, deviation = spread(x)
    rounding = ROUNDING * x.abs().amax(dim=-1)  # (seq,)
    return Spread(mean.masked_fill(mean.abs() <= rounding, 0.0), deviation)


def _linear(path: str, x: str) -> dict[str, str]:
    return {"x": x, "weight": f"{path}.weight", "bias": f"{path}.bias"}


class _Layers:
    """Collects tensors and steps while it walks through layers in the order of their forward."""

    def __init__(self, model: nn.Module, records: Mapping[str, Tensor], prefix: str = "") -> None:
        # A matrix that is shared has a name for each of its uses.
        parameters = model.named_parameters(remove_duplicate=False)
        self.tensors = {f"{prefix}{name}": tensor.detach() for name, tensor in parameters}
        self.tensors |= {f"{prefix}{name}": record[0] for name, record in records.items()}
        self.steps: Steps = {}

    def layer(self, path: str, layer: nn.Module, x: str, memory: tuple[str, ...]) -> str:
        """The sublayers of one layer, each with its residual connection and norm."""
        sublayers = ("self_attention", *(("cross_attention",) if memory else ()), "feed_forward")
        for number, name in enumerate(sublayers, 1):
            norm, residual = getattr(layer, f"norm_{number}"), getattr(layer, f"residual_{number}")
            norm_first = residual.norm_first
            summed, normed = f"{path}residual_{number}", f"{path}normed_{number}"
            norm_path = f"{path}norm_{number}"
            taken = x
            if norm_first:
                self.steps[normed] = self._norm(norm_path, norm, x)
                taken = normed
            made = self.sublayer(f"{path}{name}.", getattr(layer, name), taken, memory)
            self._residual(path, number, residual.dropout, x, made)
            if not norm_first:
                self.steps[normed] = self._norm(norm_path, norm, summed)
            self._spread(path, number, x if norm_first else summed, normed)
            x = summed if norm_first else normed
        return x

    def sublayer(self, path: str, module: nn.Module, x: str, memory: tuple[str, ...]) -> str:
        """One attention or feed-forward network. Returns the name of what it makes."""
        if isinstance(module, FeedForward):
            self.steps[f"{path}hidden"] = Step("linear", _linear(f"{path}linear_1", x))
            self.steps[f"{path}activated"] = Step("relu", {"x": f"{path}hidden"})
            rectified = torch.relu(self.tensors[f"{path}hidden"])
            self._dropped_inside(f"{path}activated", rectified, module.dropout)
            self.steps[f"{path}output"] = Step(
                "linear", _linear(f"{path}linear_2", f"{path}activated")
            )
            return f"{path}output"
        attention = cast(MultiHeadAttention, module)
        other = memory[0] if "cross" in path else x
        mask = f"{path}mask" if f"{path}mask" in self.tensors else None
        self.steps |= dict(multi_head_steps(path, attention, x, other, mask))
        shares = torch.softmax(self.tensors[f"{path}masked"], dim=-1).nan_to_num(0.0)
        self._dropped_inside(f"{path}weights", shares, attention.dropout)
        return f"{path}projected"

    def _dropped_inside(self, name: str, before: Tensor, dropout: Dropout) -> None:
        """Part what a sublayer's own dropout made from what it was `before`, if it dropped any."""
        path = name.rpartition(".")[0]
        dropped = self.tensors.get(f"{path}.dropout.dropped")
        if dropped is None:
            return
        whole = f"{name}_before_dropout"
        self.tensors[whole], self.steps[whole] = before, self.steps[name]
        self._drop(name, whole, ~dropped, dropout.p)

    def _residual(self, path: str, number: int, dropout: Dropout, x: str, made: str) -> None:
        """x + Sublayer(x), the second with its dropout as "sublayer_n"."""
        sublayer, summed = f"{path}sublayer_{number}", f"{path}residual_{number}"
        self.steps[summed] = Step("sum", {"x": x, "y": sublayer})
        dropped = self.tensors.get(f"{summed}.dropout.dropped")
        if dropped is None:
            self.tensors[sublayer] = self.tensors[made]
            self.steps[sublayer] = Step("copy", {"x": made})
            return
        self._drop(sublayer, made, ~dropped, dropout.p)
        self.tensors[sublayer] = self.tensors[made] * self.tensors[f"{sublayer}.kept"]

    def _drop(self, name: str, x: str, kept: Tensor, dropout: float) -> None:
        self.tensors[f"{name}.kept"] = kept.float() / (1 - dropout)
        self.steps[name] = Step("dropout", {"x": x, "kept": f"{name}.kept"})

    def _spread(self, path: str, number: int, before: str, after: str) -> None:
        columns = [*_spread_of(self.tensors[before]), *_spread_of(self.tensors[after])]
        name = f"{path}spread_{number}"
        self.tensors[name] = torch.stack(columns, dim=-1)  # (seq, 4)
        self.steps[name] = Step("spread", {"before": before, "after": after})

    @staticmethod
    def _norm(path: str, norm: nn.LayerNorm, x: str) -> Step:
        of = {"x": x, "gain": f"{path}.weight", "bias": f"{path}.bias"}
        return Step("layer_norm", of, {"epsilon": norm.eps})


class _Transformer(_Layers):
    """The same of a whole model."""

    def __init__(self, model: Transformer, records: Mapping[str, Tensor]) -> None:
        super().__init__(model, records)
        self.model = model

    def embed(self, side: str, ids: Tensor) -> None:
        """Embedding, scaling by sqrt(d_model), positions (sections 3.4 and 3.5)."""
        d_model = self.model.config.d_model
        self.tensors[f"{side}_ids"] = ids[0]
        table = {"ids": f"{side}_ids", "table": f"{side}_embedding.weight"}
        self.steps[f"{side}_embeddings"] = Step("embedding", table)
        scaling = {"factor": math.sqrt(d_model)}
        self.steps[f"{side}_scaled"] = Step("scaling", {"x": f"{side}_embeddings"}, scaling)
        positions = positional_encoding(ids.size(1), d_model)
        self.tensors[f"{side}_positions"] = positions
        waves = {"d_model": d_model, "base": 10_000.0}
        self.steps[f"{side}_positions"] = Step("positional_encoding", {}, waves)
        of = {"x": f"{side}_scaled", "y": f"{side}_positions"}
        dropped = self.tensors.get(f"{side}_dropout.dropped")
        if dropped is None:
            self.steps[f"{side}_encoded"] = Step("sum", of)
            return
        dropout = getattr(self.model, f"{side}_dropout")
        self._drop(f"{side}_encoded", f"{side}_summed", ~dropped, dropout.p)
        self.tensors[f"{side}_summed"] = self.tensors[f"{side}_scaled"] + positions
        self.steps[f"{side}_summed"] = Step("sum", of)

    def stack(self, stack: str, x: str, memory: tuple[str, ...]) -> str:
        """All layers of the encoder or decoder. Returns the name of what comes out."""
        module = getattr(self.model, stack)
        for number, layer in enumerate(module.layers):
            x = self.layer(f"{stack}.layers.{number}.", layer, x, memory)
        if module.norm is None:
            self.steps[f"{stack}.output"] = Step("copy", {"x": x})
        else:
            self.steps[f"{stack}.output"] = self._norm(f"{stack}.norm", module.norm, x)
        return f"{stack}.output"

    def lose(self, targets: Tensor, label_smoothing: float) -> None:
        """The cross-entropy of each token, 0 where the target is padding (section 5.4)."""
        pad_id = self.model.config.pad_id
        self.tensors["targets"] = targets[0]
        self.tensors["losses"] = torch.nn.functional.cross_entropy(
            self.tensors["logits"],
            targets[0],
            ignore_index=pad_id,
            label_smoothing=label_smoothing,
            reduction="none",
        )  # (seq_q,)
        constants = {"smoothing": label_smoothing, "pad_id": pad_id}
        of = {"logits": "logits", "targets": "targets"}
        self.steps["losses"] = Step("cross_entropy", of, constants)
        self.tensors["probabilities"] = torch.softmax(self.tensors["logits"], dim=-1)
        self.steps["probabilities"] = Step("softmax", {"x": "logits"})
