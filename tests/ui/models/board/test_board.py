"""A model's map: its numbers are transformers' own, and what is changed is changed."""

import io
import json
from dataclasses import replace

import numpy as np
import pytest
import safetensors.torch
import torch
from transformers import AutoModel

from transformer_core.explain.computation import Cell
from transformer_core.explain.explanation import explain
from transformer_lab.pretrained.errors import PretrainedError
from ui.answer import tensor_file
from ui.models.board import board, predicted
from ui.models.board.areas import BoardAreas
from ui.models.board.board import Board
from ui.models.board.forward import forward
from ui.models.board.question import BoardQuestion, OffHead, SetNumber
from ui.words.language import text_of

KINDS = ("bert", "gpt2", "marian")
PLAIN = BoardQuestion("the cat sat")

pytestmark = pytest.mark.filterwarnings("ignore:Recommended. pip install sacremoses")


def parts_of(encoded):
    length = int.from_bytes(encoded[:4], "little")
    return json.loads(encoded[4 : 4 + length])["parts"]


def test_the_numbers_are_those_of_transformers(opened, saved):
    made = forward(opened("bert"), PLAIN)
    network = AutoModel.from_pretrained(saved("bert"), attn_implementation="eager")
    with torch.inference_mode():
        theirs = network(made.given.src_ids).last_hidden_state[0]
    assert torch.allclose(made.computation.tensors["encoder.output"], theirs, atol=1e-5)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("language", ["en", "ko"])
def test_every_area_is_made_in_both_languages(opened, kind, language):
    made = Board(opened(kind))
    (drawn,) = parts_of(made.encoded(PLAIN, "map", language, "", ""))
    arithmetic, following = parts_of(made.encoded(PLAIN, "arithmetic", language, "", ""))
    assert drawn["kind"] == "map" and drawn["predicting"] == ("src" if kind == "bert" else "tgt")
    assert arithmetic["here"].startswith("probabilities@") and following["kind"] == "next_words"
    name = drawn["tensors"][0]["name"]
    (cells,) = parts_of(made.encoded(PLAIN, f"cells~{name}", language, "", ""))
    assert cells["tensor"] == name
    assert parts_of(made.encoded(PLAIN, "nonsense", language, "", "")) == []


@pytest.mark.parametrize("kind", KINDS)
def test_a_cell_leads_back_to_its_token(opened, kind):
    """From a logit on, each number is made of others, down to the table of embeddings."""
    made = forward(opened(kind), PLAIN)
    places = BoardAreas(text_of("overview", "en"), made)
    cell, names = places.shown_cell("", ""), []
    for _ in range(200):
        (arithmetic, *_) = places.arithmetic(f"{cell.tensor}@{'.'.join(map(str, cell.index))}", "")
        names.append(arithmetic.title)
        ends = [one["to"] for _, spans in arithmetic.lines for one in spans if one.get("to")]
        if not ends or cell.tensor.endswith("embeddings"):
            break
        tensor, _, index = ends[0].partition("@")
        cell = Cell(tensor, tuple(map(int, index.split("."))))
    assert cell.tensor.endswith("embeddings"), names
    assert "looked up" in str(arithmetic.lines) or "token" in str(arithmetic.lines)


def test_a_head_that_is_off_adds_nothing(opened):
    """Its columns of W_O are 0, so that the sum without its terms is what is projected."""
    model = opened("gpt2")
    off = forward(model, BoardQuestion("the cat sat", heads_off=(OffHead("decoder", 1, 0),)))
    tensors, path = off.computation.tensors, "decoder.layers.1.self_attention"
    own = dict(model.model.named_parameters())
    weight, bias = own[f"{path}.w_o.weight"], own[f"{path}.w_o.bias"]
    d_k = tensors[f"{path}.heads"].size(-1)
    expected = tensors[f"{path}.concatenated"][:, d_k:] @ weight[:, d_k:].T + bias
    assert torch.allclose(tensors[f"{path}.projected"], expected, atol=1e-6)
    assert not torch.allclose(
        tensors["logits"], forward(model, PLAIN).computation.tensors["logits"]
    )


