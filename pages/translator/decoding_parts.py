"""How the translator came to a token: the choices of one step, and the hypotheses of a search."""

from collections.abc import Sequence

from pages.translator.decoding import DecodedSentence
from pages.translator.glossed import chosen, korean_label, likeliest
from pages.translator.hypotheses import Hypotheses, Row
from transformer_lab.beam import Hypothesis
from ui.explain.next_words import NextWords
from ui.picture.label import gloss_of, with_gloss
from ui.words.language import Text

MOST_BEFORE = 8
"""The most tokens repeated from before the next one."""


def in_words(text: Text, tokens: Sequence[str]) -> str:
    """Korean tokens as a text."""
    return " ".join(with_gloss(korean_label(text.language, token)) for token in tokens)


def next_words(text: Text, written: DecodedSentence, place: int) -> NextWords:
    """The distribution from which the token of a step was chosen."""
    before = in_words(text, written.tokens[:place][-MOST_BEFORE:] or (written.style.token,))
    before = f"… {before}" if place > MOST_BEFORE else before
    between = (text.language, written, place)
    return NextWords(text("steps.question"), before, likeliest(*between), chosen(*between))


def hypotheses(text: Text, written: DecodedSentence, place: int) -> list[Hypotheses]:
    """The hypotheses of beam search when it wrote a token; at the last token, its result. Empty
    for other decoding methods.
    """
    if not written.beam:
        return []
    outcome = tuple(written.translation.tgt_ids[0].tolist())
    rows = [
        Row(
            *_hypothesis(text, written, one),
            one.log_probability,
            one.score,
            one.finished,
            chosen=one.ids == outcome[: len(one.ids)],
        )
        for one in written.hypotheses(place)
    ]
    is_last = place >= len(written.tokens) - 1
    about = text("beam.result" if is_last else "beam.step", step=place + 1)
    columns = [text(f"beam.{name}") for name in ("text", "log_probability", "score")]
    return [Hypotheses(text("beam.title"), about, columns, rows)]


def _hypothesis(text: Text, written: DecodedSentence, hypothesis: Hypothesis) -> tuple[str, str]:
    """A finished hypothesis in Korean spelling, and the glosses of its tokens; an unfinished one
    token by token.
    """
    tokens = [written.tgt_tokens[id] for id in hypothesis.ids[1:]]
    spelled = written.found.get(hypothesis.ids)
    if spelled is None:
        return in_words(text, tokens), ""
    glosses = (gloss_of(korean_label(text.language, token)) for token in tokens)
    return spelled, " · ".join(filter(None, glosses))
