"""The arithmetic of multi-head attention, back to embedding and position."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

import torch
from torch import Tensor

from pages.multi_head_attention.matrices import head_name, head_names, job_names
from pages.multi_head_attention.run import KEPT_RUNS, PROJECTIONS, MultiHeadRun
from pages.multi_head_attention.setting import WEIGHTS, MultiHeadSetting
from transformer_core.explain.attention_provenance import attention_steps
from transformer_core.explain.axes import attention_axes, multi_head_axes, vectors
from transformer_core.explain.computation import Cell, Computation, Step
from transformer_core.explain.explanation import Explanation
from transformer_core.explain.origin import (
    CONCATENATED,
    D_K,
    DIMENSION,
    HEAD,
    Axes,
    Axis,
    Origin,
    Tokens,
)
from ui.explain.arithmetic import Arithmetic, Chart, chart_of
from ui.explain.attention import STEPS, heard
from ui.explain.board import BoardNames, BoardTensor, board_arithmetic
from ui.explain.embedding_arithmetic import untrained
from ui.state.address import Selection
from ui.words.language import Text

BASE = 10_000.0
Labels = tuple[Sequence[str], Sequence[str]]
"""Those of the queries and those of the keys."""

LINEAR = {"queries": "w_q", "keys": "w_k", "values": "w_v"}
PLACES = {"queries": "Q", "keys": "K", "values": "V", "heads": "output"}
"""The opened head's matrices; those of its other steps have the names of their tensors."""
WORTH = {
    "input": "X",
    "project": "queries_wide",
    "split": "queries",
    "attend": "weights",
    "concatenate": "heads",
    "project_back": "without",
}
"""The tensor of each step whose largest number is explained if nothing is pinned."""


@lru_cache(maxsize=KEPT_RUNS)
def multi_head_computation(run: MultiHeadRun, opened: int = 0) -> Computation:
    """Every step of the page's attention, of one head of full width on the same numbers, and of the
    opened head's queries with a projection of their own.
    """
    tensors = {name: tensor.detach() for name, tensor in run.module.named_parameters()}
    tensors |= {name: record[0] for name, record in run.records.items()}
    tensors |= {f"{name}_wide": run.projected(name)[0] for name in PROJECTIONS}
    tensors |= {f"full_{name}": step for name, step in run.full._asdict().items()}
    tensors |= {**run.parts, "X": run.X[0]}
    memory = "memory" if run.setting.is_cross else "X"
    if run.setting.is_cross:
        tensors["memory"] = run.memory[0]
    tensors |= {"jobs": run.job_shares, "full_jobs": run.full_job_shares, "targets": run.targets}
    tensors |= {"all": run.output[0], "without": run.without[0], "lost": run.lost[0]}
    tensors["compared"] = run.without[0]
    tensors |= {"switched": run.concatenated[0], "on": _columns_on(run)}
    if run.setting.drops:
        tensors |= {"kept": run.kept, "dropped": run.dropped}
    own = ("own_W_Q", "own_b_Q", "own_Q")
    tensors |= dict(zip(own, run.own_projection(opened), strict=True))
    if run.mask is not None:
        tensors["mask"] = run.mask
    d_model = run.setting.width
    steps = {
        "jobs": Step("job_share", {"x": "weights", "targets": "targets"}),
        "full_jobs": Step("job_share", {"x": "full_weights", "targets": "targets"}),
        "concatenated": Step("concatenation", {"x": "heads"}),
        "switched": Step("switching", {"x": "concatenated", "on": "on"}),
        "all": Step("linear", _linear("concatenated", "w_o")),
        "without": Step("linear", _linear("switched", "w_o")),
        "compared": Step("copy", {"x": "without"}),
        "lost": Step("difference", {"x": "all", "y": "compared"}),
    }
    if run.setting.drops:
        steps["dropped"] = Step("dropout", {"x": "weights", "kept": "kept"})
    steps["own_Q"] = Step("linear", {"x": "X", "weight": "own_W_Q", "bias": "own_b_Q"})
    if run.parts:
        steps["encoding"] = Step("positional_encoding", {}, {"d_model": d_model, "base": BASE})
        steps["X"] = Step("sum", {"x": "embedding", "y": "encoding"})
    for name, linear in LINEAR.items():
        x = "X" if name == "queries" else memory
        steps[f"{name}_wide"] = Step("linear", _linear(x, linear))
        steps[name] = Step("split", {"x": f"{name}_wide"}, {"d_head": run.setting.d_k})
    mask = None if run.mask is None else "mask"
    split = {name: name for name in (*LINEAR, *STEPS)} | {"output": "heads"}
    steps |= attention_steps(split, run.setting.d_k**-0.5, mask)
    wide = {name: f"{name}_wide" for name in LINEAR} | {name: f"full_{name}" for name in STEPS}
    steps |= attention_steps(wide, d_model**-0.5, mask)
    if mask is None:
        for before in ("", "full_"):
            steps[f"{before}weights"] = Step("softmax", {"x": f"{before}scaled"})
            del tensors[f"{before}masked"], steps[f"{before}masked"]
    axes = _axes(run.setting.is_cross)
    return Computation(tensors, steps, origins={name: Origin(name, axes[name]) for name in tensors})


