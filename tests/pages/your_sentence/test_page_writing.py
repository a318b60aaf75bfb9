"""Every way of writing on the sentence page, and what the page says of what was written."""

import pytest

import pages.your_sentence.panels
from tests.pages.conftest import errors, press, said, type_sentence
from ui.shell.language import text_of


@pytest.fixture
def opened(open_sentence):
    return open_sentence


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
        pages.your_sentence.panels, "arithmetic", lambda *_, **options: seen.update(options)
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
