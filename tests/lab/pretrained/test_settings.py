"""config.json is a stranger's file: whatever it says is a number of the right kind, or refused."""

import math

import pytest

from transformer_lab.pretrained.errors import PretrainedError
from transformer_lab.pretrained.settings import Settings


def settings(**values: object) -> Settings:
    return Settings(values, {"size": 3, "eps": 1e-5, "is_on": True, "name": "relu"}, "my *model*")


def test_the_file_comes_before_the_defaults():
    assert settings().size("size") == 3 and settings(size=4).size("size") == 4
    assert settings().number("eps") == 1e-5 and settings(eps=1).number("eps") == 1.0
    assert settings().flag("is_on") and not settings(is_on=False).flag("is_on")
    assert settings(name="x").choice("name", {"x": 7}) == 7
    assert settings()["nothing"] is None


def test_null_can_mean_another_number():
    assert settings(size=None).size("size", otherwise=8) == 8
    assert settings(size=2).size("size", otherwise=8) == 2
    assert not settings(is_on=None).flag("is_on")


@pytest.mark.parametrize("value", [0, -1, 2.5, "3", True, None, [3], {}])
def test_what_is_no_size_is_refused(value):
    with pytest.raises(PretrainedError) as raised:
        settings(size=value).size("size")
    assert raised.value.name == "no_part"
    assert raised.value.values["name"] == r"my \*model\*"
    assert raised.value.values["part"].startswith("size = ")


def test_a_token_may_be_the_first_one():
    assert settings(pad=0).token("pad") == 0 and settings(pad=5).token("pad") == 5
    for value in (-1, True, "0", None, 0.0):
        with pytest.raises(PretrainedError, match="no_part"):
            settings(pad=value).token("pad")


@pytest.mark.parametrize("value", ["1", math.nan, math.inf, False, None, []])
def test_what_is_no_number_is_refused(value):
    with pytest.raises(PretrainedError):
        settings(eps=value).number("eps")


@pytest.mark.parametrize("value", ["true", [], {"a": 1}, 2])
def test_what_is_no_flag_is_refused(value):
    with pytest.raises(PretrainedError):
        settings(is_on=value).flag("is_on")


@pytest.mark.parametrize("value", ["other", 3, None, ["x"], {"x": 1}])
def test_a_name_that_means_nothing_here_is_refused(value):
    with pytest.raises(PretrainedError):
        settings(name=value).choice("name", {"x": 7})


def test_one_value_may_be_required():
    settings(name="absolute").require("name", "absolute", None)
    settings(name=None).require("name", "absolute", None)
    with pytest.raises(PretrainedError):
        settings(name="relative").require("name", "absolute", None)


def test_a_table_has_its_own_defaults():
    assert settings(rope={"base": 5}).inside("rope", {"base": 1}).size("base") == 5
    assert settings(rope=None).inside("rope", {"base": 1}).size("base") == 1
    with pytest.raises(PretrainedError):
        settings(rope=[5]).inside("rope", {})
