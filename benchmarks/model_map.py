"""The model's map: how smoothly it moves, and how soon it shows a sentence."""

import statistics
import time
from collections.abc import Iterator
from itertools import product

from playwright.sync_api import Page

from pages.your_sentence.writing import Writing, written_by

FRAME_MS, LATE_FRAME_MS = 17, 34
FRAMES = 90
LARGE = (
    "encoder_decoder?ed_num_layers=6&ed_d_model=512&ed_num_heads=8&ed_d_ff=2048"
    "&ed_vocab_size=37000&ed_shared=true&ed_padding=0"
    "&ed_source=the+quick+brown+fox+jumps+over+the+lazy+dog+in+the+rain"
    "&ed_target=der+schnelle+braune+Fuchs+springt+im+Regen+weit+und+hoch+ueber+Hunde"
)
"""The paper's base model on 12 words."""
SIZES = {"the translator": "", "the paper's base size, 12 words": LARGE}
SUBJECTS, VERBS, OBJECTS = ("cat", "dog", "bird", "fox"), ("saw", "liked"), ("a book", "the fish")

# Nearer, along and farther again, one turn of the wheel a frame; how long each frame took.
MOVED = """async (count) => {
    const stage = document.querySelector("[data-workbench=map] .stage");
    stage.focus({ preventScroll: true });
    const box = stage.getBoundingClientRect();
    const at = { clientX: box.left + box.width * 0.4, clientY: box.top + box.height * 0.3 };
    const turn = (deltas) => stage.dispatchEvent(
        new WheelEvent("wheel", { ...at, ...deltas, cancelable: true, bubbles: true }));
    const frames = [];
    let last = await new Promise(requestAnimationFrame);
    for (let frame = 0; frame < count; frame++) {
        const third = Math.floor((3 * frame) / count);
        turn([{ deltaY: -16 }, { deltaX: 24 }, { deltaY: 16 }][third]);
        const now = await new Promise(requestAnimationFrame);
        frames.push(now - last);
        last = now;
    }
    return frames;
}"""


def frames_of(page: Page) -> list[float]:
    """Milliseconds between the frames while the map moves all the time."""
    frames: list[float] = page.evaluate(MOVED, FRAMES)
    return frames


def median_frame(page: Page) -> float:
    return statistics.median(frames_of(page))


def late_frame(page: Page) -> float:
    """The slowest of twenty frames."""
    return statistics.quantiles(frames_of(page), n=20)[-1]


def new_sentences() -> Iterator[str]:
    """Sentences of the translator's language, none twice."""
    for subject, verb, thing, article in product(SUBJECTS, VERBS, OBJECTS, ("the", "a", "every")):
        yield f"{article} {subject} {verb} {thing}"


def own_time(sentence: str) -> float:
    """The model's own time for a sentence that it has not seen: decoding it, and the forward whose
    numbers are shown. In ms."""
    began = time.perf_counter()
    written_by("translator", sentence, frozenset(), Writing())
    return 1000 * (time.perf_counter() - began)
