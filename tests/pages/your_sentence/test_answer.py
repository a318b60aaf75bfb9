"""What the sentence page answers: what a trained model writes and what it looks at."""

import pytest
import torch

from pages.translator.choices import EXAMPLES, ORDERS
from pages.translator.setting import SentenceSetting
from tests.pages.your_sentence.models_here import model_here
from tests.pages.your_sentence.sentence_page import AskedSentence, without_glosses
from ui.answer.page_handler import ASKED, CORRIDOR
from ui.answer.program import Program
from ui.models import load, loading
from ui.picture.label import glosses_of, with_gloss
from ui.state.address import read_state
from ui.state.typed_input import InputError
from ui.words.language import LANGUAGES, text_of


def values(page, matrix="weights"):
    return torch.as_tensor(page.matrices[matrix].values)


def tile_labels(page):
    return list(page.matrices["all_heads"].tile_axis.labels)


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_opens_with_a_translation_in_both_languages(language):
    page = AskedSentence(language)
    assert page.heading == "행복한 학생은 어제 책을 샀다."
    assert page.text("translation.right") in page.all_text
    assert {"weights", "all_heads"} == set(page.matrices)


def test_rows_are_the_tokens_that_are_predicted():
    page = AskedSentence()
    weights = page.matrices["weights"]
    assert list(weights.cols.labels) == EXAMPLES["yesterday"].split()
    assert with_gloss(weights.rows.labels[0]) == "행복하- ⟮happy⟯"
    assert weights.rows.labels[-1] == "⟨end⟩"
    row = weights.rows.labels.index("책")
    assert int(values(page)[row].argmax()) == 5
    assert page.lines.keys == weights.cols.labels
    assert list(page.lines.queries) == list(weights.rows.labels)
    assert glosses_of(page.lines.queries[:2]) == ["happy", "ADNOMINAL"]


def test_keys_that_a_query_does_not_see_are_hatched():
    for name in ("weights", "all_heads"):
        future = torch.as_tensor(AskedSentence(kind="decoder").matrices[name].hidden)
        assert torch.equal(future, torch.ones_like(future).triu(1))
        for kind in ("encoder", "cross"):
            assert AskedSentence(kind=kind).matrices[name].hidden is None
            hidden = torch.as_tensor(
                AskedSentence(kind=kind, hidden=frozenset({5})).matrices[name].hidden
            )
            assert hidden.any(0).nonzero().flatten().tolist() == [5]
            assert hidden[:, 5].all()


@pytest.mark.parametrize("kind", ["encoder", "decoder", "cross"])
def test_every_row_of_every_kind_sums_to_1(kind):
    sums = values(AskedSentence(kind=kind), "all_heads").sum(-1)
    torch.testing.assert_close(sums, torch.ones_like(sums))


def test_a_step_shows_what_has_been_written_so_far():
    page = AskedSentence(step=3)
    text = page.text
    assert len(page.matrices["weights"].rows.labels) == 3
    assert len(page.pressed(text("steps.on")).lines.queries) == 4
    page.pressed(text("steps.back")).pressed(text("steps.back"))
    assert len(page.lines.queries) == 2
    assert len(page.pressed(text("steps.all")).lines.queries) == 11
    assert len(page.pressed(text("steps.start")).lines.queries) == 1


def test_a_step_behind_the_last_shows_everything():
    page = AskedSentence(step=10)
    assert page.setting.is_stepping
    page.pressed(page.text("steps.on"))
    assert (page.setting.step, page.setting.is_stepping) == (0, False)
    page.pressed(page.text("steps.back"))
    assert page.setting.step == 10
    assert not AskedSentence(step=128).setting.is_stepping


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_still_to_come_is_not_shown_while_stepping(language):
    page = AskedSentence(language, step=3, hidden=frozenset({5}), sentence="Zoe saw the cat today")
    everything = str([part for part in page.parts() if not isinstance(part, Program)])
    assert without_glosses(page.heading) == f"{' '.join(page.setting.written.forced[:3])} …"
    assert page.setting.written.translation.written not in everything
    to_come = page.setting.written.attentions.predicted[3:]
    shown = [chip.label for chip in page.row("tokens").chips]
    assert not set(to_come) & {*shown, *page.lines.queries}
    for name in ("right", "other", "aligned"):
        start = page.text(f"translation.{name}").split("{")[0]
        assert not start or start not in page.all_text
    assert page.text("hide.before") not in page.all_text
    assert len(page.lines.notes) == 3


