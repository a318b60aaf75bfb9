"""All that is known of a kind of step follows from its one declaration."""

import ast
import math
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from tests.alone import run_without
from tests.core.explain.computations import cells_in, computations
from tests.core.explain.laws import assert_every_law, kinds_in, some_cells
from transformer_core.explain.computation import Cell, Computation, Step
from transformer_core.explain.contributions import contribution_shares, largest_contributions
from transformer_core.explain.explanation import explain, without_scaling
from transformer_core.explain.kind import KINDS, Kind, Notation, declare
from transformer_core.explain.kinds import (
    activations,
    distances,
    formulas,
    moved,
    products,
    rotary,
    rows,
    same_place,
)
from transformer_core.explain.kinds.moved import Moved
from transformer_core.explain.kinds.products import Products
from transformer_core.explain.kinds.rows import Softmax, share
from transformer_core.explain.kinds.same_place import SamePlace
from transformer_core.explain.uses import uses

ROOT = Path(__file__).parents[3]
FAMILIES = (products, same_place, moved, rows, formulas, activations, rotary, distances)


def declared(monkeypatch: pytest.MonkeyPatch, kind: Kind) -> Kind:
    """The kind, known until the end of the test."""
    monkeypatch.setitem(KINDS, kind.name, kind)
    return kind


def made(kind: Kind, output: torch.Tensor, **inputs: torch.Tensor) -> Computation:
    """A step of this kind, whose inputs are copies so that shares go on to them."""
    given = {f"given_{role}": tensor for role, tensor in inputs.items()}
    steps = {role: Step("copy", {"x": f"given_{role}"}) for role in inputs}
    steps["output"] = Step(kind.name, {role: role for role in inputs}, {"factor": 3.0})
    return Computation({**given, **inputs, "output": output}, steps)


def test_a_made_up_sum_of_products_is_explained_by_the_letters_of_its_axes(monkeypatch):
    kind = Kind(
        "columns_shifted",
        Products("left ba, right bc, bias c -> ac"),
        "{terms} + {bias}",
        lambda terms, n: math.fsum(terms) + n["bias"],
    )
    left, right, bias = torch.randn(3, 2), torch.randn(3, 4), torch.randn(4)
    output = left.T @ right + bias
    kind = declared(monkeypatch, kind)
    computation = made(kind, output, left=left, right=right, bias=bias)
    assert_every_law(computation)
    explained = explain(computation, Cell("output", (1, 2)))
    assert explained.terms[2].cells == (Cell("left", (2, 1)), Cell("right", (2, 2)))
    assert explained.numbers == {"bias": float(bias[2])}
    (use,) = uses(computation, Cell("bias", (3,)))
    assert (use.cell.index[1], use.count) == (3, 2)
    found = contribution_shares(computation, Cell("output", (1, 2)))
    assert found["left"].sum() == pytest.approx(0.5)
    assert found["left"][:, 0].sum() == 0


def test_a_made_up_step_place_by_place_is_explained_by_its_roles(monkeypatch):
    kind = Kind(
        "gap_times",
        SamePlace("x", "y", minus="y"),
        "{factor} · ({terms})",
        lambda terms, n: n["factor"] * math.fsum(terms),
        notation=Notation(significant=True),
        remark=lambda terms, _: "even" if math.fsum(term.value for term in terms) == 0 else "",
    )
    x, y = torch.tensor([[1.0, 5.0], [2.0, 0.0]]), torch.tensor([[3.0, 5.0]])
    computation = made(declared(monkeypatch, kind), 3 * (x - y), x=x, y=y)
    assert_every_law(computation)
    gap = explain(computation, Cell("output", (1, 0)))
    assert [term.factors for term in gap.terms] == [(2.0,), (-1.0, 3.0)]
    assert gap.recomputed() == -3.0
    assert gap.declared.remark(gap.terms, gap.numbers) == ""
    even = explain(computation, Cell("output", (0, 1)))
    assert even.declared.remark(even.terms, even.numbers) == "even"
    (use,) = uses(computation, Cell("y", (0, 1)))
    assert use.count == 2
    found = contribution_shares(computation, Cell("output", (1, 0)))
    assert found["x"].tolist() == [[0, 0], [pytest.approx(2 / 5), 0]]
    assert found["y"].tolist() == [[pytest.approx(3 / 5), 0]]


