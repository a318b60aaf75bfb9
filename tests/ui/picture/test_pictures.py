"""What the matrix view gets when it asks for a picture ahead of the page."""

import json
import struct

import numpy as np
import pytest

from pages.attention.setting import AttentionSetting
from pages.positional_encoding.setting import EncodingSetting
from transformer_core import attention, positional_encoding, random_matrix
from ui.picture.pictures import ahead, drawn, picture_of

ENCODING = EncodingSetting("sinusoidal", 12, 7, 100.0)
ATTENTION = AttentionSetting("random", 3, 5, 4, 2, seed=8, mask_kind="look_ahead", scaled=False)


def asked(name: str, values: dict, language: str = "en") -> dict[str, np.ndarray]:
    """The matrices of an answer, and their names."""
    data = drawn(name, language, json.dumps(values).encode())
    (size,) = struct.unpack("<I", data[:4])
    items = json.loads(data[4 : 4 + size])["items"]
    matrices = {}
    for item in items:
        if "values" in item:
            start = 4 + size + item["values"]["offset"]
            numbers = np.frombuffer(data[start : start + item["values"]["bytes"]], np.float32)
            matrices[item["id"]] = numbers.reshape(item["shape"])
            matrices[f"{item['id']}.name"] = item["name"]
    return matrices


def test_the_encoding_is_the_cores():
    shown = asked("positional_encoding", ENCODING.plain())
    assert np.array_equal(shown["pe"], positional_encoding(12, 7, 100.0).numpy())


def test_a_control_writes_its_value_as_text():
    shown = asked("positional_encoding", ENCODING.plain() | {"seq_len": "3"})
    assert shown["pe"].shape == (3, 7)


def test_the_attention_is_the_cores():
    shown = asked("attention", ATTENTION.plain())
    Q, K, V = (
        random_matrix(rows, cols, seed=8, stream=stream)
        for stream, (rows, cols) in enumerate([(3, 4), (5, 4), (5, 2)])
    )
    hidden = np.triu(np.ones((3, 5), dtype=bool), 1)
    steps = attention(Q, K, V, ATTENTION.mask, scale=1.0)
    assert np.array_equal(ATTENTION.mask.numpy(), hidden)
    assert np.array_equal(shown["weights"], steps.weights.numpy())
    assert np.array_equal(shown["output"], steps.output.numpy())


def test_names_come_in_the_language_asked_for():
    names = {asked("attention", ATTENTION.plain(), code)["scores.name"] for code in ("en", "ko")}
    assert len(names) == 2


SETTINGS = [
    ATTENTION,
    AttentionSetting("three_queries", 3, 4, 3, 2, edits={("Q", 0, 1): 2.5, ("V", 3, 0): -1.0}),
    AttentionSetting(
        "sentence", 2, 2, 3, 2, words=("나는", "학생"), mask_kind="padding", padding=1
    ),
    AttentionSetting(
        "random", 4, 4, 3, 2, mask_kind="painted", painted=frozenset({(0, 1), (3, 3)})
    ),
]


@pytest.mark.parametrize("setting", SETTINGS)
def test_plain_values_are_the_whole_setting(setting):
    assert AttentionSetting.read(json.loads(json.dumps(setting.plain()))) == setting


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "other"},
        {"seq_len": 0},
        {"seq_len": 2049},
        {"seq_len": "many"},
        {"d_model": 1025},
        {"base": "nan"},
        {"base": 0.5},
    ],
)
def test_what_no_slider_would_give_is_refused(change):
    with pytest.raises(ValueError):
        asked("positional_encoding", ENCODING.plain() | change)


@pytest.mark.parametrize(
    "change",
    [
        {"source": "elsewhere"},
        {"queries": 17},
        {"d_v": 0},
        {"seed": -1},
        {"mask_kind": "all"},
        {"edits": "Q.0.0=oops"},
        {"painted": "a.b"},
        {"source": "sentence", "words": ""},
        {"source": "sentence", "words": "w " * 17},
    ],
)
def test_what_the_attention_page_would_not_take_is_refused(change):
    with pytest.raises(ValueError):
        asked("attention", ATTENTION.plain() | change)


def test_the_words_of_a_sentence_give_its_size():
    values = ATTENTION.plain() | {"source": "sentence", "words": "one two three four"}
    assert asked("attention", values)["weights"].shape == (4, 4)


class _Page:
    name = "attention"

    @staticmethod
    def key(control: str) -> str:
        return f"at_{control}"


def test_the_matrix_view_learns_where_to_ask_and_which_controls_count(monkeypatch):
    monkeypatch.setattr("ui.picture.pictures.current_language", lambda: "ko")
    told = ahead(_Page, ATTENTION, "seed", "d_k")
    assert told["address"] == "/pictures/attention?lang=ko"
    assert told["controls"] == {"at_seed": "seed", "at_d_k": "d_k"}
    assert told["values"]["seed"] == 8


@pytest.mark.parametrize("name", ["masks", "nothing", "..attention", "os", ""])
def test_a_page_without_a_picture_of_its_own_is_refused(name):
    with pytest.raises(KeyError):
        picture_of(name)
