"""Numbers that leave the pages, and come back."""

import csv
import io

import numpy as np
import pytest
import safetensors.torch

from tests.pages.answers import Asked
from tests.ui.share.test_route import ask, body, client
from ui.answer import tensor_file
from ui.picture.matrix_view.matrix import Axis, Matrix
from ui.share.matrix_file import matrix_csv
from ui.words.pages import page_names


def put(asked: Asked, matrix: str, name: str, content: bytes) -> dict:
    request = body(asked, matrix=matrix, name=name).encode()
    framed = len(request).to_bytes(4, "little") + request + content
    url = f"/share/{asked.handler.name}/load?lang={asked.handler.language}"
    answer = client.post(url, content=framed)
    assert answer.status_code == 200
    return answer.json()


FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r")
LABELS = [
    *("=1+1", "＝1+1", "＋1", "－1", "＠x", "-x", " =1", "\t=1", "\r=1", '"=1'),
    *("a;=1+cmd|'/Ccalc'!A0", "a\t=1", "a;;=1", 'a;"=1"', "a; ＝1", "a\n=1", "a\r\n@x", "a|+1"),
]


def cells_of(line: str, mark: str) -> list[str]:
    """The cells of a line in the eyes of a spreadsheet that parts it by some sign."""
    return [cell.strip(' "') for cell in line.split(mark)]


@pytest.mark.parametrize("label", LABELS)
@pytest.mark.parametrize("mark", [";", "\t", "|", "\n", "\r", "\x00"])
def test_no_label_becomes_a_formula_however_a_line_is_parted(label: str, mark: str) -> None:
    axis = Axis("word", labels=(label,))
    matrix = Matrix("m", np.zeros((1, 1)), rows=axis, cols=axis, name=label)
    for row in csv.reader(io.StringIO(matrix_csv(matrix))):
        for text in row:
            assert not any(cell.startswith(FORMULA) for cell in cells_of(text, mark))


@pytest.mark.parametrize("label", ["-1", "0", "the", "a - b", "x=y", "3+4", "주어-서술어", "it's"])
def test_a_harmless_label_stays_as_it_is(label: str) -> None:
    matrix = Matrix("m", np.zeros((1, 1)), rows=Axis("query", labels=(label,)), cols=Axis("key"))
    assert rows_of(matrix_csv(matrix).encode())[1][0] == label


def rows_of(content: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig"))))


@pytest.mark.parametrize("name", page_names())
def test_every_tensor_of_a_page_is_in_both_files(name: str) -> None:
    asked = Asked(name)
    tensors = asked.handler.page.tensors(asked.setting)
    assert tensors
    arrays = np.load(io.BytesIO(ask(asked, "npz").content), allow_pickle=False)
    loaded = safetensors.torch.load(ask(asked, "safetensors").content)
    assert set(arrays) == set(loaded) == set(tensors)
    for key, tensor in tensors.items():
        assert np.array_equal(arrays[key], tensor.numpy(), equal_nan=tensor.is_floating_point())
        assert loaded[key].dtype == tensor.dtype


def test_the_quiz_gives_no_tensors_away() -> None:
    asked = Asked("mistakes", quiz=True)
    assert ask(asked, "about").json()["tensors"] == 0


def test_too_many_numbers_are_said_to_be_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tensor_file, "MOST_BYTES", 10)
    for kind in ("npz", "safetensors"):
        assert "64 MB" in ask(Asked("attention"), kind).json()["error"]


def test_a_matrix_is_saved_with_its_labels() -> None:
    asked = Asked("masks", given="sentence", sentence="=1+1 cat sat")
    rows = rows_of(ask(asked, "csv", matrix="look_ahead").content)
    assert rows[0][1:4] == ["'=1+1", "cat", "sat"]
    assert [row[0] for row in rows[1:4]] == ["'=1+1", "cat", "sat"]
    assert rows[1][1:4] == ["0.0", "1.0", "1.0"]
    assert ask(asked, "csv", matrix="nothing").status_code == 400


