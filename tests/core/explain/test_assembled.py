"""Every number of an assembled model comes from others, down to its tokens and its parameters."""

import random
from math import prod

import pytest
import torch

from tests.core.explain.assembled_models import (
    MODELS,
    explained,
    inputs_of,
    randomised,
    recorded,
)
from tests.core.explain.axes_fit import assert_axes_fit
from tests.core.explain.laws import (
    assert_terms_lead_back_to_the_number,
    assert_uses_are_where_terms_are_largest,
    is_of_another_form,
    kinds_in,
)
from transformer_core import trace
from transformer_core.explain.assembled.computation import ModelInputs, assembled_computation
from transformer_core.explain.computation import INPUT, Cell, Computation, index_of
from transformer_core.explain.contributions import largest_contributions
from transformer_core.explain.explanation import explain
from transformer_core.explain.kind import KINDS
from transformer_core.explain.origin import HEAD, KV_HEAD, Axis, Block
from transformer_core.explain.share_rules import distribute_share
from transformer_core.variants.models import assembled

CELLS = 200
RULES = ("input", "look_ahead_mask", "sliding_window_mask", "relative_bucket")
every_model = pytest.mark.parametrize("name", MODELS)
with_and_without = pytest.mark.parametrize("padded", [False, True])
GIVEN = ("_ids", "_padding", ".speeds")
"""How the names of tensors end that nothing made and that are no parameters."""


def some_cells(computation: Computation, count: int) -> list[Cell]:
    """Cells of all tensors that were made, as many of each."""
    draw, names = random.Random(1), [*computation.steps]
    return [
        Cell(name, index_of(draw.randrange(prod(shape)), shape))
        for name in (names * count)[: max(count, len(names))]
        for shape in [computation.tensors[name].shape]
    ]


@every_model
@with_and_without
def test_any_number_is_worked_out_from_the_terms_that_are_shown(name, padded):
    computation = explained(name, padded)
    for cell in some_cells(computation, CELLS):
        explanation = explain(computation, cell)
        expected = pytest.approx(explanation.value, rel=2e-5, abs=2e-6)
        assert explanation.recomputed() == expected, cell


@every_model
def test_no_recorded_tensor_is_without_a_step(name):
    model = randomised(assembled(MODELS[name]()))
    inputs = inputs_of(model, padded=True)
    records = recorded(model, inputs)
    computation = assembled_computation(model, records, inputs)
    assert records.keys() <= computation.steps.keys()


@every_model
@with_and_without
def test_every_chain_of_steps_ends_in_tokens_and_parameters(name, padded):
    computation = explained(name, padded)
    model = assembled(MODELS[name]())
    parameters = {one for one, _ in model.named_parameters(remove_duplicate=False)}
    met, waiting = set(), [[*computation.steps][-1]]
    while waiting:
        tensor = waiting.pop()
        met.add(tensor)
        inputs = computation.steps.get(tensor, INPUT).inputs.values()
        waiting += [one for one in inputs if one not in met]
    ends = {one for one in met if computation.steps.get(one, INPUT) == INPUT}
    assert all(one in parameters or one.endswith(GIVEN) for one in ends), ends
    assert any(one.endswith("_ids") for one in ends)
    used = {one for step in computation.steps.values() for one in step.inputs.values()}
    # The other name of an embedding that both sides share.
    assert parameters - used <= {"tgt_embedding.weight"}


@every_model
def test_steps_are_in_the_order_of_making(name):
    computation, made = explained(name), set()
    for tensor, step in computation.steps.items():
        assert all(one in made or one not in computation.steps for one in step.inputs.values())
        made.add(tensor)


@pytest.mark.thorough
@every_model
def test_uses_are_the_other_direction_of_terms(name):
    """Those with padding are among the computations of `test_uses.py`."""
    computation = explained(name)
    assert_uses_are_where_terms_are_largest(computation)
    assert_terms_lead_back_to_the_number(computation)


