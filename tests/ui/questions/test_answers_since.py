"""Each answer about what came after the paper is true of the setting that it is shown with."""

from itertools import pairwise

import pytest
import torch

from pages.learning_rate.schedules import PAPER
from pages.learning_rate.weight import weight_runs, weights_of
from pages.positional_encoding.past_views import is_past
from pages.positional_encoding.relative import buckets_of
from tests.pages.answers import Asked
from transformer_core.variants.alibi import slopes
from transformer_core.variants.relative_bias import bucket
from transformer_core.variants.shared_heads import cached_numbers
from ui.questions.register import question_of, questions_at
from ui.words.language import LANGUAGES

languages = pytest.mark.parametrize("language", LANGUAGES)


def shown(key: str, language: str = "en") -> Asked:
    """The page as it answers a question."""
    question = question_of(key)
    return Asked(question.page, language).moved(question.state(language))


@languages
def test_moving_all_positions_turns_the_vectors_and_leaves_every_score(language):
    page = shown("rope", language)
    still = page.with_values(moved_by=0)
    assert page.labels("scores")[0] == str(page.setting.moved_by) == "10"
    assert "10" in question_of("rope").answer(language)
    torch.testing.assert_close(page.values("scores"), still.values("scores"), atol=1e-5, rtol=1e-5)
    for name in ("queries", "keys"):
        assert not torch.allclose(page.values(name), still.values(name), atol=0.1)
        torch.testing.assert_close(page.values(name).norm(dim=1), still.values(name).norm(dim=1))
    scores = page.values("scores")
    for offset in range(1 - len(scores), len(scores)):
        assert float(scores.diagonal(offset).max() - scores.diagonal(offset).min()) < 1e-5


def test_a_score_loses_the_slope_of_its_head_for_each_position():
    page = shown("alibi")
    size, heads = page.setting.positions, page.setting.num_heads
    places = torch.arange(size)
    distances = (places[:, None] - places).abs()
    assert len(slopes(heads).unique()) == heads
    for head in range(heads):
        one = page.with_values(head=head)
        slope = float(slopes(heads)[head])
        torch.testing.assert_close(one.values("distance_bias"), -slope * distances)
        # Of equal scores, what is further gets less weight.
        weights = one.values("weights")
        assert all(float(near) > float(far) for near, far in pairwise(weights[0]))


@languages
def test_near_distances_have_a_bucket_each_and_far_ones_share_larger_ones(language):
    page = shown("t5_buckets", language)
    buckets, size = page.values("buckets"), page.setting.positions
    count = page.setting.bucket_count
    before, after = buckets[-1].flip(0).int().tolist(), buckets[0].int().tolist()
    assert not {*before} & {*after[1:]}
    assert max(before) == count // 2 - 1 and max(after) == count - 1
    widths = [before.count(one) for one in sorted({*before})]
    assert widths == sorted(widths) and widths[0] == widths[1] == 1 < widths[2] < widths[-1]
    # The last has all that is further, whatever the sizes: T5's own, too.
    far = torch.tensor([-(10**6)])
    assert int(buckets_of(page.setting, far)) == before[-1]
    limits = bucket(-torch.arange(200), 32, 128, both_sides=True)
    sizes = [int((limits == one).sum()) for one in range(15)]
    assert sizes == sorted(sizes) and sizes[:8] == [1] * 8
    bias = page.values("distance_bias")
    for row in range(size):
        for col in range(size):
            same = bias[buckets == buckets[row, col]]
            assert torch.all(same == bias[row, col])
    assert page.text("frame.untrained", seed=page.setting.seed) in page.notes


@languages
def test_only_a_table_ends_and_what_goes_on_is_outlined(language):
    page = shown("past_length", language)
    trained, size = page.setting.trained_len, page.setting.positions
    assert trained < size and page.setting.way == "learned"
    without = torch.isnan(page.values("placed")).all(1)
    assert without.tolist() == [row >= trained for row in range(size)]
    assert page.text("controls.way") in question_of("past_length").answer(language)
    ways = question_of("past_length").stays["way"]
    for way, matrix in zip(ways, ("scores", "distance_bias", "distance_bias"), strict=True):
        other = page.with_values(way=way)
        assert not torch.isnan(other.values(matrix)).any()
        marks = torch.as_tensor(other.matrices[matrix].marks)
        assert torch.equal(marks, is_past(other.setting)) and bool(marks.any())
        assert question_of("past_length") in questions_at("positional_encoding", other.setting)


