"""Links that were made before the codec had a version, with the numbers that they showed then."""

from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import numpy as np
import pytest
import torch
from torch import Tensor

from pages.encoder_decoder.arithmetic import computation_of
from pages.encoder_decoder.setting import EncoderDecoderSetting
from pages.whole_model.cell_locations import TRANSPOSED, CellLocations
from pages.whole_model.sentences import END, PAD
from tests.pages.answers import Asked
from tests.pages.overview.overview_page import overview, seen
from transformer_core import seeded_dropout, trace
from transformer_core.explain.computation import Computation
from transformer_core.explain.origin import HEAD
from transformer_core.explain.provenance import transformer_computation
from ui.explain.arithmetic.numbers import read_back
from ui.state.address import read_state, write_state


@dataclass
class Shown:
    """What a link showed when it was made."""

    explained: str
    """The title of the arithmetic, or nothing."""
    matrices: dict[str, tuple[list[int], list[float]]] = field(default_factory=dict)
    """The shape of each, and its `figures`."""


def links() -> dict[str, Shown]:
    """The table of all links."""
    found: dict[str, Shown] = {}
    for line in Path(__file__).with_name("old_links.tsv").read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        first, *rest = line.split("\t")
        if first:
            shown = found[first] = Shown(*rest or [""])
        else:
            name, shape, *numbers = rest
            shown.matrices[name] = [*map(int, shape.split("×"))], [*map(float, numbers)]
    return found


LINKS = links()
EXPLAINED = [
    link
    for link, shown in LINKS.items()
    if shown.explained and not (link.startswith("encoder_decoder") and "_pin" not in link)
]
"""What the encoder-decoder page explained while nothing was pinned it chose by itself."""
OVERVIEWS = {
    "overview?ov_sentence=she+saw+the+old+dog&ov_seed=3&ov_pin=weights.2.4": "she saw the old dog",
    "overview?lang=ko&ov_sentence=%EB%82%98%EB%8A%94+%EC%B1%85%EC%9D%84+%EC%9D%BD%EB%8A%94%EB%8B%A4"
    "&ov_pin=output.1.3": "나는 책을 읽는다",
}

TRANSLATED: dict[str, dict[str, Any]] = {
    "your_sentence": {"sentence": "the happy student bought a book yesterday"},
    "your_sentence?ys_sentence=did+the+dog+eat+the+fish%3F&ys_kind=cross&ys_layer=1&ys_off=0_2"
    "&ys_pin=weights.1.2": {
        "sentence": "did the dog eat the fish?", "kind": "cross", "layer": 1,
        "off": frozenset({0, 2}),
    },
    "your_sentence?ys_sentence=she+slept+because+she+was+tired&ys_hidden=2&ys_step=3": {
        "sentence": "she slept because she was tired", "hidden": frozenset({2}), "step": 3,
    },
    "your_sentence?ys_sentence=the+cat+slept&ys_model=untrained&ys_kind=encoder": {
        "sentence": "the cat slept", "model": "untrained", "kind": "encoder",
    },
    "your_sentence?ys_sentence=the+cat+slept&ys_writing=sampled&ys_draw=4&ys_temperature=1.5": {
        "sentence": "the cat slept", "writing": "sampled", "draw": 4, "temperature": 1.5,
    },
}  # fmt: skip
"""The translator has learnt more since: its numbers are others, what is looked at is the same."""


def parted(link: str) -> tuple[str, dict[str, str]]:
    """The page of a link and its parameters."""
    name, _, query = link.partition("?")
    return name, dict(parse_qsl(query, keep_blank_values=True))


def as_written(link: str) -> Asked:
    """The page with what its link says, before the page makes anything of that."""
    name, parameters = parted(link)
    asked = Asked(name, parameters.get("lang", "en"))
    return asked.moved(read_state(asked.handler.page.setting, asked.text, parameters))


def opened(link: str) -> Asked:
    asked = as_written(link)
    return asked.moved(asked.handler.page.opened(asked.state))


def computation_before(setting: EncoderDecoderSetting) -> Computation:
    """The computation as it was when the decoder read padding in the place of the end token, which
    nothing follows.
    """
    now, forward = setting.sentences, setting.forward
    tgt_ids = now.tgt_ids.masked_fill(now.tgt_ids == END, PAD)
    dropout = seeded_dropout(setting.dropout_seed) if setting.dropping else nullcontext()
    with torch.inference_mode(), trace(forward.model) as records, dropout:
        forward.model(now.src_ids, tgt_ids)
    given = (now.src_ids, tgt_ids, now.targets, setting.label_smoothing)
    return transformer_computation(forward.model, records, *given)


