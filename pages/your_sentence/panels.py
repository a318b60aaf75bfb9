"""What stands around the pictures of the sentence page: state, translation, steps, hidden words."""

from collections.abc import Iterable

import streamlit as st

from pages.your_sentence.labels import told_apart
from pages.your_sentence.pretrained import Attentions, PretrainedError, Progress, load
from pages.your_sentence.setting import (
    WRITINGS,
    Writing,
    Written,
    forced_start,
    looked_at,
    read_morphemes,
    shown_token,
    written_by,
)
from transformer_core.translator import reference_translation
from transformer_core.vocabulary import START
from ui.explain.arithmetic import arithmetic, chart_of, exact, percent, span
from ui.shell.language import page_text
from ui.shell.page import Page
from ui.state import controls
from ui.state.typed_input import shown_in_message
from ui.state.url_state import UrlValue

MODEL_NAME = "google-bert/bert-base-uncased"
STATES = {
    "inside": ("green", "inside"),
    "inside with unknown words": ("orange", "unknown"),
    "outside": ("red", "outside"),
}


def read_places(text: str) -> frozenset[int]:
    """From "0_3": places in a sentence. Raises: ValueError for any other text."""
    pieces = list(filter(None, text.split("_")))
    if not all(piece.isascii() and piece.isdigit() and len(piece) < 4 for piece in pieces):
        raise ValueError(f"{text[:40]!r} is no list of places")
    return frozenset(map(int, pieces))


def write_places(places: frozenset[int]) -> str:
    return "_".join(map(str, sorted(places)))


def named(words: Iterable[str]) -> str:
    return ", ".join(f"“{shown_in_message(word, longest=40)}”" for word in words)


def state_of(page: Page, written: Written) -> list[str]:
    """Whether the sentence is in the translator's language, which its grammar decides; and what
    became of its words and of the text.
    """
    text, recognition, words = page.text, written.recognition, written.words
    colour, name = STATES[recognition.state]
    unknown = named(words[place] for place in recognition.unknown)
    said = [f":{colour}[{text(f'state.{name}', words=unknown)}]"]
    if written.copied:
        said.append(f":gray[{text('state.copied', words=named(written.copied))}]")
    if written.hidden:
        hidden = named(words[place] for place in sorted(written.hidden))
        said.append(f":gray[{text('state.hidden', words=hidden)}]")
    if not written.ended:
        said.append(f":red[{text('state.cut', count=len(written.tokens))}]")
    return said


def writing_controls(page: Page, sentence: str, written: Written) -> Writing:
    """How the next token is chosen. `written` gives a forced target its start."""
    way = controls.choice(page, "writing", WRITINGS, "greedy")
    if way == "sampled":
        return Writing(
            way,
            controls.number(page, "temperature", 0.1, 5.0, 1.0, step=0.1, width=120),
            controls.number(page, "top_k", 0, 100, 0, width=120),
            controls.number(page, "draw", 0, 9999, 1, width=120),
        )
    if way == "forced":
        start = forced_start(written)
        UrlValue(page.key("forced"), start, str).end_with(sentence)
        return Writing(way, forced=controls.typed(page, "forced", start, read_morphemes))
    return Writing()


def hugging_face_attentions(page: Page, sentence: str) -> tuple[Attentions | None, str, str]:
    """A named model's look at the sentence, the name, and the target that was asked for.

    None, and the reason on the page, where there is no such model.
    """
    words = page_text("your_sentence/pretrained")
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        name = controls.typed(page, "name", MODEL_NAME, str)
        target = controls.typed(page, "target", "", str)
    bar = st.empty()

    def report(progress: Progress) -> None:
        bar.progress(
            progress.share or 0.0, text=words(f"progress.{progress.stage}", **progress.values)
        )

    try:
        model = load(name, report)
        attentions = looked_at(model, name, sentence, target)
    except PretrainedError as error:
        bar.empty()
        st.warning(f"{words(f'errors.{error.name}', **error.values)} {words('notes.goes_on')}")
        return None, name, target
    bar.empty()
    st.caption(f"{words('notes.predicted')} {words('notes.marks')}")
    limits = {"source_cut": model.limit, "target_cut": len(attentions.predicted), "generated": 0}
    for note, limit in limits.items():
        if getattr(attentions, note):
            st.caption(words(f"notes.{note}", limit=limit))
    return told_apart(attentions), name, target


def show_translation(page: Page, written: Written) -> None:
    """The sentence as Korean is written, and what the grammar says about it."""
    text, translation = page.text, written.translation
    said = state_of(page, written)
    if written.recognition.state != "outside":
        reference = shown_in_message(reference_translation(written.recognition) or "", longest=400)
        verdict = (
            f":green[{text('translation.right')}]"
            if translation.is_right
            else f":orange[{text('translation.other', reference=reference)}]"
        )
        said.append(verdict)
        right, count = translation.aligned or (0, 0)
        if count:
            said.append(f":gray[{text('translation.aligned', right=right, count=count)}]")
    korean = shown_in_message(translation.written, longest=400)
    st.markdown(f"#### {korean}\n\n{'  '.join(said)}")


def step_buttons(page: Page, written: Written, step: UrlValue[int], shown: int) -> None:
    """Back, on, everything; and every token written, to go to its step."""
    count = len(written.attentions.predicted)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        moves = {"back": max(1, shown - 1), "on": min(count, shown + 1), "all": 0, "start": 1}
        for name, to in moves.items():
            st.button(
                page.text(f"steps.{name}"),
                key=page.key(f"step_{name}"),
                on_click=step.set,
                args=(to,),
                disabled=to == (step.get() if name == "all" else shown),
            )
        st.markdown(f":gray[{page.text('steps.at', step=shown, count=count)}]", width="content")
    key = page.key("tokens")
    st.session_state[key] = shown - 1
    st.pills(
        page.text("steps.tokens"),
        range(count),
        format_func=lambda place: shown_in_message(written.attentions.predicted[place]),
        key=key,
        on_change=lambda: step.set(st.session_state[key] + 1),
        required=True,
        label_visibility="collapsed",
    )


def show_step(page: Page, written: Written, place: int) -> None:
    """The distribution from which the token of one step was chosen."""
    text, (token, share) = page.text, written.chosen(place)
    likeliest = written.likeliest(place)
    before = " ".join(map(shown_token, written.tokens[:place] or (START,)))
    lines = [
        (text("steps.before"), [span(before)]),
        (text("steps.chosen"), [span(token, "result"), span(f"{percent(share)}%")]),
    ]
    arithmetic(
        f"P( {token} ) = {exact(share)}",
        text("steps.question"),
        lines,
        key=page.key("step"),
        bars=chart_of(text("steps.likeliest"), *zip(*likeliest, strict=True), percent=True),
    )


def show_hidden(
    page: Page,
    written: Written,
    hidden: UrlValue[frozenset[int]],
    model: str,
    sentence: str,
    writing: Writing,
) -> None:
    """A switch for each source word, and what the model writes with and without those off."""
    text, is_forced = page.text, writing.way == "forced"
    page.section("hide_forced" if is_forced else "hide")
    words = [shown_in_message(token.typed) for token in written.recognition.tokens]
    controls.switches(page, "words", words, hidden)
    if is_forced or not written.hidden:
        return
    with_all = written_by(model, sentence, frozenset(), writing).translation.written
    names = named(written.words[place] for place in sorted(written.hidden))
    both = {
        text("hide.before"): with_all,
        text("hide.after", words=names): written.translation.written,
    }
    for name, said in both.items():
        st.markdown(f":gray[{name}] {shown_in_message(said, longest=400)}")
