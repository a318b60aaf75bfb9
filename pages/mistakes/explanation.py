"""What goes with the picture of a mistake: the largest difference, the line at fault, the test."""

import inspect
import math

import streamlit as st
from torch import Tensor

from pages.mistakes.arithmetic import told
from pages.mistakes.curves import WITH_CURVES, comparison_figure
from pages.mistakes.sentences import sentence
from pages.mistakes.setting import Sizes
from pages.mistakes.views import LOOKS, as_matrix, comparison_items
from transformer_core.mistakes import MISTAKES, Comparison, Mistake, largest_difference
from ui.explain.arithmetic import Line, arithmetic, chart_of, exact, significant, span
from ui.picture.curves import show_curves
from ui.shell.page import Page

MATRICES = ("right", "wrong", "other", "difference")
MOST_BARS = 12


def show_comparison(page: Page, name: str, comparison: Comparison, sizes: Sizes) -> None:
    """Right, wrong and difference, then everything that explains them."""
    st.markdown(f":gray[{sentence(page.text, 'about', name, comparison, sizes)}]")
    if name in LOOKS:
        page.matrices(comparison_items(page, name, comparison), hint="hint_mistakes")
    if name in WITH_CURVES:
        show_curves(comparison_figure(page, name, comparison, sizes), key=page.key("curves"))
    show_difference(page, name, comparison)
    show_line_and_test(page, MISTAKES[name], comparison)


def shown(value: float) -> str:
    """A number, or that it is none."""
    if math.isnan(value):
        return "NaN"
    return exact(value) if value == 0 or abs(value) >= 1e-3 else significant(value)


def _signed(value: float) -> str:
    return f"+{shown(value)}" if value > 0 else shown(value)


def _place_named(page: Page, name: str, comparison: Comparison, row: int, col: int) -> str:
    """A cell, or a step, in words; nothing where there is one number only."""
    if name in LOOKS:
        rows, cols = (page.text(f"axes.{axis}") for axis in (LOOKS[name].rows, LOOKS[name].cols))
        return f"[ {rows} {row}, {cols} {col} ]"
    if name == "warmup_exponent":
        return f"[ {page.text('axes.step')} {int(comparison.given['steps'][row])} ]"
    return ""


def _in_rows_and_columns(name: str, comparison: Comparison) -> tuple[Tensor, Tensor]:
    right, wrong = comparison[1:]
    if name in LOOKS:
        return as_matrix(name, right), as_matrix(name, wrong)
    return right.reshape(-1, 1), wrong.reshape(-1, 1)


def _lines(
    page: Page, name: str, comparison: Comparison, row: int, col: int, most: tuple[int, ...]
) -> list[Line]:
    """The right number, the wrong one, and where the largest difference is, if elsewhere."""
    right, wrong = _in_rows_and_columns(name, comparison)
    sides = zip(
        ("right", "wrong"), told(page.text, name, comparison, row, col), (right, wrong), strict=True
    )
    lines: list[Line] = []
    differences = wrong - right
    for side, said, result in sides:
        number = float(result[row, col])
        value = span(f"{said.relation_to(number, shown)} {shown(number)}", "result")
        after = [span(said.after)] if said.after else []
        lines.append((page.text(f"matrices.{side}"), [span(said.before), value, *after]))
    if (row, col) != most:
        place = _place_named(page, name, comparison, *most)
        label = "nan" if differences[most].isnan() else "largest"
        difference = _signed(float(differences[most]))
        lines.append((page.text(f"arithmetic.{label}"), [span(f"{place} {difference}")]))
    return lines


def show_difference(page: Page, name: str, comparison: Comparison) -> None:
    """The pinned cell, or the one that differs most, and how both its numbers come about."""
    right, wrong = _in_rows_and_columns(name, comparison)
    most = largest_difference(right, wrong)
    pin = None
    if name in LOOKS:
        pin = page.pinned(*MATRICES, limit=dict.fromkeys(MATRICES, tuple(right.shape)))
    row, col = (pin.row, pin.col) if pin else most
    difference = wrong - right
    place = _place_named(page, name, comparison, row, col)
    title = f"{page.text('matrices.difference')}{place} = {_signed(float(difference[row, col]))}"
    asked = "largest" if (row, col) == most and place else "both"
    if difference[row, col].isnan():
        asked = "nan"
    question = page.text(f"arithmetic.{asked}_question")
    bars = None
    if 1 < right.size(1) <= MOST_BARS and not difference[row].isnan().any():
        axis = page.text(f"axes.{LOOKS[name].cols}")
        labels = [f"{axis} {place}" for place in range(right.size(1))]
        bars = chart_of(page.text("arithmetic.row"), labels, difference[row].tolist())
    lines = _lines(page, name, comparison, row, col, most)
    arithmetic(title, question, lines, key=page.key("arithmetic"), bars=bars)


def show_line_and_test(page: Page, mistake: Mistake, comparison: Comparison) -> None:
    """The line at fault beside the right one, and the test with what it says of either result."""
    for place, side in zip(st.columns(2, gap="medium"), ("right", "wrong"), strict=True):
        with place, st.container(gap="xsmall"):
            st.markdown(_marked(f"**{page.text(f'line.{side}')}**", side == "right"))
            st.code(getattr(mistake.lines, side), language="python", wrap_lines=True)
    with st.container(gap="xsmall"):
        with st.container(horizontal=True, gap="medium"):
            st.markdown(f"**{page.text('test.title')}**", width="content")
            for side in ("right", "wrong"):
                passed = mistake.passes(getattr(comparison, side), comparison.given)
                outcome = page.text("test.passes" if passed else "test.fails")
                words = f"{page.text(f'matrices.{side}')}: {outcome}"
                st.markdown(_marked(words, passed), width="content")
        st.code(inspect.getsource(mistake.test), language="python", wrap_lines=True)


def _marked(words: str, good: bool) -> str:
    return f"{':green[:material/check:]' if good else ':red[:material/close:]'} {words}"
