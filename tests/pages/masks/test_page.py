import pytest
import torch

import ui.shell.page
from tests.pages.conftest import number_in, press

SOURCE_COMBINED = [
    [0, 1, 1, 1, 1],
    [0, 0, 1, 1, 1],
    [0, 0, 1, 1, 1],
    [0, 0, 1, 0, 1],
    [0, 0, 1, 0, 0],
]
"""What document 003 prints for the ids 1 2 0 4 5."""


def values(shown, name):
    return torch.as_tensor(shown[name].values)


def labels(shown, name):
    return list(shown[name].cols.labels)


def in_url(at, name):
    # A list as long as no script has set it, a text afterwards.
    value = at.query_params[name]
    return value[0] if isinstance(value, list) else value


@pytest.fixture
def opened(open_page):
    def open_(lang="en", **query):
        at = open_page("masks", lang, **query)
        assert not at.exception
        return at

    return open_


def typed(at, field, value):
    at.text_input(key=f"ma_{field}_field").set_value(value).run()
    assert not at.exception
    return at


@pytest.mark.parametrize(("lang", "title"), [("en", "Masks"), ("ko", "마스크")])
def test_opens_in_both_languages(shown, opened, lang, title):
    at = opened(lang=lang)
    assert at.title[0].value == title
    assert len(shown) == 8


def test_opens_with_the_padding_mask_of_the_source(shown, opened):
    opened()
    assert values(shown, "padding").tolist() == [[0, 0, 0, 1, 1]]


def test_the_other_preset_shows_the_combined_mask_that_the_source_prints(shown, opened):
    at = opened()
    press(at, "ma_presets", "gap")
    assert in_url(at, "ma_ids") == "1 2 0 4 5"
    assert values(shown, "decoder").tolist() == SOURCE_COMBINED


@pytest.mark.parametrize("kind", ["padding", "look_ahead", "decoder", "painted"])
def test_hidden_keys_get_no_weight_and_the_others_share_all_of_it(shown, opened, kind):
    opened(ma_ids="1 2 0 4 5", ma_cells="0.0_0.1_4.2")
    weights = values(shown, f"{kind}_weights")
    hidden = values(shown, kind).bool().expand(5, 5)
    assert hidden.any()
    assert (weights[hidden] == 0).all()
    assert (weights[~hidden] > 0).all()
    torch.testing.assert_close(weights.sum(-1), torch.ones(5))


def test_a_mask_only_takes_the_hidden_keys_out_of_the_share(shown, opened):
    opened(ma_ids="1 2 0 4 5")
    # Nothing is painted at first: those are the weights without any mask.
    kept = values(shown, "painted_weights") * (1 - values(shown, "decoder"))
    torch.testing.assert_close(values(shown, "decoder_weights"), kept / kept.sum(-1, keepdim=True))


def test_leading_padding_leaves_empty_rows_and_says_so(shown, opened):
    at = opened(ma_ids="5 0 0")
    press(at, "ma_try", "padding_first")
    assert values(shown, "decoder_weights")[:2].tolist() == [[0, 0, 0]] * 2
    assert values(shown, "decoder_weights")[2].tolist() == [0, 0, 1]
    assert any("query “0 (1)”, “0 (2)”" in info.value.replace("\\", "") for info in at.info)


def test_padding_goes_first_without_replacing_what_was_typed(shown, opened):
    at = opened(ma_given="sentence", ma_sentence="I love you", ma_length="5")
    press(at, "ma_try", "padding_first")
    expected = ["⟨pad⟩ (1)", "⟨pad⟩ (2)", "I", "love", "you"]
    assert labels(shown, "decoder") == expected
    assert in_url(at, "ma_sentence") == "I love you"
    at = opened(ma_ids="7 8 0 9")
    press(at, "ma_try", "padding_first")
    assert in_url(at, "ma_ids") == "0 7 8 9"


def test_padding_can_be_put_before_a_sentence_that_has_none(shown, opened):
    at = opened(ma_given="sentence", ma_sentence="I love you", ma_length="3")
    press(at, "ma_try", "padding_first")
    assert labels(shown, "decoder") == ["⟨pad⟩ (1)", "⟨pad⟩ (2)", "I", "love", "you"]


