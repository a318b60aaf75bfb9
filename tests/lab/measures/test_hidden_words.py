import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from transformer_core import TransformerConfig, trace
from transformer_core.transformer import build_transformer
from transformer_lab.measures.hidden_words import (
    is_sink,
    log_probabilities_of,
    logits_without_each,
    logits_without_each_in,
    passed_on,
    places,
    rank_correlation,
)

MODEL = build_transformer(
    TransformerConfig(9, 8, d_model=12, num_heads=3, num_layers=2, d_ff=16, dropout=0.0), seed=3
)
SRC, TGT = torch.tensor([[5, 3, 8, 4]]), torch.tensor([[1, 6, 2]])
PATHS = ["encoder.layers.1.self_attention", "decoder.layers.0.cross_attention"]
NEAR = {"atol": 2e-6, "rtol": 0}


def traced(src_ids, change=None):
    with torch.inference_mode(), trace(MODEL, change) as records:
        logits = MODEL(src_ids, TGT)
    return logits[0], records


def test_one_forward_gives_what_hiding_each_word_alone_gives():
    found = logits_without_each(MODEL, SRC, TGT)
    for word in range(4):
        alone = SRC.clone()
        alone[0, word] = 0
        torch.testing.assert_close(found[word], traced(alone)[0], **NEAR)
    assert not torch.allclose(found[0], found[1])


def test_hiding_what_has_no_weight_anywhere_changes_nothing():
    padded = torch.tensor([[5, 3, 8, 0]])
    before, records = traced(padded)
    weights = [one for name, one in records.items() if name.endswith("_attention.weights")]
    assert all((one[..., 3] == 0).all() for one in weights if one.size(-1) == 4)
    torch.testing.assert_close(logits_without_each(MODEL, padded, TGT)[3], before, **NEAR)
    for path in PATHS:
        found = logits_without_each_in(MODEL, padded, TGT, path, 1)
        torch.testing.assert_close(found[3], before, **NEAR)


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("head", [0, 2])
def test_hiding_from_a_head_takes_the_weight_and_spreads_it_over_the_other_words(path, head):
    found = logits_without_each_in(MODEL, SRC, TGT, path, head)
    for word in range(4):

        def without(weights, word=word):
            changed = weights.clone()
            changed[:, head, :, word] = 0.0
            changed[:, head] /= changed[:, head].sum(-1, keepdim=True)
            return changed

        expected, _ = traced(SRC, {f"{path}.weights": without})
        torch.testing.assert_close(found[word], expected, **NEAR)


def test_the_only_word_can_be_hidden():
    one = SRC[:, :1]
    assert logits_without_each(MODEL, one, TGT).isfinite().all()
    assert logits_without_each_in(MODEL, one, TGT, PATHS[1], 0).isfinite().all()


@pytest.mark.parametrize("path", PATHS)
def test_weights_times_what_is_passed_on_add_up_to_the_attentions_output(path):
    _, records = traced(SRC)
    w_o = MODEL.get_submodule(path).w_o
    W_O = w_o.weight.detach().unflatten(1, (3, -1)).transpose(0, 1)
    parts = passed_on(records[f"{path}.values"][0], W_O)  # (heads, seq_k, d_model)
    weights = records[f"{path}.weights"][0]  # (heads, seq_q, seq_k)
    total = (weights[..., None] * parts[:, None]).sum((0, 2)) + w_o.bias.detach()
    torch.testing.assert_close(total, records[f"{path}.projected"][0], **NEAR)


def test_log_probabilities_are_those_of_the_tokens_that_follow():
    logits = torch.randn(2, 3, 5, generator=torch.Generator().manual_seed(1))
    ids = torch.tensor([4, 0, 2])
    found = log_probabilities_of(logits, ids)
    for word in range(2):
        for at in range(3):
            share = logits[word, at].exp()[ids[at]] / logits[word, at].exp().sum()
            assert float(found[word, at]) == pytest.approx(float(share.log()), abs=1e-5)


numbers = st.lists(st.integers(-50, 50), min_size=3, max_size=9, unique=True)


@given(numbers)
def test_the_largest_number_has_the_first_place_and_places_follow_a_permutation(values):
    given_ = torch.tensor(values, dtype=torch.float64)
    found = places(given_)
    assert sorted(found.tolist()) == [*range(1, len(values) + 1)]
    assert int(found[given_.argmax()]) == 1
    turned = torch.arange(len(values)).flip(0)
    assert torch.equal(places(given_[turned]), found[turned])


def test_equal_numbers_share_a_place():
    assert places(torch.tensor([2.0, 5.0, 2.0, 1.0])).tolist() == [2, 1, 2, 4]


@given(numbers, st.randoms())
def test_a_rank_correlation_is_one_for_the_same_order_and_knows_no_names(values, draw):
    first = torch.tensor(values, dtype=torch.float64)
    assert rank_correlation(first, first**3) == pytest.approx(1)
    assert rank_correlation(first, -first) == pytest.approx(-1)
    order = [*range(len(values))]
    draw.shuffle(order)
    second = torch.tensor(draw.sample(range(100), len(values)), dtype=torch.float64)
    found = rank_correlation(first, second)
    assert found == pytest.approx(rank_correlation(second, first))
    assert found == pytest.approx(rank_correlation(first[order], second[order]))


def test_a_rank_correlation_by_hand():
    first, second = torch.tensor([1.0, 2.0, 3.0, 4.0]), torch.tensor([10.0, 30.0, 20.0, 40.0])
    assert rank_correlation(first, second) == pytest.approx(0.8)  # 1 - 6 * 2 / (4 * 15)
    tied = torch.tensor([1.0, 1.0, 2.0])  # ranks 0.5, 0.5, 2
    assert rank_correlation(torch.tensor([1.0, 2.0, 3.0]), tied) == pytest.approx(0.75**0.5)


def test_there_is_no_order_of_two_words_or_of_equal_numbers():
    assert rank_correlation(torch.tensor([1.0, 2.0]), torch.tensor([1.0, 2.0])) is None
    assert rank_correlation(torch.ones(3), torch.tensor([1.0, 2.0, 3.0])) is None


@pytest.mark.parametrize(
    ("lengths", "changes", "sink"),
    [
        ([1.0, 9.0, 9.0], [0.0, 0.5, -0.5], True),
        ([1.0, 9.0, 9.0], [-0.5, 0.5, 0.5], False),
        ([9.0, 9.0, 1.0], [0.0, 0.5, 0.5], False),
        ([5.0, 5.0, 5.0], [0.0, 0.5, 0.5], False),
    ],
)
def test_a_sink_is_looked_at_most_is_short_and_changes_little(lengths, changes, sink):
    weights = torch.tensor([0.7, 0.2, 0.1])
    assert bool(is_sink(weights, torch.tensor(lengths), torch.tensor(changes))) is sink
    turned = torch.tensor([2, 0, 1])
    rows = (torch.tensor(one)[turned] for one in (lengths, changes))
    assert bool(is_sink(weights[turned], *rows)) is sink
