"""The encoder-decoder page on a screen, as Streamlit runs it."""

import pytest
import torch

from pages.encoder_decoder.blocks import FIRST_BLOCK
from pages.encoder_decoder.setting import EncoderDecoderSetting
from tests.pages.conftest import errors
from ui.state.address import read_state
from ui.words.language import text_of


def kept(app):
    """The setting in force."""
    return app.session_state["workbench.ed"].history.state


def test_it_opens_in_both_languages_and_says_untrained(open_page, language):
    app = open_page("encoder_decoder", language)
    assert not app.exception
    text = text_of("encoder_decoder", language)
    assert app.title[0].value == text("title")
    assert any(text("frame.untrained", seed=5) in block.value for block in app.markdown)
    assert len(app.latex) == 2


def test_what_is_not_computed_is_not_called_random(open_page):
    app = open_page("encoder_decoder", ed_d_model="4096", ed_num_heads="8")
    assert not any("untrained" in block.value for block in app.markdown)


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ({}, "ignored.dropout"),
        ({"ed_dropout": "0"}, ""),
        ({"ed_dropping": "true"}, ""),
        ({"ed_dropping": "true", "ed_dropout": "0"}, "ignored.nothing_dropped"),
        ({"ed_d_model": "4096"}, "ignored.large"),
        ({"ed_steps": "5", "ed_dropping": "true"}, "ignored.steps_dropout"),
        ({"ed_reads": "own", "ed_dropping": "true"}, "ignored.steps_dropout"),
    ],
)
def test_what_changes_nothing_says_so_beside_the_control(open_page, language, address, message):
    text = text_of("encoder_decoder", language)
    captions = [one.value for one in open_page("encoder_decoder", language, **address).caption]
    assert captions == ([text(message)] if message else [])


def test_a_model_that_is_too_large_to_be_trained_says_so_and_stays_random(open_page, language):
    text = text_of("encoder_decoder", language)
    app = open_page("encoder_decoder", language, ed_steps="5", ed_d_model="64", ed_d_ff="512")
    captions = [one.value for one in app.caption]
    assert text("ignored.steps_large", limit="50,000") in captions
    assert any(text("frame.untrained", seed=5) in block.value for block in app.markdown)


def test_a_trained_model_is_not_called_random(open_page, language):
    text = text_of("encoder_decoder", language)
    app = open_page("encoder_decoder", language, ed_steps="5")
    badges = [block.value for block in app.markdown]
    assert any(text("trained.badge") in badge for badge in badges)
    assert not any(text("frame.untrained", seed=5) in badge for badge in badges)


def test_every_control_moves(open_page):
    app = open_page("encoder_decoder")
    numbers = {
        "num_layers": 3, "d_model": 24, "num_heads": 4, "d_ff": 7, "vocab_size": 40,
        "dropout": 0.5, "padding": 0, "seed": 9, "label_smoothing": 0.3,
        "steps": 2,
    }  # fmt: skip
    for name, value in numbers.items():
        app.number_input(key=f"ed_{name}").set_value(value).run()
        assert not app.exception, name
    app.toggle(key="ed_dropping").set_value(True).run()
    app.toggle(key="ed_shared").set_value(True).run()
    app.number_input(key="ed_dropout_seed").set_value(3).run()
    app.text_input(key="ed_source").set_value("<b>x</b> 🙂 한국어").run()
    app.text_input(key="ed_target").set_value("مرحبا").run()
    app.segmented_control(key="ed_norm").set_value("pre").run()
    app.segmented_control(key="ed_reads").set_value("own").run()
    assert not app.exception
    others = {"dropping": True, "shared": True, "dropout_seed": 3, "norm": "pre", "reads": "own"}
    others |= {"source": "<b>x</b> 🙂 한국어", "target": "مرحبا"}
    for name, value in (numbers | others).items():
        assert getattr(kept(app), name) == value


@pytest.mark.parametrize(
    ("name", "value"),
    [("num_layers", 0), ("num_layers", 1_000_000), ("d_model", 15), ("num_heads", 3)],
)
def test_impossible_sizes_are_said_and_the_last_good_ones_stay(open_page, language, name, value):
    app = open_page("encoder_decoder", language)
    before = kept(app)
    app.number_input(key=f"ed_{name}").set_value(value).run()
    assert not app.exception
    (text,) = errors(app)
    assert str(value) in text.replace(",", "")
    assert kept(app) == before


def test_two_sizes_that_are_possible_only_together_are_taken_together(open_page):
    app = open_page("encoder_decoder")
    app.number_input(key="ed_num_heads").set_value(3).run()
    app.number_input(key="ed_d_model").set_value(24).run()
    assert not errors(app)
    assert (kept(app).num_heads, kept(app).d_model) == (3, 24)


@pytest.mark.parametrize("field", ["source", "target"])
@pytest.mark.parametrize("text", ["", "w " * 33, "w " * 10_000, "w" * 10_000])
def test_wrong_sentences_keep_the_last_good_ones(open_page, language, field, text):
    app = open_page("encoder_decoder", language)
    before = kept(app)
    app.text_input(key=f"ed_{field}").set_value(text).run()
    assert not app.exception
    assert len(errors(app)) == 1
    assert kept(app) == before


def test_a_vocabulary_that_is_too_small_is_said(open_page, language):
    app = open_page("encoder_decoder", language)
    app.number_input(key="ed_vocab_size").set_value(8).run()
    text = text_of("encoder_decoder", language)
    needed = 3 + len({*kept(app).source_words, *kept(app).target_words})
    assert errors(app) == [text("errors.vocabulary_too_small", vocab_size=8, needed=needed)]


@pytest.mark.parametrize(
    "block", ["x", "encoder.layers.99.norm_1", "encoder.layers.0.norm_3", "a.layers.²", "<b>"]
)
def test_bad_blocks_in_the_address_fall_back(block):
    text = text_of("encoder_decoder", "en")
    setting = read_state(EncoderDecoderSetting, text, {"ed_block": block, "ed_seed": "7"}).setting
    assert (setting.opened, setting.seed) == (FIRST_BLOCK, 7)


def test_the_setting_computes_what_it_names():
    setting = EncoderDecoderSetting.default(text_of("encoder_decoder", "en"))
    logits = setting.forward.records["logits"]
    assert logits.shape == (1, 5, 32)
    assert setting.forward.records is setting.with_values(below="loss").forward.records
    assert not torch.equal(logits, setting.with_values(seed=6).forward.records["logits"])