def test_equal_tokens_are_told_apart(shown, opened):
    opened()
    assert labels(shown, "decoder") == ["1", "21", "777", "0 (4)", "0 (5)"]


def test_no_note_on_empty_rows_while_there_are_none(shown, opened):
    assert not opened().info


def test_everything_hidden_from_one_token_is_an_empty_row(shown, opened):
    at = opened()
    press(at, "ma_try", "hide_row")
    assert values(shown, "painted").sum(1).tolist() == [0, 0, 5, 0, 0]
    assert values(shown, "painted_weights")[2].tolist() == [0] * 5
    assert any("query “777”." in info.value for info in at.info)
    assert in_url(at, "ma_pin") == "painted_weights.2.0"
    at.button(key="ma_clear").click().run()
    assert values(shown, "painted").sum() == 0
    assert not at.info


def test_neighbours_only_leaves_a_band(shown, opened):
    at = opened()
    press(at, "ma_try", "window")
    distance = (torch.arange(5)[:, None] - torch.arange(5)).abs()
    assert torch.equal(values(shown, "painted"), (distance > 1).float())


def test_a_stroke_of_paint_hides_keys_and_uncovers_them(monkeypatch, shown, opened):
    at = opened(ma_cells="1.1")
    strokes = [
        {"matrix": "painted", "cells": [[0, 1], [0, 2]], "hidden": True},
        {"matrix": "painted", "cells": [[1, 1]], "hidden": False},
    ]

    def stroking(items, *, on_change, **options):
        while strokes:
            on_change(strokes.pop(0))

    monkeypatch.setattr(ui.shell.page, "matrix_view", stroking)
    at.run()
    assert not strokes
    assert in_url(at, "ma_cells") == "0.1_0.2"


def test_painted_cells_in_the_url_are_hidden(shown, opened):
    opened(ma_cells="0.1_0.2")
    assert values(shown, "painted").nonzero().tolist() == [[0, 1], [0, 2]]


def test_a_sentence_becomes_ids_from_1_and_is_padded(shown, opened):
    at = opened(ma_given="sentence", ma_sentence="the cat The", ma_length="5")
    assert any("[2, 1, 2, 0, 0]" in piece.value for piece in at.markdown)
    assert labels(shown, "padding") == ["the", "cat", "The", "⟨pad⟩ (4)", "⟨pad⟩ (5)"]
    assert values(shown, "padding").tolist() == [[0, 0, 0, 1, 1]]


def test_a_sentence_longer_than_the_length_is_not_cut(shown, opened):
    opened(ma_given="sentence", ma_sentence="a b c d", ma_length="2")
    assert values(shown, "padding").tolist() == [[0, 0, 0, 0]]


def test_another_seed_gives_other_weights_and_is_named(shown, opened):
    at = opened()
    before = values(shown, "painted_weights")
    at.number_input(key="ma_seed").set_value(12).run()
    assert not torch.equal(before, values(shown, "painted_weights"))
    assert any("untrained · seed 12" in piece.value for piece in at.markdown)


def test_a_longer_text_keeps_the_weights_that_were_there(shown, opened):
    at = opened(ma_ids="1 2 3")
    before = values(shown, "look_ahead_weights")
    typed(at, "ids", "1 2 3 4 5 6")
    torch.testing.assert_close(values(shown, "look_ahead_weights")[:3, :3], before)


@pytest.mark.parametrize("size", [1, 16, 17, 64])
def test_sizes_up_to_64_tokens_are_drawn(shown, opened, size):
    opened(ma_ids=" ".join(str(token) for token in range(size)))
    assert values(shown, "decoder").shape == (size, size)


@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize(
    "bad",
    [
        "one two",
        "NaN",
        "1 2.5",
        "-1",
        "",
        " , ",
        "1e3",
        "🙂",
        "مرحبا",
        "<script>alert(1)</script>",
        "1000000",
        "1 " * 65,
        "7 " * 10_000,
    ],
)
def test_bad_ids_are_said_and_the_last_good_picture_stays(shown, opened, bad, lang):
    at = opened(lang=lang, ma_ids="1 2 0 4 5")
    typed(at, "ids", bad)
    assert len(at.error) == 1
    assert "<script>" not in at.error[0].value
    assert values(shown, "decoder").tolist() == SOURCE_COMBINED
    assert in_url(at, "ma_ids") == "1 2 0 4 5"