def _axes(is_cross: bool) -> dict[str, Axes]:
    """The axes of the page's tensors; one head of full width is as wide as all heads together."""
    own: Tokens = "tgt" if is_cross else ""
    other: Tokens = "src" if is_cross else ""
    heads, full = multi_head_axes(own, other), attention_axes(own, other)
    job = Axis("figure")
    wide: dict[str, Axes] = {f"{name}_wide": (full[name][0], CONCATENATED) for name in LINEAR}
    wide |= {f"full_{name}": full[name] for name in STEPS}
    wide |= dict.fromkeys(("full_output", "switched"), heads["concatenated"])
    inputs = dict.fromkeys(("embedding", "encoding", "X"), vectors(own))
    inputs["memory"] = vectors(other)
    figures: dict[str, Axes] = {"jobs": (HEAD, job), "full_jobs": (Axis("row"), job)}
    figures["targets"] = (job, *full["mask"])
    figures |= dict.fromkeys(("kept", "dropped"), heads["weights"])
    figures |= {"own_W_Q": (D_K, DIMENSION), "own_b_Q": (D_K,), "own_Q": full["queries"]}
    outputs = dict.fromkeys(("all", "without", "compared", "lost"), heads["projected"])
    return {
        **heads,
        **wide,
        **inputs,
        **figures,
        **outputs,
        "on": (CONCATENATED,),
        "mask": full["mask"],
    }


def _linear(x: str, module: str) -> dict[str, str]:
    return {"x": x, "weight": f"{module}.weight", "bias": f"{module}.bias"}


def _columns_on(run: MultiHeadRun) -> Tensor:
    """(d_model,): 0 in the columns of the heads that are off, 1 elsewhere."""
    on = [head not in run.off for head in range(run.setting.heads)]
    return torch.tensor(on).float().repeat_interleave(run.setting.d_k)


def multi_head_board(text: Text, setting: MultiHeadSetting, run: MultiHeadRun) -> BoardNames:
    """All matrices of the page; for the heads' tensors, those of the opened head."""
    labels, head = setting.labels(text.language), setting.opened
    shown = _shown_wide(text, labels) | _shown_of_head(text, labels, head, run.mask is not None)
    shown |= _shown_jobs(text, run)
    name = head_name(text, head)
    own = f"{text('own_Q')} · {name}"
    dropped = f"{text('matrices.dropped')} · {name}"
    shown["dropped"] = BoardTensor("dropped", dropped, *labels, head=head)
    shown["own_Q"] = BoardTensor("own_Q", own, labels[0], role="query")
    shown["own_W_Q"] = BoardTensor("own_W_Q", f"W_Q · {name}", transposed=True)
    for name, layer in WEIGHTS.items():
        shown[f"{layer}.weight"] = BoardTensor(name, name, transposed=True)

    def in_words(explanation: Explanation) -> str:
        if explanation.kind == "input" and _is_edited(setting, explanation.cell):
            return text("change.by_hand")
        if setting.is_trained and explanation.kind == "input":
            return text(_given(setting, explanation.cell.tensor), layer=setting.opened_layer)
        return heard(text, explanation, *labels) or untrained(text, explanation, labels[0])

    return BoardNames(shown, in_words)


def _given(setting: MultiHeadSetting, tensor: str) -> str:
    """The name of the sentence about a number that the trained model gives."""
    if tensor == "memory":
        return "explanation.memory"
    if tensor != "X":
        return "explanation.trained"
    if setting.kind == "cross":
        return "explanation.X_cross"
    return "explanation.X_layer" if setting.opened_layer else "explanation.X_first"


def _shown_jobs(text: Text, run: MultiHeadRun) -> dict[str, BoardTensor]:
    """The shares of the jobs, of the heads and of the one that is not split."""
    jobs, heads = job_names(text, run), head_names(text, run.setting.heads)
    name = text("matrices.jobs")
    return {
        "jobs": BoardTensor("jobs", name, heads, jobs, transposed=True),
        "full_jobs": BoardTensor("full_jobs", name, [text("not_split")], jobs, transposed=True),
    }


