"""Multi-head attention on a setting: every step, each head's contribution, its job, entropies."""

from dataclasses import dataclass
from functools import cached_property, lru_cache

import torch
from torch import Tensor

from pages.multi_head_attention.effect import Effect, effect_of
from pages.multi_head_attention.jobs import jobs_of
from pages.multi_head_attention.setting import MultiHeadSetting
from transformer_core import AttentionSteps, attention, generator, trace
from transformer_lab.measures import (
    attention_entropy,
    concatenated_without,
    head_contributions,
    share_of_norm,
)
from transformer_lab.measures.head_jobs import job_shares
from ui.picture.matrix_view.matrix import Role

PROJECTIONS: dict[str, tuple[str, Role]] = {
    "queries": ("Q", "query"),
    "keys": ("K", "key"),
    "values": ("V", "value"),
}
"""The name of each projection in one head, and its role."""
KEPT_RUNS = 4
LEAST_SHARE = 0.25
"""Of the weight of a query, on average: what less of it is on is not called a head's job."""
SHOWN_DIGITS = 2
"""Of jobs whose shares are the same in the digits of the table, the more general one is named."""


class MultiHeadRun:
    """The tensors of one forward pass, batch first, with a batch size of 1."""

    @torch.inference_mode()
    def __init__(self, setting: MultiHeadSetting) -> None:
        self.setting = setting
        self.off = setting.heads_off
        self.module, self.mask = setting.module(), setting.hidden()
        self.parts: dict[str, Tensor] = {}
        """Embedding and positional encoding, (words, d_model) each; random input is their sum."""
        if setting.attention is None:
            self.parts["embedding"], self.parts["encoding"], X = setting.input()
            memory = X
        else:
            X, memory = setting.attention.X, setting.attention.memory
        self.X, self.memory = X.unsqueeze(0), memory.unsqueeze(0)  # (1, words, d_model)
        with trace(self.module) as self.records:
            self.output = self.module(self.X, self.memory, self.memory, self.mask)
        heads = self.records["heads"]
        self.contributions = head_contributions(self.module, heads)  # (1, heads, words, d_model)
        self.shares = share_of_norm(self.contributions, self.output)[0].tolist()
        self.concatenated = concatenated_without(heads, self.off)  # (1, words, d_model)
        self.without = self.module.w_o(self.concatenated)  # (1, words, d_model)
        self.lost = self.output - self.without
        self.lost_share = float(share_of_norm(self.lost, self.output))

    def projected(self, name: str) -> Tensor:
        """The queries, keys or values before the split: (1, words, d_model)."""
        return self.records[name].transpose(1, 2).flatten(2)

    def head(self, number: int) -> AttentionSteps:
        """The steps of one head, each 2-D."""
        names = ("scores", "scaled", "masked", "weights", "heads")
        return AttentionSteps(*(self.records[name][0, number] for name in names))

    def of_head(self, name: str, number: int) -> Tensor:
        """The queries, keys or values of one head: (words, d_k)."""
        return self.records[name][0, number]

    @cached_property
    def kept(self) -> Tensor:
        """What dropout multiplies each weight by in training, (heads, words, words): 0 where it is
        dropped, 1 / (1 - p) elsewhere.
        """
        p, shape = self.setting.dropout, self.records["weights"][0].shape
        draw = torch.rand(shape, generator=generator(self.setting.dropout_seed))
        return (draw >= p) / (1 - p)

    @property
    def dropped(self) -> Tensor:
        """The weights after dropout, (heads, words, words)."""
        return self.records["weights"][0] * self.kept

    def own_projection(self, head: int) -> tuple[Tensor, Tensor, Tensor]:
        """The queries of a head with a projection of its own: (d_k, d_model) of W_Q as its layer
        stores it, its bias (d_k,), and the queries (words, d_k) that these alone make.
        """
        own, w_q = self._columns(head), self.module.w_q
        weight, bias = w_q.weight.detach()[own], w_q.bias.detach()[own]
        return weight, bias, torch.nn.functional.linear(self.X[0], weight, bias)

    def _columns(self, head: int) -> slice:
        return slice(head * self.setting.d_k, (head + 1) * self.setting.d_k)

    @cached_property
    def jobs(self) -> dict[str, Tensor]:
        """The keys of each job by its name, (queries, keys) of bool."""
        return jobs_of(self.setting, self.records["weights"][0])

    @cached_property
    def job_shares(self) -> Tensor:
        """(heads, jobs): the mean share of a query's weight that each head gives to a job."""
        return job_shares(self.records["weights"][0], self.targets)

    @cached_property
    def full_job_shares(self) -> Tensor:
        """(1, jobs): the same of the one head that is not split."""
        return job_shares(self.full.weights[None], self.targets)

    @property
    def targets(self) -> Tensor:
        """(jobs, queries, keys) of bool."""
        return torch.stack([*self.jobs.values()])

    def job(self, head: int) -> tuple[str, float]:
        """The job that a head gives most of its weight to, with the share; "" if that is less than
        LEAST_SHARE.
        """
        name, share = self.most(head)
        return (name if share >= LEAST_SHARE else ""), share

    def most(self, head: int) -> tuple[str, float]:
        """The job that a head gives most of its weight to, with the share."""
        shares = dict(zip(self.jobs, self.job_shares[head].tolist(), strict=True))
        most = max(shares.values())
        alike = round(most, SHOWN_DIGITS)
        return next(
            (name, one)
            for name, one in shares.items()
            if round(one, SHOWN_DIGITS) == alike and one >= min(most, LEAST_SHARE)
        )

    @cached_property
    def effect(self) -> Effect | None:
        """What the translator would write next without the heads that are off; None if none is."""
        trained = self.setting.attention
        return effect_of(trained, self.off) if trained is not None and self.off else None

    @cached_property
    def full(self) -> AttentionSteps:
        """One head of full width on the same queries, keys and values, each step 2-D."""
        Q, K, V = (self.projected(name)[0] for name in ("queries", "keys", "values"))
        return attention(Q, K, V, self.mask)

    @property
    def strongest(self) -> int:
        """The head that contributes most to the output."""
        return max(range(self.setting.heads), key=self.shares.__getitem__)


@lru_cache(maxsize=KEPT_RUNS)
def _run(setting: MultiHeadSetting) -> MultiHeadRun:
    return MultiHeadRun(setting)


def run_of(setting: MultiHeadSetting) -> MultiHeadRun:
    """The attention of a setting, cached regardless of the head or step that is shown."""
    return _run(setting.with_numbers_alone())


@dataclass(frozen=True)
class Entropies:
    """Entropies of the attention in bits, averaged over the queries."""

    head: float
    full: float
    lowest: float
    highest: float
    laid_together: float
    """The entropy of the average of all heads' weights."""


def entropies(run: MultiHeadRun, head: int) -> Entropies:
    """The entropies of the opened head, of all heads and of one head of full width."""
    weights = run.records["weights"][0]  # (heads, words, words)
    heads = attention_entropy(weights).mean(-1).tolist()
    full, together = attention_entropy(run.full.weights), attention_entropy(weights.mean(0))
    return Entropies(
        heads[head], float(full.mean()), min(heads), max(heads), float(together.mean())
    )
