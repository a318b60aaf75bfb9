"""A model of the training page opened as any other: the same numbers under the same names."""

import pytest
import torch

from pages.translator.run_name import FAMILY, RunName
from pages.translator.trained_run import opened_run
from tests.lab.learning.own_examples import dates, small_text
from transformer_core.trace import trace
from transformer_lab.learning import RunConfig, RunState
from transformer_lab.learning.models import untrained_model
from transformer_lab.pretrained.errors import PretrainedError
from ui.models.board.question import BoardQuestion
from ui.models.in_process import InProcessModel

SIZES = {"d_model": 16, "num_heads": 2, "num_layers": 2, "d_ff": 16, "steps": 2}


def config_of(kind: str, **more: object) -> RunConfig:
    if kind == "digits":
        return RunConfig(**SIZES | more)  # type: ignore[arg-type]
    data = dates() if kind == "pairs" else small_text()
    return RunConfig(f"own_{kind}", data=data, **SIZES | more)  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", ["digits", "pairs", "text", "masked"])
@pytest.mark.parametrize("positions", ["sinusoidal", "rotary"])
def test_its_numbers_are_those_of_the_run(kind: str, positions: str) -> None:
    config = config_of(kind, positions=positions)
    task = config.the_task
    text = task.space.join(task.example.source)
    opened = opened_run("run:x:0", config, RunState())
    seen = InProcessModel(opened).look(text, task.space.join(task.example.target))
    source, target = task.ids(task.example)
    model, src_ids = untrained_model(config), torch.tensor([source])
    given = (
        (src_ids, torch.tensor([target[:-1]])) if config.kind == "encoder_decoder" else (src_ids,)
    )
    with torch.inference_mode(), trace(model) as records:
        model(*given)
    for shown in seen.kinds:
        stack = "encoder" if shown == "encoder" else "decoder"
        attention = "cross" if shown == "cross" else "self"
        for layer, weights in enumerate(seen.weights(shown)):
            theirs = records[f"{stack}.layers.{layer}.{attention}_attention.weights"][0]
            assert torch.allclose(weights, theirs, atol=1e-6)


def test_it_writes_and_every_area_of_its_map_is_made() -> None:
    model = InProcessModel(opened_run("run:x:0", config_of("digits"), RunState()))
    model.open_board()
    assert model.board is not None and model.board.family == FAMILY
    question = BoardQuestion("31415")
    seen = model.board_seen(question)
    assert list(seen.src) == ["3", "1 (2)", "4", "1 (4)", "5"]
    assert seen.tgt
    for language in ("en", "ko"):
        assert model.board_area(question, "map", language)
        assert model.board_area(question, "arithmetic", language, seen.first)


def test_a_decoder_goes_on_and_an_encoder_predicts_under_its_mask() -> None:
    decoder = InProcessModel(opened_run("run:x:0", config_of("text"), RunState()))
    decoder.open_board()
    assert decoder.board_continued(BoardQuestion("the "))
    encoder = InProcessModel(opened_run("run:x:0", config_of("masked"), RunState()))
    encoder.open_board()
    assert encoder.board is not None and encoder.board.mask == "<mask>"


def test_a_model_without_its_mask_is_refused_by_name() -> None:
    with pytest.raises(PretrainedError, match="run_parts"):
        opened_run("run:x:0", RunConfig(look_ahead=False), RunState())


@pytest.mark.parametrize("name", ["run:", "run:x", "run:x:-1", "run::3", "run:x:1e3"])
def test_what_names_no_run_is_refused(name: str) -> None:
    with pytest.raises(PretrainedError, match="run_gone"):
        RunName.read(name)