def _shown_wide(text: Text, labels: Labels) -> dict[str, BoardTensor]:
    """The tensors that are not split: input, projections, outputs, one head of full width."""
    words, keys = labels
    shown = {
        "memory": BoardTensor("memory", text("matrices.memory"), keys),
        "embedding": BoardTensor("embedding", text("matrices.embedding"), words, told_by="name"),
        "encoding": BoardTensor("encoding", "PE", words, told_by="name"),
        "X": BoardTensor("X", "X", words),
        "switched": BoardTensor("concatenated", text("concatenated"), words),
        "all": BoardTensor("all", text("outputs.all"), words, told_by="name"),
        "without": BoardTensor("projected", text("outputs.output"), words, told_by="name"),
        "compared": BoardTensor("without", text("outputs.without"), words, told_by="name"),
        "lost": BoardTensor("lost", text("outputs.lost"), words),
        "full_weights": BoardTensor("full_weights", text("full_width"), words, keys),
    }
    for name in STEPS[:-1]:
        shown.setdefault(f"full_{name}", BoardTensor("", text("full_width"), words, keys))
    for name, (letter, role) in PROJECTIONS.items():
        told_by, rows = _told_by(name), words if name == "queries" else keys
        shown[f"{name}_wide"] = BoardTensor(name, letter, rows, role=role, told_by=told_by)
    return shown


def _told_by(name: str) -> Literal["row", "col"]:
    """What distinguishes the cells of a projection as terms of a sum."""
    return "row" if name == "values" else "col"


def _shown_of_head(
    text: Text, labels: Labels, head: int, is_masked: bool
) -> dict[str, BoardTensor]:
    """The opened head's tensors."""
    words, keys = labels
    opened = head_name(text, head)
    places = PLACES | ({"scaled": ""} if is_masked else {"masked": ""})
    shown = {
        name: BoardTensor(
            places.get(name, name),
            f"{text(f'matrices.{name}')} · {opened}",
            words,
            keys,
            head=head,
        )
        for name in STEPS[:-1]
    }
    for name, (letter, role) in PROJECTIONS.items():
        shown[name] = BoardTensor(
            places[name],
            f"{letter} · {opened}",
            words if name == "queries" else keys,
            role=role,
            told_by=_told_by(name),
            head=head,
        )
    title = f"{text('matrices.output')} · {opened}"
    return shown | {"heads": BoardTensor(places["heads"], title, words, head=head)}


def _is_edited(setting: MultiHeadSetting, cell: Cell) -> bool:
    """True if this number was set by hand. The layers store the weights transposed."""
    layers = {f"{layer}.weight": name for name, layer in WEIGHTS.items()}
    place = cell.index[::-1] if cell.tensor in layers else cell.index
    return (layers.get(cell.tensor, cell.tensor), *place) in setting.edits_in_force


def worth_explaining(setting: MultiHeadSetting, computation: Computation) -> Cell:
    """The number to explain by default: the largest one of the current step; with dropout on the
    weights, of those after it.
    """
    is_dropped = setting.step == "attend" and setting.drops
    tensor = "dropped" if is_dropped else WORTH[setting.step]
    values = computation.tensors[tensor]
    head = (setting.opened,) if HEAD in computation.origins[tensor].axes else ()
    size = values[head].abs()
    return Cell(tensor, (*head, *divmod(int(size.argmax()), size.size(1))))


def multi_head_arithmetic(
    text: Text, setting: MultiHeadSetting, run: MultiHeadRun, selection: Selection
) -> Arithmetic:
    """The arithmetic of the pinned number, or of the default one if none is pinned."""
    computation = multi_head_computation(run, setting.opened)
    board = multi_head_board(text, setting, run)
    otherwise = worth_explaining(setting, computation)

    def charts(explanation: Explanation) -> list[Chart]:
        return _heads_chart(text, run, explanation)

    return board_arithmetic(text, computation, board, selection, otherwise, charts)


def _heads_chart(text: Text, run: MultiHeadRun, explanation: Explanation) -> list[Chart]:
    """An output number as the sum of the heads' contributions."""
    every = range(run.setting.heads)
    counted = {
        "all": list(every),
        "lost": sorted(run.off),
        "without": [head for head in every if head not in run.off],
    }
    heads = counted.get(explanation.cell.tensor, ())
    if not heads:
        return []
    row, col = explanation.cell.index
    parts = run.contributions[0, :, row, col].tolist()
    labels = [head_name(text, head) for head in heads]
    return [chart_of(text("from_heads"), labels, [parts[head] for head in heads])]
