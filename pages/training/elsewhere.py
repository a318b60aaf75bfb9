"""Links that open the model of the shown step on the pages for any model."""

from typing import Any

from pages.training.run_model import RunModel
from pages.translator.run_name import RunName
from transformer_lab.learning.opened_run import can_be_opened
from ui.answer.carried import opening
from ui.answer.links import page_address
from ui.answer.page_handler import answer_of
from ui.answer.parts import Link, Part
from ui.words.language import Text, text_of

PAGES = ("your_sentence", "overview")


def elsewhere(text: Text, run_model: RunModel) -> list[Part]:
    """A link to each of the pages; none while the run goes on, or where it cannot be opened."""
    config, run = run_model.config, run_model.run
    if not run or not run_model.step or run_model.is_provisional or not can_be_opened(config):
        return []
    values: dict[str, Any] = {
        "model": "hugging_face",
        "name": str(RunName(run, run_model.step)),
        "sentence": config.the_task.space.join(run_model.source),
    }
    return [_link(text, page, values, run_model.step) for page in PAGES]


def _link(text: Text, page: str, values: dict[str, Any], step: int) -> Link:
    address = page_address(page, text.language, values)
    brings = opening(answer_of(page).setting, text_of(page, text.language), values).fields
    about = text(f"elsewhere.{page}", step=f"{step:,}")
    return Link(about, text("elsewhere.link", page=text(f"pages.{page}")), address, page, brings)
