"""The sentence page: a trained model, what it writes and what it looks at."""

import pytest
import torch

import ui.page
import ui.your_sentence_panels
import ui.your_sentence_views
from tests.pages.conftest import errors, press
from ui.language import text_of


@pytest.fixture
def lines(monkeypatch):
    """What the page last handed to the lines between words."""
    seen = {}

    def record(weights, keys, queries, **options):
        seen.update(options, weights=torch.as_tensor(weights), keys=keys, queries=queries)

    monkeypatch.setattr(ui.your_sentence_views, "word_lines", record)
    return seen


@pytest.fixture
def opened(open_page, shown, lines):
    def open_(language="en", **address):
        app = open_page("your_sentence", language, **address)
        assert not app.exception
        return app

    return open_


@pytest.fixture
def arithmetic(monkeypatch):
    """The arithmetic box of the last run."""
    seen = {}
    monkeypatch.setattr(
        "ui.explanation.arithmetic",
        lambda title, question, lines, **options: seen.update(title=title, lines=lines, **options),
    )
    return seen


def said(app) -> str:
    return "\n".join(one.value for one in app.markdown)


def choose(app, name, option):
    app.button_group(key=f"ys_{name}_field").set_value([option]).run()
    assert not app.exception
    return app


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


def test_hiding_a_word_takes_all_attention_from_it_and_changes_the_translation(opened, shown):
    app = opened(ys_hidden="5")
    assert shown["weights"].cols.labels[5] == "(book)"
    assert torch.as_tensor(shown["weights"].values)[:, 5].abs().max() == 0
    after = said(app).split(text_of("your_sentence", "en")("hide.after", words="“book”"))[1]
    assert "책" not in after


def type_sentence(app, sentence):
    app.text_input(key="ys_sentence_field").set_value(sentence).run()
    assert not app.exception
    return app


def in_url(app, name):
    value = app.query_params.get(f"ys_{name}", "")
    return value if isinstance(value, str) else value[0]


@pytest.mark.parametrize("sentence", ["I love you", "will the cat see the bird?"])
def test_after_equal_words_nothing_is_hidden_that_nobody_hid(opened, lines, sentence):
    app = type_sentence(opened(ys_sentence="did the dog eat the fish?"), sentence)
    assert in_url(app, "hidden") == ""
    assert not [word for word in lines["keys"] if word.startswith("(")]


@pytest.mark.parametrize("sentence", ["you love dogs", "the cat saw a bird in the park"])
def test_hiding_ends_with_its_sentence(opened, lines, sentence):
    app = opened(ys_sentence="I love you", ys_hidden="1")
    assert "(love)" in lines["keys"]
    type_sentence(app, sentence)
    assert in_url(app, "hidden") == ""
    assert not [word for word in lines["keys"] if word.startswith("(")]
    type_sentence(app, "I love you")
    assert in_url(app, "hidden") == ""


def test_a_preset_shows_every_word(opened, lines):
    app = press(opened(ys_hidden="1_5"), "ys_presets", "because")
    assert in_url(app, "hidden") == ""
    press(app, "ys_presets", "yesterday")
    assert "book" in lines["keys"]


def test_a_link_hides_words_of_the_sentence_in_it(opened, lines):
    app = opened(ys_sentence="did the dog eat the fish?", ys_hidden="4")
    assert [word.startswith("(") for word in lines["keys"]] == [False] * 4 + [True, False]
    app.run()
    assert in_url(app, "hidden") == "4"


def test_one_of_two_equal_words_is_switched_off(opened, lines):
    app = opened(ys_sentence="did the dog eat the fish?")
    app.pills(key="ys_hidden_6").set_value([0, 2, 3, 4, 5]).run()
    assert in_url(app, "hidden") == "1"
    assert [word.startswith("(") for word in lines["keys"]] == [False, True] + [False] * 4


TWICE = "she slept because she was tired"


