"""What looks for faults of texts and legends finds those that are planted, and no others."""

import pytest

from tests.browser.drawn_texts import recording_tab
from tests.browser.legends import matrix_legend_faults

COVER = "position: absolute; top: 0; width: 300px; height: 80px; background: white"
AT = "position: absolute; font: 16px sans-serif; white-space: nowrap;"
WHOLE = {
    "two lines close to each other": f"<p style='{AT} line-height: 1'>one gap<br>and pig</p>",
    "a ground that hides all of a text": f"""<p style='{AT} top: 20px'>hidden</p>
        <div style='{COVER}'>seen</div>""",
    "a text for those who hear": f"""
        <p style='{AT} width: 1px; height: 1px; overflow: hidden'>spoken</p>""",
    "an ellipsis that a tooltip tells": f"""<div title='too long for this' style='{AT} width: 60px;
        overflow: hidden; text-overflow: ellipsis'>too long for this</div>""",
    "lines that are scrolled": f"""<div style='{AT} width: 200px; height: 30px; overflow-y: auto'>
        <p>one</p><p>two</p><p>three</p></div>""",
}
FAULTY = {
    "overlap": f"<p style='{AT}'>some words</p><p style='{AT} margin: 18px 0 0 8px'>others</p>",
    "cut": f"<div style='{AT} width: 60px; overflow: hidden'>too long for this</div>",
    "ellipsis": f"""<div style='{AT} width: 60px; overflow: hidden; text-overflow: ellipsis'>
        too long for this</div>""",
    "scrolled": f"<div style='{AT} width: 60px; overflow-x: auto'>too long for this</div>",
    "window": f"<p style='{AT} left: 960px'>too far to the right</p>",
    "covered": f"""<p style='{AT} top: 20px'>half of this is hidden</p>
        <div style='{COVER}; left: 60px'></div>""",
}
WHOLE_ON_CANVAS = {
    "a text in a new frame": "write('old', 20, 40); fill(0, 0, 400, 200); write('new', 22, 42)",
    "a text on its own ground": "write('old', 20, 40); fill(10, 20, 80, 30); write('new', 22, 42)",
    "slanted texts beside each other": "for (const x of [40, 62]) slanted('beside it', x, 150)",
    "a line through a text": "write('crossed out', 20, 40); fill(10, 34, 200, 2)",
}
FAULTY_ON_CANVAS = {
    "overlap": "for (const x of [40, 48]) slanted('over it', x, 150)",
    "wiped": "write('half of this is gone', 20, 40); fill(60, 10, 400, 50)",
    "edge": "write('too far to the right', 350, 40)",
    "shortened": "write('abb…', 20, 40)",
}
CANVAS = """<canvas width="400" height="200"></canvas><script>
    const pen = document.querySelector("canvas").getContext("2d");
    pen.font = "16px sans-serif";
    const write = (text, x, y) => { pen.fillStyle = "#000"; pen.fillText(text, x, y); };
    const fill = (...box) => { pen.fillStyle = "#fff"; pen.fillRect(...box); };
    const slanted = (text, x, y) => {
        pen.save();
        pen.translate(x, y);
        pen.rotate(-Math.PI / 4);
        write(text, 0, 0);
        pen.restore();
    };
    ACTS
</script>"""
MATRIX = """<figure data-workbench="matrix" data-id="weights"><div class="frame">
    <div class="stack" style="position: relative; height: 50px">
        <canvas class="base" width="100" height="50" style="position: absolute"></canvas>
        <canvas class="overlay" width="100" height="50" style="position: absolute"
            data-cells="0 0 50 50" aria-label="weights, a matrix of 1 rows and 2 columns"></canvas>
    </div></div>
    <span class="end">0</span><span class="strip" style="display: inline-block; width: 64px;
        height: 8px; background: linear-gradient(90deg, rgb(0, 0, 0), rgb(0, 0, 255))"></span>
    <span class="end">1</span></figure><script>
    const pen = document.querySelector("canvas").getContext("2d");
    [["0.00", "rgb(0, 0, 0)"], ["1.00", "LAST"]].forEach(([text, colour], place) => {
        pen.fillStyle = colour;
        pen.fillRect(50 * place, 0, 50, 50);
        pen.fillStyle = "#888";
        pen.fillText(text, 50 * place + 15, 30);
    });
</script>"""


@pytest.fixture
def shown(profile):
    """Show some HTML, and return the page."""
    with recording_tab(profile("en-US")) as tab:
        tab.page.set_viewport_size({"width": 1000, "height": 500})
        tab.page.goto("about:blank")

        def show(body):
            tab.page.set_content(f"<!doctype html><body style='margin: 0'>{body}</body>")
            return tab.page

        yield show


def kinds(page):
    return [fault["fault"] for fault in page.evaluate("window.textFaults().faults")]


@pytest.mark.parametrize("name", WHOLE)
def test_whole_texts_have_no_faults(shown, name):
    assert kinds(shown(WHOLE[name])) == []


@pytest.mark.parametrize("fault", FAULTY)
def test_a_planted_fault_is_found(shown, fault):
    assert kinds(shown(FAULTY[fault])) == [fault]


@pytest.mark.parametrize("name", WHOLE_ON_CANVAS)
def test_whole_texts_on_a_canvas_have_no_faults(shown, name):
    assert kinds(shown(CANVAS.replace("ACTS", WHOLE_ON_CANVAS[name]))) == []


@pytest.mark.parametrize("fault", FAULTY_ON_CANVAS)
def test_a_planted_fault_on_a_canvas_is_found(shown, fault):
    assert kinds(shown(CANVAS.replace("ACTS", FAULTY_ON_CANVAS[fault]))) == [fault]


@pytest.mark.parametrize(("colour", "count"), [("rgb(0, 0, 255)", 0), ("rgb(0, 0, 200)", 1)])
def test_a_cell_of_another_colour_than_its_legend_is_found(shown, colour, count):
    assert len(matrix_legend_faults(shown(MATRIX.replace("LAST", colour)))) == count
