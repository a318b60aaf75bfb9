"""Every matrix as its difference to before."""

from dataclasses import replace

import numpy as np
import torch

from pages.attention.setting import AttentionSetting
from pages.attention.views import attention_items
from ui.picture.diff import diff
from ui.picture.matrix_view import Matrix
from ui.words.language import text_of

TEXT = text_of("attention", "en")
BEFORE = AttentionSetting(source="random", seed=5)


def picture(setting: AttentionSetting) -> dict[str, Matrix]:
    items = attention_items(TEXT, setting)
    return {item.id: item for item in items if isinstance(item, Matrix)}


def changed(now: AttentionSetting, before: AttentionSetting) -> dict[str, Matrix]:
    items = (attention_items(TEXT, one) for one in (now, before))
    return {item.id: item for item in diff(TEXT, *items) if isinstance(item, Matrix)}


def setting(**changes) -> AttentionSetting:
    return BEFORE.with_values(**changes)


def test_every_matrix_shows_now_less_before():
    now = setting(edits={("Q", 0, 1): 3.0})
    shown = changed(now, BEFORE)
    first, second = picture(BEFORE), picture(now)
    for id, matrix in shown.items():
        expected = torch.as_tensor(second[id].values) - torch.as_tensor(first[id].values)
        torch.testing.assert_close(matrix.values, expected)
        assert matrix.scale == "diverging"
        assert not matrix.editable
    assert shown["Q"].note == "Δ"
    assert shown["K"].note == "Δ = 0"


def test_the_same_setting_differs_nowhere():
    assert {matrix.note for matrix in changed(BEFORE, BEFORE).values()} == {"Δ = 0"}


def test_a_matrix_of_another_shape_says_that_it_cannot_be_compared():
    shown = changed(setting(keys=5), BEFORE)
    assert shown["weights"].note == TEXT("change.other_shape", size="3, 4")
    torch.testing.assert_close(shown["weights"].values, picture(setting(keys=5))["weights"].values)
    assert shown["Q"].note == "Δ = 0"


def test_a_matrix_that_was_not_there_says_so():
    painted = setting(mask="painted", cells=frozenset({(0, 1)}))
    assert changed(painted, BEFORE)["mask"].note == TEXT("change.is_new")


def test_a_key_that_became_hidden_lost_all_its_weight():
    shown = changed(setting(mask="look_ahead"), BEFORE)
    before = picture(BEFORE)["weights"].values
    assert float(shown["weights"].values[0, 3]) == -float(before[0, 3])
    assert shown["weights"].hidden is None
    # There is a masked matrix only where there is a mask.
    shown = changed(setting(mask="look_ahead"), setting(mask="padding", padding=0))
    assert float(shown["masked"].values[0, 3]) == -np.inf


def test_what_stays_hidden_is_hatched_and_shows_no_difference():
    masked = setting(mask="look_ahead")
    shown = changed(setting(mask="look_ahead", seed=6), masked)
    assert np.array_equal(shown["masked"].hidden, masked.hidden.numpy())
    assert shown["masked"].values[0, 3] == 0


def test_a_painted_stroke_shows_in_the_mask():
    first = setting(mask="painted", cells=frozenset({(0, 1)}))
    second = setting(mask="painted", cells=frozenset({(2, 2)}))
    mask = changed(second, first)["mask"]
    assert mask.values[0, 1] == -1
    assert mask.values[2, 2] == 1
    assert mask.hidden is None


def test_rounding_is_drawn_as_nothing():
    items = attention_items(TEXT, BEFORE)
    (weights,) = [item for item in items if isinstance(item, Matrix) and item.id == "weights"]
    rounded = replace(weights, values=weights.values + 1e-9)
    (shown,) = diff(TEXT, [rounded], [weights])
    assert not shown.values.any()
    assert shown.note == "Δ = 0"


def test_a_large_number_elsewhere_hides_no_change():
    first = setting(edits={("Q", 0, 0): 1e6})
    second = setting(edits={("Q", 0, 0): 1e6, ("Q", 1, 1): 0.75})
    shown = changed(second, first)
    assert shown["Q"].note == shown["scores"].note == "Δ"
    assert int(torch.as_tensor(shown["Q"].values).count_nonzero()) == 1