@every_model
def test_terms_are_the_numbers_of_their_cells(name):
    computation = explained(name)
    for cell in some_cells(computation, CELLS):
        step = computation.step(cell)
        for term in explain(computation, cell).terms:
            for factor, source in zip(term.factors, term.cells, strict=True):
                if source is not None and not is_of_another_form(step, source):
                    assert factor == computation.value(source), cell


@every_model
def test_the_strongest_ways_lead_back_to_the_tokens(name):
    computation = explained(name)
    last = [*computation.steps][-1]
    shape = computation.tensors[last].shape
    edges = largest_contributions(computation, Cell(last, tuple(size - 1 for size in shape)))
    assert any(edge.input.tensor.endswith("_embeddings") for edge in edges)


@every_model
def test_every_kind_has_an_equation_or_a_rule_of_the_place(name):
    for kind in kinds_in([explained(name, padded=True)]):
        assert KINDS[kind].equation or kind in RULES


@every_model
@with_and_without
def test_every_dimension_has_a_name(name, padded):
    assert_axes_fit(explained(name, padded))


@every_model
def test_no_two_tensors_have_the_same_name_in_the_same_block(name):
    computation = explained(name, padded=True)
    found = [one for tensors in computation.blocks.values() for one in tensors.values()]
    assert sorted(found) == sorted(computation.tensors)


@every_model
def test_nothing_is_copied_that_the_records_or_the_model_have(name):
    model = randomised(assembled(MODELS[name]()))
    inputs = inputs_of(model, padded=True)
    records = recorded(model, inputs)
    computation = assembled_computation(model, records, inputs)
    for one, parameter in model.named_parameters(remove_duplicate=False):
        assert computation.tensors[one].data_ptr() == parameter.data_ptr()
    for one, record in records.items():
        own = computation.tensors[one]
        assert own.untyped_storage().data_ptr() == record.untyped_storage().data_ptr()


def test_a_changed_parameter_is_what_numbers_are_explained_by():
    """Under all of its names, where both sides share it."""
    model = randomised(assembled(MODELS["t5"]()))
    inputs = inputs_of(model, padded=False)
    change = {"src_embedding.weight": lambda table: table * 2}
    with torch.inference_mode(), trace(model, change) as records:
        model(inputs.src_ids, inputs.tgt_ids)
    computation = assembled_computation(model, records, inputs)
    for name in ("src_embeddings", "tgt_embeddings", "logits"):
        explanation = explain(computation, Cell(name, (1, 2)))
        assert explanation.recomputed() == pytest.approx(explanation.value, rel=2e-5)


def test_of_layers_that_share_a_parameter_each_is_changed_alone():
    model = randomised(assembled(MODELS["bert"]()))
    first, second = (layer.feed_forward.linear_1 for layer in model.encoder.layers)
    second.weight = first.weight
    inputs, path = inputs_of(model, padded=False), "encoder.layers.1.feed_forward."
    change = {f"{path}linear_1.weight": lambda weight: weight * 2}
    with torch.inference_mode(), trace(model, change) as records:
        model(inputs.src_ids)
    computation = assembled_computation(model, records, inputs)
    for name in (f"{path}hidden", "encoder.layers.0.feed_forward.hidden"):
        explanation = explain(computation, Cell(name, (1, 2)))
        assert explanation.recomputed() == pytest.approx(explanation.value, rel=2e-5, abs=2e-6)


