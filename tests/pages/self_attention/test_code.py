"""The PyTorch that the page shows gives the numbers that the page shows."""

import pytest
import torch

from pages.self_attention.code import self_attention_programs
from pages.self_attention.setting import VIEWS, SelfAttentionSetting
from tests.pages.printed_code import run

TWELVE = " ".join(f"w{place}" for place in range(12))


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("sentence", ["a c b c", TWELVE])
def test_self_attention(view, sentence):
    setting = SelfAttentionSetting(sentence, "random", view=view)
    steps = setting.plain_steps if view == "plain" else setting.weighted_steps
    for program in self_attention_programs(setting):
        shown = run(program)
        torch.testing.assert_close(shown["context"], steps.output)
        torch.testing.assert_close(shown["weights"], steps.weights)
