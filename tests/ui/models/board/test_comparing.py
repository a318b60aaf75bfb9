"""A map next to another forward: both sets of numbers, and how far they are apart."""

import json
import math
from dataclasses import replace

import numpy as np
import pytest
import torch

from ui.models.board.board import Board
from ui.models.board.comparing import Compared, compared_in_numbers, map_tensors, sent
from ui.models.board.forward import forward
from ui.models.board.question import NUMBERS, BoardQuestion, OffHead, SetNumber
from ui.models.messages import decode, encode
from ui.picture.model_map import tensors as map_tensors_module
from ui.words.language import LANGUAGES, text_of

KINDS = ("bert", "gpt2", "llama", "marian", "t5")
ONE, TWO = "the cat sat on the mat", "the mat sat on the cat"

pytestmark = pytest.mark.filterwarnings("ignore:Recommended. pip install sacremoses")


@pytest.fixture(params=KINDS)
def two(request, opened):
    """A model's forward of two sentences with the same target, and its board."""
    model = opened(request.param)
    first = BoardQuestion(ONE)
    made = forward(model, first)
    ids = made.given.tgt_ids
    is_both = made.given.src_ids is not None and ids is not None
    second = replace(first, sentence=TWO, read=tuple(ids[0].tolist()) if is_both else ())
    return Board(model), first, second


def drawn(board, question, other, language="en"):
    """The header of a map, and its numbers."""
    made = board.encoded(question, "map", language, "", "", other)
    length = int.from_bytes(made[:4], "little")
    (header,) = json.loads(made[4 : 4 + length])["parts"]
    place = header["numbers"]
    blob = made[4 + length :][place["offset"] :][: place["bytes"]]
    return header, np.frombuffer(blob, "float32")


def forwards(header, numbers):
    """The sets of numbers of a map, each by tensor: of the differences those of pooled tensors."""
    made, start = [], 0
    while start < len(numbers):
        own = {}
        for one in header["tensors"]:
            is_pooled = "sent" not in one and one["count"] < math.prod(one["shape"])
            if len(made) < 2 or is_pooled:
                own[one["name"]] = numbers[start : start + one["count"]]
                start += one["count"]
        made.append(own)
    return made


def test_both_sentences_are_sent_and_each_as_it_is_alone(two):
    board, first, second = two
    header, numbers = drawn(board, first, board.compared(second, "two"))
    now, other = forwards(header, numbers)
    assert header["isCompared"] and not header["hasDifferences"] and header["pool"] == 1
    for question, sent_of_it in ((first, now), (second, other)):
        (alone,) = forwards(*drawn(board, question, None))
        assert alone.keys() == sent_of_it.keys()
        for name, values in alone.items():
            assert np.array_equal(values, sent_of_it[name]), name
    assert header["strings"]["tools"]["seen_other"] == "two"
    assert len(header["otherNext"]) == len(header["next"])


def test_what_another_process_sends_gives_the_same_map(two):
    board, first, second = two
    here = drawn(board, first, board.compared(second, "two"))
    message = decode(encode(*board.numbers(second)))
    there = drawn(board, first, Compared.read("two", message.values, message.tensors[NUMBERS]))
    assert here[0] == there[0] and np.array_equal(here[1], there[1])


def test_rows_with_another_token_are_named_after_both(opened):
    board = Board(opened("bert"))
    header, _ = drawn(board, BoardQuestion(ONE), board.compared(BoardQuestion(TWO), "two"))
    labels, alone = header["src"]["labels"], forward(opened("bert"), BoardQuestion(ONE)).labels
    pairs = list(zip(labels, alone["src"], strict=True))
    assert labels != alone["src"] and all(label.startswith(own) for label, own in pairs)
    assert labels[0] == "[CLS]" and any(" | " in label for label in labels)


