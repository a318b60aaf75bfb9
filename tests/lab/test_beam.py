import math
from itertools import pairwise, product

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from transformer_core import TransformerConfig, build_transformer, greedy_decoding
from transformer_lab.beam import beam_decoding, length_normalised

CONFIG = TransformerConfig(12, 9, 8, 2, num_layers=1, d_ff=16, dropout=0.0, max_len=8)
MODEL = build_transformer(CONFIG, seed=1)
SRC = torch.tensor([[3, 4, 5]])
START, END = 1, 2

FEW_WORDS = TransformerConfig(12, 4, 8, 2, num_layers=1, d_ff=16, dropout=0.0, max_len=8)
MAX_STEPS = 4
EVERY_SENTENCE = 4**MAX_STEPS


@pytest.fixture(autouse=True)
def _one_thread(one_thread):
    pass


def beam(model=MODEL, src_ids=SRC, **options):
    return list(beam_decoding(model, src_ids, START, END, **options))


def best(model=MODEL, **options):
    return beam(model, **options)[-1].best


def always_says(*logits_of_tokens):
    """A model whose logits do not depend on what it reads."""
    model = build_transformer(CONFIG, seed=1)
    with torch.no_grad():
        model.output.weight.zero_()
        for token, logit in logits_of_tokens:
            model.output.bias[token] = logit
    return model


def with_few_words(seed):
    return build_transformer(FEW_WORDS, seed)


@torch.no_grad()
def forced_log_probability(model, ids):
    """log P(ids | SRC), from one forward over the whole sentence."""
    tgt_ids = torch.tensor([ids])
    log_probabilities = model(SRC, tgt_ids[:, :-1]).double().log_softmax(dim=-1)
    return log_probabilities.gather(2, tgt_ids[:, 1:, None]).sum().item()


def whole_sentences(vocab_size, max_steps):
    """Every sentence that ends within max_steps tokens."""
    words = [token for token in range(vocab_size) if token != END]
    for count in range(max_steps):
        for written in product(words, repeat=count):
            yield (START, *written, END)


def test_the_length_penalty_is_that_of_wu_et_al():
    assert length_normalised(-6.0, 1, 0.6) == -6.0  # ((5 + 1) / (5 + 1))^0.6 is 1
    assert length_normalised(-6.0, 7, 1.0) == -3.0  # (5 + 7) / (5 + 1) is 2
    assert length_normalised(-6.0, 19, 0.5) == -3.0  # sqrt(24 / 6) is 2
    assert length_normalised(-6.0, 19, 0.0) == -6.0
    assert length_normalised(-6.0, 60, 1e6) == 0.0


def test_two_steps_by_hand():
    shares = {3: 1 / 2, END: 1 / 4, 4: 1 / 8, 5: 1 / 8}
    others = [(token, -1e4) for token in range(9) if token not in shares]
    model = always_says(*((token, math.log(share)) for token, share in shares.items()), *others)
    first, second = beam(model, width=2, length_penalty=0.0, max_steps=2)
    assert [each.ids for each in first.kept] == [(START, 3), (START, END)]
    assert [each.finished for each in first.kept] == [False, True]
    assert [each.log_probability for each in first.kept] == pytest.approx(
        [math.log(1 / 2), math.log(1 / 4)]
    )
    assert [each.ids for each in second.kept] == [(START, 3, 3), (START, 3, END)]
    assert [each.log_probability for each in second.kept] == pytest.approx(
        [math.log(1 / 4), math.log(1 / 8)]
    )
    assert [each.ids for each in second.best] == [(START, END), (START, 3, END)]


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("source", [[[3, 4, 5]], [[6, 7, 0]]])
def test_one_hypothesis_without_length_penalty_is_greedy(seed, source):
    model, src_ids = build_transformer(CONFIG, seed), torch.tensor(source)
    greedy = list(greedy_decoding(model, src_ids, START, END))
    steps = beam(model, src_ids, width=1, length_penalty=0.0)
    assert len(steps) == len(greedy)
    for ours, theirs in zip(steps, greedy, strict=True):
        (hypothesis,) = ours.kept
        assert list(hypothesis.ids) == theirs.tgt_ids[0].tolist()
        assert hypothesis.finished == theirs.finished.item()
        assert ours.best == ours.kept