@pytest.mark.parametrize(
    ("kind", "rows", "cols"),
    [
        ("encoder", "she (1)", "she (4)"),
        ("decoder", "그녀 (7)", "그녀 (1)"),
        ("cross", "-었- (10)", "she (4)"),
    ],
)
def test_equal_words_are_told_apart(opened, shown, lines, kind, rows, cols):
    opened(ys_sentence=TWICE, ys_kind=kind)
    for matrix in (shown["weights"], shown["all_heads"]):
        assert rows in matrix.rows.labels
        assert cols in matrix.cols.labels
        for axis in (matrix.rows, matrix.cols):
            assert len(set(axis.labels)) == len(axis.labels)
    assert (rows in lines["queries"]) and (cols in lines["keys"])


def test_a_hidden_word_keeps_the_number_that_tells_it_apart(opened, lines):
    opened(ys_sentence=TWICE, ys_hidden="3")
    assert lines["keys"][0] == "she (1)"
    assert lines["keys"][3] == "(she) (4)"


def test_one_of_two_equal_tokens_is_stepped_to(opened, shown):
    app = opened(ys_sentence=TWICE)
    tokens = app.pills(key="ys_tokens")
    assert [label.replace("\\", "") for label in tokens.options][:2] == ["그녀 (1)", "-이/가"]
    tokens.set_value(0).run()
    assert in_url(app, "step") == "1"
    app.button(key="ys_step_on").click().run()
    assert in_url(app, "step") == "2"


@pytest.mark.parametrize("step", ["1", "4"])
def test_a_step_stays_at_the_first_of_two_equal_tokens(opened, step):
    app = opened(ys_sentence=TWICE, ys_step=step)
    app.run()
    app.run()
    assert in_url(app, "step") == step


@pytest.mark.parametrize("tensor", ["scores", "scaled", "masked", "weights"])
def test_the_arithmetic_tells_equal_words_apart(opened, arithmetic, tensor):
    opened(ys_sentence=TWICE, ys_trail=f"decoder.layers.1.cross_attention.{tensor}@0.6.3")
    assert arithmetic["title"].split(" =")[0].endswith("[ 그녀 (7), she (4) ]")
    opened(ys_sentence=TWICE, ys_trail=f"decoder.layers.1.self_attention.{tensor}@0.6.1")
    assert arithmetic["title"].split(" =")[0].endswith("[ 그녀 (7), 그녀 (1) ]")


def test_the_embedding_is_looked_up_by_the_models_own_token(opened, arithmetic):
    address = {"ys_sentence": "Zoe saw a zebra in the park", "ys_trail": "src_embeddings@0.0"}
    opened(**address)
    assert "“<unk>”" in str(arithmetic["lines"])
    opened(ys_hidden="0", **address)
    assert "“<pad>”" in str(arithmetic["lines"])


def test_the_untrained_model_stands_beside(opened, shown):
    opened(ys_beside="true")
    trained, untrained = (torch.as_tensor(shown[one].values) for one in ("weights", "untrained"))
    assert trained.shape == untrained.shape
    assert trained.max() > 0.9 > untrained.max()


def test_an_unknown_name_is_copied_in_marks(opened):
    app = press(opened(), "ys_presets", "unknown")
    assert "‘Zoe’" in said(app).replace("\\", "")
    assert "Zoe" in said(app)


RIGHT = "행복하- -ㄴ 학생 -은/는 어제 책 -을/를 사- -었- -다"


@pytest.mark.parametrize(
    ("address", "count"),
    [
        ({}, "5 of 5 content words"),
        ({"ys_writing": "sampled", "ys_temperature": "0.1"}, "5 of 5 content words"),
        ({"ys_writing": "forced", "ys_forced": RIGHT}, "5 of 5 content words"),
        ({"ys_writing": "forced", "ys_forced": RIGHT, "ys_hidden": "5"}, "4 of 5 content words"),
        (
            {"ys_writing": "forced", "ys_forced": RIGHT, "ys_hidden": "0_1_2_3_4_5_6"},
            "0 of 5 content words",
        ),
    ],
)
def test_the_words_that_look_right_are_counted_in_what_is_shown(opened, address, count):
    assert count in said(opened(**address))


