import pytest

from ui.cells import Cells
from ui.language import text_of
from ui.mask_arithmetic import default_pin, mask_lines, reasons
from ui.mask_setting import MaskSetting, padded_ids
from ui.matrix_view import Pin


def _setting(*ids: int, painted: Cells = frozenset()) -> MaskSetting:
    return MaskSetting(ids, tuple(str(token) for token in ids), painted, seed=11)


def _said(setting: MaskSetting, pin: Pin, language: str = "en") -> tuple[str, str]:
    title, lines = mask_lines(text_of("masks", language), setting, setting.steps(), pin)
    return title, "\n".join(piece["text"] for _, spans in lines for piece in spans)


@pytest.mark.parametrize(
    ("kind", "row", "col", "expected"),
    [
        ("padding", 0, 2, ["padding"]),
        ("padding", 0, 1, []),
        ("look_ahead", 0, 2, ["look_ahead"]),
        ("look_ahead", 3, 2, []),
        ("decoder", 0, 2, ["padding", "look_ahead"]),
        ("decoder", 3, 2, ["padding"]),
        ("decoder", 0, 1, ["look_ahead"]),
        ("decoder", 3, 1, []),
        ("painted", 3, 1, ["painted"]),
        ("painted", 0, 2, []),
    ],
)
def test_each_mask_hides_for_its_own_reasons(kind, row, col, expected):
    setting = _setting(1, 2, 0, 4, 5, painted=frozenset({(3, 1)}))
    assert reasons(kind, setting.masks(), row, col) == expected


def test_a_hidden_cell_is_explained_down_to_its_weight():
    title, said = _said(_setting(1, 2, 0, 4, 5), Pin("decoder_weights", 4, 2))
    assert title == "Weights, decoder[ query 4 “5”, key 2 “0” ] = 0"
    assert "key 2 “0” is padding" in said
    assert "→ −∞" in said
    assert "The 4 of 5 keys that stay visible" in said


def test_a_visible_cell_has_its_share():
    setting = _setting(1, 2)
    weight = setting.steps()["look_ahead"].weights[1, 0].item()
    title, said = _said(setting, Pin("look_ahead", 1, 0))
    assert title.endswith("= visible")
    assert f"= {weight:.4f}" in said
    assert f"{100 * weight:.1f}% of this query's attention" in said


def test_a_row_with_nothing_to_see_says_so():
    assert "every key is hidden" in _said(_setting(0, 0, 5), Pin("decoder_weights", 1, 0))[1]


@pytest.mark.parametrize("language", ["en", "ko"])
def test_every_cell_of_every_matrix_can_be_explained(language):
    setting = _setting(0, 2, 0, painted=frozenset({(1, 0), (1, 1), (1, 2)}))
    for kind, mask in setting.masks().items():
        for row, col in [(row, col) for row in range(mask.size(0)) for col in range(3)]:
            assert _said(setting, Pin(kind, row, col), language)[1]
        for row, col in [(row, col) for row in range(3) for col in range(3)]:
            assert _said(setting, Pin(f"{kind}_weights", row, col), language)[1]


def test_the_cell_explained_first_is_a_hidden_one_where_there_is_one():
    masks = _setting(1, 2, 0, 4, 5).masks()
    assert default_pin(masks) == Pin("decoder_weights", 4, 2)
    assert default_pin(_setting(1, 2).masks()) == Pin("decoder_weights", 0, 1)
    assert default_pin(_setting(1).masks()) == Pin("decoder_weights", 0, 0)


def test_words_get_ids_from_1_and_padding_0():
    assert padded_ids(["b", "a", "B"], 5) == [2, 1, 2, 0, 0]
    assert padded_ids(["b", "a"], 1) == [2, 1]
