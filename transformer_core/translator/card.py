"""The card that lies beside the translator's weights: what it is, how it was made, its limits."""

from collections.abc import Mapping
from typing import NamedTuple

from transformer_core.transformer import Transformer
from transformer_core.translator.accuracy import TranslationAccuracy
from transformer_core.translator.grammar.drawing.chance import ANY_WORD, USUALLY
from transformer_core.translator.grammar.drawing.everyday import everyday_texts
from transformer_core.translator.grammar.drawing.sentences import EVERYDAY
from transformer_core.translator.grammar.forms import english_forms, korean_forms
from transformer_core.translator.grammar.lexicon import LEXICON, lemmas, verbs
from transformer_core.translator.grammar.pairs import (
    BY_HEART,
    EVENLY,
    SENTENCES_WITH_UNKNOWN,
    UNKNOWN_RATE,
)
from transformer_core.translator.grammar.syntax import MAX_WORDS
from transformer_core.translator.recipe import (
    AVERAGED,
    TRAINING,
    TRAINING_SENTENCES,
    TRAINING_WORDS,
    VALIDATION_SENTENCES,
)

ADAM = "Adam (beta 0.9 and 0.98, epsilon 1e-9)"
MUON = (
    f"The matrices of attention and feed-forward by Muon, which makes their steps orthogonal, "
    f"embeddings, norms and biases by {ADAM}"
)
CARD = """# English to Korean, for first-year sentences

An encoder-decoder made with `transformer_core` alone. It translates the English of a \
first-year textbook, as a grammar of our own has it: subject-verb-object becomes \
subject-object-verb with particles, so that its cross-attention shows a real change of order; \
words with several senses (wear a hat, wear a dress) choose by the nouns around them, so that a \
head has to look there; and one control token behind the words decides the speech level of the \
Korean, so that every ending looks at it. Outside that language its output is not a translation; \
it has never seen anything else.

## Data

Random sentences of the grammar in `transformer_core/translator/grammar/`, each with its Korean \
morphemes and its true alignment, in six styles: 해라체, 해요체 and 합니다체, each with and \
without -시- for grandmothers, teachers, doctors. {lemmas:,} English lemmas: {nouns:,} nouns and \
names, {verbs} verbs, {adjectives} adjectives, {adverbs} adverbs and others; {english:,} English \
word forms, {korean:,} Korean morphemes. Common words come oftener than rare ones, and short \
sentences than long ones. {everyday:.0%} of what is trained on vary one of {everyday_sentences} \
that one says every day (`words/everyday.toml`), with other words of the same kinds, as they stand \
together in another of them (`drawing/company.py`), denied, asked, said of another time or behind \
a greeting; the others are made up from nothing, and made \
anew where nobody would say them (`drawing/plausible.py`): such sentences are mostly strange, and \
none of what is validated and tested is one of them, but for a line of their own below. In \
{usually:.0%} of the cases a word has its usual company beside it (`words/usual.toml`: one reads \
books and newspapers), otherwise any \
of the kinds that it goes well with; a share of {any_word} of the nouns is taken without regard \
to sense, so that it is the grammar that is learnt. {evenly:.0%} of what is trained on are short \
sentences with words that have seldom come until then, or that decide each other's meaning and \
have seldom come together (an old house, a young player), so that each is met. Each sentence that \
is trained on has another one beside it that is made alike of other words. In a share of \
{share:.2f} of the sentences each noun or name is replaced by `<unk>`, on both sides, with \
probability {rate}; every year is read as `<year>`, every other number without a word of its \
own (42) as `<number>`, and their digits are copied. A hash of the English \
words decides whether it is for training (6 of 8), \
validation or test (1 of 8 each): no sentence is in two parts. Fixed phrases ("good morning") and \
the {everyday_sentences} sentences of every day, in their very words, are always for training, so \
that none of them is tested: they are {by_heart:.0%} of what is trained on, and come again and \
again, as what one learns by heart. No two other sentences of a part are alike. Sentences have at \
most {max_words} English words; training and validation go up to {training_words}, so that the \
longest are not at the edge of what was learnt. No text by other people was used.

## Recipe

{sentences:,} training sentences, {steps:,} steps of {batch} sentences of about one length, each \
taken for up to {spread:g} tokens longer than it is, so that the copies of a fixed phrase come in \
many batches. While it is trained, forms of an English word, and words of a kind, share vectors \
that are added to each word's own (`shared_embedding.py`), so that what is learned of one is \
learned of the others; the \
shipped embedding is the sum, and as plain as the paper's. {by}, the paper's schedule with \
{warmup} warm-up steps and the factor {factor:g}, times a straight line to 0, label smoothing \
{smoothing}, gradients cut to norm {norm:g}; products of matrices in bfloat16 where the processor \
is faster with them. The weights \
that translated most of {validation} validation sentences exactly were kept, among them the \
average of the last {averaged} that were validated (section 6.1). The alignment is not trained \
for: the loss sees the translation only. Seed {seed}; {seconds:.0f} seconds of processor time on \
one thread.

    python -m transformer_core.translator.train --seed {seed} --steps {steps}

## Model

{parameters:,} parameters: d_model {d_model}, {layers} layers, {heads} heads, d_ff {d_ff}, dropout \
{dropout}, post-norm, the output tied to the decoder's embedding without a bias. Weights as \
safetensors, matrices in 8 bits with a scale for each row, config and seed in the header; words in \
`vocabulary.json`.

## Figures

On sentences never seen in training, some of them with unknown words as above:

| seed of the sentences | sentences | exact | content words | aligned |
| --- | --- | --- | --- | --- |
{rows}

Exact: every morpheme of the greedy translation is the grammar's. Aligned: with the true \
translation as the decoder's input, the last layer's cross-attention, averaged over the heads, is \
greatest on an English word that the morpheme renders. Content words are nouns, pronouns, stems, \
adverbs, determiners and words like 위 (on); not particles and endings, nor counters, nor \
때문에, 때, 전에, 후에 and 함께, nor a verb that only completes the word before it (필요가 있-, \
보여 주-), nor what stands for be (the copula, and 있- of "there is"), nor for an article (한 of \
"a cup", 약간의 of "some"). 비 and 오 (it rains) render both "it" and "rains", 날씨 (it is cold) \
both "it" and "cold", 오 (is from) both "is" and "from", 더 (taller than) both "taller" and \
"than", 싶 (want to) both "want" and "to". Rows are labelled by the token that is predicted. \
`python -m benchmarks.translation --seed N` measures it on other sentences, with `--everyday 0` on \
such as are made up from nothing.

## Limits

- A sentence has one reading, the first that the grammar finds, and one word order in Korean; of \
a word's senses it knows those that the kinds of the nouns beside it decide.
- It knows nothing about the world: "the spoon drinks a lake" is as good a sentence as any other.
- Only nouns and names can be unknown. Which state a sentence is in (inside, inside with unknown \
words, outside) is said by the grammar's recogniser, never by the model: it can be sure and wrong.
- Attention shows where the last layer looks, which is not proof of what caused the output.
"""


