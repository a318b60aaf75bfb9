import dataclasses
import math
from itertools import islice

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from transformer_core.learning_rate import learning_rate
from transformer_lab.learning import RunConfig, RunState, learn, rate_at, untrained_model
from transformer_lab.learning.exactness import forced_right, greedily_right
from transformer_lab.learning.recording import model_at
from transformer_lab.learning.schedule import rates_at
from transformer_lab.learning.slices import advance, state_at
from transformer_lab.vocabulary import padded

pytestmark = pytest.mark.usefixtures("one_thread")
TINY = RunConfig(d_model=8, d_ff=8, batch_size=8, steps=12, warmup_steps=4, every=3)


def described(record):
    """All of a record that is the same everywhere."""
    plain = record._replace(attention=None, seconds=0)
    return plain, {name: tensor.tolist() for name, tensor in record.attention.items()}


def all_described(records):
    return [described(record) for record in records]


def test_records_come_every_few_steps_with_the_first_and_the_last():
    records = list(learn(dataclasses.replace(TINY, steps=11)))
    assert [record.step for record in records] == [0, 3, 6, 9, 11]
    assert records[0].learning_rate == 0
    assert records[2].learning_rate == pytest.approx(learning_rate(6, 8, 4).item())


@settings(max_examples=5)
@given(cuts=st.lists(st.integers(1, 11), max_size=4), dropout=st.sampled_from([0.0, 0.3]))
def test_a_run_put_down_anywhere_goes_on_with_the_same_records(cuts, dropout):
    config = dataclasses.replace(TINY, dropout=dropout)
    whole = {record.step: described(record) for record in learn(config)}
    state, records = None, []
    for until in (*sorted(set(cuts)), None):
        piece = advance(config, state, math.inf, until)
        records, state = [*records, *piece.records], piece.state
    for record in records:
        if record.step in whole:
            assert described(record) == whole[record.step]
    assert set(whole) <= {record.step for record in records}


def test_the_seed_decides_everything():
    assert all_described(learn(TINY)) == all_described(learn(TINY))
    other = dataclasses.replace(TINY, seed=2)
    assert all_described(learn(TINY)) != all_described(learn(other))


def test_watching_changes_nothing():
    seldom = dataclasses.replace(TINY, every=12)
    assert described(list(learn(TINY))[-1]) == described(list(learn(seldom))[-1])


def test_torchs_own_generator_is_not_touched():
    before = torch.get_rng_state()
    list(learn(dataclasses.replace(TINY, steps=3)))
    assert torch.equal(torch.get_rng_state(), before)


def test_attention_is_recorded_by_its_names_and_shares_out_a_weight_of_1():
    config = dataclasses.replace(TINY, num_layers=2, num_heads=2)
    record = next(learn(config))
    assert len(record.attention) == 6
    cross = record.attention["decoder.layers.1.cross_attention.weights"]
    assert cross.shape == (2, 11, 10)
    for weights in record.attention.values():
        torch.testing.assert_close(weights.sum(-1), torch.ones(weights.shape[:-1]))


def test_update_sizes_and_gradient_norms_are_those_of_the_step():
    before, after = state_at(TINY, None, 2), state_at(TINY, None, 3)
    record = list(islice(learn(TINY), 2))[1]
    change = (after.weights["output.weight"] - before.weights["output.weight"]).square().sum()
    change += (after.weights["output.bias"] - before.weights["output.bias"]).square().sum()
    length = sum(before.weights[f"output.{name}"].square().sum() for name in ("weight", "bias"))
    assert record.update_sizes["output"] == pytest.approx((change / length).sqrt().item(), rel=1e-4)
    gradient = after.training.first["output.bias"] - 0.9 * before.training.first["output.bias"]
    assert record.gradient_norms["output"] >= (gradient / 0.1).norm().item() * 0.99
    assert set(record.update_sizes) == set(record.gradient_norms) == {
        "src_embedding", "tgt_embedding", "encoder.layers.0", "decoder.layers.0", "output"
    }  # fmt: skip


def test_a_state_keeps_its_numbers_while_the_run_goes_on():
    state = RunState()
    records = learn(TINY, state)
    next(records), next(records)
    kept = state.copy()
    before = kept.weights["output.weight"].clone()
    next(records)
    assert (kept.step, state.step) == (3, 6)
    assert torch.equal(kept.weights["output.weight"], before)


def test_one_forward_says_what_greedy_decoding_gets_right():
    state = state_at(RunConfig(task="copy", seed=2, steps=600), None, 110)
    config = RunConfig(task="copy", seed=2, steps=600)
    pairs = config.the_task.draw(64, 5, "training")
    src_ids, tgt_ids = (padded(ids) for ids in zip(*pairs, strict=True))
    model = model_at(config, state)
    with torch.inference_mode():
        forced = forced_right(model(src_ids, tgt_ids[:, :-1]), tgt_ids)
        greedy = greedily_right(model, src_ids, tgt_ids)
    assert torch.equal(forced, greedy)
    assert 0 < greedy.sum() < 64


def test_the_paper_s_rate_and_the_misprinted_one():
    assert rate_at(7, RunConfig()) == learning_rate(7, 32, 200).item()
    misprinted = RunConfig(exponent=-0.25)
    assert rate_at(1, misprinted) == pytest.approx(32**-0.5 * 200**-0.25)
    assert rate_at(100, misprinted) == pytest.approx(32**-0.5 * 0.1)


@pytest.mark.parametrize("exponent", [-1.5, -0.25])
def test_many_rates_are_those_of_their_steps(exponent: float):
    config, steps = RunConfig(exponent=exponent, factor=2.0), torch.tensor([0, 1, 199, 200, 700])
    rates = rates_at(steps, config).tolist()
    assert rates == [0.0, *(rate_at(step, config) for step in steps[1:].tolist())]


def test_what_is_left_out_is_left_out():
    source, target = torch.tensor([[4, 5, 6]]), torch.tensor([[2, 5, 6]])
    plain = untrained_model(TINY)
    same = model_at(TINY, RunState())
    assert torch.equal(plain(source, target), same(source, target))
    flat = untrained_model(dataclasses.replace(TINY, positional_encoding=False))
    memory = flat.encode(source)
    turned = flat.encode(source.flip(1)).flip(1)
    torch.testing.assert_close(memory, turned)
    seeing = untrained_model(dataclasses.replace(TINY, look_ahead=False))
    ahead = torch.tensor([[2, 5, 9]])
    assert torch.equal(plain(source, target)[:, 0], plain(source, ahead)[:, 0])
    assert not torch.equal(seeing(source, target)[:, 0], seeing(source, ahead)[:, 0])
    unscaled = untrained_model(dataclasses.replace(TINY, scaled=False))
    assert not torch.equal(unscaled(source, target), plain(source, target))
