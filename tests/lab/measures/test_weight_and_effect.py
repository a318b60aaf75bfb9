"""The kinds of steps of the measures of a word, in a computation small enough for every cell."""

import pytest
import torch

from tests.core.explain.laws import (
    assert_recomputed_from_shown_terms,
    assert_terms_are_of_their_cells,
    assert_terms_lead_back_to_the_number,
    assert_uses_are_where_terms_are_largest,
    kinds_in,
)
from transformer_core.explain.computation import Computation, Step
from transformer_lab.measures import weight_and_effect  # noqa: F401  # declares the kinds
from transformer_lab.measures.hidden_words import log_probabilities_of, passed_on, places

HEADS, QUERIES, WORDS, D_V, D_MODEL, TOKENS, VOCAB = 2, 3, 4, 2, 5, 3, 6
HEAD, QUERY, POSITION = 1, 2, 1


def random(*shape):
    return torch.randn(shape, generator=torch.Generator().manual_seed(sum(shape)))


def measures() -> Computation:
    weights = torch.softmax(random(HEADS, QUERIES, WORDS), -1)
    values, W_O = random(HEADS, WORDS, D_V), random(HEADS, D_MODEL, D_V)
    logits, whole = random(WORDS, TOKENS, VOCAB), random(TOKENS, VOCAB)
    ids = torch.tensor([3, 0, 5])
    parts = passed_on(values, W_O)
    lengths = parts.norm(dim=-1, keepdim=True)
    products = weights[:, QUERY, :, None] * lengths
    logs, whole_logs = log_probabilities_of(logits, ids), log_probabilities_of(whole, ids)[None]
    share = products / products.sum(1, keepdim=True)
    change = logs[:, POSITION, None].exp() - whole_logs[:, POSITION, None].exp()
    at = {"head": HEAD, "query": QUERY}
    tensors = {
        "weights": weights, "values": values, "W_O": W_O, "logits": logits, "next": ids,
        "whole": whole, "parts": parts, "lengths": lengths, "products": products, "share": share,
        "logs": logs, "whole_logs": whole_logs, "p": logs[:, POSITION, None].exp(),
        "whole_p": whole_logs[:, POSITION, None].exp(), "sum": logs.sum(1, keepdim=True),
        "change": change,
        "by_weight": places(weights[HEAD, QUERY])[:, None].float(),
        "by_share": places(share[HEAD, :, 0])[:, None].float(),
        "by_change": places(change[:, 0].abs())[:, None].float(),
    }  # fmt: skip
    steps = {
        "parts": Step("passed_on", {"values": "values", "W_O": "W_O"}),
        "lengths": Step("vector_length", {"x": "parts"}),
        "products": Step("weighted_length", {"weights": "weights", "lengths": "lengths"},
                         {"query": QUERY}),
        "share": Step("share_of_column", {"x": "products"}),
        "logs": Step("log_probability", {"logits": "logits", "ids": "next"}),
        "whole_logs": Step("log_probability", {"logits": "whole", "ids": "next"}),
        "p": Step("probability_at", {"x": "logs"}, {"position": POSITION}),
        "whole_p": Step("probability_at", {"x": "whole_logs"}, {"position": POSITION}),
        "sum": Step("row_total", {"x": "logs"}),
        "change": Step("change_by_hiding", {"without": "p", "whole": "whole_p"}),
        "by_weight": Step("place", {"x": "weights"}, at),
        "by_share": Step("place", {"x": "share"}, {"head": HEAD}),
        "by_change": Step("place", {"x": "change"}),
    }  # fmt: skip
    return Computation(tensors, steps)


KINDS = kinds_in([measures()])


@pytest.mark.parametrize("kind", KINDS)
def test_every_number_follows_from_what_is_shown(kind):
    assert_recomputed_from_shown_terms(kind, [measures()])
    assert_terms_are_of_their_cells(kind, [measures()])


def test_a_use_is_where_the_term_of_the_number_is_largest():
    assert_uses_are_where_terms_are_largest(measures())


def test_what_a_number_is_made_from_leads_on_to_it():
    assert_terms_lead_back_to_the_number(measures())
