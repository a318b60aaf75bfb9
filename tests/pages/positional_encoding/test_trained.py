"""The encoding is added to the trained translator's embeddings of a sentence."""

import math

import pytest
import torch

from pages.positional_encoding.arithmetic import sum_computation
from pages.translator.trained_attention import trained_attention
from tests.pages.answers import Asked
from ui.answer.parts import Note
from ui.state.typed_input import InputError

SENTENCES = (
    "the dog saw the cat",
    "Zoe saw a quokka",
    "나는 책을 읽는다",
    "run",
    "The dog saw the DOG",
)


def trained(language="en", **values):
    start = {"sentence": SENTENCES[0], "below": "sum", "embedding": "trained"}
    return Asked("positional_encoding", language, **{**start, **values})


def notes(asked):
    return [note.text for note in asked.all(Note, "sum")]


@pytest.mark.parametrize("sentence", SENTENCES)
def test_the_sum_is_what_the_translators_first_layer_reads(language, sentence):
    asked = trained(language, sentence=sentence)
    own = trained_attention(sentence)
    tensors = own.computation.tensors
    table, ids = tensors["src_embedding.weight"], tensors["src_ids"]
    embedding = table[ids] * math.sqrt(table.size(1))
    torch.testing.assert_close(asked.values("embedding"), embedding)
    torch.testing.assert_close(asked.values("input"), own.X)
    assert any(note.endswith(asked.text("sum.trained_own")) for note in notes(asked))
    assert asked.matrices["input"].rows.labels == own.labels(language)[0]


@pytest.mark.parametrize(
    "values", [{"base": 100.0}, {"kind": "index"}, {"kind": "normalized_index"}]
)
def test_another_encoding_is_said_to_be_another(language, values):
    asked = trained(language, **values)
    assert any(note.endswith(asked.text("sum.trained_other")) for note in notes(asked))
    added = asked.values("embedding") + asked.values("encoding")
    torch.testing.assert_close(asked.values("input"), added)


@pytest.mark.parametrize("d_model", [1, 7, 128, 1024])
def test_the_width_of_the_heatmap_changes_nothing_in_the_sum(d_model):
    asked = trained(d_model=d_model, seq_len=3)
    torch.testing.assert_close(asked.values("input"), trained().values("input"))


@pytest.mark.parametrize("sentence", SENTENCES)
def test_the_lengths_that_are_said_are_those_of_the_rows(sentence):
    asked = trained(sentence=sentence)
    lengths = [
        f"{float(asked.values(name).norm(dim=1).mean()):.1f}" for name in ("embedding", "encoding")
    ]
    assert all(length in " ".join(notes(asked)) for length in lengths)


def test_equal_words_differ_in_position_alone(language):
    asked = trained(language, sentence="The dog saw the DOG")
    rows = asked.values("embedding")
    assert torch.equal(rows[1], rows[4])
    assert not torch.equal(asked.values("input")[1], asked.values("input")[4])
    first, *_, second, _ = asked.setting.sum_labels(language)[:5]
    assert any(f"“{first}" in note and f"“{second}" in note for note in notes(asked))


def test_every_number_leads_back_to_the_embedding_table(language):
    asked = trained(language)
    computation = sum_computation(asked.setting)
    assert computation.steps["embedding"].inputs["x"] == "src_embeddings"
    for name in ("embedding", "encoding", "input"):
        title = asked.done(pin=f"{name}.1.3").arithmetic.title
        assert title.startswith(asked.matrices[name].name)


def test_trained_and_random_embeddings_lead_to_each_other(language):
    asked = trained(language)
    random = asked.pressed("try.random")
    assert not random.setting.is_trained
    assert [note for note in random.all(Note, "sum") if note.tone == "untrained"]
    assert random.pressed("try.trained").setting == asked.setting
    preset = Asked("positional_encoding", language).pressed("presets.trained").setting
    assert preset.is_trained and preset.below == "sum"


def test_old_links_have_random_embeddings():
    assert not Asked.at("positional_encoding", v="4", pe_below="sum").setting.is_trained


def test_a_sentence_without_words_is_refused():
    with pytest.raises(InputError):
        trained().setting.with_values(sentence=" ")
