import pytest

from ui.picture.curves import ACCENT, COLOURS, Curve, Mark, curve_figure, with_room


def _luminance(colour):
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return sum(share * c for share, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def test_every_colour_reads_on_white_and_on_dark():
    for colour in (ACCENT, *COLOURS):
        for background in ("#ffffff", "#12151c"):
            darker, lighter = sorted([_luminance(colour), _luminance(background)])
            assert (lighter + 0.05) / (darker + 0.05) >= 3, (colour, background)


def _labels(*marks):
    curve = Curve("a", [0, 100], [0, 1])
    return curve_figure([curve], "x", "y", marks=marks, until=100)["data"][-1]["text"]


def test_crowded_marks_give_way_to_the_last():
    assert _labels(Mark(10, 1, "first"), Mark(12, 1, "last")) == [" ", " last"]
    assert _labels(Mark(10, 1, "first"), Mark(60, 1, "last")) == [" first", " last"]
    assert _labels(Mark(10, 1, "first"), Mark(10, 0.5, "last")) == [" first", " last"]


def test_an_axis_ends_a_little_after_the_last_x():
    assert curve_figure([], "x", "y", until=100)["layout"]["xaxis"]["range"] == [0, 102]


@pytest.mark.parametrize("logarithmic", [False, True])
def test_a_figure_has_the_numbers_that_it_was_given_on_their_own_axes(logarithmic):
    x, rates, losses = [1, 10, 100], [0.5, 0.25, 0.125], [3.0, 4.0, 2.0]
    curves = [Curve("rate", x, rates, ACCENT, strong=True), Curve("loss", x, losses, dash="dash")]
    marks = [Mark(10, 0.25, "peak", COLOURS[0]), Mark(100, 2.0, "end", COLOURS[1])]
    figure = curve_figure(
        curves, "step", "size", marks=marks, until=100, logarithmic=logarithmic, at=10
    )
    rate, loss, points = figure["data"]
    assert [(one["name"], one["x"], one["y"]) for one in (rate, loss)] == [
        ("rate", x, rates),
        ("loss", x, losses),
    ]
    assert rate["line"]["width"] > loss["line"]["width"] and loss["line"]["dash"] == "dash"
    assert (points["x"], points["y"]) == ([10, 100], [0.25, 2.0])
    assert points["marker"]["color"] == points["textfont"]["color"] == list(COLOURS[:2])
    across, up = figure["layout"]["xaxis"], figure["layout"]["yaxis"]
    assert (across["title"]["text"], up["title"]["text"]) == ("step", "size")
    assert across["type"] == up["type"] == ("log" if logarithmic else "linear")
    # To the right and upwards, as far as nothing turns an axis round.
    assert across["range"][0] < across["range"][1]
    assert not {"autorange", "range"} & up.keys() and "autorange" not in across
    (plumb,) = figure["layout"]["shapes"]
    assert plumb["x0"] == plumb["x1"] == 10


def _lines_at(at, *marks):
    curve = Curve("a", [0, 100], [0, 1])
    layout = curve_figure([curve], "x", "y", marks=marks, until=100, at=at)["layout"]
    return [(one["y0"], one["y1"]) for one in layout["shapes"]]


def test_a_line_at_a_step_leaves_out_the_labels_that_it_would_cross():
    marks = [Mark(10, 0.5, "low"), Mark(10, 0.8, "high"), Mark(60, 0.2, "elsewhere")]
    pieces = _lines_at(20, *marks)
    assert (pieces[0][0], pieces[-1][1]) == (0, 1)
    for height in (0.5, 0.8):
        text = (height + 0.01, height + 0.08)
        assert not any(start < text[1] and text[0] < end for start, end in pieces)
    assert _lines_at(5, *marks) == _lines_at(50, *marks) == [(0, 1)], "left of the labels, beyond"
    assert len(_lines_at(80, Mark(90, 0.5, "ends at the left of its mark"))) == 2


@pytest.mark.parametrize(
    ("curve", "other", "side"),
    [
        ([0, -10], [0, -7], "bottom left"),
        ([0, -1], [0, -10], "top right"),
        ([0, 10], [0, 1], "top left"),
    ],
)
def test_the_label_of_a_mark_is_where_no_curve_is(curve, other, side):
    curves = [Curve("marked", [0, 20], curve), Curve("other", [0, 20], other)]
    mark = with_room(Mark(6, 0.3 * curve[1], "6"), curves, 20)
    assert mark.side == side
    points = curve_figure(curves, "x", "y", marks=[mark], until=20)["data"][-1]
    assert points["textposition"] == [side]


@pytest.mark.parametrize("x", [0, 20])
def test_a_label_that_finds_room_is_inside_the_picture(x):
    flat = Curve("flat", [0, 20], [1.0, 1.0])
    assert with_room(Mark(x, 1.0, "1"), [flat], 20).side == ("top right" if x == 0 else "top left")
