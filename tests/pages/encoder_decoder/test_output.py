"""What comes out of the model: next tokens, the norms over depth, the counts."""

from dataclasses import asdict

import plotly.graph_objects as go
import pytest
import torch

from pages.encoder_decoder.sizes import MOST_COMPUTED, PRESETS, counts_of
from tests.pages.encoder_decoder.model_page import asked, records_of
from ui.answer.parts import Curves, Legend, Table
from ui.words.language import LANGUAGES


def test_the_likeliest_tokens_stand_after_each_token():
    page = asked()
    (table,) = page.all(Table, "below")
    shares = torch.softmax(records_of(page.setting)["logits"][0], dim=-1)
    assert list(table.columns) == ["after", "expected", "1", "2", "3", "4", "5"]
    assert table.columns["1"][0].endswith(f"{100 * float(shares[0].max()):.1f}%")


def test_a_share_of_one_token_in_very_many_is_not_shown_as_0():
    (table,) = asked(vocab_size=9000).all(Table, "below")
    shares = [cell.split()[-1] for place in "12345" for cell in table.columns[place]]
    assert all(float(share.removesuffix("%")) > 0 for share in shares)


def test_the_next_tokens_of_a_trained_model_are_not_called_random():
    trained, untrained = asked(steps=2), asked()
    for page, name, other in (
        (trained, "about_trained", "about"),
        (untrained, "about", "about_trained"),
    ):
        assert page.text(f"output.{name}") in page.notes
        assert page.text(f"output.{other}") not in page.notes


def test_dropout_at_work_says_by_how_much_the_logits_differ():
    page = asked(dropping=True)
    without = asked().setting.forward.records["logits"]
    difference = float((page.setting.forward.records["logits"] - without).abs().max())
    text = page.text("output.dropout_difference", difference=f"{difference:.4f}")
    assert difference > 0.01
    assert text in page.notes
    assert "dropout" not in " ".join(asked().notes).lower()


def test_post_norm_pulls_every_sum_back_and_pre_norm_lets_it_grow():
    page = asked(below="depth")
    encoder, decoder = page.all(Curves, "below")
    assert list(go.Figure(encoder.figure).data[0].x) == [1, 2, 3, 4]
    assert list(go.Figure(decoder.figure).data[0].x) == [1, 2, 3, 4, 5, 6]
    after_post, sums_pre = go.Figure(encoder.figure).data[1].y, go.Figure(encoder.figure).data[2].y
    assert list(after_post) == pytest.approx([1.0] * 4, abs=0.05)
    assert sums_pre[-1] > 1.2 * sums_pre[0]
    (legend,) = page.all(Legend, "below")
    drawn = [trace.line.color for trace in go.Figure(encoder.figure).data if trace.mode == "lines"]
    assert [entry.colour for entry in legend.entries] == drawn


def test_a_vector_of_one_number_is_said_to_spread_nowhere():
    page = asked(below="depth", d_model=1, num_heads=1)
    assert page.text("depth.about_one") in page.notes
    assert not [note for note in page.notes if "norm" in note]


@pytest.mark.sampled
@pytest.mark.parametrize(
    "values",
    [
        {},
        # Of two numbers, the sums of pre-norm shrink from one end to the other.
        {"d_model": 2, "num_heads": 1, "seed": 3},
        {"d_model": 4, "num_heads": 1, "d_ff": 1, "num_layers": 1},
        {"num_layers": 6, "norm": "pre"},
        {"steps": 30},
        {"source": "a", "target": "le chat dort", "padding": 4},
    ],
    ids=str,
)
def test_what_is_said_of_the_norms_is_what_the_curves_show(language, values):
    page = asked(language, below="depth", **values)
    ends, after = {}, []
    for name, curves in zip(("encoder", "decoder"), page.all(Curves, "below"), strict=True):
        _, after_post, sums_pre, *_ = (line.y for line in go.Figure(curves.figure).data)
        after += list(after_post)
        ends |= {f"{name}_first": f"{sums_pre[0]:.2f}", f"{name}_last": f"{sums_pre[-1]:.2f}"}
    least, most = f"{min(after):.2f}", f"{max(after):.2f}"
    between = page.text("depth.between", least=least, most=most)
    assert (least, most) == ("1.00", "1.00") or "steps" in values
    post = "1" if least == most else between
    assert page.text("depth.about", post=post, **ends) in page.notes


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_model_says_how_many_parameters_it_has_and_a_large_one_that_it_is_not_computed(
    preset, language
):
    page = asked(language, **asdict(PRESETS[preset]))
    total = sum(counts_of(PRESETS[preset], False).values())
    assert page.text("counts.total", count=f"{total:,}") in page.notes
    text = page.text("not_computed", limit=f"{MOST_COMPUTED:,}")
    assert (text in page.notes) == (total > 64_000_000) == (preset == "paper_big")
    assert bool(page.all(Table, "details")) == (preset == "paper_big")


