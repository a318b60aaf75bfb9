"""What the translator writes of a sentence, and what its heads attend to."""

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache

import torch
from torch import Tensor

from pages.your_sentence.labels import told_apart
from pages.your_sentence.pretrained import Attentions
from pages.your_sentence.touched import UNTOUCHED, Touched, touched_translator, translator_of
from transformer_core import (
    BeamStep,
    Hypothesis,
    beam_decoding,
    generator,
    greedy_decoding,
    sampled_decoding,
    trace,
)
from transformer_core.explain.computation import Computation
from transformer_core.explain.origin import Block, Part, Stack
from transformer_core.explain.provenance import transformer_computation
from transformer_core.translator import Translation, Translator
from transformer_core.translator.grammar.korean.written import quoted
from transformer_core.translator.grammar.recognition import Recognition, recognise
from transformer_core.translator.grammar.syntax import Style
from transformer_core.vocabulary import END, END_ID, START, START_ID
from ui.picture.word_labels import word_labels

PARTS: Mapping[str, tuple[Stack, Part]] = {
    "encoder": ("encoder", "self_attention"),
    "decoder": ("decoder", "self_attention"),
    "cross": ("decoder", "cross_attention"),
}
"""Where each kind of attention is in the model."""
SPECIALS = {START: "⟨start⟩", END: "⟨end⟩"}
LIKELIEST = 5
MOST_WRITTEN = 16
"""Sentences that are kept, over all visitors."""
STYLE = Style()
"""How the Korean speaks where nothing else is chosen."""


@dataclass(frozen=True)
class Writing:
    """How the next token is chosen, as plain values."""

    way: str = "greedy"
    temperature: float = 1.0
    top_k: int = 0
    """Only so many of the likeliest can be drawn; all when 0."""
    seed: int = 0
    forced: tuple[str, ...] = ()
    """The morphemes that the model is made to write."""
    ends: bool = True
    """Whether it is made to write the end token after them."""
    width: int = 4
    """Hypotheses that beam search keeps."""
    length_penalty: float = 0.6


@dataclass(frozen=True)
class Written:
    """A sentence, what the model made of it, and everything that its heads attended to."""

    attentions: Attentions
    recognition: Recognition
    hidden: frozenset[int]
    """The places of the words that the model does not see."""
    translation: Translation
    probabilities: Tensor
    """(tokens written, vocab): the distribution that each token was chosen from."""
    src_tokens: tuple[str, ...]
    tgt_tokens: tuple[str, ...]
    """The two vocabularies."""
    seed: int
    """Of the weights before the training."""
    computation: Computation
    """The forward with what was written as the decoder's input, step by step."""
    beam: tuple[BeamStep, ...] = ()
    """The steps of beam search, where that was the way of writing."""
    found: Mapping[tuple[int, ...], str] = field(default_factory=dict)
    """Each sentence that it finished, as Korean is written."""

    @property
    def words(self) -> tuple[str, ...]:
        """The words of the sentence, told apart, and behind them the control token."""
        return word_labels([token.typed for token in self.recognition.tokens])

    @property
    def style(self) -> Style:
        """How the Korean was to speak."""
        return self.recognition.style

    def hypotheses(self, step: int) -> list[Hypothesis]:
        """What beam search had after a step, counted from 0: the best first, and behind them what
        it went on with all the same. After the last step of what was written: the result.
        """
        is_last = step >= len(self.tokens) - 1
        taken = self.beam[-1 if is_last else step]
        more = [one for one in taken.kept if one not in taken.best and not is_last]
        return [*taken.best, *more]

    def hypothesis_text(self, hypothesis: Hypothesis) -> str:
        """A finished one as Korean is written; of another one its tokens so far."""
        tokens = (self.tgt_tokens[id] for id in hypothesis.ids[1:])
        return self.found.get(hypothesis.ids) or " ".join(map(shown_token, tokens))

    @property
    def copied(self) -> tuple[str, ...]:
        """The unknown words that stand in what was written, in marks."""
        unknown = [self.recognition.tokens[place].typed for place in self.recognition.unknown]
        copied = [word for word in unknown if quoted(word) in self.translation.morphemes]
        return tuple(dict.fromkeys(copied))

    @property
    def is_reference(self) -> bool:
        return self.translation.is_right is True

    @property
    def alignment(self) -> tuple[frozenset[int], ...] | None:
        """For each token written its source words; None where that is not what was written."""
        return self.recognition.pair.alignment if self.is_reference else None

    @property
    def tokens(self) -> tuple[str, ...]:
        """Every token that was written, from the vocabulary."""
        return tuple(self.tgt_tokens[id] for id in self.translation.tgt_ids[0, 1:].tolist())

    @property
    def forced(self) -> tuple[str, ...]:
        """What was written, for another model to be made to write the same."""
        return tuple(token for token in self.tokens if token != END)

    @property
    def ended(self) -> bool:
        """Whether the end token was written; else the text was cut."""
        return self.tokens[-1] == END

    def as_forced(self) -> Writing:
        """The way of writing that makes another model write the same."""
        return Writing("forced", forced=self.forced, ends=self.ended)

    def percents(self) -> list[str]:
        """How probable each token was when it was written."""
        count = len(self.attentions.predicted)
        shares = [self.chosen(step)[1] for step in range(count)]
        return [_short_percent(share) for share in shares]

    def chosen(self, step: int) -> tuple[str, float]:
        """The token that was written at a step, and how probable it was."""
        token = int(self.translation.tgt_ids[0, step + 1])
        return shown_token(self.tokens[step]), float(self.probabilities[step, token])

    def likeliest(self, step: int) -> list[tuple[str, float]]:
        """The likeliest tokens of a step with their probabilities, without impossible ones."""
        shares, ids = self.probabilities[step].topk(LIKELIEST)
        return [
            (shown_token(self.tgt_tokens[id]), share)
            for id, share in zip(ids.tolist(), shares.tolist(), strict=True)
            if share > 0
        ]


