import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from transformer_core import generator
from transformer_lab.examples import random_embedding, random_matrix

sides = st.integers(1, 16)


def test_the_embedding_is_that_of_a_seeded_torch_embedding():
    with torch.random.fork_rng():
        torch.manual_seed(123)
        expected = torch.nn.Embedding(10, 16).weight
    assert torch.equal(random_embedding(10, 16, seed=123), expected)


def test_the_embedding_of_a_small_table_is_that_of_torch_too():
    with torch.random.fork_rng():
        torch.manual_seed(5)
        expected = torch.nn.Embedding(2, 3).weight
    assert torch.equal(random_embedding(2, 3, seed=5), expected)


def test_torchs_global_generator_is_left_alone():
    before = torch.random.get_rng_state()
    random_embedding(4, 4, seed=1)
    random_matrix(4, 4, seed=1)
    assert torch.equal(torch.random.get_rng_state(), before)


def test_stream_n_is_the_nth_draw_after_seeding():
    draw = generator(9)
    for stream in range(3):
        expected = torch.randn(16, 16, generator=draw)
        assert torch.equal(random_matrix(16, 16, seed=9, stream=stream), expected)


def test_streams_and_seeds_differ():
    first = random_matrix(4, 4, seed=1)
    assert not torch.equal(first, random_matrix(4, 4, seed=1, stream=1))
    assert not torch.equal(first, random_matrix(4, 4, seed=2))


@given(rows=sides, cols=sides, seed=st.integers(0, 2**32 - 1))
def test_a_size_that_grows_keeps_the_numbers_already_there(rows, cols, seed):
    whole = random_matrix(16, 16, seed)
    assert torch.equal(random_matrix(rows, cols, seed), whole[:rows, :cols])


@pytest.mark.parametrize("seed", [-1, 2**32, 1.0, True])
def test_a_seed_outside_the_generators_range_is_refused(seed):
    with pytest.raises(ValueError, match="seed must be a whole number from 0 to"):
        generator(seed)


def test_a_matrix_larger_than_the_draw_is_refused():
    with pytest.raises(
        ValueError, match="rows and cols must be at most 16, got rows=17 and cols=2"
    ):
        random_matrix(17, 2, seed=0)


def test_a_negative_stream_is_refused():
    with pytest.raises(ValueError, match="stream must be a finite number of at least 0, got -1"):
        random_matrix(2, 2, seed=0, stream=-1)


def test_a_stream_is_a_whole_number():
    with pytest.raises(ValueError, match=r"stream must be a whole number, got 0\.5"):
        random_matrix(2, 2, 0, stream=0.5)
