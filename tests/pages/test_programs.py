"""Every program that a page prints gives the page's numbers, in a process of its own."""

import json
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import torch

from tests.alone import values_of
from tests.pages.answers import Asked
from tests.pages.snapshots.page_text import states
from transformer_lab.mistakes import MISTAKES
from ui.answer.notebook import LINK
from ui.words.pages import page_names

ROOT = Path(__file__).parents[2]
ALWAYS_REFUSED = ("numpy", "streamlit", "plotly", "starlette", "ui")
LONGEST = 40
WHOLE_MODELS = ("overview", "encoder_decoder", "your_sentence", "ablations")
WHOLE_MODEL = 75
"""Lines, where what was typed by hand does not make it longer; of all of an encoder-decoder."""
TRAINING = 142
"""Lines of a whole model with its data, its training and what is measured of it."""

FILES = sorted(ROOT.glob("pages/*/programs/*.py"))
NEED_A_MODEL = {"translator/programs/hugging_face.py", "training/programs/own_data_with_core.py",
                "translator/programs/hugging_face_numbers.py", *(
    f"overview/programs/{name}.py" for name in ("bert", "gpt2", "llama", "with_core"))}  # fmt: skip
"""The files that cannot run as they are."""

SHOWN: dict[str, dict[str, str]] = {
    "positional_encoding": {"PE": "pe"},
    "attention": {"weights": "weights", "output": "output"},
    "self_attention": {"weights": "weights", "context": "output"},
    "multi_head_attention": {"weights[0]": "heads"},
    "your_sentence": {"weights": "weights"},
    "attention_limits": {
        f"{name}[:, None]": name
        for name in (
            "weight",
            "length",
            "share",
            "token_change",
            "translation_change",
        )
    },
    "mistakes": {"right": "right", "wrong": "wrong"},
    "ablations": {"weights[0][heads_shown[0]]": "whole", "weights[1][heads_shown[1]]": "without"},
}
"""Expressions of a page's program, and the matrices that show their numbers."""
COMPARED = ("weights", "output", "reach")
"""What the masks page shows of both sides of a comparison; its program uses the same names."""
CHANGED: dict[str, list[dict[str, object]]] = {
    "masks": [{"seed": 5}, {"given": "sentence", "sentence": "a b c", "length": 6},
              {"given": "sentence", "sentence": "one two", "length": 5, "padding_first": True},
              *({"attention": "encoder", "compare": name, "gain": gain}
                for name, gain in (("none", 1), ("axis", 2), ("queries", 1), ("opposite", 1),
                                   ("zero", 4), ("finite", 30_000))),
              *({"attention": "decoder", "compare": name, "gain": gain, "padding_first": gain > 1}
                for name, gain in (("and", 1), ("padding", 1), ("causal", 2), ("transposed", 1),
                                   ("half", 2), ("finite", 9), ("residual", 3), ("norm", 2),
                                   ("recomputed", 1), ("recomputed", 2))),
              *({"attention": "cross", "compare": name, "target_length": 5}
                for name in ("target", "queries", "opposite", "none", "zero", "finite")),
              {"attention": "cross", "compare": "axis", "target_length": 9},
              {"attention": "cross", "compare": "target", "target_length": 9},
              *({"attention": which, "compare": name, "source": "trained", "gain": gain,
                 "sentence": "the cat saw the dog", "length": 9, "target_length": 9}
                for which, name, gain in (("encoder", "none", 1), ("encoder", "zero", 3),
                                          ("decoder", "and", 1), ("decoder", "half", 2),
                                          ("decoder", "residual", 1), ("decoder", "norm", 2),
                                          ("decoder", "recomputed", 1), ("cross", "target", 1),
                                          ("cross", "opposite", 1)))],
    "self_attention": [{"view": "weighted"}, {"view": "plain", "stack": "decoder"},
                       {"sentence": "to be or not to be", "stack": "decoder", "layer": 0},
                       *({"source": "random", "view": view, "seed": 7}
                         for view in ("plain", "weighted", "heads"))],
    "multi_head_attention": [{"source": "random"},
                             *({"kind": kind, "layer": 0, "off": frozenset({1, 3})}
                               for kind in ("encoder", "decoder", "cross")),
                             {"source": "random", "mask": "padding", "padding": 2},
                             {"source": "random", "mask": "look_ahead"},
                             {"source": "random", "off": frozenset({1}), "step": "attend"},
                             {"source": "random", "seed": 3, "dropout": 0.3}],
    "attention": [{"scaling": False}, {"mask": "look_ahead"}],
    "ablations": [{"variant": name} for name in ("norm", "positions", "scaling", "one_head")]
                 + [{"variant": "concatenated", "seed": "3", "attention": "encoder"}],
    "positional_encoding": [{"d_model": 7},
                            {"kind": "later", "layout": "halves", "d_k": 6, "moved_by": 9},
                            {"kind": "later", "way": "alibi", "num_heads": 6, "head": 4},
                            {"kind": "later", "way": "relative", "positions": 24, "head": 2},
                            {"kind": "later", "way": "none", "sentence": "a b a", "d_k": 2},
                            {"kind": "later", "way": "learned", "trained_len": 9}],
    "attention_limits": [{"token": 2, "layer": 0}, {"hide": "head"},
                         {"kind": "encoder", "word": 4, "layer": 0, "head": 3},
                         {"kind": "encoder", "word": 2, "hide": "head", "token": 4},
                         {"sentence": "Did the dog eat the fish?", "head": 2, "token": 2}],
    "mistakes": [{"mistake": "pre_norm", "num_layers": 2, "seed": 5},
                 {"mistake": "minus_infinity", "seq_len": 8, "padding": 3}],
}  # fmt: skip
"""Settings beside the presets."""


