"""The sentence page on a screen, as Streamlit runs it."""

import pytest

from english_korean import SHIPPED, Translator
from english_korean.checkpoint import load_checkpoint
from pages.translator.model_edits import the_translator
from tests.pages.conftest import errors
from tests.pages.your_sentence.models_here import model_here
from ui.models import loading
from ui.words.language import text_of


def kept(app):
    """The setting in force."""
    return app.session_state["workbench.ys"].history.state


def test_it_opens_in_both_languages(open_page, language):
    app = open_page("your_sentence", language)
    assert not app.exception
    assert app.title[0].value == text_of("your_sentence", language)("title")


@pytest.mark.parametrize("sentence", ["", "?!", "w " * 10_000, "w " * 129, "x" * 5000 + " is here"])
def test_a_bad_sentence_is_said_and_the_last_good_one_stays(open_page, language, sentence):
    app = open_page("your_sentence", language)
    before = kept(app)
    app.text_input(key="ys_sentence").set_value(sentence).run()
    assert not app.exception
    assert len(errors(app)) == 1
    assert kept(app) == before


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ({}, ""),
        ({"ys_off": "1_2_3"}, ""),
        ({"ys_off": "1_2_3", "ys_combination": "maximum"}, "one_head"),
        ({"ys_off": "1_2_3", "ys_combination": "each"}, ""),
        ({"ys_off": "0_3", "ys_combination": "difference"}, ""),
        ({"ys_combination": "difference"}, "further_heads"),
    ],
)
def test_heads_that_do_not_count_are_said_next_to_the_control(
    open_page, language, address, message
):
    text = text_of("your_sentence", language)
    captions = [one.value for one in open_page("your_sentence", language, **address).caption]
    assert captions == ([text(f"ignored.{message}")] if message else [])


@pytest.mark.thorough
def test_every_control_moves(open_page):
    app = open_page("your_sentence", ys_writing="sampled")
    for name, value in {"temperature": 2.5, "top_k": 7, "draw": 3, "threshold": 20}.items():
        app.number_input(key=f"ys_{name}").set_value(value).run()
        assert getattr(kept(app), name) == value
    choices = {"kind": "encoder", "combination": "maximum", "model": "untrained"}
    for name, value in {**choices, "level": "formal"}.items():
        app.segmented_control(key=f"ys_{name}").set_value(value).run()
        assert getattr(kept(app), name) == value
    app.select_slider(key="ys_layer_1_2").set_value(1).run()
    app.toggle(key="ys_beside").set_value(True).run()
    app.toggle(key="ys_honorific").set_value(False).run()
    assert (kept(app).layer, kept(app).beside, kept(app).honorific) == (1, True, False)
    app.segmented_control(key="ys_writing").set_value("beam").run()
    for name, value in {"beam_width": 6, "length_penalty": 1.2}.items():
        app.number_input(key=f"ys_{name}").set_value(value).run()
        assert getattr(kept(app), name) == value
    assert not app.exception


def test_an_alignment_can_be_shown_only_where_it_is_that_of_the_text(open_page):
    def toggles(**address):
        return [one.key for one in open_page("your_sentence", **address).toggle]

    assert toggles() == ["ys_honorific", "ys_aligned", "ys_beside"]
    for address in ({"ys_hidden": "5"}, {"ys_model": "untrained"}, {"ys_kind": "encoder"}):
        assert toggles(**address) == ["ys_honorific", "ys_beside"]


def test_random_weights_are_called_so(open_page, language):
    text = text_of("your_sentence", language)
    message = text("frame.untrained", seed="").strip()
    for model, is_random in (("translator", False), ("untrained", True)):
        app = open_page("your_sentence", language, ys_model=model)
        assert any(message in one.value for one in app.markdown) == is_random


