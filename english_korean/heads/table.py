"""The heads with their jobs as tables in Markdown."""

from collections.abc import Iterable

from english_korean.heads.measured import HeadJob, Measured, Sink

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


def sense_table(found: Measured) -> str:
    """For each word the head of the encoder that attends most to the noun which decides."""
    head = "| word | layer | head | weight | largest | queries |"
    rows = []
    for word in found.tallies.get("encoder", {}):
        figure, layer, place = max(
            (found.figures("encoder", layer, place)[word], layer, place)
            for layer in range(found.layers)
            for place in range(found.heads)
        )
        rows.append(
            f"| {word} | {layer + 1} | {place + 1} | {figure.weight:.3f} "
            f"| {figure.most:.3f} | {figure.queries} |"
        )
    return "\n".join([head, "| --- | --- | --- | --- | --- | --- |", *rows])


def sink_table(sinks: Iterable[Sink]) -> str:
    """Every head of the encoder with its weight on the control token and on any one position."""
    head = "| layer | head | control token | one position |"
    rows = (
        f"| {each.layer + 1} | {each.head + 1} | {each.control:.3f} | {each.one:.3f} |"
        for each in sinks
    )
    return "\n".join([head, "| --- | --- | --- | --- |", *rows])
