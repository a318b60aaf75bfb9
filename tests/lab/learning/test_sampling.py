import pytest
import torch

from transformer_core import generator
from transformer_lab.learning.sampling import continued, nucleus


class Counting(torch.nn.Module):
    """Of tokens 5 to 9 the one after the last one, and less so the others."""

    def forward(self, ids):
        logits = torch.zeros(1, ids.size(1), 10)
        logits[0, -1, 5 + (int(ids[0, -1]) - 4) % 5] = 3.0
        logits[0, -1, 0] = 99.0
        self.read = ids
        return logits


def test_the_most_probable_token_is_taken_without_temperature():
    model = Counting()
    assert continued(model, [5], 6, generator(1), 4, temperature=0) == [6, 7, 8, 9, 5, 6]
    assert model.read.tolist() == [[7, 8, 9, 5]]


def test_a_narrow_nucleus_is_the_most_probable_token():
    assert continued(Counting(), [5], 5, generator(1), 4, top_p=0.1) == [6, 7, 8, 9, 5]


def test_the_seed_decides_what_is_drawn_and_special_tokens_never_are():
    one, same, other = (
        continued(Counting(), [5], 60, generator(seed), 4, temperature=3.0) for seed in (1, 1, 2)
    )
    assert one == same != other
    assert min(one) >= 5


def test_a_nucleus_keeps_the_fewest_tokens_that_have_the_share():
    shares = torch.tensor([0.1, 0.5, 0.3, 0.1])
    torch.testing.assert_close(nucleus(shares, 0.5), torch.tensor([0.0, 1.0, 0.0, 0.0]))
    torch.testing.assert_close(nucleus(shares, 0.6), torch.tensor([0.0, 0.625, 0.375, 0.0]))
    torch.testing.assert_close(nucleus(shares, 1.0), shares)


@pytest.mark.parametrize("options", [{"temperature": -1}, {"top_p": 0}, {"top_p": 1.1}])
def test_impossible_options_are_refused(options):
    with pytest.raises(ValueError):
        continued(Counting(), [5], 1, generator(1), 4, **options)
