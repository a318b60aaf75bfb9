"""The overview's examples and what is worth trying: each does what it says, and says what is so."""

import pytest
import torch

from pages.translator.choices import EXAMPLES
from pages.translator.model_edits import Head
from tests.pages.answers import Asked
from tests.pages.overview.overview_page import overview, seen
from transformer_core.explain.computation import Cell
from transformer_core.explain.explanation import explain

TRIES = ("hide", "head", "untrained")
MEETING = {"scores", "heads"}
"""The columns whose numbers are made of other tokens' numbers."""


def said_by(asked: Asked, row: str) -> list[str]:
    """What the chips of a row that are on say to watch for."""
    return [chip.hint for chip in asked.row(row).values() if chip.is_on]


def _only_head(asked: Asked) -> Head | None:
    """The head that is off, where there is one."""
    return next(iter(asked.setting.heads_off), None)


@pytest.mark.sampled
@pytest.mark.parametrize("name", EXAMPLES)
def test_a_preset_is_a_whole_example_whatever_was_done_before(language, name):
    done = {"model": "untrained", "hidden": frozenset({1}), "beside": True, "writing": "sampled"}
    asked = overview(language, sentence="I love you", **done)
    asked = asked.done(change={"cell": "src_embeddings@0.0", "value": 1}).pressed(f"presets.{name}")
    assert asked.setting.sentence == EXAMPLES[name]
    assert asked.setting.is_unedited
    assert (asked.setting.model, asked.setting.beside) == ("translator", False)
    assert said_by(asked, "presets") == [asked.text(f"watch.{name}")]
    assert seen(asked).header["isCompared"] is False


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("model", "name"),
    [*(("translator", name) for name in TRIES), ("untrained", "hide"), ("untrained", "head")],
)
def test_what_was_tried_is_in_force_and_says_what_to_watch_for(language, name, model):
    asked = overview(language, model=model)
    assert said_by(asked, "suggestions") == []
    tried = asked.pressed(f"try.{name}")
    heads = {"head": one.head + 1, "layer": one.layer + 1} if (one := _only_head(tried)) else {}
    assert said_by(tried, "suggestions") == [tried.text(f"watch.try_{name}", **heads)]
    assert seen(tried).header["isCompared"]
    assert tried.setting.sentence == asked.setting.sentence


def test_an_untrained_model_is_not_offered_to_be_compared_with_an_untrained_one(language):
    text = overview(language).text
    assert text("try.untrained") in overview(language).row("suggestions")
    assert text("try.untrained") not in overview(language, model="untrained").row("suggestions")


def test_rows_meet_in_attention_alone():
    asked = overview().pressed("presets.yesterday")
    computation, drawn = asked.setting.written.computation, seen(asked)

    def row_of(cell: Cell) -> int | None:
        places = computation.coordinates(cell).items()
        rows = {axis.role: place for axis, place in places if axis.role != "dimension"}
        own = rows.get("query", rows.get("position"))
        return own if own is not None else rows.get("key")

    meeting = set()
    for tensor in drawn.columns:
        cell = Cell(tensor, (1, 1, 2)[-computation.tensors[tensor].dim() :])
        terms = explain(computation, cell).terms
        sources = {row_of(one) for term in terms for one in term.cells if one is not None}
        if sources - {row_of(cell), None} and drawn.tensors[tensor]["own"] != "embeddings":
            meeting.add(drawn.tensors[tensor]["own"])
    assert meeting == MEETING


def test_the_question_stands_in_the_ending_of_the_verb():
    header = seen(overview().pressed("presets.question")).header
    assert header["glossesNext"][-2:] == ["QUESTION", ""]
    assert header["next"][-2]["chosen"][0] == "-니"
    assert seen(overview()).header["next"][-2]["chosen"][0] == "-다"


def test_the_reason_is_written_first_and_read_last():
    written = overview().pressed("presets.because").setting.written
    weights = written.attentions.cross[-1].mean(0)
    looked_at = {
        token: int(row.argmax()) for token, row in zip(written.tokens, weights, strict=True)
    }
    tokens = [*looked_at]
    assert tokens.index("피곤하-") < tokens.index("자-")
    words = [word.text for word in written.recognition.words]
    assert (words[looked_at["피곤하-"]], words[looked_at["자-"]]) == ("tired", "slept")
    assert looked_at["피곤하-"] > looked_at["자-"], "their lines cross"


def test_unknown_words_start_from_the_same_embedding():
    asked = overview().pressed("presets.unknown")
    embeddings, words = seen(asked).now("src_embeddings"), seen(asked).header["src"]["labels"]
    zoe, quokka = words.index("Zoe"), words.index("quokka")
    assert torch.equal(embeddings[zoe], embeddings[quokka])
    others = [row for row in range(len(words)) if row not in (zoe, quokka)]
    assert not any(torch.equal(embeddings[zoe], embeddings[row]) for row in others)
    encoded = seen(asked).now("src_encoded")
    assert not torch.equal(encoded[zoe], encoded[quokka]), "their places tell them apart"


def test_outside_its_language_the_model_is_least_sure():
    def least(name: str) -> float:
        header = seen(overview().pressed(f"presets.{name}")).header
        return min(share for one in header["next"] for _, share in [one["chosen"]])

    assert least("outside") < 0.5 < 0.8 < min(least(name) for name in EXAMPLES if name != "outside")


@pytest.mark.parametrize("sentence", [*EXAMPLES.values(), "dogs sleep"])
def test_the_word_before_the_last_is_hidden_from_every_row(sentence):
    tried = overview(sentence=sentence).pressed("try.hide")
    drawn = seen(tried)
    (hidden,) = drawn.header["src"]["hidden"]
    assert hidden == len(drawn.header["src"]["labels"]) - 2
    of_src = [name for name, one in drawn.tensors.items() if one["of"] == "src"]
    weights = [name for name in of_src if name.endswith(".weights")]
    assert not any(drawn.now(name)[..., hidden].any() for name in weights)
    # A head that is very sure leaves other words exactly nothing; some head reads each word
    assert any(drawn.other(name)[..., hidden].any() for name in weights)


def test_the_only_word_of_a_sentence_is_not_offered_to_hide():
    asked = overview(sentence="dogs")
    assert asked.text("try.hide") not in [chip.label for chip in asked.chips]


@pytest.mark.parametrize("sentence", EXAMPLES.values(), ids=EXAMPLES)
def test_the_head_that_is_switched_off_looks_most_sharply(sentence):
    before = overview(sentence=sentence)
    ((kind, layer, head),) = before.pressed("try.head").setting.heads_off
    assert (kind, layer) == ("cross", 1)
    weights = seen(before).now("decoder.layers.1.cross_attention.weights")
    sharpness = [float(one.max(dim=-1).values.mean()) for one in weights]
    assert sharpness[head] == max(sharpness)


def test_the_untrained_model_was_as_unsure_as_chance():
    tried = overview().pressed("try.untrained")
    drawn = seen(tried)
    now, other = (drawn.now("probabilities"), drawn.other("probabilities"))
    assert now.max(dim=-1).values.min() > 0.8
    assert other.max() < 0.1
    assert drawn.header["strings"]["tools"]["seen_other"] == tried.text("compared.untrained")


@pytest.mark.parametrize("word", range(7))
def test_a_word_can_be_hidden_and_shown_again_where_it_stands(word):
    asked = overview()
    label = list(asked.row("hide"))[word]
    hidden = asked.pressed(asked.row("hide")[label])
    assert hidden.setting.hidden == {word}
    assert hidden.row("hide")[label].is_on
    assert hidden.pressed(hidden.row("hide")[label]).setting == asked.setting
