"""What is said of a comparison in numbers is what its matrices show."""

import re

import pytest
import torch

from pages.masks.comparison import comparison_of
from pages.masks.setting import COMPARED
from tests.pages.answers import Asked
from transformer_lab.measures.mask_effects import HALF_ROUNDING
from ui.answer.parts import Board, Note
from ui.explain.arithmetic import significant

STARTS = [
    {"target_length": 5},
    {"target_length": 5, "padding_first": True},
    {"ids": "0", "target": "a", "target_length": 1},
    {"ids": "3 4 5 6 0 0 0", "target": "a b a", "target_length": 7, "gain": 20_000},
]


def note_of(asked: Asked) -> Note:
    (note,) = asked.all(Note, "picture")
    return note


@pytest.mark.sampled
@pytest.mark.parametrize("which", COMPARED)
@pytest.mark.parametrize("start", STARTS)
def test_the_outputs_that_change_are_counted(which, start):
    for name in COMPARED[which]:
        asked = Asked("masks", attention=which, compare=name, **start)
        if "other_weights" not in asked.matrices or name == "half":
            continue
        ids = asked.setting.token_ids if which == "encoder" else asked.setting.target_ids
        words = torch.tensor(ids) > 0
        apart = (asked.values("other_output") - asked.values("right_output")).abs().amax(-1)
        changed = int((apart[words] > 1e-5).sum())
        note = note_of(asked)
        assert f"**{changed} of {int(words.sum())}** tokens" in note.text, (name, note.text)
        assert (note.tone == "bad") == (changed > 0)


@pytest.mark.sampled
@pytest.mark.parametrize("which", COMPARED)
@pytest.mark.parametrize("start", STARTS)
def test_a_comparison_is_ticked_only_where_both_sides_show_the_same(which, start):
    for name in COMPARED[which]:
        asked = Asked("masks", attention=which, compare=name, **start)
        if "other_weights" not in asked.matrices or comparison_of(asked.setting).is_leak_test:
            continue
        ids = asked.setting.token_ids if which == "encoder" else asked.setting.target_ids
        words = torch.tensor(ids) > 0
        right, other = asked.values("right_weights"), asked.values("other_weights")
        rights, others = asked.values("right"), asked.values("other")
        apart = bool(((other > 1e-5) & (right == 0)).any() or (others > rights)[words].any())
        outputs = asked.values("other_output"), asked.values("right_output")
        changes = (outputs[0] - outputs[1]).abs().amax(-1)
        limit = HALF_ROUNDING * float(outputs[1].abs().max()) if name == "half" else 1e-5
        note = note_of(asked)
        is_same = not apart and float(changes.max()) <= limit
        assert (note.tone == "good") == is_same, (name, note)


def test_visible_padding_and_words_hidden_by_mistake_are_counted():
    values = {"attention": "cross", "given": "sentence", "length": 8, "target_length": 8}
    asked = Asked("masks", **values)
    # 6 words of the source, 4 tokens of the target: its mask hides 2 words from 4 tokens.
    assert "Cells hidden from tokens by mistake: 8." in note_of(asked).text
    short = Asked("masks", attention="cross", target_length=5)
    leaked = short.values("other_weights")[:4, 3].max()
    assert f"Cells in which a token sees padding: 4, with a weight of up to {leaked:.4f}" in (
        note_of(short).text
    )


def test_a_mask_of_another_length_says_that_torch_stops(language):
    words = {"target": "x y", "target_length": 7}
    asked = Asked("masks", language, attention="cross", compare="target", **words)
    note = note_of(asked)
    assert note.tone == "bad"
    assert note.text == asked.text("does_not_fit", target=7, source=5)
    assert "other" not in asked.matrices
    assert asked.arithmetic.title.startswith(f"{asked.text('matrices.mask_weights')} · ")
    for queries, keys in ((7, 5), (2, 1)):
        Q, K = torch.ones(1, 1, queries, 4), torch.ones(1, 1, keys, 4)
        mask = torch.ones(1, 1, 1, queries).bool()
        with pytest.raises(RuntimeError):
            torch.softmax((Q @ K.mT).masked_fill(mask, 0.0), dim=-1) @ K


def test_where_lengths_differ_a_mask_that_fits_is_compared_at_first(language):
    asked = Asked("masks", language, attention="cross", target="x y", target_length=7)
    assert asked.setting.compared_with == "none"
    assert asked.with_values(target_length=5).setting.compared_with == "target"


