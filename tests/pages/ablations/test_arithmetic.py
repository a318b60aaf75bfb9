"""A press on a number pins it and explains it, in the model that it is of."""

import pytest

from pages.ablations.arithmetic import head_of, run_of
from pages.ablations.forward import PATHS, forward_of
from tests.pages.answers import Asked
from transformer_lab.learning.ablations import VARIANTS
from ui.answer.parts import Board
from ui.words.language import text_of

variants = pytest.mark.parametrize("variant", VARIANTS)
languages = pytest.mark.parametrize("language", ["en", "ko"])


def followed(asked, tensor):
    """The page with the arithmetic of a tensor's first number, in the model of the pinned one."""
    sizes = forward_of(asked.setting.variant, 1).computation.tensors[tensor].dim()
    cell = f"{tensor}@{'.'.join('0' * sizes)}"
    return asked.done(follow=cell, here=asked.arithmetic.here)


@variants
@pytest.mark.parametrize("matrix", ["whole", "without"])
@pytest.mark.parametrize("attention", ["cross", "encoder"])
def test_a_pinned_number_is_explained_in_the_model_of_its_matrix(variant, matrix, attention):
    pin = f"{matrix}.4.7"
    asked = Asked("ablations", pin=pin, variant=variant, attention=attention)
    run, arithmetic = run_of(asked.setting, matrix), asked.arithmetic
    assert asked.text(f"variant.{run}") in arithmetic.question
    head = head_of(asked.setting, run)
    assert arithmetic.here == f"{PATHS[attention]}@{head}.4.7"
    shown = asked.values(matrix)[4, 7]
    assert asked.explained_number == pytest.approx(float(shown), abs=5e-5)


@variants
def test_with_nothing_pinned_the_weight_on_the_digit_to_write_is_explained(variant):
    asked = Asked("ablations", variant=variant)
    pinned = Asked("ablations", pin=f"without.0.{9}", variant=variant)
    assert asked.arithmetic == pinned.arithmetic
    assert asked.all(Board)[0].explained == "without.0.9"


@variants
def test_of_the_encoder_the_largest_weight_of_the_first_row_is_explained(variant):
    asked = Asked("ablations", variant=variant, attention="encoder")
    assert asked.explained_number == pytest.approx(
        float(asked.values("without")[0].max()), abs=5e-5
    )
    assert asked.all(Board)[0].explained.startswith("without.0.")


@variants
@languages
def test_a_number_leads_back_to_an_embedding_and_every_stop_says_something(variant, language):
    asked = Asked("ablations", language, variant=variant)
    stops = ["decoder.layers.1.cross_attention.queries", "encoder.layers.0.feed_forward.output",
             "src_scaled", "src_embeddings", "src_embedding.weight"]  # fmt: skip
    for stop in stops:
        asked = followed(asked, stop)
        assert asked.arithmetic.sentence
        assert not any("None" in line for line in asked.lines.values())
    assert len(asked.arithmetic.crumbs) == len(stops)


@languages
def test_no_title_names_the_part_that_is_left_out(language):
    for variant, gone, kept in (("norm", "blocks.norm", "residual_1"),
                                ("residuals", "blocks.add", "normed_1")):  # fmt: skip
        asked = followed(Asked("ablations", language, variant=variant), f"encoder.layers.0.{kept}")
        whole = followed(
            Asked("ablations", language, "whole.0.0", variant=variant),
            f"encoder.layers.0.{kept}",
        )
        words = text_of("whole_model", language)
        assert words("blocks.add_and_norm") in whole.arithmetic.title
        assert words("blocks.add_and_norm") not in asked.arithmetic.title
        assert words(gone) not in asked.arithmetic.title.split("[")[0]


@languages
def test_steps_whose_purpose_is_gone_say_another_one(language):
    for variant, tensor in (("residuals", "encoder.layers.0.feed_forward.output"),
                            ("positions", "src_scaled")):  # fmt: skip
        own = followed(Asked("ablations", language, variant=variant), tensor)
        whole = followed(Asked("ablations", language, "whole.0.0", variant=variant), tensor)
        assert own.arithmetic.sentence != whole.arithmetic.sentence
        assert own.arithmetic.sentence in own.text.section(f"instead.{variant}").values()


def test_every_other_sentence_is_of_a_step_and_model_that_there_is():
    text = Asked("ablations").text
    for name in text.section("instead"):
        variant, _, place = name.partition(".")
        part, _, own = place.partition("_")
        computation = forward_of(variant, 1).computation
        places = {
            f"{one.block.part}_{one.name}" for one in computation.origins.values() if one.block
        }
        assert place in places, (part, own)


def test_what_is_no_number_of_either_model_is_not_pinned():
    asked = Asked("ablations")
    assert asked.after(pin="without.2.3").selection.pin == "without.2.3"
    assert asked.after(pin="other.2.3").selection.pin == ""
    far = Asked("ablations", pin="whole.400.3")
    assert far.arithmetic.here == f"{PATHS['cross']}@{head_of(far.setting, 'whole')}.0.9"
