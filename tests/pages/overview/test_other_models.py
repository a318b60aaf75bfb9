"""A Hugging Face model on Overview: what the server says of it, and what if its process ends."""

import json
from dataclasses import replace

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from pages.overview import other_files
from pages.overview.answer import PAGE
from pages.overview.other_answer import scientific
from pages.translator import other_source
from pages.translator.other_edits import parameter_place, read_numbers, read_off_heads
from pages.translator.setting import SentenceSetting
from ui.answer.page_handler import PageHandler
from ui.answer.parts import Note, encode_parts
from ui.models import BoardAbout, BoardSeen, Continued, OffHead, PretrainedError, SetNumber
from ui.share.route import ROUTES
from ui.state.address import State
from ui.state.change import ParameterEdit
from ui.words.language import LANGUAGES

ABOUT = BoardAbout("bert", 2e-6, {"encoder": [2, 2]}, True, {"w.weight": [4, 3]}, "[MASK]")
SHAPES = {"probabilities": [3, 12], "logits": [3, 12]}
SEEN = BoardSeen(
    src=["[CLS]", "the", "cat"],
    tgt=[],
    ids={"src": [2, 7, 9], "tgt": []},
    written="",
    is_cut=False,
    is_target_cut=False,
    first="probabilities@2.9",
    shapes=SHAPES,
)


class FakeModel:
    """A model that answers as its process would."""

    architecture, gone, board = "encoder", None, ABOUT

    def __init__(self):
        self.ended = False
        self.asked = []

    def board_seen(self, question):
        return SEEN

    def board_area(self, question, area, language, pin="", trail="", other=None, patching=None):
        self.asked.append((area, pin))
        if self.ended:
            raise PretrainedError("ended", name="tiny")
        return encode_parts([Note(f"made {area}")])


@pytest.fixture
def model(monkeypatch):
    made = FakeModel()
    for module in (other_source, other_files):
        monkeypatch.setattr(module, "loaded", lambda name: made)
    return made


def state(request, pin="", **values):
    """Of a sentence that no other test has, whose answers nobody has kept."""
    sentence = f"the cat of {request.node.name}"
    setting = SentenceSetting(model="hugging_face", name="tiny", sentence=sentence, **values)
    made = State(setting)
    return PAGE.pinned(made, pin) if pin else made