FOLLOWED = ("masks", "multi_head_attention")
"""Those whose many other settings `test_program_numbers.py` tries, line by line."""

LATER = {
    "rotary": {"scores": "scores"},
    "alibi": {"bias": "distance_bias", "weights": "weights"},
    "relative": {"buckets": "buckets", "bias": "distance_bias"},
    "learned": {"word": "word", "position_table": "position_table"},
    "none": {name: name for name in ("weights", "output", "output_reversed")},
}
"""Of each later way to tell positions, expressions of its program and their matrices."""


def shown_by(asked: Asked) -> Mapping[str, str]:
    """Expressions of its program, and the matrices that show their numbers."""
    if asked.handler.name == "multi_head_attention" and asked.setting.is_trained:
        return {"weights[0]": "weights"}
    if asked.handler.name == "positional_encoding" and asked.setting.is_later:
        return LATER[asked.setting.way]
    if asked.handler.name == "multi_head_attention" and asked.setting.step != "attend":
        return {}
    if asked.handler.name == "masks" and asked.setting.attention == "all":
        return {f'weights["{name}"]': f"{name}_weights" for name in asked.setting.kinds}
    if asked.handler.name != "masks":
        return SHOWN.get(asked.handler.name, {})
    sides = (f"{side}_{name}" for side in ("right", "other") for name in COMPARED)
    return {name: name for name in (*sides, "change") if name in asked.matrices}


def asked_states(page: str) -> Iterator[Asked]:
    """The presets of a page, and settings that change something else."""
    if page == "training":
        yield Asked(page, steps=20)
        return
    for label, asked in states(page):
        if page != "encoder_decoder" or "Paper" not in label:
            yield asked
    yield from (Asked(page, **values) for values in CHANGED.get(page, []))


@pytest.fixture(scope="module")
def all_asked() -> dict[str, list[Asked]]:
    return {page: list(asked_states(page)) for page in page_names()}


@pytest.fixture(params=page_names())
def asked(request: pytest.FixtureRequest, all_asked: dict[str, list[Asked]]) -> list[Asked]:
    return all_asked[request.param]


class Ran(NamedTuple):
    """All programs of one kind, with what they gave, one after another in one process."""

    asked: list[tuple[Asked, Mapping[str, Any]]]
    files: Mapping[Path, Mapping[str, Any]]
    """Those of pages/*/programs, as they are."""


