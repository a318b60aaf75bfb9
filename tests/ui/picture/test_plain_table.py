"""A table that is only read."""

from streamlit.testing.v1 import AppTest


def drawn(columns: dict[str, list[str]]) -> str:
    def script(columns):
        from ui.picture.plain_table import plain_table

        plain_table(columns)

    return AppTest.from_function(script, args=(columns,)).run().get("html")[0].proto.body


def test_rows_are_read_across_the_columns():
    html = drawn({"after": ["I", "am"], "1": ["am", "a"]})
    assert '<th scope="col">after</th><th scope="col">1</th>' in html
    assert "<tr><td>I</td><td>am</td></tr><tr><td>am</td><td>a</td></tr>" in html


def test_what_a_person_typed_stays_text():
    html = drawn({"*after*": ["<img src=x onerror=alert(1)>"]})
    assert "<img" not in html
    assert "*after*" in html