def test_pooled_numbers_come_with_the_strongest_of_their_differences(opened, monkeypatch):
    """Not with the difference of the strongest ones, which may be of two dimensions."""
    board, first, second = Board(opened("gpt2")), BoardQuestion(ONE), BoardQuestion(TWO)
    monkeypatch.setattr(map_tensors_module, "MOST_NUMBERS", 10)
    header, numbers = drawn(board, first, board.compared(second, "two"))
    assert header["hasDifferences"] and header["pool"] > 1
    now, other, difference = forwards(header, numbers)
    name = "decoder.layers.0.residual_2"
    assert name in difference and "decoder.layers.0.self_attention.weights" not in difference
    whole = [forward(opened("gpt2"), one).computation.tensors[name] for one in (first, second)]
    groups = (whole[0] - whole[1]).unflatten(-1, (-1, header["pool"]))
    strongest = groups.gather(-1, groups.abs().argmax(-1, keepdim=True)).flatten().numpy()
    assert np.array_equal(difference[name], strongest)
    assert not np.array_equal(difference[name], now[name] - other[name])


@pytest.mark.parametrize("language", LANGUAGES)
def test_how_far_they_are_apart_is_said_in_numbers(opened, language):
    made, other = (forward(opened("gpt2"), BoardQuestion(one)) for one in (ONE, TWO))
    words = text_of("models", language)
    said = compared_in_numbers(words, made, Compared.of(other, "two"))
    one, two = (each.computation.tensors["decoder.output"] for each in (made, other))
    apart = float((one - two).norm() / two.norm())
    one, two = (each.computation.tensors["probabilities"][-1] for each in (made, other))
    moved = float((one - two).clamp(min=0).sum())
    assert f"{100 * apart:.0f}%" in said and f"{100 * moved:.1f}"[:2] in said
    assert "two" in said and made.labels["tgt"][-1] in said
    same = compared_in_numbers(words, made, Compared.of(made, "two"))
    assert same == words("compared.same", name="two")


def test_a_number_is_next_to_the_other_one_and_their_difference(two):
    board, first, second = two
    stack = "encoder" if board.seen(first)["src"] else "decoder"
    pin = f"{stack}.layers.1.residual_2@1.3"
    now, other = board.value(first, pin), board.value(second, pin)
    parts = board.encoded(first, "arithmetic", "en", pin, "", Compared("two", value=other))
    arithmetic = json.loads(parts[4 : 4 + int.from_bytes(parts[:4], "little")])["parts"][0]
    both = arithmetic["lines"][-2:]
    lines = {
        label: "".join(one["text"] for one in spans)
        for label, spans in ((x["label"], x["spans"]) for x in both)
    }
    assert float(lines["two"].replace("−", "-")) == pytest.approx(other, abs=1e-4)
    assert float(lines["Difference"].replace("−", "-")) == pytest.approx(now - other, abs=1e-4)
    assert board.value(first, "nothing@0.0") is None


def test_a_model_is_compared_with_itself_unchanged(opened):
    model = opened("marian")
    made = forward(model, BoardQuestion(ONE))
    number = SetNumber("src_embedding.weight", (int(made.given.src_ids[0, 1]), 0), 3.0)
    edited = BoardQuestion(ONE, hidden=(2,), heads_off=(OffHead("cross", 0, 1),), numbers=(number,))
    ids = tuple(forward(model, edited).given.tgt_ids[0].tolist())
    plain = forward(model, replace(edited, read=ids).as_it_is)
    assert tuple(plain.given.tgt_ids[0].tolist()) == ids and plain.given.src_padding is None
    forced = model.computed(replace(made.given, tgt_ids=torch.tensor([ids])))
    assert torch.equal(plain.computation.tensors["logits"], forced.tensors["logits"])


def test_every_number_of_a_map_is_sent(opened):
    made = forward(opened("t5"), BoardQuestion(ONE))
    values, tensors = sent(made)
    assert {*values["shapes"]} == {*map_tensors(made)}
    assert sum(one.numel() for one in map_tensors(made).values()) == tensors[NUMBERS].numel()
