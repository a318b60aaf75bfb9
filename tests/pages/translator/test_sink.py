"""What is said of an attention sink is measured, and said where it is one alone."""

import pytest

from pages.translator.sink import LEAST_SHARE, sink_share
from tests.pages.overview.overview_page import overview
from tests.pages.your_sentence.sentence_page import AskedSentence
from ui.answer.parts import Note


def quiet_notes(page, area):
    return [note.text for note in page.all(Note, area) if note.tone == "quiet"]


def test_the_share_is_that_of_the_words_on_the_control_token():
    written = AskedSentence().setting.written
    *words, _ = written.words
    weights = written.attentions.encoder[0][:, : len(words), len(words)]
    assert sink_share(written, 0) == pytest.approx(float(weights.mean()))
    assert sink_share(written, 0) > LEAST_SHARE > sink_share(written, 1)


def test_a_sink_is_named_beside_its_layer(language):
    asked = AskedSentence(language, kind="encoder", layer=1)
    (text,) = quiet_notes(asked, "written")
    assert asked.setting.written.words[-1] in text
    assert "100%" in text or "99" in text
    assert text in quiet_notes(overview(language), "details")


@pytest.mark.parametrize(
    "values",
    [{"kind": "encoder", "layer": 2}, {"kind": "cross"}, {"kind": "decoder", "layer": 1},
     {"kind": "encoder", "layer": 1, "model": "untrained"},
     {"kind": "encoder", "layer": 1, "hidden": frozenset({7})}],
    ids=str,
)  # fmt: skip
def test_where_there_is_no_sink_none_is_named(values):
    assert not [one for one in quiet_notes(AskedSentence(**values), "written") if "sink" in one]
