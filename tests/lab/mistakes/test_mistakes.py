import ast
import math
import sys
import textwrap
from inspect import getsource
from pathlib import Path

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

import transformer_core
from transformer_core import cross_entropy_over_padding, positional_encoding
from transformer_lab.mistakes import MISTAKES, largest_difference
from transformer_lab.mistakes.attention import D_K
from transformer_lab.mistakes.finite_mask import LOWERED
from transformer_lab.mistakes.mistake import RIGHT_LINE, lines_at_fault
from transformer_lab.mistakes.saturation import mean_largest_weight

seeds, seq_lens = st.integers(0, 9999), st.integers(2, 12)
d_models = st.sampled_from([16, 32, 64, 128, 256])
trailing = st.integers(1, 4)
SIZES = {
    "unscaled_scores": {"d_k": st.integers(2, 512), "seed": seeds},
    "softmax_over_queries": {"seq_len": seq_lens, "seed": seeds},
    "mask_after_softmax": {"seq_len": seq_lens, "seed": seeds},
    "mask_hides_itself": {"seq_len": seq_lens, "seed": seeds},
    "mask_leaks_next": {"seq_len": seq_lens, "seed": seeds},
    "minus_1e9": {"seq_len": seq_lens, "padding": st.integers(1, 12), "seed": seeds},
    "minus_infinity": {"seq_len": seq_lens, "padding": st.integers(1, 12), "seed": seeds},
    "one_speed": {"positions": st.integers(2, 128), "d_model": d_models},
    "unscaled_embeddings": {"d_model": d_models, "seed": seeds},
    "heads_without_transpose": {"seq_len": seq_lens, "num_heads": st.sampled_from([2, 4, 8])},
    "pre_norm": {"num_layers": st.integers(1, 12), "seed": seeds},
    "loss_over_padding": {"padded": st.integers(1, 24), "seed": seeds},
    "warmup_exponent": {"warmup": st.integers(100, 20_000)},
    "multiplied_mask": {"seq_len": seq_lens, "seed": seeds},
    "inverted_mask": {"seq_len": seq_lens, "seed": seeds},
    "finite_mask": {
        "seq_len": seq_lens,
        "lowered": st.integers(LOWERED[0], LOWERED[-1]),
        "seed": seeds,
    },
    "cross_attention_mask": {
        "seq_len": st.integers(8, 12),
        "source_padding": st.integers(1, 4),
        "target_padding": st.sampled_from([0, 5, 6, 7]),
        "seed": seeds,
    },
    "joined_with_and": {"seq_len": st.integers(5, 12), "trailing": trailing, "seed": seeds},
    "padding_by_zeros": {"seq_len": st.integers(5, 12), "trailing": trailing, "seed": seeds},
    "norm_over_positions": {"seq_len": seq_lens, "seed": seeds},
    "wrong_residual": {"seq_len": st.integers(2, 8), "seed": seeds},
    "narrow_feed_forward": {"d_model": d_models, "seed": seeds},
    "loss_by_input": {"seq_len": seq_lens, "seed": seeds},
}
every_mistake = pytest.mark.parametrize("name", MISTAKES)


def compared(name, **sizes):
    return MISTAKES[name].compare(**sizes)


def with_the_right_line(wrong):
    """The wrong function with its marked line replaced by the right one, as it would be mended."""
    lines = getsource(wrong).splitlines()
    (mark,) = [place for place, line in enumerate(lines) if line.strip().startswith(RIGHT_LINE)]
    lines[mark + 1] = lines[mark].replace(RIGHT_LINE, "")
    names = dict(vars(sys.modules[wrong.__module__]))
    exec(textwrap.dedent("\n".join(lines)), names)
    return names[wrong.__name__]


@every_mistake
@settings(max_examples=15)
@given(data=st.data())
def test_the_test_passes_on_the_right_result_and_fails_on_the_wrong_one(name, data):
    sizes = {size: data.draw(values, size) for size, values in SIZES[name].items()}
    comparison = compared(name, **sizes)
    mistake = MISTAKES[name]
    assert mistake.passes(comparison.right, comparison.given)
    assert not mistake.passes(comparison.wrong, comparison.given)


