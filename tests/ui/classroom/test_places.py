"""The teacher's page with its setting, as those who follow open it."""

import pytest

from ui.classroom.places import place_of


def test_a_place_brings_the_whole_setting_and_the_pin():
    place = place_of("/masks?v=4&lang=en&ma_pin=painted_weights.2.0")
    assert place is not None
    assert (place["page"], place["pin"]) == ("masks", "painted_weights.2.0")
    assert place["address"].startswith("masks?v=")
    assert place["brings"]["ids"] == "1 21 777 0 0"


def test_a_class_that_was_not_led_yet_is_on_the_first_page():
    place = place_of("/")
    assert place is not None and place["page"] == "overview"


def test_what_the_address_says_of_a_window_is_no_part_of_the_place():
    plain = place_of("/masks?v=4&lang=en")
    assert place_of("/masks?v=4&lang=en&class=ABCDEF.teacher&present=true") == plain


@pytest.mark.parametrize(
    "link", ["/nowhere", "/masks?zz_other=1", "/masks/../join", "/class/ABCDEF/end", "/?x=1"]
)
def test_what_is_no_page_is_no_place(link):
    assert place_of(link) is None
