"""Mistakes in what is taken for padding (sections 3.2.3 and 3.4)."""

import torch
from torch import Tensor

from transformer_core.attention import attention
from transformer_core.explain.axes import vectors
from transformer_core.explain.computation import Step, Term
from transformer_core.explain.kind import Kind
from transformer_core.explain.origin import DIMENSION, Axis
from transformer_core.explain.reading import Dependents, Input, OutputCell, Reading, alike
from transformer_core.masks import decoder_mask, look_ahead_mask, padding_mask
from transformer_core.positional_encoding import positional_encoding
from transformer_core.random_tensors import generator
from transformer_lab.examples.attention_masks import BOTH_MASKS
from transformer_lab.mistakes.attention import queries_and_keys
from transformer_lab.mistakes.derivation import Derivation, derived_scores
from transformer_lab.mistakes.mistake import Comparison, Figures, Mistake, Picture, Sizes

PAD_ID = 0
D_MODEL = 8
POSITIONS = (Axis("position"),)


def padded_ids(seq_len: int, padding: int) -> Tensor:
    """Different tokens, of which the last `padding` are padding: (seq_len,)."""
    token_ids = torch.arange(1, seq_len + 1)  # (seq_len,)
    token_ids[seq_len - padding :] = PAD_ID
    return token_ids


def source_and_target(
    seq_len: int = 6, source_padding: int = 2, target_padding: int = 1, seed: int = 11
) -> dict[str, Tensor]:
    """Random queries of a target and keys of a source, both padded to one length.

    Args:
        target_padding: not the source's, or the two masks are the same.
    """
    ids = {
        "source_ids": padded_ids(seq_len, source_padding),
        "target_ids": padded_ids(seq_len, target_padding),
    }
    return queries_and_keys(seq_len, seed=seed) | ids


def cross_attention_weights(Q: Tensor, K: Tensor, source_ids: Tensor, target_ids: Tensor) -> Tensor:
    """The core's weights with the source's padding hidden: (seq_tgt, seq_src)."""
    return attention(Q, K, K, _padding(source_ids)).weights


def weights_with_the_targets_mask(
    Q: Tensor, K: Tensor, source_ids: Tensor, target_ids: Tensor
) -> Tensor:
    """The keys are the source's tokens, and it is the target's padding that hides them."""
    # right: mask = source_ids == 0
    mask = target_ids == 0
    return attention(Q, K, K, mask).weights


def padding_last(seq_len: int = 6, trailing: int = 2, seed: int = 11) -> dict[str, Tensor]:
    """Random Q and K of a sentence that ends in `trailing` tokens of padding."""
    return queries_and_keys(seq_len, seed=seed) | {"token_ids": padded_ids(seq_len, trailing)}


def decoder_weights(Q: Tensor, K: Tensor, token_ids: Tensor) -> Tensor:
    """The core's weights with padding and future hidden: (seq_len, seq_len)."""
    return attention(Q, K, K, decoder_mask(token_ids.unsqueeze(0), PAD_ID)[0, 0]).weights


def weights_of_masks_joined_with_and(Q: Tensor, K: Tensor, token_ids: Tensor) -> Tensor:
    """Only what is padding as well as in the future is hidden."""
    padding, future = token_ids == 0, look_ahead_mask(len(K))
    # right: mask = padding | future
    mask = padding & future
    return attention(Q, K, K, mask).weights


def embedded_padding(seq_len: int = 6, trailing: int = 2, seed: int = 11) -> dict[str, Tensor]:
    """A sentence that ends in padding, random Q and K, and x, what goes into the first layer.

    The embedding of padding is a zero vector, as `torch.nn.Embedding` keeps it at `padding_idx`.
    """
    table = torch.randn(seq_len + 1, D_MODEL, generator=generator(seed)) / D_MODEL**0.5
    table[PAD_ID] = 0.0
    given = padding_last(seq_len, trailing, seed)
    x = D_MODEL**0.5 * table[given["token_ids"]] + positional_encoding(seq_len, D_MODEL)
    return given | {"table": table, "x": x}