@pytest.mark.parametrize("norm", ["post", "pre"])
@pytest.mark.parametrize("shared", [False, True])
def test_the_counts_of_the_parts_add_up_to_the_model_s(norm, shared):
    page = asked(norm=norm, shared=shared, num_layers=3, below="counts")
    (table,) = page.all(Table)
    _, *counts = table.columns.values()
    *parts, total = (int(column[0].replace(",", "")) for column in counts)
    assert sum(parts) == total
    assert total == sum(one.numel() for one in page.setting.forward.model.parameters())


def test_the_source_example_has_the_paper_formula_s_count():
    sizes = PRESETS["example"]
    counts = counts_of(sizes, False)
    d, ff, vocab = sizes.d_model, sizes.d_ff, sizes.vocab_size
    attention, feed_forward, norm = 4 * (d * d + d), 2 * d * ff + ff + d, 2 * d
    layers = sizes.num_layers * (3 * attention + 2 * feed_forward + 5 * norm)
    assert sum(counts.values()) == 2 * vocab * d + layers + d * vocab + vocab


@pytest.mark.parametrize(
    ("preset", "shared", "apart"),
    [("paper_base", "63,082,496", "101,007,496"), ("paper_big", "214,245,376", "290,058,376")],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_papers_models_show_both_counts_and_why_the_papers_differs(
    language, preset, shared, apart
):
    page = asked(language, **asdict(PRESETS[preset]), below="counts")
    text = page.text
    assert page.setting.shared
    assert text("counts.total", count=shared) in page.notes
    assert text("counts.sharing", shared=shared, apart=apart) in page.notes
    assert text("counts.paper") in page.notes
    whole = {"en": "whole model has", "ko": "모델 전체의 파라미터"}[language]
    (said,) = [note for note in page.notes if shared in note and apart in note]
    assert whole in said
    page = asked(language, **asdict(PRESETS[preset]) | {"shared": False})
    assert text("counts.total", count=apart) in page.notes
    assert text("counts.paper") in page.notes


def test_the_papers_counts_are_given_beside_its_models_only():
    page = asked(below="counts")
    assert page.all(Table, "below")[0].columns["Total"][0] == "12,704"
    assert not any("65 million" in note for note in page.notes)


def test_dropout_of_0_is_said_to_drop_nothing(language):
    page = asked(language, dropping=True, dropout=0.0)
    assert page.text("ignored.nothing_dropped") in page.notes
    assert page.text("output.dropout_difference", difference="0.0000") not in page.notes


def test_no_line_over_depth_is_hidden_by_another():
    for curves in asked(below="depth").all(Curves, "below"):
        lines = [line for line in curves.figure["data"] if line["mode"] == "lines"]
        looks = [(line["line"]["color"], line["line"].get("dash", "solid")) for line in lines]
        assert len(set(looks)) == len(lines) == 5
        # Both norms give the same spread: the upper one is dotted.
        assert (lines[1]["line"].get("dash"), lines[3]["line"]["dash"]) == (None, "dot")
        first, last = curves.figure["layout"]["xaxis"]["range"]
        assert 0 < first < lines[0]["x"][0] and lines[-1]["x"][-1] < last < lines[-1]["x"][-1] + 1


def test_tokens_without_a_word_are_explained_where_they_are_named():
    assert any("#31 is the last one" in note for note in asked().notes)
    assert any("has 37,000 tokens" in note for note in asked(vocab_size=37_000).notes)