def parts(handler, made, area):
    body = handler.encoded(made, [area])
    length = int.from_bytes(body[:4], "little")
    data = body[4 + length :]
    header = int.from_bytes(data[:4], "little")
    return json.loads(data[4 : 4 + header])["parts"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_areas_of_the_process_are_passed_on(model, request, language):
    handler, made = PageHandler("overview", language), state(request, pin="logits@1.3")
    assert parts(handler, made, "map") == [Note("made map").header(None)]
    parts(handler, made, "arithmetic")
    assert model.asked == [("map", ""), ("arithmetic", "logits@1.3")]
    (notice, *_) = parts(handler, made, "notice")
    assert "2\u00a0×\u00a010⁻⁶" in notice["text"]


@pytest.mark.parametrize("kind", ["npz", "safetensors"])
def test_the_files_of_its_tensors_come_from_its_process(model, request, kind):
    asked = []
    model.board_file = lambda question, *what: asked.append(what) or b"made there"
    made = state(request, pin="logits@1.3")
    values = {"setting": made.setting.to_json(), "selection": {"pin": "logits@1.3", "trail": ""}}
    client = TestClient(Starlette(routes=ROUTES))
    about = client.post("/share/overview/about?lang=en", content=json.dumps(values | {"link": ""}))
    assert (about.json()["tensors"], about.json()["shown"]) == (2, "logits")
    assert "{count}" not in about.json()["words"]["tensors_about"]
    for tensor in ("", "logits"):
        content = json.dumps(values | {"tensor": tensor})
        answer = client.post(f"/share/overview/{kind}?lang=en", content=content)
        assert answer.content == b"made there"
    assert [one[:2] for one in asked] == [(kind, ""), (kind, "logits")]
    assert "Attention Workbench" in asked[0][2]


@pytest.mark.parametrize("tensor", ["", "nothing"])
def test_what_cannot_be_saved_now_is_said(model, request, tensor):
    def ended(*what):
        raise PretrainedError("ended", name="tiny")

    model.board_file = ended
    values = {"setting": state(request).setting.to_json(), "selection": {"pin": "", "trail": ""}}
    client = TestClient(Starlette(routes=ROUTES))
    content = json.dumps(values | {"tensor": tensor})
    answer = client.post("/share/overview/npz?lang=en", content=content).json()
    assert answer == {"error": "There are no tensors to download now."}


def test_the_program_is_that_of_the_pinned_number(model, request):
    handler, made = PageHandler("overview", "en"), state(request, pin="logits@1.3")
    assert handler.answer(made).areas["pytorch"].follows_pin
    (program,) = parts(handler, made, "pytorch")
    (listing,) = program["listings"]
    assert 'shown, place = "logits", (1, 3)' in listing["text"]


def test_a_process_that_ends_gives_a_message_that_is_not_kept(model, request):
    handler, made = PageHandler("overview", "en"), state(request)
    model.ended = True
    (said,) = parts(handler, made, "map")
    assert said["tone"] == "warning" and "stopped" in said["text"]
    model.ended = False
    assert parts(handler, made, "map") == [Note("made map").header(None)]


def test_a_model_that_was_let_go_is_said_to_be_on_its_way(model, request, monkeypatch):
    handler, made = PageHandler("overview", "en"), state(request)
    handler.answer(made)
    monkeypatch.setattr(other_source, "loaded", lambda name: None)
    (said,) = parts(handler, made, "map")
    assert "prepared" in said["text"]


def test_a_model_without_a_map_is_named_with_the_reason(monkeypatch, request):
    def refused(name):
        raise PretrainedError("no_part", name="tiny", part="hidden_act = 'odd'")

    monkeypatch.setattr(other_source, "loaded", refused)
    notice = parts(PageHandler("overview", "en"), state(request), "notice")
    assert "hidden_act = 'odd'" in notice[0]["text"] and "Your sentence" in notice[0]["text"]


def test_only_a_cell_is_pinned(model, request):
    assert state(request, pin="logits@1.3").selection.pin == "logits@1.3"
    assert state(request, pin="<script>").selection.pin == ""


def test_a_parameter_is_set_and_an_embedding_is_its_tokens_row(model, request):
    setting = state(request).setting
    changed = PAGE.changed(setting, ParameterEdit("src_embeddings@2.5", 1.5))
    with pytest.raises(ValueError, match="not a parameter"):
        PAGE.changed(setting, ParameterEdit("w.weight@4.0", 1.0))
    assert changed.other_numbers == (SetNumber("src_embedding.weight", (9, 5), 1.5),)
    assert changed.board_question.numbers == changed.other_numbers


def test_the_mask_takes_the_place_of_the_last_word(model, request):
    chips = parts(PageHandler("overview", "en"), state(request), "chips")[0]["chips"]
    by_name = {one["label"]: one["setting"] for one in chips}
    assert by_name["Mask the last word"]["sentence"].endswith("of [MASK]")
    assert by_name["Switch a head off"]["other_heads"] == "e1.0"


@pytest.mark.parametrize(("special", "place"), [([0], 1), ([0, 1], 2), ([0, 1, 2], None)])
def test_the_token_to_hide_is_none_that_the_tokenizer_calls_special(
    model, request, monkeypatch, special, place
):
    """Whatever it looks like: "<b" may be a word, and a special token may be called anything."""
    seen = replace(SEEN, src=["[CLS]", "<b", "eos"], special={"src": special, "tgt": []})
    monkeypatch.setattr(model, "board_seen", lambda question: seen)
    chips = parts(PageHandler("overview", "en"), state(request), "chips")[0]["chips"]
    hidden = [one["setting"]["hidden"] for one in chips if one["label"] == "Hide one token"]
    assert hidden == ([] if place is None else [str(place)])


def test_changes_are_read_from_an_address():
    assert read_off_heads("d11.3_e0.2") == {OffHead("decoder", 11, 3), OffHead("encoder", 0, 2)}
    assert read_numbers("w.weight@3.2=0.5") == (SetNumber("w.weight", (3, 2), 0.5),)
    for bad in ("x0.1", "d1", "d1.1.1"):
        with pytest.raises(ValueError, match="list of heads"):
            read_off_heads(bad)
    for bad in ("w.weight=1", "w.weight@1=nan", "w.weight@1=1e9"):
        with pytest.raises(ValueError, match=r"number|range|float"):
            read_numbers(bad)


def test_what_is_no_parameter_has_no_place():
    assert parameter_place("w.weight", (3, 2), ABOUT.parameters, SEEN.ids) == ("w.weight", (3, 2))
    assert parameter_place("w.weight", (3, 3), ABOUT.parameters, SEEN.ids) is None
    assert parameter_place("src_embeddings", (3, 0), ABOUT.parameters, SEEN.ids) is None
    assert parameter_place("logits", (0, 0), ABOUT.parameters, SEEN.ids) is None


@pytest.mark.parametrize(("number", "text"), [(2e-6, "2 × 10⁻⁶"), (9.6e-11, "1 × 10⁻¹⁰")])
def test_a_small_share_is_written_with_a_power(number, text):
    assert scientific(number).replace("\u00a0", " ") == text


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_decoder_writes_is_appended_by_a_press(model, request, monkeypatch, language):
    about = BoardAbout("gpt2", 0.0, {"decoder": [2]}, True, {}, "")
    written = [Continued("sat", 0.25, "the cat sat"), Continued("on", 0.5, "the cat sat on")]
    written.append(Continued("⟨C7⟩", 0.125, ""))
    model.board, model.board_continued = about, lambda question: written
    ids = {"src": [], "tgt": [7, 9]}
    seen = BoardSeen([], ["the", "cat"], ids, "", False, False, "logits@0.0", {})
    monkeypatch.setattr(model, "board_seen", lambda question: seen)
    handler, made = PageHandler("overview", language), state(request)
    (goes_on, *_) = parts(handler, made, "details")
    assert goes_on["id"] == "goes_on"
    assert [chip["label"] for chip in goes_on["chips"]] == ["sat 25%", "on 50%", "⟨C7⟩ 12%"]
    assert [chip["fixed"] for chip in goes_on["chips"]] == [False, False, True]
    last = goes_on["chips"][1]["setting"]
    assert last["sentence"] == "the cat sat on" and last["model"] == "hugging_face"

    def ended(question):
        raise PretrainedError("ended", name="tiny")

    model.board_continued = ended
    made = State(made.setting.with_values(draw=2))
    assert parts(handler, made, "details")[0]["id"] == "hide"