@pytest.mark.parametrize("name", ["residual", "norm", "recomputed"])
def test_a_leak_is_counted_in_pairs(language, name):
    asked = Asked("masks", language, attention="decoder", compare=name, target_length=6)
    leaks = [int((asked.values(f"{side}_reach").triu(1) > 0).sum()) for side in ("right", "other")]
    notes = asked.all(Note, "picture")
    assert notes[-1].tone == ("bad" if leaks[1] else "good")
    said = " ".join(note.text for note in notes)
    numbers = [int(number) for number in re.findall(r"(?<![\d.])\d+(?!\.?\d)", said)]
    pairs = len(asked.setting.target_ids) * (len(asked.setting.target_ids) - 1) // 2
    assert {pairs, *leaks} <= {*numbers}


@pytest.mark.parametrize("name", ["opposite", "causal"])
def test_torch_is_compared_with_where_its_convention_is_another(language, name):
    which = "decoder" if name == "causal" else "cross"
    asked = Asked("masks", language, attention=which, compare=name)
    text = asked.text(f"more.{name}", apart="").split(":")[0][:30]
    assert text in note_of(asked).text


def test_the_mask_of_the_other_reading_is_the_same_with_1_kept_and_says_so(language):
    asked = Asked("masks", language, attention="encoder", compare="opposite")
    drawn = asked.matrices["other"]
    assert drawn.note == asked.text("opposite_mask")
    assert torch.equal(asked.values("other"), asked.values("right"))
    assert torch.equal(asked.values("other") == 0, torch.as_tensor(drawn.hidden))
    row, col = (asked.values("other") == 0).nonzero()[0].tolist()
    (board,) = asked.all(Board, "picture")
    assert board.hint == asked.text("matrix_view.hint_opposite")
    pin = f"other_weights.{row}.{col}"
    pinned = Asked("masks", language, attention="encoder", compare="opposite", pin=pin)
    assert pinned.explained_number == 0


@pytest.mark.parametrize("which", COMPARED)
@pytest.mark.parametrize("start", STARTS)
def test_every_cell_with_a_weight_that_the_right_mask_hides_is_counted(which, start):
    for name in COMPARED[which]:
        asked = Asked("masks", attention=which, compare=name, **start)
        if "other_weights" not in asked.matrices:
            continue
        ids = asked.setting.token_ids if which == "encoder" else asked.setting.target_ids
        keys = asked.setting.target_ids if which == "decoder" else asked.setting.token_ids
        weights, hidden = asked.values("other_weights"), asked.values("right") == 1
        word, padding = torch.tensor(ids)[:, None] > 0, torch.tensor(keys)[None] == 0
        leaked = (weights > 0) & hidden
        expected = [
            ("sees padding", leaked & word & padding),
            ("sees the future", leaked & word & ~padding),
            ("cells with weight on what the right mask hides", leaked & ~word),
        ]
        for words, cells in expected:
            pattern = rf"(?:have (\d+) )?{words}(?:: (\d+))?[^.]* of up to"
            found = re.findall(pattern, note_of(asked).text)
            counts = [int(one or other) for one, other in found]
            assert counts == [int(cells.sum())] * bool(cells.any()), (name, words)


def test_training_has_its_own_verdict_next_to_that_of_a_missing_mask(language):
    for target in ("je suis étudiant", "a", "a b a b a"):
        asked = Asked("masks", language, target=target).pressed("questions.whole_target")
        right, other = asked.all(Note, "picture")
        assert (right.tone, other.tone) == ("good", "bad")
        assert re.search(r"\*\*0[개*]", right.text) and not re.search(r"\*\*0[개*]", other.text)


def test_while_a_target_is_written_it_has_no_padding_and_the_control_says_its_length(language):
    for target in ("je suis étudiant", "a", "a b a b a"):
        asked = Asked("masks", language, target=target).pressed("questions.inference")
        setting = asked.setting
        assert setting.target_length == len(setting.target_tokens) == len(target.split()) + 1
        assert 0 not in setting.target_ids


@pytest.mark.parametrize("gain", [1, 20_000, 100_000])
@pytest.mark.parametrize("which", ["encoder", "decoder", "cross"])
def test_the_size_of_scores_is_said_next_to_that_of_a_finite_mask(language, which, gain):
    asked = Asked("masks", language, attention=which, compare="finite", gain=gain)
    scores = comparison_of(asked.setting).steps.scaled
    apart = float((scores.amax(-1) - scores.amin(-1)).max())
    name = "more.apart" if gain == 1 else "more.multiplied"
    said = note_of(asked).text
    assert asked.text(name, apart=significant(apart, 3), gain=f"{gain:,}") in said
    assert (asked.text("more.learnable") in said) == (apart > 10_000)