@pytest.mark.sampled
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("length_penalty", [0.0, 0.6, 2.0])
def test_a_beam_of_every_sentence_finds_the_best_of_all(seed, length_penalty):
    model = with_few_words(seed)
    scores = {
        ids: length_normalised(forced_log_probability(model, ids), len(ids) - 1, length_penalty)
        for ids in whole_sentences(4, MAX_STEPS)
    }
    found = best(model, width=EVERY_SENTENCE, length_penalty=length_penalty, max_steps=MAX_STEPS)[0]
    assert found.finished
    assert found.ids == max(scores, key=scores.__getitem__)
    assert found.score == pytest.approx(max(scores.values()), abs=1e-5)


def test_a_beam_finds_a_more_probable_sentence_than_greedy():
    greedy, wide = (best(with_few_words(7), width=width, length_penalty=0.0)[0] for width in (1, 2))
    assert greedy.finished
    assert wide.finished
    assert wide.log_probability > greedy.log_probability + 0.5


def test_log_probabilities_are_those_of_the_forced_sentence():
    for step in beam(width=3):
        for each in step.kept:
            assert each.log_probability == pytest.approx(
                forced_log_probability(MODEL, each.ids), abs=1e-5
            )
            assert each.score == length_normalised(each.log_probability, len(each.ids) - 1, 0.6)
            assert each.finished == (each.ids[-1] == END)


def test_each_hypothesis_continues_its_parent():
    steps = beam(width=4)
    assert all(each.parent == 0 for each in steps[0].kept)
    for before, after in pairwise(steps):
        for each in after.kept:
            parent = before.kept[each.parent]
            assert parent.ids == each.ids[:-1]
            assert not parent.finished
            assert each.log_probability <= parent.log_probability


@given(seed=st.integers(0, 200), width=st.integers(1, 6), length_penalty=st.floats(0, 2))
def test_a_step_keeps_the_most_probable_of_all_continuations(seed, width, length_penalty):
    model = with_few_words(seed)
    extended = [(START,)]
    for step in beam(model, width=width, length_penalty=length_penalty, max_steps=3):
        candidates = [(*ids, token) for ids in extended for token in range(4)]
        wanted = sorted((forced_log_probability(model, ids) for ids in candidates), reverse=True)
        found = [each.log_probability for each in step.kept]
        assert len(found) == min(width, len(candidates))
        assert found == pytest.approx(wanted[: len(found)], abs=1e-5)
        assert {each.ids for each in step.kept} <= set(candidates)
        extended = [each.ids for each in step.kept if not each.finished]


@given(seed=st.integers(0, 200), width=st.integers(1, 6), length_penalty=st.floats(0, 2))
def test_the_best_are_the_finished_by_their_scores_and_then_the_others(seed, width, length_penalty):
    ended = []
    for step in beam(with_few_words(seed), width=width, length_penalty=length_penalty):
        ended += [each for each in step.kept if each.finished]
        running = [each for each in step.kept if not each.finished]
        by_score = sorted(ended, key=lambda each: each.score, reverse=True)
        assert list(step.best) == (by_score + running)[:width]


@given(seed=st.integers(0, 200), length_penalty=st.floats(0, 2))
def test_when_it_ends_early_no_continuation_could_be_better(seed, length_penalty):
    longest = FEW_WORDS.max_len - 1
    steps = beam(with_few_words(seed), width=3, length_penalty=length_penalty)
    if len(steps) < longest:
        for each in steps[-1].kept:
            if not each.finished:
                # Were every token to come certain
                bound = length_normalised(each.log_probability, longest, length_penalty)
                assert bound <= steps[-1].best[0].score


def test_it_ends_as_soon_as_nothing_can_overtake_the_best():
    certain = always_says((END, 50.0))
    (step,) = beam(certain)
    assert step.best[0].ids == (START, END)
    # Ahead of the other words by 1 nat: what is alive may still win by its length
    assert len(beam(always_says((END, 1.0)), length_penalty=0.0)) == 1
    assert len(beam(always_says((END, 1.0)), length_penalty=2.0)) > 1


