"""What the page says of another model is true of its kind, its way of writing and its tokens."""

import pytest
import torch

from pages.translator.attention_source import AttentionSource
from pages.translator.head_choice import HeadChoice
from pages.your_sentence.other_model import other_model_details
from pages.your_sentence.views import SentenceViews
from tests.pages.your_sentence.models_here import model_here
from tests.pages.your_sentence.sentence_page import AskedSentence
from ui.answer.parts import Board, Heading
from ui.models import Attentions, load, loading
from ui.words.language import LANGUAGES, text_of

tiny_models = pytest.importorskip("tests.lab.pretrained.tiny_models")
multilingual = pytest.importorskip("tests.lab.pretrained.multilingual_models")

ROWS = ("encoder", "reading", "decoder", "cross")


@pytest.fixture
def shown(tmp_path, monkeypatch):
    """shown("bert", language, ...) is the page with that model, read in this process."""
    monkeypatch.setattr(loading, "open_model", model_here)

    def page(model, language="en", **setting):
        folder = tmp_path / model
        if not folder.exists():
            {**tiny_models.SAVE, **multilingual.SAVE_MULTILINGUAL}[model](folder)
        load(str(folder))
        return AskedSentence(language, model="hugging_face", name=str(folder), **setting)

    return page


def words(page):
    return text_of("models", page.text.language)


def notes_of(page):
    return "\n".join(page.notes)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("model", "kind", "rows"),
    [
        ("bert", "cross", "encoder"),
        ("gpt2", "cross", "reading"),
        ("t5", "encoder", "encoder"),
        ("t5", "decoder", "decoder"),
        ("t5", "cross", "cross"),
    ],
)
def test_rows_are_explained_for_the_kind_of_attention_that_is_shown(
    shown, language, model, kind, rows
):
    page = shown(model, language, kind=kind, target="a dog")
    assert [one for one in ROWS if words(page)(f"rows.{one}") in notes_of(page)] == [rows]


@pytest.mark.parametrize(
    ("model", "sentence", "marks"),
    [
        ("bert", "the cats", {"goes_on"}),
        ("bert", "cat", set()),
        ("gpt2", "the cat ☃", {"space", "bytes"}),
    ],
)
def test_only_marks_that_are_there_are_explained(shown, model, sentence, marks):
    page = shown(model, sentence=sentence)
    section = words(page).section("marks")
    explained = {name for name, text in section.items() if text in notes_of(page)}
    # What a GPT-like model predicts may have marks of its own.
    assert explained == set(page.setting.attention_source.attentions.marks) >= marks
    if model == "bert":
        assert explained == marks


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("model", "side"), [("bert", "encoder"), ("gpt2", "decoder")])
def test_a_target_without_effect_is_said_to_have_none(shown, language, model, side):
    page = shown(model, language, target="a dog")
    assert words(page)(f"ignored.{side}") in page.notes
    assert words(page)(f"ignored.{side}") not in shown(model, language).notes
    assert words(page)(f"ignored.{side}") not in shown("t5", language, target="a dog").notes


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_was_written_is_shown_as_text(shown, language):
    page = shown("t5", language)
    (heading,) = page.all(Heading, "written")
    assert heading.title == page.setting.attention_source.attentions.target or words(page)(
        "notes.nothing_written"
    )
    assert words(page)("notes.generated") in notes_of(page)
    given = shown("t5", language, target="a dog")
    assert not given.all(Heading, "written")
    assert words(page)("notes.generated") not in notes_of(given)


def test_what_is_off_in_writing_is_named(shown):
    page = shown("bart")
    assert "forced_eos_token_id = 2" in notes_of(page)
    assert "forced_eos_token_id" not in notes_of(shown("bart", target="a dog"))


def test_languages_can_be_chosen_and_are_named(shown):
    page = shown("nllb", target="hello", source_language="kor_Hang", target_language="eng_Latn")
    assert words(page)("notes.languages", source="kor_Hang", target="eng_Latn") in notes_of(page)
    assert page.setting.languages(0)[0] == "eng_Latn"
    assert page.ran("core")["attentions"].languages == ("kor_Hang", "eng_Latn")
    assert AskedSentence().setting.languages(0) == ("",)


@pytest.mark.parametrize("model", ["gpt2", "t5"])
def test_keys_that_come_later_are_hatched(shown, model):
    page = shown(model, kind="decoder", target="a dog ran")
    for name in ("weights", "all_heads"):
        hidden = torch.as_tensor(page.matrices[name].hidden)
        assert torch.equal(hidden, torch.ones_like(hidden).triu(1))


def test_no_key_of_an_encoder_is_hatched(shown):
    assert shown("bert").matrices["weights"].hidden is None


def test_the_hint_promises_nothing_that_made_a_number(shown):
    boards = {one.id: one.hint for one in shown("bert").all(Board, "matrix")}
    assert boards == {"weights": AskedSentence().text("other_model.hint")}
    (own,) = AskedSentence().all(Board, "matrix")
    assert own.hint == AskedSentence().text("matrix_view.hint")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("share", "kind", "combination", "is_said"),
    [
        (0.8, "encoder", "average", True),
        (0.8, "encoder", "each", True),
        (0.2, "encoder", "average", False),
        (0.8, "encoder", "maximum", False),
        (0.8, "encoder", "difference", False),
        (0.8, "cross", "average", False),
    ],
)
def test_a_large_weight_on_the_first_token_is_said_with_its_size(
    language, share, kind, combination, is_said
):
    pieces = ("<s>", "a", "b", "c")
    weights = torch.full((1, 2, 4, 4), (1 - share) / 3)
    weights[..., 0] = share
    weights[:, :, 0] = 0.25
    seen = Attentions(pieces, pieces, pieces, encoder=weights, cross=weights)
    choice = HeadChoice(kind, 0, (0, 1), combination, 0.05)
    text = text_of("your_sentence", language)
    views = SentenceViews(text, seen, choice, 4)
    notes = [note.text for note in other_model_details(text, AttentionSource(seen), choice, views)]
    sentence = text_of("models", language)("notes.first_token", share="80", token="<s>")
    assert (sentence in notes) == is_said


@pytest.mark.parametrize("sentence", ["🙂🙂", "!!!", "w " * 200, "나는 학생"])
def test_the_translators_limits_bind_no_other_model(shown, sentence):
    page = shown("gpt2").typed(sentence=sentence)
    assert page.setting.sentence == sentence
    cut = words(page)("notes.source_cut", limit=128)
    assert (cut in notes_of(page)) == (len(sentence) > 300)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_translator_goes_on_with_an_example_where_it_cannot_read_the_sentence(
    language, monkeypatch
):
    monkeypatch.setenv("WORKBENCH_MODELS", "a/b")
    page = AskedSentence(language, model="hugging_face", name="b/c", sentence="!!!")
    assert words(page)("notes.goes_on_with_example") in notes_of(page)
    assert page.heading == "행복한 학생은 어제 책을 샀다."
