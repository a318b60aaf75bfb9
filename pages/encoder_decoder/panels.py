"""What stands below the diagram: parameters, norms over depth, the output and its loss."""

from dataclasses import replace

import plotly.graph_objects as go
import streamlit as st
import torch
from torch import Tensor

from pages.encoder_decoder.places import cell_at, tensors_of
from pages.encoder_decoder.setting import PAD, Sentences, Sizes, counts_of, is_papers
from transformer_core import (
    cross_entropy_over_padding,
    depth_profile,
    likeliest,
    masked_cross_entropy,
)
from transformer_core.explain.computation import Cell, Computation
from ui.explain.arithmetic import Span, arithmetic, exact, span
from ui.explain.arithmetic.numbers import read_back, relation
from ui.explain.trail import is_there
from ui.picture.matrix_view import Pin
from ui.picture.plain_table import plain_table
from ui.shell.page import Page

POST, PRE = "#3654c9", "#c2620c"


def count_summary(page: Page, sizes: Sizes, norm_first: bool) -> None:
    """Parameters by part and in total, and what sharing one matrix three ways does to them."""
    counts = counts_of(sizes, norm_first)
    parts = {"embeddings": 0, "encoder": 0, "decoder": 0, "output": 0}
    for name, count in counts.items():
        head = name.split(".")[0]
        parts["embeddings" if head.endswith("embedding") else head] += count
    shown = " · ".join(
        page.text(f"counts.{part}", count=f"{count:,}") for part, count in parts.items()
    )
    total = page.text("counts.total", count=f"{sum(counts.values()):,}")
    sums = {
        name: f"{sum(counts_of(replace(sizes, shared=shared), norm_first).values()):,}"
        for name, shared in (("shared", True), ("apart", False))
    }
    lines = [f"**{total}**", f":gray[{shown}]", f":gray[{page.text('counts.sharing', **sums)}]"]
    if is_papers(sizes):
        lines.append(f":gray[{page.text('counts.paper')}]")
    st.markdown("  \n".join(lines))


def pinned_cell(page: Page, computation: Computation, block: str, head: int, norm: bool) -> Cell:
    """The cell that is pinned in a block; while none is, the largest of what the block makes.

    `norm` says whether the norm comes first.
    """
    shown = {
        matrix: tensor
        for matrix, tensor in tensors_of(block, norm).items()
        if tensor in computation.tensors
    }
    if (pin := page.pinned(*shown)) is not None:
        cell = cell_at(block, head, pin, norm)
        if is_there(computation, cell):
            return cell
    made = (
        "weights" if "weights" in shown else [m for m in shown if m not in ("spread", "losses")][-1]
    )
    values = computation.tensors[shown[made]]
    values = values[head] if values.dim() == 3 else values
    row, col = divmod(int(values.abs().argmax()), values.size(1))
    return cell_at(block, head, Pin(made, row, col), norm)


def depth_chart(page: Page, profiles: dict[str, dict[str, Tensor]]) -> go.Figure:
    """Average spread of the residual sums over depth, post-norm against pre-norm."""
    figure = go.Figure()
    for norm, colour in (("post", POST), ("pre", PRE)):
        for kind, dash in (("residual", "solid"), ("normed", "dot")):
            values = profiles[norm][kind].numpy()
            places = list(range(1, len(values) + 1))
            name = page.text(f"depth.{norm}_{kind}")
            line = {"color": colour, "dash": dash, "width": 2}
            figure.add_scatter(x=places, y=values, name=name, mode="lines+markers", line=line)
    figure.update_layout(
        height=320,
        margin={"l": 0, "r": 0, "t": 8, "b": 0},
        xaxis={"title": page.text("depth.sublayer"), "dtick": 1 if len(places) < 20 else 4},
        yaxis={"title": page.text("depth.deviation"), "rangemode": "tozero"},
        legend={"orientation": "h", "y": -0.28, "x": 0, "yanchor": "top"},
        hovermode="x unified",
    )
    return figure


def show_depth(page: Page, post: dict[str, Tensor], pre: dict[str, Tensor]) -> None:
    """Both norms, both stacks, side by side."""
    for column, stack in zip(st.columns(2, gap="large"), ("encoder", "decoder"), strict=True):
        profiles = {"post": depth_profile(post, stack), "pre": depth_profile(pre, stack)}
        with column:
            st.markdown(f"**{page.text(f'diagram.{stack}')}**")
            st.plotly_chart(
                depth_chart(page, profiles),
                key=page.key(f"depth_{stack}"),
                config={"displayModeBar": False},
            )


def show_likeliest(page: Page, logits: Tensor, sentences: Sentences) -> None:
    """The five likeliest next tokens after each token of the target."""
    tokens, probabilities = likeliest(logits[0])
    columns = {
        page.text("likely.after"): list(sentences.tgt_names),
        page.text("likely.due"): list(sentences.target_names),
    }
    for place in range(tokens.size(1)):
        columns[str(place + 1)] = [
            f"{sentences.name(int(token))}  {100 * float(share):.1f}%"
            for token, share in zip(tokens[:, place], probabilities[:, place], strict=True)
        ]
    plain_table(columns)


def _result(worked_out: float, value: float) -> Span:
    return span(f"{relation(worked_out, value)} {exact(value)}", "result")


def show_loss(page: Page, logits: Tensor, targets: Tensor, label_smoothing: float) -> None:
    """The loss over real positions, and what averaging over padding too would give."""
    text = page.text
    plain = masked_cross_entropy(logits, targets, PAD)
    smoothed = masked_cross_entropy(logits, targets, PAD, label_smoothing)
    diluted = cross_entropy_over_padding(logits, targets, PAD, label_smoothing)
    real, every = int((targets != PAD).sum()), targets.numel()
    total = read_back(exact(float(smoothed) * real))
    chance = torch.log(torch.tensor(float(logits.size(-1))))
    lines = [
        (text("loss.plain"), [span(exact(float(plain)), "result")]),
        (
            text("loss.masked"),
            [span(f"{exact(total)} / {real}"), _result(total / real, float(smoothed))],
        ),
        (
            text("loss.diluted"),
            [
                span(f"{exact(total)} / {every}"),
                _result(total / every, float(diluted)),
                span(text("loss.padding", padding=every - real)),
            ],
        ),
        (
            text("loss.chance"),
            [span(f"ln {logits.size(-1):,}"), _result(float(chance), float(chance))],
        ),
    ]
    title = f"{text('loss.title')} = {exact(float(smoothed))}"
    arithmetic(title, text("loss.question"), lines, key=page.key("loss_arithmetic"))