def test_what_changed_is_saved_as_it_is_shown() -> None:
    asked = Asked("attention", source="random", show="changed").with_values(seed=12)
    before = asked.state.before.to_json()
    rows = rows_of(ask(asked, "csv", matrix="output", before=before).content)
    texts = [[float(number) for number in row[1:]] for row in rows[1:]]
    assert np.array_equal(np.float32(texts), asked.values("output").numpy())
    assert ask(asked, "csv", matrix="output", before={"seed": "x"}).status_code == 400


def test_of_many_matrices_each_row_says_which_it_is_of() -> None:
    rows = rows_of(
        ask(Asked("multi_head_attention", source="random"), "csv", matrix="heads").content
    )
    assert len({row[0] for row in rows[1:]}) == 4


@pytest.mark.parametrize("matrix", ["Q", "K", "V"])
def test_what_was_saved_of_q_k_and_v_loads_back(matrix: str) -> None:
    asked = Asked("attention", source="random")
    saved = ask(asked, "csv", matrix=matrix).content
    other = Asked("attention", source="one_match")
    found = put(other, matrix, "saved.csv", saved)["state"]["setting"]
    setting = type(other.setting).read(found)
    expected, loaded = (getattr(one.matrices, matrix) for one in (asked.setting, setting))
    assert loaded.tolist() == expected.tolist()


@pytest.mark.parametrize("show", ["", "compare"])
@pytest.mark.parametrize("matrix", ["Q", "K", "V"])
def test_a_matrix_loads_back_however_it_is_shown(matrix: str, show: str) -> None:
    asked = Asked("attention", source="random", show=show)
    found = put(asked, matrix, "saved.csv", ask(asked, "csv", matrix=matrix).content)
    setting = type(asked.setting).read(found["state"]["setting"])
    assert setting.matrices.K.shape == asked.setting.matrices.K.shape
    for expected, loaded in zip(asked.setting.matrices, setting.matrices, strict=True):
        assert loaded.tolist() == expected.tolist()


def test_a_file_of_another_size_decides_the_size() -> None:
    target = io.BytesIO()
    np.savez(target, K=np.ones((5, 3)), Q=np.zeros((2, 3)))
    found = put(Asked("attention"), "K", "all.npz", target.getvalue())["state"]["setting"]
    assert (found["keys"], found["d_k"]) == (5, 3)


def test_embedding_and_weights_take_numbers_of_their_own_size() -> None:
    asked = Asked("multi_head_attention", source="random", step="input", d_model=8)
    rows = rows_of(ask(asked, "csv", matrix="embedding").content)
    rows[1][1] = "9.5"
    content = "\n".join(",".join(row) for row in rows).encode()
    found = put(asked, "embedding", "x.csv", content)["state"]["setting"]
    assert found["edits"] == "embedding.0.0=9.5"
    wrong = put(asked, "embedding", "x.csv", b"1,2\n3,4")
    assert "2 × 2" in wrong["error"] and "state" not in wrong


def test_a_mask_takes_zeros_and_ones() -> None:
    asked = Asked("masks", "ko", ids="5 6", length=2)
    found = put(asked, "painted", "mask.csv", b"0,1\n1,0")["state"]["setting"]
    assert found["cells"] == "0.1_1.0"
    assert "0(보임)" in put(asked, "painted", "mask.csv", b"0,2\n1,0")["error"]


def test_a_matrix_that_follows_from_others_takes_nothing() -> None:
    refused = put(Asked("attention"), "weights", "w.csv", b"1")["error"]
    assert "is computed from other matrices" in refused
    assert "Drop the file" in put(Asked("attention"), "nothing", "w.csv", b"1")["error"]


@pytest.mark.parametrize("content", [b"", b"abc", b"\xff\xff\xff\xff{}", b"\2\0\0\0{}1,2"])
def test_what_no_page_would_send_is_refused(content: bytes) -> None:
    assert client.post("/share/attention/load?lang=en", content=content).status_code == 400