@languages
def test_a_cache_keeps_the_keys_and_values_of_a_group_once(language):
    page = shown("grouped_heads", language)
    setting, answer = page.setting, question_of("grouped_heads").answer(language)
    heads, shared, d_k = setting.heads, setting.used_kv_heads, setting.d_k
    numbers = [cached_numbers(count, d_k) for count in (shared, heads, 1)]
    assert all(f"{count}" in answer for count in (heads, shared, *numbers))
    assert numbers == [8, 32, 4]
    for name in ("keys", "values", "queries"):
        tiles = page.values(f"{name}_heads")
        different = len({tuple(tile.flatten().tolist()) for tile in tiles})
        assert different == (heads if name == "queries" else shared)


def test_a_window_leaves_a_query_itself_and_the_keys_just_before_it():
    page = shown("sliding_window")
    window, size = page.setting.window, page.setting.size
    assert window == 4 < size
    assert "three keys before it" in question_of("sliding_window").answer("en")
    weights = page.values("window_weights")
    for query in range(size):
        seen = [key for key in range(size) if weights[query, key] > 0]
        assert seen == list(range(max(0, query - 3), query + 1))
    torch.testing.assert_close(weights.sum(1), torch.ones(size))


def test_no_document_sees_another():
    page = shown("packed_documents")
    documents, weights = page.setting.documents_in_order.tolist(), page.values("packed_weights")
    assert len({*documents}) == 3 and 0 not in page.setting.token_ids
    for query, own in enumerate(documents):
        seen = [key for key in range(page.setting.size) if weights[query, key] > 0]
        assert seen == [key for key in range(query + 1) if documents[key] == own]
        if own not in documents[:query]:
            assert seen == [query]


def test_a_cosine_is_above_the_line_first_and_below_it_then():
    setting = shown("cosine").setting
    cosine = setting.schedule
    kept = {one.shape: one for one in setting.schedules.values()}
    assert cosine.shape == "cosine" and {*kept} == {PAPER, "linear"}
    first, last = cosine.warmup_steps, cosine.total_steps
    middle = (first + last) // 2
    steps = torch.arange(first, last + 1)
    apart = cosine.rates(steps).double() - kept["linear"].rates(steps).double()
    assert torch.all(apart[1 : middle - first] > 0) and torch.all(
        apart[middle - first + 1 : -1] < 0
    )
    falls = -cosine.rates(steps[:: (last - first) // 8]).double().diff()
    assert max(falls[0], falls[-1]) < 0.5 * min(falls[3], falls[4])
    # Only the paper's curve is the same however long the training is.
    longer = setting.with_values(total=2 * setting.total).schedule
    assert longer.rate(middle) != cosine.rate(middle)
    assert not kept[PAPER].falls_to_an_end


@languages
def test_larger_gradients_weaken_the_decay_that_goes_through_them_alone(language):
    page = shown("adamw", language)
    label = page.text("try.larger")
    assert label in question_of("adamw").answer(language) and label in page.row("suggestions")
    larger = page.pressed("try.larger")
    assert question_of("adamw") in questions_at("learning_rate", larger.setting)
    assert question_of("adamw") in questions_at(
        "learning_rate", page.pressed("try.smaller").setting
    )
    taken = []
    for one in (page, larger):
        ends = {rule: weights_of(run)[-1] for rule, run in weight_runs(one.setting).items()}
        taken.append({rule: ends["adam"] - ends[rule] for rule in ("l2", "adamw")})
    assert taken[1]["l2"] < 0.5 * taken[0]["l2"]
    assert taken[1]["adamw"] == pytest.approx(taken[0]["adamw"], rel=0.01)


@languages
def test_a_cache_keeps_as_many_numbers_as_the_answer_says(language):
    question, page = question_of("key_value_cache"), shown("key_value_cache", language)
    state, tensors = question.state(language), page.setting.written.computation.tensors
    encoder, rows = 2 + 2 * 2, 6
    assert state.selection.view == f"0_0.5_0.5_{encoder + rows}_16"
    assert state.selection.pin.startswith(f"probabilities@{rows - 1}.")
    kept = [
        tensor if "cross_attention" in name else tensor[:, :rows]
        for name, tensor in tensors.items()
        if name.startswith("decoder") and name.endswith((".keys", ".values"))
    ]
    answer = question.answer(language)
    assert f"{sum(one.numel() for one in kept):,}" in answer
    assert str(rows) in answer and str(sum(range(1, rows + 1))) in answer
