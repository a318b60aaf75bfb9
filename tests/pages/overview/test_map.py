"""The overview's map: all numbers of the trained translator on the typed sentence."""

import re
from urllib.parse import parse_qsl

import pytest
import torch

from english_korean.language.glosses import FUNCTION_GLOSSES
from pages.overview.map_parts import SUBJECTS
from pages.translator.choices import EXAMPLES
from pages.translator.model_edits import the_translator
from pages.translator.setting import SentenceSetting
from tests.pages.overview.overview_page import map_of, overview, seen
from tests.pages.snapshots.travelled import travelled
from transformer_core import trace
from transformer_core.explain.computation import Cell
from ui.answer.page_handler import answer_of
from ui.answer.parts import encode_parts
from ui.explain.trail import read_cell
from ui.picture.model_map.sections import map_sections
from ui.questions.register import question_of
from ui.state.address import read_state
from ui.words.language import text_of
from ui.words.pages import SECTIONS

FULL = "the happy student who saw the old dog bought a red book in the park because she was tired"
MOST_BYTES = 3_000_000


def traced(written) -> dict[str, torch.Tensor]:
    """What the shipped translator records of the same forward, without the page."""
    model = the_translator().model
    src_ids = written.computation.tensors["src_ids"][None]
    with torch.inference_mode(), trace(model) as records:
        model(src_ids, written.translation.tgt_ids[:, :-1])
    return {name: values[0] for name, values in records.items()}


@pytest.mark.parametrize("sentence", EXAMPLES.values(), ids=EXAMPLES)
def test_the_maps_numbers_are_the_translators(sentence):
    asked = overview(sentence=sentence)
    drawn, computation = seen(asked), asked.setting.written.computation
    for tensor in drawn.columns:
        assert torch.equal(drawn.now(tensor), computation.tensors[tensor]), tensor
    drawn.assert_has_all_numbers()
    records = traced(asked.setting.written)
    recorded = records.keys() & {*drawn.columns}
    assert len(recorded) > 60
    for name in recorded:
        torch.testing.assert_close(drawn.now(name), records[name], atol=1e-5, rtol=1e-5)


def test_both_stacks_stand_layer_by_layer_as_in_the_paper():
    sections = list(seen(overview()).own_names)
    encoder = [("encoder", part, n) for n in (0, 1) for part in ("self_attention", "feed_forward")]
    parts = ("self_attention", "cross_attention", "feed_forward")
    decoder = [("decoder", part, n) for n in (0, 1) for part in parts]
    assert sections == [
        ("encoder", "embedding", None),
        *encoder,
        ("encoder", "output", None),
        ("decoder", "embedding", None),
        *decoder,
        ("decoder", "output", None),
        ("decoder", "softmax", None),
    ]


def test_rows_are_words_and_what_crosses_over_has_the_rows_of_the_source():
    drawn = seen(overview())
    words, read = drawn.header["src"]["labels"], drawn.header["tgt"]["labels"]
    assert words == EXAMPLES["yesterday"].split()
    assert read[:4] == ["⟨해라체+시⟩", "행복하-", "-ㄴ", "학생"]
    for name, one in drawn.tensors.items():
        crosses = "cross_attention" in name and one["own"] in ("keys", "values")
        of_source = crosses or name.startswith(("src_", "encoder."))
        assert one["rows"] == ("src" if of_source else "tgt"), name
        assert one["shape"][-2] == len(words if of_source else read), name
        if one["axis"] == "key":
            keys = words if "cross" in name or of_source else read
            assert one["shape"][-1] == len(keys), name


@pytest.mark.parametrize("sentence", [*EXAMPLES.values(), FULL])
def test_nothing_of_a_sentence_is_left_out_and_it_travels_at_once(sentence):
    asked = overview(sentence=sentence)
    assert seen(asked).header["pool"] == 1
    assert len(encode_parts(asked.parts("map"))) < MOST_BYTES


@pytest.mark.thorough
@pytest.mark.parametrize("sentence", ["dog " * 128, "word " * 128])
def test_the_longest_sentence_that_can_be_typed_has_its_map(sentence):
    asked = overview(sentence=sentence, model="untrained", beside=True)
    drawn = seen(asked)
    assert drawn.header["pool"] > 1
    assert drawn.size <= 3_000_000


def test_after_each_token_stand_the_likeliest_and_the_one_that_was_written():
    asked = overview()
    written, steps = asked.setting.written, seen(asked).header["next"]
    assert len(steps) == len(written.attentions.read)
    logits = written.computation.tensors["logits"]
    for row, one in enumerate(steps):
        shares = logits[row].softmax(-1)
        best = shares.topk(5)
        names = [written.tgt_tokens[id] for id in best.indices.tolist()]
        assert [name for name, _ in one["likeliest"]] == [
            {"<end>": "⟨end⟩"}.get(name, name) for name in names
        ]
        torch.testing.assert_close(
            torch.tensor([share for _, share in one["likeliest"]]), best.values, atol=1e-5, rtol=0
        )
        assert one["chosen"][0] == written.attentions.predicted[row].split(" (")[0]
        token = int(written.translation.tgt_ids[0, row + 1])
        assert one["chosen"][1] == pytest.approx(float(shares[token]), abs=1e-5)


def test_the_columns_of_the_logits_are_called_after_the_vocabulary():
    asked = overview()
    vocabulary = seen(asked).header["vocabulary"].split("\n")
    assert len(vocabulary) == seen(asked).tensors["logits"]["shape"][-1]
    likeliest = int(asked.setting.written.computation.tensors["logits"][0].argmax())
    assert vocabulary[likeliest] == "행복하-"
    assert not {"<start>", "<end>"} & {*vocabulary}