def test_made_up_places_are_found_in_both_directions(monkeypatch):
    kind = declared(monkeypatch, Kind("turned", Moved(lambda x, _: x.T.flip(0))))
    x = torch.randn(2, 3)
    computation = made(kind, x.T.flip(0), x=x)
    assert_every_law(computation)
    for cell in cells_in(computation, "output"):
        (term,) = explain(computation, cell).terms
        (source,) = term.cells
        (use,) = uses(computation, source)
        assert (use.cell, use.count) == (cell, 1)
        assert contribution_shares(computation, cell)["x"][source.index] == 1


def test_a_made_up_softmax_runs_along_any_axis(monkeypatch):
    kind = Kind("over_columns", Softmax(0), "e^({x} − {maximum}) / ({terms})", share)
    x = torch.randn(4, 3)
    computation = made(declared(monkeypatch, kind), torch.softmax(x, dim=0), x=x)
    assert_every_law(computation)
    assert uses(computation, Cell("x", (1, 2)))[0].count == 4


def test_two_kinds_have_two_names():
    with pytest.raises(ValueError, match="two kinds of step called 'relu'"):
        declare(replace(KINDS["relu"], equation="{terms}"))


def test_every_kind_is_tried():
    names = {kind.name for family in FAMILIES for kind in family.KINDS}
    assert names <= {*kinds_in(computations())}


@pytest.mark.sampled
@pytest.mark.parametrize("which", range(len(computations())))
def test_a_kind_is_known_by_its_declaration_and_not_by_its_name(which, monkeypatch):
    computation = computations()[which]
    for name in [*KINDS]:
        declared(monkeypatch, replace(KINDS[name], name=f"{name} again"))
    steps = {
        made: replace(step, kind=f"{step.kind} again") for made, step in computation.steps.items()
    }
    twin = replace(computation, steps=steps)
    for tensor in [*computation.tensors][::3]:
        for cell in some_cells(computation, tensor, 2):
            one, other = explain(computation, cell), explain(twin, cell)
            assert other.kind == (one.kind if one.kind == "input" else f"{one.kind} again")
            assert str(replace(other, kind=one.kind)) == str(one)
            assert str(other.recomputed()) == str(one.recomputed())
            assert uses(twin, cell) == uses(computation, cell)
            assert without_scaling(twin, cell) == without_scaling(computation, cell)
    start = some_cells(computation, [*computation.tensors][-1], 1)[0]
    assert largest_contributions(twin, start) == largest_contributions(computation, start)


def _is_kind(node: ast.expr) -> bool:
    """Whether it is the kind of a step or of an explanation."""
    owner = node.value if isinstance(node, ast.Attribute) and node.attr == "kind" else None
    return owner is not None and any(
        word in ast.unparse(owner).lower() for word in ("step", "explanation", "explained")
    )


def _looks_up(node: ast.AST) -> bool:
    """Whether it looks something up by the kind of a step."""
    match node:
        case ast.Subscript(slice=by) | ast.Compare(left=by, ops=[ast.In() | ast.NotIn()]):
            return _is_kind(by)
        case ast.Call(func=ast.Attribute(attr="get"), args=[by, *_]):
            return _is_kind(by)
    return False


def test_only_the_declarations_are_looked_up_by_kind():
    rooms = ("transformer_core", "transformer_lab", "ui", "pages")
    found = {
        f"{file.relative_to(ROOT)}: {ast.unparse(node)}"
        for room in rooms
        for file in (ROOT / room).rglob("*.py")
        if "transformer_core.explain" in (source := file.read_text())
        for node in ast.walk(ast.parse(source))
        if _looks_up(node)
    }
    assert found == {"transformer_core/explain/kinds/__init__.py: KINDS[step.kind]"}


@pytest.mark.thorough
def test_the_core_declares_no_kind_that_only_others_use():
    source = "from transformer_core.explain.kinds import KINDS; print(*KINDS)"
    kinds = run_without((), source, ROOT, path=str(ROOT)).split()
    assert {*kinds} == {kind.name for family in FAMILIES for kind in family.KINDS}
