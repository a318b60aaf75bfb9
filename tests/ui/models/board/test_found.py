"""Any token of a vocabulary can be found, pinned and compared with its neighbours by rank."""

import pytest
import torch

from tests.ui.models.board.test_board import PLAIN, parts_of
from ui.models.board.board import Board
from ui.models.board.forward import forward
from ui.models.board.found import FoundTokens, matching, small_percent, token_names
from ui.words.language import LANGUAGES, text_of

NAMES = ("Cat", "␣cat", "cats", "##cat", "concat", "dog")
SHARES = torch.tensor([0.1, 0.2, 0.3, 0.05, 0.25, 0.1])


def test_the_token_itself_comes_first_then_what_begins_with_it():
    assert matching(NAMES, " CAT", SHARES) == [1, 0, 3, 2, 4]
    assert matching(NAMES, "dogs", SHARES) == matching(NAMES, " ", SHARES) == []
    assert matching(("#", "a"), "#", SHARES) == [0]


@pytest.mark.parametrize("kind", ["bert", "gpt2", "marian"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_token_that_is_found_can_be_pinned_with_its_logit(opened, kind, language):
    made, board = forward(opened(kind), PLAIN), Board(opened(kind))
    found, *_ = parts_of(board.encoded(PLAIN, "arithmetic~a", language, "", ""))
    assert (found["id"] == "found" and "“a”" in found["title"]) or "‘a’" in found["title"]
    probabilities = made.computation.tensors["probabilities"]
    for row in found["rows"]:
        _, _, index = row["pin"].partition("@")
        at, token = map(int, index.split("."))
        assert "a" in made.token(token, made.predicting).lower()
        assert row["share"] == pytest.approx(float(probabilities[at, token]))
    pinned = parts_of(board.encoded(PLAIN, "arithmetic~a", language, found["rows"][-1]["pin"], ""))
    assert pinned[1]["here"] == found["rows"][-1]["pin"]
    links = [one["to"] for line in pinned[1]["lines"] for one in line["spans"] if one.get("to")]
    assert f"logits@{found['rows'][-1]['pin'].partition('@')[2]}" in links


def test_neighbours_are_those_by_probability_with_their_ranks(opened):
    made = forward(opened("gpt2"), PLAIN)
    shares = made.computation.tensors["probabilities"][1]
    order = shares.argsort(descending=True).tolist()
    words = text_of("models", "en")
    around = FoundTokens(words, made, 1).around(order[100])
    assert [pin.rpartition(".")[2] for pin in around.pins] == list(map(str, order[98:103]))
    assert [text.rpartition("#")[2] for text in around.texts] == ["99", "100", "101", "102", "103"]
    assert around.chosen[0] == made.token(order[100], "tgt")
    first = FoundTokens(words, made, 1).around(order[0])
    assert first.texts[0].endswith("#1") and len(first.pins) == 3
    pin = f"logits@1.{order[100]}"
    last = parts_of(Board(opened("gpt2")).encoded(PLAIN, "arithmetic", "en", pin, ""))[-1]
    assert last["id"] == "around" and sum(row["chosen"] for row in last["rows"]) == 1
    likely = parts_of(
        Board(opened("gpt2")).encoded(PLAIN, "arithmetic", "en", f"logits@1.{order[2]}", "")
    )
    assert [one.get("id") for one in likely[1:]] == ["next_words"]
    assert likely[1]["rows"][2]["pin"] == f"probabilities@1.{order[2]}"


def test_names_of_a_vocabulary_are_made_once(opened):
    names = token_names(opened("gpt2"), "tgt", 200)
    assert names is token_names(opened("gpt2"), "tgt", 200) and len(names) == 200


def test_small_shares_are_not_said_to_be_0():
    assert [small_percent(one) for one in (0.031, 0.00004, 0.0)] == ["3.1", "0.004", "0"]
