"""The map of a Transformer's computation, as one part of an answer."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import torch
from torch import Tensor

from transformer_core.explain.computation import Computation
from transformer_core.explain.origin import TOKENS
from ui.picture.label import glosses_of
from ui.picture.matrix_view.matrix import Blobs
from ui.picture.model_map.cached import cache_header
from ui.picture.model_map.next_token import NextToken
from ui.picture.model_map.sections import Column, Section, map_sections
from ui.picture.model_map.tensors import (
    aliases_of,
    parameter_count,
    pool_in,
    pool_of,
    sent_numbers,
    tensor_header,
    with_lines,
    with_sent,
)
from ui.picture.model_map.variant import variant_of
from ui.picture.model_map.wrapping import line_count
from ui.picture.word_lines.part import HEAD_COLOURS


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


class JoinedRows(NamedTuple):
    """Rows whose tokens are pieces of one word: the first, how many, and the word."""

    first: int
    count: int  # type: ignore[assignment]  # a tuple has a method of that name
    word: str


@dataclass(frozen=True)
class MapWords:
    """The names of the rows of one side, in order."""

    labels: Sequence[str]
    hidden: Sequence[int] = ()
    """The rows hidden from the model."""
    special: Sequence[int] = ()
    """The rows of special tokens, such as [CLS]."""
    joined: Sequence[JoinedRows] = ()
    """The words of several rows."""

    @property
    def glosses(self) -> list[str]:
        return glosses_of(self.labels)

    def header(self) -> dict[str, Any]:
        return {
            "labels": list(self.labels),
            "glosses": self.glosses,
            "hidden": list(self.hidden),
            "special": list(self.special),
            "joined": [one._asdict() for one in self.joined],
        }


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
    named: Mapping[int, str] | None = None
    """The names of some of these columns, where there are too many to send all of them."""
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
    has_cache: bool = False
    """True if the user can mark what a key-value cache keeps while the decoder writes."""

    def header(self, blobs: Blobs) -> dict[str, Any]:
        sections = map_sections(self.computation, norm_first=self.norm_first)
        columns = [column for section in sections for column in section.columns]
        lines = self._lines()
        headers = [tensor_header(self.computation, each) for each in columns]
        headers = with_sent(headers, 1 if self.other is None else 2)
        pool = pool_of(headers, lines, is_compared=self.other is not None)
        tensors, numbers = self._tensors(columns, headers, lines, pool)
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
            "hasDifferences": self.other is not None and pool > 1,
            "colours": HEAD_COLOURS,
            "strings": dict(self.strings),
            "written": self.written,
            "aliases": aliases_of(self.computation, columns),
            "links": [one._asdict() for one in self.links],
            "headOff": [list(one) for one in self.heads_off],
            # One text: parsing thousands of strings takes the browser longer than all the rest.
            "vocabulary": "\n".join(self.vocabulary) if self.vocabulary is not None else None,
            "named": self.named and {str(place): name for place, name in self.named.items()},
            "vocabularyGlosses": "\n".join(glosses_of(self.vocabulary or ())),
            "before": self.before,
            "glossesNext": glosses_of([one.chosen[0] for one in self.next_tokens]),
            "editable": list(self.editable),
            "hideField": self.hide_field,
            "viewField": self.view_field,
            "playsOnce": self.plays_once,
            "normFirst": self.norm_first,
            "parameterCount": parameter_count(self.computation, tensors),
            "predicting": "tgt" if self.tgt.labels else "src",
            "variant": variant_of(self.computation).header(),
            "cache": cache_header(self.computation, sections) if self.has_cache else None,
        }

    def _lines(self) -> int:
        """Return the number of lines in which this model's vectors are laid out."""
        tensors = self.computation.tensors
        outputs = (tensors.get(f"{stack}.output") for stack in TOKENS)
        d_model = next(one for one in outputs if one is not None).size(-1)
        weights = next(name for name in tensors if name.endswith("attention.weights"))
        return line_count(d_model, tensors[weights].size(0))

    def _tensors(
        self, columns: Sequence[Column], made: Sequence[dict[str, Any]], lines: int, pool: int
    ) -> tuple[list[dict[str, Any]], Tensor]:
        """Return a header for each tensor, and all their numbers, followed by those of `other`.

        The difference of pooled numbers is not that of the strongest ones, so that of each tensor
        that is pooled follows then.
        """
        forwards = [[self.computation.tensors[column.tensor] for column in columns]]
        if self.other is not None:
            forwards.append([self.other.tensors[column.tensor] for column in columns])
        places = [
            with_lines(tensors) if header.get("sent") == "lines" else None
            for header, *tensors in zip(made, *forwards, strict=True)
        ]
        if self.other is not None and pool > 1:
            forwards.append([_minus(*both) for both in zip(*forwards, strict=True)])
        sent = [
            sent_numbers(one, header, lines, pool, where)
            for number, tensors in enumerate(forwards)
            for one, header, where in zip(tensors, made, places, strict=True)
            if number < 2 or pool_in(header, lines, pool) > 1
        ]
        headers = []
        masked, at = -1, 0
        for place, (header, values) in enumerate(zip(made, sent, strict=False)):
            if header["own"] == "masked":
                masked = place
            hidden_by = masked if "weights" in header["own"] else -1
            counts = {"masked": hidden_by, "at": at, "count": values.numel()}
            headers.append({**header, **counts})
            at += values.numel()
        return headers, torch.cat(sent)


def _minus(now: Tensor, other: Tensor) -> Tensor:
    """Return the difference; two hidden cells, both −∞, do not differ."""
    return torch.where(now == other, 0.0, now - other)


def _section_headers(sections: Sequence[Section]) -> Iterator[dict[str, Any]]:
    first = 0
    for section in sections:
        places = list(range(first, first + len(section.columns)))
        first += len(places)
        yield {"stack": section.stack, "part": section.part, "layer": section.layer} | {
            "side": TOKENS[section.stack],
            "tensors": places,
        }
