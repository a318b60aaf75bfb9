"""The sentence page: a trained model, what it writes and what it looks at."""

import pytest
import torch

import ui.shell.page
from tests.pages.conftest import errors, said
from ui.shell.language import text_of


@pytest.fixture
def opened(open_sentence):
    return open_sentence


def test_it_opens_with_a_translation_in_both_languages(opened, shown, language):
    app = opened(language)
    text = text_of("your_sentence", language)
    assert app.title[0].value == text("title")
    assert "행복한 학생은 어제 책을 샀다" in said(app).replace("\\", "")
    assert text("translation.right") in said(app)
    assert {"weights", "all_heads"} <= set(shown)


def test_rows_are_the_tokens_that_are_predicted(opened, shown, lines):
    opened()
    weights = shown["weights"]
    assert list(weights.cols.labels) == [
        "the",
        "happy",
        "student",
        "bought",
        "a",
        "book",
        "yesterday",
    ]
    assert weights.rows.labels[0] == "행복하-"
    assert weights.rows.labels[-1] == "⟨end⟩"
    row = list(weights.rows.labels).index("책")
    assert int(torch.as_tensor(weights.values)[row].argmax()) == 5
    assert lines["keys"] == weights.cols.labels


@pytest.mark.parametrize("kind", ["encoder", "decoder", "cross"])
def test_every_row_of_every_kind_sums_to_1(opened, shown, kind):
    opened(ys_kind=kind)
    sums = torch.as_tensor(shown["all_heads"].values).sum(-1)
    torch.testing.assert_close(sums, torch.ones_like(sums))


def test_a_step_shows_what_has_been_written_so_far(opened, shown):
    app = opened(ys_step="3")
    assert len(shown["weights"].rows.labels) == 3
    app.button(key="ys_step_on").click().run()
    assert len(shown["weights"].rows.labels) == 4
    app.button(key="ys_step_back").click().run()
    app.button(key="ys_step_back").click().run()
    assert len(shown["weights"].rows.labels) == 2
    app.button(key="ys_step_all").click().run()
    assert len(shown["weights"].rows.labels) == 11


def test_the_heads_that_are_on_are_averaged(opened, shown):
    opened()
    every = torch.as_tensor(shown["all_heads"].values)[4:]
    torch.testing.assert_close(torch.as_tensor(shown["weights"].values), every.mean(0))
    opened(ys_off="1_3")
    torch.testing.assert_close(torch.as_tensor(shown["weights"].values), (every[0] + every[2]) / 2)


@pytest.mark.parametrize("combination", ["maximum", "difference"])
def test_heads_are_combined_otherwise(opened, shown, combination):
    opened(ys_combination=combination, ys_off="2_3")
    first, second = torch.as_tensor(shown["all_heads"].values)[4:6]
    expected = torch.maximum(first, second) if combination == "maximum" else first - second
    torch.testing.assert_close(torch.as_tensor(shown["weights"].values), expected)


def test_each_head_has_its_own_lines(opened, lines):
    opened(ys_combination="each", ys_off="0")
    assert lines["weights"].shape[0] == 3
    assert lines["shown"] == (1, 2, 3)
    assert [head.on for head in lines["heads"]] == [False, True, True, True]


def test_heads_are_sorted_by_their_weight_on_the_true_alignment(opened, shown):
    opened(ys_order="aligned")
    figures = [float(label.rpartition(" ")[2]) for label in shown["all_heads"].tile_axis.labels]
    assert figures == sorted(figures, reverse=True)
    assert figures[0] > 0.5


def tile_labels(shown):
    return list(shown["all_heads"].tile_axis.labels)


@pytest.mark.parametrize(
    ("order", "address"),
    [
        ("aligned", {"ys_hidden": "5"}),
        ("aligned", {"ys_kind": "encoder"}),
        ("same", {"ys_sentence": "the queen saw a beautiful bird", "ys_step": "6"}),
        ("previous", {"ys_sentence": "the queen saw a beautiful bird", "ys_step": "6"}),
        ("same", {"ys_kind": "decoder"}),
    ],
)
def test_heads_that_cannot_be_sorted_stand_by_layer_and_it_is_said(opened, shown, order, address):
    app = opened(ys_order=order, **address)
    assert tile_labels(shown)[:2] == ["L1 H1", "L1 H2"]
    assert text_of("your_sentence", "en")("heads.not_sorted") in [one.value for one in app.caption]


def test_a_decoders_previous_word_is_the_one_before_the_word_that_names_the_row(opened, shown):
    opened(ys_kind="decoder", ys_order="previous")
    picture = shown["all_heads"]
    assert picture.rows.labels[0] == picture.cols.labels[1]
    diagonals = torch.as_tensor(picture.values).diagonal(dim1=1, dim2=2).mean(-1)
    figures = [float(label.rpartition(" ")[2]) for label in tile_labels(shown)]
    torch.testing.assert_close(torch.tensor(figures), diagonals, atol=0.006, rtol=0)


def test_an_alignment_can_be_shown_only_where_it_is_that_of_the_text(opened):
    assert [one.key for one in opened().toggle] == ["ys_aligned", "ys_beside"]
    for address in ({"ys_hidden": "5"}, {"ys_model": "untrained"}, {"ys_kind": "encoder"}):
        assert [one.key for one in opened(**address).toggle] == ["ys_beside"]


