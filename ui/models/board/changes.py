"""What a question changes of a model, as the changes of a trace."""

from collections.abc import Callable
from functools import partial

import torch
from torch import Tensor, nn

from transformer_core.trace import Change
from ui.models.board.question import BoardQuestion, OffHead, SetNumber


def changes_of(model: nn.Module, question: BoardQuestion) -> dict[str, Change]:
    """The changes of a forward. What the model does not have is left out.

    A head that is off adds nothing: its columns of W_O are 0.
    """
    by_name: dict[str, list[Callable[[Tensor], None]]] = {}
    for head in question.heads_off:
        columns = _columns(model, head)
        if columns is not None:
            by_name.setdefault(f"{head.path}.w_o.weight", []).append(partial(_without, columns))
    own = dict(model.named_parameters(remove_duplicate=False))
    for number in question.numbers:
        if number.name in own and _fits(own[number.name], number.index):
            name = _first_name(model, number.name)
            by_name.setdefault(name, []).append(partial(_set, number))
    return {name: partial(_changed, tuple(edits)) for name, edits in by_name.items()}


def _changed(edits: tuple[Callable[[Tensor], None], ...], tensor: Tensor) -> Tensor:
    made = tensor.detach().clone()
    for edit in edits:
        edit(made)
    return made


def _without(columns: slice, weight: Tensor) -> None:
    weight[:, columns] = 0.0  # (d_model, num_heads d_k)


def _set(number: SetNumber, parameter: Tensor) -> None:
    parameter[number.index] = number.value


def _columns(model: nn.Module, head: OffHead) -> slice | None:
    """The columns of W_O that take a head's output; None if there is no such head."""
    try:
        attention = model.get_submodule(head.path)
    except AttributeError:
        return None
    d_k, width = int(attention.d_k), attention.get_parameter("w_o.weight").size(1)  # type: ignore[arg-type]
    columns = slice(head.head * d_k, (head.head + 1) * d_k)
    return columns if columns.stop <= width else None


def _fits(parameter: Tensor, index: tuple[int, ...]) -> bool:
    return len(index) == parameter.dim() and all(
        at < size for at, size in zip(index, parameter.shape, strict=True)
    )


def _first_name(model: nn.Module, parameter: str) -> str:
    """The name under which a trace knows a parameter: of a module with several names the first."""
    path, _, name = parameter.rpartition(".")
    names = {module: found for found, module in model.named_modules()}
    first = names[model.get_submodule(path)]
    return f"{first}.{name}" if first else name


def chooser(question: BoardQuestion) -> Callable[[Tensor], int] | None:
    """How the next token is chosen by its logits, (vocab,); None for the likeliest."""
    if not question.is_sampled:
        return None
    generator = torch.Generator().manual_seed(question.draw)

    def drawn(logits: Tensor) -> int:
        probabilities = distribution(logits, question)
        return int(torch.multinomial(probabilities, 1, generator=generator))

    return drawn


def distribution(logits: Tensor, question: BoardQuestion) -> Tensor:
    """The probabilities that a token is drawn by, (..., vocab): those of what is left out are 0."""
    if not question.is_sampled:
        return logits.softmax(dim=-1)
    scaled = logits / question.temperature
    if 0 < question.top_k < scaled.size(-1):
        least = scaled.topk(question.top_k, dim=-1).values[..., -1:]
        scaled = scaled.masked_fill(scaled < least, -torch.inf)
    probabilities = scaled.softmax(dim=-1)
    if question.top_p < 1:
        ordered, places = probabilities.sort(dim=-1, descending=True)
        # A token is left out if those before it are already enough.
        is_out = ordered.cumsum(dim=-1) - ordered >= question.top_p
        probabilities = probabilities.masked_fill(
            torch.zeros_like(is_out).scatter(-1, places, is_out), 0.0
        )
    total = probabilities.sum(dim=-1, keepdim=True)
    return probabilities / total
