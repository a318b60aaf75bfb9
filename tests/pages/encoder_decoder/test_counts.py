"""Parameters and activations: what is counted is what a pass of the model computes."""

from dataclasses import asdict

import plotly.graph_objects as go
import pytest
import torch

from pages.encoder_decoder.counts import LENGTHS
from pages.encoder_decoder.sizes import PRESETS
from tests.pages.encoder_decoder.model_page import asked
from transformer_core import trace
from ui.answer.parts import Curves, Table

SETTINGS = [
    {},
    {"norm": "pre", "shared": True, "source": "the old dog sleeps", "padding": 0},
    {"d_model": 1, "num_heads": 1, "d_ff": 1, "num_layers": 1, "source": "a", "target": "le chien"},
    {"source": " ".join(f"w{n}" for n in range(32)), "vocab_size": 50, "padding": 8},
    {"steps": 20, "reads": "own", "target": "le vieux chien dort"},
    {"dropping": True, "dropout": 0.5},
]
settings = pytest.mark.parametrize("values", SETTINGS, ids=str)


def computed(setting):
    """The numbers of a pass without dropout, by the part that computes them."""
    counts = dict.fromkeys(("src_", "tgt_", "encoder.", "decoder.", "logits"), 0)
    for name, tensor in setting.forward.without_dropout().records.items():
        if tensor.is_floating_point():
            (part,) = (start for start in counts if name.startswith(start))
            counts[part] += tensor.numel()
    source, target, *others = counts.values()
    return [source + target, *others]


def row(page, at):
    (table,) = page.all(Table)
    _, *columns = table.columns.values()
    return [int(column[at].replace(",", "")) for column in columns]


@settings
def test_the_activations_are_the_numbers_of_a_pass(values):
    page = asked(below="counts", **values)
    parts = computed(page.setting)
    assert row(page, 1) == [*parts, sum(parts)]
    assert row(page, 0)[-1] == sum(one.numel() for one in page.setting.forward.model.parameters())


@settings
def test_one_word_more_is_as_many_activations_more_as_is_said(language, values):
    page = asked(language, below="counts", **values)
    setting = page.setting
    # Padding is a token too; it makes a sentence longer without another word.
    shown = [sum(computed(setting)), setting.sentences.src_ids.size(1)]
    told = page.text(
        "counts.kinds",
        parameters=f"{sum(setting.counts.values()):,}",
        activations=f"{shown[0]:,}",
        source=shown[1],
        target=setting.sentences.tgt_ids.size(1),
        longer=f"{longer(setting):,}",
    )
    assert told in page.notes


def longer(setting):
    """The activations of a pass with one more token in the source."""
    ids = setting.sentences.src_ids
    more = torch.cat([ids, ids[:, :1]], dim=1)
    with torch.inference_mode(), trace(setting.forward.model) as records:
        setting.forward.model(more, setting.sentences.tgt_ids)
    return sum(one.numel() for one in records.values() if one.is_floating_point())


@pytest.mark.parametrize("preset", PRESETS)
def test_only_activations_grow_with_the_sentences(preset):
    page = asked(below="counts", **asdict(PRESETS[preset]))
    (curves,) = page.all(Curves)
    parameters, activations = go.Figure(curves.figure).data
    assert list(activations.x) == list(parameters.x) == list(LENGTHS)
    assert set(parameters.y) == {sum(page.setting.counts.values())}
    assert list(activations.y) == sorted(set(activations.y))


def test_the_question_picks_an_activation_made_of_parameters(language):
    page = asked(language).pressed("questions.activations")
    assert page.arithmetic.here == "encoder.layers.0.self_attention.queries@0.0.0"
    assert len(page.all(Curves, "below")) == 1
