"""Any number of the model is explained, named, followed back and on."""

import pytest
import torch

from pages.encoder_decoder.arithmetic import computation_of
from pages.whole_model.names import EncoderDecoderNaming
from tests.pages.encoder_decoder.model_page import asked
from tests.ui.explained_numbers import assert_recomputed, sampled_cells
from transformer_core.explain.computation import Cell
from ui.explain.arithmetic.numbers import read_back
from ui.explain.trail import has_cell, read_trail, write_trail
from ui.words.language import LANGUAGES, text_of


@pytest.mark.sampled
@pytest.mark.parametrize("norm", ["post", "pre"])
@pytest.mark.parametrize("dropping", [False, True])
def test_every_number_can_be_pinned_and_is_explained(norm, dropping):
    page = asked(norm=norm, dropping=dropping)
    computation = computation_of(page.setting)
    assert_recomputed(computation)
    for cell in {one.tensor: one for one in sampled_cells(computation)}.values():
        pin = write_trail([cell])
        state = page.after(pin=pin)
        assert (state.setting, state.selection.pin) == (page.setting, pin)
        made = page.moved(state).arithmetic
        assert made.here == pin
        value = computation.value(cell)
        if value == -torch.inf:
            assert "∞" in made.title
        else:
            text = read_back(made.title.rpartition("= ")[2])
            assert text == pytest.approx(value, rel=1e-3, abs=6e-5), pin


def test_while_nothing_is_pinned_the_first_token_that_is_due_is_explained(language):
    page = asked(language)
    first = int(page.setting.sentences.targets[0, 0])
    assert page.arithmetic.here == f"probabilities@0.{first}"
    assert page.setting.target_words[0] in page.arithmetic.title
    expected = computation_of(page.setting).tensors["probabilities"][0, first]
    assert page.explained_number == pytest.approx(float(expected), abs=6e-5)


@pytest.mark.parametrize(
    "pin",
    [
        "weights.0.0",
        "logits@0",
        "logits@99.0",
        "encoder.layers.2.normed_1@0.0",
        "encoder.layers.0.sublayer_9@0.0",
        "logits@0.0~logits@0.0",
        "<b>",
        "@",
    ],
)
def test_what_names_no_number_pins_none(pin):
    page = asked()
    assert page.after(pin=pin).selection.pin == ""
    assert asked(pin=pin).arithmetic == page.arithmetic


@pytest.mark.parametrize("norm", ["post", "pre"])
def test_a_logit_is_followed_back_to_its_token(norm):
    page = asked(pin="logits@1.1", norm=norm)
    seen_before = set()
    while "Embedding[" not in page.arithmetic.title:
        assert page.arithmetic.here not in seen_before
        seen_before.add(page.arithmetic.here)
        to = next(span["to"] for _, spans in page.arithmetic.lines for span in spans if span["to"])
        page = page.done(follow=to, here=page.arithmetic.here)
        assert page.state.selection.pin == to == page.arithmetic.here
    assert page.arithmetic.here.startswith("tgt_embeddings@1.")
    assert len(seen_before) > 5
    back = page.done(follow="back:0", here=page.arithmetic.here)
    assert back.arithmetic.here == "logits@1.1"


@pytest.mark.parametrize("norm", ["post", "pre"])
def test_what_a_number_goes_into_is_there_and_is_made_of_it(norm):
    page = asked(norm=norm, dropping=True)
    computation, label = computation_of(page.setting), page.text("map.goes_into")
    last = {"losses"} | {name for name, step in computation.steps.items() if step.kind == "spread"}
    for name, tensor in computation.tensors.items():
        shown = asked(norm=norm, dropping=True, pin=write_trail([Cell(name, (0,) * tensor.dim())]))
        spans = [one for label_, ones in shown.arithmetic.lines for one in ones if label_ == label]
        links = [span["to"] for span in spans if span["to"]]
        if name in last:
            assert not links, name
        for link in links:
            (use,) = read_trail(link)
            assert has_cell(computation, use)
            assert name in computation.steps[use.tensor].inputs.values()
    assert f"{label}" in asked(pin="encoder.output@0.0").lines


@pytest.mark.parametrize("tensor", ["residual_1", "normed_1"])
@pytest.mark.parametrize("norm", ["post", "pre"])
def test_around_a_norm_mean_and_deviation_are_said(language, norm, tensor):
    page = asked(language, norm=norm, pin=f"encoder.layers.0.{tensor}@2.3")
    tensors = computation_of(page.setting).tensors
    text = next(
        spans for label, spans in page.arithmetic.lines if label == page.text("spread.title")
    )
    figures = tensors["encoder.layers.0.spread_1"][2].tolist()
    for one, figure in zip(text, figures, strict=True):
        assert read_back(one["text"].rpartition(" ")[2]) == pytest.approx(figure, abs=6e-5)
    before = tensors["src_encoded" if norm == "pre" else "encoder.layers.0.residual_1"][2]
    assert figures[:2] == pytest.approx(
        [float(before.mean()), float(before.std(unbiased=False))], abs=1e-5
    )
    assert page.text("spread.title") not in asked(language, pin="logits@0.0").lines


@pytest.mark.parametrize("name", ["src_embeddings", "tgt_embeddings", "logits", "probabilities"])
def test_a_shared_matrix_is_explained_where_it_is_used(name):
    page = asked(shared=True, pin=f"{name}@1.3")
    computation = computation_of(page.setting)
    expected = computation.value(Cell(name, (1, 3)))
    assert page.arithmetic.here == f"{name}@1.3"
    assert page.explained_number == pytest.approx(expected, abs=6e-5)
    tables = {
        computation.steps[one].inputs["table"] for one in ("src_embeddings", "tgt_embeddings")
    }
    assert len({computation.tensors[one].data_ptr() for one in tables}) == 1


@pytest.mark.parametrize("norm_first", [False, True])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_tensor_has_a_name(language, norm_first):
    setting = asked(norm="pre" if norm_first else "post", dropping=True, dropout_seed=3).setting
    computation = setting.forward.computation(0.1)
    naming = EncoderDecoderNaming(
        text_of("encoder_decoder", language), setting.sentences, computation, norm_first
    )
    for name, tensor in computation.tensors.items():
        cell = Cell(name, (0,) * tensor.dim())
        assert naming.name(cell)
        assert naming.term(cell)
    made = [name for name in computation.steps if "spread" not in name]
    names = [naming.name(Cell(one, (0,) * computation.tensors[one].dim())) for one in made]
    assert len({*names}) > 0.8 * len(names)
