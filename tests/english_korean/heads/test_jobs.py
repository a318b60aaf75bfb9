import pytest

from english_korean.heads.jobs import ATTENTIONS, JOBS
from english_korean.language.recognition import recognise


def pair_of(text):
    return recognise(text).pair


def targets(attention, job, pair):
    (found,) = (each.targets(pair) for each in JOBS[attention] if each.name == job)
    return {query: set(keys) for query, keys in found.items()}


def test_words_have_words_as_neighbours():
    pair = pair_of("The cat sleeps.")
    assert targets("encoder", "previous word", pair) == {1: {0}, 2: {1}}
    assert targets("encoder", "next word", pair) == {0: {1}, 1: {2}}
    assert targets("encoder", "itself", pair) == {0: {0}, 1: {1}, 2: {2}}
    assert targets("encoder", "first word", pair) == {1: {0}, 2: {0}}
    assert targets("encoder", "last word", pair) == {0: {2}, 1: {2}}


def test_all_tokens_can_attend_to_the_one_that_carries_the_style():
    pair = pair_of("The cat sleeps.")
    rows = {row: {0} for row in range(1, len(pair.morphemes) + 1)}
    assert targets("decoder", "style's token", pair) == rows


def test_the_first_row_of_the_decoder_has_no_choice():
    pair = pair_of("The cat sleeps.")
    for job in JOBS["decoder"]:
        assert 0 not in job.targets(pair)


def test_the_aligned_word_is_that_of_the_token_which_is_predicted():
    pair = pair_of("The cat eats fish.")  # 고양이 -은/는 생선 -을/를 먹- -는다
    texts = [each.text for each in pair.morphemes]
    assert texts[:5] == ["고양이", "-은/는", "생선", "-을/를", "먹-"]
    assert targets("cross", "aligned word", pair) == {0: {1}, 2: {3}, 4: {2}}
    assert targets("cross", "word aligned with the previous token", pair) \
        == {1: {1}, 3: {3}, 5: {2}}  # fmt: skip
    assert targets("decoder", "particle at its noun", pair) == {2: {1}, 4: {3}}
    assert targets("decoder", "ending at its verb stem", pair) == {6: {5}}


@pytest.mark.parametrize("attention", ATTENTIONS)
@pytest.mark.parametrize("text", ["Good morning.", "Thank you.", "Is it cold?", "Look at me!"])
def test_every_position_exists(attention, text):
    pair = pair_of(text)
    rows = len(pair.morphemes) + 1
    queries = len(pair.words) if attention == "encoder" else rows
    keys = rows if attention == "decoder" else len(pair.words)
    for job in JOBS[attention]:
        for query, theirs in job.targets(pair).items():
            assert 0 <= query < queries
            assert theirs and all(0 <= key < keys for key in theirs)


def test_no_two_jobs_of_an_attention_have_one_name():
    for jobs in JOBS.values():
        assert len({job.name for job in jobs}) == len(jobs)
