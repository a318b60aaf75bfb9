"""Training beside inference: which tokens are read, and what follows from an error."""

import pytest
import torch

from pages.encoder_decoder.token_rows import TokenRows
from tests.pages.encoder_decoder.model_page import asked, records_of, seen
from transformer_core import build_transformer
from ui.answer.parts import Chips
from ui.explain.arithmetic import Arithmetic
from ui.words.language import LANGUAGES

STEPS = [0, 7, 100]


def compared(language="en", **values):
    return asked(language, below="inference", **values)


def rows_of(page):
    (part,) = page.all(TokenRows, "below")
    return part.rows


def words(row):
    return [cell.text.split(" ")[0] for cell in row.cells]


@pytest.mark.sampled
@pytest.mark.parametrize("steps", STEPS)
@pytest.mark.parametrize(("language", "padding"), [("en", 0), ("ko", 1), ("en", 4)])
def test_training_reads_the_target_and_inference_what_it_wrote(language, padding, steps):
    page = compared(language, padding=padding, steps=steps)
    due, reads, says, own_reads, own_says = rows_of(page)
    assert words(due) == [*page.setting.target_words, "⟨end⟩"]
    assert words(reads) == ["⟨start⟩", *page.setting.target_words]
    logits = records_of(page.setting)["logits"][0]
    name = page.setting.sentences.name
    best = [name(token) for token in logits.argmax(-1).tolist()]
    assert words(says) == best[: len(due.cells)]
    assert words(own_reads) == ["⟨start⟩", *words(own_says)[:-1]]
    assert len(own_says.cells) == len(due.cells) or words(own_says)[-1] == "⟨end⟩"


