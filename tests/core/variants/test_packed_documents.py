from functools import partial

import torch

from transformer_core import generator, look_ahead_mask
from transformer_core.variants.attention_view import View
from transformer_core.variants.grouped_attention import GroupedAttention
from transformer_core.variants.packed_documents import document_mask, document_positions
from transformer_core.variants.rotary_positions import RotaryPositions

DOCUMENTS = torch.tensor([[7, 7, 7, 2, 2, 7]])


def test_no_document_sees_another():
    seen = ~document_mask(DOCUMENTS)[0, 0]
    assert seen[0].tolist() == [True, True, True, False, False, True]
    assert seen[3].tolist() == [False, False, False, True, True, False]
    assert torch.equal(seen, seen.T)


def test_positions_start_anew_with_each_document():
    assert document_positions(DOCUMENTS).tolist() == [[0, 1, 2, 0, 1, 0]]
    two = torch.tensor([[0, 0, 0], [0, 1, 2]])
    assert document_positions(two).tolist() == [[0, 1, 2], [0, 0, 0]]


def test_packed_a_document_is_computed_as_if_it_were_alone():
    attention = GroupedAttention(8, 2, preparations=(partial(RotaryPositions, 4),))
    documents = torch.tensor([[0, 0, 0, 1, 1]])
    x = torch.randn(1, 5, 8, generator=generator(1))
    positions = document_positions(documents)
    packed = attention(
        x, x, View(positions, positions, document_mask(documents) | look_ahead_mask(5))
    )
    alone = View(torch.arange(2), torch.arange(2), look_ahead_mask(2))
    torch.testing.assert_close(packed[:, 3:], attention(x[:, 3:], x[:, 3:], alone))
