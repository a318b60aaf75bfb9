"""A program file with the values of a setting."""

from pathlib import Path

import pytest
import torch

from ui.answer.template import both_printed, literal, printed

SOURCE = '''"""What an editor of the file reads."""

import math
from collections.abc import Callable, Iterator

import torch

# Setting
d_model, unused, seed = 4, 5, 6
name = "it"  # as it is typed
# Choices
kind, drops = "plain", True
# Program

x = torch.full((d_model,), float(seed))
if kind == "plain":
    y = x  # nothing is done
elif kind == "twice":
    # each number
    y = 2 * x
else:
    y = x + (d_model if drops else math.pi) * x
# Lines: by_hand
z = torch.sqrt(torch.abs(y) if drops else y)


def drop(x: torch.Tensor) -> torch.Tensor:
    if drops:
        for _ in range(2):
            x = 0 * x
    return (drop(x) if drops else x) + 1


if drops:

    def keep(x: Iterator[int]) -> Iterator[int]:
        return x


print(z, name)
'''


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "torch_only.py"
    path.write_text(SOURCE, "utf-8")
    return path


def given(file: Path, *, is_compact: bool = False, **choices: bool | str) -> str:
    setting = {"d_model": 8, "seed": 2, "name": "a 'b'"}
    lines = {"by_hand": ["y[0] = 1.5"]}
    chosen = {"kind": "plain", "drops": False} | choices
    return printed(file, setting, chosen, lines=lines, is_compact=is_compact)


def test_a_program_has_the_settings_values_and_nothing_that_it_does_not_need(file):
    assert (
        given(file)
        == """import torch

d_model, seed = 8, 2
name = "a 'b'"  # as it is typed

x = torch.full((d_model,), float(seed))
y = x  # nothing is done
y[0] = 1.5
z = torch.sqrt(y)


def drop(x: torch.Tensor) -> torch.Tensor:
    return (x) + 1


print(z, name)""".replace("(x) + 1", "x + 1")
    )


def test_a_branch_comes_with_its_comments(file):
    assert "\n# each number\ny = 2 * x\n" in given(file, kind="twice")


def test_an_else_after_an_elif_is_taken(file):
    assert "y = x + math.pi * x" in given(file, kind="other")
    assert "import math\n" in given(file, kind="other")


def test_what_is_called_keeps_its_parentheses(file):
    assert "z = torch.sqrt(torch.abs(y))" in given(file, drops=True)


def test_a_function_may_be_a_choice(file):
    text = given(file, drops=True)
    assert "\n\n\ndef keep(x: Iterator[int]) -> Iterator[int]:\n    return x\n\n\nprint" in text
    assert "from collections.abc import Iterator\n" in text


def test_functions_of_a_compact_program_follow_one_another(file):
    text = given(file, drops=True, is_compact=True)
    assert "\n\ndef drop(" in text
    assert "+ 1\ndef keep(" in text
    assert "return x\n\nprint(" in text


@pytest.mark.parametrize("kind", ["plain", "twice", "other"])
@pytest.mark.parametrize("drops", [True, False])
def test_a_program_computes_what_its_file_computes(file, kind, drops):
    names, whole = {}, {}
    exec(given(file, kind=kind, drops=drops), names)
    head = f'd_model, unused, seed = 8, 5, 2\\nname = ""\\nkind, drops = "{kind}", {drops}\\n'
    start, _, rest = SOURCE.partition("# Setting\n")
    body = rest.partition("# Program\n")[2].replace("# Lines: by_hand", "y[0] = 1.5")
    exec(start + head.replace("\\n", "\n") + body, whole)
    assert torch.equal(names["z"], whole["z"])


def test_lines_that_are_not_there_leave_nothing_behind(file):
    text = printed(file, {"d_model": 1, "seed": 2, "name": ""}, {"kind": "plain", "drops": False},
                   lines={"by_hand": []})  # fmt: skip
    assert "y = x  # nothing is done\nz = " in text


@pytest.mark.parametrize(
    ("setting", "choices", "lines", "text"),
    [
        ({"d_model": 1, "name": ""}, {"kind": "plain", "drops": True}, {"by_hand": []}, "seed"),
        ({"d_model": 1, "seed": 1, "name": ""}, {"kind": "plain"}, {"by_hand": []}, "drops"),
        ({"d_model": 1, "seed": 1, "name": ""}, {"kind": "", "drops": True}, {}, "by_hand"),
    ],
)
def test_what_has_no_value_is_named(file, setting, choices, lines, text):
    with pytest.raises(ValueError, match=text):
        printed(file, setting, choices, lines=lines)


def test_both_programs_of_a_folder_have_the_same_setting(file):
    file.with_name("with_core.py").write_text(
        '"""Here."""\n\nimport torch\n\n# Setting\nseed = 1\n# Program\nprint(seed)\n', "utf-8"
    )
    setting, choices = {"d_model": 1, "seed": 7, "name": ""}, {"kind": "plain", "drops": True}
    torch_only, with_core = both_printed(file.parent, setting, choices, lines={"by_hand": []})
    assert torch_only.startswith("from collections.abc import Iterator")
    assert with_core == "seed = 7\nprint(seed)"


@pytest.mark.parametrize(
    ("value", "source"),
    [
        (3, "3"),
        (0.1, "0.1"),
        ("it's", '"it\'s"'),
        ('a "b"', "'a \"b\"'"),
        (["a", "b'"], '["a", "b\'"]'),
        (("a",), '("a",)'),
        (None, "None"),
        (torch.tensor([[True]]), "torch.tensor([[True]])"),
        (torch.tensor([[1, 2]]), "torch.tensor([[1, 2]])"),
        (torch.tensor([[0.1, 2.0]]), "torch.tensor([\n    [0.1, 2.0],\n])"),
    ],
)
def test_a_value_is_written_as_source(value, source):
    assert literal(value) == source


@pytest.mark.parametrize(
    "text", ["'\"", "\n# Program\n", "\\", "{link}", "a' b", "# Lines: by_hand"]
)
def test_a_typed_text_stays_a_text(file, text):
    names = {}
    source = printed(file, {"d_model": 1, "seed": 1, "name": text},
                     {"kind": "plain", "drops": False}, lines={"by_hand": []})  # fmt: skip
    exec(source, names)
    assert names["name"] == text