@pytest.fixture(scope="module", params=["torch", "core"])
def ran(request: pytest.FixtureRequest, all_asked: dict[str, list[Asked]]) -> Ran:
    needed: str = request.param
    beside = ["transformer_core", "safetensors"] if needed == "torch" else []
    asked = [
        one
        for page, states in all_asked.items()
        for one in (states[: -len(CHANGED[page])] if page in FOLLOWED else states)
        if needed in one.program.sources
    ]
    files = [
        file
        for file in FILES
        if str(file.relative_to(ROOT / "pages")) not in NEED_A_MODEL
        and file.stem.endswith("with_core") == (needed == "core")
    ]
    programs = [
        *((one.program.sources[needed], list(shown_by(one))) for one in asked),
        *((file.read_text(encoding="utf-8"), []) for file in files),
    ]
    # The translator's file is read from the project's folder
    found = values_of(programs, [*ALWAYS_REFUSED, *beside], ROOT, str(ROOT))
    return Ran(
        list(zip(asked, found[: len(asked)], strict=True)),
        dict(zip(files, found[len(asked) :], strict=True)),
    )


@pytest.mark.thorough
def test_each_program_gives_the_numbers_that_the_page_shows(ran):
    assert len(ran.asked) > 20
    for one, given in ran.asked:
        for expression, matrix in shown_by(one).items():
            if (
                matrix not in one.matrices
            ):  # curves, no number at all, or all heads without the rest
                assert one.handler.name == "mistakes" or one.setting.view == "heads"
                continue
            shown = torch.as_tensor(one.matrices[matrix].values).float()
            values = torch.tensor(given["values"][expression]).float()
            if one.handler.name == "mistakes":
                # Heads stand above or beside each other there; of a long result its beginning
                shown = shown[~shown.isnan()]
                numbers = values[~values.isnan()]
                distance = (shown[:, None] - numbers).abs().amin(dim=1)
                assert bool((distance <= 1e-4).all()), (one.setting, expression)
                continue
            if values.numel() > shown.numel():  # of all heads; the page shows one
                values = values[one.setting.head]
            values = values.reshape(shown.shape)
            close = torch.isclose(values, shown, atol=2e-5, rtol=1e-5, equal_nan=True)
            assert bool(close.all()), (one.handler.name, one.setting, expression)


@pytest.mark.thorough
def test_every_mistake_has_a_program_of_either_kind(ran):
    asked = [one.setting.mistake for one, _ in ran.asked if one.handler.name == "mistakes"]
    assert set(asked) == set(MISTAKES)
    assert len(asked) > len(MISTAKES)


@pytest.mark.thorough
def test_each_program_prints_its_numbers(ran):
    assert [one.handler.name for one, given in ran.asked if not given["printed"].strip()] == []


@pytest.mark.thorough
def test_every_program_file_runs_as_it_is(ran):
    is_core = all(file.stem.endswith("with_core") for file in ran.files)
    assert len(ran.files) == (15 if is_core else 36)
    assert all(given["printed"].strip() for given in ran.files.values())


def test_mypy_reads_every_program_file():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    read = settings["tool"]["mypy"]["files"]
    assert all(any(file.is_relative_to(one) for one in _globbed(read)) for file in FILES)
    assert len(FILES) == 58
    assert "exclude" not in settings["tool"]["mypy"]


def _globbed(patterns: list[str]) -> list[Path]:
    return [path for pattern in patterns for path in ROOT.glob(pattern)]


def test_at_least_six_states_of_a_page_with_matrices_are_tried(asked):
    if asked[0].handler.name in SHOWN:
        assert len(asked) >= 6


def test_a_program_is_short_enough_to_be_read_in_class(asked):
    sources = asked[0].program.sources.values()
    page = asked[0].handler.name
    whole = TRAINING if page == "training" else WHOLE_MODEL
    is_whole = page in (*WHOLE_MODELS, "training", "multi_head_attention")
    longest = whole if is_whole else LONGEST
    assert max(len(source.splitlines()) for source in sources) <= longest


def test_a_notebook_holds_the_whole_program_and_runs_from_top_to_bottom(asked):
    first = asked[0]
    header = first.program.header([])
    for listing in header["listings"]:
        cells = json.loads(listing["notebook"])["cells"]
        code = [cell["source"] for cell in cells if cell["cell_type"] == "code"]
        written, whole = (_lines(text) for text in ("\n".join(code), listing["text"]))
        assert written[: len(whole)] == whole
        assert LINK in cells[0]["source"]
        assert cells[0]["cell_type"] == "markdown"


def _lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip()]
