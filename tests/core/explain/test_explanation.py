"""Every number can be worked out again from the terms that explain it."""

import math
import random
from functools import cache

import pytest
import torch

from tests.core.explain.traced_model import recorded_forward
from transformer_core import (
    TransformerConfig,
    attention,
    build_multi_head_attention,
    decoder_mask,
    index_encoding,
    learning_rate,
    look_ahead_mask,
    normalized_index_encoding,
    padding_mask,
    positional_encoding,
    random_matrix,
    trace,
)
from transformer_core.examples.attention_examples import word_projections
from transformer_core.explain.attention_provenance import (
    attention_computation,
    multi_head_steps,
    projected_computation,
)
from transformer_core.explain.computation import Cell, Computation, Step
from transformer_core.explain.explanation import explain, without_scaling
from transformer_core.explain.provenance import transformer_computation
from transformer_core.explain.step_kinds import KINDS
from transformer_core.mistakes import MISTAKES
from transformer_core.mistakes.computations import mistake_computation
from transformer_core.mistakes.training import rates_with_misprinted_exponent

SRC, TGT = torch.tensor([[3, 4, 5, 3, 0]]), torch.tensor([[1, 6, 7, 0]])
TARGETS = torch.tensor([[6, 7, 2, 0]])
CELLS_OF_A_KIND = 300


@cache
def traced(norm_first: bool, dropout: bool, shared: bool = False) -> Computation:
    sizes = {"d_model": 8, "num_heads": 2, "num_layers": 2, "d_ff": 12, "dropout": 0.3}
    config = TransformerConfig(9, 9, **sizes, norm_first=norm_first, shared_embeddings=shared)
    model, records = recorded_forward(config, SRC, TGT, dropout=dropout, seed=4, everywhere=True)
    return transformer_computation(model, records, SRC, TGT, TARGETS, label_smoothing=0.1)


@cache
def one_attention() -> Computation:
    Q, K, V = (random_matrix(4, 3, seed=1, stream=stream) for stream in range(3))
    mask = look_ahead_mask(4)
    mask[2] = True
    return attention_computation(Q, K, V, attention(Q, K, V, mask, 0.5), mask, 0.5)


def schedule() -> Computation:
    rates = learning_rate(torch.arange(60), 16, 20, 2.0)
    constants = {"d_model": 16, "warmup_steps": 20, "factor": 2.0}
    return Computation({"rates": rates}, {"rates": Step("learning_rate", {}, constants)})


def positions() -> Computation:
    """A wide encoding at far positions, with and without a cosine for the last sine; indices."""
    tensors = {
        "odd": positional_encoding(40, 7, 100.0),
        "wide": positional_encoding(40, 512),
        "index": index_encoding(40, 3),
        "normalized": normalized_index_encoding(40, 3),
    }
    steps = {
        "odd": Step("positional_encoding", {}, {"d_model": 7, "base": 100.0}),
        "wide": Step("positional_encoding", {}, {"d_model": 512, "base": 10_000.0}),
        "index": Step("index_encoding"),
        "normalized": Step("normalized_index_encoding", {}, {"length": 40}),
    }
    return Computation(tensors, steps)


def masks() -> Computation:
    """The masks of a sentence with padding at its start and its end."""
    ids = torch.tensor([0, 3, 1, 2, 0])
    tensors = {
        "ids": ids,
        "padding": padding_mask(ids[None])[0, 0],
        "look_ahead": look_ahead_mask(5),
        "decoder": decoder_mask(ids[None])[0, 0],
    }
    steps = {
        "padding": Step("padding_mask", {"ids": "ids"}, {"pad_id": 0}),
        "look_ahead": Step("look_ahead_mask"),
        "decoder": Step("decoder_mask", {"padding": "padding", "look_ahead": "look_ahead"}),
    }
    return Computation(tensors, steps)


def split_and_switched() -> Computation:
    """Columns of two heads, cut apart; the second head off; what that loses."""
    wide = random_matrix(3, 4, seed=2)
    on = torch.tensor([1.0, 1.0, 0.0, 0.0])
    tensors = {"wide": wide, "on": on, "heads": wide.unflatten(1, (2, 2)).transpose(0, 1)}
    tensors |= {"switched": wide * on, "lost": wide - wide * on}
    steps = {
        "heads": Step("split", {"x": "wide"}, {"d_head": 2}),
        "switched": Step("switching", {"x": "wide", "on": "on"}),
        "lost": Step("difference", {"x": "wide", "y": "switched"}),
    }
    return Computation(tensors, steps)


@cache
def one_sentence() -> Computation:
    """Queries, keys and values made of embeddings, one of the queries' numbers set by hand."""
    made = word_projections(["I", "am", "here"], d_k=3, d_v=2, seed=1)
    Q, K, V = made.project()
    Q[1, 2] = 5.0
    attended = attention_computation(Q, K, V, attention(Q, K, V), None, 3**-0.5)
    return projected_computation(attended, made, {Cell("Q", (1, 2))})


