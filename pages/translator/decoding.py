"""What the translator writes for a sentence, and what its heads attend to."""

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache

import torch
from torch import Tensor

from english_korean import Translation, Translator
from english_korean.language.korean.written import quoted
from english_korean.language.recognition import Recognition, recognise
from english_korean.language.syntax import STYLES, Style
from pages.translator.labels import told_apart
from pages.translator.model_edits import NO_EDITS, ModelEdits, editing, the_translator
from transformer_core import generator, greedy_decoding, sampled_decoding, trace
from transformer_core.explain.computation import Computation
from transformer_core.explain.origin import Block, Part, Stack
from transformer_core.explain.provenance import transformer_computation
from transformer_lab.beam import BeamStep, Hypothesis, beam_decoding
from transformer_lab.vocabulary import END, END_ID, START
from ui.explain.arithmetic import short_percent
from ui.models import Attentions
from ui.picture.word_labels import word_labels

PARTS: Mapping[str, tuple[Stack, Part]] = {
    "encoder": ("encoder", "self_attention"),
    "decoder": ("decoder", "self_attention"),
    "cross": ("decoder", "cross_attention"),
}
"""The block of the model that holds each kind of attention."""
SPECIALS = {START: "⟨start⟩", END: "⟨end⟩"} | {style.token: style.label for style in STYLES}
LIKELIEST = 5
MOST_WRITTEN = 16
"""The number of sentences cached, over all users."""
OWN_CHOICE = ("greedy", "beam")
"""Decoding methods in which the model alone decides."""
STYLE = Style()
"""The default speech style of the Korean."""


@dataclass(frozen=True)
class DecodingOptions:
    """How the next token is chosen, as plain values."""

    way: str = "greedy"
    temperature: float = 1.0
    top_k: int = 0
    """Sample from only this many of the most probable tokens; from all if 0."""
    seed: int = 0
    forced: tuple[str, ...] = ()
    """The morphemes that the model is forced to write."""
    ends: bool = True
    """True if it is also forced to write the end token after them."""
    width: int = 4
    """The number of hypotheses that beam search keeps."""
    length_penalty: float = 0.6


@dataclass(frozen=True)
class DecodedSentence:
    """A sentence, what the model wrote for it, and everything its heads attended to."""

    attentions: Attentions
    recognition: Recognition
    hidden: frozenset[int]
    """The positions of the words hidden from the model."""
    translation: Translation
    probabilities: Tensor
    """(tokens written, vocab): the distribution from which each token was chosen."""
    src_tokens: tuple[str, ...]
    tgt_tokens: tuple[str, ...]
    """The two vocabularies."""
    seed: int
    """The seed of the untrained weights."""
    computation: Computation
    """The forward pass with the written tokens as the decoder's input, step by step."""
    beam: tuple[BeamStep, ...] = ()
    """The steps of beam search, if that was the decoding method."""
    found: Mapping[tuple[int, ...], str] = field(default_factory=dict)
    """Each finished hypothesis in Korean spelling."""

    @property
    def words(self) -> tuple[str, ...]:
        """The words of the sentence, equal ones told apart."""
        return word_labels([word.typed for word in self.recognition.words])

    @property
    def style(self) -> Style:
        """The speech style that was asked for."""
        return self.recognition.style

    def hypotheses(self, step: int) -> list[Hypothesis]:
        """The hypotheses of beam search after a step, counted from 0: the best first, then the
        others that it continued with. After the last step of what was written: the result.
        """
        is_last = step >= len(self.tokens) - 1
        taken = self.beam[-1 if is_last else step]
        more = [one for one in taken.kept if one not in taken.best and not is_last]
        return [*taken.best, *more]

    @property
    def copied(self) -> tuple[str, ...]:
        """The unknown words that were copied into the text in quotation marks."""
        unknown = [self.recognition.words[place].typed for place in self.recognition.unknown]
        copied = [word for word in unknown if quoted(word) in self.translation.morphemes]
        return tuple(dict.fromkeys(copied))

    @property
    def is_reference(self) -> bool:
        return self.translation.is_right is True

    @property
    def alignment(self) -> tuple[frozenset[int], ...] | None:
        """The source words of each written token; None if the text is not the reference."""
        pair = self.recognition.pair
        return pair.alignment if self.is_reference and pair is not None else None

    @property
    def tokens(self) -> tuple[str, ...]:
        """Every token that was written, from the vocabulary."""
        return tuple(self.tgt_tokens[id] for id in self.translation.tgt_ids[0, 1:].tolist())

    @property
    def forced(self) -> tuple[str, ...]:
        """The written tokens without the end token, to force another model to write the same."""
        return tuple(token for token in self.tokens if token != END)

    @property
    def ended(self) -> bool:
        """True if the end token was written; otherwise the text was cut."""
        return self.tokens[-1] == END

    def as_forced(self) -> DecodingOptions:
        """The decoding options that force another model to write the same."""
        return DecodingOptions("forced", forced=self.forced, ends=self.ended)

    def percents(self) -> list[str]:
        """The probability of each token when it was written, in percent."""
        count = len(self.attentions.predicted)
        shares = [self.chosen(step)[1] for step in range(count)]
        return [short_percent(share) for share in shares]

    def chosen(self, step: int) -> tuple[str, float]:
        """The token written at a step, and its probability."""
        token = int(self.translation.tgt_ids[0, step + 1])
        return shown_token(self.tokens[step]), float(self.probabilities[step, token])

    @property
    def least_probable_step(self) -> int:
        """The step at which the token that was written had the smallest probability."""
        return min(range(len(self.tokens)), key=lambda step: self.chosen(step)[1])

    def likeliest(self, step: int) -> list[tuple[str, float]]:
        """The most probable tokens of a step with their probabilities, without impossible ones."""
        shares, ids = self.probabilities[step].topk(LIKELIEST)
        return [
            (shown_token(self.tgt_tokens[id]), share)
            for id, share in zip(ids.tolist(), shares.tolist(), strict=True)
            if share > 0
        ]


