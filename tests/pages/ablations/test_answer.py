"""What the ablations page shows and says of the stored trainings."""

import re
from statistics import fmean
from urllib.parse import parse_qsl, urlsplit

import pytest
import torch

from pages.ablations.answer import LIVE
from pages.ablations.findings import NEAR, finding, parameters, right_places, shown_head, verdict_of
from pages.ablations.forward import forward_of, weights_of
from pages.ablations.sentences import outcome, reason
from pages.training.run_model import config_of
from tests.pages.answers import Asked
from transformer_core import learning_rate
from transformer_lab.learning.ablated import SETTLED, ablated
from transformer_lab.learning.ablations import CONFIGS, EVERY, SEEDS, VARIANTS, WHOLE, ablated_model
from transformer_lab.learning.measuring import MEASURED
from ui.answer.parts import Board, Curves, Link, Note

variants = pytest.mark.parametrize("variant", VARIANTS)
languages = pytest.mark.parametrize("language", ["en", "ko"])


def finals(name):
    return [ablated(name, seed).settled.exact for seed in SEEDS]


@variants
@languages
def test_the_sentence_says_what_the_trainings_measured(variant, language):
    asked = Asked("ablations", language, variant=variant)
    (said,) = asked.watched()
    for shares in (finals("whole"), finals(variant)):
        assert f"{max(shares):.0%}" in said
    whole, without = fmean(finals("whole")), fmean(finals(variant))
    assert finding(variant).verdict == verdict_of(whole, without)
    if language == "en":
        assert said.index(f"{max(finals(variant)):.0%} of 64") < said.index("with all parts")
    assert said == outcome(asked.text, variant)


@variants
@languages
def test_the_losses_below_the_curves_are_means_of_the_last_measurements(variant, language):
    note = Asked("ablations", language, variant=variant).all(Note)[1].text
    for name in ("whole", variant):
        last = [one.loss for seed in SEEDS for one in ablated(name, seed).records[-SETTLED:]]
        assert f"{fmean(last):.2f}" in note
    assert str(EVERY * (SETTLED - 1)) in note


@pytest.mark.parametrize(
    ("whole", "without", "verdict"),
    [(1, 0, "fails"), (1, 0.09, "fails"), (1, 0.1, "worse"), (1, 0.94, "worse"),
     (1, 0.96, "as_well"), (0.96, 1, "as_well"), (0.9, 1, "better"), (0, 0, "as_well")],
)  # fmt: skip
def test_a_verdict_follows_from_both_shares(whole, without, verdict):
    assert verdict_of(whole, without) == verdict


def test_bars_have_what_every_model_gets_right_with_every_seed(language):
    asked = Asked("ablations", language, parts=True)
    head = asked.text("all_parts.exact", held_out=MEASURED)
    *bars, said = asked.all(Curves)[0].figure["data"]
    assert next(one.text for one in asked.all(Note, "picture")) == head
    assert said["y"] == [asked.text(f"variant.{name}") for name in CONFIGS]
    for place, (name, share) in enumerate(zip(CONFIGS, said["text"], strict=True)):
        assert [bar["x"][place] for bar in bars] == finals(name)
        ends = {f"{end(finals(name)):.0%}".rstrip("%") for end in (min, max)}
        assert {*share.rstrip("%").split("–")} == ends


def test_the_outcomes_of_all_parts_stand_first_where_they_are_asked_for():
    first, second = Asked("ablations", parts=True).parts("picture")[:2]
    assert isinstance(first, Note) and isinstance(second, Curves) and second.id == "parts"
    assert isinstance(Asked("ablations").parts("picture")[0], Board)


def test_one_head_leads_to_what_several_see(language):
    links = Asked("ablations", language, variant="one_head").all(Link)
    assert links[-1].address.startswith("multi_head_attention?")
    assert links[-1].address.endswith("ask=several_heads")


def test_what_counts_as_equal_is_less_than_the_seeds_of_the_whole_differ_by():
    assert max(finals("whole")) - min(finals("whole")) > NEAR


def test_nothing_is_said_of_speed_where_a_seed_never_learned():
    assert finding("positions").first[1] is None
    assert "90%" not in Asked("ablations", variant="positions").all_text()


