"""What a run learns of somebody's own data, within a bounded number of steps."""

import pickle
from dataclasses import replace

import pytest
import torch

from tests.lab.learning.own_examples import dates, doubled_text, small_text
from transformer_lab.learning import RunConfig, RunState, learn, model_at, untrained_model
from transformer_lab.learning.exactness import greedy_ids
from transformer_lab.learning.measuring import frequency_loss, inspect_example
from transformer_lab.learning.slices import advance
from transformer_lab.learning.stored import StoredError, dump, read
from transformer_lab.learning.text_measures import example_of, floors_of
from transformer_lab.learning.text_training import MASK_ID, starts_of, windows
from transformer_lab.vocabulary import PAD_ID

pytestmark = pytest.mark.usefixtures("one_thread")


def pairs_run(**values):
    sizes = {"d_model": 32, "num_heads": 2, "d_ff": 64, "warmup_steps": 100, "every": 150}
    return RunConfig(task="own_pairs", data=dates(), **{**sizes, "steps": 150, **values})


def text_run(data, **values):
    sizes = {"d_model": 32, "num_heads": 4, "d_ff": 64, "warmup_steps": 100, "batch_size": 32}
    return RunConfig(task="own_text", data=data, norm_first=True, **{**sizes, **values})


def last(config):
    return [*learn(replace(config, every=config.steps))][-1]


@pytest.mark.parametrize(
    "seed", [1, *(pytest.param(seed, marks=pytest.mark.thorough) for seed in (2, 3))]
)
def test_two_thousand_pairs_of_a_rule_are_learnt(seed):
    assert last(pairs_run(seed=seed)).held_out_exact >= 0.99


def test_a_text_is_learnt_beyond_what_counts_of_two_neighbours_tell():
    data = small_text()
    assert last(text_run(data, steps=120)).held_out_loss < floors_of(data).bigram


@pytest.mark.thorough
def test_an_encoder_learns_what_is_under_a_mask():
    config = replace(text_run(small_text(), steps=250, positions="rotary"), task="own_masked")
    record = last(config)
    assert record.held_out_loss < 0.9 * frequency_loss(config)
    assert record.held_out_exact > 0.25


@pytest.mark.thorough
def test_induction_heads_form_in_the_text_that_needs_them():
    config = text_run(doubled_text(), num_layers=2, num_heads=2, positions="rotary", steps=800)
    first, *_, end = learn(replace(config, every=450), until=450)
    assert first.scores["induction"] < 0.1 < 0.6 < end.scores["induction"]
    assert end.held_out_loss < floors_of(doubled_text()).bigram


@pytest.mark.thorough
def test_without_positions_no_induction_head_forms():
    config = text_run(
        doubled_text(), num_layers=2, num_heads=2, positional_encoding=False, steps=800
    )
    _, *_, end = learn(replace(config, every=450), until=450)
    assert end.scores["induction"] < 0.15 and end.scores["previous"] < 0.2


CONFIGS = {
    "pairs": lambda: pairs_run(steps=6, every=2),
    "pairs of today": lambda: pairs_run(
        steps=6, every=2, positions="rotary", norm_kind="rms", feed_forward="swiglu"
    ),
    "text": lambda: text_run(small_text(20_000), steps=6, every=2),
    "masked": lambda: replace(
        text_run(small_text(20_000), steps=6, every=2), task="own_masked", positions="alibi"
    ),
}


@pytest.mark.sampled
@pytest.mark.parametrize("name", CONFIGS)
def test_a_run_is_the_same_in_slices_and_on_another_machine(name):
    config = CONFIGS[name]()
    whole = [*learn(config)]
    state, records = None, []
    while state is None or state.step < config.steps:
        sent = pickle.loads(pickle.dumps((config, state)))
        part = advance(*sent, 0.0, until=None if state is None else state.step + 1)
        records += [one for one in part.records if one.step not in [r.step for r in records]]
        state = part.state
    by_step = {record.step: record for record in records}
    for record in whole:
        assert by_step[record.step].held_out_loss == record.held_out_loss
        assert by_step[record.step].predicted == record.predicted
        assert by_step[record.step].scores == record.scores


@pytest.mark.sampled
@pytest.mark.parametrize("name", CONFIGS)
def test_a_stored_run_brings_its_data(name):
    config = CONFIGS[name]()
    state = RunState()
    [*learn(config, state)]
    file = dump(config, state.weights)
    stored = read(file)
    assert stored.config == config and stored.config.the_task.example == config.the_task.example
    again = inspect_example(model_at(config, RunState(stored.weights)), stored.config)
    assert again.predicted == inspect_example(model_at(config, state), config).predicted


