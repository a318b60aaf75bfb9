"""What is said of a comparison in numbers is what its matrices show."""

import re

import pytest
import torch

from pages.masks.setting import COMPARED
from tests.pages.answers import Asked
from ui.answer.parts import Note

STARTS = [
    {"target_length": 5},
    {"target_length": 5, "padding_first": True},
    {"ids": "0", "target": "a", "target_length": 1},
    {"ids": "3 4 5 6 0 0 0", "target": "a b a", "target_length": 7, "gain": 20_000},
]


def note_of(asked: Asked) -> Note:
    (note,) = asked.all(Note, "picture")
    return note


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
        assert note.tone == ("bad" if changed else "good")


def test_visible_padding_and_words_hidden_by_mistake_are_counted():
    values = {"attention": "cross", "given": "sentence", "length": 8, "target_length": 8}
    asked = Asked("masks", **values)
    # 6 words of the source, 4 tokens of the target: its mask hides 2 words from 4 tokens.
    assert "Cells hidden by mistake: 8." in note_of(asked).text
    short = Asked("masks", attention="cross", target_length=5)
    leaked = short.values("other_weights")[:4, 3].max()
    assert f"Cells with visible padding: 4, with a weight of up to {leaked:.4f}" in (
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
    note = note_of(asked)
    assert note.tone == ("bad" if leaks[1] else "good")
    numbers = [int(number) for number in re.findall(r"(?<![\d.])\d+(?!\.?\d)", note.text)]
    pairs = len(asked.setting.target_ids) * (len(asked.setting.target_ids) - 1) // 2
    assert {pairs, *leaks} <= {*numbers}


@pytest.mark.parametrize("name", ["opposite", "causal"])
def test_torch_is_compared_with_where_its_convention_is_another(language, name):
    which = "decoder" if name == "causal" else "cross"
    asked = Asked("masks", language, attention=which, compare=name)
    text = asked.text(f"more.{name}", apart="").split(":")[0][:30]
    assert text in note_of(asked).text
