"""Models of folders, read in the process of the tests."""

from functools import cache

from transformer_lab.pretrained.folder import ModelFolder
from ui.models.model import PretrainedModel
from ui.models.reading import read_model


def model_here(folder: ModelFolder, name: str) -> PretrainedModel:
    """Read a model, which looks at each sentence once, as that of another process does."""
    model = read_model(folder, name)
    object.__setattr__(model, "look", cache(model.look))
    return model
