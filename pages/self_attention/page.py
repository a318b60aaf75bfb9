"""Self-attention on a sentence: ids, embeddings, attention without weights, with them, in heads."""

import streamlit as st

from pages.self_attention.arithmetic import (
    Embedded,
    plain_computation,
    show_self_attention_arithmetic,
    weighted_computation,
)
from pages.self_attention.code import self_attention_code
from pages.self_attention.views import (
    as_printed,
    embedding_items,
    head_items,
    plain_items,
    weighted_items,
)
from transformer_core import (
    plain_self_attention,
    random_embedding,
    random_multi_head_weights,
    random_self_attention_weights,
    split_words,
    weighted_self_attention,
    word_ids,
)
from ui.picture.matrix_view import Pin
from ui.picture.word_labels import word_labels
from ui.shell.page import Page
from ui.state import controls
from ui.state.typed_input import read_sentence

D = 16
MOST_WORDS = 16
HEADS = 8
VIEWS = ("plain", "weighted", "heads")
PLAIN = r"z^{(i)}=\sum_j \alpha_{ij}\,x^{(j)}\quad \alpha_i=\mathrm{softmax}(\omega_i)"
WITH_WEIGHTS = (
    r"z^{(i)}=\sum_j \alpha_{ij}\,v^{(j)}\quad \alpha_i=\mathrm{softmax}(\omega_i/\sqrt{d})"
)
"""The notebook's: with weights, the dot products are divided by the root of their length."""
NOTEBOOK = "Can you help me to translate this sentence"

page = Page.open("self_attention", "sa", "")
text = page.text


def use_notebook() -> None:
    page.hold(sentence=NOTEBOOK)
    page.set(seed=123, word=1, head=2)


def use_own() -> None:
    page.hold(sentence=text("controls.sentence_own"))
    page.set(word=1)


def open_head(pinned: str) -> None:
    """A cell pinned in a tile is pinned in its head, which is shown large."""
    pin = Pin.parse(pinned)
    if pin and pin.matrix == "heads":
        page.set(head=pin.tile)
        pinned = f"weights.{pin.row}.{pin.col}"
    page.pin_by_hand(pinned)


@st.fragment
def workbench() -> None:
    presets = st.container()
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        words = controls.typed(
            page,
            "sentence",
            NOTEBOOK,
            lambda typed: read_sentence(typed, split_words, limit=MOST_WORDS),
        )
        seed = controls.number(page, "seed", 0, 9999, 123, width=130)
        page.untrained(seed)
    with presets:
        is_notebook = words == NOTEBOOK.split() and seed == 123
        page.presets(
            {"notebook": use_notebook, "own": use_own},
            active="notebook" if is_notebook else None,
        )
    row, equation = page.row_with_equation()
    with row:
        view = controls.choice(page, "view", VIEWS, "plain")
        word = controls.number(page, "word", 0, MOST_WORDS - 1, 1, width=130)
        head = controls.number(page, "head", 0, HEADS - 1, 2, width=130) if view == "heads" else 0
    equation.latex(PLAIN if view == "plain" else WITH_WEIGHTS)
    word = min(word, len(words) - 1)

    ids, labels = word_ids(words), word_labels(words)
    embedded = Embedded(labels, ids, random_embedding(max(10, max(ids) + 1), D, seed))
    X = embedded.vectors
    with st.expander(text("notebook.embedding"), icon=":material/match_word:"):
        page.matrices(embedding_items(page, X, ids, labels), name="embedding", hint="")

    if view == "plain":
        steps = plain_self_attention(X)
        page.matrices(plain_items(page, X, steps, labels))
        computation = plain_computation(embedded, steps)
        show_self_attention_arithmetic(page, computation, labels, view)
        as_printed(page, {f"context_vec[{word}]": steps.output[word]})
    elif view == "weighted":
        weights = random_self_attention_weights(D, seed)
        steps = weighted_self_attention(X, weights)
        page.matrices(weighted_items(page, steps, labels))
        computation = weighted_computation(embedded, weights, steps)
        show_self_attention_arithmetic(page, computation, labels, view)
        following = min(word + 1, len(words) - 1)
        as_printed(
            page,
            {
                f"omega[{word}, {following}]": steps.scores[word, following],
                f"omega[{word}]": steps.scores[word],
                f"attention_weights[{word}]": steps.weights[word],
                f"context_vector[{word}]": steps.output[word],
            },
        )
    else:
        weights = random_multi_head_weights(D, HEADS, seed)
        steps = weighted_self_attention(X, weights)
        page.matrices(head_items(page, steps, head, labels), on_pin=open_head)
        one = type(steps)(*(step[head] for step in steps))
        of_head = type(weights)(*(U[head] for U in weights))
        computation = weighted_computation(embedded, of_head, one)
        show_self_attention_arithmetic(page, computation, labels, view)
        as_printed(page, {f"multihead_keys[{head}, {word}]": one.keys[word]})

    page.try_this(
        {
            "weights": lambda: page.hold(view="weighted"),
            "heads": lambda: page.hold(view="heads"),
            "reorder": lambda: page.hold(sentence=" ".join(reversed(words))),
        }
    )
    page.pytorch(lambda: self_attention_code(ids, D, len(embedded.table), seed, view))


workbench()