def heads_together() -> Computation:
    """Three heads as one picture, in the ways in which several heads are put together."""
    heads = torch.stack([random_matrix(3, 4, seed=6, stream=stream) for stream in range(3)])
    on = torch.tensor([0, 2])
    tensors = {"heads": heads, "on": on, "mean": (heads[0] + heads[2]) / 2}
    tensors |= {"maximum": torch.maximum(heads[0], heads[2]), "less": heads[0] - heads[2]}
    kinds = {"mean": "mean", "maximum": "maximum", "less": "difference_of_heads"}
    of = {"x": "heads", "heads": "on"}
    return Computation(tensors, {name: Step(kind, of) for name, kind in kinds.items()})


MISTAKEN = (
    "softmax_over_queries",
    "mask_after_softmax",
    "mask_leaks_next",
    "minus_1e9",
    "minus_infinity",
    "unscaled_embeddings",
    "heads_without_transpose",
    "loss_over_padding",
)


def misprinted() -> Computation:
    """The rates of a schedule whose warm-up has a wrong exponent."""
    sizes = {"d_model": 16, "warmup_steps": 20}
    rates = rates_with_misprinted_exponent(torch.arange(60).double(), **sizes)
    return Computation({"rates": rates}, {"rates": Step("misprinted_learning_rate", {}, sizes)})


@cache
def mistakes() -> list[Computation]:
    """Both ways of mistakes whose wrong way is a step of its own."""
    return [mistake_computation(name, MISTAKES[name].compare()) for name in MISTAKEN]


def computations() -> list[Computation]:
    models = [traced(norm, drop) for norm in (False, True) for drop in (False, True)]
    return [
        *models,
        traced(False, False, shared=True),
        one_attention(),
        schedule(),
        split_and_switched(),
        positions(),
        masks(),
        one_sentence(),
        heads_together(),
        misprinted(),
        *mistakes(),
    ]


def cells_of(kind: str) -> list[tuple[Computation, Cell]]:
    """Every cell that a kind of step made, in all the computations."""
    found = []
    for computation in computations():
        for name, tensor in computation.tensors.items():
            if computation.steps.get(name, Step("input")).kind == kind:
                places = torch.cartesian_prod(*map(torch.arange, tensor.shape))
                indices = places.reshape(-1, tensor.dim()).tolist()
                cells = [Cell(name, tuple(index)) for index in indices]
                found += [(computation, cell) for cell in cells if cell not in computation.by_hand]
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_a_number_is_recomputed_from_its_shown_terms(kind):
    cells = cells_of(kind)
    assert cells, f"no cell of kind {kind} is tried"
    for computation, cell in random.Random(0).sample(cells, min(CELLS_OF_A_KIND, len(cells))):
        explanation = explain(computation, cell)
        assert explanation.kind == kind
        expected = pytest.approx(explanation.value, rel=2e-5, abs=2e-6, nan_ok=True)
        assert explanation.recomputed() == expected


@pytest.mark.parametrize("kind", KINDS)
def test_a_term_shows_the_numbers_of_the_cells_that_it_names(kind):
    for computation, cell in random.Random(1).choices(cells_of(kind), k=20):
        for term in explain(computation, cell).terms:
            for factor, source in zip(term.factors, term.cells, strict=True):
                if source is not None and "softmax" not in kind:
                    assert factor == computation.value(source)


@pytest.mark.parametrize("norm_first", [False, True])
def test_every_recorded_tensor_but_the_dropped_cells_has_a_step(norm_first):
    computation = traced(norm_first, True)
    unexplained = {
        name
        for name in computation.tensors
        if name not in computation.steps and "weight" not in name and "bias" not in name
    }
    rest = {name.rpartition(".")[2] for name in unexplained}
    assert rest == {"src_ids", "tgt_ids", "targets", "dropped", "kept", "mask"}


@pytest.mark.parametrize("norm_first", [False, True])
def test_the_way_back_from_any_output_ends_at_a_token_or_a_parameter(norm_first):
    computation = traced(norm_first, False)
    draw = random.Random(3)
    for _ in range(60):
        cell, steps = Cell("logits", (draw.randrange(4), draw.randrange(9))), 0
        while computation.steps.get(cell.tensor):
            sources = [one for term in explain(computation, cell).terms for one in term.cells]
            sources = [one for one in sources if one is not None]
            if not sources:
                break
            cell, steps = draw.choice(sources), steps + 1
            assert steps < 200
        assert cell.tensor.endswith((".weight", "_positions"))


def test_a_score_by_hand():
    Q, K = torch.tensor([[1.0, 2.0]]), torch.tensor([[3.0, 4.0], [0.0, -1.0]])
    steps = attention(Q, K, torch.eye(2), scale=0.5)
    computation = attention_computation(Q, K, torch.eye(2), steps, None, 0.5)
    explained = explain(computation, Cell("scores", (0, 1)))
    assert [term.factors for term in explained.terms] == [(1.0, 0.0), (2.0, -1.0)]
    assert explained.terms[1].cells == (Cell("Q", (0, 1)), Cell("K", (1, 1)))
    assert explained.recomputed() == -2.0
    assert explain(computation, Cell("scaled", (0, 1))).numbers == {"factor": 0.5}


