"""What leaks past a mask: by hand where it can be, else by the law that nothing may."""

import pytest
import torch

from transformer_core import attention, decoder_mask, generator, look_ahead_mask
from transformer_core.attention import AttentionSteps
from transformer_lab.measures.mask_effects import (
    BLOCKS,
    FILL,
    Attended,
    apart_from_torch,
    at_each_length,
    block_output,
    causal_apart_from_torch,
    changes,
    finite_masked,
    half_spacing,
    mask_effect,
    position_norm,
    with_each_replaced,
    zeroed,
)

SIZE = 6


def vectors(seed: int, size: int = SIZE) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    drawn = torch.empty(3, size, 4).normal_(generator=generator(seed))
    return drawn[0], drawn[1], drawn[2]


def attended(steps: AttentionSteps, mask: torch.Tensor) -> Attended:
    return Attended(mask, steps.weights, steps.output)


def test_an_effect_by_hand():
    """One query sees a key of value 2; the other mask shows padding of value 4 beside it."""
    right = Attended(
        torch.tensor([[False, True], [False, True]]),
        torch.tensor([[1.0, 0.0], [1.0, 0.0]]),
        torch.tensor([[2.0], [2.0]]),
    )
    other = Attended(
        torch.tensor([[False, False], [True, False]]),
        torch.tensor([[0.5, 0.5], [0.0, 1.0]]),
        torch.tensor([[3.0], [4.0]]),
    )
    padding = torch.tensor([False, True])
    effect = mask_effect(right, other, padding, padding)
    assert (effect.words, effect.changed_words, effect.largest) == (1, 1, 1.0)
    assert (effect.padding, effect.changed_padding) == (1, 1)
    assert (effect.padding_seen, effect.future_seen, effect.padding_leaked) == (1, 0, 0.5)
    assert (effect.future_leaked, effect.more_seen, effect.more_leaked) == (0.0, 1, 1.0)
    assert effect.hidden == 0, "what padding sees or does not see does not count"


def test_the_same_mask_has_no_effect():
    Q, K, V = vectors(1)
    mask = look_ahead_mask(SIZE)
    side = attended(attention(Q, K, V, mask), mask)
    effect = mask_effect(side, side, torch.zeros(SIZE).bool(), torch.zeros(SIZE).bool())
    assert effect[1:] == (0, 0, 0, 0.0, 0, 0, 0, 0.0, 0.0, 0, 0.0)


def test_masked_queries_change_no_row_but_their_own():
    Q, K, V = vectors(2)
    padding = torch.tensor([0, 0, 0, 0, 1, 1]).bool()
    mask = padding[None].expand(SIZE, SIZE)
    also = mask | padding[:, None]
    sides = [attended(attention(Q, K, V, one), one) for one in (mask, also)]
    effect = mask_effect(sides[0], sides[1], padding, padding)
    assert (effect.changed_words, effect.changed_padding) == (0, 2)


def test_half_precision_has_no_digits_for_scores_next_to_the_fill():
    scaled = torch.tensor([[0.25, -3.0, 2.0]])
    masked = finite_masked(scaled, torch.ones(1, 3).bool(), is_half=True)
    assert masked.tolist() == [[FILL] * 3]
    assert half_spacing() == 8.0
    following = torch.tensor(-FILL, dtype=torch.float16).view(torch.int16) + 1
    assert following.view(torch.float16).item() - -FILL == half_spacing()


def test_scores_that_are_further_apart_than_the_fill_get_past_it():
    scaled = torch.tensor([[0.0, 20_000.0], [0.0, 5_000.0]])
    mask = torch.tensor([[False, True], [False, True]])
    weights = torch.softmax(finite_masked(scaled, mask), dim=-1)
    assert weights.tolist() == [[0.0, 1.0], [1.0, 0.0]]


def test_torch_gives_the_same_with_true_for_keep_and_with_is_causal():
    Q, K, V = vectors(3)
    mask = decoder_mask(torch.tensor([[0, 0, 3, 4, 0, 6]]))[0, 0]
    assert mask.all(-1)[:2].all()
    assert apart_from_torch(Q, K, V, mask, attention(Q, K, V, mask).output) < 1e-6
    assert apart_from_torch(Q, K, V, ~mask, attention(Q, K, V, mask).output) > 0.1
    causal = attention(Q, K, V, look_ahead_mask(SIZE)).output
    assert causal_apart_from_torch(Q, K, V, causal) < 1e-6
    assert causal_apart_from_torch(Q, K, V, attention(Q, K, V).output) > 0.1


@pytest.mark.parametrize("block", BLOCKS)
@pytest.mark.parametrize("size", [2, SIZE])
def test_no_later_token_reaches_an_earlier_output_but_through_a_norm_over_positions(block, size):
    own, others = vectors(4, size), vectors(5, size)
    mask = look_ahead_mask(size)
    output = block_output(block, own, mask)
    reach = changes(output.expand(size, -1, -1), with_each_replaced(block, own, others, mask))
    later = torch.ones(size, size).triu(1).bool()  # (position, token)
    assert (reach[later] > 0).all() if block == "position_norm" else (reach[later] == 0).all()
    # A norm over two numbers is ±1, whatever they are.
    assert (reach.diagonal() > 0).all() or block == "position_norm"


def test_replacing_a_token_is_attending_with_that_token():
    own, others, mask = vectors(6), vectors(7), look_ahead_mask(SIZE)
    all_replaced = with_each_replaced("residual", own, others, mask)
    for token in range(SIZE):
        by_hand = [one.clone() for one in own]
        for one, other in zip(by_hand, others, strict=True):
            one[token] = other[token]
        expected = block_output("residual", (by_hand[0], by_hand[1], by_hand[2]), mask)
        torch.testing.assert_close(all_replaced[token], expected)


def test_what_is_written_stays_only_under_the_look_ahead_mask():
    own = vectors(8)
    for mask, stays in ((look_ahead_mask(SIZE), True), (torch.zeros(SIZE, SIZE).bool(), False)):
        outputs = at_each_length(own, mask)
        for length in range(1, SIZE):
            before, after = outputs[length - 1, :length], outputs[length, :length]
            assert torch.allclose(before, after, atol=1e-6) == stays
            assert (outputs[length - 1, length:] == 0).all()


def test_a_norm_over_positions_has_columns_of_mean_0_and_deviation_1():
    normed = position_norm(vectors(9)[0])
    torch.testing.assert_close(normed.mean(0), torch.zeros(4), atol=1e-6, rtol=0)
    torch.testing.assert_close(normed.std(0, unbiased=False), torch.ones(4), atol=1e-4, rtol=0)


def test_a_change_is_the_largest_of_any_number():
    before = torch.zeros(2, 2, 3)
    after = before.clone()
    after[1, 0] = torch.tensor([0.5, -2.0, 1.0])
    before[0, 0, 0] = after[0, 0, 0] = 1.0
    assert changes(before, after).tolist() == [[0.0, 2.0], [0.0, 0.0]]


def test_a_score_times_0_keeps_its_key():
    scaled = torch.tensor([[2.0, -3.0]])
    assert zeroed(scaled, torch.tensor([[False, True]])).tolist() == [[2.0, 0.0]]
