"""Heads as one matrix by more than their weights, and the programs that give the same."""

import pytest
import torch

from pages.translator.code import hugging_face_code
from pages.translator.head_choice import head_choice
from tests.pages.your_sentence.sentence_page import AskedSentence
from transformer_lab.measures.summaries import rollout
from ui.answer.program import Program
from ui.explain.arithmetic import Arithmetic
from ui.words.language import LANGUAGES

CASES = [
    ("rollout", "encoder"),
    ("rollout", "decoder"),
    ("by_length", "encoder"),
    ("by_length", "cross"),
    ("gradient", "encoder"),
    ("gradient", "decoder"),
    ("gradient", "cross"),
]


def ignored(page):
    return head_choice(page.setting, page.setting.attention_source).ignored


def values(page, matrix="weights"):
    return torch.as_tensor(page.matrices[matrix].values)


@pytest.mark.sampled
@pytest.mark.parametrize(("how", "kind"), CASES)
def test_both_programs_give_the_pages_numbers(capsys, how, kind):
    page = AskedSentence(combination=how, kind=kind, off=frozenset({1}), step=4)
    (program,) = page.all(Program, "pytorch")
    for listing in (program.torch, program.core):
        names: dict = {}
        exec(listing, names)
        torch.testing.assert_close(names["weights"], values(page), atol=1e-5, rtol=1e-4)
    capsys.readouterr()


@pytest.mark.parametrize(("how", "kind"), CASES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_formula_and_what_it_leaves_out_are_said(language, how, kind):
    page = AskedSentence(language, combination=how, kind=kind)
    key = "gradient_encoder" if (how, kind) == ("gradient", "encoder") else how
    assert page.text(f"summary.{key}", layer=2) in page.notes
    (arithmetic,) = page.all(Arithmetic, "arithmetic")
    assert page.text(f"heads.{how}", count=4) in arithmetic.title


def test_rollout_is_that_of_all_layers_up_to_this_one():
    page = AskedSentence(combination="rollout", kind="encoder", layer=1)
    weights = page.setting.written.attentions.weights("encoder")
    assert torch.equal(values(page), rollout(weights)[0])
    assert torch.equal(values(AskedSentence(combination="rollout", kind="encoder")),
                       rollout(weights)[1])  # fmt: skip


def test_what_cannot_be_summed_up_is_an_average_and_says_so():
    page = AskedSentence(combination="rollout", kind="cross")
    assert ignored(page) == "no_rollout"
    assert torch.equal(values(page), values(AskedSentence(kind="cross")))
    assert ignored(AskedSentence(combination="rollout", kind="encoder")) == ""


@pytest.mark.parametrize(("how", "kind"), CASES)
def test_every_step_of_the_arithmetic_has_a_name_and_can_be_followed(how, kind):
    page = AskedSentence(combination=how, kind=kind)
    for _ in range(3):
        (arithmetic,) = page.all(Arithmetic, "arithmetic")
        assert "together" not in arithmetic.title
        cells = [one["to"] for _, spans in arithmetic.lines for one in spans if one["to"]]
        if not cells:
            break
        page.state = page.after(follow=cells[0], here=arithmetic.here)


def test_bars_are_named_by_the_head_the_key_or_the_token_on_the_way():
    def bars(how, kind):
        page = AskedSentence(combination=how, kind=kind, pin="weights.1.1")
        (arithmetic,) = page.all(Arithmetic, "arithmetic")
        return [row["label"] for row in arithmetic.charts[0]["rows"]], page

    heads, page = bars("gradient", "cross")
    assert heads == [f"Head {number}" for number in range(1, 5)]
    keys, page = bars("by_length", "cross")
    assert keys == list(page.matrices["weights"].cols.labels)
    tokens, page = bars("rollout", "encoder")
    assert sorted(tokens) == sorted(page.matrices["weights"].cols.labels)


@pytest.mark.parametrize("how", ["rollout", "by_length", "gradient"])
def test_the_untrained_model_is_summed_up_the_same_way(how):
    page = AskedSentence(combination=how, kind="encoder", beside=True)
    untrained = AskedSentence(combination=how, kind="encoder", model="untrained", writing="forced",
                              forced=" ".join(page.setting.written.forced))  # fmt: skip
    torch.testing.assert_close(values(page, "untrained"), values(untrained))


def test_the_program_of_another_model_rolls_out_too():
    page = AskedSentence(combination="rollout", kind="encoder")
    choice = head_choice(page.setting, page.setting.attention_source)
    code = hugging_face_code("a cat", "some/model", "", choice)
    assert "0.5 * mean + 0.5 * torch.eye" in code and "import torch" in code
