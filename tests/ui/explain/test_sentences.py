"""Every step says what it does in its place and why, in a sentence of its own."""

from collections.abc import Iterator, Sequence
from functools import cache

import pytest

from pages.ablations.forward import forward_of
from pages.masks.comparison import comparison_of
from pages.masks.comparison_arithmetic import comparison_computation
from pages.masks.setting import COMPARED, MaskSetting
from pages.positional_encoding.computations import (
    joined_computation,
    learned_computation,
    orders_computation,
    shift_computation,
)
from pages.positional_encoding.later import WAYS
from pages.positional_encoding.setting import EMBEDDINGS, EncodingSetting
from pages.translator.choices import SUMMARIES
from tests.core.explain.computations import computations
from tests.lab.mistakes.computations import mistakes
from tests.pages.answers import Asked
from tests.pages.snapshots.page_text import answering_pages, states
from transformer_core.explain.computation import INPUT, Cell, Computation, Step
from transformer_lab.learning.ablations import VARIANTS
from ui.explain import explanation
from ui.explain.arithmetic import Arithmetic
from ui.explain.sentences import SECTION, WORDS, sentence, sentence_name
from ui.words.language import LANGUAGES, read_words, text_of

TEXT = text_of(WORDS, "en")


@cache
def shown_on(page: str) -> list[Computation]:
    """The computations of all arithmetic in all presets of a page."""
    return explained_in([asked for _, asked in states(page)])


@cache
def summaries() -> list[Computation]:
    """What sums up the heads of an attention, and how far a patched vector has moved."""
    ways = [{"combination": one, "kind": "encoder"} for one in SUMMARIES]
    ways.append({"below": "patching", "pin": "patch_encoder.2.2"})
    return explained_in([Asked("your_sentence", **way) for way in ways])


def explained_in(pages: Sequence[Asked]) -> list[Computation]:
    """The computations of all arithmetic on these pages."""
    found: dict[int, Computation] = {}
    explained = explanation.explain

    def recorded(computation: Computation, cell: Cell) -> explanation.Explanation:
        found[id(computation)] = computation
        return explained(computation, cell)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(explanation, "explain", recorded)
        for asked in pages:
            asked.all(Arithmetic)
    return [*found.values()]


def compared_masks() -> Iterator[Computation]:
    for attention, names in COMPARED.items():
        for name in names:
            yield comparison_computation(
                comparison_of(MaskSetting(attention=attention, compare=name, target="je suis"))
            )
            trained = {"source": "trained", "sentence": "the dog ran", "gain": 2}
            yield comparison_computation(
                comparison_of(MaskSetting(attention=attention, compare=name, **trained))
            )


def positions_below() -> list[Computation]:
    """Words and positions added and concatenated, with random and trained embeddings; both orders
    of the columns; and the ways since the paper.
    """
    words = EncodingSetting(sentence="the dog saw the cat")
    joined = [joined_computation(words.with_values(embedding=one)) for one in EMBEDDINGS]
    later = [way.computation(words.with_values(way=name)) for name, way in WAYS.items()]
    below = [made(words) for made in (orders_computation, learned_computation, shift_computation)]
    return [*joined, *below, *later]


def without_a_part() -> list[Computation]:
    return [forward_of(name, 1).computation for name in VARIANTS]


def first_cells(computation: Computation) -> Iterator[Cell]:
    """One cell of each tensor whose place is known."""
    for name, tensor in computation.tensors.items():
        if name in computation.origins:
            yield Cell(name, (0,) * tensor.dim())


def assert_all_say_something(computation: Computation) -> set[str]:
    names = {cell: sentence_name(TEXT, computation, cell) for cell in first_cells(computation)}
    silent = [
        (cell.tensor, computation.step(cell).kind) for cell, name in names.items() if not name
    ]
    assert not silent
    return set(names.values())


