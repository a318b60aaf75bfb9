"""What other people's models would say if they ended after a layer, as parts of a page."""

import json

import pytest
import torch
from transformers import AutoModelForCausalLM, AutoModelForMaskedLM

from tests.ui.models.board.test_board import KINDS, PLAIN, parts_of
from transformer_core.explain.computation import Cell
from transformer_core.explain.explanation import explain
from ui.explain.next_words import NextWords
from ui.models.board.areas import BoardAreas
from ui.models.board.board import Board
from ui.models.board.by_layer import ended
from ui.models.board.forward import forward
from ui.words.language import LANGUAGES, text_of

pytestmark = pytest.mark.filterwarnings("ignore:Recommended. pip install sacremoses")


def areas_of(model, language="en"):
    return BoardAreas(text_of("overview", language), forward(model, PLAIN))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_last_row_is_what_the_model_says(opened, kind, language):
    model = opened(kind)
    made = forward(model, PLAIN)
    parts = parts_of(Board(model).encoded(PLAIN, "reading", language, "", ""))
    grid = next(part for part in parts if part["kind"] == "word_grid")
    own = made.computation.tensors["probabilities"].max(-1)
    names = [made.token(number, made.predicting) for number in own.indices.tolist()]
    assert [cell["text"] for cell in grid["cells"][-1]] == names
    assert all(cell["marked"] for cell in grid["cells"][-1])
    shares = torch.tensor([cell["share"] for cell in grid["cells"][-1]])
    assert torch.allclose(shares, own.values, atol=1e-4)
    layers = len(model.model.get_submodule("encoder" if kind == "bert" else "decoder").layers)
    assert len(grid["rows"]) == len(grid["cells"]) == 1 + layers
    assert len(grid["cols"]) == len(made.labels[made.predicting])


@pytest.mark.parametrize("kind", ["bert", "gpt2"])
def test_every_layer_is_read_as_transformers_would(opened, saved, kind):
    made = forward(opened(kind), PLAIN)
    kinds = {"bert": AutoModelForMaskedLM, "gpt2": AutoModelForCausalLM}
    theirs = kinds[kind].from_pretrained(saved(kind)).eval()
    ids = made.given.src_ids if kind == "bert" else made.given.tgt_ids
    with torch.inference_mode():
        hidden = theirs(ids, output_hidden_states=True).hidden_states
        layers = hidden if kind == "bert" else hidden[:-1]  # GPT-2's last has been normed already
        for layer, vectors in enumerate(layers):
            logits = (
                theirs.cls(vectors)
                if kind == "bert"
                else theirs.lm_head(theirs.transformer.ln_f(vectors))
            )
            top = logits[0].softmax(-1).topk(5)
            assert torch.allclose(made.by_layer.shares[layer], top.values, atol=1e-6)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_pinned_word_leads_back_to_the_layer_it_was_read_after(opened, kind, language):
    areas = areas_of(opened(kind), language)
    words, arithmetic = areas.parts("read_early", "read.1.1", "")
    assert isinstance(words, NextWords) and len(words.likeliest) == 5
    share = float(areas.made.by_layer.shares[1, 1, 0])
    assert arithmetic.title.startswith(text_of("your_sentence", language)("reading.after", layer=1))
    cell = Cell("probabilities", (1, int(areas.made.by_layer.ids[1, 1, 0])))
    made = areas.made
    early, _ = ended(made.opened.model, made.records, made.given, 1)
    assert explain(early, cell).value == pytest.approx(share, abs=1e-6)
    names = []
    for _ in range(100):
        names.append(cell.tensor)
        terms = [cell for term in explain(early, cell).terms for cell in term.cells if cell]
        if not terms or cell.tensor.endswith("embeddings"):
            break
        cell = terms[0]
    stack = "encoder" if kind == "bert" else "decoder"
    assert any(name.startswith(f"{stack}.layers.0.") for name in names), names
    later = [name for name in names if name.startswith(f"{stack}.layers.1.")]
    assert len(later) <= 1, "only the copy in the place of the last vectors"


def test_a_trail_is_followed_within_the_shortened_model(opened):
    areas = areas_of(opened("gpt2"))
    _, first = areas.parts("read_early", "read.1.1", "")
    _, followed = areas.parts("read_early", "read.1.1", f"{first.here}~logits@1.3")
    assert len(followed.crumbs) == 1
    made = areas.made
    early, _ = ended(made.opened.model, made.records, made.given, 1)
    assert f"{abs(early.tensors['logits'][1, 3]):.3f}" in followed.title


@pytest.mark.parametrize("pin", ["", "read.9.0", "read.0.99", "weights.0.0", "logits@1.3"])
def test_a_pin_of_no_cell_of_the_board_has_no_arithmetic(opened, pin):
    assert areas_of(opened("gpt2")).parts("read_early", pin, "") == []


def test_a_model_without_a_head_says_so(opened, monkeypatch):
    areas = areas_of(opened("bert"))
    monkeypatch.setattr(opened("bert").model, "output", None)
    _, note = areas.parts("reading", "", "")
    assert note.text == text_of("models", "en")("reading.no_head")
    assert areas.parts("read_early", "read.1.1", "") == []


@pytest.mark.parametrize(("kind", "said"), [("bert", "stands there"), ("gpt2", "just read")])
def test_what_the_embedding_alone_leads_to_is_counted(opened, kind, said):
    areas = areas_of(opened(kind))
    made = areas.made
    ids = made.given.src_ids if kind == "bert" else made.given.tgt_ids
    count = int((made.by_layer.ids[0, :, 0] == ids[0]).sum())
    notes = json.dumps([part.header(None) for part in areas.parts("reading", "", "")[2:]])
    assert (f"at {count} of {ids.size(1)} places" in notes and said in notes) == (count > 0)