def test_a_finished_sentence_is_before_one_that_was_cut_off():
    found = best(always_says((7, 3.0)), width=12, length_penalty=0.0, max_steps=2)
    assert found[0].ids == (START, END)
    assert any(each.log_probability > found[0].log_probability for each in found)
    assert [each.finished for each in found] == sorted(
        (each.finished for each in found), reverse=True
    )


def test_without_an_end_token_the_most_steps_end_it():
    steps = beam(always_says((7, 50.0)), width=2, max_steps=3)
    assert len(steps) == 3
    assert steps[-1].best[0].ids == (START, 7, 7, 7)
    assert not steps[-1].best[0].finished


def test_the_most_steps_are_50_more_than_the_source_or_what_the_model_can_read():
    never_ends = [(7, 50.0)]
    assert len(beam(always_says(*never_ends), width=1)) == CONFIG.max_len - 1
    config = TransformerConfig(12, 9, 8, 2, num_layers=1, d_ff=16, dropout=0.0, max_len=64)
    model = build_transformer(config, seed=1)
    with torch.no_grad():
        model.output.weight.zero_()
        model.output.bias[7] = 50.0
    assert len(beam(model, width=1)) == SRC.size(1) + 50


def test_of_equally_probable_ones_the_earlier_hypothesis_and_the_lower_token_stay():
    evenly = always_says()
    first, second, *_ = beam(evenly, width=4)
    assert [each.ids[1:] for each in first.kept] == [(0,), (1,), (2,), (3,)]
    assert [each.ids[1:] for each in second.kept] == [(0, 0), (0, 1), (0, 2), (0, 3)]
    assert beam(evenly, width=4) == beam(evenly, width=4)


def test_all_hypotheses_go_through_the_model_at_once(monkeypatch):
    calls = []
    decode = MODEL.decode
    monkeypatch.setattr(MODEL, "decode", lambda *args: calls.append(args[0].shape) or decode(*args))
    steps = beam(width=3, max_steps=4)
    alive = [1, *(sum(not each.finished for each in step.kept) for step in steps[:-1])]
    assert [tuple(shape) for shape in calls] == [(n, i + 1) for i, n in enumerate(alive)]


def test_the_caller_keeps_its_gradients_and_can_use_what_it_gets_with_them():
    steps = beam_decoding(MODEL, SRC, START, END)
    step = next(steps)
    assert torch.is_grad_enabled()
    assert not torch.is_inference_mode_enabled()
    MODEL(SRC, torch.tensor([step.kept[0].ids])).sum().backward()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"width": 0}, "width must be at least 1, got 0"),
        (
            {"length_penalty": -0.5},
            r"length_penalty must be a finite number of at least 0, got -0\.5",
        ),
        (
            {"length_penalty": math.nan},
            "length_penalty must be a finite number of at least 0, got nan",
        ),
        ({"max_steps": 0}, "max_steps must be at least 1, got 0"),
        ({"max_steps": 8}, "max_steps must be at most 7"),
        ({"src_ids": torch.ones(2, 3, dtype=torch.long)}, r"shape \(1, seq_k\), got \(2, 3\)"),
        ({"src_ids": torch.ones(3, dtype=torch.long)}, r"shape \(1, seq_k\), got \(3,\)"),
    ],
)
def test_impossible_options_are_refused_before_the_first_step(options, message):
    with pytest.raises(ValueError, match=message):
        beam_decoding(MODEL, **{"src_ids": SRC, "start_id": START, "end_id": END, **options})


def test_tokens_outside_the_vocabulary_are_refused():
    with pytest.raises(ValueError, match="end_id must be in the vocabulary of 9 tokens, got 9"):
        beam_decoding(MODEL, SRC, START, 9)


@pytest.mark.parametrize(("length", "penalty"), [(-5, 0.6), (-1, 0.6), (3, -0.1), (3, math.nan)])
def test_a_length_or_penalty_below_0_is_refused(length, penalty):
    with pytest.raises(ValueError, match="must be a finite number of at least 0"):
        length_normalised(-1.0, length, penalty)