@pytest.mark.parametrize("pin", ["", "weights.5.5", "weights.0.90", "weights.90.0"])
def test_the_arithmetic_is_of_a_weight_in_sight(opened, shown, arithmetic, pin):
    opened(ys_step="3", ys_pin=pin)
    values = torch.as_tensor(shown["weights"].values)
    row, col = divmod(int(values.argmax()), values.size(1))
    weights = shown["weights"]
    assert f"[ {weights.rows.labels[row]}, {weights.cols.labels[col]} ]" in arithmetic["title"]


def test_the_true_alignment_is_laid_over_the_cross_attention(opened, shown, lines):
    opened()
    assert shown["weights"].marks is None
    opened(ys_aligned="true")
    row = list(shown["weights"].rows.labels).index("책")
    assert shown["weights"].marks[row].tolist() == [False] * 5 + [True, False]
    assert (row, 5) in lines["aligned"]


def test_the_untrained_model_stands_beside(opened, shown):
    opened(ys_beside="true")
    trained, untrained = (torch.as_tensor(shown[one].values) for one in ("weights", "untrained"))
    assert trained.shape == untrained.shape
    assert trained.max() > 0.9 > untrained.max()


@pytest.mark.parametrize("sentence", ["", "?!", "w " * 10_000, "w " * 129])
def test_a_bad_sentence_keeps_the_last_good_picture(opened, shown, sentence):
    app = opened()
    before = list(shown["weights"].cols.labels)
    app.text_input(key="ys_sentence_field").set_value(sentence).run()
    assert len(errors(app)) == 1
    assert list(shown["weights"].cols.labels) == before


@pytest.mark.parametrize(
    "sentence", ["<script>alert(1)</script>", "고양이가 잔다", "שלום עולם", "🙂 a"]
)
def test_any_text_is_only_text(opened, shown, sentence):
    app = opened()
    app.text_input(key="ys_sentence_field").set_value(sentence).run()
    assert not app.exception


@pytest.mark.parametrize(
    "name", ["ys_off", "ys_hidden", "ys_layer", "ys_step", "ys_kind", "ys_trail"]
)
def test_a_bad_value_in_the_address_falls_back(opened, shown, name):
    opened(**{name: "nonsense<b>"})
    assert len(shown["weights"].rows.labels) == 11


def test_a_model_that_may_not_be_loaded_is_refused_and_the_translator_goes_on(
    opened, shown, monkeypatch, language
):
    monkeypatch.setenv("WORKBENCH_MODELS", "")
    app = opened(language, ys_model="hugging_face", ys_name="someone/some-model")
    assert len(app.warning) == 1
    assert text_of("your_sentence/pretrained", language)("notes.goes_on") in app.warning[0].value
    assert "책" in shown["weights"].rows.labels


def test_a_model_of_a_folder_is_looked_into(opened, shown, tmp_path, monkeypatch):
    tiny_models = pytest.importorskip("tests.pages.your_sentence.pretrained.tiny_models")
    folder = tmp_path / "bart"
    tiny_models.save_bart(folder)
    app = opened(ys_model="hugging_face", ys_name=str(folder))
    assert not app.warning
    assert shown["all_heads"].values.shape[0] > 1
    sums = torch.as_tensor(shown["all_heads"].values).sum(-1)
    torch.testing.assert_close(sums, torch.ones_like(sums), atol=1e-3, rtol=0)


def test_every_weight_is_explained_from_the_translators_own_numbers(opened, arithmetic):
    seen = arithmetic
    opened(ys_pin="weights.5.5")
    assert "책, book" in seen["title"]
    assert len([one for one in seen["lines"][0][1] if one["to"]]) == 4
    opened(ys_pin="weights.5.5", ys_off="0_1_3")
    assert "책" in seen["title"] and "book" in seen["title"]
    (bars, *_) = seen["bars"]
    assert len(bars["rows"]) == 7
    opened(ys_trail="together@5.5~src_embeddings@5.0")
    assert "“book”" in str(seen["lines"])


@pytest.mark.parametrize(
    "address",
    [
        {},
        {"ys_hidden": "1_5", "ys_step": "4"},
        {"ys_model": "untrained", "ys_kind": "encoder", "ys_off": "0_2"},
        {"ys_writing": "sampled", "ys_temperature": "3.0", "ys_draw": "5", "ys_top_k": "20"},
        {"ys_writing": "forced", "ys_forced": "학생 -은/는 책 -을/를", "ys_combination": "maximum"},
        {"ys_kind": "decoder", "ys_layer": "1", "ys_combination": "difference", "ys_step": "5"},
    ],
)
def test_the_pytorch_gives_the_text_and_the_matrix_in_sight(
    opened, shown, monkeypatch, capsys, address
):
    codes = []
    monkeypatch.setattr(ui.shell.page.Page, "pytorch", lambda page, code: codes.append(code()))
    app = opened(**address)
    names: dict = {}
    exec(codes[-1], names)
    assert names["translation"].written in capsys.readouterr().out
    assert names["translation"].written in said(app).replace("\\", "").split("#### ")[1]
    assert torch.equal(names["weights"], torch.as_tensor(shown["weights"].values))


def test_another_models_rows_are_all_shown_where_there_are_no_steps(opened, shown, tmp_path):
    tiny_models = pytest.importorskip("tests.pages.your_sentence.pretrained.tiny_models")
    folder = tmp_path / "bart"
    tiny_models.save_bart(folder)
    opened(ys_model="hugging_face", ys_name=str(folder), ys_target="a b c", ys_step="1")
    assert len(shown["weights"].rows.labels) > 1