def _short_percent(share: float) -> str:
    """For the small notes beside the words: never 0% or 100% for what is not."""
    if share < 0.005:
        return "<1%"
    return f"{100 * share:.0f}%" if share < 0.995 or share == 1 else ">99%"


def shown_token(token: str) -> str:
    return SPECIALS.get(token, token)


@cache
def shown_tokens(tokens: tuple[str, ...]) -> tuple[str, ...]:
    """Those of a whole vocabulary."""
    return tuple(map(shown_token, tokens))


@lru_cache(maxsize=MOST_WRITTEN)
def written_by(
    model: str,
    sentence: str,
    hidden: frozenset[int],
    writing: Writing,
    touched: Touched = UNTOUCHED,
    style: Style = STYLE,
) -> Written:
    """Let a translator write, and look at it from inside. The same for the same arguments."""
    translator, recognition = touched_translator(model, touched), recognise(sentence, style)
    count = len(recognition.tokens)
    hidden = frozenset(place for place in hidden if place < count)
    src_ids = translator.source_ids(recognition, hidden)
    with torch.inference_mode():
        tgt_ids, probabilities, beam = _write(translator, src_ids, writing)
        with trace(translator.model) as records:
            logits = translator.model(src_ids, tgt_ids[:, :-1])
    if probabilities is None:
        probabilities = torch.softmax(logits[0], dim=-1)
    words = [token.typed for token in recognition.tokens]
    target = translator.target.words(tgt_ids[0].tolist())
    between = (records, src_ids, tgt_ids[:, :-1])
    computation = transformer_computation(translator.model, *between)
    attentions = attentions_of(computation, words, [shown_token(token) for token in target])
    return Written(
        told_apart(attentions, hidden),
        recognition,
        hidden,
        translator.translation(recognition, src_ids, tgt_ids),
        probabilities,
        translator.source.tokens,
        translator.target.tokens,
        int(translator.notes["seed"]),
        computation,
        beam,
        _finished(translator, recognition, src_ids, beam),
    )


def _finished(
    translator: Translator, recognition: Recognition, src_ids: Tensor, beam: Sequence[BeamStep]
) -> dict[tuple[int, ...], str]:
    """What beam search brought to an end, by its ids, as Korean is written."""
    ids = {one.ids for step in beam for one in step.best if one.finished}
    made = ((one, translator.translation(recognition, src_ids, torch.tensor([one]))) for one in ids)
    return {one: translation.written for one, translation in made}


def most_tokens(words: int) -> int:
    """How many tokens a target may have, its start included: outside its language, or before its
    training, the model may never come to an end. No translation of the language is as long.
    """
    return min(translator_of("translator").model.config.max_len, 2 * words + 10)


def _write(
    translator: Translator, src_ids: Tensor, writing: Writing
) -> tuple[Tensor, Tensor | None, tuple[BeamStep, ...]]:
    """Target ids (1, seq_len), the distributions (seq_len - 1, vocab) they were drawn from, where
    they were drawn one by one, and the steps of a beam search.
    """
    if writing.way == "forced":
        ids = translator.target.ids(writing.forced)
        return torch.tensor([[START_ID, *ids, *[END_ID] * writing.ends]]), None, ()
    longest = most_tokens(src_ids.size(1))
    between = (translator.model, src_ids, START_ID, END_ID)
    if writing.way == "beam":
        looks = {"width": writing.width, "length_penalty": writing.length_penalty}
        beam = tuple(beam_decoding(*between, **looks, max_steps=longest - 1))
        return torch.tensor([beam[-1].best[0].ids]), None, beam
    if writing.way == "sampled":
        draw, top_k = generator(writing.seed), writing.top_k or None
        steps = sampled_decoding(*between, draw, longest, writing.temperature, top_k)
    else:
        steps = greedy_decoding(*between, longest)
    *_, last = taken = list(steps)
    return last.tgt_ids, torch.cat([step.probabilities for step in taken]), ()


def attention_block(kind: str, layer: int) -> Block:
    """Where a kind of attention is in a layer of the model."""
    stack, part = PARTS[kind]
    return Block(part, stack, layer)


def attentions_of(
    computation: Computation, source: Sequence[str], target: Sequence[str]
) -> Attentions:
    """What a forward of one sentence says about every head, as the page takes it from any model."""
    weights = {
        kind: torch.stack(_weights_of(computation, kind))  # (layers, heads, seq_q, seq_k)
        for kind in PARTS
    }
    return Attentions(
        source=tuple(source), read=tuple(target[:-1]), predicted=tuple(target[1:]), **weights
    )


def _weights_of(computation: Computation, kind: str) -> list[Tensor]:
    """Of each layer that there is, from the first one on: (heads, seq_q, seq_k)."""
    blocks = (attention_block(kind, layer) for layer in itertools.count())
    made = itertools.takewhile(computation.blocks.__contains__, blocks)
    return [computation.tensors[computation.blocks[block]["weights"]] for block in made]