def test_too_many_tokens_are_counted_in_the_message(shown, opened):
    at = typed(opened(), "ids", "7 " * 65)
    assert "65 tokens" in at.error[0].value
    assert "64" in at.error[0].value


@pytest.mark.parametrize("sentence", ["", "   ", "word " * 10_000])
def test_bad_sentences_are_said_and_the_last_good_picture_stays(shown, opened, sentence):
    at = typed(opened(ma_given="sentence", ma_sentence="a b"), "sentence", sentence)
    assert len(at.error) == 1
    assert labels(shown, "padding")[:3] == ["a", "b", "⟨pad⟩ (3)"]


@pytest.mark.parametrize("sentence", ["🙂 🙃", "مرحبا بالعالم", "<script>alert(1)</script> *b*"])
def test_words_of_any_script_are_labels_and_nothing_else(shown, opened, sentence):
    at = typed(opened(ma_given="sentence"), "sentence", sentence)
    assert not at.error
    assert labels(shown, "padding")[:2] == sentence.split()[:2]
    said = [piece.value for kind in (at.markdown, at.info, at.code) for piece in kind]
    assert not any(word in piece for word in sentence.split() for piece in said)


def test_bad_values_in_the_url_fall_back_to_the_defaults(shown, opened):
    opened(ma_ids="x", ma_given="speech", ma_seed="no", ma_cells="9;9", ma_pin="nothing.1")
    assert values(shown, "padding").tolist() == [[0, 0, 0, 1, 1]]
    assert values(shown, "painted").sum() == 0


def test_painted_cells_and_a_pin_outside_the_picture_are_left_out(shown, opened):
    opened(ma_ids="1 2", ma_cells="0.1_50.50", ma_pin="decoder_weights.40.40")
    assert values(shown, "painted").tolist() == [[0, 1], [0, 0]]


@pytest.mark.parametrize(
    "query",
    [
        {"ma_ids": "1 2 0 4 5", "ma_cells": "0.0_0.1_0.2_0.3_0.4_2.1"},
        {"ma_ids": "0 0 5", "ma_seed": "3"},
        {"ma_given": "sentence", "ma_sentence": "a b a", "ma_length": "20"},
    ],
)
def test_the_pytorch_gives_exactly_these_masks_and_weights(shown, opened, query):
    at = opened(**query)
    names = {}
    at.session_state["ma_pytorch"] = True
    exec(at.run().code[0].value, names)
    for kind in ("padding", "look_ahead", "decoder", "painted"):
        mask = values(shown, kind)
        assert torch.equal(names["masks"][kind].float().reshape(mask.shape), mask)
        assert torch.equal(names["weights"][kind], values(shown, f"{kind}_weights"))


@pytest.mark.parametrize("kind", ["padding", "look_ahead", "decoder", "painted"])
@pytest.mark.parametrize("suffix", ["", "_weights"])
@pytest.mark.parametrize("col", [0, 2, 4])
def test_the_pinned_number_is_explained(shown, opened, explained, kind, suffix, col):
    row = 0 if (kind, suffix) == ("padding", "") else 3
    opened(ma_ids="1 2 0 4 5", ma_cells="3.0", ma_pin=f"{kind}{suffix}.{row}.{col}")
    (title,) = explained
    value = float(values(shown, f"{kind}{suffix}")[row, col])
    assert number_in(title) == pytest.approx(value, abs=6e-5)


def test_a_new_start_leaves_the_way_to_another_number(opened, explained):
    at = opened(ma_trail="decoder_weights@2.1~decoder_masked@2.1", ma_ids="1 2 0 4 5")
    assert explained[-1].startswith("Masked · Decoder: both[ “0”, “2” ]")
    press(at, "ma_try", "hide_row")
    assert explained[-1].startswith("Weights, painted[ “0”, “1” ]")
    assert "ma_trail" not in at.query_params


def test_padding_is_not_offered_a_place_where_there_is_none(opened):
    full = " ".join(str(number) for number in range(1, 65))
    assert "Put the padding first" not in opened(ma_ids=full).pills(key="ma_try").options
    assert "Put the padding first" not in opened(ma_ids="0 0 5").pills(key="ma_try").options
    assert "Put the padding first" in opened(ma_ids="5 0").pills(key="ma_try").options