def weights_without_padding(
    Q: Tensor, K: Tensor, token_ids: Tensor, table: Tensor, x: Tensor
) -> Tensor:
    """The core's weights with the padding hidden: (seq_len, seq_len)."""
    return attention(Q, K, K, _padding(token_ids)).weights


def weights_where_zeros_are_padding(
    Q: Tensor, K: Tensor, token_ids: Tensor, table: Tensor, x: Tensor
) -> Tensor:
    """No vector is all zeros once its position has been added, so nothing is hidden."""
    # right: mask = token_ids == 0
    mask = (x == 0).all(dim=-1)
    return attention(Q, K, K, mask).weights


def _padding(token_ids: Tensor) -> Tensor:
    return padding_mask(token_ids.unsqueeze(0), PAD_ID)[0, 0, 0]  # (seq_len,)


def test_the_sources_padding_alone_is_hidden(weights: Tensor, source_ids: Tensor) -> None:
    assert torch.equal((weights == 0).all(dim=0), source_ids == 0)


def test_neither_padding_nor_the_future_gets_weight(weights: Tensor, token_ids: Tensor) -> None:
    assert (weights[:, token_ids == 0] == 0).all()
    assert (weights.triu(1) == 0).all()


def test_padding_gets_no_weight(weights: Tensor, token_ids: Tensor) -> None:
    assert (weights[:, token_ids == 0] == 0).all()


class KeysVector(Reading):
    """All numbers of the vector at the same position."""

    def terms(self, cell: OutputCell) -> list[Term]:
        (at,) = cell.index
        return [cell.term("x", at, place) for place in range(cell.tensor("x").size(-1))]

    def dependents(self, number: Input) -> Dependents:
        return alike(number, number.place[:1])


ZERO_VECTOR = Kind(
    "zero_vector",
    KeysVector(),
    "",
    lambda terms, _: float(not any(terms)),
    remark=lambda terms, _: "not_zero" if any(term.value for term in terms) else "",
)


def _padded_by(ids: str) -> Step:
    return Step("padding_mask", {"ids": ids}, {"pad_id": PAD_ID})


_BOTH = {
    "right": Step("softmax", {"x": "masked"}),
    "wrong": Step("softmax", {"x": "wrong_masked"}),
}


def _either_sentence(comparison: Comparison) -> Derivation:
    given = comparison.given
    masks = {name: _padding(given[f"{name}_ids"]) for name in ("source", "target")}
    steps = {"mask": _padded_by("source_ids"), "wrong_mask": _padded_by("target_ids")}
    ids = {name: given[name] for name in ("source_ids", "target_ids")}
    derived = derived_scores(given).masked(masks["source"]).masked(masks["target"], "wrong_")
    return derived.also(ids, {**steps, **_BOTH}, POSITIONS)


def _joined_either_way(comparison: Comparison) -> Derivation:
    given = comparison.given
    padding, future = _padding(given["token_ids"])[None], look_ahead_mask(len(given["K"]))
    steps = {
        "padding": _padded_by("token_ids"),
        "look_ahead": Step("look_ahead_mask"),
        "mask": Step("decoder_mask", {"padding": "padding", "look_ahead": "look_ahead"}),
        "wrong_mask": Step(BOTH_MASKS.name, {"first": "padding", "second": "look_ahead"}),
    }
    derived = derived_scores(given).masked(padding | future).masked(padding & future, "wrong_")
    return (
        derived.also({"look_ahead": future}, {**steps, **_BOTH})
        .also({"padding": padding}, {}, (Axis("row"), Axis("key")))
        .also({"token_ids": given["token_ids"]}, {}, POSITIONS)
    )


