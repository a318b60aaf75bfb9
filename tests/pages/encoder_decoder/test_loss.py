"""The loss: the target shifted by one, which positions count, and label smoothing."""

import pytest
import torch

from pages.encoder_decoder.token_rows import TokenRows
from pages.whole_model.sentences import PAD
from tests.pages.encoder_decoder.model_page import asked, records_of
from transformer_core import masked_cross_entropy
from transformer_lab.measures import least_loss, smoothed_target
from ui.answer.parts import Chips
from ui.explain.arithmetic import Arithmetic
from ui.explain.arithmetic.numbers import exact, read_back
from ui.words.language import LANGUAGES

SENTENCES = [("je suis étudiant", 4), ("ok", 2), ("a b a b a b a", 8)]


def at_loss(language="en", pin="", **values):
    return asked(language, below="loss", pin=pin, **values)


def mean_of(page):
    box, _ = page.all(Arithmetic, "below")
    return box


def picked_in(page):
    _, box = page.all(Arithmetic, "below")
    return box


def rows_of(page):
    (part,) = page.all(TokenRows, "below")
    return part.rows


def texts(row):
    return [cell.text for cell in row.cells]


def test_the_loss_is_the_masked_one():
    page = at_loss(label_smoothing=0.0)
    logits = records_of(page.setting)["logits"]
    loss = float(masked_cross_entropy(logits, page.setting.sentences.targets))
    assert mean_of(page).title == f"Loss = {loss:.4f}"


@pytest.mark.parametrize("padding", [0, 1, 3, 8])
def test_the_loss_is_equal_only_where_its_digits_are(padding):
    for _, spans in mean_of(at_loss(padding=padding)).lines[1:3]:
        total, count = spans[0]["text"].split(" / ")
        sign, value = spans[1]["text"].split(" ")
        assert (sign == "=") == (exact(read_back(total) / int(count)) == value)


@pytest.mark.parametrize("padding", [0, 1, 2, 8])
@pytest.mark.parametrize(("target", "count"), SENTENCES)
def test_each_token_that_is_read_has_the_next_one_below_it(padding, target, count):
    page = at_loss(padding=padding, target=target)
    reads, due, *_ = rows_of(page)
    assert (reads.code, due.code) == ("trg[:, :-1]", "trg[:, 1:]")
    # One column on the left for the token that is never a label, one on the right for the dropped
    assert reads.cells[0].text == due.cells[-1].text == ""
    assert (reads.cells[-1].tone, due.cells[0].tone) == ("dropped", "dropped")
    assert due.cells[0].text == "⟨start⟩"
    trg = page.setting.sentences.trg[0].tolist()
    name = page.setting.sentences.name
    assert [one.split(" ")[0] for one in texts(reads)[1:]] == list(map(name, trg))
    assert [one.split(" ")[0] for one in texts(due)[:-1]] == list(map(name, trg))
    assert reads.cells[-1].text.startswith("⟨pad⟩" if padding else "⟨end⟩")
    assert len(set(texts(reads))) == len(reads.cells), "no two tokens of a row have one name"


@pytest.mark.parametrize("padding", [0, 1, 3])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_loss_counts_the_positions_whose_label_is_not_padding(language, padding):
    page = at_loss(language, padding=padding)
    targets = page.setting.sentences.targets[0]
    real = int((targets != PAD).sum())
    *_, losses = rows_of(page)
    shown = [cell for cell in losses.cells if cell.text]
    assert [cell.text == page.text("shift.not_counted") for cell in shown] == [
        label == PAD for label in targets.tolist()
    ]
    total = sum(read_back(cell.text) for cell in shown[:real])
    assert total / real == pytest.approx(read_back(mean_of(page).title.split("= ")[1]), abs=2e-4)
    note = page.text("shift.padded" if padding else "shift.unpadded",
                     length=len(targets) + 1, count=len(targets), real=real)  # fmt: skip
    assert note in page.notes


def test_a_cell_leads_to_its_number_and_that_explains_itself():
    page = at_loss()
    reads, due, shares, losses = rows_of(page)
    records, targets = records_of(page.setting), page.setting.sentences.targets[0]
    for place in range(4):
        picked = page.pressed(losses.cells[place + 1].picked)
        assert picked.state.selection.pin == f"losses@{place}"
        assert picked.arithmetic.title == picked_in(picked).title
        assert picked_in(picked).title.endswith(f"= {losses.cells[place + 1].text}")
        on = [row.cells[place + 1].picked.is_on for row in rows_of(picked)]
        assert on == [True, True, False, True]
        share = page.pressed(shares.cells[place + 1].picked)
        right = float(records["logits"][0, place].softmax(-1)[targets[place]])
        assert share.explained_number == pytest.approx(right, abs=6e-5)
    assert reads.cells[1].picked.setting == due.cells[1].picked.setting == page.setting.to_json()