def test_a_stored_run_with_other_data_is_refused():
    config = CONFIGS["text"]()
    other = replace(config, data=doubled_text(20_000))
    weights = dict(untrained_model(config).named_parameters())
    file = dump(config, weights).replace(config.data.digest.encode(), other.data.digest.encode())
    with pytest.raises(StoredError, match="data"):
        read(file)


def test_plain_values_name_the_data_and_find_them_again():
    config = CONFIGS["text"]()
    assert config.plain["data"] == config.data.digest
    assert RunConfig.of(config.plain, config.data) == config
    with pytest.raises(ValueError, match="not here"):
        RunConfig.of(config.plain)
    assert "data" not in RunConfig().plain


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"task": "own_pairs"}, "needs data of the kind pairs, got None"),
        ({"task": "own_text", "data": "dates"}, "kind text, got pairs"),
        ({"task": "sort", "data": "dates"}, "kind None, got pairs"),
        ({"positions": "spiral"}, "positions must be one of .*spiral"),
        ({"positions": "rotary", "d_model": 9, "num_heads": 3}, "d_k=3 is odd"),
        ({"norm_kind": "rms", "dropout": 0.1}, "dropout must be 0"),
    ],
)
def test_what_does_not_fit_the_data_or_the_parts_is_refused(values, message):
    if "data" in values:
        values = values | {"data": dates()}
    with pytest.raises(ValueError, match=message):
        RunConfig(**values)


def test_a_context_longer_than_what_is_held_out_is_refused():
    data = small_text(2_100)
    config = text_run(data, context=64)
    with pytest.raises(ValueError, match="context must be at most"):
        replace(config, data=data, context=128, task="own_text") if len(
            data.text("held_out")
        ) > 300 else replace(config, context=len(data.text("held_out")))


def test_what_is_due_is_the_next_token_and_nothing_of_the_held_out_part():
    config = text_run(small_text(20_000), steps=4)
    text, starts = config.data.text("training"), torch.tensor(starts_of(config))
    read_ids, due = windows(text, starts, config.context, is_masked=False)
    assert torch.equal(read_ids[:, 1:], due[:, :-1])
    assert torch.equal(due[:, -1], text[starts + config.context])


def test_a_seventh_is_masked_and_due_and_the_rest_is_neither():
    text = torch.arange(5, 5_000)
    starts = torch.arange(0, 4_000, 3)
    read_ids, due = windows(text, starts, 32, is_masked=True)
    hidden = read_ids == MASK_ID
    assert hidden.float().mean().item() == pytest.approx(0.15, abs=0.01)
    assert hidden.any(dim=1).all()
    whole = text[starts.unsqueeze(1) + torch.arange(32)]
    assert torch.equal(due, whole.masked_fill(~hidden, PAD_ID))
    assert torch.equal(read_ids[~hidden], whole[~hidden])
    places = hidden.float().mean(dim=0)
    assert places.min() > 0.1 and places.max() < 0.2


def test_models_of_today_start_from_the_seed_and_write():
    config = CONFIGS["pairs of today"]()
    model, other = untrained_model(config), untrained_model(replace(config, seed=2))
    names = [name for name, _ in model.named_parameters()]
    assert "encoder.layers.0.self_attention.w_q.weight" in names
    assert not torch.equal(model.output.weight, other.output.weight)
    task = config.the_task
    written = greedy_ids(model, torch.tensor([task.ids(task.example)[0]]), 7)
    assert written.size(1) <= 7


def test_padding_changes_nothing_in_a_model_of_today():
    config = CONFIGS["pairs of today"]()
    model = untrained_model(config)
    source, target = torch.tensor([[5, 6, 7]]), torch.tensor([[2, 8, 9]])
    padded_source = torch.tensor([[5, 6, 7, 0, 0]])
    with torch.inference_mode():
        alone, padded = model(source, target), model(padded_source, target)
    torch.testing.assert_close(alone, padded)


def test_gaps_of_a_typed_text_are_masks_and_no_others_are_added():
    config = CONFIGS["masked"]()
    words = config.the_task.read("the <mask>og")
    assert words == ("t", "h", "e", " ", "<mask>", "o", "g")
    _, hidden = example_of(config, words)
    assert hidden[0].tolist() == [False] * 4 + [True, False, False]


def test_the_example_of_an_encoder_has_masks_and_that_of_a_decoder_has_none():
    config = CONFIGS["text"]()
    source = config.the_task.example.source
    ids, hidden = example_of(config, source)
    assert not hidden.any() and MASK_ID not in ids
    ids, hidden = example_of(CONFIGS["masked"](), source)
    assert hidden.any() and torch.equal(ids == MASK_ID, hidden)
