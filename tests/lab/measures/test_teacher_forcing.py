"""The decoder reads the target, or what the model wrote itself."""

import pytest
import torch

from transformer_core import TransformerConfig, build_transformer, trace
from transformer_lab.measures import first_difference, one_at_a_time, written_by

SRC = torch.tensor([[4, 5, 6, 0]])
TGT = torch.tensor([[1, 7, 8, 9, 3]])


def model_of(norm_first=False, seed=3):
    config = TransformerConfig(12, 12, d_model=8, num_heads=2, num_layers=2, d_ff=16,
                               norm_first=norm_first)  # fmt: skip
    return build_transformer(config, seed=seed)


@pytest.mark.parametrize("norm_first", [False, True])
def test_one_forward_gives_what_one_token_at_a_time_gives(norm_first):
    model = model_of(norm_first)
    single = one_at_a_time(model, SRC, TGT)
    assert single.shape == (1, 5, 12)
    torch.testing.assert_close(single, model(SRC, TGT))


def test_without_the_look_ahead_mask_it_does_not():
    model = model_of()
    masks = (f"decoder.layers.{layer}.self_attention.mask" for layer in range(2))
    with torch.no_grad(), trace(model, dict.fromkeys(masks, torch.zeros_like)):
        seen = model(SRC, TGT)
    single = one_at_a_time(model, SRC, TGT)
    assert float((seen - single)[:, :-1].abs().amax(-1).min()) > 0.01


@pytest.mark.parametrize("most", [1, 2, 7])
def test_each_token_is_the_most_probable_after_those_it_wrote(most):
    model = model_of()
    written = written_by(model, SRC, 1, 2, most)
    assert 0 < len(written) <= most
    read = torch.tensor([[1, *written[:-1]]])
    assert model(SRC, read)[0].argmax(-1).tolist() == written


def test_writing_ends_with_the_end_token():
    model = model_of()
    first = int(model(SRC, TGT[:, :1])[0, 0].argmax())
    assert written_by(model, SRC, 1, first, 9) == [first]
    assert len(written_by(model, SRC, 1, 11, 4)) == 4


@pytest.mark.parametrize(
    ("one", "other", "place"),
    [([1, 2], [1, 2], None), ([1, 2], [1, 3], 1), ([5], [1, 3], 0), ([1], [1, 3], None)],
)
def test_the_first_difference_is_where_both_have_a_token(one, other, place):
    assert first_difference(one, other) == first_difference(other, one) == place