def test_the_next_words_come_first_while_stepping():
    page = AskedSentence(step=4)
    assert [type(part).__name__ for part in page.parts("arithmetic")] == [
        "NextWords",
        "Arithmetic",
    ]
    assert page.next_words.chosen[0] == page.lines.queries[3]
    assert page.next_words.before == "행복하- ⟮happy⟯ -ㄴ ⟮ADNOMINAL⟯ 학생 ⟮student⟯"
    shares = [share for _, share in page.next_words.likeliest]
    assert shares == sorted(shares, reverse=True)


def test_the_next_words_are_those_of_the_row_that_is_looked_at():
    assert AskedSentence(pin="weights.5.5").next_words.chosen[0] == "책"
    assert AskedSentence(kind="encoder").next_words.chosen[0] == "⟨end⟩"


def test_the_heads_that_are_on_are_averaged():
    every = values(AskedSentence(), "all_heads")[4:]
    torch.testing.assert_close(values(AskedSentence()), every.mean(0))
    page = AskedSentence(off=frozenset({1, 3}))
    torch.testing.assert_close(values(page), (every[0] + every[2]) / 2)
    assert [head.on for head in page.lines.heads] == [True, False, True, False]


@pytest.mark.parametrize("combination", ["maximum", "difference"])
def test_heads_are_combined_otherwise(combination):
    page = AskedSentence(combination=combination, off=frozenset({2, 3}))
    first, second = values(page, "all_heads")[4:6]
    expected = torch.maximum(first, second) if combination == "maximum" else first - second
    torch.testing.assert_close(values(page), expected)


def test_each_head_has_its_own_lines():
    lines = AskedSentence(combination="each", off=frozenset({0})).lines
    assert lines.weights.shape[0] == 3
    assert lines.shown == (1, 2, 3)
    assert [head.on for head in lines.heads] == [False, True, True, True]


def test_heads_are_sorted_by_their_weight_on_the_true_alignment():
    labels = tile_labels(AskedSentence(order="aligned"))
    figures = [float(label.rpartition(" ")[2]) for label in labels]
    assert figures == sorted(figures, reverse=True)
    assert figures[0] > 0.5


@pytest.mark.parametrize("order", ORDERS)
def test_a_cell_pinned_in_a_tile_opens_its_head(order):
    page = AskedSentence(order=order)
    state = page.after(pin="all_heads.2.3.4")
    label = tile_labels(page)[2]
    on = {0, 1, 2, 3} - state.setting.off
    assert label.split(" · ")[0] == f"L{state.setting.layer} H{min(on) + 1}"
    assert (len(on), state.selection.pin) == (1, "weights.3.4")


@pytest.mark.parametrize(
    ("order", "address"),
    [
        ("aligned", {"hidden": frozenset({5})}),
        ("aligned", {"kind": "encoder"}),
        ("same", {"sentence": "the queen saw a beautiful bird", "step": 6}),
        ("previous", {"sentence": "the queen saw a beautiful bird", "step": 6}),
        ("same", {"kind": "decoder"}),
    ],
)
def test_heads_that_cannot_be_sorted_stand_by_layer_and_it_is_said(order, address):
    page = AskedSentence(order=order, **address)
    assert tile_labels(page)[:2] == ["L1 H1", "L1 H2"]
    assert page.text("heads.not_sorted") in page.notes
    assert page.text("heads.not_sorted") not in AskedSentence().notes


