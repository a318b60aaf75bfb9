import math

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from transformer_core import generator, positional_encoding
from transformer_lab.mistakes import MISTAKES
from transformer_lab.mistakes.attention import (
    attention_weights,
    queries_and_keys,
    unscaled_weights,
)
from transformer_lab.mistakes.saturation import score_gradients

seeds = st.integers(0, 9999)


def figured(name, **sizes):
    return MISTAKES[name].figures(MISTAKES[name].compare(**sizes), sizes)


@pytest.mark.parametrize("d_k", [2, 64])
def test_the_gradient_is_autograds_of_the_weights_by_the_scores(d_k):
    Q, K = torch.randn(2, 64, 6, 512, generator=generator(5)).double()
    scores = Q[0, 0, :d_k] @ K[0, :, :d_k].T
    for gradients, scale in zip(score_gradients(d_k, 5), (d_k**-0.5, 1), strict=True):

        def weights(scores, scale=scale):
            return torch.softmax(scores * scale, -1)

        expected = torch.autograd.functional.jacobian(weights, scores).norm()
        torch.testing.assert_close(gradients[0], expected)


def test_lost_and_mean_are_of_the_gradients_of_all_queries():
    right, wrong = score_gradients(128, 3)
    figures = figured("unscaled_scores", d_k=128, seed=3)
    assert len(right) == figures["queries"] == 384
    assert figures["lost"] == sum(w < r / 10 for r, w in zip(right, wrong, strict=True))
    assert figures["mean"] == pytest.approx(float(wrong.sum() / right.sum()))
    assert figures["tokens"] == len(queries_and_keys(d_k=128)["Q"])


def test_weights_of_doubles_are_those_of_floats():
    given = queries_and_keys(d_k=64)
    doubles = {name: tensor.double() for name, tensor in given.items()}
    for attend in (attention_weights, unscaled_weights):
        torch.testing.assert_close(attend(**doubles).float(), attend(**given))


@pytest.mark.parametrize(
    ("positions", "apart", "difference"),
    [(2, 1, 0.84), (7, 6, 0.28), (20, 19, 0.15), (44, 25, 0.133), (45, 44, 0.0177)],
)
def test_at_one_speed_the_most_alike_positions_depend_on_how_many_there_are(
    positions, apart, difference
):
    figures = figured("one_speed", positions=positions, d_model=16)
    assert (figures["positions"], figures["apart"]) == (positions, apart)
    assert figures["difference"] == pytest.approx(difference, abs=0.005)


@settings(max_examples=20)
@given(positions=st.integers(2, 128))
def test_no_two_positions_are_more_alike_than_the_figure_says(positions):
    encoding = MISTAKES["one_speed"].compare(positions=positions, d_model=16).wrong
    figures = figured("one_speed", positions=positions, d_model=16)
    distances = torch.cdist(encoding.double(), encoding.double()).fill_diagonal_(math.inf)
    row, col = divmod(int(distances.argmin()), positions)
    assert distances[0, figures["apart"]] == pytest.approx(float(distances.min()), abs=1e-4)
    assert (encoding[row] - encoding[col]).abs().max() <= figures["difference"] + 1e-5


@pytest.mark.parametrize("d_model", [16, 64, 256])
def test_an_encoding_is_the_root_of_half_d_model_long_and_our_embedding_about_1(d_model):
    figures = figured("unscaled_embeddings", d_model=d_model, seed=4)
    assert figures["outweighed"] == pytest.approx(math.sqrt(d_model / 2), rel=0.2)


@pytest.mark.parametrize("d_model", [16, 64, 256])
def test_torchs_own_embeddings_outweigh_the_encoding_once_they_are_multiplied(d_model):
    with torch.random.fork_rng(devices=[]):
        table = torch.nn.Embedding(8, d_model).weight.detach()
    assert table.std() == pytest.approx(1, rel=0.25)
    encoding = positional_encoding(8, d_model)
    expected = (d_model**0.5 * table).norm(dim=-1).mean() / encoding.norm(dim=-1).mean()
    figures = figured("unscaled_embeddings", d_model=d_model, seed=4)
    assert figures["torchs"] == pytest.approx(float(expected), rel=0.3)
    assert figures["torchs"] == pytest.approx(math.sqrt(2 * d_model), rel=0.25)


@pytest.mark.parametrize("num_heads", [2, 4, 8])
@pytest.mark.parametrize("seq_len", range(2, 9))
def test_a_head_without_the_transpose_is_cut_from_few_tokens(seq_len, num_heads):
    name, sizes = "heads_without_transpose", {"seq_len": seq_len, "num_heads": num_heads}
    _, right, wrong = MISTAKES[name].compare(**sizes)
    figures = figured(name, **sizes)
    assert all(len(head.floor().unique()) == seq_len for head in right[0])
    assert max(len(head.floor().unique()) for head in wrong[0]) == figures["most"]
    assert figures["most"] <= math.ceil(seq_len / num_heads) + 1
    assert figures["most"] < figures["seq_len"] == seq_len


@pytest.mark.parametrize("num_heads", [2, 4, 8])
@pytest.mark.parametrize("seq_len", [2, 8])
def test_the_example_of_a_number_is_one_of_the_picture(seq_len, num_heads):
    name, sizes = "heads_without_transpose", {"seq_len": seq_len, "num_heads": num_heads}
    right = MISTAKES[name].compare(**sizes).right[0]
    figures = figured(name, **sizes)
    number = right[figures["head"] - 1, figures["token"], figures["place"]]
    assert f"{number:.2f}" == figures["example"] == f"{figures['token']}.{figures['dimension']:02d}"


@settings(max_examples=10)
@given(num_layers=st.integers(1, 12), seed=seeds)
def test_the_deviation_is_that_after_the_last_layer(num_layers, seed):
    sizes = {"num_layers": num_layers, "seed": seed}
    wrong = MISTAKES["pre_norm"].compare(**sizes).wrong
    figures = figured("pre_norm", **sizes)
    assert figures["layers"] == num_layers
    assert figures["deviation"] == pytest.approx(float(wrong[-1].std(-1, correction=0).mean()))


@settings(max_examples=10)
@given(padded=st.integers(1, 24), seed=seeds)
def test_the_averaged_loss_is_shared_by_all_counted_positions(padded, seed):
    sizes = {"padded": padded, "seed": seed}
    _, right, wrong = MISTAKES["loss_over_padding"].compare(**sizes)
    figures = figured("loss_over_padding", **sizes)
    assert figures == {"real": 8, "counted": 8 + padded}
    torch.testing.assert_close(wrong * figures["counted"], right * figures["real"])


@settings(max_examples=20)
@given(warmup=st.integers(100, 20_000))
def test_the_misprinted_warm_up_ends_after_the_sixth_root_of_its_steps(warmup):
    figures = figured("warmup_exponent", warmup=warmup)
    assert figures["step"] in (math.floor(warmup ** (1 / 6)), math.ceil(warmup ** (1 / 6)))
    assert figures["times"] == pytest.approx(warmup ** (5 / 12), rel=0.25)
