"""One forward pass of the shown model: its input, its output, and every number in between."""

from collections.abc import Mapping
from dataclasses import dataclass

import torch
from torch import Tensor

from pages.whole_model.sentences import Sentences
from pages.whole_model.task_sentences import task_sentences
from transformer_core import greedy_decoding, trace
from transformer_core.explain.computation import Computation
from transformer_core.explain.provenance import transformer_computation
from transformer_core.transformer import Transformer
from transformer_lab.learning.config import RunConfig
from transformer_lab.learning.models import untrained_model
from transformer_lab.learning.tasks import Task, Words
from transformer_lab.vocabulary import END_ID, START_ID


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
    """Source and target as the model reads them, and the computation of both."""

    sentences: Sentences
    computation: Computation


def forward_of(config: RunConfig, model: Transformer, source: Words, target: Words) -> Forward:
    """Every number of a forward pass with this target as the decoder's input."""
    sentences = task_sentences(config.the_task, source, target)
    with torch.inference_mode(), trace(model) as records:
        model(sentences.src_ids, sentences.tgt_ids)
    computation = transformer_computation(
        model, records, sentences.src_ids, sentences.tgt_ids, sentences.targets
    )
    return Forward(sentences, computation)
