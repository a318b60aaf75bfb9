"""The page of common mistakes, opened, with what it draws and says laid open."""

import pytest

import pages.mistakes.explanation
import ui.picture.curves


@pytest.fixture
def lines(monkeypatch):
    """The arithmetic last shown, as text, by its labels."""
    shown = {}

    def spy(title, question, lines, **options):
        shown.clear()
        shown.update(title=title, question=question, bars=options["bars"])
        for label, spans in lines:
            shown[label] = " ".join(piece["text"] for piece in spans)

    monkeypatch.setattr(pages.mistakes.explanation, "arithmetic", spy)
    return shown


@pytest.fixture
def figures(monkeypatch):
    """Every figure that the page drew, the last one last."""
    drawn = []
    real = ui.picture.curves.st.plotly_chart

    def spy(figure, **options):
        drawn.append(figure)
        return real(figure, **options)

    monkeypatch.setattr(ui.picture.curves.st, "plotly_chart", spy)
    return drawn


@pytest.fixture
def opened(open_page):
    def open_(language="en", **address):
        app = open_page("mistakes", language, **address)
        assert not app.exception
        return app

    return open_


def in_url(app, name):
    # A list as long as no script has set it, a text afterwards.
    value = app.query_params[name]
    return value[0] if isinstance(value, list) else value


def said(app):
    """All the text on the page but what can be chosen."""
    kinds = (app.markdown, app.subheader, app.latex, app.code, app.success, app.error, app.caption)
    return "\n".join(piece.value for kind in kinds for piece in kind)
