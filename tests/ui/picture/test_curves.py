from ui.picture.curves import ACCENT, COLOURS, Curve, Mark, curve_figure


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
