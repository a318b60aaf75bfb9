import pytest
import torch

from english_korean import Translator
from english_korean.heads.jobs import JOBS
from english_korean.heads.measured import (
    Figure,
    HeadJob,
    Measured,
    Tally,
    belonging,
    best_job,
    head_jobs,
    jobs_of,
    measured,
    sinks_of,
)
from english_korean.heads.table import NO_JOB, job_table
from english_korean.language.recognition import recognise

TEXTS = ("The cat eats fish.", "She wears a new hat.", "My father reads while he eats.")


@pytest.fixture(scope="module")
def pairs():
    return [recognise(text).pair for text in TEXTS]


@pytest.fixture(scope="module")
def translator():
    return Translator.load()


def attending(offset, count):
    """Weights (1, 1, 1, count, count) of a head that attends to one neighbour exactly; where there
    is none, to itself.
    """
    weights = torch.zeros(count, count)
    for query in range(count):
        key = query + offset
        weights[query, key if 0 <= key < count else query] = 1.0
    return weights[None, None, None]


def encoder_figures(weights, pair):
    found = Measured(1, 1)
    found.add("encoder", JOBS["encoder"], weights, [pair])
    return found


@pytest.mark.parametrize(
    ("offset", "name"), [(-1, "previous word"), (0, "itself"), (1, "next word")]
)
def test_a_head_that_attends_to_one_neighbour_only_has_that_job(pairs, offset, name):
    count = len(pairs[0].words)
    (found,) = head_jobs(encoder_figures(attending(offset, count), pairs[0]), fewest=1)
    assert found == HeadJob("encoder", 0, 0, name, Figure(1.0, 1.0, count - abs(offset)))
    assert found.job == name


def test_a_head_that_attends_everywhere_alike_has_no_job(pairs):
    count = len(pairs[0].words)
    even = torch.full((1, 1, 1, count, count), 1 / count)
    (found,) = head_jobs(encoder_figures(even, pairs[0]), fewest=1)
    assert found.job == ""
    assert found.figure.weight == pytest.approx(1 / count)


def test_a_figure_is_the_mean_over_the_queries_that_have_the_target():
    weights = torch.tensor([[0.2, 0.8], [0.9, 0.1]])[None, None, None]
    tally = Tally()
    tally.add(weights, [{0: [0]}])
    assert tally.figure(0, 0) == (pytest.approx(0.2), 0.0, 1)
    tally.add(weights, [{0: [1], 1: [0]}])
    assert tally.figure(0, 0) == (pytest.approx((0.2 + 0.8 + 0.9) / 3), pytest.approx(2 / 3), 3)


def test_layers_and_heads_are_told_apart():
    weights = torch.zeros(1, 2, 3, 2, 2)
    weights[0, 1, 2, 0, 1] = 1.0
    tally = Tally()
    tally.add(weights, [{0: [1]}])
    each = {(layer, head): tally.figure(layer, head).weight
            for layer in range(2) for head in range(3)}  # fmt: skip
    assert each.pop((1, 2)) == 1.0
    assert set(each.values()) == {0.0}


def test_several_keys_of_one_query_are_added():
    assert belonging([{1: (0, 2)}], 2, 3).tolist() == [[[False] * 3, [True, False, True]]]
    tally = Tally()
    tally.add(torch.tensor([[0.3, 0.5, 0.2]])[None, None, None], [{0: (0, 2)}])
    assert tally.figure(0, 0) == (pytest.approx(0.5), 0.0, 1)


def test_the_general_job_is_named_where_a_special_one_is_hardly_better():
    figures = {"next word": Figure(0.9, 1.0, 100), "determiner at its noun": Figure(0.93, 1.0, 50)}
    assert best_job(figures)[0] == "next word"
    figures["next word"] = Figure(0.6, 1.0, 100)
    assert best_job(figures)[0] == "determiner at its noun"


def test_a_job_with_few_queries_is_nobodys():
    figures = {"rare": Figure(1.0, 1.0, 3), "common": Figure(0.5, 0.5, 300)}
    assert best_job(figures)[0] == "common"
    assert best_job({"rare": Figure(1.0, 1.0, 3)})[0] == ""


def test_all_heads_of_a_model_are_measured_and_padding_changes_nothing(translator, pairs):
    together = jobs_of(translator, pairs, fewest=1)
    config = translator.model.config
    assert len(together) == 3 * config.num_layers * config.num_heads
    found, alone = measured(translator, pairs), [measured(translator, [one]) for one in pairs]
    for job in JOBS["encoder"][:3]:
        figures = [one.figures("encoder", 0, 0)[job.name] for one in alone]
        count = sum(each.queries for each in figures)
        mean = sum(each.weight * each.queries for each in figures) / count
        figure = found.figures("encoder", 0, 0)[job.name]
        assert figure.queries == count
        assert figure.weight == pytest.approx(mean, abs=1e-5)


def test_a_sink_takes_at_least_an_even_share(translator, pairs):
    longest = max(len(pair.words) for pair in pairs)
    for sink in sinks_of(translator, pairs):
        assert 1 / longest <= sink.share <= 1.0


def test_the_table_counts_layers_and_heads_from_one():
    jobs = [HeadJob("encoder", 0, 1, "itself", Figure(0.51234, 0.9, 120)),
            HeadJob("cross", 1, 0, "aligned word", Figure(0.2, 0.1, 50))]  # fmt: skip
    *_, first, second = job_table(jobs).splitlines()
    assert first == "| encoder | 1 | 2 | itself | 0.512 | 0.900 | 120 |"
    assert second.startswith(f"| cross | 2 | 1 | {NO_JOB}aligned word | 0.200 |")
