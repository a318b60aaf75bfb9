"""The map of a Transformer's computation, as one part of an answer."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import torch
from torch import Tensor

from transformer_core.explain.computation import INPUT, Computation, Step
from transformer_core.explain.origin import HEAD, TOKENS, Axis
from transformer_lab.measures import likeliest
from ui.picture.label import glosses_of
from ui.picture.matrix_view.matrix import Blobs
from ui.picture.model_map.cells import strongest
from ui.picture.model_map.sections import Column, Section, map_sections
from ui.picture.model_map.wrapping import line_count, line_length
from ui.picture.word_lines.part import HEAD_COLOURS

MOST_NUMBERS = 700_000
"""The most numbers sent with the answer. Above that, several are pooled into the strongest of
them; the browser requests the rest when the user zooms in.
"""
POOLS = (4, 8, 16)


class NextToken(NamedTuple):
    """The predictions after a token of the target: the most probable ones and the chosen one."""

    likeliest: Sequence[tuple[str, float]]
    chosen: tuple[str, float]

    @property
    def glosses(self) -> list[str]:
        """The glosses of the most probable tokens, and last that of the chosen one."""
        return glosses_of([name for name, _ in (*self.likeliest, self.chosen)])

    def header(self) -> dict[str, Any]:
        return self._asdict() | {"glosses": self.glosses}


def next_tokens(
    logits: Tensor, targets: Sequence[int], name: Callable[[int], str]
) -> list[NextToken]:
    """Return, for each token of the target, the most probable next tokens and the one due.

    Args:
        logits: (seq_q, vocab).
        targets: seq_q ids, the tokens due.
        name: returns the name of a token.
    """
    tokens, shares = likeliest(logits)  # (seq_q, 5) each
    probabilities = logits.softmax(dim=-1)
    made = []
    for row, target in enumerate(targets):
        names = [name(int(token)) for token in tokens[row]]
        due = name(target), float(probabilities[row, target])
        made.append(NextToken(list(zip(names, shares[row].tolist(), strict=True)), due))
    return made


class PageLink(NamedTuple):
    """A link to the page about one part of the model, shown below the column of that part."""

    page: str
    title: str
    about: str
    tensor: str
    """The column's tensor; empty if the column has none."""
    kind: str = "vector"
    """The kind of column: "vector", "grid", the "lines" of an attention or "next"."""
    brings: Mapping[str, Any] = {}
    """The fields to set when the page opens; empty to leave its setting unchanged."""
    address: str = ""
    """The same fields as a URL query, for opening the page in a separate window."""


@dataclass(frozen=True)
class OriginLines:
    """The origins of a number: the edges leading back to the words, and a text about them."""

    edges: Sequence[tuple[str, str, float]]
    ends: Sequence[tuple[str, int, float]]
    """The share that each word contributes, as (side, row, share)."""
    said: str

    def header(self, blobs: Blobs) -> dict[str, Any]:
        edges = [{"made": made, "of": of, "share": share} for made, of, share in self.edges]
        ends = [{"side": side, "row": row, "share": share} for side, row, share in self.ends]
        return {"kind": "way", "edges": edges, "ends": ends, "said": self.said}


@dataclass(frozen=True)
class MapWords:
    """The names of the rows of one side, in order."""

    labels: Sequence[str]
    hidden: Sequence[int] = ()
    """The rows hidden from the model."""

    @property
    def glosses(self) -> list[str]:
        return glosses_of(self.labels)

    def header(self) -> dict[str, Any]:
        return {"labels": list(self.labels), "glosses": self.glosses, "hidden": list(self.hidden)}


@dataclass(frozen=True)
class ModelMap:
    """Every number of a forward pass, from the embeddings to the next tokens, one row per token.

    Args:
        other: another forward pass of the same shapes, to compare with.
        strings: the map's texts, by name.
        links: links to the pages about single parts, shown at these parts.
        heads_off: the heads that are switched off, as (tensor of the attention weights, head).
    """

    id: str
    computation: Computation
    src: MapWords
    tgt: MapWords
    next_tokens: Sequence[NextToken]
    strings: Mapping[str, Any] = field(default_factory=dict)
    other: Computation | None = None
    other_next: Sequence[NextToken] = ()
    """The next tokens of the other forward pass, after the same tokens."""
    norm_first: bool = False
    written: str = ""
    """The decoded text, spelled for reading."""
    links: Sequence["PageLink"] = ()
    heads_off: Sequence[tuple[str, int]] = ()
    vocabulary: Sequence[str] | None = None
    """The names of the columns of the logits; those after the last are "#" and their id."""
    before: str = ""
    """A line with the other decoded text, for comparison."""
    editable: Sequence[str] = ()
    """The tensors whose numbers the user can edit."""
    hide_field: str = ""
    """The field of the setting that contains the hidden words."""
    view_field: str = ""
    """The URL parameter for the visible part of the map."""
    plays_once: bool = False
    """True if playback starts automatically the first time a user sees the map."""

    def header(self, blobs: Blobs) -> dict[str, Any]:
        sections = map_sections(self.computation, norm_first=self.norm_first)
        columns = [column for section in sections for column in section.columns]
        lines = self._lines()
        pool = _pool([_tensor_header(self.computation, each) for each in columns], lines)
        tensors, numbers = self._tensors(columns, lines, pool)
        return {
            "kind": "map",
            "id": self.id,
            "lines": lines,
            "pool": pool,
            "src": self.src.header(),
            "tgt": self.tgt.header(),
            "next": [one.header() for one in self.next_tokens],
            "otherNext": [one.header() for one in self.other_next],
            "sections": list(_section_headers(sections)),
            "tensors": tensors,
            "numbers": blobs.add(numbers.numpy(), "float32"),
            "isCompared": self.other is not None,
            "colours": HEAD_COLOURS,
            "strings": dict(self.strings),
            "written": self.written,
            "aliases": _aliases(self.computation, columns),
            "links": [one._asdict() for one in self.links],
            "headOff": [list(one) for one in self.heads_off],
            # One text: parsing thousands of strings takes the browser longer than all the rest.
            "vocabulary": "\n".join(self.vocabulary) if self.vocabulary is not None else None,
            "vocabularyGlosses": "\n".join(glosses_of(self.vocabulary or ())),
            "before": self.before,
            "glossesNext": glosses_of([one.chosen[0] for one in self.next_tokens]),
            "editable": list(self.editable),
            "hideField": self.hide_field,
            "viewField": self.view_field,
            "playsOnce": self.plays_once,
            "normFirst": self.norm_first,
            "parameterCount": _parameter_count(self.computation, tensors),
        }

    def _lines(self) -> int:
        """Return the number of lines in which this model's vectors are laid out."""
        tensors = self.computation.tensors
        d_model = tensors["src_embeddings"].size(-1)
        weights = next(name for name in tensors if name.endswith("attention.weights"))
        return line_count(d_model, tensors[weights].size(0))

    def _tensors(
        self, columns: Sequence[Column], lines: int, pool: int
    ) -> tuple[list[dict[str, Any]], Tensor]:
        """Return a header for each tensor, and all their numbers, followed by those of `other`."""
        sent: list[Tensor] = []
        headers = []
        masked, at = -1, 0
        for place, column in enumerate(columns):
            header = _tensor_header(self.computation, column)
            if column.name == "masked":
                masked = place
            header["masked"] = masked if "weights" in column.name else -1
            values = _sent(self.computation.tensors[column.tensor], header, lines, pool)
            headers.append(header | {"at": at, "count": values.numel()})
            sent.append(values)
            at += values.numel()
        if self.other is not None:
            sent += [
                _sent(self.other.tensors[column.tensor], header, lines, pool)
                for column, header in zip(columns, headers, strict=True)
            ]
        return headers, torch.cat(sent)