@pytest.mark.parametrize("place", [0, 2, 3])
@pytest.mark.parametrize("smoothing", [0.0, 0.1, 0.9])
def test_the_target_of_the_picked_position_is_shown_beside_its_prediction(place, smoothing):
    page = at_loss(pin=f"losses@{place}", label_smoothing=smoothing)
    target, predicted = picked_in(page).charts
    sentences, size = page.setting.sentences, page.setting.vocab_size
    due = int(sentences.targets[0, place])
    shares = [row["value"] for row in target["rows"]]
    assert shares[0] == pytest.approx(1 - smoothing + smoothing / size)
    assert shares[1] == pytest.approx(smoothing / size)
    for chart in (target, predicted):
        assert sum(row["value"] for row in chart["rows"]) == pytest.approx(1)
        assert chart["rows"][0]["label"] == sentences.name(due)
        assert sentences.tgt_names[place] in chart["title"]
    there = records_of(page.setting)["logits"][0, place].softmax(-1)
    assert predicted["rows"][0]["value"] == pytest.approx(float(there[due]))


def test_a_label_that_is_padding_has_no_bars_and_says_why():
    page = at_loss(pin="losses@4", padding=2)
    assert picked_in(page).charts == []
    assert page.text("arithmetic.padded_target") in str(picked_in(page).lines)


def test_another_pinned_number_is_explained_as_everywhere():
    page = at_loss(pin="decoder.layers.0.cross_attention.weights@0.1.0")
    assert picked_in(page).title == page.arithmetic.title
    assert picked_in(page).charts == page.arithmetic.charts


@pytest.mark.parametrize("smoothing", [0.05, 0.1, 0.9])
@pytest.mark.parametrize("vocab_size", [12, 32, 2000])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_least_loss_and_where_it_is(language, smoothing, vocab_size):
    page = at_loss(language, label_smoothing=smoothing, vocab_size=vocab_size)
    right = float(smoothed_target(0, vocab_size, smoothing)[0])
    values = {"smoothing": f"{smoothing:g}", "vocab": f"{vocab_size:,}",
              "best": f"{100 * right:.3g}",
              "least": exact(least_loss(vocab_size, smoothing))}  # fmt: skip
    assert any(page.text("least.smoothed", **values) in note for note in page.notes)


def test_without_smoothing_a_model_does_not_stop():
    page = at_loss(label_smoothing=0.0)
    text = page.text("least.certain", best="100", least="0")
    assert sum(text in note for note in page.notes) == 1
    assert not any("ε" in note for note in page.notes)
    labels = [label for label, _ in mean_of(page).lines]
    assert page.text("loss.plain") in labels and page.text("loss.masked") not in labels
    assert picked_in(page).charts[0]["title"] == "target after ⟨start⟩"


@pytest.mark.parametrize(
    ("language", "smoothing"),
    [pytest.param("en", 0.1, marks=pytest.mark.thorough), ("ko", 0.4)],
)
def test_a_model_trained_on_the_pair_stops_near_there(language, smoothing):
    page = at_loss(language, label_smoothing=smoothing, steps=200)
    targets = page.setting.sentences.targets[0]
    shares = records_of(page.setting)["logits"][0].softmax(-1)
    right = shares.gather(1, targets.unsqueeze(1)).squeeze(1)[targets != PAD]
    values = {"steps": 200, "low": f"{100 * right.min():.1f}"}
    values["high"] = f"{100 * right.max():.1f}"
    assert any(page.text("least.trained", **values) in note for note in page.notes)
    assert page.text("least.untrained") not in " ".join(page.notes)
    assert right.tolist() == pytest.approx([1 - smoothing + smoothing / 32] * len(right), abs=0.01)


@pytest.mark.parametrize(
    ("padding", "text"),
    [(0, "(there is no padding)"), (1, "(averaged over all 5 positions; padding: 1)")],
)
def test_the_loss_with_padding_says_how_much_there_is(padding, text):
    (line,) = [spans for label, spans in mean_of(at_loss(padding=padding)).lines
               if label == "divided by all positions"]  # fmt: skip
    assert line[-1]["text"] == text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_loss_belongs_to_reading_the_target(language):
    page = at_loss(language, reads="own")
    assert page.text("shift.own") in page.notes
    assert not page.all(TokenRows, "below") and not page.all(Arithmetic, "below")
    forced = page.pressed("shift.read_target")
    assert forced.setting == at_loss(language).setting
    assert forced.all(TokenRows, "below")


@pytest.mark.sampled
@pytest.mark.parametrize("more", [{}, {"padding": 8}, {"steps": 13}, {"label_smoothing": 0.25}])
def test_the_numbers_next_to_the_picture_are_those_in_force(more):
    page = at_loss(**more)
    rows = {row.name: row for row in page.all(Chips, "below")}
    for field in ("padding", "label_smoothing", "steps"):
        (on,) = [chip for chip in rows[field].chips if chip.is_on]
        assert on.label == f"{getattr(page.setting, field):g}"
        for chip in rows[field].chips:
            changed = page.pressed(chip).setting
            assert f"{getattr(changed, field):g}" == chip.label


@pytest.mark.parametrize("more", [{"dropping": True}, {"d_model": 64, "d_ff": 512}])
def test_where_nothing_is_trained_there_are_no_steps_to_choose(more):
    page = at_loss(**more, steps=9)
    assert "steps" not in [row.name for row in page.all(Chips, "below")]
    assert any(page.text("least.untrained") in note for note in page.notes)
    without = page.with_values(steps=0)
    assert torch.equal(*(one.setting.forward.records["logits"] for one in (page, without)))
