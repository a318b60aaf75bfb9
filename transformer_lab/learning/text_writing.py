"""What a model of a text makes of a typed one: it writes on from it, or fills its gaps."""

import torch
from torch import nn

from transformer_core.random_tensors import generator
from transformer_lab.learning.config import RunConfig
from transformer_lab.learning.sampling import continued
from transformer_lab.learning.tasks import Words
from transformer_lab.learning.text_measures import WRITTEN_TOKENS, Example, example_of
from transformer_lab.learning.text_training import MASK_ID


def written_on(
    model: nn.Module,
    config: RunConfig,
    source: Words,
    *,
    temperature: float = 0.0,
    top_p: float = 1.0,
) -> Words:
    """The tokens that a decoder writes after these; of an encoder these with every mask filled.

    The same arguments and the run's seed give the same tokens.

    Args:
        temperature, top_p: see `continued`.
    """
    assert config.data is not None
    vocabulary = config.data.target
    ids = vocabulary.ids(source)
    if config.kind == "encoder":
        return filled(model, config, example_of(config, source))
    draw = generator(config.seed)
    written = continued(
        model, ids, WRITTEN_TOKENS, draw, config.context, temperature=temperature, top_p=top_p
    )
    return tuple(vocabulary.words(written))


def filled(model: nn.Module, config: RunConfig, example: Example) -> Words:
    """The example with the most probable token under each mask."""
    assert config.data is not None
    logits = model(example.ids)
    chosen = torch.where(example.ids == MASK_ID, logits.argmax(dim=-1), example.ids)
    return tuple(config.data.target.words(chosen[0].tolist()))