def test_a_decoders_previous_word_is_the_one_before_the_word_that_names_the_row():
    page = AskedSentence(kind="decoder", order="previous")
    picture = page.matrices["all_heads"]
    assert picture.rows.labels[0] == picture.cols.labels[1]
    diagonals = values(page, "all_heads").diagonal(dim1=1, dim2=2).mean(-1)
    figures = [float(label.rpartition(" ")[2]) for label in tile_labels(page)]
    torch.testing.assert_close(torch.tensor(figures), diagonals, atol=0.006, rtol=0)


@pytest.mark.parametrize("pin", ["", "weights.5.5", "weights.0.90", "weights.90.0"])
def test_the_arithmetic_is_of_a_weight_in_sight(pin):
    page = AskedSentence(step=3, pin=pin)
    weights = page.matrices["weights"]
    row, col = divmod(int(values(page).argmax()), values(page).size(1))
    token, word = weights.rows.labels[row], weights.cols.labels[col]
    assert f"[ {with_gloss(token)}, {with_gloss(word)} ]" in page.arithmetic.title


def test_the_true_alignment_is_laid_over_the_cross_attention():
    assert AskedSentence().matrices["weights"].marks is None
    page = AskedSentence(aligned=True)
    weights = page.matrices["weights"]
    row = weights.rows.labels.index("책")
    assert weights.marks[row].tolist() == [False] * 5 + [True, False]
    assert (row, 5) in page.lines.aligned
    assert AskedSentence(aligned=True, hidden=frozenset({5})).matrices["weights"].marks is None


def test_the_untrained_model_stands_beside():
    page = AskedSentence(beside=True)
    trained, untrained = values(page), values(page, "untrained")
    assert trained.shape == untrained.shape
    assert trained.max() > 0.9 > untrained.max()


@pytest.mark.parametrize(
    "sentence", ["<script>alert(1)</script>", "고양이가 잔다", "שלום עולם", "🙂 a"]
)
def test_any_text_is_only_text(sentence):
    page = AskedSentence(sentence=sentence)
    assert page.matrices["weights"].cols.labels
    assert page.handler.encoded(page.state)


@pytest.mark.parametrize("sentence", ["", "?!", "w " * 129])
def test_a_bad_sentence_is_refused(sentence):
    with pytest.raises(InputError):
        AskedSentence().typed(sentence=sentence)


@pytest.mark.parametrize("name", ["off", "hidden", "layer", "step", "kind", "trail", "pins"])
def test_a_bad_value_in_the_address_falls_back(name):
    page = AskedSentence()
    address = {f"ys_{name}": "nonsense<b>"}
    page.state = read_state(SentenceSetting, page.text, address)
    assert page.setting == AskedSentence().setting
    assert len(page.matrices["weights"].rows.labels) == 11


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_model_that_may_not_be_loaded_is_refused_and_the_translator_goes_on(
    monkeypatch, language
):
    monkeypatch.setenv("WORKBENCH_MODELS", "a/b")
    page = AskedSentence(language, model="hugging_face", name="someone/some-model")
    words = text_of("models", language)
    text = f"{words('errors.not_allowed', name='someone/some-model')} {words('notes.goes_on')}"
    assert text in page.notes
    assert "책" in page.matrices["weights"].rows.labels


@pytest.fixture
def here(monkeypatch):
    """Models are read in this process, which is quicker."""
    monkeypatch.setattr(loading, "open_model", model_here)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_model_on_its_way_is_said_and_its_answer_is_not_kept(tmp_path, here, language):
    tiny_models = pytest.importorskip("tests.lab.pretrained.tiny_models")
    folder = tmp_path / "bart"
    tiny_models.save_bart(folder)
    page = AskedSentence(language, model="hugging_face", name=str(folder), kind="encoder")
    words = text_of("models", language)
    assert f"{words('notes.loading')} {words('notes.goes_on')}" in page.notes
    own = [area for name, area in page.answer.areas.items() if name not in (ASKED, CORRIDOR)]
    assert all(area.is_provisional for area in own)
    before = page.handler.encoded(page.state)
    load(str(folder))
    assert words("notes.loading") not in " ".join(page.notes)
    assert page.handler.encoded(page.state) != before
    assert not any(area.is_provisional for area in page.answer.areas.values())
    sums = values(page, "all_heads").sum(-1)
    torch.testing.assert_close(sums, torch.ones_like(sums), atol=1e-3, rtol=0)


