from itertools import pairwise

import pytest
import torch

from transformer_core import (
    TransformerConfig,
    build_transformer,
    generator,
    greedy_decoding,
    sampled_decoding,
)

CONFIG = TransformerConfig(12, 9, 8, 2, num_layers=1, d_ff=16, dropout=0.0, max_len=8)
MODEL = build_transformer(CONFIG, seed=1)
SRC = torch.tensor([[3, 4, 5], [6, 7, 0]])
START, END = 1, 2


def greedy(model=MODEL, **options):
    return list(greedy_decoding(model, SRC, START, END, **options))


def sampled(seed=0, **options):
    return list(sampled_decoding(MODEL, SRC, START, END, generator(seed), **options))


def always_says(*logits_of_tokens):
    """A model whose logits do not depend on what it reads."""
    model = build_transformer(CONFIG, seed=1)
    with torch.no_grad():
        model.output.weight.zero_()
        for token, logit in logits_of_tokens:
            model.output.bias[token] = logit
    return model


def test_greedy_takes_the_most_probable_token_each_time():
    for step in greedy():
        logits = MODEL(SRC, step.tgt_ids[:, :-1])[:, -1]
        torch.testing.assert_close(step.probabilities, logits.softmax(dim=-1))
        running = ~step.finished | (step.chosen == END)
        assert torch.equal(step.chosen[running], logits.argmax(dim=-1)[running])


def test_each_step_adds_one_token_after_the_start():
    steps = greedy(max_len=4)
    assert steps[0].tgt_ids[:, 0].tolist() == [START, START]
    for length, step in enumerate(steps, start=2):
        assert step.tgt_ids.shape == (2, length)
        assert torch.equal(step.tgt_ids[:, -1], step.chosen)
    assert len(steps) <= 3


def test_the_end_token_ends_the_sentence():
    (step,) = greedy(always_says((END, 5.0)))
    assert step.chosen.tolist() == [END, END]
    assert step.finished.tolist() == [True, True]


def test_without_an_end_token_the_longest_length_ends_it():
    steps = greedy(always_says((7, 5.0)))
    assert len(steps) == CONFIG.max_len - 1
    assert steps[-1].tgt_ids[0].tolist() == [START] + [7] * 7
    assert not steps[-1].finished.any()


def test_a_finished_sentence_is_filled_with_padding():
    # Draws until one sentence has ended before the other
    for seed in range(50):
        steps = sampled(seed)
        for before, after in pairwise(steps):
            assert (after.chosen[before.finished] == CONFIG.pad_id).all()
            assert after.finished[before.finished].all()
        if len(steps) > 1 and steps[-2].finished.any():
            return
    pytest.fail("no sentence ended before the other in 50 draws")


def test_the_seed_decides_what_is_sampled():
    first, again, other = sampled(3), sampled(3), sampled(4)
    assert torch.equal(first[-1].tgt_ids, again[-1].tgt_ids)
    assert first[-1].tgt_ids.tolist() != other[-1].tgt_ids.tolist()


def test_temperature_divides_the_logits():
    cold, warm = sampled(temperature=0.5)[0], sampled(temperature=2.0)[0]
    logits = MODEL(SRC, torch.full((2, 1), START))[:, -1]
    torch.testing.assert_close(cold.probabilities, (logits / 0.5).softmax(dim=-1))
    torch.testing.assert_close(warm.probabilities, (logits / 2.0).softmax(dim=-1))


def test_top_k_leaves_k_tokens_to_draw_from():
    for step in sampled(top_k=3):
        assert ((step.probabilities > 0).sum(dim=-1) == 3).all()
        torch.testing.assert_close(step.probabilities.sum(dim=-1), torch.ones(2))
        running = ~step.finished | (step.chosen == END)
        drawn = step.probabilities.gather(1, step.chosen[:, None]).squeeze(1)
        assert (drawn[running] > 0).all()


def test_top_1_is_greedy():
    assert torch.equal(sampled(top_k=1)[-1].tgt_ids, greedy()[-1].tgt_ids)


def test_equal_logits_leave_exactly_k_tokens():
    model = always_says()
    steps = sampled_decoding(model, SRC, START, END, generator(1), top_k=2)
    assert ((next(steps).probabilities > 0).sum(dim=-1) == 2).all()


def test_the_caller_keeps_its_gradients_between_steps():
    steps = greedy_decoding(MODEL, SRC, START, END)
    next(steps)
    assert torch.is_grad_enabled()
    assert not torch.is_inference_mode_enabled()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"temperature": 0.0}, r"temperature must be a finite number greater than 0, got 0\.0"),
        ({"top_k": 0}, "top_k must be at least 1, got 0"),
        ({"max_len": 9}, "max_len must be at most 8, the model's, got 9"),
        ({"max_len": 0}, "max_len must be at least 1, got 0"),
    ],
)
def test_impossible_options_are_refused_before_the_first_step(options, message):
    with pytest.raises(ValueError, match=message):
        sampled_decoding(MODEL, SRC, START, END, generator(1), **options)


def test_tokens_outside_the_vocabulary_are_refused():
    with pytest.raises(ValueError, match="end_id must be in the vocabulary of 9 tokens, got 9"):
        greedy_decoding(MODEL, SRC, START, 9)


def test_a_sentence_without_a_batch_is_refused_before_the_first_step():
    with pytest.raises(ValueError, match=r"src_ids must have shape \(batch, seq_k\), got \(3,\)"):
        greedy_decoding(MODEL, torch.ones(3, dtype=torch.long), START, END)


def test_an_empty_source_is_decoded_and_an_empty_batch_ends_at_once():
    empty = torch.zeros(1, 0, dtype=torch.long)
    assert 1 <= len(list(greedy_decoding(MODEL, empty, START, END))) < 8
    assert list(greedy_decoding(MODEL, torch.zeros(0, 3, dtype=torch.long), START, END)) == []
