"""The jobs that a head can have: for each query the keys that it would attend to.

Positions of the encoder are those of `Pair.words`. Those of the decoder are its input's: the start
token, then the morphemes. So row i predicts morpheme i, and has read morpheme i - 1.
"""

from collections.abc import Callable
from functools import partial
from typing import Literal, NamedTuple

from english_korean.heads import roles
from english_korean.heads.roles import Targets
from english_korean.language.pairs import Pair

Attention = Literal["encoder", "decoder", "cross"]
ATTENTIONS: dict[Attention, str] = {
    "encoder": "encoder.layers.{layer}.self_attention.weights",
    "decoder": "decoder.layers.{layer}.self_attention.weights",
    "cross": "decoder.layers.{layer}.cross_attention.weights",
}
"""The names of their weights in a trace."""


class Job(NamedTuple):
    """Something that a head can attend to."""

    name: str
    targets: Callable[[Pair], Targets]


def _neighbour(step: int) -> Callable[[Pair], Targets]:
    """From a word to the one so far from it."""

    def targets(pair: Pair) -> Targets:
        count = len(pair.words)
        return {at: (at + step,) for at in range(count) if 0 <= at + step < count}

    return targets


def _others_at(key: int, count: int) -> Targets:
    """From all positions but its own to one."""
    return {at: (key,) for at in range(count) if at != key}


def _first(pair: Pair) -> Targets:
    return _others_at(0, len(pair.words))


def _last(pair: Pair) -> Targets:
    return _others_at(len(pair.words) - 1, len(pair.words))


def _read_before(pair: Pair) -> Targets:
    return {row: (row - 1,) for row in range(1, len(pair.morphemes) + 1)}


def _read_now(pair: Pair) -> Targets:
    # The first row can attend to nothing but itself
    return {row: (row,) for row in range(1, len(pair.morphemes) + 1)}


def _start(pair: Pair) -> Targets:
    return {row: (0,) for row in range(1, len(pair.morphemes) + 1)}


def _host(pair: Pair, *, of_endings: bool) -> Targets:
    return {
        at + 1: (host + 1,)
        for at, host in roles.hosts(pair)
        if roles.is_stem(pair.morphemes[host].text) == of_endings
    }


def _predicted(pair: Pair) -> Targets:
    return {row: words for row, words in enumerate(pair.alignment) if words}


def _just_read(pair: Pair) -> Targets:
    return {row + 1: words for row, words in _predicted(pair).items()}


def _cross_last(pair: Pair) -> Targets:
    return dict.fromkeys(range(len(pair.morphemes) + 1), (len(pair.words) - 1,))


def _main_verb(pair: Pair) -> Targets:
    named = roles.positions(pair.words)
    keys = next((named[f"main.{verb}"] for verb in roles.VERBS if f"main.{verb}" in named), [])
    return dict.fromkeys(range(len(pair.morphemes) + 1), keys) if keys else {}


JOBS: dict[Attention, tuple[Job, ...]] = {
    "encoder": (
        Job("previous word", _neighbour(-1)),
        Job("next word", _neighbour(1)),
        Job("itself", _neighbour(0)),
        Job("first word", _first),
        Job("last word", _last),
        Job("determiner at its noun", roles.beside(("determiner",), "head")),
        Job("noun at its determiner", roles.beside(("head",), "determiner")),
        Job("adjective at its noun", roles.adjective_at_noun),
        Job("noun at its adjective", roles.noun_at_adjective),
        Job("noun at its preposition", roles.beside(("head",), "word", "preposition")),
        Job("verb at its subject", roles.beside(roles.VERBS, "subject.head")),
        Job("verb at its object", roles.beside(roles.VERBS, "object.head")),
        Job("verb at the noun that decides its sense", roles.verb_at_deciding_noun),
        Job("verb at its conjunction", roles.verb_at_conjunction),
        Job("pronoun at its antecedent", roles.pronoun_at_antecedent),
    ),
    "decoder": (
        Job("previous token", _read_before),
        Job("itself", _read_now),
        Job("style's token", _start),
        Job("particle at its noun", partial(_host, of_endings=False)),
        Job("ending at its verb stem", partial(_host, of_endings=True)),
    ),
    "cross": (
        Job("aligned word", _predicted),
        Job("word aligned with the previous token", _just_read),
        Job("last word", _cross_last),
        Job("main verb", _main_verb),
    ),
}
"""Of each attention the general before the special: where two explain a head alike, the first does
it."""
SENSES: tuple[Job, ...] = (
    *(
        Job(verb, partial(roles.verb_at_deciding_noun, among=(verb,)))
        for verb in ("wear", "play", "break")
    ),
    Job("young", partial(roles.adjective_at_noun, among=("young", "younger", "youngest"))),
    Job("old", partial(roles.adjective_at_noun, among=("old", "older", "oldest"))),
)
"""Single words whose sense a noun decides, in the encoder."""
