import torch
from hypothesis import given
from hypothesis import strategies as st

from transformer_core.variants.relative_bias import RelativeBias, bucket


def test_by_hand_near_distances_have_a_bucket_each():
    """8 buckets for keys before the query: 0 to 3 each, then limits at 4, 5.7, 8, 11.3."""
    before = -torch.arange(0, 20)
    buckets = bucket(before, 8, 16, both_sides=False)
    assert buckets.tolist() == [0, 1, 2, 3, 4, 4, 5, 5, 6, 6, 6, 6, *[7] * 8]


def test_keys_after_the_query_have_the_other_half_of_the_buckets():
    assert bucket(torch.tensor([-1, 0, 1]), 8, 16, both_sides=True).tolist() == [1, 0, 5]
    assert bucket(torch.tensor([1, 9]), 8, 16, both_sides=False).tolist() == [0, 0]


@given(st.integers(1, 300), st.sampled_from([4, 8, 32]), st.booleans())
def test_a_further_key_is_in_no_nearer_bucket(distance, buckets, both_sides):
    pair = bucket(-torch.tensor([distance, distance + 1]), buckets, 128, both_sides)
    near, far = pair.tolist()
    assert near <= far < (buckets // 2 if both_sides else buckets)


def test_the_bias_of_a_pair_is_that_of_its_bucket_and_head():
    bias = RelativeBias(2, 8, 16, both_sides=True)
    bias.load_state_dict({"table.weight": torch.arange(16.0).reshape(8, 2)})
    positions = torch.arange(3)
    made = bias(positions, positions)
    assert made.shape == (2, 3, 3)
    assert made[0].tolist() == [[0, 10, 12], [2, 0, 10], [4, 2, 0]]
    assert torch.equal(made[1], made[0] + 1)
    assert bias(positions[None], positions[None]).shape == (1, 2, 3, 3)
