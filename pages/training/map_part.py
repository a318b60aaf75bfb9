"""The map of the shown model at a step, where every number can be explained."""

from torch import Tensor

from pages.training.run_board import run_board, strings_of
from pages.training.run_model import RunModel
from pages.training.setting import TrainingSetting
from pages.training.sides import labelled
from pages.whole_model.sentences import Sentences
from ui.picture.model_map import MapWords, ModelMap, NextToken, map_strings, next_tokens
from ui.words.language import Text


def training_map(text: Text, setting: TrainingSetting, run_model: RunModel) -> ModelMap:
    """Every number of the forward pass of the example, or of the user's input."""
    forward, task = run_model.forward, run_model.config.the_task
    computation = forward.computation
    sentences = labelled(text.language, task, forward.sentences)
    if forward.given is not None:
        return _of_today(text, setting, run_model, sentences)
    names = range(computation.tensors["logits"].size(-1))
    return ModelMap(
        "map",
        computation,
        src=MapWords(sentences.src_names),
        tgt=MapWords(sentences.tgt_names),
        next_tokens=_next_tokens(sentences, computation.tensors["logits"]),
        strings=map_strings(
            text,
            norm_first=run_model.config.norm_first,
            sides={"src": text("of.source"), "tgt": text("of.target")},
        ),
        norm_first=run_model.config.norm_first,
        vocabulary=[sentences.name(token) for token in names],
        view_field=f"{setting.PREFIX}_view",
    )


def _of_today(
    text: Text, setting: TrainingSetting, run_model: RunModel, sentences: Sentences
) -> ModelMap:
    """The map of a model of today's parts, which has the texts of any model's map."""
    forward, config = run_model.forward, run_model.config
    board = run_board(config, forward, sentences)
    logits = forward.computation.tensors["logits"]
    return ModelMap(
        "map",
        forward.computation,
        src=MapWords(sentences.src_names),
        tgt=MapWords(sentences.tgt_names),
        next_tokens=_next_tokens(sentences, logits),
        strings={**strings_of(text.language, board), "hint": text("map.hint")},
        norm_first=config.norm_first,
        vocabulary=[sentences.name(token) for token in range(logits.size(-1))],
        view_field=f"{setting.PREFIX}_view",
    )


def _next_tokens(sentences: Sentences, logits: Tensor) -> list[NextToken]:
    """The most probable tokens after each token, and the one that follows."""
    return next_tokens(logits, sentences.targets[0].tolist(), sentences.name)
