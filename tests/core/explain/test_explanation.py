"""Every number can be worked out again from the terms that explain it."""

import math
import random

import pytest
import torch

from tests.core.explain.assembled_models import explained
from tests.core.explain.computations import (
    computations,
    masks,
    one_attention,
    one_sentence,
    schedule,
    traced,
)
from tests.core.explain.laws import (
    assert_recomputed_from_shown_terms,
    assert_terms_are_of_their_cells,
    kinds_in,
)
from transformer_core import attention, build_multi_head_attention, trace
from transformer_core.explain.attention_provenance import (
    attention_computation,
    multi_head_steps,
)
from transformer_core.explain.computation import Cell, Computation, Step, Term
from transformer_core.explain.explanation import explain, without_scaling
from transformer_core.explain.kinds import rows

every_kind = pytest.mark.parametrize("kind", kinds_in(computations()))


@every_kind
def test_a_number_is_recomputed_from_its_shown_terms(kind):
    assert_recomputed_from_shown_terms(kind, computations())


@every_kind
def test_a_term_shows_the_numbers_of_the_cells_that_it_names(kind):
    assert_terms_are_of_their_cells(kind, computations())


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


def test_the_last_vectors_that_a_model_scales_are_no_scores():
    assert without_scaling(explained("t5"), Cell("probabilities", (0, 0))) is None


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


VOCABULARY = 50_257


def softmax_of_a_vocabulary() -> Computation:
    logits = torch.randn(2, VOCABULARY, generator=torch.Generator().manual_seed(0))
    tensors = {"logits": logits, "probabilities": logits.softmax(dim=-1)}
    return Computation(tensors, {"probabilities": Step("softmax", {"x": "logits"})})


def test_a_softmax_makes_only_the_terms_that_are_asked_for(monkeypatch):
    made = []
    monkeypatch.setattr(rows, "Term", lambda *parts: made.append(parts) or Term(*parts))
    explanation = explain(softmax_of_a_vocabulary(), Cell("probabilities", (1, 7)))
    assert len(explanation.terms) == len(explanation.values) == VOCABULARY
    assert explanation.recomputed() == pytest.approx(explanation.value, rel=1e-5)
    assert made == []
    first, last = explanation.terms[0], explanation.terms[-1]
    assert first.cells == (Cell("logits", (1, 0)),)
    assert last.cells == (Cell("logits", (1, VOCABULARY - 1)),)
    assert [first.value, last.value] == [explanation.values[0], explanation.values[-1]]
    assert explanation.terms[3:5] == [explanation.terms[3], explanation.terms[4]]
    with pytest.raises(IndexError):
        explanation.terms[VOCABULARY]
