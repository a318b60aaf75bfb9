"""The sentence of a step: what it does in its place in the model, and why it is there.

A product of two matrices is many different steps, so a sentence belongs to the place of a tensor
(its block and its name there), and only outside a model to the kind of its step.
"""

from collections.abc import Iterator, Mapping

from transformer_core.explain.computation import Cell, Computation
from transformer_core.explain.origin import Block, Origin
from ui.words.language import Text, text_of

WORDS = "explain"
SECTION = "sentences"
ATTENTIONS = ("self_attention", "cross_attention")
ALIASES: Mapping[str, str] = {
    "Q": "queries",
    "K": "keys",
    "V": "values",
    "Q_target": "queries",
    "W_Q": "w_q.weight",
    "W_K": "w_k.weight",
    "W_V": "w_v.weight",
    "W_1": "linear_1.weight",
    "b_1": "linear_1.bias",
    "W_2": "linear_2.weight",
    "b_2": "linear_2.bias",
    "query_ids": "ids",
    "key_ids": "ids",
    "token_ids": "ids",
    "source_ids": "ids",
    "target_ids": "ids",
    "inputs": "ids",
    "targets": "labels",
    "table": "weight",
    "right_attended": "attended",
    "other_attended": "attended",
    "right_summed": "summed",
    "other_summed": "summed",
    "right_output": "output",
    "other_output": "output",
    "right_before": "before",
    "other_before": "before",
    "right_after": "after",
    "other_after": "after",
}
"""Other names of tensors outside a model."""
ALONE: Mapping[str, str] = {
    "queries_wide": "attention.queries",
    "keys_wide": "attention.keys",
    "values_wide": "attention.values",
    "all": "attention.projected",
    "gain": "norm.weight",
    "bias": "norm.bias",
    "mask": "attention.mask",
    "masked": "attention.masked",
    "projected": "attention.projected",
    "hidden": "feed_forward.hidden",
    "activated": "feed_forward.activated",
    "speeds": "attention.speeds",
    "angles": "attention.angles",
    "own_Q": "attention.queries",
    "own_W_Q": "attention.w_q_weight",
    "own_b_Q": "attention.w_q_bias",
    "U_query": "attention.w_q_weight",
    "U_key": "attention.w_k_weight",
    "U_value": "attention.w_v_weight",
    "b_Q": "attention.w_q_bias",
    "b_K": "attention.w_k_bias",
    "b_V": "attention.w_v_bias",
}
"""Outside a model, the places in one that tensors of these names stand for."""
PROJECTED: Mapping[str, str] = {
    "queries": "attention.queries",
    "keys": "attention.keys",
    "values": "attention.values",
}
"""The same for those that are made of tokens by a linear layer, and not given."""
BY_KIND: Mapping[str, str] = {
    "matrix_product": "attention.{name}",
    "dot_product": "attention.scores",
    "scaling": "attention.scaled",
    "masking": "attention.masked",
    "softmax": "attention.weights",
    "weighted_sum": "attention.heads",
    "concatenation": "attention.concatenated",
    "embedding": "embedding.embeddings",
}
"""Outside a model there is only one attention: what a kind of step does in it."""


def sentence(text: Text, computation: Computation, cell: Cell) -> str:
    """The sentence of the step that makes a number; "" where none is known."""
    words = text_of(WORDS, text.language)
    name = sentence_name(words, computation, cell)
    return words(name) if name else ""


def sentence_name(words: Text, computation: Computation, cell: Cell) -> str:
    """The name of that sentence among the texts; "" where none is known."""
    names = (f"{SECTION}.{name}" for name in _candidates(computation, cell))
    return next((name for name in names if name in words), "")


def _candidates(computation: Computation, cell: Cell) -> Iterator[str]:
    """The names that a step's sentence may have, the closest to its place first."""
    kind = computation.step(cell).kind
    origin = computation.origins.get(cell.tensor)
    if cell in computation.by_hand:
        yield "by_hand"
    if kind in ("dropout", "mean", "maximum", "difference_of_heads", "rotary"):
        yield f"kinds.{kind}"
    if origin is not None:
        if origin.block is not None and _has_only_an_encoder(computation):
            yield f"encoder_alone.{origin.block.part}_{origin.name}"
        yield from _in_model(origin, kind) if origin.block else _outside(origin.name, kind)
    yield f"kinds.{kind}"


def _has_only_an_encoder(computation: Computation) -> bool:
    """Whether it is a whole model without a decoder, such as BERT."""
    has_decoder = any(block.stack == "decoder" for block in computation.blocks)
    return Block("embedding", "encoder") in computation.blocks and not has_decoder


def _in_model(origin: Origin, kind: str) -> Iterator[str]:
    block = origin.block
    assert block is not None
    name = origin.name.removesuffix("_before_dropout").replace(".", "_")
    if name.endswith(("_kept", "_dropped")):
        yield "kinds.kept"
    yield f"{block.stack}_{block.part}.{name}"
    yield f"{block.part}.{name}_{kind}"
    if block.part in ATTENTIONS:
        yield f"attention.{name}_{kind}"
    yield f"{block.part}.{name}"
    if block.part in ATTENTIONS:
        yield f"attention.{name}"
    yield origin.name  # the last norm of a stack has its parameters in another block


def _outside(own: str, kind: str) -> Iterator[str]:
    name = ALIASES.get(own, own)
    flat = name.replace(".", "_")
    yield f"alone.{name}_{kind}"
    yield from (f"{part}.{flat}" for part in ("attention", "feed_forward") if "." in name)
    if own in ALONE:
        yield ALONE[own]
    if name in PROJECTED and kind.startswith("linear"):
        yield PROJECTED[name]
    yield f"kinds.{kind}"
    yield f"alone.{name}"
    if kind in BY_KIND:
        yield BY_KIND[kind].format(name=name)