def _aliases(computation: Computation, columns: Sequence[Column]) -> dict[str, str]:
    """Return the tensors that are copies of one on the map, each with the name of that one."""
    shown = {column.tensor for column in columns}
    return {
        name: step.inputs["x"]
        for name, step in computation.steps.items()
        if step.kind == "copy" and name not in shown and step.inputs["x"] in shown
    }


def _section_headers(sections: Sequence[Section]) -> Iterator[dict[str, Any]]:
    first = 0
    for section in sections:
        places = list(range(first, first + len(section.columns)))
        first += len(places)
        yield {"stack": section.stack, "part": section.part, "layer": section.layer} | {
            "side": TOKENS[section.stack],
            "tensors": places,
        }


def _tensor_header(computation: Computation, column: Column) -> dict[str, Any]:
    """Return the name, shape and kind of a tensor, and the parameters of its step."""
    origin, values = computation.origins[column.tensor], computation.tensors[column.tensor]
    last: Axis = origin.axes[-1]
    has_heads = HEAD in origin.axes
    return {
        "name": column.tensor,
        "own": column.name,
        "rows": column.rows,
        "shape": list(values.shape),
        "heads": values.size(0) if has_heads else 0,
        "axis": last.role,
        "of": last.tokens,
        "parameters": _parameters(computation, computation.steps.get(column.tensor, INPUT)),
    }


def _parameters(computation: Computation, step: Step) -> list[dict[str, Any]]:
    """Return the parameters that a step uses."""
    names = [
        step.inputs[role] for role in ("weight", "table", "gain", "bias") if role in step.inputs
    ]
    return [{"name": name, "shape": list(computation.tensors[name].shape)} for name in names]


def _parameter_count(computation: Computation, headers: Sequence[Mapping[str, Any]]) -> int:
    """Return how many parameters the steps of the map use, counting shared ones once."""
    names = {each["name"] for header in headers for each in header["parameters"]}
    used = {computation.tensors[name].data_ptr(): computation.tensors[name] for name in names}
    return sum(tensor.numel() for tensor in used.values())


def _is_vector(header: Mapping[str, Any]) -> bool:
    return header["axis"] != "key"


def _is_pooled(header: Mapping[str, Any], lines: int, pool: int) -> bool:
    """Return whether a tensor's numbers can be pooled: `pool` has to divide the line length."""
    return pool > 1 and _is_vector(header) and _length(header, lines) % pool == 0


def _sent(values: Tensor, header: Mapping[str, Any], lines: int, pool: int) -> Tensor:
    """Return the numbers of a tensor that are sent with the answer, flattened."""
    length = _length(header, lines)
    if _is_pooled(header, lines, pool):
        if header["heads"]:
            values = values.transpose(0, 1).flatten(1)  # (rows, heads * d)
        missing = lines * length - values.size(-1)
        values = strongest(torch.nn.functional.pad(values, (0, missing)), pool)
    return values.reshape(-1)


def _length(header: Mapping[str, Any], lines: int) -> int:
    """Return how many numbers of a vector are in one line."""
    return line_length(header["shape"][-1] * (header["heads"] or 1), lines)


def _pool(headers: Sequence[Mapping[str, Any]], lines: int) -> int:
    """Return the smallest pool size that keeps within `MOST_NUMBERS`; if none does, the one that
    sends the fewest numbers.
    """

    def sent(pool: int) -> int:
        return sum(
            math.prod(each["shape"]) // (pool if _is_pooled(each, lines, pool) else 1)
            for each in headers
        )

    few = (pool for pool in (1, *POOLS) if sent(pool) <= MOST_NUMBERS)
    return next(few, min(POOLS, key=sent))
