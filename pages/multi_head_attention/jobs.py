"""What the heads of an attention could look for, as the keys of each query."""

from collections.abc import Iterator

import torch
from torch import Tensor

from english_korean.heads.jobs import JOBS
from english_korean.heads.roles import Targets
from pages.multi_head_attention.setting import MultiHeadSetting
from pages.translator.trained_attention import TrainedAttention
from transformer_lab.measures.head_jobs import job_shares

MOST_JOBS = 8
"""The most jobs that are shown; of those that need the grammar, the ones that a head does most."""
GENERAL = {
    "encoder": ("previous word", "next word", "itself", "first word"),
    "decoder": ("previous token", "itself", "start token", "style's token"),
    "cross": ("aligned word", "word aligned with the previous token"),
}
"""The jobs that are shown whatever the heads do, if the sentence has them."""


def jobs_of(setting: MultiHeadSetting, weights: Tensor) -> dict[str, Tensor]:
    """The jobs that this sentence has, by name: (queries, keys) of bool.

    Args:
        weights: (heads, queries, keys), which choose among the jobs that need the grammar.
    """
    queries, keys = weights.shape[1:]
    kind = setting.kind if setting.is_trained else "encoder"
    found = {
        name: belongs
        for name, targets in _targets(setting, queries, keys)
        if (belongs := _belonging(targets, queries, keys)).any()
    }
    found = found or {"itself": torch.eye(queries, keys, dtype=torch.bool)}
    general = [name for name in GENERAL[kind] if name in found]
    special = [name for name in found if name not in general]
    shares = {name: float(job_shares(weights, found[name][None]).max()) for name in special}
    chosen = sorted(special, key=shares.__getitem__, reverse=True)[: MOST_JOBS - len(general)]
    return {name: found[name] for name in found if name in (*general, *chosen)}


def job_key(job: str) -> str:
    """The name of a job's words in the page's texts."""
    return job.replace("'s", "").replace(" ", "_")


def _belonging(targets: Targets, queries: int, keys: int) -> Tensor:
    belongs = torch.zeros(queries, keys, dtype=torch.bool)
    for query, theirs in targets.items():
        if query < queries:
            belongs[query, [key for key in theirs if key < keys]] = True
    return belongs


def _targets(setting: MultiHeadSetting, queries: int, keys: int) -> Iterator[tuple[str, Targets]]:
    """The jobs in the order in which a head gets them; those of the grammar only where it knows the
    sentence, and of the Korean only where the model wrote the grammar's own translation.
    """
    trained = setting.attention
    if trained is None:
        yield from _by_position("word", queries)
        return
    pair, kind = trained.written.recognition.pair, trained.kind
    if pair is not None and (kind == "encoder" or trained.written.is_reference):
        yield from ((job.name, job.targets(pair)) for job in JOBS[kind])
    elif kind == "cross":
        last = _words(trained) - 1
        yield "first word", {row: (0,) for row in range(queries)}
        yield "last word", {row: (last,) for row in range(queries)}
    elif kind == "encoder":
        yield from _by_position("word", _words(trained))
    else:
        yield "previous token", {row: (row - 1,) for row in range(1, queries)}
        yield "itself", {row: (row,) for row in range(1, queries)}
        yield "start token", {row: (0,) for row in range(1, queries)}


def _words(trained: TrainedAttention) -> int:
    return len(trained.written.recognition.words)


def _by_position(what: str, count: int) -> Iterator[tuple[str, Targets]]:
    """The neighbours of each word, itself, and the first word for all others."""
    yield f"previous {what}", {at: (at - 1,) for at in range(1, count)}
    yield f"next {what}", {at: (at + 1,) for at in range(count - 1)}
    yield "itself", {at: (at,) for at in range(count)}
    yield f"first {what}", {at: (0,) for at in range(1, count)}
