import torch

from transformer_core import masked_cross_entropy
from transformer_lab.mistakes import MISTAKES
from transformer_lab.mistakes.targets import shifted_batch


def test_each_target_is_a_token_shorter_and_its_input_keeps_eos_once_it_is_padded():
    given = shifted_batch(seq_len=3)
    words = given["labels"]
    assert words[:, -1].tolist() == [2, 0, 0]
    assert words[2].tolist() == [2, 0, 0]
    assert given["inputs"][2].tolist() == [1, 2, 0]
    assert given["inputs"][:, 0].tolist() == [1] * 3
    assert torch.equal(given["inputs"][:, 1:], words[:, :-1])


def test_the_right_losses_add_up_to_the_core_s_mean():
    given, right, wrong = MISTAKES["loss_by_input"].compare(seq_len=5)
    mean = masked_cross_entropy(given["logits"], given["labels"])
    torch.testing.assert_close(right.sum() / (given["labels"] != 0).sum(), mean)
    assert ((wrong != right).sum(-1)).tolist() == [0, 1, 1, 1]


def test_a_batch_that_grows_keeps_its_words():
    short, long = (shifted_batch(seq_len=length)["inputs"] for length in (4, 8))
    assert torch.equal(long[0, :4], short[0])
