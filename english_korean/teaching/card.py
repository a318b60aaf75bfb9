"""The card shipped with the translator's weights: what it is, how it was made, its limits."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from english_korean.heads.measured import ALIKE, FEWEST, THRESHOLD, HeadJob
from english_korean.heads.table import job_table
from english_korean.language.forms import english_forms, korean_forms
from english_korean.language.lexicon import LEXICON, lemmas, verbs
from english_korean.language.syntax import MAX_WORDS
from english_korean.teaching.accuracy import TranslationAccuracy
from english_korean.teaching.pairs import BY_HEART, EVENLY, SENTENCES_WITH_UNKNOWN, UNKNOWN_RATE
from english_korean.teaching.recipe import (
    AVERAGED,
    TRAINING,
    TRAINING_SENTENCES,
    TRAINING_WORDS,
    VALIDATION_SENTENCES,
)
from english_korean.teaching.sampling.chance import ANY_WORD, USUALLY
from english_korean.teaching.sampling.everyday import everyday_texts
from english_korean.teaching.sampling.sentences import EVERYDAY
from transformer_core.transformer import Transformer

ADAM = "Adam (beta 0.9 and 0.98, epsilon 1e-9)"
MUON = (
    f"Attention and feed-forward matrices are optimised with Muon, which orthogonalises their "
    f"updates; embeddings, norms and biases with {ADAM}"
)
CARD = """# English to Korean, for first-year sentences

An encoder-decoder made with `transformer_core` alone. It translates first-year textbook English \
as defined by our own grammar: subject-verb-object becomes subject-object-verb with particles, so \
its cross-attention shows a real change of order; words with several senses (wear a hat, wear a \
dress) are disambiguated by the nouns around them, so a head has to look there; and one control \
token after the words sets the speech level of the Korean, so every ending looks at it. It has \
never seen anything outside that language; there, its output is not a translation.

## Data

Random sentences of the grammar in `english_korean/language/`, each with its \
Korean morphemes and its true alignment, in six styles: 해라체, 해요체 and 합니다체, each with and \
without -시- for grandmothers, teachers and doctors. {lemmas:,} English lemmas: {nouns:,} nouns \
and names, {verbs} verbs, {adjectives} adjectives, {adverbs} adverbs and others; {english:,} \
English word forms, {korean:,} Korean morphemes. Common words occur more often than rare ones, \
and short sentences more often than long ones.

- {everyday:.0%} of the training sentences are variations of {everyday_sentences:,} everyday \
sentences (`words/everyday.txt`): words are replaced by others of the same kind that occur \
together in another everyday sentence (`sampling/company.py`); a sentence may also be negated, \
made a question, moved to another time or preceded by a greeting. The rest are generated from the \
grammar alone and redrawn where nobody would say them (`sampling/plausible.py`); most of them are \
still strange, so none of them is used for validation or testing, except in a separate row of the \
table below.
- In {usually:.0%} of the cases a word comes with its usual company (`words/usual.toml`: one \
reads books and newspapers), otherwise with any word of the kinds that it goes well with. A share \
of {any_word} of the nouns is drawn without regard to sense, so that the model learns the \
grammar.
- {evenly:.0%} of the training sentences are short ones chosen to cover words that have been rare \
so far, or pairs of words that determine each other's meaning and have rarely occurred together \
(an old house, a young player). Each training sentence is paired with another that has the same \
structure and other words.
- In a share of {share:.2f} of the sentences each noun or name is replaced by `<unk>`, on both \
sides, with probability {rate}. Every year is read as `<year>`, every other number without its \
own word (42) as `<number>`, and their digits are copied.
- A hash of the English words decides whether a sentence is for training (6 of 8), validation or \
testing (1 of 8 each), so no sentence is in two parts. Fixed phrases ("good morning") and the \
{everyday_sentences:,} everyday sentences themselves are used only for training, never for \
testing. They make up {by_heart:.0%} of the training sentences and are repeated, to be memorised. \
Within a part no two other sentences are the same.
- Sentences have at most {max_words} English words; training and validation go up to \
{training_words}, so that the longest are not at the edge of what was learned. No text by other \
people was used.

## Recipe