@pytest.mark.parametrize(
    ("kind", "path"), [("bert", "encoder"), ("gpt2", "decoder"), ("marian", "encoder")]
)
def test_nobody_looks_at_a_hidden_token(opened, kind, path):
    made = forward(opened(kind), BoardQuestion("the cat sat", hidden=(1,)))
    for name, weights in made.computation.tensors.items():
        reads_sentence = name.startswith(path) or "cross" in name
        if name.endswith("attention.weights") and reads_sentence:
            assert not weights[..., 1].any(), name


def test_a_number_that_is_set_is_used_from_there_on(opened):
    model = opened("marian")
    ids = forward(model, PLAIN).given.src_ids[0]
    number = SetNumber("src_embedding.weight", (int(ids[2]), 3), 2.5)
    made = forward(model, BoardQuestion("the cat sat", target="a dog", numbers=(number,)))
    assert made.computation.tensors["src_embeddings"][2, 3] == 2.5


def test_a_parameter_of_a_shared_table_is_set_under_either_name(opened):
    model = opened("marian")
    read = forward(model, BoardQuestion("the cat", target="a dog")).given.tgt_ids[0]
    number = SetNumber("tgt_embedding.weight", (int(read[1]), 0), -4.0)
    made = forward(model, BoardQuestion("the cat", target="a dog", numbers=(number,)))
    assert made.computation.tensors["tgt_embeddings"][1, 0] == -4.0


def test_what_a_model_does_not_have_is_not_changed(opened):
    number, head = SetNumber("no.weight", (0, 0), 1.0), OffHead("cross", 0, 0)
    made = forward(
        opened("gpt2"), BoardQuestion("the cat sat", heads_off=(head,), numbers=(number,))
    )
    plain = forward(opened("gpt2"), PLAIN)
    assert torch.equal(made.computation.tensors["logits"], plain.computation.tensors["logits"])


def test_the_likeliest_token_alone_is_drawn_from_the_likeliest_one(opened):
    greedy = forward(opened("marian"), PLAIN)
    drawn = forward(opened("marian"), BoardQuestion("the cat sat", is_sampled=True, top_k=1))
    assert torch.equal(greedy.given.tgt_ids, drawn.given.tgt_ids)
    nucleus = BoardQuestion("the cat sat", is_sampled=True, top_p=0.01)
    assert torch.equal(greedy.given.tgt_ids, forward(opened("marian"), nucleus).given.tgt_ids)


def test_the_same_seed_draws_the_same(opened):
    hot = {"is_sampled": True, "temperature": 5.0}
    one, same, other = (
        forward(opened("marian"), BoardQuestion("the cat sat", **hot, draw=draw)).given.tgt_ids
        for draw in (1, 1, 2)
    )
    assert torch.equal(one, same) and not torch.equal(one, other)


def test_a_target_is_forced(opened):
    made = forward(opened("marian"), BoardQuestion("the cat sat", target="a dog"))
    labels = opened("marian").ids("a dog", is_target=True)[0].tolist()
    assert made.due == tuple(labels)


def test_of_a_large_vocabulary_only_what_is_shown_is_sent(opened, monkeypatch):
    monkeypatch.setattr(predicted, "MOST_NAMES", 10)
    (drawn,) = parts_of(Board(opened("gpt2")).encoded(PLAIN, "map", "en", "", ""))
    shown = {name for one in drawn["next"] for name, _ in (*one["likeliest"], one["chosen"])}
    assert drawn["vocabulary"] is None and set(drawn["named"].values()) == shown


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_has_every_tensor_of_the_forward_and_no_parameter(opened, kind):
    made, own = Board(opened(kind)), forward(opened(kind), PLAIN).computation.tensors
    parameters = dict(opened(kind).model.named_parameters(remove_duplicate=False))
    with np.load(io.BytesIO(made.file(PLAIN, "npz", "", "a line"))) as read:
        assert {*read} == own.keys() - parameters.keys()
        for name in read:
            assert np.array_equal(read[name], own[name].numpy()), name
    name = next(iter(parameters))
    (found,) = safetensors.torch.load(made.file(PLAIN, "safetensors", name, "a line")).items()
    assert found[0] == name and torch.equal(found[1], parameters[name])


