"""The PyTorch that the overview prints gives what the map shows, also of a changed model."""

import pytest
import torch

from pages.translator.model_edits import Head
from tests.pages.overview.overview_page import overview, seen
from tests.pages.printed_code import run

HEADS = frozenset({Head("cross", 1, 3), Head("encoder", 0, 1), Head("decoder", 1, 0)})
CHANGED = {
    "as it is": {},
    "heads off": {"heads_off": HEADS},
    "a hidden word": {"hidden": frozenset({1, 5})},
    "untrained": {"model": "untrained", "heads_off": HEADS},
    "sampled": {"writing": "sampled", "temperature": 3.0, "draw": 5, "heads_off": HEADS},
    "forced": {"writing": "forced", "forced": "학생 -은/는 책 -을/를", "heads_off": HEADS},
    "unknown words": {"sentence": "Zoe's zebra said \"it's 'mine'\"", "hidden": frozenset({0})},
    "a model of somebody else": {"model": "hugging_face", "heads_off": HEADS},
}
CELLS = (
    "src_embeddings@1.7",
    "encoder.layers.1.self_attention.w_v.weight@3.4",
    "tgt_embedding.weight@9.2",
)


def agrees(asked, names) -> None:
    written, shown = asked.setting.written, seen(asked)
    assert names["translation"].written == written.translation.written
    assert torch.equal(names["tgt_ids"], written.translation.tgt_ids)
    drawn = shown.now("decoder.layers.1.cross_attention.weights")
    assert torch.equal(names["weights"], drawn.mean(dim=0))
    for name, recorded in names["records"].items():
        if name in shown.tensors:
            torch.testing.assert_close(shown.now(name), recorded[0], atol=1e-6, rtol=1e-5)


def agrees_by_torch(asked) -> None:
    """Torch alone gives the same, however the model was changed."""
    written, shown = asked.setting.written, seen(asked)
    names = run(asked.program.torch)
    assert names["tgt_ids"] == written.translation.tgt_ids[0].tolist()
    for path, weights in names["attention_weights"].items():
        now = shown.now(f"{path}.weights")
        torch.testing.assert_close(now, weights, atol=1e-5, rtol=1e-4)


@pytest.mark.sampled
@pytest.mark.parametrize("values", CHANGED.values(), ids=CHANGED)
def test_it_gives_the_text_the_weights_and_every_number_of_the_map(values):
    asked = overview(**values)
    agrees(asked, run(asked.program.core))
    agrees_by_torch(asked)


@pytest.mark.parametrize("values", [{}, {"heads_off": HEADS}, {"model": "untrained"}])
def test_it_gives_them_with_numbers_that_were_set_by_hand(values):
    asked = overview(**values)
    for place, cell in enumerate(CELLS):
        asked = asked.done(change={"cell": cell, "value": 3.25 * (-1) ** place})
    assert len(asked.setting.cells) == 3
    assert not torch.equal(seen(asked).now("logits"), seen(overview(**values)).now("logits"))
    agrees(asked, run(asked.program.core))
    agrees_by_torch(asked)


def test_it_says_nothing_of_what_nobody_did():
    assert "no_grad" not in overview().program.core
    assert "hidden_positions" not in overview().program.core
