"""Heads of another model as one matrix: by lengths, by gradients, with arithmetic that adds up."""

import json

import pytest
import torch

from tests.ui.models.board.test_board import PLAIN, parts_of
from transformer_core.explain.computation import Cell
from transformer_core.explain.explanation import explain
from transformer_lab.measures.row_gradients import row_gradients
from transformer_lab.measures.summaries import by_length, heads_of
from transformer_lab.pretrained.errors import PretrainedError
from ui.explain.head_summary import TOGETHER
from ui.models.board import summing
from ui.models.board.board import Board
from ui.models.board.forward import forward
from ui.models.board.head_summary import HeadSummary
from ui.models.board.question import BoardQuestion
from ui.models.board.summing import SummedUp, counted_tokens
from ui.words.language import LANGUAGES, text_of

CASES = [
    (how, kind, part)
    for how in ("by_length", "gradient")
    for kind, part in (
        ("bert", "encoder"),
        ("gpt2", "decoder"),
        ("llama", "decoder"),
        ("marian", "encoder"),
        ("marian", "cross"),
        ("t5", "decoder"),
    )
] + [("rollout", "bert", "encoder"), ("rollout", "gpt2", "decoder")]

pytestmark = pytest.mark.filterwarnings("ignore:Recommended. pip install sacremoses")


@pytest.mark.parametrize(("how", "kind", "part"), CASES)
def test_every_number_adds_up_and_leads_to_the_weights(opened, how, kind, part):
    """The last layer of a summary on one head of two."""
    summed = SummedUp(forward(opened(kind), PLAIN), HeadSummary(how, part, 1, (1,)))
    computation, weights = summed.computation, summed.weights
    for row, col in ((0, 0), (len(weights) - 1, 0)):
        found = explain(computation, Cell(TOGETHER, (row, col)))
        assert found.value == pytest.approx(float(weights[row, col]), rel=1e-4, abs=1e-7)
        assert found.declared.result(found.values, found.numbers) == pytest.approx(
            found.value, rel=1e-3, abs=1e-6
        )
    cells, met = [Cell(TOGETHER, (0, 0))], set()
    while cells:
        cell = cells.pop()
        if cell.tensor not in met:
            met.add(cell.tensor)
            cells += [
                one
                for term in explain(computation, cell).terms[:3]
                for one in term.cells
                if one is not None
            ]
    assert f"{summed.asked.path}.weights" in met
    if how != "rollout":
        assert any(name.endswith("_embedding.weight") for name in met)


@pytest.mark.parametrize(("kind", "part"), [("gpt2", "decoder"), ("llama", "decoder")])
def test_lengths_are_those_of_what_each_key_adds(opened, kind, part):
    """By torch alone, from the records: what comes out of W_O with all other keys' weights at 0."""
    model = opened(kind)
    summed = SummedUp(forward(model, PLAIN), HeadSummary("by_length", part, 0, (0, 1)))
    path = "decoder.layers.0.self_attention"
    records, attention = summed.made.records, model.model.get_submodule(path)
    weights, values = records[f"{path}.weights"][0], records[f"{path}.values"][0]
    values = values.repeat_interleave(attention.group, dim=0)
    row, lengths = len(weights[0]) - 1, []
    for key in range(weights.size(-1)):
        heads = weights[:, row, key, None] * values[:, key]  # (heads, d_k)
        lengths.append(float((heads.flatten() @ attention.w_o.weight.T).norm()))
    expected = torch.tensor(lengths) / sum(lengths)
    torch.testing.assert_close(summed.weights[row], expected, atol=1e-5, rtol=1e-4)
    W_O = heads_of(dict(model.model.named_parameters()), path, 2)
    torch.testing.assert_close(summed.weights, by_length(weights, values, W_O))


def test_gradients_count_for_the_token_in_the_rows_name(opened):
    """Of a text each row's next token, and the likeliest after the last."""
    made = forward(opened("gpt2"), PLAIN)
    ids, logits = made.given.tgt_ids[0].tolist(), made.records["logits"][0]
    tokens = counted_tokens(made)
    assert tokens.tolist() == [*ids[1:], int(logits[-1].argmax())]
    asked = HeadSummary("gradient", "decoder", 0, (0, 1))
    gradient = row_gradients(opened("gpt2").model, made.given, asked.path, tokens)
    weights = made.records[f"{asked.path}.weights"][0]
    torch.testing.assert_close(SummedUp(made, asked).weights, (weights * gradient).sum(0))


def test_under_a_mask_only_its_token_counts(opened):
    model = opened("bert")
    likeliest = counted_tokens(forward(model, PLAIN))
    assert (likeliest >= 0).all()
    made = forward(model, BoardQuestion("the [MASK] sat"))
    place = made.given.src_ids[0].tolist().index(model.mask_token)
    tokens = counted_tokens(made)
    assert [at for at, one in enumerate(tokens.tolist()) if one >= 0] == [place]
    assert int(tokens[place]) == int(made.records["logits"][0, place].argmax())


@pytest.mark.parametrize("how", ["by_length", "gradient"])
def test_what_takes_too_much_memory_is_refused_with_its_size(opened, monkeypatch, how):
    monkeypatch.setitem(summing.MOST_NUMBERS, how, 10)
    with pytest.raises(PretrainedError) as error:
        SummedUp(forward(opened("gpt2"), PLAIN), HeadSummary(how, "decoder", 1, (0,)))
    assert error.value.name == "summary_size"
    for language in LANGUAGES:
        assert "GB" in text_of("models", language)("errors.summary_size", **error.value.values)


@pytest.mark.parametrize(
    "asked",
    [
        HeadSummary("by_length", "cross", 0, (0,)),
        HeadSummary("by_length", "decoder", 9, (0,)),
        HeadSummary("by_length", "decoder", 0, (7,)),
        HeadSummary("by_length", "decoder", 0, ()),
    ],
)
def test_heads_that_there_are_not_have_no_summary(opened, asked):
    with pytest.raises(ValueError, match="no such heads"):
        SummedUp(forward(opened("gpt2"), PLAIN), asked)


def test_a_summary_is_the_name_of_an_area():
    asked = HeadSummary("gradient", "cross", 11, (0, 3, 12))
    assert HeadSummary.read(asked.area) == asked
    assert asked.path == "decoder.layers.11.cross_attention"
    for area in ("map", "summary", "summary~odd~cross~1~0", "summary~gradient~cross~-1~0"):
        assert HeadSummary.read(area) is None


@pytest.mark.parametrize(("how", "kind", "part"), CASES[:6:2] + CASES[-1:])
@pytest.mark.parametrize("language", LANGUAGES)
def test_its_process_makes_the_arithmetic_in_both_languages(opened, language, how, kind, part):
    board, asked = Board(opened(kind)), HeadSummary(how, part, 1, (0, 1))
    assert board.summary(PLAIN, asked).dim() == 2
    (made,) = parts_of(board.encoded(PLAIN, asked.area, language, "weights.1.0", ""))
    page = text_of("your_sentence", language)
    assert made["here"] == f"{TOGETHER}@1.0" and TOGETHER not in made["title"]
    assert page(f"heads.{how}", count=2) in made["title"]
    links = [one["to"] for line in made["lines"] for one in line["spans"] if one.get("to")]
    for link in links[:3]:
        (on,) = parts_of(board.encoded(PLAIN, asked.area, language, "", link))
        assert TOGETHER not in json.dumps(on["title"])