@pytest.mark.parametrize("steps", STEPS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_token_that_is_said_is_marked_as_right_or_wrong(language, steps):
    due, _, says, _, own_says = rows_of(compared(language, steps=steps))
    for row in (says, own_says):
        for cell, label in zip(row.cells, words(due), strict=False):
            is_right = cell.text == label
            assert (cell.tone, cell.about[0]) == (("right", "✓") if is_right else ("wrong", "✗"))


@pytest.mark.parametrize("steps", STEPS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_token_that_differs_is_marked(language, steps):
    page = compared(language, steps=steps)
    _, reads, _, own_reads, own_says = rows_of(page)
    differs = [one != other for one, other in zip(words(own_reads), words(reads), strict=False)]
    assert [cell.tone != "" for cell in own_reads.cells] == differs
    assert [cell.tone for cell in own_reads.cells].count("first") == any(differs)
    if any(differs):
        assert own_reads.cells[differs.index(True)].tone == "first"
        # It is read where the one before it was wrong
        assert own_says.cells[differs.index(True) - 1].tone == "wrong"


def test_the_first_error_is_carried_on():
    page = compared(steps=7)
    _, _, says, own_reads, own_says = rows_of(page)
    assert words(says) == ["suis", "suis", "étudiant", "⟨end⟩"]
    assert words(own_reads) == ["⟨start⟩", "suis", "étudiant"]
    assert own_reads.cells[1].about == "not “je”"
    assert words(own_says) == ["suis", "étudiant", "⟨end⟩"]
    note = " ".join(page.notes)
    assert page.text("inference.differs", position=1, next=2, wrote="suis", due="je") in note
    assert page.text("inference.score", forced=3, free=0, count=4) in note
    assert page.text("inference.trained", steps=7) in note


def test_a_model_that_stops_too_early_says_so():
    page = compared("ko", steps=7)
    _, _, says, _, own_says = rows_of(page)
    assert words(own_says) == ["I", "go", "⟨end⟩"]
    assert words(says)[4] == "today"
    note = " ".join(page.notes)
    assert page.text("inference.stopped", position=3, wrote="⟨end⟩", due="to") in note
    assert page.text("inference.score", forced=4, free=2, count=6) in note


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_an_error_both_read_the_same(language):
    page = compared(language, steps=100)
    _, reads, says, own_reads, own_says = rows_of(page)
    assert words(own_reads) == words(reads) and words(own_says) == words(says)
    assert any(page.text("inference.all_right") in note for note in page.notes)
    assert not any("100%" in note for note in page.notes)


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_error_at_the_last_position_is_read_by_none(language):
    page = compared(language, target="je suis", steps=3, seed=0)
    _, reads, says, own_reads, own_says = rows_of(page)
    assert [cell.tone for cell in own_says.cells] == ["right", "right", "wrong"]
    assert words(own_reads) == words(reads) and words(own_says) == words(says)
    wrote = words(own_says)[-1]
    text = page.text("inference.last", position=3, wrote=wrote, due="⟨end⟩")
    assert any(text in note for note in page.notes)


@pytest.mark.parametrize("language", LANGUAGES)
def test_untrained_weights_err_from_the_first_token_and_say_so(language):
    page = compared(language)
    assert rows_of(page)[2].cells[0].tone == "wrong"
    assert any(page.text("inference.untrained_first") in note for note in page.notes)


@pytest.mark.parametrize("more", [{}, {"norm": "pre"}, {"steps": 100}, {"num_layers": 6}])
def test_one_forward_and_several_agree_to_within_the_bound_that_is_said(more):
    page = compared(**more)
    model, sentences = page.setting.forward.model, page.setting.sentences
    with torch.inference_mode():
        memory = model.encode(sentences.src_ids)
        single = [model.decode(sentences.tgt_ids[:, : end + 1], memory, sentences.src_ids)[0, -1]
                  for end in range(4)]  # fmt: skip
    apart = (torch.stack(single) - records_of(page.setting)["logits"][0, :4]).abs().max()
    assert apart < 1e-5
    assert page.text("inference.at_once", count=4, bound="1 × 10⁻⁵") in page.notes


@pytest.mark.parametrize("steps", STEPS)
def test_a_picked_token_explains_its_probability_in_the_forward_that_read_it(steps):
    page = compared(steps=steps)
    _, _, says, _, own_says = rows_of(page)
    for row, reads in ((says, "target"), (own_says, "own")):
        for place, cell in enumerate(row.cells):
            picked = page.pressed(cell.picked)
            assert picked.setting.reads == reads
            shares = records_of(picked.setting)["logits"][0, place].softmax(-1)
            assert picked.explained_number == pytest.approx(float(shares.max()), abs=6e-5)
            (box,) = picked.all(Arithmetic, "below")
            assert box.title == picked.arithmetic.title
            on = [[one.picked.is_on for one in each.cells] for each in rows_of(picked)[2::2]]
            assert sum(map(sum, on)) == 1
            assert on[reads == "own"][place]


def test_what_the_model_wrote_is_what_the_whole_page_reads_then():
    page = compared(reads="own", steps=7)
    assert page.setting.sentences.tgt_names == ("⟨start⟩", "suis", "étudiant")
    assert page.setting.forward.records["logits"].shape == (1, 3, 32)
    assert page.setting.pair.tgt_names[1] == "je"
    assert seen(page).header["tgt"]["labels"] == list(page.setting.sentences.tgt_names)
    assert [one["chosen"][0] for one in seen(page).header["next"]] == ["je", "suis", "étudiant"]
    assert [*page.with_values(below="output").parts("below")]


def test_it_reads_its_own_tokens_one_by_one():
    page = compared(reads="own", source="a b c", target="d e f g h")
    model = build_transformer(page.setting.sizes.config(False), 5)
    tokens = [1]
    with torch.inference_mode():
        while len(tokens) < 7 and tokens[-1] != 2:
            logits = model(page.setting.sentences.src_ids, torch.tensor([tokens]))
            tokens.append(int(logits[0, -1].argmax()))
    assert page.setting.sentences.tgt_ids[0].tolist() == tokens[:-1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_with_dropout_nothing_is_compared(language):
    page = compared(language, dropping=True, reads="own", steps=7)
    assert page.text("inference.dropping") in page.notes
    assert not page.all(TokenRows, "below")
    assert not page.setting.reads_own and not page.setting.is_trained


def test_a_model_that_is_too_large_to_be_trained_is_compared_untrained():
    page = compared(d_model=64, d_ff=512, steps=9)
    assert "steps" not in [row.name for row in page.all(Chips, "below")]
    assert page.text("inference.trained", steps=9) not in " ".join(page.notes)
    assert rows_of(page)


@pytest.mark.parametrize("target", ["a", "w " * 32, "<b>x</b> 🙂 한국어"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_of_any_length_are_compared(language, target):
    page = compared(language, target=target, vocab_size=40, padding=8, steps=1)
    assert len(rows_of(page)[0].cells) == len(target.split()) + 1