def test_a_hidden_key_is_minus_infinity_and_has_weight_0():
    computation = one_attention()
    assert explain(computation, Cell("masked", (0, 1))).recomputed() == -math.inf
    assert explain(computation, Cell("weights", (0, 1))).recomputed() == 0.0


def test_a_row_with_everything_hidden_is_explained_as_nothing():
    explained = explain(one_attention(), Cell("weights", (2, 0)))
    assert explained.numbers["total"] == 0.0
    assert explained.recomputed() == 0.0


def test_a_wave_by_hand():
    explained = explain(traced(False, False), Cell("src_positions", (3, 5)))
    assert (explained.numbers["pair"], explained.numbers["d_model"]) == (4, 8)
    assert explained.numbers["divisor"] == pytest.approx(100)
    assert explained.numbers["turns"] == pytest.approx(0.03 / (2 * math.pi))
    assert explained.recomputed() == pytest.approx(math.cos(3 / 100))


def test_a_rate_by_hand():
    warming, peak, falling = (explain(schedule(), Cell("rates", (step,))) for step in (4, 20, 45))
    assert warming.numbers["smaller"] == warming.numbers["rising"] == pytest.approx(4 / 20**1.5)
    assert peak.numbers["rising"] == pytest.approx(peak.numbers["falling"])
    assert falling.numbers["smaller"] == falling.numbers["falling"] == pytest.approx(45**-0.5)
    assert falling.recomputed() == pytest.approx(2 * 16**-0.5 * 45**-0.5)
    assert explain(schedule(), Cell("rates", (0,))).recomputed() == 0


def test_the_decoder_hides_what_either_mask_hides():
    explained = explain(masks(), Cell("decoder", (1, 4)))
    assert [term.cells[0] for term in explained.terms] == [
        Cell("padding", (0, 4)),
        Cell("look_ahead", (1, 4)),
    ]
    assert [term.value for term in explained.terms] == [1, 1]
    assert explain(masks(), Cell("decoder", (4, 0))).recomputed() == 1
    assert explain(masks(), Cell("decoder", (4, 3))).recomputed() == 0


def test_a_dropped_sublayer_adds_nothing():
    computation = traced(False, True)
    dropped = computation.tensors["encoder.layers.0.residual_1.dropout.dropped"]
    place = tuple(dropped.nonzero()[0].tolist())
    x, made = explain(computation, Cell("encoder.layers.0.residual_1", place)).terms
    assert made.value == 0.0
    assert explain(computation, made.cells[0]).numbers == {"kept": 0.0}
    assert x.value == computation.value(Cell("encoder.layers.0.residual_1", place))


def test_a_dropped_input_is_explained_by_what_was_recorded():
    computation = traced(False, True)
    for side in ("src", "tgt"):
        dropped = computation.tensors[f"{side}_dropout.dropped"]
        kept = computation.tensors[f"{side}_encoded.kept"]
        assert dropped.any()
        assert torch.equal(kept == 0, dropped)


def test_an_attention_that_hides_nothing_has_no_mask():
    module, x = build_multi_head_attention(8, 2, seed=1), torch.ones(1, 3, 8)
    with torch.inference_mode(), trace(module) as records:
        module(x, x, x)
    steps = dict(multi_head_steps("", module, "x", "x", mask=None))
    tensors = {name: record[0] for name, record in records.items()}
    masked = explain(Computation(tensors, steps), Cell("masked", (0, 1, 2)))
    assert masked.kind == "copy"
    assert masked.recomputed() == masked.value


def test_no_such_cell():
    with pytest.raises(KeyError):
        explain(one_attention(), Cell("nothing", (0, 0)))
    with pytest.raises(IndexError):
        explain(one_attention(), Cell("scores", (9, 0)))


def test_the_row_without_scaling():
    computation = traced(False, False)
    cell = Cell("decoder.layers.0.self_attention.weights", (1, 2, 0))
    scores = computation.tensors["decoder.layers.0.self_attention.scores"][1, 2, :3]
    expected = [*torch.softmax(scores, dim=0).tolist(), 0.0]
    assert without_scaling(computation, cell) == pytest.approx(expected, abs=1e-6)
    assert without_scaling(computation, Cell("logits", (0, 0))) is None


def test_a_query_leads_back_to_its_embedding_and_the_weights():
    explanation = explain(one_sentence(), Cell("Q", (1, 0)))
    places = [cell for term in explanation.terms for cell in term.cells]
    wanted = [(Cell("X", (1, d)), Cell("W_Q", (d, 0))) for d in range(16)]
    assert places == [cell for pair in wanted for cell in pair]


def test_a_number_set_by_hand_leads_nowhere():
    explanation = explain(one_sentence(), Cell("Q", (1, 2)))
    assert (explanation.kind, explanation.value, explanation.terms) == ("input", 5.0, ())


def test_a_mean_that_is_rounding_is_nothing():
    means = traced(False, False).tensors["encoder.layers.0.spread_1"][:, 2]  # after the norm
    assert means.tolist() == [0.0] * len(means)