@variants
def test_each_measured_number_of_every_seed_is_drawn_next_to_the_whole(variant):
    asked = Asked("ablations", variant=variant, seed="2")
    for name, figure in zip(("exact", "loss"), asked.all(Curves)[:2], strict=True):
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
def test_both_attentions_are_of_the_seed_and_the_head_that_is_named(attention, seed):
    asked = Asked("ablations", variant="positions", seed=seed, attention=attention)
    for name, run in (("whole", "whole"), ("without", "positions")):
        weights = weights_of(run, int(seed), attention)
        matrix = asked.matrices[name]
        head = shown_head(attention, weights)
        assert torch.equal(torch.as_tensor(matrix.values), weights[head])
        assert asked.text("head", head=head + 1, heads=len(weights)) in matrix.note


@variants
@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_the_share_that_is_said_is_what_the_picture_shows(variant, seed):
    asked = Asked("ablations", variant=variant, seed=seed)
    whole, without = (
        f"{asked.values(name)[:10].flip(1).diagonal().mean():.0%}" for name in ("whole", "without")
    )
    said = f"It gives that digit {without} of its weight, with all parts {whole};"
    assert said in asked.all(Board)[0].hint


@variants
def test_the_sharpness_that_is_said_of_the_encoder_is_what_the_picture_shows(variant):
    asked = Asked("ablations", variant=variant, attention="encoder", seed="2")
    whole, without = (f"{asked.values(one).amax(1).mean():.0%}" for one in ("whole", "without"))
    said = f"That is {without} on average, with all parts {whole};"
    assert said in asked.all(Board)[0].hint


@pytest.mark.parametrize("seed", ["1", "2", "3"])
@languages
def test_the_spread_that_is_said_without_norms_is_that_of_the_last_layer(seed, language):
    asked = Asked("ablations", language, variant="norm", seed=seed)
    said = asked.all(Note)[0].text
    for name in ("whole", "norm"):
        numbers = forward_of(name, int(seed)).computation.tensors["decoder.output"]
        spreads = [row.std(correction=0) for row in numbers.squeeze(0)]
        assert f"{min(spreads):.2f}–{max(spreads):.2f}" in said


@variants
@languages
def test_the_page_says_why_the_part_is_missed_or_why_it_is_not(variant, language):
    asked = Asked("ablations", language, variant=variant)
    note = asked.all(Note)[0].text
    assert note == reason(asked.text, asked.setting)
    is_missed = finding(variant).verdict in ("fails", "worse")
    kind, other = ("missed", "not_missed") if is_missed else ("not_missed", "missed")
    values = dict.fromkeys(
        ("whole", "without", "seed", "root", "high", "peak", "low", "times"), "1"
    )
    values |= {
        "high_exact": "1%",
        "low_exact": "1%",
        "whole_exact": "1%",
        "warm_up": asked.text("variant.warm_up"),
    }
    same, different = (asked.text(f"{one}.{variant}", **values) for one in (kind, other))
    assert re.sub(r"[\d.–]+", "1", note) == re.sub(r"[\d.–]+", "1", same)
    assert re.sub(r"[\d.–]+", "1", note) != re.sub(r"[\d.–]+", "1", different)


@languages
def test_the_heights_of_the_rate_are_those_that_the_runs_had(language):
    """Each number in the sentence, and that the low peak is the one with warm-up."""
    peaks = {}
    for name in ("warm_up", "low_peak", "whole"):
        config, steps = CONFIGS[name], torch.arange(1, CONFIGS[name].steps)
        rates = learning_rate(steps, config.d_model, config.warmup_steps, config.factor)
        peaks[name] = float(rates.max())
    steep, gentle, whole = peaks.values()
    assert gentle == pytest.approx(whole, rel=0.02)
    for variant in ("warm_up", "low_peak"):
        note = Asked("ablations", language, variant=variant).all(Note)[0].text
        for height in (steep, gentle):
            assert f"{height:.2g}" in note
    note = Asked("ablations", language, variant="warm_up").all(Note)[0].text
    assert f"{steep / whole:.0f}" in note and finding("warm_up").verdict == "fails"
    worst, best = finding("low_peak").without
    assert f"{100 * worst:.0f}–{100 * best:.0f}%" in note
    said = " ".join(one.text for one in Asked("ablations", language, variant="warm_up").all(Note))
    assert not re.search("학습률, 가중치|learning rates and starting", said)


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
    link = Asked("ablations", variant=variant, seed="2").all(Link)[0]
    opened = Asked.at("training", **dict(parse_qsl(urlsplit(link.address).query)))
    config = config_of(opened.setting)
    wanted = CONFIGS[variant if variant in LIVE else "whole"]
    assert config.seed == 2
    assert (config.transformer, config.scaled, config.positional_encoding, config.steps) == (
        wanted.transformer, wanted.scaled, wanted.positional_encoding, wanted.steps
    )  # fmt: skip
