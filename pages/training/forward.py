"""One forward pass of the shown model: its input, its output, and every number in between."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

import torch
from torch import Tensor, nn

from pages.whole_model.sentences import Sentences
from pages.whole_model.task_sentences import SPECIALS, task_sentences
from transformer_core import greedy_decoding, trace
from transformer_core.explain.assembled.computation import ModelInputs, assembled_computation
from transformer_core.explain.computation import Computation
from transformer_core.explain.provenance import transformer_computation
from transformer_core.transformer import Transformer
from transformer_core.variants.models import AssembledModel
from transformer_lab.learning.config import RunConfig
from transformer_lab.learning.models import untrained_model
from transformer_lab.learning.tasks import Task, Words
from transformer_lab.learning.text_measures import example_of
from transformer_lab.own_data.merges import readable
from transformer_lab.vocabulary import END_ID, PAD_ID, START_ID, Vocabulary
from ui.picture.word_labels import word_labels


def model_with(config: RunConfig, weights: Mapping[str, Tensor]) -> Transformer:
    """The model of a run with its weights at some step; with no weights, its initial state."""
    model = untrained_model(config)
    parameters = dict(model.named_parameters())
    with torch.no_grad():
        for name, values in weights.items():
            parameters[name].copy_(values)
    return model


def written_by(model: Transformer, task: Task, source: Words) -> Words:
    """What the model writes with greedy decoding."""
    src_ids = torch.tensor([task.source.ids(source)])
    *_, last = greedy_decoding(model, src_ids, START_ID, END_ID)
    return task.words(last.tgt_ids[0].tolist())


@dataclass(frozen=True)
class Forward:
    """Source and target as the model reads them, and the computation of both.

    given: what a model of today's parts was given; None of the paper's.
    """

    sentences: Sentences
    computation: Computation
    given: ModelInputs | None = None


def forward_of(config: RunConfig, model: Transformer, source: Words, target: Words) -> Forward:
    """Every number of a forward pass with this target as the decoder's input.

    On a text there is no target: a decoder reads the source, an encoder the source with masks.
    """
    if config.kind != "encoder_decoder":
        return _of_text(config, model, source)
    sentences = task_sentences(config.the_task, source, target)
    with torch.inference_mode(), trace(model) as records:
        model(sentences.src_ids, sentences.tgt_ids)
    if config.is_of_today:
        src_ids, tgt_ids = sentences.src_ids, sentences.tgt_ids
        given = ModelInputs(src_ids, tgt_ids, src_ids == PAD_ID, tgt_ids == PAD_ID)
        return Forward(sentences, _assembled(model, records, given), given)
    computation = transformer_computation(
        model, records, sentences.src_ids, sentences.tgt_ids, sentences.targets
    )
    return Forward(sentences, computation)


def _assembled(model: nn.Module, records: Mapping[str, Tensor], given: ModelInputs) -> Computation:
    return assembled_computation(cast(AssembledModel, model), records, given)


def _of_text(config: RunConfig, model: Transformer, source: Words) -> Forward:
    vocabulary = config.the_task.target
    whole = source[: config.context]
    example = example_of(config, whole)
    none = torch.zeros(1, 0, dtype=torch.long)
    with torch.inference_mode(), trace(model) as records:
        cast(nn.Module, model)(example.ids)
    names = dict(enumerate(readable_names(vocabulary)))
    read = word_labels([names[token] for token in example.ids[0].tolist()])
    due = torch.tensor([vocabulary.ids(whole)])
    if config.kind == "encoder":
        sentences = Sentences(example.ids, none, due, read, (), (), names)
        given = ModelInputs(src_ids=example.ids)
    else:
        due = torch.cat([due[:, 1:], records["logits"][:, -1:].argmax(dim=-1)], dim=1)
        names_due = word_labels([names[token] for token in due[0].tolist()])
        sentences = Sentences(none, example.ids, due, (), read, names_due, names)
        given = ModelInputs(tgt_ids=example.ids)
    return Forward(sentences, _assembled(model, records, given), given)


def readable_names(vocabulary: Vocabulary) -> list[str]:
    """The tokens of a vocabulary as they are shown."""
    return [SPECIALS.get(token, readable(token)) for token in vocabulary.tokens]