def test_what_was_hidden_by_hand_is_no_rule_of_the_mask():
    model = randomised(assembled(MODELS["llama"]()))
    inputs, name = inputs_of(model, padded=False), "decoder.layers.0.self_attention.mask"

    def hide_the_first_word(mask: torch.Tensor) -> torch.Tensor:
        mask = mask.clone()
        mask[..., 1:, 0] = True
        return mask

    with torch.inference_mode(), trace(model, {name: hide_the_first_word}) as records:
        model(inputs.tgt_ids)
    computation = assembled_computation(model, records, inputs)
    assert {*computation.by_hand} == {
        Cell(name, (head, query, 0)) for head in range(4) for query in (1, 2, 3)
    }
    assert computation.step(Cell(name, (0, 2, 0))) is INPUT
    assert computation.step(Cell(name, (0, 2, 3))).kind == "look_ahead_mask"


def test_heads_that_share_keys_have_a_name_of_their_own():
    computation, path = explained("llama"), "decoder.layers.1.self_attention."
    assert computation.origins[f"{path}keys"].axes[0] == KV_HEAD
    each = computation.origins[f"{path}each_keys"]
    assert each.axes == (HEAD, Axis("key", "tgt"), Axis("d_k"))
    assert each.block == Block("self_attention", "decoder", 1)
    (term,) = explain(computation, Cell(f"{path}each_keys", (3, 2, 5))).terms
    assert term.cells == (Cell(f"{path}keys", (1, 2, 5)),)


def test_a_turn_is_shown_by_hand():
    """With two pairs in halves, base 100: the second pair turns by 0.1 a position."""
    computation, path = explained("gemma"), "decoder.layers.0.self_attention."
    queries = computation.tensors[f"{path}queries_unturned"]
    found = explain(computation, Cell(f"{path}queries", (1, 3, 2)))
    # Pairs of neighbours, speeds 1 and 1/100, all half as fast.
    angle = torch.tensor(3 * 0.01 / 2)
    assert found.numbers["angle"] == pytest.approx(float(angle))
    own, other = found.terms
    assert own.factors == pytest.approx((float(angle.cos()), float(queries[1, 3, 2])))
    assert other.factors == pytest.approx((-1, float(angle.sin()), float(queries[1, 3, 3])))
    (kept,) = explain(computation, Cell(f"{path}queries", (1, 3, 5))).terms
    assert kept.cells == (Cell(f"{path}queries_unturned", (1, 3, 5)),)


@pytest.mark.parametrize(
    ("name", "tensor", "index"),
    [
        ("gemma", "decoder.layers.1.self_attention.queries", (1, 3, 2)),
        ("neox", "decoder.layers.1.self_attention.keys", (2, 3, 1)),
        ("llama", "decoder.layers.0.self_attention.each_values", (3, 1, 4)),
        ("gemma", "decoder.layers.0.feed_forward.activated", (2, 7)),
        ("bert", "src_encoded", (2, 5)),
    ],
)
def test_a_share_goes_on_to_the_numbers_in_the_terms_by_their_size(name, tensor, index):
    computation = explained(name)
    start = torch.zeros(computation.tensors[tensor].shape).double()
    start[index] = 1.0
    passed = distribute_share(computation, tensor, start)
    terms = explain(computation, Cell(tensor, index)).terms
    whole = sum(abs(term.value) for term in terms)
    for term in terms:
        sources = [one for one in term.cells if one is not None and one.tensor in passed]
        for one in sources:
            share = abs(term.value) / whole / len(sources)
            assert float(passed[one.tensor][one.index]) == pytest.approx(share, rel=1e-6)


def test_without_its_tokens_nothing_can_be_explained():
    model = randomised(assembled(MODELS["bert"]()))
    records = recorded(model, inputs_of(model, padded=False))
    with pytest.raises(ValueError, match="src_ids are needed"):
        assembled_computation(model, records, ModelInputs())


def test_a_part_without_steps_is_named():
    class OwnNorm(torch.nn.LayerNorm):
        pass

    model = assembled(MODELS["bert"]())
    inputs = inputs_of(model, padded=False)
    model.encoder.layers[1].norm_2 = OwnNorm(8)
    with pytest.raises(NotImplementedError, match="OwnNorm"):
        assembled_computation(model, recorded(model, inputs), inputs)
