"""Where the sidebar is folded when a page is opened."""

from ui.shell.navigation import FRONT, starts_folded


def test_the_sidebar_is_folded_where_the_picture_has_the_window_until_a_page_has_shown_it():
    opened: set[str] = set()
    for path in FRONT:
        assert starts_folded(f"http://localhost:8501/{path}?v=4", opened)
    assert not starts_folded("http://localhost:8501/masks", opened)
    for path in FRONT:
        assert not starts_folded(f"http://localhost:8501/{path}", opened)


def test_the_sidebar_is_not_folded_where_nobody_knows_the_page():
    assert not starts_folded(None, set())
