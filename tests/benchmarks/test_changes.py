import json
from dataclasses import dataclass
from itertools import pairwise

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.Element_pb2 import Element

from benchmarks.changes import changes, movable, widget_of
from benchmarks.opened import Opened, Trouble, widget_state
from ui.answer.parts import encode_frame
from ui.state.control import GradedSlider
from ui.state.setting import Setting, choice, graded, number, slider, stepped, toggle


@dataclass(frozen=True, eq=False)
class SampleSetting(Setting):
    PREFIX = "sa"

    size: int = slider(1, 201, 100, step=5)
    length: int = graded(1, 2048, 100)
    rate: float = number(0.5, 9.0, 2.0, step=0.1)
    layers: int = number(1, 12, 2)
    seed: int = number(0, 9999, 3)
    heads: int = stepped(1, 8, 4, lambda setting: (1, 2, 4, 8))
    kind: str = choice(("one", "other"), "one")
    on: bool = toggle(False)


SETTING = SampleSetting()


def element(key: str, kind: str, **text: object) -> Element:
    made = Element()
    widget = getattr(made, kind)
    widget.id = f"$$ID-0123456789abcdef-{key}"
    for name, value in text.items():
        if isinstance(value, list):
            getattr(widget, name).extend(value)
        else:
            setattr(widget, name, value)
    return made


WIDGETS = {
    "size": element("sa_size", "slider", default=[100.0]),
    "length": element(
        "sa_length", "slider", options=list(map(str, GradedSlider(low=1, high=2048).options))
    ),
    "rate": element("sa_rate", "number_input", default=2.0),
    "layers": element("sa_layers", "number_input", default=2.0),
    "heads": element("sa_heads_1_2_4_8", "slider", options=["1", "2", "4", "8"], default=[2.0]),
    "on": element("sa_on", "checkbox"),
}


def opened(*names: str, areas: tuple[str, ...] = ()) -> Opened:
    widgets = {widget_of(SETTING, name): WIDGETS[name] for name in names}
    return Opened("script", "fragment", widgets, areas)


def test_numbers_are_moved_before_all_else():
    assert movable(opened("on", "heads", "rate", "size"), SETTING) == ["size", "rate"]
    assert movable(opened("on", "heads"), SETTING) == ["heads"]
    assert movable(opened("on"), SETTING) == ["on"]


def test_a_number_with_few_values_is_left_to_others():
    assert movable(opened("layers", "rate"), SETTING) == ["rate"]
    assert movable(opened("layers", "heads"), SETTING) == ["layers"]


def test_a_page_without_a_control_is_refused():
    with pytest.raises(ValueError, match="SampleSetting"):
        changes(opened(), SETTING, "en", 0, 5)


@pytest.mark.parametrize(
    ("name", "low", "high"), [("size", 50, 200), ("length", 50, 200), ("rate", 1.0, 4.0)]
)
def test_values_lie_about_the_default_and_are_new_each_time(name: str, low: float, high: float):
    made = changes(opened(name), SETTING, "en", 0, 50)
    values = [one.value for one in made]
    assert len(values) == 50
    assert all(low <= value <= high for value in values)
    assert all(one != other for one, other in pairwise(values))
    if name == "size":
        assert all(value % 5 == 1 for value in values)


def test_the_route_and_streamlit_hear_the_same():
    for one in changes(opened("size", "rate"), SETTING, "en", 1, 5):
        asked = json.loads(one.request)
        assert SampleSetting.read(asked["setting"]).rate == one.value
        assert SampleSetting.read(asked["before"]).rate != one.value
        state = BackMsg.FromString(one.message).rerun_script
        values = {widget.id[-4:]: widget for widget in state.widget_states.widgets}
        assert values["rate"].double_value == one.value
        assert values["size"].double_array_value.data == [100.0]
        assert f"sa_rate={one.value:.12g}" in state.query_string
        assert (state.page_script_hash, state.fragment_id) == ("script", "fragment")


def test_an_option_is_said_by_its_label():
    (one,) = changes(opened("heads"), SETTING, "en", 0, 1)
    (state,) = BackMsg.FromString(one.message).rerun_script.widget_states.widgets
    assert list(state.string_array_value.data) == [str(one.value)]
    assert list(widget_state(WIDGETS["heads"]).string_array_value.data) == ["4"]


def test_a_place_of_a_long_slider_is_said_by_its_label():
    for one in changes(opened("length"), SETTING, "en", 0, 9):
        (state,) = BackMsg.FromString(one.message).rerun_script.widget_states.widgets
        assert list(state.string_array_value.data) == [str(one.value)]


def test_what_the_page_shows_besides_is_asked_for_behind_the_answer():
    assert changes(opened("size"), SETTING, "en", 0, 1)[0].later == b""
    later = changes(opened("size", areas=("below",)), SETTING, "en", 0, 1)[0].later
    assert json.loads(later)["areas"] == ["below"]


def test_an_answer_to_another_setting_is_a_trouble():
    (one,) = changes(opened("size"), SETTING, "en", 0, 1)
    one.check(encode_frame({"state": {"setting": {"size": one.value}}}))
    with pytest.raises(Trouble, match="size"):
        one.check(encode_frame({"state": {"setting": {"size": one.value + 5}}}))


def test_an_answer_with_a_number_that_means_the_same_option_is_none():
    two = changes(opened("heads"), SETTING, "en", 0, 9)
    (one,) = [one for one in two if one.value == 2][:1]
    one.check(encode_frame({"state": {"setting": {"heads": 3}}}))
    with pytest.raises(Trouble, match="heads"):
        one.check(encode_frame({"state": {"setting": {"heads": 4}}}))
