import dataclasses

import pytest

from english_korean.heads.jobs import ATTENTIONS, JOBS
from english_korean.language.recognition import recognise
from english_korean.language.syntax import STYLE_NAME, Style, Word


def with_control(text):
    """A pair whose English ends with the style's token."""
    pair = without_control(text)
    control = Word(Style().token, STYLE_NAME)
    return dataclasses.replace(pair, words=(*pair.words, control))


def without_control(text):
    pair = recognise(text).pair
    words = tuple(word for word in pair.words if word.name != STYLE_NAME)
    return dataclasses.replace(pair, words=words)


def targets(attention, job, pair):
    (found,) = (each.targets(pair) for each in JOBS[attention] if each.name == job)
    return {query: set(keys) for query, keys in found.items()}


@pytest.mark.parametrize("pair_of", [with_control, without_control])
def test_words_have_words_as_neighbours(pair_of):
    pair = pair_of("The cat sleeps.")
    assert targets("encoder", "previous word", pair) == {1: {0}, 2: {1}}
    assert targets("encoder", "next word", pair) == {0: {1}, 1: {2}}
    assert targets("encoder", "itself", pair) == {0: {0}, 1: {1}, 2: {2}}
    assert targets("encoder", "first word", without_control("The cat sleeps.")) == {1: {0}, 2: {0}}


def test_all_words_can_attend_to_the_control_token_if_there_is_one():
    there, missing = with_control("The cat sleeps."), without_control("The cat sleeps.")
    assert targets("encoder", "control token", there) == {0: {3}, 1: {3}, 2: {3}}
    assert targets("encoder", "control token", missing) == {}
    assert targets("encoder", "last word", there) == {0: {2}, 1: {2}, 3: {2}}
    assert targets("encoder", "last word", missing) == {0: {2}, 1: {2}}


def test_the_start_carries_the_style_where_no_control_token_does():
    there, missing = with_control("The cat sleeps."), without_control("The cat sleeps.")
    rows = {row: {0} for row in range(1, len(there.morphemes) + 1)}
    assert (targets("decoder", "start token", there), targets("decoder", "style's token", there)) \
        == (rows, {})  # fmt: skip
    assert (targets("decoder", "start token", missing),
            targets("decoder", "style's token", missing)) == ({}, rows)  # fmt: skip


def test_the_first_row_of_the_decoder_has_no_choice():
    pair = without_control("The cat sleeps.")
    for job in JOBS["decoder"]:
        assert 0 not in job.targets(pair)


def test_the_aligned_word_is_that_of_the_token_which_is_predicted():
    pair = without_control("The cat eats fish.")  # 고양이 -은/는 생선 -을/를 먹- -는다
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
    for pair in (with_control(text), without_control(text)):
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