def block_matrices(setting: EncoderDecoderSetting) -> dict[str, Tensor]:
    """The matrices of the open block as they stood on the page before there was a map."""
    computation = computation_before(setting)
    found = {}
    for name, tensor in (
        CellLocations(computation, setting.norm_first).tensors_of(setting.opened).items()
    ):
        values = computation.tensors[tensor]
        if HEAD in computation.origins[tensor].axes:
            if name == "weights":
                found["all_heads"] = values
            values = values[setting.opened_head]
        values = values[:, None] if values.dim() == 1 else values
        found[name] = values.T if name in TRANSPOSED else values
    return found


def matrices(link: str) -> Mapping[str, Any]:
    """The numbers that a link shows, by the matrices' ids."""
    if link.startswith("encoder_decoder"):
        return block_matrices(as_written(link).setting)
    return {name: matrix.values for name, matrix in opened(link).matrices.items()}


def figures(values: Any) -> list[float]:
    """The sum of all sizes, the first number and the last; what is not finite counts as 0."""
    flat = torch.as_tensor(np.asarray(values)).double().flatten()
    flat = torch.where(flat.isfinite(), flat, torch.zeros_like(flat))
    return [float(flat.abs().sum()), float(flat[0]), float(flat[-1])]


def test_the_table_of_links_is_whole() -> None:
    assert (len(LINKS), len(EXPLAINED)) == (31, 28)
    assert sum(len(shown.matrices) for shown in LINKS.values()) == 232


@pytest.mark.parametrize("link", [link for link in LINKS if link.startswith("encoder_decoder")])
def test_only_the_row_of_the_end_token_is_another_since_it_is_read(link: str) -> None:
    setting = as_written(link).setting
    now, before = computation_of(setting).tensors, computation_before(setting).tensors
    last = setting.sentences.tgt_ids.size(1) - 1
    assert int(setting.sentences.tgt_ids[0, last]) == END
    for name in ("logits", "losses", "decoder.output"):
        torch.testing.assert_close(now[name][:last], before[name][:last])
    for name in ("encoder.output", "losses"):
        torch.testing.assert_close(now[name], before[name])


@pytest.mark.parametrize("link", LINKS)
def test_an_old_link_shows_the_same_matrices(link: str) -> None:
    now, before = matrices(link), LINKS[link].matrices
    common = [name for name in before if name in now]
    # Some matrices stand on another step of the page now; some that said nothing new are gone.
    assert common or not before
    assert common == [*before] or not link.startswith("encoder_decoder")
    for name in common:
        shape, expected = before[name]
        assert list(np.asarray(now[name]).shape) == shape
        assert figures(now[name]) == pytest.approx(expected, rel=1e-4, abs=1e-5)


@pytest.mark.parametrize("link", EXPLAINED)
def test_an_old_link_explains_the_same_number(link: str) -> None:
    then, now = (
        read_back(one.rpartition("= ")[2].lstrip("+"))
        for one in (LINKS[link].explained, opened(link).arithmetic.title)
    )
    assert now == pytest.approx(then, rel=1e-3, nan_ok=True)


@pytest.mark.parametrize("link", [*LINKS, *TRANSLATED, *OVERVIEWS])
def test_what_an_old_link_opens_can_be_linked_to_again(link: str) -> None:
    asked = opened(link)
    again = opened(f"{asked.handler.name}{write_state(asked.state, asked.handler.language)}")
    assert again.setting == asked.setting
    assert again.state.selection == asked.state.selection


@pytest.mark.parametrize("link", OVERVIEWS)
def test_an_old_link_to_the_overview_opens_the_map_on_its_sentence(link: str) -> None:
    asked, sentence = opened(link), OVERVIEWS[link]
    start = overview(asked.handler.language, sentence=sentence)
    assert asked.setting == start.setting
    assert seen(asked).header["src"]["labels"] == sentence.split()
    assert torch.equal(seen(asked).now("logits"), seen(start).now("logits"))
    # What was pinned then is no number of this model.
    assert asked.arithmetic == start.arithmetic


@pytest.mark.parametrize("link", TRANSLATED)
def test_an_old_link_to_the_translator_opens_its_sentence_in_the_plain_style(link: str) -> None:
    asked = opened(link)
    for name, value in TRANSLATED[link].items():
        assert getattr(asked.setting, name) == value, name
    assert (asked.setting.level, asked.setting.honorific) == ("plain", True)


def test_an_old_link_to_the_translator_pins_the_word_that_it_pinned() -> None:
    (link,) = (link for link in TRANSLATED if "ys_pin" in link)
    assert ", dog ] =" in opened(link).arithmetic.title