@every_mistake
def test_the_marked_line_is_the_only_one_at_fault(name):
    mistake = MISTAKES[name]
    with torch.inference_mode():
        given = mistake.given()
        mended = with_the_right_line(mistake.wrong)(**given)
        torch.testing.assert_close(mended, mistake.right(**given))
        assert mistake.passes(mended, given)


@every_mistake
def test_both_lines_are_python_and_differ(name):
    wrong, right = MISTAKES[name].lines
    assert ast.dump(ast.parse(wrong)) != ast.dump(ast.parse(right))


@every_mistake
def test_right_and_wrong_have_one_shape(name):
    comparison = compared(name)
    assert comparison.right.shape == comparison.wrong.shape
    assert comparison.right.isfinite().all()


@every_mistake
def test_the_same_sizes_give_the_same_numbers_and_leave_torchs_generator_alone(name):
    before = torch.random.get_rng_state()
    first, second = compared(name), compared(name)
    assert torch.equal(torch.random.get_rng_state(), before)
    assert torch.equal(first.right, second.right)
    torch.testing.assert_close(first.wrong, second.wrong, rtol=0, atol=0, equal_nan=True)


def test_a_function_without_a_marked_line_is_refused():
    with pytest.raises(ValueError, match="must mark one line, got 0"):
        lines_at_fault(MISTAKES["one_speed"].test)


def test_neither_the_core_nor_the_rest_of_the_lab_uses_the_mistakes():
    assert not {"MISTAKES", "mistakes"} & set(transformer_core.__all__)
    mistakes = Path(lines_at_fault.__wrapped__.__code__.co_filename).parent
    folders = Path(transformer_core.__file__).parent, mistakes.parent
    files = {file for folder in folders for file in folder.rglob("*.py")}
    for module in files - set(mistakes.rglob("*.py")):
        for node in ast.walk(ast.parse(module.read_text())):
            if isinstance(node, ast.ImportFrom):
                assert "mistakes" not in (node.module or ""), module.name


def test_the_largest_difference_is_where_it_is_and_nan_is_larger_still():
    right = torch.tensor([[0.0, 1.0], [2.0, 3.0]])
    assert largest_difference(right, torch.tensor([[0.0, 1.5], [1.0, 3.0]])) == (1, 0)
    assert largest_difference(right, torch.tensor([[9.0, 1.0], [2.0, math.nan]])) == (1, 1)
    assert largest_difference(right.sum(), right.sum() / 2) == ()


@pytest.mark.parametrize("d_k", [4, 64, 256])
def test_unscaled_scores_stretch_every_ratio_by_the_root_of_d_k(d_k):
    _, right, wrong = compared("unscaled_scores", d_k=d_k)
    shares = [weights.log() - weights.log()[:, :1] for weights in (right.double(), wrong.double())]
    sure = wrong.amin(-1) > 1e-30
    torch.testing.assert_close(shares[1][sure], d_k**0.5 * shares[0][sure], rtol=1e-3, atol=1e-3)


def test_without_scaling_the_softmax_saturates_as_d_k_grows():
    d_ks = (2, 8, 32, 128, 512)
    mistake = MISTAKES["unscaled_scores"]
    right = mean_largest_weight(mistake.right, d_ks, seed=11)
    wrong = mean_largest_weight(mistake.wrong, d_ks, seed=11)
    assert (wrong.diff() > 0).all()
    assert wrong[-1] > 0.95
    assert right.max() - right.min() < 0.05


def test_over_the_wrong_axis_the_columns_sum_to_1():
    wrong = compared("softmax_over_queries").wrong
    torch.testing.assert_close(wrong.sum(0), torch.ones(6))


def test_masked_afterwards_each_row_lacks_what_the_hidden_keys_got():
    _, right, wrong = compared("mask_after_softmax")
    torch.testing.assert_close(wrong, right * wrong.sum(-1, keepdim=True))
    assert wrong.sum(-1)[0] < 1
    torch.testing.assert_close(wrong[-1], right[-1])


