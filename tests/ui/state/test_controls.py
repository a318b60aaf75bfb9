"""Controls, and what they make of what a person does."""

from streamlit.testing.v1 import AppTest


def two_equal_labels():
    import streamlit as st

    from ui.shell.language import text_of
    from ui.shell.page import Page
    from ui.state import controls
    from ui.state.url_state import UrlValue

    off = UrlValue(
        "off",
        frozenset(),
        lambda text: frozenset(map(int, text)),
        lambda places: "".join(map(str, sorted(places))),
    )
    page = Page("your_sentence", "ys", text_of("your_sentence", "en"))
    controls.switches(page, "words", ["the", "dog", "the"], off)
    st.button("again", key="again")


def off_in(app):
    value = app.query_params.get("off", "")
    return value if isinstance(value, str) else value[0]


def test_switches_with_equal_labels_stay_as_they_were_left():
    app = AppTest.from_function(two_equal_labels).run()
    assert not app.exception
    app.button(key="again").click().run()
    assert off_in(app) == ""
    assert sorted(app.pills[0].value) == [0, 1, 2]


def test_each_of_two_equal_labels_is_switched_alone():
    app = AppTest.from_function(two_equal_labels).run()
    assert app.pills[0].options == ["the (1)", "dog", "the (3)"]
    app.pills[0].set_value([1, 2]).run()
    assert off_in(app) == "0"
    app.pills[0].set_value([0, 1]).run()
    assert off_in(app) == "2"