def _found_either_way(comparison: Comparison) -> Derivation:
    given = comparison.given
    ids, table, x = (given[name] for name in ("token_ids", "table", "x"))
    steps = {
        "embedding": Step("embedding", {"ids": "token_ids", "table": "table"}),
        "encoding": Step("positional_encoding", {}, {"d_model": D_MODEL, "base": 10_000.0}),
        "x": Step("scaled_sum", {"x": "embedding", "y": "encoding"}, {"factor": D_MODEL**0.5}),
        "mask": _padded_by("token_ids"),
        "wrong_mask": Step(ZERO_VECTOR.name, {"x": "x"}),
    }
    encoding = positional_encoding(len(ids), D_MODEL)
    derived = derived_scores(given).masked(_padding(ids)).masked((x == 0).all(-1), "wrong_")
    return (
        derived.also({"token_ids": ids}, {**steps, **_BOTH}, POSITIONS)
        .also({"table": table}, {}, (Axis("token"), DIMENSION))
        .also({"embedding": table[ids], "encoding": encoding, "x": x}, {}, vectors())
    )


def _both_lengths(comparison: Comparison, _: Sizes) -> Figures:
    """How many source tokens the wrong mask gets wrong, of padding and of real tokens."""
    source, target = (comparison.given[name] == PAD_ID for name in ("source_ids", "target_ids"))
    return {
        "shown": int((source & ~target).sum()),
        "hidden": int((target & ~source).sum()),
        "lost": int((source & ~target).sum()),
    }


def _seen_early(comparison: Comparison, _: Sizes) -> Figures:
    """How many real tokens see a real token that comes later, with the wrong mask."""
    real = comparison.given["token_ids"] != PAD_ID
    early = comparison.wrong[real][:, real].triu(1) > 0
    return {"real": int(real.sum()), "lost": int(early.any(-1).sum())}


def _given_to_padding(comparison: Comparison, _: Sizes) -> Figures:
    padding = comparison.given["token_ids"] == PAD_ID
    shares = comparison.wrong[:, padding].sum(-1)
    return {"percent": 100 * float(shares.mean())}


AMOUNTS = {"one_padded": {"trailing": 1}, "four_of_seven": {"seq_len": 7, "trailing": 4}}
CROSS_ATTENTION_MASK = Mistake(
    name="cross_attention_mask",
    topic="padding",
    equation=r"\mathrm{hidden}_{j} \;\Leftrightarrow\; \mathrm{source}_j = \mathrm{pad}",
    given=source_and_target,
    right=cross_attention_weights,
    wrong=weights_with_the_targets_mask,
    test=test_the_sources_padding_alone_is_hidden,
    derivation=_either_sentence,
    sizes=("seq_len", "source_padding", "target_padding", "seed"),
    suggestions={
        "target_longer": {"seq_len": 6, "source_padding": 3, "target_padding": 0},
        "target_shorter": {"seq_len": 6, "source_padding": 1, "target_padding": 3},
    },
    figures=_both_lengths,
    picture=Picture(masked=True, row_ids="target_ids", col_ids="source_ids"),
)
JOINED_MASKS = Mistake(
    name="joined_with_and",
    topic="padding",
    equation=r"\mathrm{hidden} = \mathrm{padding} \lor \mathrm{future}",
    given=padding_last,
    right=decoder_weights,
    wrong=weights_of_masks_joined_with_and,
    test=test_neither_padding_nor_the_future_gets_weight,
    derivation=_joined_either_way,
    sizes=("seq_len", "trailing", "seed"),
    suggestions=AMOUNTS,
    figures=_seen_early,
    picture=Picture(masked=True, row_ids="token_ids", col_ids="token_ids"),
)
PADDING_BY_ZEROS = Mistake(
    name="padding_by_zeros",
    topic="padding",
    equation=r"\mathrm{hidden}_{j} \;\Leftrightarrow\; \mathrm{token}_j = \mathrm{pad}",
    given=embedded_padding,
    right=weights_without_padding,
    wrong=weights_where_zeros_are_padding,
    test=test_padding_gets_no_weight,
    derivation=_found_either_way,
    sizes=("seq_len", "trailing", "seed"),
    suggestions=AMOUNTS,
    kinds=(ZERO_VECTOR,),
    figures=_given_to_padding,
    picture=Picture(masked=True, row_ids="token_ids", col_ids="token_ids"),
)
MISTAKES = (CROSS_ATTENTION_MASK, JOINED_MASKS, PADDING_BY_ZEROS)