def shown_token(token: str) -> str:
    return SPECIALS.get(token, token)


@cache
def shown_tokens(tokens: tuple[str, ...]) -> tuple[str, ...]:
    """The tokens of a whole vocabulary as they are shown."""
    return tuple(map(shown_token, tokens))


@lru_cache(maxsize=MOST_WRITTEN)
def decode(
    model: str,
    sentence: str,
    hidden: frozenset[int],
    options: DecodingOptions,
    edits: ModelEdits = NO_EDITS,
    style: Style = STYLE,
) -> DecodedSentence:
    """Let a translator write, and record its forward pass. Depends on its arguments alone."""
    translator, recognition = the_translator(), recognise(sentence, style)
    with torch.inference_mode(), editing(model, edits) as changed:
        return _decoded(translator, recognition, hidden, options, changed)


def _decoded(
    translator: Translator,
    recognition: Recognition,
    hidden: frozenset[int],
    options: DecodingOptions,
    changed: Mapping[str, Tensor],
) -> DecodedSentence:
    """What it writes; `changed` are the parameters that it computes with instead of its own."""
    count = len(recognition.words)
    hidden = frozenset(place for place in hidden if place < count)
    src_ids = translator.source_ids(recognition, hidden)
    tgt_ids, probabilities, beam = _write(translator, src_ids, options, recognition.style)
    with trace(translator.model) as records:
        logits = translator.model(src_ids, tgt_ids[:, :-1])
    if probabilities is None:
        probabilities = torch.softmax(logits[0], dim=-1)
    words = [word.typed for word in recognition.words]
    target = translator.target.words(tgt_ids[0].tolist())
    between = ({**records, **changed}, src_ids, tgt_ids[:, :-1])
    computation = transformer_computation(translator.model, *between)
    attentions = attentions_of(computation, words, [shown_token(token) for token in target])
    return DecodedSentence(
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
    """The finished hypotheses of beam search in Korean spelling, by their ids."""
    ids = {one.ids for step in beam for one in step.best if one.finished}
    made = ((one, translator.translation(recognition, src_ids, torch.tensor([one]))) for one in ids)
    return {one: translation.written for one, translation in made}


def most_tokens(words: int) -> int:
    """The most tokens of a target, its start included: outside its language, or untrained, the
    model may never write the end token. No translation of the language is as long.
    """
    return min(the_translator().model.config.max_len, 2 * words + 12)


def _write(
    translator: Translator, src_ids: Tensor, options: DecodingOptions, style: Style
) -> tuple[Tensor, Tensor | None, tuple[BeamStep, ...]]:
    """Target ids (1, seq_len); the distributions (seq_len - 1, vocab) they were chosen from, if
    they were chosen one by one; and the steps of a beam search.
    """
    start_id = translator.start_id(style)
    if options.way == "forced":
        ids = translator.target.ids(options.forced)
        return torch.tensor([[start_id, *ids, *[END_ID] * options.ends]]), None, ()
    longest = most_tokens(src_ids.size(1))
    between = (translator.model, src_ids, start_id, END_ID)
    if options.way == "beam":
        width, penalty = options.width, options.length_penalty
        steps_of_beam = beam_decoding(
            *between, width=width, length_penalty=penalty, max_steps=longest - 1
        )
        beam = tuple(steps_of_beam)
        return torch.tensor([beam[-1].best[0].ids]), None, beam
    if options.way == "sampled":
        draw, top_k = generator(options.seed), options.top_k or None
        steps = sampled_decoding(*between, draw, longest, options.temperature, top_k)
    else:
        steps = greedy_decoding(*between, longest)
    *_, last = taken = list(steps)
    return last.tgt_ids, torch.cat([step.probabilities for step in taken]), ()


def attention_block(kind: str, layer: int) -> Block:
    """The block of a kind of attention in a layer of the model."""
    stack, part = PARTS[kind]
    return Block(part, stack, layer)


def attentions_of(
    computation: Computation, source: Sequence[str], target: Sequence[str]
) -> Attentions:
    """Collect every head's weights of one forward pass, in the form used for any model."""
    encoder, decoder, cross = (
        torch.stack(_weights_of(computation, kind))  # (layers, heads, seq_q, seq_k)
        for kind in ("encoder", "decoder", "cross")
    )
    return Attentions(tuple(source), tuple(target[:-1]), tuple(target[1:]), encoder, decoder, cross)


def _weights_of(computation: Computation, kind: str) -> list[Tensor]:
    """The weights of every layer in order: (heads, seq_q, seq_k)."""
    blocks = (attention_block(kind, layer) for layer in itertools.count())
    made = itertools.takewhile(computation.blocks.__contains__, blocks)
    return [computation.tensors[computation.blocks[block]["weights"]] for block in made]
