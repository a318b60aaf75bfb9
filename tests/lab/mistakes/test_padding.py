import torch

from transformer_lab.mistakes import MISTAKES
from transformer_lab.mistakes.padding import padded_ids


def compared(name, **sizes):
    return MISTAKES[name].compare(**sizes)


def test_the_last_tokens_are_padding():
    assert padded_ids(4, 1).tolist() == [1, 2, 3, 0]
    assert padded_ids(3, 0).tolist() == [1, 2, 3]


def test_cross_attention_hides_the_sources_padding_and_by_mistake_the_targets():
    _, right, wrong = compared(
        "cross_attention_mask", seq_len=4, source_padding=2, target_padding=1
    )
    assert (right > 0).tolist() == [[True, True, False, False]] * 4
    assert (wrong > 0).tolist() == [[True, True, True, False]] * 4


def test_with_and_a_real_token_sees_the_later_real_ones_and_padding_sees_itself():
    _, right, wrong = compared("joined_with_and", seq_len=3, trailing=1)
    assert (right > 0).int().tolist() == [[1, 0, 0], [1, 1, 0], [1, 1, 0]]
    assert (wrong > 0).int().tolist() == [[1, 1, 0], [1, 1, 0], [1, 1, 1]]


def test_where_zeros_are_looked_for_nothing_is_hidden():
    given, right, wrong = compared("padding_by_zeros", seq_len=3, trailing=2)
    assert (right > 0).int().tolist() == [[1, 0, 0]] * 3
    torch.testing.assert_close(wrong, torch.softmax(given["Q"] @ given["K"].T / 2, dim=-1))


def test_a_vector_of_padding_is_its_position_alone():
    given = MISTAKES["padding_by_zeros"].given(seq_len=4, trailing=1)
    assert given["x"][3].tolist() != [0.0] * 8
    torch.testing.assert_close(given["x"][3, :2], torch.tensor([3.0]).sin().repeat(2).index_put(
        (torch.tensor([1]),), torch.tensor([3.0]).cos()
    ))  # fmt: skip
