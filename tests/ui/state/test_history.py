"""Undo and redo, whatever was changed before."""

from hypothesis import given
from hypothesis import strategies as st

from ui.state.history import LONGEST, History

settings = st.lists(st.integers(0, 5), min_size=1, max_size=30)


def made(states: list[int]) -> History[int]:
    """A history of these settings, the first of them the one that was opened with."""
    history = History((states[0],))
    for state in states[1:]:
        history = history.changed_to(state)
    return history


def without_repeats(states: list[int]) -> list[int]:
    return [state for place, state in enumerate(states) if place == 0 or state != states[place - 1]]


@given(settings)
def test_undo_goes_back_through_every_setting_to_the_first(states):
    history = made(states)
    seen = [history.state]
    while history.can_undo:
        history = history.undone()
        seen.append(history.state)
    assert seen == without_repeats(states)[::-1]
    assert history.undone() == history


@given(settings, st.integers(0, 30))
def test_redo_restores_what_undo_took_back(states, steps):
    history = made(states)
    for _ in range(steps):
        history = history.undone()
    for _ in range(steps):
        history = history.redone()
    assert history.state == states[-1]
    assert not history.can_redo


@given(settings, st.integers(1, 30), st.integers(6, 9))
def test_a_change_after_undo_takes_its_place(states, steps, other):
    history = made(states)
    for _ in range(steps):
        history = history.undone()
    changed = history.changed_to(other)
    assert not changed.can_redo
    assert changed.undone().state == history.state


@given(settings, st.lists(st.sampled_from(["undone", "redone"]), max_size=10))
def test_the_previous_setting_is_what_was_in_force_before_the_last_step(states, moves):
    history = made(states)
    for move in moves:
        before, history = history, getattr(history, move)()
        if history != before:
            assert history.previous == before.state


def test_nothing_is_before_the_first_change():
    assert made([3]).previous is None
    assert made([3, 3]).previous is None
    assert made([3, 4]).previous == 3


def test_a_setting_that_the_controls_took_otherwise_is_no_further_step():
    history = made([1, 2, 3]).undone().replace_current(20)
    assert history.state == 20
    assert history.redone().state == 3
    assert history.undone().state == 1


def test_only_so_many_settings_are_kept():
    history = made(list(range(3 * LONGEST)))
    assert len(history.states) == LONGEST
    assert history.state == 3 * LONGEST - 1
    assert history.undone().state == 3 * LONGEST - 2
