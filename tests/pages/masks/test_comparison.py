"""One attention under two masks: what both share, and where one of them does not fit."""

import pytest
import torch

from pages.masks.comparison import LEAK_TESTS, comparison_of
from pages.masks.setting import COMPARED, MaskSetting
from tests.pages.answers import Asked
from transformer_core import attention

PAIRS = [(one, name) for one, names in COMPARED.items() for name in names]
every_pair = pytest.mark.parametrize(("which", "name"), PAIRS)


def setting(which: str, name: str, **values: object) -> MaskSetting:
    return MaskSetting(attention=which, compare=name, target="je suis étudiant", **values)


@every_pair
def test_the_right_side_is_the_cores_attention(which, name):
    of = comparison_of(setting(which, name))
    steps = attention(*of.vectors, of.right.mask)
    assert torch.equal(of.right.weights, steps.weights)
    assert torch.equal(of.right.attended, steps.output)
    hidden = of.right.weights[of.right.mask]
    assert (hidden == 0).all()


@pytest.mark.sampled
@every_pair
@pytest.mark.parametrize("ids", ["7", "0", "1 2 3", " ".join(["9"] * 64)])
@pytest.mark.parametrize("length", [1, 64])
def test_any_lengths_can_be_compared(which, name, ids, length):
    of = comparison_of(setting(which, name, ids=ids, target_length=length))
    fits = name != "target" or len(of.query_ids) == len(of.key_ids)
    assert (of.other is not None) == fits
    for side in of.sides.values():
        assert side.output.shape == (len(of.query_ids), 4)
        assert side.output.isfinite().all()
        assert (side.reach is not None) == (name in LEAK_TESTS)


def test_queries_and_keys_are_those_of_the_attention():
    source, target = ("1", "21", "777", "0 (4)", "0 (5)"), ("⟨start⟩", "je", "suis", "étudiant")
    expected = {
        "encoder": (source, source),
        "decoder": (target, target),
        "cross": (target, source),
    }
    for which, (queries, keys) in expected.items():
        of = comparison_of(setting(which, "", target_length=1))
        assert (of.query_labels, of.key_labels) == (queries, keys)


def test_the_encoder_has_the_numbers_of_the_padding_mask_of_all_masks():
    one = setting("encoder", "none")
    torch.testing.assert_close(
        comparison_of(one).right.weights, one.steps()["padding"].weights, rtol=0, atol=1e-6
    )


def test_a_word_of_the_target_has_the_same_weights_with_and_without_its_start():
    one = setting("cross", "none")
    torch.testing.assert_close(
        comparison_of(one).right.weights[1:4], one.steps()["cross"].weights, rtol=0, atol=1e-6
    )


def test_a_larger_gain_makes_every_score_larger():
    plain, large = (comparison_of(setting("cross", "none", gain=gain)) for gain in (1, 50))
    torch.testing.assert_close(large.steps.scores, 50 * plain.steps.scores)


@pytest.mark.sampled
@every_pair
def test_every_matrix_is_a_tensor_of_the_page(which, name):
    asked = Asked("masks", attention=which, compare=name, target_length=5)
    tensors = asked.handler.page.tensors(asked.setting)
    assert len(asked.matrices) == 6
    for matrix in asked.matrices:
        assert torch.equal(asked.values(matrix), tensors[matrix].float()), matrix
