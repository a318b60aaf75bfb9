"""Weights are shown only when they are what they are said to be."""

import dataclasses

import pytest
import torch

from transformer_lab.pretrained.errors import PretrainedError
from ui.models.attentions import Attentions, checked_weights

EVEN = torch.full((1, 2, 3, 4), 0.25)


def refused(layers):
    with pytest.raises(PretrainedError) as raised:
        checked_weights(layers, 3, 4, "a <model>")
    assert raised.value.values == {"name": r"a \<model\>"}
    return raised.value.name


def test_layers_come_first_then_heads():
    first_head = torch.tensor([1.0, 0, 0, 0]).expand(3, 4)
    layer = EVEN.clone()
    layer[0, 0] = first_head
    weights = checked_weights((EVEN, layer, EVEN), 3, 4, "")
    assert weights.shape == (3, 2, 3, 4)
    assert torch.equal(weights[1, 0], first_head)
    assert torch.equal(weights[1, 1], EVEN[0, 1])


@pytest.mark.parametrize("layers", [(), None, (None,)])
def test_no_weights_at_all_are_an_error(layers):
    assert refused(layers) == "no_attention"


@pytest.mark.parametrize(("layers", "expected"), [((EVEN, None), None), ((EVEN,), 3)])
def test_layers_whose_numbers_are_not_known_are_an_error(layers, expected):
    """transformers leaves out those that do not attend: the first one left is not layer 1."""
    with pytest.raises(PretrainedError) as raised:
        checked_weights(layers, 3, 4, "", expected)
    assert raised.value.name == "some_layers"
    assert raised.value.values["layers"] == max(len(layers), expected or 0)


@pytest.mark.parametrize(
    "layer", [EVEN[:, :, :, :3], EVEN[:, :, :2], EVEN.repeat(2, 1, 1, 1), EVEN[0], EVEN[:, 0, 0, 0]]
)
def test_weights_of_another_shape_than_the_tokens_are_an_error(layer):
    assert refused((layer,)) == "not_every_pair"


def test_layers_with_unlike_heads_are_an_error():
    assert refused((EVEN, EVEN[:, :1])) == "not_every_pair"


@pytest.mark.parametrize("wrong", [0.2, float("nan"), float("inf")])
def test_a_row_that_does_not_sum_to_1_is_an_error(wrong):
    layer = EVEN.clone()
    layer[0, 1, 2, 3] = wrong
    assert refused((EVEN, layer)) == "not_a_distribution"


def test_half_precision_weights_are_given_in_float32():
    assert checked_weights((EVEN.bfloat16(),), 3, 4, "").dtype == torch.float32


def test_rows_are_named_after_what_they_predict():
    looked = Attentions(
        source=("x", "y"),
        read=("<pad>", "a"),
        predicted=("a", "b"),
        encoder=torch.eye(2)[None, None],
        decoder=torch.eye(2)[None, None],
        cross=torch.eye(2)[None, None],
    )
    assert looked.kinds == ("encoder", "decoder", "cross")
    assert looked.labels("encoder") == (("x", "y"), ("x", "y"))
    assert looked.labels("decoder") == (("a", "b"), ("<pad>", "a"))
    assert looked.labels("cross") == (("a", "b"), ("x", "y"))


def test_what_was_looked_at_cannot_be_changed():
    with pytest.raises(dataclasses.FrozenInstanceError):
        Attentions().source = ("x",)
