"""Each question leads to the picture that answers it, and what it says there is so."""

import pytest
import torch

from pages.masks.questions import QUESTIONS, SUGGESTED
from pages.masks.setting import COMPARED
from tests.pages.answers import Asked

STARTS = [
    {},
    {"given": "sentence"},
    {"given": "sentence", "sentence": "a", "target": "x y z", "padding_first": True},
    {"ids": "0 0", "target": "one"},
    {"ids": "1 " * 63 + "1", "target": "w " * 64},
    {"attention": "decoder", "compare": "half", "seed": 3, "gain": 7},
]
questions = pytest.mark.parametrize("name", QUESTIONS)
SINCE_PAPER = ("sliding_window", "packed_documents")


def asked_of(name: str, language: str = "en", **start: object) -> Asked:
    asked = Asked("masks", language, **start)
    return asked.pressed(asked.offered(asked.text(f"questions.{name}")))


def later(asked: Asked, side: str) -> torch.Tensor:
    """What later tokens change of earlier outputs."""
    return asked.values(f"{side}_reach").triu(1)


@pytest.mark.sampled
@questions
@pytest.mark.parametrize("start", STARTS)
def test_a_question_is_on_where_it_leads_and_says_its_answer(language, name, start):
    asked = asked_of(name, language, **start)
    chip = asked.row("questions")[asked.text(f"questions.{name}")]
    assert chip.is_on
    assert chip.hint == asked.text(f"answers.{name}")
    assert asked.setting.compared_with == asked.setting.compare


@questions
def test_a_question_keeps_the_sentences(name):
    asked = asked_of(name, given="sentence", sentence="a b c", target="x y", seed=5)
    kept = (asked.setting.sentence, asked.setting.target, asked.setting.seed)
    assert kept == ("a b c", "x y", 5)


@pytest.mark.parametrize("attention", SUGGESTED)
def test_the_questions_of_an_attention_are_suggested(language, attention):
    asked = Asked("masks", language, attention=attention)
    for name in SUGGESTED[attention]:
        assert asked.text(f"questions.{name}") in asked.row("suggestions")


@pytest.mark.parametrize("attention", COMPARED)
def test_each_comparison_has_a_tab_and_one_is_on(language, attention):
    asked = Asked("masks", language, attention=attention)
    tabs = asked.row("compare")
    assert list(tabs) == [asked.text(f"compared.{name}") for name in COMPARED[attention]]
    assert sum(tab.is_on for tab in tabs.values()) == 1
    for label, tab in tabs.items():
        assert asked.pressed(tab).row("compare")[label].is_on


@pytest.mark.parametrize("given", ["numbers", "sentence"])
def test_the_targets_padding_is_the_wrong_one_and_the_sources_the_right_one(language, given):
    asked = asked_of("which_padding", language, given=given)
    setting = asked.setting
    source, target = (torch.tensor(ids) == 0 for ids in (setting.token_ids, setting.target_ids))
    assert len(source) == len(target)
    assert not torch.equal(source, target)
    assert torch.equal(asked.values("right")[0].bool(), source)
    assert torch.equal(asked.values("other")[0].bool(), target)
    assert (asked.values("right_weights")[:, source] == 0).all()
    assert not torch.equal(asked.values("right_output"), asked.values("other_output"))


def test_masked_queries_change_the_rows_of_padding_alone(language):
    asked = asked_of("queries_too", language)
    padding = torch.tensor(asked.setting.target_ids) == 0
    right, other = asked.values("right_output"), asked.values("other_output")
    assert torch.equal(right[~padding], other[~padding])
    assert (other[padding] == 0).all()
    assert (right[padding] != 0).any()


def test_and_shows_the_future():
    asked = asked_of("and_or")
    assert (asked.values("right_weights").triu(1) == 0).all()
    assert (asked.values("other_weights")[0] > 0).sum() == 4


def test_the_residual_does_not_leak_and_a_norm_over_positions_does(language):
    residual, norm = asked_of("residual", language), asked_of("position_norm", language)
    for side in ("right", "other"):
        assert (later(residual, side) == 0).all()
    assert (later(norm, "right") == 0).all()
    size = len(norm.setting.target_ids)
    assert (later(norm, "other") > 0).sum() == size * (size - 1) // 2
    vectors = residual.handler.page.tensors(residual.setting)["V"]
    difference = residual.values("other_output") - residual.values("right_output")
    torch.testing.assert_close(difference, vectors)


def test_in_half_precision_a_row_without_keys_is_shared_out_evenly():
    asked = asked_of("half")
    size = len(asked.setting.target_ids)
    assert (asked.values("right_weights")[:2] == 0).all()
    assert asked.values("other_weights")[:2].tolist() == [[pytest.approx(1 / size)] * size] * 2


def test_large_scores_get_past_a_finite_mask_and_not_past_infinity(language):
    asked = asked_of("learned", language)
    hidden = asked.values("right").bool()
    assert (asked.values("right_weights")[hidden] == 0).all()
    assert asked.values("other_weights")[hidden].max() == 1
    plain = asked.with_values(gain=1)
    words = torch.tensor(plain.setting.target_ids) > 0
    assert (plain.values("other_weights")[words][hidden[words]] == 0).all()


def test_is_causal_gives_the_words_the_same_output_while_padding_is_at_the_end(language):
    asked = asked_of("is_causal", language)
    words = torch.tensor(asked.setting.target_ids) > 0
    assert torch.equal(asked.values("right_output")[words], asked.values("other_output")[words])
    first = asked.with_values(padding_first=True)
    words = torch.tensor(first.setting.target_ids) > 0
    assert not torch.equal(first.values("right_output")[words], first.values("other_output")[words])


def test_at_inference_the_mask_keeps_what_is_written_and_hides_nothing_from_the_newest(language):
    asked = asked_of("inference", language)
    assert 0 not in asked.setting.target_ids
    assert (later(asked, "right") == 0).all()
    size = len(asked.setting.target_ids)
    assert (later(asked, "other") > 0).sum() == size * (size - 1) // 2
    assert asked.values("right")[-1].sum() == 0
    assert torch.equal(asked.values("right_output")[-1], asked.values("other_output")[-1])


def test_a_score_of_0_does_not_hide_a_key(language):
    asked = asked_of("zero", language)
    hidden = asked.values("right").bool()
    assert (asked.values("other_weights")[hidden] > 0).all()
    totals = asked.values("other_weights").sum(-1)
    torch.testing.assert_close(totals, torch.ones_like(totals))


def test_the_whole_target_at_once_gives_what_its_parts_give(language):
    asked = asked_of("whole_target", language)
    assert (later(asked, "right") == 0).all()
    tensors = asked.handler.page.tensors(asked.setting)
    whole, parts = asked.values("right_output"), tensors["right_after"]
    for length in range(1, len(whole) + 1):
        torch.testing.assert_close(parts[length - 1, :length], whole[:length])


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize("name", [name for name in QUESTIONS if name not in SINCE_PAPER])
def test_the_matrices_of_a_question_have_room_for_their_numbers(language, name):
    """Two masks, each next to its output: a wider one leaves no digits at 1280 x 720."""
    asked = QUESTIONS[name](Asked("masks", language).setting)
    assert len(asked.target_tokens) <= 6 and asked.size <= 6


def test_a_question_keeps_a_target_that_somebody_typed():
    typed = Asked("masks", "ko", target="a b c d e f g h").setting
    assert QUESTIONS["residual"](typed).target == typed.target
