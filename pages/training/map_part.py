"""The map of the shown model at a step, where every number can be explained."""

from pages.training.setting import TrainingSetting
from pages.training.watching import Watched
from ui.picture.model_map import MapWords, ModelMap, NextToken, map_strings, next_tokens
from ui.shell.language import Text


def training_map(text: Text, setting: TrainingSetting, watched: Watched) -> ModelMap:
    """Every number of the forward pass of the example, or of the user's input."""
    sentences, computation = watched.forward.sentences, watched.forward.computation
    names = range(computation.tensors["logits"].size(-1))
    return ModelMap(
        "map",
        computation,
        src=MapWords(sentences.src_names),
        tgt=MapWords(sentences.tgt_names),
        next_tokens=_next_tokens(watched),
        strings=map_strings(
            text,
            norm_first=watched.config.norm_first,
            sides={"src": text("of.source"), "tgt": text("of.target")},
        ),
        norm_first=watched.config.norm_first,
        vocabulary=[sentences.name(token) for token in names],
        view_field=f"{setting.PREFIX}_view",
    )


def _next_tokens(watched: Watched) -> list[NextToken]:
    """The most probable tokens after each token, and the one that follows."""
    sentences, logits = watched.forward.sentences, watched.forward.computation.tensors["logits"]
    return next_tokens(logits, sentences.targets[0].tolist(), sentences.name)