def test_a_file_that_is_too_large_is_not_made(opened, monkeypatch):
    monkeypatch.setattr(tensor_file, "MOST_BYTES", 100)
    with pytest.raises(tensor_file.TooLargeError):
        Board(opened("gpt2")).file(PLAIN, "npz", "", "")


def test_a_question_survives_json():
    question = BoardQuestion(
        "a", "b", ("de", "en"), (1, 2), (OffHead("cross", 0, 1),), (SetNumber("w", (1, 2), 0.5),)
    )
    assert BoardQuestion.of(json.loads(json.dumps(question.to_json()))) == question


def test_a_forward_is_made_once(opened, monkeypatch):
    made, calls = Board(opened("gpt2")), []
    monkeypatch.setattr(board, "forward", lambda *args: calls.append(args) or forward(*args))
    for area in ("map", "arithmetic"):
        made.encoded(PLAIN, area, "en", "", "")
    assert len(calls) == 1


@pytest.mark.parametrize(("most", "kept"), [(10**9, 3), (10, 2)])
def test_only_as_many_forwards_are_kept_as_memory_allows(opened, monkeypatch, most, kept):
    monkeypatch.setattr(board, "MOST_BYTES", most)
    made, calls = Board(opened("gpt2")), []
    monkeypatch.setattr(board, "forward", lambda *args: calls.append(args[1]) or forward(*args))
    asked = [BoardQuestion(text) for text in ("the cat", "a dog", "the mat", "a mat")]
    for question in (*asked, *reversed(asked)):
        made.seen(question)
    # Those that were kept are not made again.
    assert len(calls) == 8 - kept


def test_a_blank_sentence_is_refused(opened):
    with pytest.raises(PretrainedError) as refused:
        forward(opened("gpt2"), BoardQuestion("  "))
    assert refused.value.name == "empty_sentence"


@pytest.mark.parametrize("kind", KINDS)
def test_pieces_of_a_word_are_joined_and_special_tokens_are_named(opened, kind):
    question = BoardQuestion("the cats sat on mats", target="a dog ran")
    made = forward(opened(kind), question)
    (drawn,) = parts_of(Board(opened(kind)).encoded(question, "map", "en", "", ""))
    for side, ids in (("src", made.given.src_ids), ("tgt", made.given.tgt_ids)):
        if ids is None:
            assert drawn[side]["special"] == drawn[side]["joined"] == []
            continue
        pieces = opened(kind).pieces(ids, of_source=side == "src")
        for word in drawn[side]["joined"]:
            rows = range(word["first"], word["first"] + word["count"])
            bare = [pieces[row].removeprefix("##").removeprefix("␣") for row in rows]
            assert word["count"] > 1 and "".join(bare) == word["word"].removeprefix("␣")
            assert not {*rows} & {*drawn[side]["special"]}
    seen = Board(opened(kind)).seen(question)
    assert seen["special"] == {side: drawn[side]["special"] for side in ("src", "tgt")}
    if kind == "bert":
        assert drawn["src"]["special"] == [0, len(drawn["src"]["labels"]) - 1]
    assert any(drawn[side]["joined"] for side in ("src", "tgt"))


@pytest.mark.parametrize("language", ["en", "ko"])
def test_a_sink_is_explained_where_a_heads_own_numbers_say_so(opened, language):
    made = forward(opened("gpt2"), PLAIN)
    name = "decoder.layers.0.self_attention."
    tensors = dict(made.computation.tensors)
    rows = tensors[f"{name}weights"].size(1)
    weights, values = tensors[f"{name}weights"].clone(), tensors[f"{name}values"].clone()
    weights[0], values[0, 0] = 0.1 / rows, 0.1 * values[0, 0]
    weights[0, :, 0] = 0.9
    changed = {**tensors, f"{name}weights": weights, f"{name}values": values}
    computation = replace(made.computation, tensors=changed)
    naming = BoardAreas(text_of("overview", language), made).naming
    cells = {at: Cell(f"{name}weights", at) for at in [(0, 3, 0), (0, 3, 1), (1, 3, 0)]}
    plain = {at: naming.in_words(explain(made.computation, cell)) for at, cell in cells.items()}
    naming.computation = computation
    for at, cell in cells.items():
        said = naming.in_words(explain(made.computation, cell))
        assert ("90%" in said) == (at == (0, 3, 0))
        assert said.startswith(plain[at])
