"""The step that made each tensor that a traced model records."""

import math
from collections.abc import Mapping
from dataclasses import replace

import torch
from torch import Tensor

from transformer_core.encoder import Encoder
from transformer_core.explain.attention_provenance import linear_of
from transformer_core.explain.computation import Computation, Step
from transformer_core.explain.layer_provenance import LayerProvenance
from transformer_core.explain.model_origins import end_origins, stack_origins
from transformer_core.explain.origin import Block, Stack
from transformer_core.transformer import Transformer


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
    token's vector before and after its norm; the softmax of the logits as "probabilities"; given
    `targets`, the loss of each token as "losses".

    Args:
        records: from `trace(model)`, of the forward of src_ids (1, seq_k) and tgt_ids (1, seq_q);
            with dropout at work only inside `seeded_dropout`, which lets it record what it drops.
        targets: (1, seq_q) what should have been said.
    """
    builder = _TransformerProvenance(model, records)
    builder.add_embedding("src", src_ids)
    builder.add_embedding("tgt", tgt_ids)
    memory = builder.add_stack("encoder", "src_encoded", ())
    decoded = builder.add_stack("decoder", "tgt_encoded", (memory,))
    output = Step("linear", linear_of("output", decoded))
    if model.config.has_tied_output:
        tied = {"x": decoded, "weight": "tgt_embedding.weight"}
        output = Step("linear_without_bias", tied)
    builder.steps["logits"] = output
    if targets is not None:
        builder.add_loss(targets, label_smoothing)
    builder.tensors["probabilities"] = torch.softmax(builder.tensors["logits"], dim=-1)
    builder.steps["probabilities"] = Step("softmax", {"x": "logits"})
    builder.add_origins(end_origins())
    return Computation(builder.tensors, builder.steps, origins=builder.origins)


def encoder_computation(
    encoder: Encoder, records: Mapping[str, Tensor], x: Tensor, model: str = ""
) -> Computation:
    """The same of an encoder alone, whose input "x" nothing made.

    Args:
        records: from `trace(encoder)`, of the forward of x (1, seq_len, d_model).
        model: what the encoder is called where there are several; it starts the tensors' names.
    """
    prefix = f"{model}." if model else ""
    builder = LayerProvenance(encoder, records, prefix)
    builder.tensors[f"{prefix}x"] = x[0]
    given = Block("input", "encoder", model=model)
    last = f"{prefix}x"
    for number, layer in enumerate(encoder.layers):
        within = replace(given, layer=number)
        last = builder.layer(f"{prefix}layers.{number}.", within, layer, last, ())
    builder.add_origins(stack_origins(prefix, given))
    return Computation(builder.tensors, builder.steps, origins=builder.origins)


class _TransformerProvenance(LayerProvenance):
    """Collects the same of a whole model."""

    def __init__(self, model: Transformer, records: Mapping[str, Tensor]) -> None:
        super().__init__(model, records)
        self.model = model

    def add_embedding(self, side: str, ids: Tensor) -> None:
        """Embedding, scaling by sqrt(d_model), positions (sections 3.4 and 3.5)."""
        d_model = self.model.config.d_model
        self.tensors[f"{side}_ids"] = ids[0]
        table = {"ids": f"{side}_ids", "table": f"{side}_embedding.weight"}
        self.steps[f"{side}_embeddings"] = Step("embedding", table)
        scaling = {"factor": math.sqrt(d_model)}
        self.steps[f"{side}_scaled"] = Step("scaling", {"x": f"{side}_embeddings"}, scaling)
        positions = self.model.positional_encoding.encoding[: ids.size(1)]
        self.tensors[f"{side}_positions"] = positions
        if positions.any():  # a model that is not told of positions adds 0, which no wave made
            waves = {"d_model": d_model, "base": 10_000.0}
            self.steps[f"{side}_positions"] = Step("positional_encoding", {}, waves)
        of = {"x": f"{side}_scaled", "y": f"{side}_positions"}
        dropped = self.tensors.get(f"{side}_dropout.dropped")
        if dropped is None:
            self.steps[f"{side}_encoded"] = Step("sum", of)
            return
        dropout = getattr(self.model, f"{side}_dropout")
        self.drop(f"{side}_encoded", f"{side}_summed", ~dropped, dropout.p)
        self.tensors[f"{side}_summed"] = self.tensors[f"{side}_scaled"] + positions
        self.steps[f"{side}_summed"] = Step("sum", of)

    def add_stack(self, stack: Stack, x: str, memory: tuple[str, ...]) -> str:
        """All layers of the encoder or decoder. Returns the name of what comes out."""
        module = getattr(self.model, stack)
        for number, layer in enumerate(module.layers):
            within = Block("input", stack, number)
            x = self.layer(f"{stack}.layers.{number}.", within, layer, x, memory)
        self.add_origins(stack_origins(f"{stack}.", Block("output", stack)))
        if module.norm is None:
            self.steps[f"{stack}.output"] = Step("copy", {"x": x})
        else:
            self.steps[f"{stack}.output"] = self.norm(f"{stack}.norm", module.norm, x)
        return f"{stack}.output"

    def add_loss(self, targets: Tensor, label_smoothing: float) -> None:
        """Add the cross-entropy of each token, 0 where the target is padding (section 5.4)."""
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
