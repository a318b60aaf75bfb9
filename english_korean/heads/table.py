"""The heads with their jobs as tables in Markdown."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from english_korean.heads.measured import Figure, HeadJob, Measured, Sink

NO_JOB = "no job found; nearest: "


def job_table(jobs: Iterable[HeadJob]) -> str:
    """Every head with its best job."""
    head = "| attention | layer | head | job | weight | largest | queries |"
    rows = (
        f"| {each.attention} | {each.layer + 1} | {each.head + 1} "
        f"| {each.job or NO_JOB + each.nearest} "
        f"| {each.figure.weight:.3f} | {each.figure.most:.3f} | {each.figure.queries} |"
        for each in jobs
    )
    return "\n".join([head, "| --- | --- | --- | --- | --- | --- | --- |", *rows])


def seeds_table(jobs_by_seed: Mapping[int, Sequence[HeadJob]]) -> str:
    """Every head with its best job and the mean weight of that, for each training seed."""
    rows = []
    for alike in zip(*jobs_by_seed.values(), strict=True):
        one = alike[0]
        found = (f"{each.job}, {each.figure.weight:.2f}" if each.job else "none" for each in alike)
        rows.append(f"| {one.attention} | {one.layer + 1} | {one.head + 1} | {' | '.join(found)} |")
    seeds = " | ".join(f"seed {seed}" for seed in jobs_by_seed)
    rule = " | ".join(["---"] * (3 + len(jobs_by_seed)))
    return "\n".join([f"| attention | layer | head | {seeds} |", f"| {rule} |", *rows])


def with_a_job(jobs: Iterable[HeadJob], *attentions: str) -> int:
    """The number of heads of these attentions that have a job."""
    return sum(bool(each.job) for each in jobs if each.attention in attentions)


class Sense(NamedTuple):
    """The head of the encoder that attends most to the noun which decides a word's sense."""

    word: str
    layer: int
    head: int
    figure: Figure


def senses_of(found: Measured) -> list[Sense]:
    """For each word the head that attends most to the noun."""
    places = [(layer, head) for layer in range(found.layers) for head in range(found.heads)]
    senses = []
    for word in found.tallies.get("encoder", {}):
        figures = {place: found.figures("encoder", *place)[word] for place in places}
        best = max(places, key=figures.__getitem__)
        senses.append(Sense(word, *best, figures[best]))
    return senses


def sense_table(senses: Iterable[Sense]) -> str:
    """Every word with its head."""
    head = "| word | layer | head | weight | largest | queries |"
    rows = (
        f"| {each.word} | {each.layer + 1} | {each.head + 1} | {each.figure.weight:.3f} "
        f"| {each.figure.most:.3f} | {each.figure.queries} |"
        for each in senses
    )
    return "\n".join([head, "| --- | --- | --- | --- | --- | --- |", *rows])


def sink_table(sinks: Iterable[Sink]) -> str:
    """Every head of the encoder with the weight that any one position gathers."""
    head = "| layer | head | one position |"
    rows = (f"| {each.layer + 1} | {each.head + 1} | {each.share:.3f} |" for each in sinks)
    return "\n".join([head, "| --- | --- | --- |", *rows])
