"""The training page with data that somebody brought."""

import time
from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace

import pytest

from pages.training.own_data import SUGGESTED, OwnData
from pages.training.part import TrainingPicture
from pages.training.run_model import config_of, sent_config
from pages.training.run_snapshot import Recorded
from pages.training.setting import TrainingSetting
from pages.training.text_outcome import WORSE, text_verdict
from tests.lab.learning.own_examples import dates, small_text
from tests.pages.answers import Asked
from transformer_lab.learning import RunConfig, RunState, learn
from transformer_lab.learning.config import OF_DATA
from transformer_lab.learning.text_measures import floors_of
from ui.answer.parts import Chips, Note
from ui.explain.arithmetic import exact
from ui.picture.matrix_view.matrix import Blobs
from ui.picture.model_map import ModelMap
from ui.runs.brought import brought
from ui.runs.route import engine
from ui.runs.run import Run
from ui.words.language import text_of

SMALL = {"d_model": 8, "d_ff": 8, "num_heads": 1, "batch_size": 4, "steps": 2}
TASKS = tuple(OF_DATA)


def data_for(task: str) -> str:
    data = dates(100) if task == "own_pairs" else small_text(20_000)
    return brought().add(data, "somebody")


def fields(task: str) -> dict[str, object]:
    return {**SUGGESTED[task], **SMALL, "task": task, "data": data_for(task)}


@pytest.fixture(scope="module", params=TASKS)
def run(request: pytest.FixtureRequest) -> Iterator[dict[str, object]]:
    """The fields of a setting with a short run that is over, of each task."""
    setting = TrainingSetting(**fields(request.param))
    config, state = config_of(setting), RunState()
    made = Run(f"a-run-of-{request.param}", config, "me", time.monotonic(), status="done")
    for record in learn(config, state):
        made.take(*made.packed((record,)), state.copy())
    engine().add(made)
    yield {**fields(request.param), "run": made.id}


def picture(asked: Asked) -> TrainingPicture:
    (part,) = asked.all(TrainingPicture, "picture")
    return part


def notes(asked: Asked, area: str) -> str:
    return " ".join(note.text for note in asked.all(Note, area))


@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize("task", TASKS)
def test_untrained_the_page_shows_the_data(task: str, lang: str) -> None:
    asked = Asked("training", lang, **fields(task))
    header = picture(asked).header(Blobs())
    config = config_of(TrainingSetting(**fields(task)))
    assert header["config"]["data"] == fields(task)["data"]
    assert header["isText"] == (task != "own_pairs")
    assert header["source"] == list(config.the_task.example.source)
    kinds = [name for name, _ in header["choices"]["attention"]]
    assert kinds == {"own_text": ["decoder"], "own_masked": ["encoder"]}.get(
        task, ["cross", "encoder", "decoder"]
    )
    assert asked.arithmetic.title


def test_a_run_is_explained_and_on_the_map(run: dict[str, object]) -> None:
    asked = Asked("training", **run, map=True)
    (shown,) = asked.all(ModelMap, "map")
    assert shown.header(Blobs())["next"]
    assert "(step 2)" in asked.arithmetic.question


def test_the_loss_of_a_text_is_told_beside_its_floors(run: dict[str, object]) -> None:
    asked = Asked("training", **run)
    said = notes(asked, "verdict")
    words = {"own_pairs": "held-out sentences", "own_text": "bits a character"}
    assert words.get(str(run["task"]), "masked tokens") in said


@pytest.mark.parametrize("task", ["own_text", "own_masked"])
@pytest.mark.parametrize("lang", ["en", "ko"])
def test_a_model_that_overfits_is_said_to(task: str, lang: str) -> None:
    config, text = config_of(TrainingSetting(**fields(task))), text_of("training", lang)
    unigram = floors_of(config.data).unigram
    losses = {
        0: unigram + 1,
        60: 0.6 * unigram,
        80: 0.6 * 0.999 * WORSE * unigram,
        600: 1.1 * unigram,
    }
    records = [Recorded(step, loss, 0.5) for step, loss in losses.items()]

    def said(step: int) -> str:
        there = SimpleNamespace(snapshot=SimpleNamespace(records=records), config=config, step=step)
        (note,) = text_verdict(text, there)
        return note.text

    worse = text("floors.worse", best="60", lowest=exact(0.6 * unigram, 3))
    assert [worse in said(step) for step in losses] == [False, False, False, True]
    # What it knew at step 60 it is not said not to know yet.
    unknown = text("floors.below_0")
    assert [unknown in said(step) for step in losses] == [task == "own_text", False, False, False]


