"""A number leads on to every tensor that is computed from it, to where it counts most."""

import pytest
import torch

from tests.core.explain.computations import (
    computations,
    masks,
    one_attention,
    one_sentence,
    traced,
)
from tests.core.explain.laws import (
    assert_terms_lead_back_to_the_number,
    assert_uses_are_where_terms_are_largest,
)
from transformer_core.explain.computation import Cell, Computation, Step
from transformer_core.explain.uses import Use, uses

MODELS = [(False, False), (True, False), (False, True)]
every_model = pytest.mark.parametrize(("norm_first", "shared"), MODELS)


@pytest.mark.sampled
@pytest.mark.parametrize("which", range(len(computations())))
def test_a_use_is_where_the_term_of_the_number_is_largest(which):
    assert_uses_are_where_terms_are_largest(computations()[which])


@pytest.mark.sampled
@pytest.mark.parametrize("which", range(len(computations())))
def test_what_a_number_is_made_from_leads_on_to_it(which):
    assert_terms_lead_back_to_the_number(computations()[which])


@every_model
def test_uses_lead_to_the_end(norm_first, shared):
    computation = traced(norm_first, False, shared)
    cell, seen = Cell("src_embedding.weight", (4, 3)), []
    while following := uses(computation, cell):
        cell = following[-1].cell
        seen.append(cell.tensor)
    assert seen[-1] in ("probabilities", "losses")
    assert "encoder.output" in seen


def test_a_query_by_hand():
    Q, K = torch.tensor([[2.0, 0.0]]), torch.tensor([[1.0, 5.0], [-3.0, 0.0], [2.0, 9.0]])
    scores = Step("dot_product", {"left": "Q", "right": "K"})
    computation = Computation({"Q": Q, "K": K, "scores": Q @ K.T}, {"scores": scores})
    assert uses(computation, Cell("Q", (0, 0))) == [Use("scores", Cell("scores", (0, 1)), 3)]
    assert uses(computation, Cell("K", (2, 0))) == [Use("scores", Cell("scores", (0, 2)), 1)]
    assert uses(computation, Cell("scores", (0, 0))) == []


@every_model
def test_the_memory_goes_into_the_keys_and_values_of_every_decoder_layer(norm_first, shared):
    found = uses(traced(norm_first, False, shared), Cell("encoder.output", (1, 2)))
    attentions = [f"decoder.layers.{layer}.cross_attention." for layer in range(2)]
    assert [use.tensor for use in found] == [
        f"{path}{name}" for path in attentions for name in ("keys", "values")
    ]
    assert [use.count for use in found] == [8] * 4
    assert all(use.cell.index[1] == 1 for use in found)


def test_an_input_of_a_post_norm_layer_goes_into_its_attention_and_around_it():
    found = uses(traced(False, False), Cell("src_encoded", (1, 2)))
    names = [use.tensor.removeprefix("encoder.layers.0.") for use in found]
    assert sorted(names) == [
        "residual_1",
        "self_attention.keys",
        "self_attention.queries",
        "self_attention.values",
    ]


def test_a_weight_of_a_head_goes_into_a_column_of_that_head():
    path = "encoder.layers.0.self_attention."
    (use,) = uses(traced(False, False), Cell(f"{path}w_k.weight", (6, 3)))
    assert (use.tensor, use.count) == (f"{path}keys", 5)
    assert use.cell.index[::2] == (1, 2)
    assert uses(traced(False, False), Cell(f"{path}w_k.bias", (6,))) == [
        Use(f"{path}keys", Cell(f"{path}keys", (1, 0, 2)), 5)
    ]


def test_a_tied_weight_goes_into_its_embedding_and_its_logit():
    found = uses(traced(False, False, shared=True), Cell("tgt_embedding.weight", (7, 3)))
    embedding, logit = found
    assert embedding == Use("tgt_embeddings", Cell("tgt_embeddings", (2, 3)), 1)
    assert (logit.tensor, logit.cell.index[1], logit.count) == ("logits", 7, 4)


def test_a_token_that_is_not_in_the_sentence_goes_nowhere():
    assert uses(traced(False, False), Cell("src_embedding.weight", (8, 0))) == []
    (use,) = uses(traced(False, False), Cell("src_embedding.weight", (3, 1)))
    assert use == Use("src_embeddings", Cell("src_embeddings", (0, 1)), 2)


def test_what_a_softmax_and_a_norm_make_of_a_number_is_its_own_place():
    computation, path = traced(False, False), "decoder.layers.0."
    masked = Cell(f"{path}self_attention.masked", (1, 2, 1))
    weights = f"{path}self_attention.weights"
    assert uses(computation, masked) == [Use(weights, Cell(weights, (1, 2, 1)), 4)]
    (normed,) = uses(computation, Cell(f"{path}residual_1", (2, 5)))
    assert normed == Use(f"{path}normed_1", Cell(f"{path}normed_1", (2, 5)), 8)


def test_figures_beside_the_way_are_left_out():
    found = uses(traced(False, False), Cell("encoder.layers.0.normed_1", (0, 0)))
    assert not [use for use in found if "spread" in use.tensor]


def test_a_padded_key_is_hidden_from_every_query():
    found = uses(masks(), Cell("padding", (0, 4)))
    assert found == [Use("decoder", Cell("decoder", (0, 4)), 5)]


def test_a_mask_without_heads_hides_its_place():
    found = uses(one_attention(), Cell("mask", (0, 2)))
    assert found == [Use("masked", Cell("masked", (0, 2)), 1)]


def test_a_number_set_by_hand_uses_no_other():
    computation = one_sentence()
    (use,) = [use for use in uses(computation, Cell("W_Q", (0, 2))) if use.tensor == "Q"]
    assert use.count == 2
    assert use.cell.index[0] != 1


def test_no_such_cell():
    with pytest.raises(KeyError):
        uses(one_attention(), Cell("nothing", (0, 0)))
    with pytest.raises(IndexError):
        uses(one_attention(), Cell("scores", (9, 0)))
