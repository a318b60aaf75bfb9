"""A mistake that replaces a number on the way is one change of the right model (see `trace`)."""

from collections.abc import Callable, Mapping

import pytest
import torch
from torch import Tensor

from transformer_core import build_multi_head_attention, trace
from transformer_core.masks import look_ahead_mask
from transformer_lab.mistakes import MISTAKES
from transformer_lab.mistakes.inputs import encoding_at_one_speed
from transformer_lab.mistakes.layers import split_heads

Records = Mapping[str, Tensor]
Rule = Callable[[Tensor, Records], Tensor]
IN_ATTENTION: dict[str, dict[str, Rule]] = {
    "unscaled_scores": {"scaled": lambda _, made: made["scores"]},
    "softmax_over_queries": {"weights": lambda _, made: made["masked"].softmax(-2)},
    "mask_after_softmax": {
        "masked": lambda _, made: made["scaled"],
        "weights": lambda _, made: made["scaled"].softmax(-1).masked_fill(made["mask"], 0.0),
    },
    "mask_hides_itself": {"mask": lambda mask, _: torch.ones_like(mask).triu(0)},
    "mask_leaks_next": {"mask": lambda mask, _: torch.ones_like(mask).triu(2)},
    "minus_1e9": {
        "masked": lambda _, made: made["scaled"] + made["mask"] * -1e9,
        "weights": lambda _, made: made["masked"].softmax(-1).nan_to_num(0.0),
    },
    "minus_infinity": {"weights": lambda _, made: made["masked"].softmax(-1)},
    "multiplied_mask": {
        "masked": lambda _, made: made["scaled"] * ~made["mask"],
        "weights": lambda _, made: made["masked"].softmax(-1),
    },
    "inverted_mask": {"mask": lambda mask, _: ~mask},
}


def changed(model, rules: Mapping[str, Rule], run: Callable[[], object]) -> Records:
    """What a forward records with these rules in the place of its own numbers."""
    change = {name: lambda tensor, rule=rule: rule(tensor, records) for name, rule in rules.items()}
    with torch.inference_mode(), trace(model, change) as records:
        run()
    return records


@pytest.mark.parametrize("name", IN_ATTENTION)
def test_a_mistake_in_the_attention_is_a_change_of_it(name):
    comparison = MISTAKES[name].compare()
    Q, K = comparison.given["Q"], comparison.given["K"]
    module = build_multi_head_attention(Q.size(-1), num_heads=1, seed=0)
    given = {"queries": lambda *_: Q[None, None], "keys": lambda *_: K[None, None]}
    mask = comparison.given.get("mask", look_ahead_mask(len(K)) if "mask_" in name else None)
    for rules, result in (
        (given, comparison.right),
        (given | IN_ATTENTION[name], comparison.wrong),
    ):
        records = changed(module, rules, lambda: module(Q[None], K[None], K[None], mask))
        torch.testing.assert_close(records["weights"][0, 0], result, equal_nan=True)


def test_heads_cut_from_the_wrong_tokens_are_a_change_of_the_queries():
    comparison = MISTAKES["heads_without_transpose"].compare()
    module, x = comparison.given["module"], comparison.given["x"]
    wrong: dict[str, Rule] = {
        "queries": lambda heads, _: heads.transpose(1, 2).flatten(2).reshape(heads.shape)
    }
    as_given: dict[str, Rule] = {
        "w_q.weight": lambda weight, _: torch.eye(len(weight)),
        "w_q.bias": lambda bias, _: torch.zeros_like(bias),
    }
    records = changed(module, as_given | wrong, lambda: module(x, x, x))
    assert torch.equal(records["queries"], comparison.wrong)
    assert not torch.equal(split_heads(module, x), comparison.wrong)


def test_embeddings_without_their_factor_are_a_change_of_the_scaled_ones():
    comparison = MISTAKES["unscaled_embeddings"].compare()
    model, token_ids = comparison.given["model"], comparison.given["token_ids"]
    wrong: dict[str, Rule] = {"src_scaled": lambda _, made: made["src_embeddings"]}
    records = changed(model, wrong, lambda: model.encode(token_ids))
    torch.testing.assert_close(records["src_encoded"], comparison.wrong)


def test_one_speed_is_a_change_of_the_encoding():
    comparison = MISTAKES["unscaled_embeddings"].compare()
    model, token_ids = comparison.given["model"], comparison.given["token_ids"]
    encoding = encoding_at_one_speed(token_ids.size(1), model.config.d_model)
    name = "positional_encoding.encoding"
    records = changed(model, {name: lambda *_: encoding}, lambda: model.encode(token_ids))
    torch.testing.assert_close(records["src_encoded"] - records["src_scaled"], encoding[None])


def test_the_wrong_residual_is_a_change_of_the_second_sum():
    comparison = MISTAKES["wrong_residual"].compare(seq_len=5, seed=3)
    encoder, x = comparison.given["encoder"], comparison.given["x"]
    made = "layers.0.feed_forward.output"
    rules: dict[str, Rule] = {"layers.0.residual_2": lambda _, records: x + records[made]}
    records = changed(encoder, rules, lambda: encoder(x))
    torch.testing.assert_close(records["layers.0.normed_2"], comparison.wrong)
    assert not records[made].any()


def test_a_finite_mask_is_a_change_of_what_the_mask_leaves():
    given, right, wrong = MISTAKES["finite_mask"].compare()
    Q, K = given["Q"].float(), given["K"].float()
    module = build_multi_head_attention(Q.size(-1), num_heads=1, seed=0)
    as_given: dict[str, Rule] = {
        "queries": lambda *_: Q[None, None],
        "keys": lambda *_: K[None, None],
    }
    finite: dict[str, Rule] = {
        "masked": lambda _, made: made["scaled"].masked_fill(made["mask"], -10_000),
        "weights": lambda _, made: made["masked"].softmax(-1),
    }
    for rules, result in ((as_given, right), (as_given | finite, wrong)):
        records = changed(module, rules, lambda: module(Q[None], K[None], K[None], given["mask"]))
        # In float32, scores as low as −20,000 are off by up to 0.002.
        weights = records["weights"][0, 0]
        torch.testing.assert_close(weights, result.float(), atol=0.005, rtol=0)