def test_another_models_rows_are_all_shown_where_there_are_no_steps(tmp_path, here):
    tiny_models = pytest.importorskip("tests.lab.pretrained.tiny_models")
    folder = tmp_path / "bart"
    tiny_models.save_bart(folder)
    load(str(folder))
    page = AskedSentence(model="hugging_face", name=str(folder), target="a b c", step=1)
    assert len(page.matrices["weights"].rows.labels) > 1
    assert not page.parts("arithmetic")


def test_every_weight_is_explained_from_the_translators_own_numbers():
    box = AskedSentence(pin="weights.5.5").arithmetic
    assert "책 ⟮book⟯, book" in box.title
    assert len([one for one in box.lines[0][1] if one["to"]]) == 4
    # Of heads put together, too, weights have the colour of weights.
    assert box.charts[0]["isShare"]
    box = AskedSentence(pin="weights.5.5", off=frozenset({0, 1, 3})).arithmetic
    assert "책" in box.title and "book" in box.title
    assert len(box.charts[0]["rows"]) == 7
    box = AskedSentence(trail="together@5.5~src_embeddings@5.0").arithmetic
    assert "“book”" in str(box.lines)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_shift_by_one_is_explained_where_it_is_met(language):
    trail = "decoder.layers.1.cross_attention.scores@0.7.3"
    page = AskedSentence(language, trail=trail)
    text = page.text("explained.shift", token="사-", before="-을/를")
    assert text in without_glosses(str(page.arithmetic.lines))
    trail = "encoder.layers.1.self_attention.scores@0.3.3"
    before = page.text("explained.shift", token="|", before="|").split("|")[2]
    assert before not in str(AskedSentence(language, trail=trail).arithmetic.lines)


def test_following_a_term_leads_away_from_the_matrix():
    page = AskedSentence(pin="weights.5.5")
    to = page.arithmetic.lines[0][1][1]["to"]
    state = page.after(follow=to, here=page.arithmetic.here)
    assert (state.selection.pin, state.setting) == ("", page.setting)
    assert state.selection.trail.endswith(to)


@pytest.mark.parametrize(
    "address",
    [
        {},
        {"hidden": frozenset({1, 5}), "step": 4},
        {"model": "untrained", "kind": "encoder", "off": frozenset({0, 2})},
        {"writing": "sampled", "temperature": 3.0, "draw": 5, "top_k": 20},
        {"writing": "forced", "forced": "학생 -은/는 책 -을/를", "combination": "maximum"},
        {"kind": "decoder", "layer": 1, "combination": "difference", "step": 5},
    ],
)
def test_the_pytorch_gives_the_text_and_the_matrix_in_sight(capsys, address):
    page = AskedSentence(**address)
    names = page.ran("core")
    assert names["translation"].written in capsys.readouterr().out
    assert names["translation"].written == page.setting.written.translation.written
    assert torch.equal(names["weights"], values(page))


@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_presets_are_whole_examples(language, name):
    page = AskedSentence(language, hidden=frozenset({1}), step=2, pins="k1", model="untrained")
    label = page.text(f"presets.{name}")
    assert not page.chip(label).is_on
    page.pressed(label)
    assert page.setting.sentence == EXAMPLES[name]
    assert page.chip(label).is_on
    assert page.chip(label).hint == page.text(f"watch.{name}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_worth_trying_says_what_is_true(language):
    page = AskedSentence(language)
    for name in ("hide", "step", "one_head", "untrained"):
        tried = AskedSentence(language).pressed(page.text(f"try.{name}"))
        assert tried.chip(page.text(f"try.{name}")).is_on, name
        if name == "hide":
            assert values(tried)[:, -1].abs().max() == 0
        if name == "step":
            assert len(tried.lines.queries) == 1
        if name == "one_head":
            assert [head.on for head in tried.lines.heads] == [True, False, False, False]
