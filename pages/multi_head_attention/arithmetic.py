"""Where the numbers of multi-head attention come from, back to embedding and position."""

from collections.abc import Sequence

import torch
from torch import Tensor

from pages.multi_head_attention.setting import BASE, PROJECTIONS, WEIGHTS, MultiHeadRun
from transformer_core.explain.computation import Cell, Computation, Step
from transformer_core.explain.explanation import Explanation
from transformer_core.explain.provenance import attention_steps
from ui.explain.arithmetic import Chart, chart_of
from ui.explain.attention import STEPS, heard, strongest_weight
from ui.explain.board import Board, Shown, show_board_arithmetic
from ui.explain.embedding_arithmetic import untrained
from ui.shell.page import Page

LINEAR = {"queries": "w_q", "keys": "w_k", "values": "w_v"}
PLACES = {"queries": "Q", "keys": "K", "values": "V", "heads": "output"}
"""The opened head's matrices; those of its other steps are called like their tensors."""


def multi_head_computation(run: MultiHeadRun) -> Computation:
    """Every step of the page's attention, and of one head of full width on the same numbers."""
    tensors = {name: tensor.detach() for name, tensor in run.module.named_parameters()}
    tensors |= {name: record[0] for name, record in run.records.items()}
    tensors |= {f"{name}_wide": run.projected(name)[0] for name in PROJECTIONS}
    tensors |= {f"full_{name}": step for name, step in run.full._asdict().items()}
    tensors |= {"embedding": run.embedding, "encoding": run.encoding, "X": run.X[0]}
    tensors |= {"all": run.output[0], "without": run.without[0], "lost": run.lost[0]}
    tensors["compared"] = run.without[0]
    tensors |= {"switched": run.concatenated[0], "on": _columns_on(run)}
    if run.mask is not None:
        tensors["mask"] = run.mask
    d_model = run.setting.d_model
    steps = {
        "encoding": Step("positional_encoding", {}, {"d_model": d_model, "base": BASE}),
        "X": Step("sum", {"x": "embedding", "y": "encoding"}),
        "concatenated": Step("concatenation", {"x": "heads"}),
        "switched": Step("switching", {"x": "concatenated", "on": "on"}),
        "all": Step("linear", _linear("concatenated", "w_o")),
        "without": Step("linear", _linear("switched", "w_o")),
        "compared": Step("copy", {"x": "without"}),
        "lost": Step("difference", {"x": "all", "y": "compared"}),
    }
    for name, linear in LINEAR.items():
        steps[f"{name}_wide"] = Step("linear", _linear("X", linear))
        steps[name] = Step("split", {"x": f"{name}_wide"}, {"d_head": run.setting.d_k})
    mask = None if run.mask is None else "mask"
    split = {name: name for name in (*LINEAR, *STEPS)} | {"output": "heads"}
    steps |= attention_steps(split, run.setting.d_k**-0.5, mask)
    wide = {name: f"{name}_wide" for name in LINEAR} | {name: f"full_{name}" for name in STEPS}
    steps |= attention_steps(wide, d_model**-0.5, mask)
    return Computation(tensors, steps)


def _linear(x: str, module: str) -> dict[str, str]:
    return {"x": x, "weight": f"{module}.weight", "bias": f"{module}.bias"}


def _columns_on(run: MultiHeadRun) -> Tensor:
    """(d_model,) 0 in the columns of the heads that are off, 1 elsewhere."""
    on = [head not in run.off for head in range(run.setting.num_heads)]
    return torch.tensor(on).float().repeat_interleave(run.setting.d_k)


def multi_head_board(page: Page, run: MultiHeadRun, head: int) -> Board:
    """All matrices of the page, of the heads' tensors those of the opened head."""
    text, words = page.text, run.setting.labels
    opened = text("head", head=head)
    grid = {"rows": words, "cols": words}
    shown = {
        "embedding": Shown("embedding", text("matrices.embedding"), words, told_by="name"),
        "encoding": Shown("encoding", "PE", words, told_by="name"),
        "X": Shown("X", "X", words),
        "switched": Shown("concatenated", text("concatenated"), words),
        "all": Shown("all", text("outputs.all"), words, told_by="name"),
        "without": Shown("projected", text("outputs.output"), words, told_by="name"),
        "compared": Shown("without", text("outputs.without"), words, told_by="name"),
        "lost": Shown("lost", text("outputs.lost"), words),
        "full_weights": Shown("full_weights", text("full_width"), **grid),
    }
    for name, (letter, role) in PROJECTIONS.items():
        looks = {"role": role, "told_by": "row" if name == "values" else "col"}
        shown[f"{name}_wide"] = Shown(name, letter, words, **looks)
        shown[name] = Shown(PLACES[name], f"{letter} · {opened}", words, head=head, **looks)
    for name, layer in WEIGHTS.items():
        shown[f"{layer}.weight"] = Shown(name, name, transposed=True)
    for name in STEPS[:-1]:
        place = name if name in ("scores", "weights") else ""
        title = f"{text(f'matrices.{name}')} · {opened}"
        shown[name] = Shown(place, title, head=head, **grid)
        shown.setdefault(f"full_{name}", Shown("", text("full_width"), **grid))
    title = f"{text('matrices.output')} · {opened}"
    shown["heads"] = Shown("output", title, words, head=head)

    def means(explanation: Explanation) -> str:
        if explanation.kind == "input" and _is_edited(run, explanation.cell):
            return text("change.by_hand")
        return heard(text, explanation, words, words) or untrained(text, explanation, words)

    return Board(shown, means)


def _is_edited(run: MultiHeadRun, cell: Cell) -> bool:
    """Whether somebody set this number by hand. The layers hold the weights transposed."""
    layers = {f"{layer}.weight": name for name, layer in WEIGHTS.items()}
    place = cell.index[::-1] if cell.tensor in layers else cell.index
    return (layers.get(cell.tensor, cell.tensor), *place) in run.setting.edits


def show_arithmetic(page: Page, run: MultiHeadRun, head: int) -> None:
    """The pinned number; the opened head's strongest weight while none is pinned."""
    computation, board = multi_head_computation(run), multi_head_board(page, run, head)
    otherwise = strongest_weight(Computation({"weights": run.head(head).weights}, {}))
    otherwise = otherwise._replace(index=(head, *otherwise.index))
    show_board_arithmetic(
        page, computation, board, otherwise, lambda told: _heads_chart(page, run, told)
    )


def _heads_chart(page: Page, run: MultiHeadRun, explanation: Explanation) -> Sequence[Chart]:
    """An output number as the sum of what each head adds to it."""
    counted = {"all": range(run.setting.num_heads), "lost": sorted(run.off)}
    counted["without"] = [head for head in counted["all"] if head not in run.off]
    heads = counted.get(explanation.cell.tensor, ())
    if not heads:
        return []
    parts = run.contributions[(0, slice(None), *explanation.cell.index)].tolist()
    labels = [page.text("head", head=head) for head in heads]
    return [chart_of(page.text("from_heads"), labels, [parts[head] for head in heads])]
