"""A model of ours, built without memory and then filled with stored weights."""

import torch
from torch import Tensor, nn

from transformer_core.transformer import TiedOutput
from transformer_core.variants.models import AssembledModel, assembled
from transformer_lab.pretrained.errors import PretrainedError, shown
from transformer_lab.pretrained.family import Family
from transformer_lab.pretrained.settings import Settings
from transformer_lab.pretrained.stored_weights import StoredWeights


def filled_model(
    family: Family, settings: Settings, weights: StoredWeights, name: str
) -> AssembledModel:
    """The family's model with these weights, in evaluation mode.

    No weight is ever drawn at random, and at most one of them is in memory twice.

    Raises: PretrainedError no_part; unknown_weight for one that is neither used nor known not to
        be needed, or differs from one that it has to equal; weight_size; missing_weight.
    """
    try:
        with torch.device("meta"):
            model = assembled(family.parts(settings, weights))
    except ValueError as error:
        # Sizes that fit no part, as heads that do not divide the width.
        part = shown(str(error)[:60])
        raise PretrainedError("no_part", name=shown(name), part=part) from None
    family = family.of(settings)
    for key in weights:
        if family.is_unneeded(key, weights):
            continue
        target = family.target(key)
        if target is None:
            raise PretrainedError("unknown_weight", name=shown(name), weight=shown(key))
        try:
            placed = dict(zip(target.ours, target.split(weights.read(key)), strict=True))
        except (RuntimeError, ValueError):
            # It cannot be cut into what it should hold.
            raise PretrainedError("weight_size", name=shown(name), weight=shown(key)) from None
        for our_name, tensor in placed.items():
            _place(model, our_name, tensor, key, name)
    missing = [parameter for parameter, one in model.named_parameters() if one.is_meta]
    if missing:
        raise PretrainedError("missing_weight", name=shown(name), weight=shown(missing[0]))
    return model


def _place(model: nn.Module, our_name: str, tensor: Tensor, key: str, name: str) -> None:
    owner, parameter = _owner(model, our_name)
    there = getattr(owner, parameter, None)
    if not isinstance(there, nn.Parameter):
        raise PretrainedError("unknown_weight", name=shown(name), weight=shown(key))
    if there.shape != tensor.shape:
        raise PretrainedError("weight_size", name=shown(name), weight=shown(key))
    if there.is_meta:
        filled = nn.Parameter(tensor, requires_grad=False)
        # Layers may share it.
        for module in model.modules():
            for name_there, one in module._parameters.items():
                if one is there:
                    setattr(module, name_there, filled)
    elif not torch.equal(there, tensor):
        # Two names of one matrix, as an embedding and the output layer that is tied to it.
        raise PretrainedError("unknown_weight", name=shown(name), weight=shown(key))


def _owner(model: nn.Module, our_name: str) -> tuple[nn.Module | None, str]:
    """The module that a parameter belongs to, and its name there; None if there is no such one."""
    path, _, parameter = our_name.rpartition(".")
    try:
        owner = model.get_submodule(path)
    except AttributeError:
        return None, parameter
    if isinstance(owner, TiedOutput) and parameter == "weight":
        return owner.embedding, parameter
    return owner, parameter
