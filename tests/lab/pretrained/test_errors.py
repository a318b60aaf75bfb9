"""An error shows names as names, and keeps what it says."""

import json

from transformer_lab.pretrained.errors import PretrainedError, shown


def test_a_name_is_shown_as_text():
    assert shown("**[x](y)** <b>") == r"\*\*\[x\]\(y\)\*\* \<b\>"
    assert shown("a\nb\u202ec") == "a b c"


def test_of_a_long_path_the_end_is_shown():
    assert shown("/" + "x" * 100 + "/my model") == "…" + "x" * 51 + "/my model"


def test_an_error_keeps_its_name_and_values():
    error = PretrainedError("too_large", name="x", size="3")
    assert (error.name, error.values) == ("too_large", {"name": "x", "size": "3"})


def test_an_error_crosses_to_another_process():
    error = PretrainedError("too_large", name="x", size="3")
    again = PretrainedError.of(json.loads(json.dumps(error.to_json())))
    assert (again.name, again.values) == (error.name, error.values)