def test_a_mask_that_hides_itself_leaves_the_first_token_nothing_and_the_second_one_key():
    wrong = compared("mask_hides_itself", seq_len=3).wrong
    assert wrong[:2].tolist() == [[0, 0, 0], [1, 0, 0]]


def test_a_mask_that_leaks_shows_one_more_key_to_every_query_but_the_last():
    _, right, wrong = compared("mask_leaks_next", seq_len=4)
    assert (right > 0).sum(-1).tolist() == [1, 2, 3, 4]
    assert (wrong > 0).sum(-1).tolist() == [2, 3, 4, 4]
    assert torch.equal(wrong[-1], right[-1])


def test_a_wholly_hidden_row_is_0_with_the_core_even_with_minus_1e9_and_nan_with_minus_infinity():
    given, right, even = compared("minus_1e9", seq_len=4, padding=2)
    nan = MISTAKES["minus_infinity"].wrong(**given)
    assert right[:2].tolist() == [[0.0] * 4] * 2
    assert even[:2].tolist() == [[0.25] * 4] * 2
    assert nan[:2].isnan().all()
    assert torch.equal(even[2:], right[2:])
    assert torch.equal(nan[2:], right[2:])


def test_at_one_speed_every_pair_of_columns_is_the_sine_and_cosine_of_the_position():
    wrong = compared("one_speed", positions=50, d_model=16).wrong
    position = torch.arange(50.0)
    torch.testing.assert_close(wrong, torch.stack([position.sin(), position.cos()], 1).repeat(1, 8))
    torch.testing.assert_close(wrong[44], wrong[0], atol=0.02, rtol=0)


def test_unscaled_embeddings_are_the_root_of_d_model_times_too_small():
    given, right, wrong = compared("unscaled_embeddings", d_model=64)
    encoding = positional_encoding(given["token_ids"].size(1), 64)
    torch.testing.assert_close(8 * (wrong - encoding), right - encoding)


def test_without_the_transpose_head_0_holds_only_the_first_tokens():
    _, right, wrong = compared("heads_without_transpose", seq_len=4, num_heads=2)
    assert right[0, 0].floor().unique().tolist() == [0, 1, 2, 3]
    assert wrong[0, 0].floor().unique().tolist() == [0, 1]
    assert torch.equal(wrong.flatten().sort().values, right.flatten().sort().values)


def test_pre_norm_lets_the_deviation_grow_with_depth():
    _, right, wrong = compared("pre_norm", num_layers=12)
    assert right.shape == (12, 6, 16)
    deviation = wrong.std(-1, correction=0).mean(-1)
    assert deviation[0] < deviation[5] < deviation[11]


def test_as_much_padding_as_tokens_halves_the_averaged_loss():
    given, right, wrong = compared("loss_over_padding", padded=8)
    torch.testing.assert_close(wrong, right / 2)
    torch.testing.assert_close(wrong, cross_entropy_over_padding(**given))


def test_padding_does_not_change_the_right_loss():
    losses = [compared("loss_over_padding", padded=padded).right for padded in (1, 24)]
    torch.testing.assert_close(*losses)


def test_with_the_misprinted_exponent_the_rate_peaks_where_both_terms_meet():
    # step^-0.5 = step * 4096^-0.25 at step = 4096^(1/6) = 4
    given, right, wrong = compared("warmup_exponent", warmup=4096)
    steps = given["steps"]
    assert steps[wrong.argmax()] == 4
    assert wrong.max().item() == pytest.approx(512**-0.5 * 4**-0.5)
    torch.testing.assert_close(wrong[steps >= 4096], right[steps >= 4096])


def test_a_sentence_that_grows_keeps_its_numbers():
    short, long = (MISTAKES["unscaled_scores"].given(seq_len=n) for n in (3, 6))
    assert torch.equal(long["Q"][:3], short["Q"])
    assert long["Q"].shape == (6, D_K)