class Figures(NamedTuple):
    """What is known only after training."""

    model: Transformer
    seed: int
    steps: int
    seconds: float
    """Processor time of the training, data and validation included."""
    tests: Mapping[int, TranslationAccuracy]
    """By the seed of the test sentences."""
    made_up: TranslationAccuracy
    """On sentences made up from nothing."""


def translator_card(figures: Figures) -> str:
    """The card as Markdown."""
    model, config = figures.model, figures.model.config
    tests = [(str(seed), test) for seed, test in figures.tests.items()]
    tests.append(("made up from nothing", figures.made_up))
    rows = "\n".join(
        f"| {name} | {test.sentences} | {test.exact} ({test.exact_share:.4f}) "
        f"| {test.content_morphemes} | {test.aligned} ({test.aligned_share:.4f}) |"
        for name, test in tests
    )
    return CARD.format(
        any_word=ANY_WORD, max_words=MAX_WORDS, averaged=AVERAGED, lemmas=lemmas(),
        adverbs=len(LEXICON.adverbs),
        training_words=TRAINING_WORDS, nouns=len(LEXICON.nouns), verbs=len(verbs()),
        adjectives=len(LEXICON.adjectives), english=len(english_forms()),
        korean=len(korean_forms()), share=SENTENCES_WITH_UNKNOWN, rate=UNKNOWN_RATE,
        sentences=TRAINING_SENTENCES, steps=figures.steps, batch=TRAINING.batch_size,
        spread=TRAINING.length_spread,
        by=MUON if TRAINING.muon else ADAM, usually=USUALLY, everyday=EVERYDAY,
        everyday_sentences=len(everyday_texts()), evenly=EVENLY, by_heart=BY_HEART,
        factor=TRAINING.factor, warmup=TRAINING.warmup_steps,
        smoothing=TRAINING.label_smoothing,
        norm=TRAINING.largest_norm, validation=VALIDATION_SENTENCES, seed=figures.seed,
        seconds=figures.seconds, parameters=sum(p.numel() for p in model.parameters()),
        d_model=config.d_model, layers=config.num_layers, heads=config.num_heads,
        d_ff=config.d_ff, dropout=config.dropout, rows=rows,
    )  # fmt: skip
