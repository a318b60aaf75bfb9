"""How far a model has come, in numbers and in words."""

import pytest

from ui.models.progress import Progress
from ui.words.language import LANGUAGES, text_of


def test_a_download_knows_its_share_and_its_megabytes():
    progress = Progress("downloading", 61_000_000, 244_000_000)
    assert progress.share == 0.25
    assert progress.values == {"done": "61", "total": "244"}


def test_a_stage_without_bytes_has_no_share():
    assert Progress("reading").share is None
    assert Progress("downloading").share is None


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("stage", ["starting", "downloading", "reading"])
def test_every_stage_has_its_words(language, stage):
    progress = Progress(stage, 1_000_000, 2_000_000)
    words = text_of("models", language)(f"progress.{stage}", **progress.values)
    assert words
    assert "{" not in words
