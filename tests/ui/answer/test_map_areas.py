"""What the map leaves out of a large model at first, and what it asks for as it needs it."""

import pytest
import torch

from tests.core.explain.computations import traced
from tests.core.explain.traced_model import recorded_forward
from tests.pages.snapshots.travelled import travelled
from tests.ui.seen_map import SeenMap
from transformer_core import TransformerConfig
from transformer_core.explain.computation import Cell, Computation
from transformer_core.explain.contributions import largest_contributions
from transformer_core.explain.provenance import transformer_computation
from ui.answer.answer import Area
from ui.answer.map_areas import on_demand_areas
from ui.explain.trail import read_cell
from ui.picture.model_map import MapWords, ModelMap, cells_part
from ui.picture.model_map.cells import strongest
from ui.words.language import text_of

TEXT = text_of("overview", "en")
START = Cell("probabilities", (2, 7))


def large(vocab_size: int, d_model: int) -> Computation:
    config = TransformerConfig(
        vocab_size, vocab_size, d_model, 2, num_layers=1, d_ff=300, shared_embeddings=True
    )
    src, tgt = torch.arange(5, 12)[None], torch.arange(3, 11)[None]
    model, records = recorded_forward(config, src, tgt, dropout=False, seed=1)
    return transformer_computation(model, records, src, tgt)


@pytest.mark.parametrize(
    ("vocab_size", "pool", "own"), [(40_000, 1, 1), (50_000, 4, 4), (400_000, 4, 64)]
)
def test_of_too_many_numbers_the_strongest_of_several_stand_for_them(vocab_size, pool, own):
    computation = large(vocab_size, d_model=8)
    part = ModelMap("map", computation, MapWords([]), MapWords([]), [])
    drawn = SeenMap(Area(lambda: [part]))
    assert drawn.header["pool"] == pool
    pooled = [tensor for tensor in drawn.columns if drawn.pool(tensor) > 1]
    # Of a whole vocabulary more are one, where that divides a line.
    assert drawn.pool("logits") == own
    assert drawn.size <= 700_000
    drawn.assert_has_all_numbers()
    for tensor in drawn.columns:
        values = computation.tensors[tensor]
        if tensor not in pooled:
            assert torch.equal(drawn.now(tensor), values)
            continue
        rows = values.transpose(0, 1).flatten(1) if values.dim() == 3 else values
        sent = drawn.sent(tensor).reshape(len(rows), -1)
        many = drawn.pool(tensor)
        missing = sent.size(1) * many - rows.size(1)
        groups = torch.nn.functional.pad(rows, (0, missing)).unflatten(1, (-1, many))
        assert torch.equal(sent.abs(), groups.abs().amax(-1)), tensor
        assert (groups == sent[..., None]).any(-1).all(), tensor


def test_the_strongest_is_the_farthest_from_0_with_its_sign():
    values = torch.tensor([[1.0, -3.0, 2.0, 0.5, -0.25], [0.0, 0.0, -1.0, 1.5, 7.0]])
    assert strongest(values, 2).tolist() == [[-3.0, 2.0, -0.25], [0.0, 1.5, 7.0]]
    assert torch.equal(strongest(values, 1), values)


def test_a_tensor_that_is_asked_for_comes_with_all_its_numbers():
    computation = traced(False, True)
    asked = on_demand_areas(TEXT, computation, START)
    for name, values in computation.tensors.items():
        (cells,) = travelled(asked(f"cells~{name}"))
        assert (cells["kind"], cells["tensor"], cells["pool"]) == ("cells", name, 1)
        assert torch.equal(torch.tensor(cells["numbers"]), values.float()), name


@pytest.mark.parametrize(
    "name", ["cells~", "cells~no_such", "cells~src_embeddings@0.0", "cells", "ways", "", "map"]
)
def test_what_the_map_never_asks_for_there_is_not(name):
    assert on_demand_areas(TEXT, traced(False, False), START)(name) is None


@pytest.mark.parametrize("shape", [(2000, 1500), (1001, 1003), (41, 200_000)])
def test_of_a_tensor_with_too_many_numbers_the_strongest_of_each_square_comes(shape):
    values = torch.randn(shape, generator=torch.Generator().manual_seed(3))
    cells = cells_part(Computation({"x": values}, {}), "x")
    pool = cells.pool
    assert pool > 1
    assert cells.values.shape == tuple(-(-size // pool) for size in shape)
    assert cells.values.numel() <= 1_010_000
    for row in (0, cells.values.size(0) - 1):
        for col in (0, cells.values.size(1) // 2, cells.values.size(1) - 1):
            square = values[row * pool : (row + 1) * pool, col * pool : (col + 1) * pool]
            assert cells.values[row, col].abs() == square.abs().max()
            assert cells.values[row, col] in square


@pytest.mark.parametrize(
    "start", [START, Cell("encoder.layers.0.self_attention.scores", (1, 2, 3))]
)
def test_the_way_back_lights_cells_that_are_there_and_ends_at_words(start):
    computation = traced(False, False)
    area = on_demand_areas(TEXT, computation, start)("origins")
    (origins,) = travelled(area)
    assert area.follows_pin
    assert len(origins["edges"]) == len(largest_contributions(computation, start))
    assert any(str(len(origins["edges"])) in piece for piece in origins["text"].split())
    starts = {edge["output"] for edge in origins["edges"]}
    for edge in origins["edges"]:
        assert read_cell(computation, edge["output"]) and read_cell(computation, edge["input"])
        assert 0 < edge["share"] <= 1 + 1e-6
    assert f"{start.tensor}@{'.'.join(map(str, start.index))}" in starts
    rows = {"src": 5, "tgt": 4}
    for end in origins["ends"]:
        assert 0 <= end["row"] < rows[end["side"]]
    assert sum(end["share"] for end in origins["ends"]) == pytest.approx(1, abs=1e-6)
    sides = {end["side"] for end in origins["ends"]}
    assert sides == ({"src", "tgt"} if start is START else {"src"})
