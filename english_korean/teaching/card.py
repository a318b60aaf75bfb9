"""The card shipped with the translator's weights: what it is, how it was made, its limits.

    python -m english_korean.teaching.card FOLDER --beside OTHER OTHER

writes it anew, with the figures of other trainings beside the folder's own.
"""

import argparse
from collections.abc import Iterable, Sequence
from pathlib import Path

from english_korean.heads.measured import ALIKE, FEWEST, THRESHOLD
from english_korean.heads.table import job_table, seeds_table, sense_table, with_a_job
from english_korean.language.forms import english_forms, korean_forms
from english_korean.language.lexicon import LEXICON, lemmas, verbs
from english_korean.language.syntax import MAX_WORDS
from english_korean.teaching.accuracy import TranslationAccuracy
from english_korean.teaching.figures import Figures, load_figures, save_figures
from english_korean.teaching.pairs import BY_HEART, EVENLY, SENTENCES_WITH_UNKNOWN, UNKNOWN_RATE
from english_korean.teaching.recipe import (
    AVERAGED,
    TRAINING,
    TRAINING_SENTENCES,
    TRAINING_WORDS,
    VALIDATION_SENTENCES,
)
from english_korean.teaching.sampling.chance import ANY_WORD, USUALLY
from english_korean.teaching.sampling.everyday import constructed_texts, everyday_texts
from english_korean.teaching.sampling.sentences import CONSTRUCTED, EVERYDAY
from english_korean.teaching.training import FREED
from english_korean.translator import Translator
from transformer_core.transformer import Transformer

ADAM = "Adam (beta 0.9 and 0.98, epsilon 1e-9)"
MUON = (
    f"Attention and feed-forward matrices are optimised with Muon, which orthogonalises their "
    f"updates; embeddings, norms and biases with {ADAM}"
)
UNGUIDED = """The alignment is not a training target: the loss sees the translation only, and a \
price on attention (see Heads)."""
GUIDED = """The alignment guides the last cross-attention: in addition to the translation and a \
price on attention (see Heads), the loss has {guided:g} for each nat by which its heads, averaged, \
give the words that a content word translates less than all their weight."""
CARD = """# English to Korean, for first-year sentences

An encoder-decoder made with `transformer_core` alone. It translates first-year textbook English \
as defined by our own grammar: subject-verb-object becomes subject-object-verb with particles, so \
its cross-attention shows a real change of order; words with several senses (wear a hat, wear a \
dress) are disambiguated by the nouns around them, so a head has to look there. The start token of \
the decoder sets the style of the Korean: its speech level, and whether elders are honored. It has \
never seen anything outside that language; there, its output is not a translation.

## Data

Random sentences of the grammar in `english_korean/language/`, each with its \
Korean morphemes and its true alignment, in six styles: 해라체, 해요체 and 합니다체, each with and \
without -시- for grandmothers, teachers and doctors. {lemmas:,} English lemmas: {nouns:,} nouns \
and names, {verbs} verbs, {adjectives} adjectives, {adverbs} adverbs and others; {english:,} \
English word forms, {korean:,} Korean morphemes. Common words occur more often than rare ones, \
and short sentences more often than long ones.

- {constructed:.0%} of the training sentences are variations of {constructions} sentences of \
constructions that are rarer than what one says every day (`words/constructions.txt`): pronouns \
that point back, relative clauses, passives with an agent, indirect questions. None of them is in \
a list of the benchmarks.
- {everyday:.0%} of the others are variations of {everyday_sentences:,} everyday sentences \
(`words/everyday.txt`): words are replaced by others of the same kind that occur together in \
another everyday sentence (`sampling/company.py`), and no person is replaced by one to whom its \
pronouns cannot refer (`sampling/antecedents.py`); a sentence may also be negated, made a \
question, moved to another time or preceded by a greeting. The rest are generated from the grammar \
alone and redrawn where nobody would say them (`sampling/plausible.py`); most of them are \
still strange, so none of them is used for validation or testing, except in a separate row of the \
table below.
- In {usually:.0%} of the cases a word comes with its usual company (`words/usual.toml`: one \
reads books and newspapers), otherwise with any word of the kinds that it goes well with. A share \
of {any_word} of the nouns is drawn without regard to sense, so that the model learns the \
grammar.
- {evenly:.0%} of the training sentences are chosen: short ones to cover words that have been rare \
so far, or pairs of words that determine each other's meaning and have rarely occurred together \
(an old house, a young player), and ones of any length to cover constructions that have been rare \
(`sampling/shapes.py`). Each training sentence is paired with another that has the same \
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
line to 0; label smoothing {smoothing}, and none after {freed_at:.0%} of the steps; gradients \
clipped to norm {norm:g}; matrix products in bfloat16 where the processor is faster with it. \
Until {freed_at:.0%} of the steps a share of {forgotten:g} of the tokens that the decoder reads \
is `<unk>`, so that it looks at the words more. \
The weights with the most exact translations of {validation} validation sentences were kept; the \
average of the last {averaged} validated ones was a candidate too (section 6.1). {guidance} \
Seed {seed}; {seconds:,.0f} seconds of processor time on one thread.

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
article (한 of "a cup"). 비 and 오 (it rains) render both "it" and "rains", 날씨 \
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
the token predicted. Of the encoder's {encoder_heads} heads {encoder_jobs} have a job, of the \
decoder's {decoder_heads} (cross-attention included) {decoder_jobs}; what is left over does \
nothing that the list of jobs knows. `python -m benchmarks.heads --all` prints every job of every \
head.

{jobs}

Words whose sense a noun decides (wear a hat, wear a dress), on the sentences of all three seeds: \
the head of the encoder that attends most from the word to that noun.

{senses}

No job is taught: the loss has a price on the encoder's attention, whichever word it is on. It is \
{entropy:g} for each nat of a word's weights, {overlap:g} for each product of two heads' weights \
on the same word, {itself:g} for the weight that a word gives to itself, on average over layers, \
heads and words (`attention_costs.py`), and {freed:g} times that after {freed_at:.0%} of the steps.
{others}
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


OTHERS = """
## Other training seeds

