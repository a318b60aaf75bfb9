import torch

from transformer_core.feed_forward import FeedForward
from transformer_core.initialisation import untrained
from transformer_lab.mistakes import MISTAKES
from transformer_lab.mistakes.sublayers import feed_forward_four_wide, normed, two_endings


def test_two_numbers_are_normed_to_minus_1_and_1_in_their_row_or_in_their_column():
    x = torch.tensor([[[3.0, 5.0], [7.0, 1.0]]])
    torch.testing.assert_close(normed(x, -1)[0], torch.tensor([[-1.0, 1.0], [1.0, -1.0]]))
    torch.testing.assert_close(normed(x, -2)[0], torch.tensor([[-1.0, 1.0], [1.0, -1.0]]))
    x = torch.tensor([[[3.0, 5.0], [1.0, 7.0]]])
    torch.testing.assert_close(normed(x, -1)[0], torch.tensor([[-1.0, 1.0], [-1.0, 1.0]]))
    torch.testing.assert_close(normed(x, -2)[0], torch.tensor([[1.0, -1.0], [-1.0, 1.0]]))


def test_a_sentence_that_grows_keeps_its_tokens():
    short, long = (two_endings(seq_len=length)["x"][0] for length in (3, 8))
    assert torch.equal(long[:3], short)


def test_a_network_four_wide_is_the_wide_one_without_its_other_hidden_numbers():
    module = untrained(lambda: FeedForward(8, 32), 3)
    with torch.no_grad():
        module.linear_2.weight[:, 4:] = 0.0
        x = MISTAKES["norm_over_positions"].given()["x"][0]
        torch.testing.assert_close(feed_forward_four_wide(module, x), module(x))
