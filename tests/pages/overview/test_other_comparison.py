"""What a Hugging Face model's map is compared with, as the server decides it."""

from dataclasses import replace

import pytest

from pages.translator import other_comparison, other_source
from pages.translator.other_comparison import comparison_of
from pages.translator.other_source import OtherSource
from pages.translator.setting import SentenceSetting
from tests.pages.overview.test_other_models import ABOUT, SEEN, FakeModel, parts
from ui.answer.page_handler import PageHandler
from ui.answer.parts import Note, encode_parts
from ui.models import BoardAbout, OffHead, PretrainedError
from ui.state.address import State
from ui.words.language import LANGUAGES, text_of

BOTH = replace(SEEN, tgt=["<s>", "a"], ids={"src": [2, 7, 9], "tgt": [0, 4]})


class Compared(FakeModel):
    """A model with a name, which remembers what it was asked for."""

    def __init__(self, name="tiny", about=ABOUT, seen=SEEN):
        super().__init__()
        self.name, self.board, self.seen, self.others = name, about, seen, []

    def board_seen(self, question):
        return self.seen

    def board_area(self, question, area, language, pin="", trail="", other=None, patching=None):
        self.others.append((area, question, other))
        return encode_parts([Note(f"made {area}")])

    def board_numbers(self, question):
        return ("numbers of", question)

    def board_value(self, question, pin):
        return 0.25


@pytest.fixture
def models(monkeypatch):
    made = {"tiny": Compared(), "other": Compared("other")}

    def loaded(name):
        found = made.get(name)
        if isinstance(found, PretrainedError):
            raise found
        return found

    for module in (other_source, other_comparison):
        monkeypatch.setattr(module, "loaded", loaded)
    return made


def setting(request, **values):
    sentence = f"the cat of {request.node.name}"
    return SentenceSetting(model="hugging_face", name="tiny", sentence=sentence, **values)


def found(models, made, language="en"):
    one = models["tiny"]
    return comparison_of(text_of("overview", language), made, OtherSource(one, one.board, one.seen))


def test_nothing_is_compared_unless_it_is_asked_for(models, request):
    assert found(models, setting(request)) is None


def test_a_changed_model_is_compared_with_itself(models, request):
    models["tiny"].seen = BOTH
    head = OffHead("encoder", 0, 1)
    made = found(models, setting(request, hidden=frozenset({1}), other_heads=frozenset({head})))
    assert made.name == "Unchanged" and made.is_same_model
    assert made.question.heads_off == made.question.hidden == ()
    assert made.question.read == (0, 4)


def test_another_sentence_is_read_with_the_same_changes(models, request):
    made = found(models, setting(request, second="a dog ran", hidden=frozenset({1})))
    assert (made.question.sentence, made.question.hidden) == ("a dog ran", (1,))
    assert made.beside_map().question == made.question and made.beside_number("x@0").value == 0.25


def test_another_model_reads_the_same_sentence(models, request):
    made = found(models, setting(request, second_model="other"))
    assert (made.name, made.model.name, made.is_same_model) == ("other", "other", False)
    assert made.beside_map().numbers == ("numbers of", made.question)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("about", "seen", "key"),
    [
        (replace(ABOUT, family="gpt2"), SEEN, "other_shape"),
        (replace(ABOUT, parameters={"w.weight": [4, 5]}), SEEN, "other_shape"),
        (ABOUT, replace(SEEN, ids={"src": [2, 7], "tgt": []}), "other_count"),
        (ABOUT, replace(SEEN, ids={"src": [2, 7, 8], "tgt": []}), "other_tokens"),
    ],
)
def test_what_has_no_partner_is_said_with_the_reason(models, request, language, about, seen, key):
    models["other"] = Compared("other", about, seen)
    values = {"name": "other", "count": 3, "others": len(seen.ids["src"])}
    said = text_of("models", language)(f"compared.{key}", **values)
    made = setting(request, second_model="other")
    assert found(models, made, language).problem == said
    handler = PageHandler("overview", language)
    notes = parts(handler, State(made), "notice")
    assert [one["text"] for one in notes if one["tone"] == "warning"] == [said]
    parts(handler, State(made), "map")
    assert models["tiny"].others[-1][2] is None


def test_two_sentences_may_have_different_tokens(models, request):
    models["other"].seen = replace(SEEN, ids={"src": [2, 7, 8], "tgt": []})
    made = found(models, setting(request, second="a dog ran", second_model="other"))
    assert not made.problem


def test_too_many_numbers_are_not_sent_twice(models, request):
    shapes = {**SEEN.shapes, "logits": [100, 200_000]}
    models["tiny"].seen = replace(SEEN, shapes=shapes)
    assert "too many numbers" in found(models, setting(request, second="a dog ran")).problem


def test_a_model_that_is_on_its_way_is_not_kept_as_missing(models, request):
    made, handler = State(setting(request, second_model="new")), PageHandler("overview", "en")
    assert handler.answer(made).areas["map"].is_provisional
    models["new"] = Compared("new")
    assert not handler.answer(made).areas["map"].is_provisional
    models["new"] = PretrainedError("ended", name="new")
    assert "stopped" in found(models, made.setting).problem


def test_the_map_the_number_and_the_cells_get_the_other_one(models, request):
    handler, made = PageHandler("overview", "en"), State(setting(request, second="a dog ran"))
    for area in ("map", "arithmetic", "cells~w", "other_cells~w"):
        parts(handler, made, area)
    asked = models["tiny"].others
    assert [area for area, _, _ in asked] == ["map", "arithmetic", "cells~w", "cells~w"]
    assert asked[0][2].question.sentence == "a dog ran" and asked[1][2].value == 0.25
    assert [question.sentence == "a dog ran" for _, question, _ in asked[2:]] == [False, True]


@pytest.mark.parametrize("language", LANGUAGES)
def test_two_words_in_each_others_place_are_suggested(models, request, language):
    models["tiny"].board = BoardAbout(**{**vars(ABOUT), "mask": ""})
    chips = parts(PageHandler("overview", language), State(setting(request)), "chips")[0]["chips"]
    (second,) = (one["setting"]["second"] for one in chips if one["setting"]["second"])
    words = setting(request).sentence.split()
    assert second.split() == [words[0], words[2], words[1], *words[3:]]