@pytest.mark.parametrize(
    "address",
    [
        {"ys_hidden": "5"},
        {"ys_model": "untrained"},
        {"ys_writing": "sampled", "ys_temperature": "5.0"},
        {"ys_writing": "forced", "ys_forced": "학생 -은/는 책 -을/를"},
    ],
)
def test_no_words_look_right_in_what_is_not_the_translation(opened, address):
    assert "content words" not in said(opened(**address))


def test_the_untrained_model_hardly_looks_right_when_made_to_write_the_translation(opened):
    app = opened(ys_model="untrained", ys_writing="forced", ys_forced=RIGHT)
    right = int(said(app).split(" of 5 content words")[0][-1])
    assert right <= 2


def test_what_is_hidden_from_the_model_is_said(opened, language):
    text = text_of("your_sentence", language)
    app = opened(language, ys_sentence="did the dog eat the fish?", ys_hidden="1_4")
    names = "“the \\(2\\)”, “the \\(5\\)”"
    assert text("state.hidden", words=names) in said(app)
    assert text("hide.after", words=names) in said(app)
    assert text("state.hidden", words="") not in said(opened(language))


@pytest.mark.parametrize(
    ("address", "copied"),
    [
        ({}, "“Zoe”, “zebra”"),
        ({"ys_hidden": "0"}, "“zebra”"),
        ({"ys_writing": "forced", "ys_forced": "<unk> -은/는"}, "“Zoe”"),
        ({"ys_writing": "forced", "ys_forced": "학생 -은/는"}, ""),
        ({"ys_model": "untrained"}, ""),
    ],
)
def test_only_words_that_were_copied_are_called_so(opened, address, copied):
    app = opened(ys_sentence="Zoe saw a zebra in the park", **address)
    text = text_of("your_sentence", "en")
    assert text("state.unknown", words="“Zoe”, “zebra”") in said(app)
    assert (text("state.copied", words=copied) in said(app)) == bool(copied)
    assert ("Copied" in said(app)) == bool(copied)


def test_a_text_without_an_end_is_said_to_be_cut(opened):
    text = text_of("your_sentence", "en")
    app = opened(ys_sentence="dog " * 20, ys_model="untrained")
    assert text("state.cut", count=69) in said(app)
    assert text("state.cut", count=11) not in said(opened())


@pytest.mark.parametrize(
    "writing",
    [{}, {"ys_writing": "sampled", "ys_temperature": "3.0", "ys_draw": "7", "ys_top_k": "9"}],
)
@pytest.mark.parametrize("model", ["translator", "untrained"])
def test_with_and_without_hidden_words_are_written_in_the_way_that_is_chosen(
    opened, model, writing
):
    def heading(app):
        return said(app).split("#### ")[1].split("\n")[0]

    whole = heading(opened(ys_model=model, **writing))
    app = opened(ys_model=model, ys_hidden="5", **writing)
    text = text_of("your_sentence", "en")
    assert f"{text('hide.before')}] {whole}" in said(app)
    assert f"{text('hide.after', words='“book”')}] {heading(app)}" in said(app)


def test_a_forced_text_is_not_said_to_change_with_what_is_hidden(opened, language):
    text = text_of("your_sentence", language)
    app = opened(language, ys_writing="forced", ys_hidden="5")
    assert text("hide_forced.about") in said(app)
    assert text("hide.about") not in said(app)
    assert text("hide.before") not in said(app)


def test_a_token_that_cannot_be_drawn_is_not_among_the_likeliest(opened, monkeypatch):
    seen = {}
    monkeypatch.setattr(
        ui.your_sentence_panels, "arithmetic", lambda *_, **options: seen.update(options)
    )
    opened(ys_writing="sampled", ys_top_k="2")
    assert len(seen["bars"]["rows"]) == 2
    opened(ys_writing="sampled")
    assert len(seen["bars"]["rows"]) == 5


def test_what_was_written_had_some_probability(opened, lines):
    opened(ys_writing="forced", ys_forced="학생 -은/는 책 -을/를")
    assert "<1%" in lines["notes"]
    assert "0%" not in lines["notes"]


