"""What a session remembers beside its settings."""

from streamlit.testing.v1 import AppTest


def page() -> None:
    import streamlit as st

    from ui.state.session_value import session_value

    seen = session_value("runs", list)
    seen.append("run")
    st.text(len(seen))


def test_a_thing_is_made_once_and_lasts_as_long_as_the_session():
    app = AppTest.from_function(page).run()
    assert app.text[0].value == "1"
    assert app.run().text[0].value == "2"
    assert AppTest.from_function(page).run().text[0].value == "1"
