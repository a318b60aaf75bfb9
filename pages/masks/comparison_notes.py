"""What a comparison says in numbers."""

from pages.masks.comparison import FILLED, Comparison
from pages.masks.tokens import PAD_ID
from transformer_core import attention
from transformer_lab.measures.mask_effects import (
    FILL,
    HALF_ROUNDING,
    MaskEffect,
    apart_from_torch,
    causal_apart_from_torch,
    half_spacing,
)
from ui.answer.parts import Note, Tone
from ui.explain.arithmetic import exact, significant
from ui.words.language import Text


def comparison_notes(text: Text, of: Comparison) -> list[Note]:
    """The figures that settle the question, each sentence true of the setting."""
    if of.other is None:
        return [Note(text("does_not_fit", target=len(of.query_ids), source=len(of.key_ids)), "bad")]
    if of.is_leak_test:
        return _leak_test(text, of)
    effect = of.effect
    assert effect is not None
    sentences = [*_effect(text, of, effect), *_more(text, of, effect)]
    return [Note(" ".join(sentences), _tone(effect))]


def _tone(effect: MaskEffect) -> Tone:
    """Wrong if the output of a token changes, right only if nothing at all is otherwise."""
    if effect.changed_words:
        return "bad"
    others = (effect.changed_padding, effect.padding_seen, effect.future_seen, effect.more_seen,
              effect.hidden)  # fmt: skip
    return "plain" if any(others) else "good"


def _effect(text: Text, of: Comparison, effect: MaskEffect) -> list[str]:
    """Which outputs change, and what is seen or hidden that should not be."""
    weights = ("largest", "padding_leaked", "future_leaked", "more_leaked")
    figures = effect._asdict() | {name: exact(getattr(effect, name)) for name in weights}
    whose = "encoder" if of.attention == "encoder" else "target"
    sentences = [
        text(f"effect.{'words' if effect.changed_words else 'no_words'}", **figures),
        text(f"effect.padding.{whose}", **figures) if effect.changed_padding else "",
        text("effect.padding_seen", **figures) if effect.padding_seen else "",
        text("effect.future_seen", **figures) if effect.future_seen else "",
        text("effect.more_seen", **figures) if effect.more_seen else "",
        text("effect.hidden", **figures) if effect.hidden else "",
    ]
    return [sentence for sentence in sentences if sentence]


def _more(text: Text, of: Comparison, effect: MaskEffect) -> list[str]:
    """What else is measured for some comparisons."""
    Q, K, V = of.vectors
    if of.name == "opposite":
        apart = apart_from_torch(Q, K, V, of.right.mask, of.right.output)
        return [text("more.opposite", apart=significant(apart, 1))]
    if of.name == "causal" and of.other is not None:
        apart = causal_apart_from_torch(Q, K, V, of.other.output)
        return [text("more.causal", apart=significant(apart, 1))]
    if of.name in FILLED:
        sentences = _apart(text, of)
        empty = of.right.mask.all(-1)  # (seq_q,)
        if empty.any() and of.other is not None:
            most = float(of.other.weights[empty].max())
            sentences.append(text("more.empty", count=int(empty.sum()), weight=exact(most)))
        if of.name == "half":
            sentences.append(text("more.half", spacing=exact(half_spacing())))
            sentences += _rounded(text, of)
        return sentences
    return []


def _apart(text: Text, of: Comparison) -> list[str]:
    """How far apart the scores of one query are at most, next to the -10^4 of the mask."""
    if of.name == "zero":
        return []
    apart = float((of.steps.scaled.amax(-1) - of.steps.scaled.amin(-1)).max())
    name = "more.multiplied" if of.gain != 1 else "more.apart"
    sentences = [text(name, apart=significant(apart, 3), gain=f"{of.gain:,}")]
    return [*sentences, text("more.learnable")] if apart > -FILL else sentences


def _rounded(text: Text, of: Comparison) -> list[str]:
    """Up to which size changes are taken for rounding, where some are shown that are."""
    if of.trained is None or (change := of.change) is None:
        return []
    words = change[of.query_ids != PAD_ID]
    limit = HALF_ROUNDING * float(of.right.output.abs().max())
    uncounted = words[words <= limit]
    most = float(uncounted.max()) if len(uncounted) else 0.0
    return [text("more.rounded", most=exact(most))] if most else []


def _leak_test(text: Text, of: Comparison) -> list[Note]:
    """From how many later tokens something reaches an earlier position, on both sides. Each side
    has its own verdict where the right one is an answer, too.
    """
    above: dict[str, int] = {}
    most: dict[str, float] = {}
    for name, side in of.sides.items():
        assert side.reach is not None
        later = side.reach.triu(1)
        above[name], most[name] = int((later > 0).sum()), float(later.max())
    pairs = len(of.key_ids) * (len(of.key_ids) - 1) // 2
    figures = {"pairs": pairs, **above, "largest": exact(most["other"])}
    tone: Tone = "bad" if above["other"] else "good"
    if of.name != "recomputed":
        return [Note(text(f"leak_test.{of.name}", **figures), tone)]
    own: Tone = "bad" if above["right"] else "good"
    figures |= {"second": exact(_second(of)), "hidden": int(of.right.mask[-1].sum())}
    other = "without" if above["other"] else "without_no_change"
    return [
        Note(text("leak_test.with", **figures), own),
        Note(text(f"leak_test.{other}", **figures), tone),
    ]


def _second(of: Comparison) -> float:
    """How far the newest output of a second layer is from the right one."""
    assert of.other is not None
    ends = []
    for output in (of.right.output, of.other.output):
        ends.append(attention(output[-1:], output, output).output)
    return float((ends[0] - ends[1]).abs().max())
