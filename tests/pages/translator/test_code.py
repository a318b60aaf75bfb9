"""The PyTorch of the sentence page gives the text and the matrix that the page shows."""

import pytest
import torch

from english_korean.language.syntax import STYLES
from pages.translator.code import hugging_face_code, torch_code, your_sentence_code
from pages.translator.decoding import STYLE, DecodingOptions, decode
from pages.translator.head_choice import HeadChoice
from pages.your_sentence.views import SentenceViews
from transformer_lab.pretrained.folder import open_folder
from transformer_lab.pretrained.opening import opened_model
from ui.models import BoardQuestion, loading
from ui.models.board.forward import forward
from ui.models.board.summing import SummedUp
from ui.models.reading import read_model
from ui.words.language import text_of

SENTENCE = "the happy student bought a book yesterday"
TEXT = text_of("your_sentence", "en")
ON = [(0, 1, 2, 3), (1, 3), (2,)]
"""Heads that are looked at."""
CROSS = HeadChoice("cross", 1, (0, 1, 2, 3), "average", 0.05)
DECODINGS = {
    "greedy": DecodingOptions(),
    "sampled": DecodingOptions("sampled", temperature=5.0, seed=3),
    "top_k": DecodingOptions("sampled", temperature=2.5, top_k=7, seed=11),
    "beam": DecodingOptions("beam", width=3, length_penalty=1.0),
    "forced": DecodingOptions("forced", forced=("학생", "-은/는", "책", "-을/를")),
}


def agree(capsys, *, sentence=SENTENCE, model="translator", hidden=(), options=None, choice=CROSS,
            steps=None, style=STYLE):  # fmt: skip
    """The code gives the text and the large matrix of the page."""
    options = options or DecodingOptions()
    written = decode(model, sentence, frozenset(hidden), options, style=style)
    steps = steps or len(written.tokens)
    shown = SentenceViews(TEXT, written.attentions, choice, steps).large()
    names: dict = {}
    exec(your_sentence_code(written, model, sentence, options, choice, steps), names)
    assert capsys.readouterr().out.startswith(f"{written.translation.written}\ntensor(")
    assert names["weights"].shape == torch.as_tensor(shown.values).shape
    assert torch.equal(names["weights"], torch.as_tensor(shown.values))
    if written.beam:
        assert names["found"] == written.beam[-1], "also the scores of all hypotheses"
    agrees_by_torch(capsys, written, model, options, choice, steps, shown)


def agrees_by_torch(capsys, written, model, options, choice, steps, shown):
    """Torch alone gives the matrix too."""
    names: dict = {}
    exec(torch_code(written, model, options.way == "greedy", choice, steps), names)
    assert names["tgt_ids"] == written.translation.tgt_ids[0].tolist()
    values = torch.as_tensor(shown.values)
    assert torch.allclose(names["weights"], values, atol=1e-5, equal_nan=True)
    capsys.readouterr()


@pytest.mark.thorough
@pytest.mark.parametrize("model", ["translator", "untrained"])
@pytest.mark.parametrize("options", DECODINGS.values(), ids=DECODINGS)
def test_every_way_of_writing_gives_the_pages_text_and_matrix(capsys, model, options):
    agree(capsys, model=model, options=options, hidden=(5,))


@pytest.mark.parametrize("hidden", [(), (0, 1, 2, 3, 4, 5, 6)])
@pytest.mark.parametrize("model", ["translator", "untrained"])
def test_what_is_hidden_is_hidden_in_the_code_too(capsys, model, hidden):
    agree(capsys, model=model, hidden=hidden)


@pytest.mark.parametrize("style", STYLES)
def test_every_style_gives_the_pages_text(capsys, style):
    agree(capsys, style=style)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("kind", "combination", "on"),
    # Every two of them meet, all three of them not always.
    [
        (kind, combination, ON[(row + column) % len(ON)])
        for row, kind in enumerate(["encoder", "decoder", "cross"])
        for column, combination in enumerate(["average", "maximum", "difference", "each"])
    ],
)
def test_every_way_of_looking_gives_the_pages_matrix(capsys, kind, combination, on):
    agree(capsys, choice=HeadChoice(kind, 0, on, combination, 0.05), steps=4)


@pytest.mark.thorough
@pytest.mark.parametrize(
    "sentence",
    ["Zoe's zebra said \"it's 'mine'\"", "colorless green ideas sleep", "w " * 30,
     "I was born in 1984", "I was late because of the traffic"],
)  # fmt: skip
def test_any_sentence_gives_the_pages_text(capsys, sentence):
    agree(capsys, sentence=sentence)
    agree(capsys, sentence=sentence, model="untrained")


def test_a_hugging_face_models_matrix_is_the_pages(tmp_path, monkeypatch):
    tiny_models = pytest.importorskip("tests.lab.pretrained.tiny_models")
    folder = tmp_path / "bart"
    tiny_models.save_bart(folder)
    # Here, not on a worker: how it comes there is for tests/ui/models/test_process.py.
    monkeypatch.setattr(loading, "open_model", read_model)
    names: dict = {}
    choice = HeadChoice("cross", 1, (1,), "maximum", 0.05)
    exec(hugging_face_code("a 'quoted' word", str(folder), "b", choice), names)
    shown = SentenceViews(TEXT, names["attentions"], choice, 128).large()
    assert torch.equal(names["weights"], torch.as_tensor(shown.values))


def test_it_names_the_model_that_was_asked_for():
    code = hugging_face_code("a 'quoted' word", "my/model", "", CROSS)
    compile(code, "page", "exec")
    assert 'name = "my/model"' in code
    assert "load(name)" in code


@pytest.mark.parametrize("how", ["by_length", "gradient"])
@pytest.mark.parametrize(
    ("kind", "part", "sentence"),
    [("bert", "encoder", "the [MASK] sat"), ("llama", "decoder", "a cat"), ("t5", "cross", "a b")],
)
def test_summaries_of_a_hugging_face_model_are_the_pages(tmp_path, how, kind, part, sentence):
    tiny_models = pytest.importorskip("tests.lab.pretrained.tiny_models")
    folder = tmp_path / kind
    tiny_models.SAVE[kind](folder)
    target = "a dog" if part == "cross" else ""
    choice, names = HeadChoice(part, 0, (1,), how, 0.05), {}
    exec(hugging_face_code(sentence, str(folder), target, choice), names)
    opened = opened_model(open_folder(folder, kind), kind)
    made = SummedUp(forward(opened, BoardQuestion(sentence, target)), choice.asked)
    torch.testing.assert_close(names["weights"], made.weights)
