"""A model of the training page opened as any other: the same numbers under the same names."""

from pathlib import Path

import pytest
import torch

from pages.overview import other_program
from pages.overview.other_program import OtherProgram
from pages.translator.code import hugging_face_code
from pages.translator.head_choice import HeadChoice
from pages.translator.run_name import RunName, file_of
from pages.translator.setting import SentenceSetting
from tests.lab.learning.own_examples import dates, small_text
from tests.pages.printed_code import run
from transformer_core.trace import trace
from transformer_lab.learning import RunConfig, RunState, learn
from transformer_lab.learning.models import untrained_model
from transformer_lab.learning.opened_run import FAMILY, opened_run
from transformer_lab.learning.stored import dump
from transformer_lab.pretrained.errors import PretrainedError
from ui.models.board.question import BoardQuestion
from ui.models.in_process import InProcessModel
from ui.state.address import Selection
from ui.words.language import text_of

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


@pytest.fixture(scope="module", params=["digits", "text", "masked"])
def saved_run(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, InProcessModel, str]:
    """A file that a run is saved in, its model as a page has it, and a text of its words."""
    config, state = config_of(request.param), RunState()
    for _ in learn(config, state):
        pass
    file = tmp_path_factory.mktemp("run") / "run.safetensors"
    file.write_bytes(dump(config, state.weights))
    example = config.the_task.space.join(config.the_task.example.source)
    return file, InProcessModel(opened_run("run:x:2", config, state)), example


@pytest.mark.parametrize(
    ("how", "on"),
    [("average", (0, 1)), ("one", (1,)), ("maximum", (0, 1)), ("difference", (1, 0)),
     ("rollout", (0, 1)), ("by_length", (0, 1)), ("gradient", (0, 1))],
)  # fmt: skip
def test_its_program_gives_the_numbers_of_the_page(
    saved_run: tuple[Path, InProcessModel, str], how: str, on: tuple[int, ...]
) -> None:
    file, model, sentence = saved_run
    model.open_board()
    attentions = model.look(sentence)
    kind = "encoder" if attentions.encoder is not None else "decoder"
    heads = attentions.weights(kind)[1]
    question = BoardQuestion(sentence)
    shown = {
        "average": heads.mean(0),
        "one": heads[on[0]],
        "maximum": heads.amax(0),
        "difference": heads[1] - heads[0],
    }
    choice = HeadChoice(kind, 1, on, "average" if how == "one" else how, 0.0)
    expected = shown[how] if how in shown else model.board_summary(question, choice.asked)
    source = hugging_face_code(sentence, "run:x:2", "", choice, file=str(file))
    assert torch.allclose(run(source)["weights"], expected, atol=1e-6)


def test_the_program_of_its_map_gives_the_number_that_is_explained(
    saved_run: tuple[Path, InProcessModel, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file, model, sentence = saved_run
    model.open_board()
    assert model.board is not None
    monkeypatch.setattr(other_program, "file_of", lambda name: str(file))
    setting = SentenceSetting(model="hugging_face", name="run:x:2", sentence=sentence)
    seen = model.board_seen(setting.board_question)
    made = OtherProgram(setting, model.board, seen, Selection("", ""))
    names = run(made.program(text_of("overview", "en")).core)
    tensors = model._in_process.forward(setting.board_question).computation.tensors
    assert torch.allclose(names["numbers"], tensors[made.cell.tensor], atol=1e-6)


def test_where_a_run_is_not_saved_as_it_is_shown_there_is_no_program() -> None:
    assert file_of("run:nobodys:3") == file_of("run:") == ""