def test_forcing_fills_the_field_with_what_it_starts_from(open_page):
    app = open_page("your_sentence")
    app.segmented_control(key="ys_writing").set_value("forced").run()
    assert app.text_input(key="ys_forced").value.startswith("행복하- -ㄴ 학생")
    app.text_input(key="ys_forced").set_value("학생 -은/는").run()
    app.text_input(key="ys_sentence").set_value("I love you").run()
    assert app.text_input(key="ys_forced").value.startswith("나 -은/는")
    assert not app.exception


def test_a_morpheme_that_the_model_does_not_have_is_named(open_page):
    app = open_page("your_sentence", ys_writing="forced")
    app.text_input(key="ys_forced").set_value("학생 <b>").run()
    assert len(errors(app)) == 1
    assert "학생" in kept(app).how.forced


def test_a_model_of_a_folder_is_loaded(open_page, tmp_path, monkeypatch):
    tiny_models = pytest.importorskip("tests.lab.pretrained.tiny_models")
    folder = tmp_path / "bart"
    tiny_models.save_bart(folder)
    # Here, not on a worker: how it comes there is for tests/ui/models/test_process.py.
    monkeypatch.setattr(loading, "open_model", model_here)
    app = open_page("your_sentence", ys_model="hugging_face", ys_name=str(folder))
    assert not app.exception
    assert kept(app).attention_source.written is None


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("save", "has_kinds", "languages"),
    [("bert", False, 0), ("gpt2", False, 0), ("bart", True, 0), ("m2m100", True, 2)],
)
def test_another_models_controls_are_its_own_as_soon_as_it_is_read(
    open_page, tmp_path, monkeypatch, language, save, has_kinds, languages
):
    tiny_models = pytest.importorskip("tests.lab.pretrained.tiny_models")
    multilingual = pytest.importorskip("tests.lab.pretrained.multilingual_models")
    {**tiny_models.SAVE, **multilingual.SAVE_MULTILINGUAL}[save](tmp_path / save)
    monkeypatch.setattr(loading, "open_model", model_here)
    app = open_page(
        "your_sentence", language, ys_model="hugging_face", ys_name=str(tmp_path / save)
    )
    drawn = [one.key for one in app.segmented_control]
    assert ("ys_kind" in drawn) == has_kinds
    assert len(app.selectbox) == languages
    text = text_of("your_sentence", language)
    assert app.text_input(key="ys_sentence").label == text("controls.any_sentence")
    if languages:
        app.selectbox(key="ys_target_language").set_value("ko").run()
        assert not app.exception
        assert kept(app).attention_source.attentions.languages == ("en", "ko")
        # Told apart by numbers where random weights write the language again.
        read = kept(app).attention_source.attentions.read
        assert any(token.startswith("__ko__") for token in read)


def damaged(folder, file, harm):
    """The shipped translator with one file harmed."""
    for shipped in SHIPPED.iterdir():
        (folder / shipped.name).write_bytes(shipped.read_bytes())
    if harm == "missing":
        (folder / file).unlink()
    else:
        data = (folder / file).read_bytes()
        ends = {"truncated": b"", "altered": b"\xff" * 4096}
        (folder / file).write_bytes(data[:-4096] + ends[harm])


@pytest.mark.parametrize("harm", ["missing", "truncated", "altered"])
@pytest.mark.parametrize("file", ["model.safetensors", "vocabulary.json"])
def test_a_damaged_translator_is_said_in_one_sentence(
    open_page, language, tmp_path, monkeypatch, file, harm
):
    damaged(tmp_path, file, harm)
    monkeypatch.setattr(Translator, "load", classmethod(lambda cls: cls(load_checkpoint(tmp_path))))
    the_translator.cache_clear()
    try:
        for name in ("your_sentence", "overview"):
            app = open_page(name, language)
            assert not app.exception
            (text,) = app.error
            words = text_of(name, language)
            assert text.value == words("errors.translator", file=file)
            assert app.title[0].value == words("title")
        assert not open_page("encoder_decoder", language).error
    finally:
        the_translator.cache_clear()
