"""The numbers of one word as PyTorch prints them, for comparison with a notebook."""

from torch import Tensor

from pages.self_attention.setting import SelfAttentionSetting


def as_printed(setting: SelfAttentionSetting, word: int) -> str:
    printed = {"plain": _plain, "weighted": _weighted, "heads": _heads}[setting.view]
    named = printed(setting, word)
    return "\n\n".join(f"{name}\n{tensor!s}" for name, tensor in named.items())


def _plain(setting: SelfAttentionSetting, word: int) -> dict[str, Tensor]:
    return {f"context_vec[{word}]": setting.plain_steps.output[word]}


def _weighted(setting: SelfAttentionSetting, word: int) -> dict[str, Tensor]:
    steps = setting.weighted_steps
    following = min(word + 1, len(setting.words) - 1)
    return {
        f"omega[{word}, {following}]": steps.scores[word, following],
        f"omega[{word}]": steps.scores[word],
        f"attention_weights[{word}]": steps.weights[word],
        f"context_vector[{word}]": steps.output[word],
    }


def _heads(setting: SelfAttentionSetting, word: int) -> dict[str, Tensor]:
    return {f"multihead_keys[{setting.head}, {word}]": setting.head_steps.keys[word]}
