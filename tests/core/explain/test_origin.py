"""Every tensor says which block it is from and what its axes count."""

from functools import cache
from itertools import product

import pytest
import torch

from tests.core.explain.traced_model import recorded_forward
from transformer_core import TransformerConfig, trace
from transformer_core.encoder import Encoder
from transformer_core.explain.computation import Cell, Computation
from transformer_core.explain.origin import DIMENSION, HEAD, Axis, Block
from transformer_core.explain.provenance import encoder_computation, transformer_computation

SRC, TGT = torch.tensor([[3, 4, 5, 3, 0]]), torch.tensor([[1, 6, 7]])
TARGETS = torch.tensor([[6, 7, 2]])
HEADS, D_MODEL, D_FF = 2, 12, 15
LENGTHS = {"src": 5, "tgt": 3}
MODELS = list(product((False, True), (False, True), (False, True)))
every_model = pytest.mark.parametrize(("norm_first", "dropout", "tied"), MODELS)


@cache
def traced(norm_first: bool, dropout: bool, tied: bool) -> Computation:
    config = TransformerConfig(
        10,
        10 if tied else 11,
        D_MODEL,
        HEADS,
        num_layers=2,
        d_ff=D_FF,
        dropout=0.3,
        norm_first=norm_first,
        shared_embeddings=tied,
    )
    assert config.has_tied_output == tied
    model, records = recorded_forward(config, SRC, TGT, dropout=dropout, seed=4, everywhere=True)
    return transformer_computation(model, records, SRC, TGT, TARGETS)


def size_of(axis: Axis, tied: bool) -> int:
    """What an axis' name says of its size."""
    sizes = {"head": HEADS, "dimension": D_MODEL, "concatenated": D_MODEL, "hidden": D_FF}
    sizes |= dict.fromkeys(("d_k", "d_v"), D_MODEL // HEADS)
    sizes |= {"figure": 4}
    if axis.role == "token":
        return 10 if tied or axis.tokens == "src" else 11
    if axis.role in ("query", "key", "position"):
        return LENGTHS[axis.tokens]
    return sizes[axis.role]


@every_model
def test_every_tensor_has_an_axis_of_that_size_for_each_of_its_dimensions(
    norm_first, dropout, tied
):
    computation = traced(norm_first, dropout, tied)
    assert computation.origins.keys() == computation.tensors.keys()
    for name, tensor in computation.tensors.items():
        axes = computation.origins[name].axes
        assert tuple(size_of(axis, tied) for axis in axes) == tuple(tensor.shape), name


@every_model
def test_no_two_tensors_have_the_same_name_in_the_same_block(norm_first, dropout, tied):
    computation = traced(norm_first, dropout, tied)
    found = [name for tensors in computation.blocks.values() for name in tensors.values()]
    assert sorted(found) == sorted(computation.tensors)


@every_model
def test_no_two_axes_of_a_tensor_are_the_same(norm_first, dropout, tied):
    for name, origin in traced(norm_first, dropout, tied).origins.items():
        assert len({*origin.roles}) == len(origin.axes), name


def test_the_blocks_are_those_of_figure_1():
    parts = [(block.stack, block.layer, block.part) for block in traced(False, False, False).blocks]
    outside = ("embedding", "positional_encoding", "output")
    ends = [(stack, None, part) for stack in ("encoder", "decoder") for part in outside]
    sublayers = {
        "encoder": ("self_attention", "feed_forward"),
        "decoder": ("self_attention", "cross_attention", "feed_forward"),
    }
    inside = [
        (stack, layer, part)
        for stack, names in sublayers.items()
        for layer in range(2)
        for name in names
        for part in (name, "residual", "norm")
    ]
    assert sorted(parts, key=str) == sorted(
        [*ends, *inside, ("", None, "output"), ("", None, "softmax")], key=str
    )


def test_a_weight_of_the_cross_attention_knows_its_head_its_query_and_its_key():
    computation = traced(False, False, False)
    tensor = computation.blocks[Block("cross_attention", "decoder", 1)]["weights"]
    assert tensor == "decoder.layers.1.cross_attention.weights"
    found = computation.coordinates(Cell(tensor, (1, 2, 4)))
    assert found == {HEAD: 1, Axis("query", "tgt"): 2, Axis("key", "src"): 4}


def test_a_sum_belongs_to_the_residual_connection_and_what_is_normed_to_the_norm():
    computation = traced(True, False, False)
    for stack, number in (("encoder", 2), ("decoder", 3)):
        added = computation.blocks[Block("residual", stack, 0, number)]
        normed = computation.blocks[Block("norm", stack, 0, number)]
        assert added["residual"] == f"{stack}.layers.0.residual_{number}"
        assert added["sublayer"] == f"{stack}.layers.0.sublayer_{number}"
        assert normed["normed"] == f"{stack}.layers.0.normed_{number}"


def test_a_place_that_does_not_fit_its_tensor_has_no_coordinates():
    computation = traced(False, False, False)
    with pytest.raises(ValueError):
        computation.coordinates(Cell("src_encoded", (1, 2, 3)))
    assert Computation({}, {}).coordinates(Cell("x", (1, 2))) == {}


@pytest.mark.parametrize("norm_first", [False, True])
def test_of_two_encoders_each_tensor_knows_its_own(norm_first):
    config = TransformerConfig(1, 1, D_MODEL, HEADS, num_layers=2, d_ff=D_FF, norm_first=norm_first)
    encoder, x = Encoder(config).eval(), torch.ones(1, 5, D_MODEL)
    with torch.inference_mode(), trace(encoder) as records:
        encoder(x)
    computation = encoder_computation(encoder, records, x, "right")
    assert computation.origins.keys() == computation.tensors.keys()
    for name, tensor in computation.tensors.items():
        origin = computation.origins[name]
        assert origin.block.model == "right"
        sizes = tuple(size_of(axis, False) for axis in origin.axes)
        assert sizes == tuple(tensor.shape), name
    given = computation.blocks[Block("input", "encoder", model="right")]["x"]
    assert computation.coordinates(Cell(given, (4, 3))) == {
        Axis("position", "src"): 4,
        DIMENSION: 3,
    }
