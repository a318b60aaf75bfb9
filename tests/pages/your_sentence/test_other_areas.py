"""What the process of a Hugging Face model shows below the picture, passed on by the server."""

import json
from dataclasses import replace

import pytest
import torch

from pages.translator import attention_source, other_source
from pages.translator.choices import OTHER
from pages.translator.setting import SentenceSetting
from pages.your_sentence.answer import PAGE
from pages.your_sentence.other_areas import TABS, needs_numbers
from transformer_core.explain.computation import Cell
from ui.answer.page_handler import PageHandler
from ui.answer.parts import Note, encode_parts
from ui.models import (
    NO_PATCHING,
    Attentions,
    BoardAbout,
    BoardQuestion,
    BoardSeen,
    HeadSummary,
    OffHead,
    PretrainedError,
)
from ui.state.address import Selection, State
from ui.state.typed_input import InputError
from ui.words.language import LANGUAGES, text_of

ABOUT = BoardAbout("gpt2", 2e-6, {"decoder": [2]}, True, {}, "")
IDS = {"src": [], "tgt": [1, 2]}
SEEN = BoardSeen([], ["a", "b"], IDS, "", False, False, "logits@0.0", {})
LOOK = Attentions(read=("a", "b"), predicted=("b", "c"), decoder=torch.full((1, 2, 2, 2), 0.5))


class FakeModel:
    """A model that answers as its process would."""

    architecture, gone, languages, beginnings, limit = "decoder", None, (), (), 8

    def __init__(self, board=ABOUT):
        self._board, self.asked, self.too_large = board, [], False

    @property
    def board(self):
        if isinstance(self._board, PretrainedError):
            raise self._board
        return self._board

    def look(self, sentence, target=None, languages=()):
        return LOOK

    def board_seen(self, question):
        return SEEN

    def board_summary(self, question, asked):
        self.asked.append(asked)
        if self.too_large:
            raise PretrainedError("summary_size", name="tiny", size="2.0", limit="1.0")
        return torch.tensor([[0.75, 0.0], [0.5, 0.25]])

    def board_area(
        self, question, area, language, pin="", trail="", other=None, patching=NO_PATCHING
    ):
        asked = () if patching == NO_PATCHING else patching
        self.asked.append((area, language, pin, trail, *asked))
        return encode_parts([Note(f"made {area}")])


@pytest.fixture
def shown(request, monkeypatch):
    def with_model(board=ABOUT):
        made = FakeModel(board)
        for module in (attention_source, other_source):
            monkeypatch.setattr(module, "loaded", lambda name: made)
        return made

    return with_model


def state(request, pin="", trail="", **values):
    """Of a sentence that no other test has, whose answers nobody has kept."""
    sentence = f"the cat of {request.node.name}"
    setting = SentenceSetting(model="hugging_face", name="tiny", sentence=sentence, **values)
    return State(setting, Selection(pin, trail))


