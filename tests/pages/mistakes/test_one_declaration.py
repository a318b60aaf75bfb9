"""A mistake is one declaration, one program and its words: the page takes all else from them."""

import shutil

import pytest
import torch
from torch import Tensor

from pages.mistakes import code
from pages.mistakes.quiz import rivals
from tests.pages.answers import Asked
from tests.pages.mistakes.test_arithmetic import followed
from tests.pages.printed_code import run
from transformer_core.explain.computation import Step
from transformer_core.explain.kind import KINDS, Kind
from transformer_core.explain.kinds.same_place import X
from transformer_lab import mistakes
from transformer_lab.mistakes import MISTAKES, Comparison, Mistake, attention
from transformer_lab.mistakes.derivation import Derivation, derived_scores
from transformer_lab.mistakes.mistake import Picture
from ui.words.language import text_of

NAME = "width_without_root"
WORDS = {
    f"mistake.{NAME}": "The root of d_k is forgotten",
    f"presets.{NAME}": "no root",
    f"watch.{NAME}": "All weights are more even.",
    f"effect.{NAME}": "With d_k = {d_k} all weights are more even.",
    f"about.{NAME}": "Attention weights.",
    f"known.{NAME}": "The root counts.",
    f"watch_try.{NAME}_wide": "With d_k = 512 all weights are the same.",
    "try.wide": "d_k = 512",
    "kinds.division": "The score divided by d_k.",
    "tensors.divided": "Divided",
}
PROGRAM = '''"""Scores that are divided by d_k."""

import torch

# Setting
d_k, seed = 64, 11
# Program
drawn = torch.randn(2, 12, 512, generator=torch.Generator().manual_seed(seed))
Q, K = drawn[:, :6, :d_k]  # (6, d_k) each
right = torch.softmax(Q @ K.T / d_k**0.5, dim=-1)
wrong = torch.softmax(Q @ K.T / d_k, dim=-1)
'''


def weights_divided_by_the_width(Q: Tensor, K: Tensor) -> Tensor:
    d_k = Q.size(-1)
    # right: scaled = Q @ K.transpose(-2, -1) / d_k**0.5
    scaled = Q @ K.transpose(-2, -1) / d_k
    return torch.softmax(scaled, dim=-1)


def derivation(comparison: Comparison) -> Derivation:
    derived, d_k = derived_scores(comparison.given), comparison.given["Q"].size(-1)
    steps = {
        "right": Step("softmax", {"x": "scaled"}),
        "divided": Step("division", {"x": "scores"}, {"d_k": d_k}),
        "wrong": Step("softmax", {"x": "divided"}),
    }
    return derived.also({"divided": derived.tensors["scores"] / d_k}, steps)


@pytest.fixture
def made_up(monkeypatch, tmp_path):
    mistakes.add(
        Mistake(
            name=NAME,
            topic="scores",
            equation=r"QK^{T}/\sqrt{d_k}",
            given=attention.queries_and_keys,
            right=attention.attention_weights,
            wrong=weights_divided_by_the_width,
            test=attention.test_weights_match_torch,
            derivation=derivation,
            sizes=("d_k", "seed"),
            suggestions={"wide": {"d_k": 512}},
            kinds=(Kind("division", X, "{terms} / {d_k}", lambda terms, n: terms[0] / n["d_k"]),),
            figures=lambda comparison, _: {"d_k": comparison.given["Q"].size(-1)},
            picture=Picture(bars="sum"),
        )
    )
    programs = shutil.copytree(code.PROGRAMS, tmp_path / "programs")
    (programs / f"{NAME}.py").write_text(PROGRAM)
    monkeypatch.setattr(code, "PROGRAMS", programs)
    text = text_of("mistakes", "en")
    monkeypatch.setattr(text, "_words", text._words | WORDS)
    monkeypatch.setattr(text, "_sections", {})
    yield
    del MISTAKES[NAME], KINDS["division"]


@pytest.mark.usefixtures("made_up")
def test_a_made_up_mistake_is_shown_explained_and_asked_about():
    asked = Asked("mistakes").pressed(f"presets.{NAME}")
    (chip,) = [chip for chip in asked.row("presets").values() if chip.label == "no root"]
    assert chip.is_on
    assert chip.group == asked.text("groups.scores")
    assert asked.address["mi_mistake"] == NAME
    right, wrong = asked.values("right"), asked.values("wrong")
    torch.testing.assert_close(asked.values("difference"), wrong - right)
    assert "With d_k = 64 all weights are more even." in asked.all_text()
    scaled = asked.pressed("try.wide")
    assert scaled.setting.sizes == {"d_k": 512, "seed": 11}
    assert WORDS[f"watch_try.{NAME}_wide"] in scaled.watched()

    on = followed(asked, "Wrong")
    divided = next(span["to"] for _, line in on.arithmetic.lines for span in line if span["to"])
    number = on.done(follow=divided, here=on.arithmetic.here)
    assert number.arithmetic.question == "The score divided by d_k."
    assert number.arithmetic.title.startswith("Divided[ query ")
    assert " / 64 = " in number.lines["made of"]

    made = run(asked.program.sources["torch"])
    torch.testing.assert_close(made["wrong"], wrong)
    assert NAME in rivals("unscaled_scores")
    assert NAME in asked.program.sources["core"]
