import torch

from transformer_core import decoder_mask, padding_mask
from transformer_core.variants.attention_view import view_of

IDS = torch.tensor([[5, 6, 7], [5, 0, 0]])


def test_what_is_hidden_is_as_in_the_paper():
    device = torch.device("cpu")
    padding = IDS == 0
    both = view_of(3, padding, is_causal=True, device=device)
    assert torch.equal(both.mask, decoder_mask(IDS))
    assert torch.equal(view_of(3, padding, is_causal=False, device=device).mask, padding_mask(IDS))
    assert view_of(3, is_causal=False, device=device).mask is None
    assert both.queries.tolist() == both.keys.tolist() == [0, 1, 2]