def test_the_written_text_stands_at_its_end():
    header = seen(overview()).header
    assert header["written"] == "행복한 학생은 어제 책을 샀다."
    assert (header["isCompared"], header["before"], header["headOff"]) == (False, "", [])


def test_a_tensor_comes_raw_when_it_is_looked_at_closely_and_no_other_does():
    asked = overview()
    tensors = asked.setting.written.computation.tensors
    for name in ("encoder.layers.1.self_attention.w_q.weight", "src_embedding.weight", "logits"):
        (cells,) = travelled(asked.answer.area(f"cells~{name}"))
        assert cells["pool"] == 1
        assert torch.equal(torch.tensor(cells["numbers"]), tensors[name])
    for name in ("cells~no_such", "cells~", "nothing"):
        assert asked.answer.area(name) is None


def test_the_way_back_starts_at_the_number_that_is_explained():
    pin = "decoder.layers.1.cross_attention.weights@2.5.4"
    for asked in (overview(pin=pin), overview()):
        (origins,) = travelled(asked.answer.area("origins"))
        assert asked.arithmetic.here in {edge["output"] for edge in origins["edges"]}
        assert {end["side"] for end in origins["ends"]} == {"src", "tgt"}


@pytest.mark.parametrize("model", ["translator", "untrained"])
def test_each_page_about_a_part_is_linked_where_that_part_stands(language, model):
    asked = overview(language, model=model)
    links, tensors = map_of(asked).links, seen(asked).tensors
    pages = {name for names in SECTIONS.values() for name in names}
    assert [link.page for link in links] == [page for page, _, _ in SUBJECTS]
    assert {link.page for link in links} == pages - {"overview"}
    axes = {"lines": "key", "grid": "key"}
    for link in links:
        assert link.title == asked.text(f"pages.{link.page}")
        if link.kind == "next":
            assert not link.tensor
        else:
            is_grid = tensors[link.tensor]["axis"] == "key"
            assert is_grid == (link.kind in axes), link


def test_only_what_a_person_sees_first_plays_by_itself():
    assert map_of(overview()).plays_once
    for values in ({"sentence": "I love you"}, {"hidden": frozenset({1})}, {"beside": True}):
        assert not map_of(overview(**values)).plays_once


def test_the_browser_brings_the_map_itself_and_reruns_leave_it_out():
    asked = overview()
    assert asked.answer.areas["map"].is_large
    sent = asked.handler.encoded(asked.state)
    assert len(asked.handler.encoded(asked.state, is_rerun=True)) < len(sent) / 2


def test_every_parameter_of_the_model_is_counted_once():
    model = the_translator().model
    assert seen(overview()).header["parameterCount"] == sum(p.numel() for p in model.parameters())


TAKING = ("positional_encoding", "masks", "attention", "self_attention", "multi_head_attention",
          "attention_limits")  # fmt: skip


@pytest.mark.parametrize("page", TAKING)
def test_a_page_that_takes_a_sentence_opens_with_it(language, page):
    links = {link.page: link for link in map_of(overview(language, sentence="I love you")).links}
    link, cls = links[page], answer_of(page).setting
    opened = read_state(cls, text_of(page, language), dict(parse_qsl(link.address[1:]))).setting
    assert opened.sentence == "I love you"
    assert link.brings["sentence"] == "I love you"
    for name, value in link.brings.items():
        assert opened.to_json()[name] == value


def test_the_link_to_all_heads_brings_sentence_kind_and_layer_of_the_attention_it_stands_at():
    links = {link.page: link for link in map_of(overview(sentence="I love you")).links}
    brings = {"sentence": "I love you", "kind": "cross", "layer": 2}
    assert links["your_sentence"].brings == brings


def test_what_a_page_does_not_take_is_not_brought_there():
    links = {link.page: link for link in map_of(overview()).links}
    for page in {*links} - {*TAKING, "your_sentence"}:
        assert (links[page].brings, links[page].address) == ({}, "")


def test_readers_of_english_see_what_korean_tokens_mean_and_readers_of_korean_what_words_mean():
    header = seen(overview()).header
    assert header["tgt"]["glosses"][1:4] == ["happy", "ADNOMINAL", "student"]
    assert header["next"][0]["glosses"][-1] == "happy"
    assert {"ADNOMINAL", "TOPIC"} <= {*header["strings"]["abbreviations"]}
    korean = seen(overview("ko")).header
    assert not any(korean["tgt"]["glosses"])
    assert korean["next"][0]["glosses"] == []
    assert korean["src"]["glosses"][2] == "학생"


def test_every_abbreviation_of_a_gloss_is_explained(language):
    words = text_of("your_sentence", language)
    pieces = {piece for gloss in FUNCTION_GLOSSES.values() for piece in re.split("[./]", gloss)}
    for piece in (one for one in pieces if one.isupper() and len(one) > 1):
        assert f"abbreviations.{piece}" in words, piece


def test_the_question_how_it_writes_opens_where_the_second_token_has_been_written():
    state = question_of("step_by_step").state("en")
    sections = map_sections(map_of(overview()).computation, norm_first=False)
    encoder = sum(section.stack == "encoder" for section in sections)
    assert state.selection.view == f"0_0.5_0.5_{encoder + 2}"
    computation = state.setting.written.computation
    likeliest = int(computation.tensors["probabilities"][1].argmax())
    assert read_cell(computation, state.selection.pin) == Cell("probabilities", (1, likeliest))
    query = question_of("step_by_step").address("en").partition("?")[2]
    opened = read_state(SentenceSetting, text_of("overview", "en"), dict(parse_qsl(query)))
    assert opened.selection == state.selection