def test_a_sentence_outside_the_language_is_called_so(opened, language):
    app = press(opened(language), "ys_presets", "outside")
    assert text_of("your_sentence", language)("state.outside") in said(app)
    assert text_of("your_sentence", language)("translation.right") not in said(app)


def test_sampling_is_decided_by_the_draw(opened, shown):
    settings = {"ys_writing": "sampled", "ys_temperature": "3.0"}
    rows = []
    for draw in ("1", "1", "2"):
        opened(ys_draw=draw, **settings)
        rows.append(tuple(shown["weights"].rows.labels))
    assert rows[0] == rows[1] != rows[2]
    opened(ys_draw="2", ys_top_k="1", **settings)
    assert "책" in shown["weights"].rows.labels


def test_a_translation_of_ones_own_is_forced(opened, shown):
    opened(ys_writing="forced", ys_forced="학생 -은/는 책 -을/를")
    assert list(shown["weights"].rows.labels) == ["학생", "-은/는", "책", "-을/를", "⟨end⟩"]


@pytest.mark.parametrize("model", ["translator", "untrained"])
@pytest.mark.parametrize(
    "sentence",
    ["Zoe saw a zebra in the park", "colorless green ideas sleep furiously", "dog " * 40],
)
def test_forcing_starts_from_what_the_field_takes(opened, shown, model, sentence):
    app = opened(ys_sentence=sentence, ys_model=model, ys_writing="forced")
    assert not errors(app)
    assert shown["weights"].rows.labels[-1] == "⟨end⟩"


def test_an_unknown_word_is_copied_when_it_is_forced(opened):
    app = opened(ys_sentence="Zoe saw a zebra in the park", ys_writing="forced")
    assert "‘Zoe’은(는) 공원에서 ‘zebra’을(를) 봤다" in said(app).replace("\\", "")


def test_a_forced_translation_ends_with_its_sentence(opened, shown):
    app = opened(ys_writing="forced", ys_forced="학생 -은/는 책 -을/를")
    assert len(shown["weights"].rows.labels) == 5
    type_sentence(app, "I love you")
    assert list(shown["weights"].rows.labels)[:2] == ["나", "-은/는"]


def test_the_untrained_model_beside_writes_the_same_tokens_and_no_more(opened, shown):
    opened(ys_sentence="dog " * 20, ys_model="untrained", ys_beside="true")
    assert shown["weights"].rows.labels == shown["untrained"].rows.labels
    assert "⟨end⟩" not in shown["weights"].rows.labels


def test_a_morpheme_that_the_model_does_not_have_is_named(opened, shown):
    app = opened(ys_writing="forced")
    app.text_input(key="ys_forced_field").set_value("학생 <b>").run()
    assert len(errors(app)) == 1
    assert "학생" in shown["weights"].rows.labels


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
    assert text_of("pretrained", language)("notes.goes_on") in app.warning[0].value
    assert "책" in shown["weights"].rows.labels


def test_a_model_of_a_folder_is_looked_into(opened, shown, tmp_path, monkeypatch):
    tiny_models = pytest.importorskip("tests.ui.pretrained.tiny_models")
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
    monkeypatch.setattr(ui.page.Page, "pytorch", lambda page, code: codes.append(code()))
    app = opened(**address)
    names: dict = {}
    exec(codes[-1], names)
    assert names["translation"].written in capsys.readouterr().out
    assert names["translation"].written in said(app).replace("\\", "").split("#### ")[1]
    assert torch.equal(names["weights"], torch.as_tensor(shown["weights"].values))


def test_another_models_rows_are_all_shown_where_there_are_no_steps(opened, shown, tmp_path):
    tiny_models = pytest.importorskip("tests.ui.pretrained.tiny_models")
    folder = tmp_path / "bart"
    tiny_models.save_bart(folder)
    opened(ys_model="hugging_face", ys_name=str(folder), ys_target="a b c", ys_step="1")
    assert len(shown["weights"].rows.labels) > 1
