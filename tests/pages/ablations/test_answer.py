"""What the ablations page shows and says of the stored trainings."""

from statistics import fmean
from urllib.parse import parse_qsl, urlsplit

import pytest
import torch

from pages.ablations.answer import LIVE, outcome
from pages.ablations.findings import NEAR, finding, parameters, right_places, shown_head, verdict_of
from pages.training.run_model import config_of
from tests.pages.answers import Asked
from transformer_lab.learning.ablated import ablated
from transformer_lab.learning.ablations import CONFIGS, SEEDS, VARIANTS, WHOLE, ablated_model
from ui.answer.parts import Curves, Link, Note

variants = pytest.mark.parametrize("variant", VARIANTS)
languages = pytest.mark.parametrize("language", ["en", "ko"])


def finals(name):
    return [ablated(name, seed).settled.exact for seed in SEEDS]


@variants
@languages
def test_the_sentence_says_what_the_trainings_measured(variant, language):
    asked = Asked("ablations", language, variant=variant)
    note = asked.all(Note)[0].text
    for shares in (finals("whole"), finals(variant)):
        assert f"{max(shares):.0%}" in note
    whole, without = fmean(finals("whole")), fmean(finals(variant))
    assert finding(variant).verdict == verdict_of(whole, without)
    if language == "en":
        assert note.index(f"{max(finals(variant)):.0%} of 64") < note.index("with all parts")
    assert note == outcome(asked.text, variant, finding(variant))


@pytest.mark.parametrize(
    ("whole", "without", "verdict"),
    [(1, 0, "fails"), (1, 0.49, "fails"), (1, 0.5, "worse"), (1, 0.94, "worse"),
     (1, 0.96, "as_well"), (0.96, 1, "as_well"), (0.9, 1, "better"), (0, 0, "as_well")],
)  # fmt: skip
def test_a_verdict_follows_from_both_shares(whole, without, verdict):
    assert verdict_of(whole, without) == verdict


def test_what_counts_as_equal_is_less_than_the_seeds_of_the_whole_differ_by():
    assert max(finals("whole")) - min(finals("whole")) > NEAR


def test_nothing_is_said_of_speed_where_a_seed_never_learned():
    assert finding("positions").first[1] is None
    assert "90%" not in Asked("ablations", variant="positions").all(Note)[0].text


@variants
def test_each_measured_number_of_every_seed_is_drawn_next_to_the_whole(variant):
    asked = Asked("ablations", variant=variant, seed="2")
    for name, figure in zip(("exact", "loss"), asked.all(Curves), strict=True):
        drawn = {tuple(line["y"]) for line in figure.figure["data"]}
        wanted = {
            tuple(getattr(one, name) for one in ablated(run, seed).records)
            for run in ("whole", variant)
            for seed in SEEDS
        }
        assert drawn == wanted
        strong = [line["name"] for line in figure.figure["data"] if line["line"]["width"] == 3]
        assert all(label.endswith("seed 2") for label in strong)
        assert len(strong) == 2


@pytest.mark.parametrize("attention", ["cross", "encoder"])
@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_both_attentions_are_stored_ones_of_the_seed_and_the_head_that_is_named(attention, seed):
    asked = Asked("ablations", variant="positions", seed=seed, attention=attention)
    for name, run in (("whole", "whole"), ("without", "positions")):
        stored = ablated(run, int(seed)).attention[attention].float()
        matrix = asked.matrices[name]
        head = shown_head(attention, stored)
        assert torch.equal(torch.as_tensor(matrix.values), stored[head])
        assert matrix.note == f"head {head + 1} of 4"


@variants
def test_the_share_that_is_said_is_what_the_picture_shows(variant):
    asked = Asked("ablations", variant=variant, seed="3")
    note = asked.all(Note)[1].text
    whole, without = (
        f"{torch.as_tensor(asked.matrices[name].values)[:10].flip(1).diagonal().mean():.0%}"
        for name in ("whole", "without")
    )
    assert f"best gives it {without} of its weight. With all parts it is {whole};" in note


def test_the_head_with_most_weight_on_the_right_digit_is_shown():
    wrong = torch.full((1, 11, 10), 0.1)
    right = torch.zeros(1, 11, 10)
    right[0, torch.arange(10), 9 - torch.arange(10)] = 1
    both = torch.cat([wrong, right])
    assert right_places(both).tolist() == pytest.approx([0.1, 1])
    assert shown_head("cross", both) == 1


def test_the_norms_have_as_many_weights_as_are_said_to_be_gone():
    whole, without = (ablated_model(name, WHOLE) for name in ("whole", "norm"))
    counts = [sum(p.numel() for p in model.parameters()) for model in (whole, without)]
    assert counts[0] - counts[1] == parameters()


@variants
def test_the_link_trains_the_same_config(variant):
    (link,) = Asked("ablations", variant=variant, seed="2").all(Link)
    opened = Asked.at("training", **dict(parse_qsl(urlsplit(link.address).query)))
    config = config_of(opened.setting)
    wanted = CONFIGS[variant if variant in LIVE else "whole"]
    assert config.seed == 2
    assert (config.transformer, config.scaled, config.positional_encoding, config.steps) == (
        wanted.transformer, wanted.scaled, wanted.positional_encoding, wanted.steps
    )  # fmt: skip