@pytest.mark.sampled
@pytest.mark.parametrize("page", answering_pages())
def test_every_step_of_every_preset_has_its_sentence(page):
    assert shown_on(page), "nothing is explained here"
    for computation in shown_on(page):
        assert_all_say_something(computation)


def test_every_step_of_every_comparison_of_masks_has_its_sentence():
    for computation in compared_masks():
        assert_all_say_something(computation)


def test_every_step_of_the_tabs_on_positions_has_its_sentence():
    for computation in positions_below():
        assert_all_say_something(computation)


def test_every_step_of_a_model_without_a_part_has_its_sentence():
    for computation in without_a_part():
        assert_all_say_something(computation)


def test_every_step_of_a_model_has_its_sentence_in_either_order_of_norm_and_with_dropout():
    for computation in computations():
        assert_all_say_something(computation)


def test_every_mistake_has_a_sentence_for_each_step():
    for computation in mistakes():
        assert_all_say_something(computation)


@pytest.mark.sampled
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", answering_pages())
def test_the_arithmetic_shows_its_sentence_before_the_numbers(page, language):
    for label, asked in states(page, language):
        for arithmetic in asked.all(Arithmetic):
            assert arithmetic.sentence, label
            assert arithmetic.sentence != arithmetic.question
            assert asked.text.language == language


def every_sentence_used() -> set[str]:
    pages = [one for page in answering_pages() for one in shown_on(page)]
    every = [
        *pages,
        *compared_masks(),
        *positions_below(),
        *summaries(),
        *without_a_part(),
        *computations(),
        *mistakes(),
    ]
    cells = [
        (one, Cell(name, (0,) * one.tensors[name].dim())) for one in every for name in one.tensors
    ]
    return {sentence_name(TEXT, computation, cell) for computation, cell in cells}


def test_no_sentence_waits_for_a_step_that_does_not_exist():
    written = {name for name in read_words("en", WORDS) if name.startswith(SECTION)}
    by_hand = f"{SECTION}.by_hand"
    assert written - every_sentence_used() == {by_hand}


def test_a_product_says_in_each_place_what_it_is_there():
    """Queries, keys, values, W_O and both lines of the network are all linear layers."""
    config_of_8 = computations()[0]
    linear = [cell for cell in first_cells(config_of_8) if config_of_8.step(cell).kind == "linear"]
    said = {sentence_name(TEXT, config_of_8, cell) for cell in linear}
    assert {name.rpartition(".")[2] for name in said} == {
        "queries", "keys", "values", "projected", "hidden", "output", "logits"
    }  # fmt: skip
    assert len({TEXT(name) for name in said}) == len(said)


def test_cross_attention_speaks_of_the_source_and_self_attention_does_not():
    computation = computations()[0]
    for cell in first_cells(computation):
        block = computation.origins[cell.tensor].block
        name = sentence_name(TEXT, computation, cell)
        if block is not None and block.part == "self_attention":
            assert "source" not in TEXT(name), name
    words = TEXT.section(f"{SECTION}.cross_attention")
    assert all("source" in one for one in words.values())


def test_a_number_set_by_hand_says_so():
    computation = next(one for one in computations() if one.by_hand)
    (cell,) = computation.by_hand
    assert sentence_name(TEXT, computation, cell) == f"{SECTION}.by_hand"
    other = Cell(cell.tensor, (0, 0))
    assert computation.step(cell) is INPUT
    assert sentence_name(TEXT, computation, other) != f"{SECTION}.by_hand"


def test_a_step_that_nobody_has_described_says_nothing():
    computation = computations()[0]
    nameless = Computation(computation.tensors, {"logits": Step("linear")})
    assert sentence(TEXT, nameless, Cell("logits", (0, 0))) == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_can_be_read_at_a_glance(language):
    """One to three short sentences, which end like sentences and name no setting."""
    longest = {"en": 240, "ko": 150}[language]
    for name, words in read_words(language, WORDS).items():
        assert len(words) <= longest, name
        assert words.endswith("."), name
        assert "{" not in words, name
        assert words.count(". ") <= 2, name