The same command with other seeds ({seeds}). Which head has which job is another one each time.

| training seed | exact | aligned |
| --- | --- | --- |
{rows}

{heads}

The mean weight from a word to the noun that decides its sense, of the head that has most:

| training seed | {words} |
| --- | {rule} |
{senses}
"""


def translator_card(model: Transformer, figures: Figures, others: Sequence[Figures] = ()) -> str:
    """The card as Markdown.

    Args:
        figures: of the model.
        others: of models that were trained in the same way with other seeds.
    """
    config = model.config
    encoder = config.num_layers * config.num_heads
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
        everyday_sentences=len(everyday_texts()), constructed=CONSTRUCTED,
        constructions=len(constructed_texts()), evenly=EVENLY, by_heart=BY_HEART,
        factor=TRAINING.factor, warmup=TRAINING.warmup_steps,
        smoothing=TRAINING.label_smoothing,
        norm=TRAINING.largest_norm, validation=VALIDATION_SENTENCES, seed=figures.seed,
        guidance=GUIDED.format(guided=TRAINING.guided) if TRAINING.guided else UNGUIDED,
        forgotten=TRAINING.forgotten, entropy=TRAINING.attention.entropy,
        overlap=TRAINING.attention.overlap, itself=TRAINING.attention.itself,
        freed_at=TRAINING.freed_at, freed=FREED,
        encoder_heads=encoder, encoder_jobs=with_a_job(figures.heads, "encoder"),
        decoder_heads=2 * encoder, decoder_jobs=with_a_job(figures.heads, "decoder", "cross"),
        senses=sense_table(figures.senses),
        others=_beside(figures, others) if others else "",
        seconds=figures.seconds, parameters=sum(p.numel() for p in model.parameters()),
        d_model=config.d_model, layers=config.num_layers, heads=config.num_heads,
        d_ff=config.d_ff, dropout=config.dropout, rows=rows,
        heads_seed=min(figures.tests), fewest=FEWEST, alike=ALIKE, threshold=THRESHOLD,
        jobs=job_table(figures.heads),
    )  # fmt: skip


def _beside(figures: Figures, others: Sequence[Figures]) -> str:
    """What other training seeds gave."""
    every = [figures, *others]
    return OTHERS.format(
        seeds=_joined(f"{each.seed}: {each.seconds:,.0f} s" for each in others),
        rows="\n".join(map(_shares, every)),
        heads=seeds_table({each.seed: each.heads for each in every}),
        words=" | ".join(sense.word for sense in figures.senses),
        rule=" | ".join("---" for _ in figures.senses),
        senses="\n".join(
            f"| {each.seed} | {' | '.join(f'{one.figure.weight:.2f}' for one in each.senses)} |"
            for each in every
        ),
    )


def _shares(figures: Figures) -> str:
    tests: Iterable[TranslationAccuracy] = figures.tests.values()
    exact = _joined(f"{test.exact_share:.4f}" for test in tests)
    aligned = _joined(f"{test.aligned_share:.4f}" for test in tests)
    return f"| {figures.seed} | {exact} | {aligned} |"


def _joined(texts: Iterable[str]) -> str:
    return ", ".join(texts)


def write_card(folder: Path, beside: Sequence[Path] = ()) -> None:
    """Write the card of the translator in a folder, from the figures beside its weights.

    Args:
        beside: folders of others that were trained in the same way: their figures are kept in this
            one from now on.
    """
    figures, *others = load_figures(folder)
    if beside:
        others = [load_figures(other)[0] for other in beside]
        save_figures(folder, [figures, *others])
    card = translator_card(Translator.load(folder).model, figures, others)
    (folder / "card.md").write_text(card, encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--beside", type=Path, nargs="*", default=[], metavar="OTHER")
    arguments = parser.parse_args()
    write_card(arguments.folder, arguments.beside)


if __name__ == "__main__":
    main()
