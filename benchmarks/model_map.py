"""Measures the map: its frame times in motion, and the model's own time for a new sentence."""

import statistics
import time
from collections.abc import Iterator
from itertools import product

from playwright.sync_api import Page

from pages.translator.decoding import DecodingOptions, decode

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

# Zooms in, pans and zooms out, with one wheel event per frame; returns the time of each frame.
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
    """Return the times between frames in ms, while the map is in constant motion."""
    frames: list[float] = page.evaluate(MOVED, FRAMES)
    return frames


def median_frame(page: Page) -> float:
    return statistics.median(frames_of(page))


def late_frame(page: Page) -> float:
    """Return the 95th percentile of the frame times."""
    return statistics.quantiles(frames_of(page), n=20)[-1]


def new_sentences() -> Iterator[str]:
    """Yield distinct sentences of the translator's language."""
    for subject, verb, thing, article in product(SUBJECTS, VERBS, OBJECTS, ("the", "a", "every")):
        yield f"{article} {subject} {verb} {thing}"


def own_time(sentence: str) -> float:
    """Return the model's own time for a new sentence, in ms: decoding it, and the forward pass
    whose numbers are shown."""
    began = time.perf_counter()
    decode("translator", sentence, frozenset(), DecodingOptions())
    return 1000 * (time.perf_counter() - began)