{sentences:,} training sentences; {steps:,} steps of {batch} sentences of about the same length, \
each treated as up to {spread:g} tokens longer than it is, so that copies of a fixed phrase fall \
into many batches. During training, forms of one English word, and words of one kind, share \
vectors that are added to each word's own (`shared_embedding.py`), so what is learned for one is \
learned for the others; the shipped embedding is the sum, as plain as the paper's. {by}. The \
paper's schedule with {warmup} warm-up steps and a factor of {factor:g}, multiplied by a straight \
line to 0; label smoothing {smoothing}; gradients clipped to norm {norm:g}; matrix products in \
bfloat16 where the processor is faster with it. The weights with the most exact translations of \
{validation} validation sentences were kept; the average of the last {averaged} validated ones \
was a candidate too (section 6.1). The alignment is not a training target: the loss sees the \
translation only. Seed {seed}; {seconds:,.0f} seconds of processor time on one thread.

    python -m english_korean.teaching.train --seed {seed} --steps {steps}

## Model

{parameters:,} parameters: d_model {d_model}, {layers} layers, {heads} heads, d_ff {d_ff}, \
dropout {dropout}, post-norm, the output tied to the decoder's embedding without a bias. The \
weights are stored as safetensors, matrices in 8 bits with one scale per row, config and seed in \
the header; the words are in `vocabulary.json`.

## Figures

On sentences never seen in training, some of them with unknown words as above:

| seed of the sentences | sentences | exact | content words | aligned |
| --- | --- | --- | --- | --- |
{rows}

Exact: every morpheme of the greedy translation equals the grammar's. Aligned: with the \
true translation as the decoder's input, the last layer's cross-attention, averaged over \
the heads, is largest on an English word that the morpheme renders. Content words are \
nouns, pronouns, stems, adverbs, determiners and words like 위 (on). Not counted: \
particles, endings and counters; 때문에, 때, 전에, 후에 and 함께; a verb that only completes the \
word before it (필요가 있-, 보여 주-); words for be (the copula, and 있- of "there is") and for an \
article (한 of "a cup", 약간의 of "some"). 비 and 오 (it rains) render both "it" and "rains", 날씨 \
(it is cold) both "it" and "cold", 오 (is from) both "is" and "from", 더 (taller than) both \
"taller" and "than", 싶 (want to) both "want" and "to". Rows are labelled with the token \
that is predicted. `python -m benchmarks.translation --seed N` measures the model on other \
sentences; with `--everyday 0` on sentences generated from the grammar alone.

## Heads

What each head attends to, on the sentences of seed {heads_seed} with the true translation as the \
decoder's input: of the jobs in `english_korean/heads/jobs.py` that of the largest mean weight \
(weight), with the share of the queries whose largest weight is there (largest) and the number of \
queries that have such a position (queries). A job counts from {fewest} queries; of jobs within \
{alike:g} of the best, the more general is named; below a weight of {threshold:g} no job counts \
as found. Decoder rows are those of the tokens read, cross-attention's "aligned word" is that of \
the token predicted. `python -m benchmarks.heads --all` prints every job of every head.

{jobs}

## Limits

- A sentence has one reading, the first that the grammar finds, and one word order in Korean. Of \
a word's senses it knows those that are decided by the kinds of the nouns next to it.
- It knows nothing about the world: to it, "the spoon drinks a lake" is as good a sentence as any \
other.
- Only nouns and names can be unknown. The grammar's recogniser decides whether a sentence is in \
the translator's language, in it with unknown words, or outside; the model does not: it can be \
confident and wrong.
- Attention shows where the last layer looks, which does not prove what caused the output.
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
    """On sentences generated from the grammar alone."""
    heads: Sequence[HeadJob]
    """On the first of the test sentences."""


def translator_card(figures: Figures) -> str:
    """The card as Markdown."""
    model, config = figures.model, figures.model.config
    tests = [(str(seed), test) for seed, test in figures.tests.items()]
    tests.append(("from the grammar alone", figures.made_up))
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
        by=MUON if TRAINING.muon else f"Optimised with {ADAM}", usually=USUALLY, everyday=EVERYDAY,
        everyday_sentences=len(everyday_texts()), evenly=EVENLY, by_heart=BY_HEART,
        factor=TRAINING.factor, warmup=TRAINING.warmup_steps,
        smoothing=TRAINING.label_smoothing,
        norm=TRAINING.largest_norm, validation=VALIDATION_SENTENCES, seed=figures.seed,
        seconds=figures.seconds, parameters=sum(p.numel() for p in model.parameters()),
        d_model=config.d_model, layers=config.num_layers, heads=config.num_heads,
        d_ff=config.d_ff, dropout=config.dropout, rows=rows,
        heads_seed=min(figures.tests), fewest=FEWEST, alike=ALIKE, threshold=THRESHOLD,
        jobs=job_table(figures.heads),
    )  # fmt: skip
