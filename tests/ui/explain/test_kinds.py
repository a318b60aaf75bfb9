"""What is written of a number follows from the declaration of its kind of step."""

import math
from dataclasses import replace

import pytest
import torch

from tests.core.explain.computations import computations
from tests.core.explain.laws import some_cells
from tests.core.explain.test_kinds import declared, made
from tests.lab.mistakes.computations import mistakes
from transformer_core.explain.computation import Cell
from transformer_core.explain.explanation import explain
from transformer_core.explain.kind import KINDS, Kind, Notation
from transformer_core.explain.kinds.same_place import SamePlace
from ui.explain.board import BoardNames
from ui.explain.explanation import explained, made_of
from ui.words.language import Text, text_of

MISTAKES_PAGE = text_of("mistakes", "en")


def with_words(words: dict[str, str]) -> Text:
    text = text_of("workbench", "en")
    return Text({name: text(name) for name in text} | words)


def test_a_made_up_kind_is_written_as_it_is_declared(monkeypatch):
    kind = Kind(
        "weighed",
        SamePlace("x", "y", minus="y"),
        "{factor} · ({terms})",
        lambda terms, n: n["factor"] * math.fsum(terms),
        notation=Notation(named=("factor",)),
        remark=lambda terms, _: "even" if terms[0].value == 4 else "",
    )
    words = {"kinds.weighed": "A gap, weighed.", "numbers.factor": "weight"}
    text = with_words({**words, "charts.weighed": "both", "arithmetic.even": "they are even"})
    x, y = torch.tensor([4.0, 1.5]), torch.tensor([4.0, 0.5])
    computation = made(declared(monkeypatch, kind), 3 * (x - y), x=x, y=y)
    shown = explained(text, computation, Cell("output", (1,)), BoardNames({}))
    lines = [(label, " ".join(one["text"] for one in spans)) for label, spans in shown.lines]
    assert shown.question == "A gap, weighed."
    assert lines == [("made of", "3 · ( 1.5000 − 0.5000 ) = 3"), ("with", "weight 3")]
    assert [row["value"] for row in shown.charts[0]["rows"]] == [1.5, -0.5]
    even = explained(text, computation, Cell("output", (0,)), BoardNames({}))
    assert even.lines[-1][1][0]["text"] == "they are even"


@pytest.mark.sampled
@pytest.mark.parametrize("which", range(len([*computations(), *mistakes()])))
def test_what_is_written_depends_on_the_declaration_and_not_on_the_name(which, monkeypatch):
    computation = [*computations(), *mistakes()][which]
    again = {f"{name} again": replace(kind, name=f"{name} again") for name, kind in KINDS.items()}
    for kind in again.values():
        declared(monkeypatch, kind)
    words = {name: MISTAKES_PAGE(name) for name in MISTAKES_PAGE}
    for section in ("kinds", "charts"):
        own = MISTAKES_PAGE.section(section).items()
        words |= {f"{section}.{name} again": sentence for name, sentence in own}
    text = Text(words)
    steps = {
        name: replace(step, kind=f"{step.kind} again") for name, step in computation.steps.items()
    }
    twin = replace(computation, steps=steps)
    for tensor in [*computation.tensors][::2]:
        for cell in some_cells(computation, tensor, 2):
            one = explained(text, computation, cell, BoardNames({}))
            # Its sentence, like its other words, is found by the kind's name outside a model.
            other = explained(text, twin, cell, BoardNames({}))
            assert replace(other, sentence=one.sentence) == one
            assert made_of(text, twin, cell, BoardNames({})) == made_of(
                text, computation, cell, BoardNames({})
            )
            assert str(explain(twin, cell).terms) == str(explain(computation, cell).terms)
