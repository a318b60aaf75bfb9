"""Kinds of heads, measured."""

import pytest
import torch

from transformer_lab.measures.head_kinds import KINDS, head_kinds, heads_like, kind_targets

IDS = [7, 8, 9, 7, 8]
EVENLY = torch.full((5, 5), 0.2)


def test_the_keys_of_each_kind_by_hand():
    found = {
        kind: [tuple(place) for place in one.nonzero().tolist()]
        for kind, one in zip(KINDS, kind_targets(IDS), strict=True)
    }
    assert found == {
        "previous": [(1, 0), (2, 1), (3, 2), (4, 3)],
        "same": [(place, place) for place in range(5)],
        "first": [(1, 0), (2, 0), (3, 0), (4, 0)],
        "duplicate": [(3, 0), (4, 1)],
        "induction": [(3, 1), (4, 2)],
    }


def test_a_word_twice_in_a_row_is_not_induced_from_itself():
    """Of 7 7 the token after the earlier 7 is the query itself, which it cannot follow."""
    targets = dict(zip(KINDS, kind_targets([7, 7]), strict=True))
    assert targets["duplicate"].tolist() == [[False, False], [True, False]]
    assert not targets["induction"].any()


@pytest.mark.parametrize(("kind", "at"), [(kind, at) for at, kind in enumerate(KINDS)])
def test_a_head_of_each_kind_gets_1_and_an_even_one_a_fifth(kind, at):
    head = kind_targets(IDS)[at].float()
    figures = head_kinds(torch.stack([head, EVENLY])[None], IDS)
    assert figures[kind][0].tolist() == pytest.approx([1.0, 0.2])


def test_a_kind_without_any_key_is_left_out():
    assert head_kinds(EVENLY[None, None, :3, :3], [1, 2, 3]).keys() == {"previous", "same", "first"}
    assert head_kinds(torch.ones(1, 1, 1, 1), [1]).keys() == {"same"}


def test_heads_like_one_by_hand():
    sharp, near = torch.eye(2), torch.tensor([[0.75, 0.25], [0.25, 0.75]])
    weights = torch.stack([torch.stack([sharp, sharp.flip(0)]), torch.stack([near, sharp])])
    assert heads_like(weights, 0, 0) == [(1, 1, 0.0), (1, 0, 0.25), (0, 1, 1.0)]
