"""Weight initialisation from an explicit seed."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import torch
from torch import nn
from torch.overrides import TorchFunctionMode

from transformer_core.random_tensors import generator

Module = TypeVar("Module", bound=nn.Module)


def untrained(build: Callable[[], Module], seed: int) -> Module:
    """Build a model with weights from `seed` (see `initialise`), in evaluation mode.

    All numbers come from one explicit generator, module by module; torch's global generator,
    which every user of a server shares, is not touched.
    """
    with _SkipInitialisation():
        model = build()
    initialise(model, generator(seed))
    return model.eval()


class _SkipInitialisation(TorchFunctionMode):
    """Inside this context, newly built modules skip weight initialisation (this thread only);
    `initialise` fills the weights in afterwards.
    """

    DRAWING = frozenset(
        {
            nn.init.kaiming_uniform_,
            nn.init.uniform_,
            nn.init.normal_,
            torch.Tensor.uniform_,
            torch.Tensor.normal_,
        }
    )

    def __torch_function__(
        self,
        func: Callable[..., Any],
        types: Any,
        args: tuple[Any, ...] = (),
        kwargs: Mapping[str, Any] | None = None,
    ) -> Any:
        named = kwargs or {}
        if func in self.DRAWING:
            return args[0] if args else named["tensor"]
        return func(*args, **named)


def initialise(model: nn.Module, draw: torch.Generator | None = None) -> None:
    """Fill in the weights of every linear layer and embedding of a model, in place.

    Matrices are Xavier-uniform and biases 0; embeddings are normal with standard deviation
    1 / sqrt(d_model), so that after scaling (section 3.4) they are of the size of the positional
    encoding: with torch's own, 1, they would drown the positions. The paper leaves this
    open.

    Args:
        draw: where the numbers come from; torch's global generator when None, as in torch.
    """
    for module in model.modules():
        if isinstance(module, nn.Linear):
            nn.init.xavier_uniform_(module.weight, generator=draw)
            if module.bias is not None:
                nn.init.zeros_(module.bias)
        elif isinstance(module, nn.Embedding):
            nn.init.normal_(module.weight, std=module.embedding_dim**-0.5, generator=draw)