def parts(language, made, area):
    body = PageHandler("your_sentence", language).encoded(made, [area])
    length = int.from_bytes(body[:4], "little")
    data = body[4 + length :]
    header = int.from_bytes(data[:4], "little")
    return json.loads(data[4 : 4 + header])["parts"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("tab", TABS)
def test_a_tab_is_made_by_the_process(shown, request, language, tab):
    model, made = shown(), state(request, below=tab)
    assert parts(language, made, tab) == [Note(f"made {tab}").header(None)]
    assert [(area, code) for area, code, *_ in model.asked] == [(tab, language)]
    assert parts(language, made, "heads") == []


def test_the_other_sentence_and_the_patch_go_to_the_process(shown, request):
    """Any sentence, also one that our translator cannot read, and a layer of two digits."""
    model, made = shown(), state(request, below="patching", other="Où est-il ?", patch="d11.3.2")
    parts("en", made, "patching")
    assert model.asked == [("patching", "en", "", "", "Où est-il ?", "d11.3.2", "put")]
    assert SentenceSetting.read(made.setting.to_json()).patch == "d11.3.2"
    with pytest.raises(InputError):
        SentenceSetting.read(made.setting.to_json() | {"other": " "})


def test_our_translator_gets_an_other_sentence_that_it_can_read(request):
    long = "dog " * 2000
    setting = state(request, below="patching", other=long).setting
    own = setting.with_values(model="translator", sentence="the dog slept")
    assert own.other == OTHER
    with pytest.raises(InputError):
        own.with_values(other=long)


def test_a_tab_that_is_not_open_asks_for_nothing(shown, request):
    model, made = shown(), state(request)
    for area in (*TABS, "arithmetic"):
        assert parts("en", made, area) == []
    assert model.asked == [] and not needs_numbers(made.setting)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_model_that_is_not_yet_open_is_said_to_be_on_its_way(shown, request, language):
    shown(None)
    handler, made = PageHandler("your_sentence", language), state(request, below="reading")
    _, said = parts(language, made, "reading")
    assert said["text"] == text_of("models", language)("notes.opening")
    assert handler.answer(made).areas["reading"].is_provisional


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_model_that_cannot_be_computed_is_named_with_the_reason(shown, request, language):
    shown(PretrainedError("no_part", name="tiny", part="hidden_act = 'odd'"))
    _, said = parts(language, state(request, below="reading"), "reading")
    assert said["tone"] == "warning" and "hidden_act = 'odd'" in said["text"]


def test_the_arithmetic_follows_a_word_of_the_board(shown, request):
    model, made = shown(), state(request, "read.1.1", "logits@1.3", below="reading")
    assert parts("en", made, "arithmetic") == [Note("made read_early").header(None)]
    assert model.asked == [("read_early", "en", "read.1.1", "logits@1.3")]
    followed = PAGE.followed(made, Cell("logits", (1, 3)), text_of("your_sentence", "en"))
    assert followed.selection.pin == "read.1.1"
    other = state(request, "weights.0.0", below="reading")
    assert not PAGE.followed(other, Cell("logits", (1, 3)), None).selection.pin


def test_the_picture_and_its_tabs_are_of_the_same_forward(request):
    """What was changed on the map has no effect on the picture above, so on the tabs neither."""
    changed = state(
        request, hidden=frozenset({1}), other_heads=frozenset({OffHead("decoder", 0, 1)}),
        writing="sampled", target="b",
    ).setting  # fmt: skip
    assert changed.plain_question == BoardQuestion(changed.sentence, "b")


@pytest.mark.parametrize("how", ["by_length", "gradient"])
def test_heads_are_summed_up_by_the_process_with_their_arithmetic(shown, request, how):
    model, made = shown(), state(request, "weights.1.0", combination=how, off=frozenset({1}))
    assert needs_numbers(made.setting)
    page = PAGE.answer(made, text_of("your_sentence", "en"))
    (board,) = page.areas["matrix"].parts()
    assert torch.as_tensor(board.items[0].values).tolist() == [[0.75, 0.0], [0.5, 0.25]]
    asked = HeadSummary(how, "decoder", 0, (0,))
    assert model.asked == [asked]
    assert parts("en", made, "arithmetic") == [Note(f"made {asked.area}").header(None)]
    assert model.asked[-1] == (asked.area, "en", "weights.1.0", "")
    text = text_of("your_sentence", "en")
    assert text(f"summary.{how}", layer=1) in said_below(made)


def said_below(made):
    answer = PAGE.answer(made, text_of("your_sentence", "en"))
    return [one.text for one in answer.areas["details"].parts() if isinstance(one, Note)]


@pytest.mark.parametrize(
    ("board", "how", "why"),
    [
        (None, "gradient", "opening"),
        (replace(ABOUT, has_logits=False), "gradient", "no_logits"),
        (ABOUT, "by_length", "summary_size"),
        (PretrainedError("no_part", name="tiny", part="x"), "by_length", "no_by_length"),
        (PretrainedError("no_part", name="tiny", part="x"), "gradient", "no_gradient"),
    ],
)
def test_what_cannot_be_summed_up_says_why_and_is_an_average(shown, request, board, how, why):
    model, made = shown(board), state(request, combination=how)
    model.too_large = why == "summary_size"
    assert text_of("your_sentence", "en")(f"ignored.{why}") in said_below(made)
    answer = PAGE.answer(made, text_of("your_sentence", "en"))
    (matrix,) = answer.areas["matrix"].parts()
    assert torch.as_tensor(matrix.items[0].values).tolist() == [[0.5, 0.5], [0.5, 0.5]]
    assert parts("en", made, "arithmetic") == []


def test_a_summary_of_words_has_no_arithmetic_of_pieces(shown, request):
    shown()
    made = state(request, combination="by_length", whole_words=True)
    assert parts("en", made, "arithmetic") == []
