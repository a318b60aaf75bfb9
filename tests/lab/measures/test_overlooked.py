"""What several heads look at and one head does not."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from transformer_lab.measures.overlooked import LOOKED_AT, OVERLOOKED, overlooked

SIZES = st.integers(1, 6)


def test_a_head_that_looks_at_one_word_overlooks_what_the_others_look_at() -> None:
    heads = torch.tensor([[[0.9, 0.1, 0.0]], [[0.0, 0.2, 0.8]], [[0.4, 0.3, 0.3]]])
    found = overlooked(heads, torch.tensor([[0.95, 0.05, 0.0]]))
    assert found == (2, 1, 1, 0, 2)


def test_a_head_overlooks_nothing_of_its_own() -> None:
    weights = torch.eye(3)[None]
    assert overlooked(weights, weights[0])[:2] == (3, 0)


@given(SIZES, SIZES, SIZES, st.integers(0, 99), st.floats(0.1, 30))
def test_it_counts_the_keys_of_each_query(heads, queries, keys, seed, sharpness) -> None:
    scores = torch.randn(heads + 1, queries, keys, generator=torch.Generator().manual_seed(seed))
    *several, other = (sharpness * scores).softmax(-1)
    found = overlooked(torch.stack(several), other)
    places = [(query, key) for query in range(queries) for key in range(keys)]
    most = {place: max(float(head[place]) for head in several) for place in places}
    seen = [place for place in places if most[place] >= LOOKED_AT]
    missed = [place for place in seen if float(other[place]) < OVERLOOKED]
    assert found[:2] == (len(seen), len(missed))
    if missed:
        place = (found.query, found.key)
        assert place in missed
        assert float(several[found.head][place]) == most[place]
        furthest = max(most[one] - float(other[one]) for one in missed)
        assert most[place] - float(other[place]) == pytest.approx(furthest, abs=1e-6)
