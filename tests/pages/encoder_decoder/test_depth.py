"""The last norm: what pre-norm's stacks put out with it, and what comes without it."""

import plotly.graph_objects as go
import pytest
import torch

from tests.pages.encoder_decoder.model_page import asked
from transformer_core import seeded_dropout
from transformer_lab.measures import mean_deviation
from ui.answer.parts import Curves
from ui.explain.trail import read_cell

SETTINGS = [
    {},
    {"norm": "pre", "num_layers": 6, "source": "a", "target": "le chat dort", "padding": 4},
    {"d_model": 2, "num_heads": 1, "seed": 3, "num_layers": 1},
    {"steps": 30, "source": "the old dog sleeps", "target": "le vieux chien dort"},
    {"source": " ".join(f"w{n}" for n in range(32)), "vocab_size": 50, "num_layers": 12},
    {"dropping": True, "dropout": 0.5, "reads": "own"},
]
settings = pytest.mark.parametrize("values", SETTINGS, ids=str)


def deviation(vectors):
    return f"{float(vectors.std(dim=-1, correction=0).mean()):.2f}"


def without_norms(setting):
    """The logits of the model whose last norms are taken out of its modules."""
    forward = setting.forward.with_norm(True)
    model, norms = forward.model, {}
    for stack in (model.encoder, model.decoder):
        norms[stack], stack.norm = stack.norm, None
    try:
        with torch.inference_mode():
            ids = forward.sentences.src_ids, forward.sentences.tgt_ids
            if forward.dropout_seed is None:
                return model(*ids)
            with seeded_dropout(forward.dropout_seed):
                return model(*ids)
    finally:
        for stack, norm in norms.items():
            stack.norm = norm


@pytest.mark.sampled
@settings
def test_the_sentence_has_the_numbers_of_the_model_with_and_without_its_last_norms(
    language, values
):
    page = asked(language, below="depth", **values)
    records = page.setting.forward.with_norm(True).records
    last = page.setting.num_layers - 1
    ends = {
        "encoder": records[f"encoder.layers.{last}.residual_2"],
        "decoder": records[f"decoder.layers.{last}.residual_3"],
        "encoder_normed": records["encoder.output"],
        "decoder_normed": records["decoder.output"],
        "logits": records["logits"],
        "without": without_norms(page.setting),
    }
    told = page.text("depth.last", **{name: deviation(one) for name, one in ends.items()})
    assert told in page.notes


@settings
def test_the_last_point_of_each_picture_is_the_output_of_its_stack(values):
    page = asked(below="depth", **values)
    records = page.setting.forward.with_norm(True).records
    for name, curves in zip(("encoder", "decoder"), page.all(Curves, "below"), strict=True):
        *_, sums, _, last, marks = go.Figure(curves.figure).data
        assert last.y[0] == sums.y[-1] and last.x[0] == sums.x[-1]
        assert last.y[1] == pytest.approx(mean_deviation(records[f"{name}.output"]))
        assert list(marks.x) == list(last.x) and list(marks.y) == list(last.y)
        axis = curves.figure["layout"]["xaxis"]
        assert axis["tickvals"][-1] == last.x[1] and axis["ticktext"][-1] == "output"
        assert len(axis["tickvals"]) <= 22


@pytest.mark.sampled
@pytest.mark.parametrize("seed", [0, 5, 77])
def test_the_question_opens_six_layers_at_a_number_of_the_last_norm(language, seed):
    page = asked(language, seed=seed, steps=20).pressed("questions.last_norm")
    assert (page.setting.num_layers, page.setting.norm, page.setting.below) == (6, "pre", "depth")
    computation = page.setting.forward.computation(page.setting.label_smoothing)
    cell = read_cell(computation, page.state.selection.pin)
    assert computation.step(cell).kind == "layer_norm"
    for curves in page.all(Curves, "below"):
        *_, last, _ = go.Figure(curves.figure).data
        assert last.y[0] > 1.5 and last.y[1] == pytest.approx(1, abs=0.01)


def test_a_post_norm_stack_has_no_last_norm_to_leave_out():
    forward = asked(norm="post").setting.forward.with_norm(False)
    with pytest.raises(ValueError, match="post-norm"):
        _ = forward.logits_without_last_norms
