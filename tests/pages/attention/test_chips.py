"""The attention page's examples and things to try, and what they say to watch for."""

from urllib.parse import parse_qsl

import pytest
import torch

from tests.pages.answers import Asked
from ui.answer.parts import Chips, Link

PRESETS = ("three_queries", "one_match", "two_matches", "identity", "random", "sentence")


def asked(language: str = "en", **more) -> Asked:
    return Asked("attention", language, **more)


def values(page: Asked, name: str) -> torch.Tensor:
    return torch.as_tensor(page.matrices[name].values)


def watched(page: Asked) -> list[str]:
    """What the chips that are on say to watch for."""
    return [chip.hint for row in page.all(Chips) for chip in row.chips if chip.is_on]


@pytest.mark.parametrize(
    ("preset", "output"), [("one_match", [[10.0, 0.0]]), ("two_matches", [[550.0, 5.5]])]
)
def test_presets_bring_their_own_sizes_and_numbers(preset, output):
    page = asked(source="random", queries=7, scaling=False, edits={("Q", 0, 0): 1.0})
    page = page.pressed(page.chip(page.text(f"presets.{preset}")))
    assert page.setting.queries == 1
    torch.testing.assert_close(values(page, "output"), torch.tensor(output), atol=5e-3, rtol=0)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_is_on_and_says_what_to_watch_for_until_a_number_is_edited(language, preset):
    page = asked(language)
    page = page.pressed(page.chip(page.text(f"presets.{preset}")))
    assert watched(page) == [page.text(f"watch.{preset}")]
    assert watched(page.with_values(edits={("Q", 0, 0): 0.25})) == []


def test_what_the_examples_say_to_watch_for_is_so():
    worked = asked().setting.steps.weights
    assert [sorted(row) for row in worked.round(decimals=4).tolist()] == [
        [0, 0, 0.5, 0.5],
        [0, 0, 0, 1],
        [0, 0, 0.5, 0.5],
    ]
    two = asked(source="two_matches", queries=1).setting
    assert two.steps.scores[0, 2:].tolist() == [100, 100]
    torch.testing.assert_close(two.steps.output[0], two.matrices.V[2:].mean(0))
    identity = asked(source="identity", queries=2, d_k=4, d_v=3).setting.steps.weights
    expected = torch.tensor([[0, 1, 0, 0], [0.5, 0, 0, 0.5]])
    torch.testing.assert_close(identity, expected)


@pytest.mark.parametrize("mask", ["none", "padding", "look_ahead"])
def test_without_scaling_no_row_of_weights_gets_more_even(mask):
    page = asked(source="random", mask=mask, queries=4, d_k=9)
    page, before = page.pressed(page.chip(page.text("try.scaling"))), page
    bits = [one.matrices["weights"].bars.values for one in (page, before)]
    assert all(now <= earlier + 1e-6 for now, earlier in zip(*bits, strict=True))
    assert page.text("watch.try_scaling") in watched(page)
    torch.testing.assert_close(values(page, "scaled"), values(page, "scores"))


def shown(page: Asked) -> torch.Tensor:
    """The weights in the two decimals of a cell."""
    return (100 * values(page, "weights")).round()


@pytest.mark.parametrize("mask", ["none", "padding", "look_ahead"])
@pytest.mark.parametrize("preset", PRESETS)
def test_turning_the_scaling_off_changes_weights_that_are_shown(language, preset, mask):
    page = asked(language)
    page = page.pressed(page.chip(page.text(f"presets.{preset}"))).with_values(mask=mask)
    (offered,) = [
        name
        for name in ("scaling", "scaling_trained", "scaling_elsewhere")
        if page.text(f"try.{name}") in page.row("suggestions")
    ]
    tried = page.pressed(f"try.{offered}")
    assert not tried.setting.scaling
    assert not torch.equal(shown(tried), shown(tried.with_values(scaling=True)))
    assert page.chip(page.text(f"try.{offered}")).hint == page.text(f"watch.try_{offered}")
    # The example stays where it shows the difference itself.
    unchanged = torch.equal(shown(page), shown(page.with_values(scaling=False)))
    assert (offered == "scaling") != unchanged
    assert (tried.setting.source == page.setting.source) != unchanged


@pytest.mark.parametrize("preset", PRESETS)
def test_a_switch_that_changes_no_shown_weight_says_so(language, preset):
    page = asked(language)
    page = page.pressed(page.chip(page.text(f"presets.{preset}")))
    off = page.with_values(scaling=False)
    unchanged = torch.equal(shown(page), shown(off))
    assert (page.text("unscaled_same") in off.notes) == unchanged
    assert page.text("unscaled_same") not in page.notes


def test_with_keys_of_one_number_there_is_no_scaling_to_turn_off():
    page = asked(source="random", d_k=1)
    labels = {page.text(f"try.{name}") for name in ("scaling", "scaling_elsewhere")}
    assert not labels & set(page.row("suggestions"))


def test_the_reason_for_the_scaling_is_one_press_away(language):
    page = asked(language)
    (link,) = page.all(Link, "picture")
    name, _, query = link.address.partition("?")
    opened = Asked.at(name, language, **dict(parse_qsl(query)))
    assert opened.setting.mistake == "unscaled_scores"
    assert page.text("pages.mistakes") in link.label
    assert opened.text("presets.unscaled_scores") in link.label


def test_the_first_sentence_has_a_word_twice_with_the_same_rows(language):
    page = asked(language)
    page = page.pressed(page.chip(page.text("presets.sentence")))
    words = page.setting.words
    first, second = next(
        (one, other)
        for other in range(len(words))
        for one in range(other)
        if words[one] == words[other]
    )
    for name in ("Q", "V"):
        assert torch.equal(values(page, name)[first], values(page, name)[second])
    assert torch.equal(values(page, "K")[:, first], values(page, "K")[:, second])


@pytest.mark.parametrize("mask", ["none", "padding"])
def test_bits_are_explained_beside_the_bars(language, mask):
    page = asked(language, mask=mask, padding=16)
    means = page.text("matrices.entropy_means")
    (text,) = [note for note in page.notes if note.startswith(means)]
    assert (page.text("matrices.entropy_empty") in text) == (mask == "padding")


def test_more_padding_than_keys_is_said(language):
    values = {"padding": 9, "keys": 4}
    page = asked(language, mask="padding", padding=9)
    assert page.text("matrices.more_padding", **values) in page.notes
    assert page.text("matrices.more_padding", **values) not in page.with_values(mask="none").notes
    kept = page.with_values(padding=4)
    assert not [note for note in kept.notes if note.startswith("You asked for")]


def test_what_comes_later_is_hidden_and_the_first_query_has_one_key():
    page = asked(source="random")
    page = page.pressed(page.chip(page.text("try.hide_future")))
    weights = values(page, "weights")
    assert torch.equal(weights == 0, torch.ones(3, 4).triu(1).bool())
    assert weights[0, 0] == 1
    assert page.state.selection.pin == "weights.0.0"
    assert page.text("watch.try_hide_future") in watched(page)


def test_two_equal_keys_get_the_same_score_from_every_query():
    page = asked(source="sentence", sentence="the cat sat")
    page = page.pressed(page.chip(page.text("try.same_keys")))
    scores = values(page, "scores")
    assert torch.equal(scores[:, 0], scores[:, 1])
    assert watched(page) == [page.text("watch.try_same_keys")]


def test_a_single_key_is_not_offered_to_be_made_the_same():
    labels = [chip.label for row in asked(keys=1).all(Chips) for chip in row.chips]
    assert asked().text("try.same_keys") not in labels