def test_a_typed_text_is_written_on_or_filled_in(run: dict[str, object]) -> None:
    typed = "march 4 1992" if run["task"] == "own_pairs" else "the dog"
    said = notes(Asked("training", **run, written=typed), "own")
    words = {"own_pairs": "the model writes", "own_text": "writes on: the dog"}
    assert words.get(str(run["task"]), "fills the gaps") in said


def test_what_the_data_do_not_have_is_named(run: dict[str, object]) -> None:
    typed = "march 4 1066" if run["task"] == "own_pairs" else "the § dog"
    assert "does not occur in the data" in notes(Asked("training", **run, written=typed), "own")


def test_sampling_is_told_with_its_options(run: dict[str, object]) -> None:
    if run["task"] != "own_text":
        return
    drawn = notes(Asked("training", **run, written="the", temperature=1.5, top_p=0.5), "own")
    assert "temperature 1.5 and top-p 0.5" in drawn
    assert "most probable" in notes(Asked("training", **run, written="the", temperature=0), "own")


def test_only_pairs_have_an_outcome_to_expect() -> None:
    for task in TASKS:
        chips = Asked("training", **fields(task)).all(Chips, "chips")
        (expect,) = [one for one in chips if one.name == "expect"]
        assert bool(expect.chips) == (task == "own_pairs")


def test_data_that_are_gone_are_said_to_be_and_another_task_is_shown() -> None:
    asked = Asked("training", **{**fields("own_pairs"), "data": "long-gone"})
    assert "no longer on this server" in notes(asked, "chips")
    assert picture(asked).config.task == "reverse"
    missing = Asked("training", task="own_text")
    assert "needs your own data" in notes(missing, "chips")


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_the_dialog_has_all_its_words(lang: str) -> None:
    (part,) = Asked("training", lang).all(OwnData, "chips")
    header = part.header(Blobs())
    assert [one["task"] for one in header["tasks"]] == list(TASKS)
    assert all(header["reasons"].values())


@pytest.mark.parametrize("task", TASKS)
def test_what_is_suggested_is_a_setting(task: str) -> None:
    setting = TrainingSetting(**{**SUGGESTED[task], "task": task, "data": data_for(task)})
    config = config_of(setting)
    assert config.task == task
    for name, value in setting.trained.items():
        if (
            name in {one for one in RunConfig.__dataclass_fields__} - {"data"}
            and name != "exponent"
        ):
            assert getattr(config, name) == value, name


def test_parts_of_today_are_trained_without_what_they_do_not_have() -> None:
    setting = TrainingSetting(norm_kind="rms", dropout=0.2, look_ahead=False)
    assert (config_of(setting).dropout, config_of(setting).look_ahead) == (0.0, True)
    said = notes(Asked("training", norm_kind="rms", dropout=0.2), "picture")
    assert "without dropout" in said
    odd = config_of(TrainingSetting(d_model=8, num_heads=8, positions="rotary"))
    assert odd.positions == "sinusoidal"


@pytest.mark.parametrize(
    "today", [{"positions": "rotary"}, {"positions": "alibi"}, {"positions": "learned"},
              {"norm_kind": "rms", "feed_forward": "swiglu"}]
)  # fmt: skip
def test_parts_of_today_are_explained_in_the_usual_tasks_too(today: dict[str, str]) -> None:
    asked = Asked("training", **SMALL, **today, map=True, attention="encoder")
    (shown,) = asked.all(ModelMap, "map")
    assert shown.header(Blobs())["next"]
    assert asked.explained_number is not None


def test_the_browser_has_the_name_of_the_data_and_not_their_digest() -> None:
    config = RunConfig(task="own_pairs", data=dates(100))
    assert sent_config(config)["data"] == brought().name_of(dates(100))
    assert dates(100).digest not in str(sent_config(config))
    assert "data" not in sent_config(replace(config, task="reverse", data=None))
